-- The lift of each variant as it stood at the end of each day.
--
-- The interval is Wald's for the logarithm of a ratio of two rates: ln(r/b) ± 1.96 · sqrt(1/c − 1/n + 1/d − 1/m).
create or replace view report.lifts as
with sums as (
  select d.experiment, d.phase, d.variant, d.day, sum(d.people) over w as people, sum(d.converted) over w as converted
  from report.days d
  window w as (partition by d.experiment, d.phase, d.variant order by d.day)
), pairs as (
  select v.experiment, v.phase, v.variant, v.day, v.people, v.converted,
    (v.converted / v.people) / (b.converted / b.people) as ratio,
    sqrt(1 / v.converted - 1 / v.people + 1 / b.converted - 1 / b.people) as error
  from sums v
  join report.phases p on p.experiment = v.experiment and p.phase = v.phase
  join sums b on b.experiment = v.experiment and b.phase = v.phase and b.day = v.day and b.variant = p.baseline
  where v.variant <> p.baseline and v.converted > 0 and b.converted > 0
)
select q.experiment, q.phase, q.variant, q.day, q.people::bigint as people, q.converted::bigint as converted,
  (q.ratio - 1)::double precision as lift, (q.ratio * exp(-1.959964 * q.error) - 1)::double precision as lower,
  (q.ratio * exp(1.959964 * q.error) - 1)::double precision as upper
from pairs q;

comment on view report.lifts is 'The lift of each variant over the baseline with a 95 % interval, of all who saw the tip up to a day. The interval holds for one look; whoever looks daily and stops at the first good one is misled. The verdict is in tipledger report.';
comment on column report.lifts.experiment is 'The id of the experiment.';
comment on column report.lifts.phase is 'The number of the phase, from 1.';
comment on column report.lifts.variant is 'The variant; never the baseline.';
comment on column report.lifts.day is 'Midnight UTC of the last day of exposures that counts.';
comment on column report.lifts.people is 'How many of the variant are compared up to this day.';
comment on column report.lifts.converted is 'How many of them have converted, on whatever day.';
comment on column report.lifts.lift is 'The change of the rate relative to the baseline''s: 0.1 is 10 % more.';
comment on column report.lifts.lower is 'The lower end of the interval.';
comment on column report.lifts.upper is 'The upper end of the interval.';
