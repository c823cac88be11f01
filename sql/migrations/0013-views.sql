-- Views for people who write SQL: a schema of their own, and a rebuild that they outlive.
create schema report;

-- What a role that only reads needs: the views, and the tables that those views read which are functions.
create function grant_reader() returns boolean
language plpgsql as $$
begin
  if not exists (select from pg_roles r where r.rolname = 'tipledger_reader') then
    return false;
  end if;
  if exists (
    select from pg_class c
    where (
      c.relnamespace = 'report'::regnamespace and c.relkind = 'v'
      or c.oid in ('person'::regclass, 'person_state'::regclass, 'tip_state'::regclass, 'tip_default'::regclass, 'word'::regclass)
    ) and not has_table_privilege('tipledger_reader', c.oid, 'select')
  ) then
    grant usage on schema report to tipledger_reader;
    grant select on all tables in schema report to tipledger_reader;
    grant select on person, person_state, tip_state, tip_default, word to tipledger_reader;
  end if;
  return true;
end $$;
comment on function grant_reader() is 'Lets the role tipledger_reader, where there is one, read the views of the schema report.';

-- Notes of which texts the views were made, so that another program makes its own over them; says whether there is
-- a role that reads them.
create function note_views(digest text) returns boolean
language plpgsql as $$
begin
  execute format('comment on schema report is %L', 'Views with names instead of numbers, for analysts and dashboards: '
    || 'what else is in the database may change without notice. [' || digest || ']');
  return grant_reader();
end $$;
comment on function note_views(text) is 'Notes the checksum of the texts that the views of the schema report were made from.';

-- Puts the shadow tables of projections in the place of the live ones; the marks go along where all of them do.
--
-- A view holds on to a table and not to its name. So each view of these tables, also one that an analyst made, is
-- empty for the moment of the change, and then what it was; it stays the same object, with its comments and
-- privileges.
create or replace function swap_shadow_tables(projections text[]) returns int
language plpgsql as $$
declare
  p text;
  t text;
  v record;
  tables text[] := '{}';
  views text[] := '{}';
begin
  foreach p in array projections loop
    tables := tables || projection_tables(p);
  end loop;
  for v in
    select format('%I.%I', n.nspname, c.relname) as name, pg_get_viewdef(c.oid) as definition,
      coalesce('with (' || array_to_string(c.reloptions, ', ') || ')', '') as options,
      (
        select string_agg(format('null::%s as %I', format_type(a.atttypid, a.atttypmod), a.attname), ', ' order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ) as nothing
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'v' and exists (
      select from pg_rewrite r
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
      join unnest(tables) k (name) on d.refobjid = format('public.%I', k.name)::regclass
      where r.ev_class = c.oid
    )
  loop
    execute format('create or replace view %s %s as select %s where false', v.name, v.options, v.nothing);
    views := views || format('create or replace view %s %s as %s', v.name, v.options, v.definition);
  end loop;
  foreach t in array tables loop
    execute format('drop table public.%I', t);
    execute format('alter table shadow.%I set schema public', t);
  end loop;
  drop schema shadow cascade;
  foreach t in array views loop
    execute t;
  end loop;
  perform grant_reader();
  return cardinality(tables);
end $$;
