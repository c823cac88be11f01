-- Finds the persons of one phase who are one of several names of somebody.
-- param experiment: int4
-- param phase: int4
-- result stream: int4, person: uuid
select distinct x.stream, x.person from exposure x
where x.experiment = $1 and x.phase = $2 and x.standing = 6
