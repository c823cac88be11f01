-- Reads the last place given out in each stream.
-- result stream: int4, seq: int8
select h.stream, h.seq from stream_head h order by h.stream
