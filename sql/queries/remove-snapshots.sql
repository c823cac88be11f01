-- Removes what is left of dropped events of persons of one stream.
-- param stream: int4
-- param people: uuid[]
delete from person_snapshot s where s.stream = $1 and s.person = any ($2)
