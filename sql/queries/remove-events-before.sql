-- Takes the events of persons of one stream from before a time out of the log, and says how many.
-- param stream: int4
-- param people: uuid[]
-- param cut: timestamptz
-- result events: int8
with gone as (
  delete from event e where e.stream = $1 and e.person = any ($2) and e.at < $3 returning e.seq
)
select count(*) as events from gone g
