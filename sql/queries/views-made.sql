-- Reads the checksum of the texts that the views were made from.
-- result digest: text?
select substring(obj_description(n.oid, 'pg_namespace') from '\[([0-9a-z]+)\]$') as digest
from pg_namespace n where n.nspname = 'report'
