-- Counts the persons of one stream.
-- param stream: int4
-- result people: int8
select count(*) as people from person p where p.stream = $1
