-- What is left of persons' events that were dropped for their age.
create table person_snapshot (
  stream int not null,
  person uuid not null,
  seq bigint not null,
  at timestamptz not null,
  context int not null,
  state bytea not null,
  primary key (stream, person)
);
comment on table person_snapshot is 'The state of a person as of a cut, from events that are no longer in the log. Part of the log: a rebuild starts from it.';
comment on column person_snapshot.at is 'The time of the last of those events.';
comment on column person_snapshot.seq is 'The place at which it stands for those events: that of the person''s first one.';
create index person_snapshot_by_seq on person_snapshot (stream, seq);

-- What is older than the cut is stored and changes nothing.
alter table stream_head add column cut timestamptz not null default '1970-01-01T00:00:00Z';
comment on column stream_head.cut is 'Events from before it may have been dropped: one that comes later is marked, and no fold reads it.';

drop function take_places(int[], bigint[], timestamptz[]);

-- Gives out the next places of streams: the place before the first new one, the time of receipt, which never
-- falls within a stream, the newest time of an event before, how many names were erased, and the cut. Heads are
-- locked in the order given, which callers keep ascending.
create function take_places(streams int[], counts bigint[], newest timestamptz[])
returns table (
  stream int, seq bigint, received_at timestamptz, latest_at timestamptz, erased int, cut timestamptz
)
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
        returning h.stream, h.seq - counts[i], h.received_at, latest, h.erased, h.cut;
  end loop;
end $$;

-- Drops the oldest months before a cut that hold nothing any fold reads, and widens event_before over their place.
-- Says how many; a month that holds such an event stays, and those after it are emptied.
create function event_drop_months(cut timestamptz) returns int
language plpgsql set timezone = 'UTC' as $$
declare
  m record;
  is_live boolean;
  is_first boolean := true;
  dropped int := 0;
  bound uuid;
begin
  select exists (select from event_before e where e.flags & 16 = 0) into is_live;
  if not is_live then
    delete from event_before;
  end if;
  for m in
    select c.relname, to_date(substr(c.relname, 7), 'YYYY_MM')::timestamptz + interval '1 month' as next
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event'::regclass and c.relname ~ '^event_[0-9]{4}_[0-9]{2}$'
      and to_date(substr(c.relname, 7), 'YYYY_MM')::timestamptz + interval '1 month' <= cut
    order by c.relname
  loop
    execute format('select exists (select from %I e where e.flags & 16 = 0)', m.relname) into is_live;
    if is_live then
      is_first := false;
    elsif is_first then
      execute format('alter table event detach partition %I', m.relname);
      execute format('drop table %I', m.relname);
      bound := event_month_floor(m.next);
      dropped := dropped + 1;
    else
      execute format('truncate table %I', m.relname);
    end if;
  end loop;
  if bound is not null then
    alter table event detach partition event_before;
    execute format('alter table event attach partition event_before for values from (%L) to (%L)',
      '00000000-0001-0000-0000-000000000000', bound);
  end if;
  return dropped;
end $$;
