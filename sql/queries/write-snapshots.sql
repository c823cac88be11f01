-- Writes what is left of persons' events, at the places of their first ones.
-- param stream: int4
-- param people: uuid[]
-- param at: timestamptz[]
-- param contexts: int4[]
-- param states: bytea[]
-- result person: uuid
insert into person_snapshot as s (stream, person, seq, at, context, state)
select $1, k.person, p.first_seq, k.at, k.context, k.state
from unnest($2, $3, $4, $5) as k (person, at, context, state)
join person p on p.stream = $1 and p.person = k.person
on conflict (stream, person) do update set at = excluded.at, context = excluded.context, state = excluded.state
returning person
