-- Reads how far a stream is folded, and what is kept of one of its persons as of there.
-- param stream: int4
-- param person: uuid
-- param projection: text
-- result seq: int8, is_linked: bool, fold_key: int8?, state: bytea?
select c.seq, exists (select from person_link l where l.stream = $1 and l.person = $2) as is_linked, s.fold_key, s.state
from checkpoint c
left join person_state s on s.stream = $1 and s.person = $2
where c.stream = $1 and c.projection = $3
