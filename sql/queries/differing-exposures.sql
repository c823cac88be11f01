-- Counts the exposures that the live and the rebuilt table do not have in common.
-- result rows: int8
select count(*) as rows from (
  (select * from public.exposure except all select * from shadow.exposure)
  union all
  (select * from shadow.exposure except all select * from public.exposure)
) d
