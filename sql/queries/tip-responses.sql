-- Counts people by tip, by how often they saw it (ten and more together), and by what ended it by an instant.
-- param now: timestamptz
-- result tip: int4, number: int4, people: int8, impressions: int8, action_performed: int8, tip_closed: int8, count_exceeded: int8, duration_exceeded: int8, tapped: int8, taps: int8
select r.tip, least(r.impressions, 10) as number, count(*) as people, sum(r.impressions)::int8 as impressions,
  count(*) filter (where r.invalidated_at <= $1 and r.reason = 1) as action_performed,
  count(*) filter (where r.invalidated_at <= $1 and r.reason = 2) as tip_closed,
  count(*) filter (where r.invalidated_at <= $1 and r.reason = 3) as count_exceeded,
  count(*) filter (where r.invalidated_at <= $1 and r.reason = 4) as duration_exceeded,
  count(*) filter (where r.taps > 0) as tapped, sum(r.taps)::int8 as taps
from tip_state r
group by r.tip, least(r.impressions, 10)
order by r.tip, number
