-- Notes that a projection has read nothing of a stream yet.
-- param stream: int4
-- param projection: text
insert into checkpoint (stream, projection, seq, project_seq, through)
values ($1, $2, 0, 0, '1970-01-01T00:00:00Z') on conflict (stream, projection) do nothing
