-- Reads the events of one person after a place, in the order of arrival.
-- param stream: int4
-- param person: uuid
-- param after: int8
-- result stream: int4, event_id: uuid, seq: int8, person: uuid, at: timestamptz, received_at: timestamptz, kind: int2, flags: int2, subject: int4?, experiment: int4?, detail: int4?, context: int4, device_seq: int8?, device: text?, display: text?, given_id: text?, extra: jsonb?
select e.stream, e.event_id, e.seq, e.person, e.at, e.received_at, e.kind, e.flags, e.subject, e.experiment,
  e.detail, e.context, e.device_seq, e.device, e.display, e.given_id, e.extra
from event e
where e.stream = $1 and e.person = $2 and e.seq > $3 and e.flags & 16 = 0
order by e.seq
