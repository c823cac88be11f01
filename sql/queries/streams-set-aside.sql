-- Tells which streams have events that could not be read.
-- result stream: int4
select q.stream from quarantine q where q.code = 'unreadable_event' group by q.stream order by q.stream
