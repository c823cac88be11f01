-- Reads the states of the next persons of one stream in the order of their keys.
-- param stream: int4
-- param after: uuid
-- param count: int8
-- result person: uuid, fold_key: int8, state: bytea
select s.person, s.fold_key, s.state from person_state s
where s.stream = $1 and s.person > $2 order by s.person limit $3
