-- What was planned for each phase of an experiment, and how the experiment stands.
create or replace view report.phases as
with steps as (
  select e.seq, e.at, e.extra ->> 'type' as type, e.extra -> 'payload' ->> 'experiment' as experiment,
    e.extra -> 'payload' -> 'phase' as phase, e.extra -> 'payload' ->> 'decision' as decision
  from event e
  where e.stream = 0 and e.extra ->> 'type' in (
    'experiment_started', 'phase_started', 'experiment_paused', 'experiment_resumed', 'experiment_stopped'
  )
), latest as (
  select distinct on (s.experiment) s.experiment, s.type, s.at, s.decision from steps s order by s.experiment, s.seq desc
), newest as (
  select s.experiment, max((s.phase ->> 'number')::int) as phase from steps s where s.phase is not null group by s.experiment
)
select s.experiment, (s.phase ->> 'number')::int as phase, s.phase ->> 'tip' as tip,
  case when (s.phase ->> 'number')::int < n.phase then 'over'
    else case l.type when 'experiment_paused' then 'paused' when 'experiment_stopped' then 'stopped' else 'running' end
  end as status,
  s.at as started_at, case when l.type = 'experiment_stopped' then l.at end as stopped_at,
  case when l.type = 'experiment_stopped' then l.decision end as decision,
  s.phase -> 'variants' -> 0 ->> 'id' as baseline, s.phase -> 'metrics' -> 0 ->> 'metric' as metric,
  (s.phase -> 'plan' ->> 'peoplePerVariant')::bigint as planned_people, (s.phase -> 'plan' ->> 'looks')::int as looks,
  (s.phase ->> 'inclusion')::double precision as inclusion
from steps s
join latest l on l.experiment = s.experiment
join newest n on n.experiment = s.experiment
where s.phase is not null;

comment on view report.phases is 'One row a phase of an experiment: what its start has frozen, and how it stands.';
comment on column report.phases.experiment is 'The id of the experiment.';
comment on column report.phases.phase is 'The number of the phase, from 1; other weights begin another.';
comment on column report.phases.tip is 'The tip whose copy is compared.';
comment on column report.phases.status is 'running, paused or stopped; over is a phase that another has followed.';
comment on column report.phases.started_at is 'When the phase began.';
comment on column report.phases.stopped_at is 'When the experiment was stopped.';
comment on column report.phases.decision is 'What was decided at the stop: keep, or ship: and a variant.';
comment on column report.phases.baseline is 'The variant that the others are compared with, unless a report is asked for another.';
comment on column report.phases.metric is 'The primary metric.';
comment on column report.phases.planned_people is 'How many people a variant were planned; null without a plan.';
comment on column report.phases.looks is 'At how many looks a verdict was planned.';
comment on column report.phases.inclusion is 'The share of the audience that was let in at the start of the phase, from 0 to 1.';
