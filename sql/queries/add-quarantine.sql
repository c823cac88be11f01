-- Keeps refused events, but none of persons who were erased; the same refusal of the same bytes is kept once.
-- param streams: int4[]
-- param ids: uuid[]
-- param codes: text[]
-- param dialects: text[]
-- param fields: text?[]
-- param details: text[]
-- param people: uuid?[]
-- param event_ids: text?[]
-- param bodies: bytea[]
insert into quarantine (stream, id, received_at, code, dialect, field, detail, person, event_id, body)
select k.stream, k.id, now(), k.code, k.dialect, k.field, k.detail, k.person, k.event_id, k.body
from unnest($1, $2, $3, $4, $5, $6, $7, $8, $9)
  as k (stream, id, code, dialect, field, detail, person, event_id, body)
where not exists (select from erased e where e.stream = k.stream and e.person = k.person)
on conflict (stream, id) do nothing
