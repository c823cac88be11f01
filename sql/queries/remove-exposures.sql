-- Removes what persons of one stream did in experiments, before it is written anew.
-- param stream: int4
-- param people: uuid[]
delete from exposure x where x.stream = $1 and x.person = any ($2)
