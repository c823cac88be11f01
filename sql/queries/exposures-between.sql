-- Reads one phase's exposures of a stretch of time, the end not included.
-- param experiment: int4
-- param phase: int4
-- param since: timestamptz
-- param before: timestamptz
-- result experiment: int4, phase: int4, variant: int4, standing: int2, exposed_at: timestamptz, converted_at: timestamptz?[], impressions: int4, taps: int4, action_performed: int4, tip_closed: int4, late: int4, events: int4
select x.experiment, x.phase, x.variant, x.standing, x.exposed_at, x.converted_at, x.impressions, x.taps,
  x.action_performed, x.tip_closed, x.late, x.events
from exposure x
where x.experiment = $1 and x.phase = $2 and x.exposed_at >= $3 and x.exposed_at < $4
