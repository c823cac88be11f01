-- Counts the rows of person_state that the live and the rebuilt table do not have in common.
-- result rows: int8
select count(*) as rows from (
  (select * from public.person_state except all select * from shadow.person_state)
  union all
  (select * from shadow.person_state except all select * from public.person_state)
) d
