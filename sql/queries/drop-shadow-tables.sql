-- Drops the copies of the projection tables.
drop schema if exists shadow cascade
