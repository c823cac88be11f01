-- Reads the next events of one stream that could not be read once and are folded already, in the order of their keys.
-- param stream: int4
-- param after: uuid
-- param through: int8
-- param count: int8
-- result stream: int4, event_id: uuid, seq: int8, person: uuid, at: timestamptz, received_at: timestamptz, kind: int2, flags: int2, subject: int4?, experiment: int4?, detail: int4?, context: int4, device_seq: int8?, device: text?, display: text?, given_id: text?, extra: jsonb?
select e.stream, e.event_id, e.seq, e.person, e.at, e.received_at, e.kind, e.flags, e.subject, e.experiment,
  e.detail, e.context, e.device_seq, e.device, e.display, e.given_id, e.extra
from quarantine q
join event e on e.stream = q.stream and e.event_id = q.id
where q.stream = $1 and q.code = 'unreadable_event' and q.id > $2 and e.seq <= $3
order by q.id
limit $4
