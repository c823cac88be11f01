-- Lists the persons of one stream who share an erasure.
-- param stream: int4
-- param erasure: uuid
-- result person: uuid, events: int8?, project_seq: int8?
select e.person, e.events, e.project_seq from erased e where e.stream = $1 and e.erasure = $2 order by e.person
