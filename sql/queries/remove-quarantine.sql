-- Removes refused events of one stream.
-- param stream: int4
-- param ids: uuid[]
delete from quarantine q where q.stream = $1 and q.id = any ($2)
