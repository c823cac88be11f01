-- Adds to the sums over exposures.
-- param stream: int4
-- param experiments: int4[]
-- param phases: int4[]
-- param variants: int4[]
-- param standings: int2[]
-- param hours: timestamptz[]
-- param metrics: int2[]
-- param people: int8[]
-- param impressions: int8[]
-- param taps: int8[]
-- param action_performed: int8[]
-- param tip_closed: int8[]
-- param late: int8[]
-- param events: int8[]
insert into tally as t (stream, experiment, phase, variant, standing, hour, metric, people, impressions, taps,
  action_performed, tip_closed, late, events)
select $1, k.experiment, k.phase, k.variant, k.standing, k.hour, k.metric, k.people, k.impressions, k.taps,
  k.action_performed, k.tip_closed, k.late, k.events
from unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  as k (experiment, phase, variant, standing, hour, metric, people, impressions, taps, action_performed,
    tip_closed, late, events)
on conflict (stream, experiment, phase, hour, variant, standing, metric) do update set
  people = t.people + excluded.people, impressions = t.impressions + excluded.impressions,
  taps = t.taps + excluded.taps, action_performed = t.action_performed + excluded.action_performed,
  tip_closed = t.tip_closed + excluded.tip_closed, late = t.late + excluded.late,
  events = t.events + excluded.events
