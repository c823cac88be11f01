-- Notes that a person is to be erased, where nobody has noted it.
-- param stream: int4
-- param person: uuid
-- param erasure: uuid
-- result person: uuid
insert into erased (stream, person, erasure, erased_at) values ($1, $2, $3, now())
on conflict (stream, person) do nothing
returning person
