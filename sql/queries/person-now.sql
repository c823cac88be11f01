-- Reads the last place given out in a stream, how far it is folded and under which state of the project, and what is kept of one of its persons as of there: their state, and the variants of their first exposures.
-- param stream: int4
-- param person: uuid
-- param projection: text
-- result head: int8, seq: int8, project_seq: int8, is_linked: bool, fold_key: int8?, state: bytea?, experiments: int4[]?, phases: int4[]?, variants: int4[]?
select h.seq as head, c.seq, c.project_seq,
  exists (select from person_link l where l.stream = $1 and l.person = $2) as is_linked, s.fold_key, s.state,
  x.experiments, x.phases, x.variants
from stream_head h
join checkpoint c on c.stream = $1 and c.projection = $3
left join person_state s on s.stream = $1 and s.person = $2
cross join lateral (
  select array_agg(x.experiment) as experiments, array_agg(x.phase) as phases, array_agg(x.variant) as variants
  from exposure x
  where x.stream = $1 and x.person = $2 and x.device = '' and x.standing not in (3, 4)
) x
where h.stream = $1
