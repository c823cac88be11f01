-- Ends the lease of a stream, where this program has it.
-- param stream: int4
-- param holder: text
update stream_lease l set until = '1970-01-01T00:00:00Z' where l.stream = $1 and l.holder = $2
