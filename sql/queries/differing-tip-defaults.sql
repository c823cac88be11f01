-- Counts the rows of tip_default that the live and the rebuilt table do not have in common.
-- result rows: int8
select count(*) as rows from (
  (select * from public.tip_default except all select * from shadow.tip_default)
  union all
  (select * from shadow.tip_default except all select * from public.tip_default)
) d
