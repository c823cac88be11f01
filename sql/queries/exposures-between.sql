-- Reads one experiment's exposures of a stretch of time, both ends included.
-- param experiment: int4
-- param since: timestamptz
-- param through: timestamptz
-- result phase: int4, variant: int4, standing: int2, exposed_at: timestamptz, converted_at: timestamptz?[], impressions: int4, taps: int4, action_performed: int4, tip_closed: int4, late: int4, events: int4
select x.phase, x.variant, x.standing, x.exposed_at, x.converted_at, x.impressions, x.taps, x.action_performed,
  x.tip_closed, x.late, x.events
from exposure x
where x.experiment = $1 and x.exposed_at between $2 and $3
