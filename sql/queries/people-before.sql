-- Reads the next persons of one stream, in the order of their keys, with events from before a time, and whether these
-- must stay: another name of theirs, or an experiment, is counted from them.
-- param stream: int4
-- param after: uuid
-- param cut: timestamptz
-- param count: int8
-- result person: uuid, is_kept: bool
select p.person,
  exists (select from person_link l where l.stream = $1 and l.person = p.person)
    or exists (select from exposure x where x.stream = $1 and x.person = p.person) as is_kept
from person p
where p.stream = $1 and p.person > $2
  and exists (
    select from event e where e.stream = $1 and e.person = p.person and e.at < $3 and e.flags & 16 = 0
  )
order by p.person limit $4
