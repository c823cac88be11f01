-- What a new server of docker-compose.yml begins with: the role that owns the log, its database, and a role that
-- reads the views for dashboards. Run once, by the image of PostgreSQL, as: psql -f sql/make-roles.sql
\set ON_ERROR_STOP on
\set owner_password `cat "${DB_PASSWORD_FILE:-/run/secrets/db_password}"`
\set reader_password `cat "${READER_PASSWORD_FILE:-/run/secrets/reader_password}"`
create role tipledger login password :'owner_password';
create role tipledger_reader login connection limit 20 password :'reader_password';
alter role tipledger_reader set statement_timeout = '30s';
alter role tipledger_reader set default_transaction_read_only = on;
create database tipledger owner tipledger;
revoke all on database tipledger from public;
grant connect on database tipledger to tipledger_reader;
