-- Reads the events of one person in the order of time and place, and what is left of dropped ones.
-- param stream: int4
-- param person: uuid
-- result stream: int4, event_id: uuid, seq: int8, person: uuid, at: timestamptz, received_at: timestamptz, kind: int2, flags: int2, subject: int4?, experiment: int4?, detail: int4?, context: int4, device_seq: int8?, device: text?, display: text?, given_id: text?, extra: jsonb?
select e.stream, e.event_id, e.seq, e.person, e.at, e.received_at, e.kind, e.flags, e.subject, e.experiment,
  e.detail, e.context, e.device_seq, e.device, e.display, e.given_id, e.extra
from event e
where e.stream = $1 and e.person = $2 and e.flags & 16 = 0
union all
select s.stream, s.person, s.seq, s.person, s.at, s.at, 101::int2, 0::int2, null::int4, null::int4,
  null::int4, s.context, null::int8, null::text, null::text, null::text,
  jsonb_build_object('state', encode(s.state, 'hex'))
from person_snapshot s
where s.stream = $1 and s.person = $2
order by at, seq
