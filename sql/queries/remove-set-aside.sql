-- Forgets that events could not be read.
-- param stream: int4
-- param ids: uuid[]
delete from quarantine q where q.stream = $1 and q.code = 'unreadable_event' and q.id = any ($2)
