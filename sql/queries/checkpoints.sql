-- Reads how far a projection has read each stream.
-- param projection: text
-- result stream: int4, seq: int8, project_seq: int8, through: timestamptz
select c.stream, c.seq, c.project_seq, c.through from checkpoint c where c.projection = $1
