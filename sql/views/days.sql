-- The tallies by the day of the exposure.
create or replace view report.days as
select x.text as experiment, t.phase, v.text as variant, date_trunc('day', t.hour, 'UTC') as day,
  coalesce(sum(t.people) filter (where t.metric = -1), 0)::bigint as people,
  coalesce(sum(t.people) filter (where t.metric = 0), 0)::bigint as converted,
  sum(t.impressions)::bigint as impressions, sum(t.taps)::bigint as taps,
  sum(t.action_performed)::bigint as action_performed, sum(t.tip_closed)::bigint as tip_closed
from tally t
join word x on x.id = t.experiment
join word v on v.id = t.variant
where t.standing = 0
group by 1, 2, 3, 4;

comment on view report.days is 'Sums over who is compared, by phase, variant and UTC day of the first exposure. Persons with several names are in none: the report counts those from their histories.';
comment on column report.days.experiment is 'The id of the experiment.';
comment on column report.days.phase is 'The number of the phase, from 1.';
comment on column report.days.variant is 'The variant that was seen first.';
comment on column report.days.day is 'Midnight UTC of the day of the first exposure.';
comment on column report.days.people is 'How many saw the tip first on that day.';
comment on column report.days.converted is 'How many of them have done what the primary metric counts since, on whatever day.';
comment on column report.days.impressions is 'How often they have seen the tip since.';
comment on column report.days.taps is 'How often they have tapped one of its actions since.';
comment on column report.days.action_performed is 'How often it was invalidated since because they did what it asks.';
comment on column report.days.tip_closed is 'How often they have closed it since.';
