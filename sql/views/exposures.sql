-- Who saw which variant first in a phase of an experiment, and what they did then.
create or replace view report.exposures as
select x.text as experiment, e.phase, p.name as person, nullif(e.device, '') as device, v.text as variant,
  (array['compared', 'multipleVariants', 'unexpectedVariant', 'test', 'bot', 'optedOut', 'joined'])[e.standing + 1]
    as standing,
  e.exposed_at, e.converted_at[1] as converted_at, e.impressions, e.taps, e.action_performed, e.tip_closed, e.late,
  e.events
from exposure e
join word x on x.id = e.experiment
join word v on v.id = e.variant
left join person p on p.stream = e.stream and p.person = e.person;

comment on view report.exposures is 'One row a person (or device, where that is the unit) in a phase of an experiment: the first exposure and what followed.';
comment on column report.exposures.experiment is 'The id of the experiment.';
comment on column report.exposures.phase is 'The number of the phase, from 1; other weights begin another.';
comment on column report.exposures.person is 'The id that the app gave the person.';
comment on column report.exposures.device is 'The device where that is the unit of the experiment, else null.';
comment on column report.exposures.variant is 'The variant that was seen first.';
comment on column report.exposures.standing is 'Whether the report compares them (compared), or why not; joined are several names of one person, who is counted once.';
comment on column report.exposures.exposed_at is 'When they saw the tip first.';
comment on column report.exposures.converted_at is 'When they first did what the primary metric counts; null where they have not.';
comment on column report.exposures.impressions is 'How often they saw the tip in the phase.';
comment on column report.exposures.taps is 'How often they tapped one of its actions.';
comment on column report.exposures.action_performed is 'How often it was invalidated because they did what it asks.';
comment on column report.exposures.tip_closed is 'How often they closed it.';
comment on column report.exposures.late is 'How many of these events came late.';
comment on column report.exposures.events is 'How many events that is.';
