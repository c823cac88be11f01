-- How far the log is written and folded.
create or replace view report.streams as
select h.stream, h.seq as events, c.seq as folded, h.seq - coalesce(c.seq, 0) as behind,
  nullif(h.received_at, '1970-01-01T00:00:00Z') as received_at, nullif(h.latest_at, '1970-01-01T00:00:00Z') as latest_at,
  h.erased
from stream_head h
left join checkpoint c on c.stream = h.stream and c.projection = 'experiments'
where h.stream <> 0;

comment on view report.streams is 'One row a slice of the persons: how much is in the log, and how far it is folded into states and figures.';
comment on column report.streams.stream is 'The slice.';
comment on column report.streams.events is 'How many places were given out; events that were dropped since are among them.';
comment on column report.streams.folded is 'How many of them are in the states and figures.';
comment on column report.streams.behind is 'How many are not yet.';
comment on column report.streams.received_at is 'When the last event was written.';
comment on column report.streams.latest_at is 'The newest time that any event says.';
comment on column report.streams.erased is 'How many names were erased.';
