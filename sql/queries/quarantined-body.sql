-- Reads one refused event with its bytes.
-- param id: uuid
-- result stream: int4, id: uuid, received_at: timestamptz, code: text, dialect: text, field: text?, detail: text, event_id: text?, bytes: int4, body: bytea
select q.stream, q.id, q.received_at, q.code, q.dialect, q.field, q.detail, q.event_id, length(q.body) as bytes, q.body
from quarantine q where q.id = $1
