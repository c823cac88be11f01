-- Makes the monthly partitions of the coming months.
-- param ahead: int4
-- result made: int4
select event_months_ahead(now(), $1) as made
