-- Counts the events of a stream behind a place by kind.
-- param stream: int4
-- param after: int8
-- result kind: int2, events: int8, newest: timestamptz
select e.kind, count(*) as events, max(e.received_at) as newest
from event e
where e.stream = $1 and e.seq > $2
group by e.kind
