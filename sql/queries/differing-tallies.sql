-- Counts the sums that the live and the rebuilt table do not have in common.
-- result rows: int8
select count(*) as rows from (
  (select * from public.tally except all select * from shadow.tally)
  union all
  (select * from shadow.tally except all select * from public.tally)
) d
