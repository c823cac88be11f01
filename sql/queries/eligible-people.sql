-- Counts the people by tip and by the status it has for them at an instant.
-- param now: timestamptz
-- result tip: text, available: int8, pending: int8, invalidated: int8, unknown: int8
select e.tip, e.available, e.pending, e.invalidated, e.unknown from eligible_people_at($1) e
