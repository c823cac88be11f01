-- What folded the tables of each projection, so that a program that folds otherwise knows to begin anew.
create table projection (
  stream int not null,
  name text not null,
  version text not null,
  primary key (stream, name)
);
comment on table projection is 'The version of the fold that made the tables of a projection. All rows stand in stream 0.';
insert into projection (stream, name, version) values (0, 'eligibility', '1'), (0, 'experiments', '1');

-- Whoever rebuilds or verifies holds the row, as both make their tables in one place.
create table rebuild_turn (
  stream int primary key
);
comment on table rebuild_turn is 'One row, locked by the program that folds the log anew; the lock ends with its connection.';
insert into rebuild_turn (stream) values (0);

drop function make_shadow_tables();
drop function swap_shadow_tables();
drop schema if exists shadow cascade;

-- The tables of a projection; those of no projection are part of both.
create function projection_tables(projection text) returns text[]
language sql immutable parallel safe as $$
  select case projection
    when 'eligibility' then array['person_state', 'tip_state', 'tip_default', 'person_link']
    when 'experiments' then array['exposure', 'tally']
    else array['checkpoint'] end
$$;

-- Makes empty copies of the projection tables in a schema of their own, with the same indexes by the same names:
-- a rebuild folds into them while the live ones serve, and then they change places. Copies that an earlier rebuild
-- of the same purpose left half-way stay as they are; says whether there were such.
create function make_shadow_tables(purpose text) returns boolean
language plpgsql as $$
declare
  t text;
  i record;
  found_purpose text;
begin
  if to_regclass('shadow.purpose') is not null then
    select p.purpose into found_purpose from shadow.purpose p;
    if found_purpose = purpose then
      return true;
    end if;
  end if;
  drop schema if exists shadow cascade;
  create schema shadow;
  foreach t in array projection_tables('') || projection_tables('eligibility') || projection_tables('experiments') loop
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
  create table shadow.purpose (purpose text primary key);
  insert into shadow.purpose (purpose) values (purpose);
  return false;
end $$;

-- Puts the shadow tables of projections in the place of the live ones; the marks go along where all of them do.
create function swap_shadow_tables(projections text[]) returns int
language plpgsql as $$
declare
  p text;
  t text;
  swapped int := 0;
begin
  foreach p in array projections loop
    foreach t in array projection_tables(p) loop
      execute format('drop table public.%I', t);
      execute format('alter table shadow.%I set schema public', t);
      swapped := swapped + 1;
    end loop;
  end loop;
  drop schema shadow cascade;
  return swapped;
end $$;
