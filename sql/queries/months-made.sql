-- Finds the last month that the log has a partition of its own for.
-- result last: timestamptz?
select max(to_date(substr(c.relname, 7), 'YYYY_MM'))::timestamp at time zone 'UTC' as last
from pg_inherits i join pg_class c on c.oid = i.inhrelid
where i.inhparent = 'event'::regclass and c.relname ~ '^event_[0-9]{4}_[0-9]{2}$'
