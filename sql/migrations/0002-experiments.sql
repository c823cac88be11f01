-- What the fold of the log knows of experiments: a row a person in a phase, and additive counts of those rows.

-- How far each projection has read each stream. Rows and mark change in one transaction.
create table checkpoint (
  stream int not null,
  projection text not null,
  seq bigint not null,
  project_seq bigint not null,
  through timestamptz not null,
  primary key (stream, projection)
);
comment on table checkpoint is 'The place up to which a projection has folded a stream, under the project as of a place of stream 0.';
comment on column checkpoint.through is 'The time of receipt of the last event folded; no folded event is dated after it.';

-- standing: 0 compared, 1 several variants, 2 unexpected variant, 3 test, 4 bot, 5 opted out.
create table exposure (
  stream int not null,
  experiment int not null,
  phase int not null,
  person uuid not null,
  device text not null,
  variant int not null,
  standing smallint not null,
  exposed_at timestamptz not null,
  converted_at timestamptz[] not null,
  impressions int not null,
  taps int not null,
  action_performed int not null,
  tip_closed int not null,
  late int not null,
  events int not null,
  primary key (stream, experiment, phase, person, device)
);
comment on table exposure is 'One row a unit and phase (device is empty where the unit is the person): the first exposure, its variant, and the first conversion of each metric.';
comment on column exposure.converted_at is 'First conversion by metric: the primary one, then secondary ones, then guardrails; null where there is none.';
create index exposure_by_time on exposure (experiment, phase, exposed_at);
create index exposure_by_person on exposure (stream, person);

create table tally (
  stream int not null,
  experiment int not null,
  phase int not null,
  variant int not null,
  standing smallint not null,
  hour timestamptz not null,
  metric smallint not null,
  people bigint not null,
  impressions bigint not null,
  taps bigint not null,
  action_performed bigint not null,
  tip_closed bigint not null,
  late bigint not null,
  events bigint not null,
  primary key (stream, experiment, phase, hour, variant, standing, metric)
);
create index tally_by_experiment on tally (experiment, phase, hour);
comment on table tally is 'Sums over exposure by the hour of the exposure. Metric -1 counts everyone; metric k counts those who converted on it.';

-- Makes empty copies of the projection tables in a schema of their own, with the same indexes by the same names:
-- a rebuild folds into them while the live ones serve, and then they change places.
create function make_shadow_tables() returns int
language plpgsql as $$
declare
  t text;
  i record;
begin
  drop schema if exists shadow cascade;
  create schema shadow;
  foreach t in array array['checkpoint', 'exposure', 'tally'] loop
    execute format('create table shadow.%I (like public.%I including defaults including constraints including comments)', t, t);
    for i in select x.indexname, x.indexdef, c.contype is not null as is_key
      from pg_indexes x
      left join pg_constraint c on c.conname = x.indexname and c.contype = 'p'
        and c.connamespace = 'public'::regnamespace
      where x.schemaname = 'public' and x.tablename = t
    loop
      execute replace(i.indexdef, ' ON public.', ' ON shadow.');
      if i.is_key then
        execute format('alter table shadow.%I add constraint %I primary key using index %I', t, i.indexname, i.indexname);
      end if;
    end loop;
  end loop;
  return 3;
end $$;

-- Puts the shadow tables in the place of the live ones.
create function swap_shadow_tables() returns int
language plpgsql as $$
declare
  t text;
begin
  foreach t in array array['checkpoint', 'exposure', 'tally'] loop
    execute format('drop table public.%I', t);
    execute format('alter table shadow.%I set schema public', t);
  end loop;
  drop schema shadow cascade;
  return 3;
end $$;
