-- Reads the next persons of one stream in the order of their keys, which are hashes, up to a key.
-- param stream: int4
-- param after: uuid
-- param through: uuid
-- param count: int8
-- result person: uuid, name: text
select p.person, p.name
from person p
where p.stream = $1 and p.person > $2 and p.person <= $3
order by p.person
limit $4
