-- What people did with each tip, by how often they have seen it.
create or replace view report.responses as
select w.text as tip, least(r.impressions, 10) as number, count(*) as people, sum(r.impressions)::bigint as impressions,
  sum(r.seconds::numeric)::double precision as seconds,
  count(*) filter (where r.invalidated_at <= now() and r.reason = 1) as action_performed,
  count(*) filter (where r.invalidated_at <= now() and r.reason = 2) as tip_closed,
  count(*) filter (where r.invalidated_at <= now() and r.reason = 3) as count_exceeded,
  count(*) filter (where r.invalidated_at <= now() and r.reason = 4) as duration_exceeded,
  count(*) filter (where r.taps > 0) as tapped, sum(r.taps)::bigint as taps
from tip_state r
join word w on w.id = r.tip
group by w.text, least(r.impressions, 10);

comment on view report.responses is 'People by tip and by how often they have seen it, and what has ended it for them. It reads each person''s state of each tip once, which tip_status does not.';
comment on column report.responses.tip is 'The tip, or the item of a reusable one.';
comment on column report.responses.number is 'How often they have seen it: 0 to 9, and 10 for ten times and more.';
comment on column report.responses.people is 'How many persons that is. Who has never had to do with the tip is in no row.';
comment on column report.responses.impressions is 'How often they have seen it together.';
comment on column report.responses.seconds is 'For how long together, in seconds.';
comment on column report.responses.action_performed is 'For how many it is over because they did what it asks.';
comment on column report.responses.tip_closed is 'For how many because they closed it.';
comment on column report.responses.count_exceeded is 'For how many because they saw it as often as it allows.';
comment on column report.responses.duration_exceeded is 'For how many because they saw it for as long as it allows.';
comment on column report.responses.tapped is 'How many of them tapped an action of it.';
comment on column report.responses.taps is 'How often together.';
