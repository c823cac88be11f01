-- Reads the events of stream 0 after a place.
-- param after: int8
-- result seq: int8, at: timestamptz, received_at: timestamptz, extra: jsonb
select e.seq, e.at, e.received_at, e.extra from event e where e.stream = 0 and e.seq > $1 order by e.seq
