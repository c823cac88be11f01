-- Who was erased: nothing but the hash of a name, so that what still comes of them is refused.
create table erased (
  stream int not null,
  person uuid not null,
  erasure uuid not null,
  erased_at timestamptz not null,
  events bigint,
  project_seq bigint,
  primary key (stream, person)
);
comment on table erased is 'Persons who were erased, by the hash of their names. Part of the log: a later event of one of them is refused.';
comment on column erased.erasure is 'The id of the erasure, which all names of one person share and its event in stream 0 carries.';
comment on column erased.events is 'How many events were taken out of the log; null until they are.';
comment on column erased.project_seq is 'The place of the event in stream 0, as of which the folds leave the person out; null until it is written.';
create index erased_by_erasure on erased (stream, erasure);

-- The head says how many names of its stream were erased: where it is none, a writer need not look.
alter table stream_head add column erased int not null default 0;
comment on column stream_head.erased is 'How many names of the stream were erased.';

drop function take_places(int[], bigint[], timestamptz[]);

-- Gives out the next places of streams: the place before the first new one, the time of receipt, which never
-- falls within a stream, the newest time of an event before, and how many names were erased. Heads are locked in
-- the order given, which callers keep ascending.
create function take_places(streams int[], counts bigint[], newest timestamptz[])
returns table (stream int, seq bigint, received_at timestamptz, latest_at timestamptz, erased int)
language plpgsql as $$
#variable_conflict use_column
declare
  latest timestamptz;
begin
  for i in 1 .. coalesce(array_length(streams, 1), 0) loop
    select h.latest_at into latest from stream_head h where h.stream = streams[i] for update;
    return query
      update stream_head h
        set seq = h.seq + counts[i], received_at = greatest(h.received_at, now()),
          latest_at = greatest(h.latest_at, newest[i])
        where h.stream = streams[i]
        returning h.stream, h.seq - counts[i], h.received_at, latest, h.erased;
  end loop;
end $$;
