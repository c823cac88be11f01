-- The status of each tip for each person at the time of the question.
create or replace view report.tip_status as
select s.person, s.tip, s.status, s.reason, s.until, s.impressions, s.seconds, s.first_displayed, s.invalidated_at,
  s.last_event
from tip_status_at(now()) s;

comment on view report.tip_status is 'The status of each tip for each person now, as a decision would have it. Ask for one person or one tip.';
comment on column report.tip_status.person is 'The id that stands for the person, also where they have several.';
comment on column report.tip_status.tip is 'The tip, or the item of a reusable one that they have met.';
comment on column report.tip_status.status is 'pending, available or invalidated; null before the person''s last event and past what is known.';
comment on column report.tip_status.reason is 'Why it is invalidated.';
comment on column report.tip_status.until is 'When the status changes by itself, if nothing happens until then.';
comment on column report.tip_status.impressions is 'How often they have seen it.';
comment on column report.tip_status.seconds is 'For how long altogether.';
comment on column report.tip_status.first_displayed is 'When they saw it first.';
comment on column report.tip_status.invalidated_at is 'When it was invalidated.';
comment on column report.tip_status.last_event is 'The time of the person''s last event.';
