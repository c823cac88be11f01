-- Tells which persons of one stream have taken part in any experiment.
-- param stream: int4
-- param people: uuid[]
-- result person: uuid
select distinct x.person from exposure x where x.stream = $1 and x.person = any ($2)
