-- Holds persons of one stream, so that nobody erases them, and says who is there.
-- param stream: int4
-- param people: uuid[]
-- result person: uuid
select p.person from person p where p.stream = $1 and p.person = any ($2) order by p.person for key share
