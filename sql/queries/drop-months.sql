-- Drops the oldest months before a time that hold nothing any fold reads, and says how many.
-- param cut: timestamptz
-- result dropped: int4
select event_drop_months($1) as dropped
