-- Tells how far a projection is behind the log, by stream: places, and for how many seconds the first of them waits.
-- param projection: text
-- result stream: int4, events: int8, seconds: float8
select h.stream, h.seq - coalesce(c.seq, 0) as events,
  case when h.seq > coalesce(c.seq, 0) then coalesce(greatest(0, extract(epoch from now() - (
    select e.received_at from event e
    where e.stream = h.stream and e.seq > coalesce(c.seq, 0) order by e.seq limit 1
  ))), 0)::float8 else 0 end as seconds
from stream_head h
left join checkpoint c on c.stream = h.stream and c.projection = $1
where h.stream <> 0
order by h.stream
