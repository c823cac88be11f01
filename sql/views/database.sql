-- How large the database is.
create or replace view report.database as
select pg_database_size(current_database()) as bytes;

comment on view report.database is 'The size of the database.';
comment on column report.database.bytes is 'Bytes on disk: the log, its keys, states, figures and what PostgreSQL keeps besides.';
