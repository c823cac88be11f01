-- Finds the halves of joins, in all streams, that name one of some persons.
-- param people: uuid[]
-- result stream: int4, person: uuid
select l.stream, l.person from person_link l where l.other = any ($1) order by l.stream, l.person
