-- Notes events that could not be read, each once, with what their rows say.
-- param stream: int4
-- param seqs: int8[]
-- param ids: text[]
-- param details: text[]
insert into quarantine (stream, id, received_at, code, dialect, field, detail, person, event_id, body)
select e.stream, e.event_id, e.received_at, 'unreadable_event', 'log', null, k.detail, e.person, k.id,
  convert_to(to_jsonb(e)::text, 'UTF8')
from unnest($2, $3, $4) as k (seq, id, detail)
join event e on e.stream = $1 and e.seq = k.seq
on conflict (stream, id) do nothing
