-- Moves the cut of one stream forward, and says up to where older events may count.
-- param stream: int4
-- param cut: timestamptz
-- result seq: int8
update stream_head h set cut = greatest(h.cut, $2) where h.stream = $1 returning h.seq
