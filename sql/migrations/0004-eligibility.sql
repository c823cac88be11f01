-- What the fold of the log knows of eligibility: a state a person, a schedule a tip that is not as by default.

-- Where a status is: 0 pending, 1 available, 2 invalidated.
create table person_state (
  stream int not null,
  person uuid not null,
  last_at timestamptz not null,
  clock_at timestamptz,
  is_opted_out boolean not null,
  fold_key bigint not null,
  state bytea not null,
  primary key (stream, person)
);
comment on table person_state is 'One row a person, under the name that stands for all their names: what the decision on tips needs of their history.';
comment on column person_state.last_at is 'The time of the last event folded: before it the schedules say nothing.';
comment on column person_state.clock_at is 'The latest first display of any tip, from which the display frequency is counted.';
comment on column person_state.fold_key is 'What of the catalog the state was folded under; states of other keys are folded anew.';
comment on column person_state.state is 'The state as the program encodes it.';

create table tip_state (
  stream int not null,
  person uuid not null,
  tip int not null,
  impressions int not null,
  seconds double precision not null,
  first_displayed timestamptz,
  invalidated_at timestamptz,
  reason smallint,
  status smallint not null,
  changes_at timestamptz[],
  statuses smallint[],
  known_until timestamptz,
  primary key (stream, person, tip)
);
comment on table tip_state is 'One row a person and tip that they have seen, or whose status is not what tip_default says.';
comment on column tip_state.seconds is 'Time on screen; a display whose end is not known counts until it is presumed over.';
comment on column tip_state.invalidated_at is 'When the tip is or will be over if nothing else happens.';
comment on column tip_state.reason is 'Why: 1 actionPerformed, 2 tipClosed, 3 displayCountExceeded, 4 displayDurationExceeded.';
comment on column tip_state.status is 'The status from the person''s last event until the first of changes_at: 0 pending, 1 available, 2 invalidated.';
comment on column tip_state.changes_at is 'When the status becomes another one by itself; null where it never does.';
comment on column tip_state.statuses is 'The status from each of changes_at on.';
comment on column tip_state.known_until is 'Until when the schedule says what is so; null is for ever.';

create table tip_default (
  stream int not null,
  tip int not null,
  status smallint not null,
  wait bigint not null,
  changes_at timestamptz[],
  statuses smallint[],
  waits bigint[],
  primary key (stream, tip)
);
comment on table tip_default is 'The status of a tip for everyone without a row in tip_state, as the stream last read the project.';
comment on column tip_default.wait is 'How many microseconds after clock_at the tip is pending still.';

create table person_link (
  stream int not null,
  person uuid not null,
  other uuid not null,
  primary key (stream, person, other)
);
comment on table person_link is 'Half of an identify, as the stream of one of the two persons has it; both halves together join them.';

-- The 16 bytes that stand for a person's name.
create function person_key(name text) returns uuid
language sql immutable parallel safe as $$
  select encode(substr(sha256(convert_to(name, 'UTF8')), 1, 16), 'hex')::uuid
$$;

-- The status of each tip for each person at an instant that is not before their last event; at an earlier one,
-- and past the end of a schedule, the status is null. The bodies below are text that is read when it is run, so
-- that a rebuilt table can take the place of one they speak of.
create function tip_status_at(t timestamptz) returns table (
  person text, tip text, status text, reason text, until timestamptz, impressions int, seconds double precision,
  first_displayed timestamptz, invalidated_at timestamptz, last_event timestamptz, stream int, key uuid
)
language sql stable as $$
  select p.name, w.text,
    case when t < s.last_at or t >= x.known_until then null
      else (array['pending', 'available', 'invalidated'])[x.status + 1] end,
    case when t >= s.last_at and x.status = 2 then
      (array['actionPerformed', 'tipClosed', 'displayCountExceeded', 'displayDurationExceeded'])[x.reason] end,
    case when t >= s.last_at then x.until end, x.impressions, x.seconds, x.first_displayed, x.invalidated_at,
    s.last_at, s.stream, s.person
  from person_state s
  join person p on p.stream = s.stream and p.person = s.person
  join lateral (
    select r.tip, coalesce(r.statuses[width_bucket(t, r.changes_at)], r.status) as status, r.reason,
      r.changes_at[coalesce(width_bucket(t, r.changes_at), 0) + 1] as until, r.impressions, r.seconds,
      r.first_displayed, r.invalidated_at, r.known_until
    from tip_state r
    where r.stream = s.stream and r.person = s.person
    union all
    select d.tip, case when s.is_opted_out or h.is_held then 0 else h.status end, null,
      case when s.is_opted_out then null when h.is_held then least(h.held_until, h.until) else h.until end,
      0, 0, null, null, null
    from tip_default d
    cross join lateral (
      select coalesce(d.statuses[width_bucket(t, d.changes_at)], d.status) as status,
        d.changes_at[coalesce(width_bucket(t, d.changes_at), 0) + 1] as until,
        s.clock_at + coalesce(d.waits[width_bucket(t, d.changes_at)], d.wait) * interval '1 microsecond' as held_until
    ) k
    cross join lateral (
      select k.status, k.until, k.held_until, k.status = 1 and coalesce(t < k.held_until, false) as is_held
    ) h
    where d.stream = s.stream
      and not exists (
        select from tip_state r where r.stream = s.stream and r.person = s.person and r.tip = d.tip
      )
  ) x on true
  join word w on w.id = x.tip
