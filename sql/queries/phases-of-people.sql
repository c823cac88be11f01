-- Finds the phases in which persons of one stream take part.
-- param stream: int4
-- param people: uuid[]
-- result experiment: int4, phase: int4
select distinct x.experiment, x.phase from exposure x where x.stream = $1 and x.person = any ($2)
