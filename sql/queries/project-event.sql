-- Finds an event of stream 0 by its key.
-- param event_id: uuid
-- result seq: int8
select e.seq from event e where e.stream = 0 and e.event_id = $1