$$;

create view tip_status as select * from tip_status_at(now());
comment on view tip_status is 'The status of each tip for each person now; ask for one person or one tip, or use eligible_people.';

-- How many persons have each status of each tip at an instant; `unknown` are those with a later event, or whose
-- schedule ends before it. Items of a reusable tip count the persons who have met them.
create function eligible_people_at(t timestamptz) returns table (
  tip text, available bigint, pending bigint, invalidated bigint, unknown bigint
)
language sql stable as $$
  with d as (
    select d.stream, d.tip, coalesce(d.statuses[width_bucket(t, d.changes_at)], d.status) as status,
      coalesce(d.waits[width_bucket(t, d.changes_at)], d.wait) as wait
    from tip_default d
  ), w as (
    select distinct d.stream, d.wait from d
  ), everyone as (
    select w.stream, w.wait, count(*) filter (where t >= s.last_at) as known,
      count(*) filter (where t < s.last_at) as unknown,
      count(*) filter (
        where t >= s.last_at and (s.is_opted_out or t < s.clock_at + w.wait * interval '1 microsecond')
      ) as held
    from w join person_state s on s.stream = w.stream
    group by w.stream, w.wait
  ), r as (
    select r.stream, r.tip, t >= s.last_at as is_known,
      s.is_opted_out or coalesce(t < s.clock_at + d.wait * interval '1 microsecond', false) as is_held,
      case when t >= s.last_at and (r.known_until is null or t < r.known_until)
        then coalesce(r.statuses[width_bucket(t, r.changes_at)], r.status) end as status
    from tip_state r
    join person_state s on s.stream = r.stream and s.person = r.person
    left join d on d.stream = r.stream and d.tip = r.tip
  ), own as (
    select r.stream, r.tip, count(*) filter (where r.status = 1) as available,
      count(*) filter (where r.status = 0) as pending, count(*) filter (where r.status = 2) as invalidated,
      count(*) filter (where r.status is null) as unknown, count(*) filter (where r.is_known) as known,
      count(*) filter (where not r.is_known) as later, count(*) filter (where r.is_known and r.is_held) as held
    from r group by r.stream, r.tip
  ), other as (
    select d.stream, d.tip, d.status, e.known - coalesce(o.known, 0) as known,
      e.held - coalesce(o.held, 0) as held, e.unknown - coalesce(o.later, 0) as unknown
    from d join everyone e on e.stream = d.stream and e.wait = d.wait
    left join own o on o.stream = d.stream and o.tip = d.tip
  ), parts as (
    select o.tip, o.available, o.pending, o.invalidated, o.unknown from own o
    union all
    select o.tip, case when o.status = 1 then o.known - o.held else 0 end,
      case when o.status = 1 then o.held when o.status = 0 then o.known else 0 end, 0, o.unknown
    from other o
  )
  select n.text, sum(p.available)::bigint, sum(p.pending)::bigint, sum(p.invalidated)::bigint,
    sum(p.unknown)::bigint
  from parts p join word n on n.id = p.tip
  group by n.text
$$;

create view eligible_people as select * from eligible_people_at(now());
comment on view eligible_people is 'How many persons have each status of each tip now.';

-- The new tables begin empty, so that all of the log is folded again.
delete from checkpoint;
delete from exposure;
delete from tally;

-- Makes empty copies of the projection tables in a schema of their own, with the same indexes by the same names:
-- a rebuild folds into them while the live ones serve, and then they change places.
create or replace function make_shadow_tables() returns int
language plpgsql as $$
declare
  t text;
  i record;
begin
  drop schema if exists shadow cascade;
  create schema shadow;
  foreach t in array array['checkpoint', 'exposure', 'tally', 'person_state', 'tip_state', 'tip_default', 'person_link'] loop
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
  return 7;
end $$;

-- Puts the shadow tables in the place of the live ones.
create or replace function swap_shadow_tables() returns int
language plpgsql as $$
declare
  t text;
begin
  foreach t in array array['checkpoint', 'exposure', 'tally', 'person_state', 'tip_state', 'tip_default', 'person_link'] loop
    execute format('drop table public.%I', t);
    execute format('alter table shadow.%I set schema public', t);
  end loop;
  drop schema shadow cascade;
  return 7;
end $$;
