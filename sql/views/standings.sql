-- How many are in each phase, and whether they are compared.
create or replace view report.standings as
select x.text as experiment, t.phase, v.text as variant,
  (array['compared', 'multipleVariants', 'unexpectedVariant', 'test', 'bot', 'optedOut', 'joined'])[t.standing + 1]
    as standing,
  sum(t.people)::bigint as people
from tally t
join word x on x.id = t.experiment
join word v on v.id = t.variant
where t.metric = -1
group by x.text, t.phase, v.text, t.standing
having sum(t.people) > 0;

comment on view report.standings is 'How many are in each phase by variant, and whether the report compares them: the sums of exposures, at a cost that does not grow with them.';
comment on column report.standings.experiment is 'The id of the experiment.';
comment on column report.standings.phase is 'The number of the phase, from 1.';
comment on column report.standings.variant is 'The variant that was seen first.';
comment on column report.standings.standing is 'Whether the report compares them (compared), or why not, as in exposures.';
comment on column report.standings.people is 'How many there are.';
