-- Tells whether the database has ever been migrated.
-- result known: bool
select to_regclass('migration') is not null as known
