-- Conversions on any metric of an experiment.
create or replace view report.conversions as
select x.text as experiment, e.phase, v.text as variant, c.place::int - 1 as metric, p.name as person,
  nullif(e.device, '') as device, e.exposed_at, c.at as converted_at, extract(epoch from c.at - e.exposed_at) as seconds
from exposure e
cross join lateral unnest(e.converted_at) with ordinality c (at, place)
join word x on x.id = e.experiment
join word v on v.id = e.variant
left join person p on p.stream = e.stream and p.person = e.person
where c.at is not null and e.standing = 0;

comment on view report.conversions is 'One row a conversion of somebody who is compared: the first one on each metric, whether its window has closed or not.';
comment on column report.conversions.experiment is 'The id of the experiment.';
comment on column report.conversions.phase is 'The number of the phase, from 1.';
comment on column report.conversions.variant is 'The variant that was seen first.';
comment on column report.conversions.metric is 'The place of the metric in the plan: 0 is the primary one, then the secondary ones, then the guardrails.';
comment on column report.conversions.person is 'The id that the app gave the person.';
comment on column report.conversions.device is 'The device where that is the unit of the experiment, else null.';
comment on column report.conversions.exposed_at is 'When they saw the tip first.';
comment on column report.conversions.converted_at is 'When they first did what the metric counts.';
comment on column report.conversions.seconds is 'The time between the two, in seconds.';
