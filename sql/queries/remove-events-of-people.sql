-- Takes all events of persons of one stream out of the log, and says how many of each.
-- param stream: int4
-- param people: uuid[]
-- result person: uuid, events: int8
with gone as (
  delete from event e where e.stream = $1 and e.person = any ($2) returning e.person
)
select g.person, count(*) as events from gone g group by g.person
