-- Reads the states of persons of one stream.
-- param stream: int4
-- param people: uuid[]
-- result person: uuid, fold_key: int8, state: bytea
select s.person, s.fold_key, s.state from person_state s where s.stream = $1 and s.person = any ($2)
