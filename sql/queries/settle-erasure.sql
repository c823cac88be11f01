-- Notes the place of an erasure's event in stream 0.
-- param stream: int4
-- param erasure: uuid
-- param project_seq: int8
update erased e set project_seq = $3 where e.stream = $1 and e.erasure = $2 and e.project_seq is null
