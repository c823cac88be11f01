-- Notes the persons of one group that were not there before.
-- param streams: int4[]
-- param people: uuid[]
-- param first: int8[]
-- param names: text[]
insert into person (stream, person, first_seq, name)
select k.stream, k.person, k.first_seq, k.name
from unnest($1, $2, $3, $4) as k (stream, person, first_seq, name)
on conflict (stream, person) do nothing
