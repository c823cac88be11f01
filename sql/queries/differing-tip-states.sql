-- Counts the rows of tip_state that the live and the rebuilt table do not have in common.
-- result rows: int8
select count(*) as rows from (
  (select * from public.tip_state except all select * from shadow.tip_state)
  union all
  (select * from shadow.tip_state except all select * from public.tip_state)
) d
