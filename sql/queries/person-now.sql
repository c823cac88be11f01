-- Reads the last place given out in a stream, how far it is folded, and what is kept of one of its persons as of there.
-- param stream: int4
-- param person: uuid
-- param projection: text
-- result head: int8, seq: int8, is_linked: bool, fold_key: int8?, state: bytea?
select h.seq as head, c.seq, exists (select from person_link l where l.stream = $1 and l.person = $2) as is_linked,
  s.fold_key, s.state
from stream_head h
join checkpoint c on c.stream = $1 and c.projection = $3
left join person_state s on s.stream = $1 and s.person = $2
where h.stream = $1
