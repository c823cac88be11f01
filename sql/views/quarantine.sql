-- What was refused and why, without what it said.
create or replace view report.quarantine as
select q.received_at, q.code, q.dialect, q.field, q.detail, q.event_id, q.stream, q.id from quarantine q;

comment on view report.quarantine is 'Refused events with their reasons; tipledger quarantine show has their bodies, and replays them.';
comment on column report.quarantine.received_at is 'When it came.';
comment on column report.quarantine.code is 'Why it was refused, as a stable word.';
comment on column report.quarantine.dialect is 'What the sender spoke: native, segment, posthog, …; log is a row that could not be read.';
comment on column report.quarantine.field is 'The field that is concerned, where one is.';
comment on column report.quarantine.detail is 'What is wrong, in words.';
comment on column report.quarantine.event_id is 'The id that the client gave the event.';
comment on column report.quarantine.stream is 'The slice of the person, or 0 where none could be read.';
comment on column report.quarantine.id is 'Its key in tipledger quarantine.';
