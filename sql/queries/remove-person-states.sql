-- Removes the states of persons of one stream, before they are written anew.
-- param stream: int4
-- param people: uuid[]
delete from person_state s where s.stream = $1 and s.person = any ($2)
