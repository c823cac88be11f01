-- Finds the events that have one of the given keys; the planner must look each key up in its partition.
-- param streams: int4[]
-- param keys: uuid[]
-- result stream: int4, event_id: uuid, seq: int8, person: uuid, at: timestamptz, received_at: timestamptz, kind: int2, flags: int2, subject: int4?, experiment: int4?, detail: int4?, context: int4, device_seq: int8?, device: text?, display: text?, given_id: text?, extra: jsonb?
select e.stream, e.event_id, e.seq, e.person, e.at, e.received_at, e.kind, e.flags, e.subject, e.experiment,
  e.detail, e.context, e.device_seq, e.device, e.display, e.given_id, e.extra
from unnest($1, $2) as k (stream, event_id)
join event e on e.stream = k.stream and e.event_id = k.event_id
