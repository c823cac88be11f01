-- Reads what is kept of the tips of persons of one stream.
-- param stream: int4
-- param people: uuid[]
-- result person: uuid, tip: int4, impressions: int4, seconds: float8, first_displayed: timestamptz?, invalidated_at: timestamptz?, reason: int2?, status: int2, changes_at: timestamptz[]?, statuses: int2[]?, known_until: timestamptz?, taps: int4
select r.person, r.tip, r.impressions, r.seconds, r.first_displayed, r.invalidated_at, r.reason, r.status,
  r.changes_at, r.statuses, r.known_until, r.taps
from tip_state r
where r.stream = $1 and r.person = any ($2)
