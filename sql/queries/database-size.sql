-- Reads how many bytes the database takes.
-- result bytes: int8
select pg_database_size(current_database()) as bytes
