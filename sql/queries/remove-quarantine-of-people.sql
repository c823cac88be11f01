-- Takes refused events out of one stream: those of persons, and those whose bytes have one of some texts.
-- param stream: int4
-- param people: uuid[]
-- param texts: bytea[]
-- result rows: int8
with gone as (
  delete from quarantine q
  where q.stream = $1
    and (q.person = any ($2) or exists (select from unnest($3) as t (bytes) where position(t.bytes in q.body) > 0))
  returning q.id
)
select count(*) as rows from gone
