-- Notes halves of joins in one stream.
-- param stream: int4
-- param people: uuid[]
-- param others: uuid[]
insert into person_link (stream, person, other)
select $1, k.person, k.other from unnest($2, $3) as k (person, other)
on conflict (stream, person, other) do nothing
