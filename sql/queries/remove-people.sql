-- Takes the names of persons of one stream out of the log.
-- param stream: int4
-- param people: uuid[]
delete from person p where p.stream = $1 and p.person = any ($2)
