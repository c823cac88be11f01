-- Lists refused events without their bytes, the newest first; what is null asks for all. Of those that came at `before` itself the ones past an id are listed.
-- param code: text?
-- param dialect: text?
-- param before: timestamptz?
-- param after: timestamptz?
-- param past: uuid?
-- param count: int4
-- result stream: int4, id: uuid, received_at: timestamptz, code: text, dialect: text, field: text?, detail: text, event_id: text?, bytes: int4
select q.stream, q.id, q.received_at, q.code, q.dialect, q.field, q.detail, q.event_id, length(q.body) as bytes
from quarantine q
where ($1 is null or q.code = $1) and ($2 is null or q.dialect = $2)
  and ($3 is null or q.received_at < $3 or (q.received_at = $3 and q.id > $5)) and ($4 is null or q.received_at >= $4)
order by q.received_at desc, q.id limit $6
