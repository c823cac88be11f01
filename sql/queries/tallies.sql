-- Sums one phase of an experiment over all streams, by variant, standing and metric, for exposures in a stretch
-- of whole hours.
-- param experiment: int4
-- param phase: int4
-- param since: timestamptz
-- param before: timestamptz
-- result variant: int4, standing: int2, metric: int2, people: int8, impressions: int8, taps: int8, action_performed: int8, tip_closed: int8, late: int8, events: int8
select t.variant, t.standing, t.metric, sum(t.people)::int8 as people, sum(t.impressions)::int8 as impressions, sum(t.taps)::int8 as taps,
  sum(t.action_performed)::int8 as action_performed, sum(t.tip_closed)::int8 as tip_closed, sum(t.late)::int8 as late, sum(t.events)::int8 as events
from tally t
where t.experiment = $1 and t.phase = $2 and t.hour >= $3 and t.hour < $4
group by t.variant, t.standing, t.metric
