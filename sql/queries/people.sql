-- Reads persons of one stream with the place of their first event.
-- param stream: int4
-- param people: uuid[]
-- result person: uuid, first_seq: int8, name: text
select p.person, p.first_seq, p.name from person p where p.stream = $1 and p.person = any ($2)
