-- Removes the halves of joins that persons of one stream have.
-- param stream: int4
-- param people: uuid[]
delete from person_link l where l.stream = $1 and l.person = any ($2)
