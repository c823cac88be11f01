-- Counts the newest events of each stream by kind: as many of each as `places` says, however long the log is.
-- param places: int8
-- result kind: int2, events: int8, newest: timestamptz
select e.kind, count(*) as events, max(e.received_at) as newest
from stream_head h
join event e on e.stream = h.stream and e.seq > h.seq - $1
group by e.kind
order by events desc, e.kind
