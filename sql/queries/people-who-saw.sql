-- Finds the persons of one stream who saw one of some tips at or after a time, up to a place.
-- param stream: int4
-- param through: int8
-- param tips: int4[]
-- param since: timestamptz
-- result person: uuid
select distinct e.person from event e
where e.stream = $1 and e.seq <= $2 and e.kind in (6, 10) and e.subject = any ($3) and e.at >= $4 and e.flags & 16 = 0
