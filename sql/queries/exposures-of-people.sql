-- Reads what persons of one stream did in experiments.
-- param stream: int4
-- param people: uuid[]
-- result person: uuid, device: text, experiment: int4, phase: int4, variant: int4, standing: int2, exposed_at: timestamptz, converted_at: timestamptz?[], impressions: int4, taps: int4, action_performed: int4, tip_closed: int4, late: int4, events: int4
select x.person, x.device, x.experiment, x.phase, x.variant, x.standing, x.exposed_at, x.converted_at, x.impressions, x.taps,
  x.action_performed, x.tip_closed, x.late, x.events
from exposure x
where x.stream = $1 and x.person = any ($2)
