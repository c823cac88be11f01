-- Holds a stream for some seconds, unless another program holds it. A lease that ends later than any could is that of
-- a clock that was set back since.
-- param stream: int4
-- param holder: text
-- param seconds: int4
-- result stream: int4
insert into stream_lease as l (stream, holder, until)
values ($1, $2, now() + $3 * interval '1 second')
on conflict (stream) do update set holder = excluded.holder, until = excluded.until
where l.holder = excluded.holder or l.until < now() or l.until > now() + interval '1 minute'
returning l.stream
