-- Finds the refusals of one event, the newest first.
-- param stream: int4
-- param person: uuid
-- param event_id: text
-- result received_at: timestamptz, code: text, dialect: text, field: text?, detail: text
select q.received_at, q.code, q.dialect, q.field, q.detail
from quarantine q
where q.stream = $1 and q.person = $2 and q.event_id = $3
order by q.received_at desc, q.id
limit 100
