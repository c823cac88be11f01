-- Whether people came to the variants as the weights say.
--
-- A count of n people at a share w has the standard deviation sqrt(n · w · (1 − w)). With two variants the square of
-- the distance is χ².
create or replace view report.splits as
with weights as (
  select e.extra -> 'payload' ->> 'experiment' as experiment, (e.extra -> 'payload' -> 'phase' ->> 'number')::int as phase,
    v.variant ->> 'id' as variant, (v.variant ->> 'weight')::numeric as weight
  from event e
  cross join lateral jsonb_array_elements(e.extra -> 'payload' -> 'phase' -> 'variants') v (variant)
  where e.stream = 0 and e.extra ->> 'type' in ('experiment_started', 'phase_started')
), counts as (
  select w.experiment, w.phase, w.variant, w.weight / nullif(sum(w.weight) over p, 0) as share,
    coalesce(c.people, 0) as people, sum(c.people) filter (where w.weight > 0) over p as everyone
  from weights w
  left join report.standings c on c.experiment = w.experiment and c.phase = w.phase and c.variant = w.variant
    and c.standing = 'compared'
  window p as (partition by w.experiment, w.phase)
)
select c.experiment, c.phase, c.variant, c.share::double precision as share, c.people, (c.everyone * c.share)::double precision as expected,
  ((c.people - c.everyone * c.share) / nullif(sqrt(c.everyone * c.share * (1 - c.share)), 0))::double precision as distance
from counts c;

comment on view report.splits is 'The people of each variant beside those that its weight lets expect. A distance beyond 3.3 standard deviations either way means that people get lost on the way to one variant, and that no figure of the phase can be trusted. With more than two variants read the p-value of tipledger report, which is of all at once.';
comment on column report.splits.experiment is 'The id of the experiment.';
comment on column report.splits.phase is 'The number of the phase, from 1.';
comment on column report.splits.variant is 'The variant.';
comment on column report.splits.share is 'The share of the people that its weight gives it, from 0 to 1.';
comment on column report.splits.people is 'How many are compared.';
comment on column report.splits.expected is 'How many of all who are compared its share is; null where there is nobody.';
comment on column report.splits.distance is 'How many standard deviations there are more of them than expected; null where nothing else can be.';
