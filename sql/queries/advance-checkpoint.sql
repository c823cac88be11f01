-- Moves a mark if nobody else has moved it since it was read.
-- param stream: int4
-- param projection: text
-- param from_seq: int8
-- param from_project_seq: int8
-- param seq: int8
-- param project_seq: int8
-- param through: timestamptz
-- result seq: int8
update checkpoint c set seq = $5, project_seq = $6, through = $7
where c.stream = $1 and c.projection = $2 and c.seq = $3 and c.project_seq = $4
returning c.seq
