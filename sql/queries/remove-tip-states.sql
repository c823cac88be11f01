-- Removes what is kept of tips of persons of one stream, before it is written anew.
-- param stream: int4
-- param people: uuid[]
delete from tip_state r where r.stream = $1 and r.person = any ($2)
