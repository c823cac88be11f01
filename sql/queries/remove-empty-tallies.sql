-- Removes sums over nobody, so that a rebuilt table equals one that was kept up.
-- param stream: int4
delete from tally t where t.stream = $1 and t.people = 0
