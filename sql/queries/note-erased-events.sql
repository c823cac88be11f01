-- Notes that the events of persons have been taken out of the log, beside those that were before.
-- param stream: int4
-- param people: uuid[]
-- param events: int8[]
update erased e set events = coalesce(e.events, 0) + k.events
from unnest($2, $3) as k (person, events)
where e.stream = $1 and e.person = k.person
