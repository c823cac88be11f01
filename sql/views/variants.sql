-- The figures of each variant.
create or replace view report.variants as
select d.experiment, d.phase, d.variant, min(d.day) as first_day, max(d.day) as last_day, sum(d.people)::bigint as people,
  sum(d.converted)::bigint as converted, sum(d.converted) / nullif(sum(d.people), 0) as rate,
  sum(d.impressions)::bigint as impressions, sum(d.taps)::bigint as taps,
  sum(d.action_performed)::bigint as action_performed, sum(d.tip_closed)::bigint as tip_closed
from report.days d
group by d.experiment, d.phase, d.variant;

comment on view report.variants is 'The figures of each variant in each phase. A verdict is not among them: it depends on the plan, so read it with tipledger report.';
comment on column report.variants.experiment is 'The id of the experiment.';
comment on column report.variants.phase is 'The number of the phase, from 1.';
comment on column report.variants.variant is 'The variant.';
comment on column report.variants.first_day is 'Midnight UTC of the first day on which somebody saw it first.';
comment on column report.variants.last_day is 'Midnight UTC of the last such day.';
comment on column report.variants.people is 'How many are compared.';
comment on column report.variants.converted is 'How many of them have done what the primary metric counts.';
comment on column report.variants.rate is 'The share of these, from 0 to 1; people whose window is open are in it, who are not in the report yet.';
comment on column report.variants.impressions is 'How often they have seen the tip.';
comment on column report.variants.taps is 'How often they have tapped one of its actions.';
comment on column report.variants.action_performed is 'How often it was invalidated because they did what it asks.';
comment on column report.variants.tip_closed is 'How often they have closed it.';
