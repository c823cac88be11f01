-- Counts who is compared in one phase by the UTC day of the exposure, over all streams, and (metric 0) who of them converted on the primary metric.
-- param experiment: int4
-- param phase: int4
-- param before: timestamptz
-- result day: timestamptz, variant: int4, metric: int2, people: int8
select date_trunc('day', t.hour, 'UTC') as day, t.variant, t.metric, sum(t.people)::int8 as people
from tally t
where t.experiment = $1 and t.phase = $2 and t.hour < $3 and t.metric in (-1, 0) and t.standing = 0
group by 1, 2, 3
order by 1, 2, 3
