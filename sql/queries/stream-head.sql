-- Reads the last place given out in one stream.
-- param stream: int4
-- result seq: int8
select h.seq from stream_head h where h.stream = $1
