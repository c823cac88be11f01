-- Finds who of some persons was erased.
-- param streams: int4[]
-- param people: uuid[]
-- result person: uuid
select e.person
from unnest($1, $2) as k (stream, person)
join erased e on e.stream = k.stream and e.person = k.person
