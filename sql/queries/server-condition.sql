-- Reads the server's clock, how its archive and its copies fare, and what stands in the way of vacuum and writers.
-- result now: timestamptz, standbys: int8, archived_at: timestamptz?, archive_failed_at: timestamptz?, prepared: int8, transaction_ages: int4
select clock_timestamp() as now,
  (select count(*) from pg_stat_replication) as standbys,
  (select a.last_archived_time from pg_stat_archiver a) as archived_at,
  (select a.last_failed_time from pg_stat_archiver a) as archive_failed_at,
  (select count(*) from pg_prepared_xacts p where p.prepared < now() - interval '1 hour') as prepared,
  (select age(d.datfrozenxid) from pg_database d where d.datname = current_database()) as transaction_ages
