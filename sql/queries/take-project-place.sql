-- Takes the next place of stream 0 if nobody has taken one since a place was read.
-- param expected: int8
-- result seq: int8, received_at: timestamptz
update stream_head h set seq = h.seq + 1, received_at = greatest(h.received_at, now())
where h.stream = 0 and h.seq = $1
returning h.seq, h.received_at
