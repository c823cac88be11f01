-- Locks a head and counts one more name that was erased; whoever appends after this looks who it was.
-- param stream: int4
-- result seq: int8
update stream_head h set erased = h.erased + 1 where h.stream = $1 returning h.seq
