-- Notes which version of the fold has made the tables of a projection.
-- param name: text
-- param version: text
insert into projection as p (stream, name, version) values (0, $1, $2)
on conflict (stream, name) do update set version = excluded.version
