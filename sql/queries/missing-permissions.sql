-- Finds the tables of the program that this account may not read and write as it must, or does not own.
-- result name: text, missing: text
select c.relname::text as name,
  case when has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
      and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete')
    then 'own' else 'read and write' end as missing
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and c.relname in ('stream_head', 'event', 'person', 'word', 'quarantine', 'erased', 'checkpoint', 'exposure', 'tally',
    'person_state', 'tip_state', 'tip_default', 'person_link', 'projection', 'rebuild_turn', 'person_snapshot', 'api_key', 'migration')
  and (not has_table_privilege(c.oid, 'select')
    or not has_table_privilege(c.oid, 'insert')
    or not has_table_privilege(c.oid, 'update')
    or not has_table_privilege(c.oid, 'delete')
    or not pg_has_role(c.relowner, 'usage'))
order by 1
