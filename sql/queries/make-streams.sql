-- Makes the streams of a new log.
-- param streams: int4[]
insert into stream_head (stream) select s from unnest($1) s on conflict (stream) do nothing
