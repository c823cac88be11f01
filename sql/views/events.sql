-- The log with names. Ask for a person, or for a stretch of time that is not long.
create or replace view report.events as
select e.received_at, e.at, p.name as person, e.device,
  (array['donation', 'donations_deleted', 'parameter', 'session', 'time_zone', 'impression', 'impression_progress',
    'impression_end', 'impression_failed', 'exposure', 'action_tap', 'invalidation', 'eligibility_reset',
    'datastore_reset', 'override_set', 'override_cleared', 'opt_out', 'opt_in', 'identify'])[e.kind] as type,
  case s.kind when 1 then s.text end as tip,
  case s.kind when 2 then s.text end as event,
  case s.kind when 3 then s.text end as parameter,
  case d.kind when 6 then d.text end as action,
  case d.kind when 7 then d.text end as reason,
  x.text as experiment,
  case d.kind when 5 then d.text end as variant,
  e.display, c.text::jsonb as context, e.extra,
  e.flags & 1 <> 0 as is_test, e.flags & 2 <> 0 as is_bot, e.flags & 8 <> 0 as is_late, e.flags & 16 <> 0 as is_too_old,
  e.stream, e.seq, e.event_id
from event e
left join person p on p.stream = e.stream and p.person = e.person
left join word s on s.id = e.subject
left join word d on d.id = e.detail
left join word x on x.id = e.experiment
left join word c on c.id = e.context and c.kind = 8
where e.stream <> 0 and e.kind between 1 and 19;

comment on view report.events is 'The log: one row an event that was answered as accepted, with names.';
comment on column report.events.received_at is 'When it was written; never falls within a stream.';
comment on column report.events.at is 'When it happened, as the client said, with the error of its clock taken off.';
comment on column report.events.person is 'The id that the app gave the person; null once they are erased.';
comment on column report.events.device is 'The id that the app gave the device.';
comment on column report.events.type is 'The type as in POST /v1/events.';
comment on column report.events.tip is 'The tip that it is about.';
comment on column report.events.event is 'The name of the donated event.';
comment on column report.events.parameter is 'The name of the parameter that was set; its value stands in extra.';
comment on column report.events.action is 'The action that was tapped.';
comment on column report.events.reason is 'Why the tip was invalidated.';
comment on column report.events.experiment is 'The experiment of the variant that was shown.';
comment on column report.events.variant is 'The variant that was shown, where the event says so.';
comment on column report.events.display is 'The id of the display: what happens to it carries the same.';
comment on column report.events.context is 'What the client said of itself: operating system, app and its version, locale.';
comment on column report.events.extra is 'What else the event carries: info of a donation, value of a parameter, ids of an override.';
comment on column report.events.is_test is 'Traffic of testers, which reports leave out.';
comment on column report.events.is_bot is 'The sender looked like a bot; reports leave it out.';
comment on column report.events.is_late is 'It came when the stream already had events from more than an hour after it.';
comment on column report.events.is_too_old is 'It came after its month was dropped; nothing is folded of it.';
comment on column report.events.stream is 'The slice of persons that it is in.';
comment on column report.events.seq is 'Its place in the stream.';
comment on column report.events.event_id is 'Its key, made from the id that the client gave.';
