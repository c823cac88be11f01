-- Counts the rows of person_link that the live and the rebuilt table do not have in common.
-- result rows: int8
select count(*) as rows from (
  (select * from public.person_link except all select * from shadow.person_link)
  union all
  (select * from shadow.person_link except all select * from public.person_link)
) d
