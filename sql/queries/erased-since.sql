-- Finds the persons of one stream whom a fold as of a place of stream 0 has yet to leave out.
-- param stream: int4
-- param after: int8
-- result person: uuid
select e.person from erased e
where e.stream = $1 and e.events is not null and (e.project_seq is null or e.project_seq > $2)
order by e.person
