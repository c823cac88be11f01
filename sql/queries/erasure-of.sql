-- Finds the erasure of a person.
-- param stream: int4
-- param person: uuid
-- result erasure: uuid
select e.erasure from erased e where e.stream = $1 and e.person = $2
