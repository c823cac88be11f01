-- The event log: streams and their heads, dictionaries, persons, events by month, quarantine.

-- A stream is a fixed slice of the persons. Its head gives out places: the row lock, held until commit,
-- makes the order of commits the order of seq, so a reader needs no more than "seq > mark".
create table stream_head (
  stream int primary key,
  seq bigint not null default 0,
  received_at timestamptz not null default '1970-01-01T00:00:00Z',
  latest_at timestamptz not null default '1970-01-01T00:00:00Z'
);
comment on table stream_head is 'One row a stream: the last place given out. Stream 0 holds no person.';
comment on column stream_head.latest_at is 'The newest time any event of the stream says; one far behind it when it arrives is late.';

-- Gives out the next places of streams: the place before the first new one, the time of receipt, which never
-- falls within a stream, and the newest time of an event before. Heads are locked in the order given, which
-- callers keep ascending.
create function take_places(streams int[], counts bigint[], newest timestamptz[])
returns table (stream int, seq bigint, received_at timestamptz, latest_at timestamptz)
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
        returning h.stream, h.seq - counts[i], h.received_at, latest;
  end loop;
end $$;

-- Names stand in the log as integers. Ids are given by the program, never by a sequence.
create table word (
  id int primary key,
  kind smallint not null,
  text text not null,
  unique (kind, text)
);
comment on table word is 'Dictionary of names in the log: tips, donated events, parameters, experiments, variants, actions, contexts.';

create table person (
  stream int not null,
  person uuid not null,
  first_seq bigint not null,
  name text not null,
  primary key (stream, person)
);
comment on table person is 'Persons by their 16-byte key: the id apps send, and the place of their first event.';

-- event_id is the key of idempotency and of the partition at once: a UUIDv7 (its random bits mixed with the
-- person's key, so that it is unique within a person), or a version 8 made of the stated time and a hash.
create table event (
  seq bigint not null,
  at timestamptz not null,
  received_at timestamptz not null,
  event_id uuid not null,
  person uuid not null,
  stream int not null,
  context int not null,
  subject int,
  experiment int,
  detail int,
  kind smallint not null,
  flags smallint not null,
  device_seq bigint,
  device text,
  display text,
  given_id text,
  extra jsonb,
  primary key (stream, event_id)
) partition by range (event_id);
comment on table event is 'The log. Appended to, never changed; see docs for the views that show it with names.';
create index event_by_seq on event (stream, seq);
create index event_by_person on event (stream, person);

-- The least event id of the month that holds a time.
create function event_month_floor(month timestamptz) returns uuid
language sql immutable parallel safe as $$
  select (lpad(to_hex((extract(epoch from date_trunc('month', month at time zone 'UTC') at time zone 'UTC') * 1000)::bigint), 12, '0')
    || '00000000000000000000')::uuid
$$;

-- Ids without a stated time stand apart, so that dropping an old month never takes them.
create table event_undated partition of event
  for values from (minvalue) to ('00000000-0001-0000-0000-000000000000');

-- Makes the monthly partitions up to `ahead` months after `present`. What lies outside the months stands in
-- event_before and event_after; there is no default partition, which would be scanned for each new month.
create function event_months_ahead(present timestamptz, ahead int) returns int
language plpgsql set timezone = 'UTC' as $$
declare
  last_month timestamptz := date_trunc('month', present) + make_interval(months => ahead);
  next_month timestamptz;
  made int := 0;
begin
  select max(to_date(substr(c.relname, 7), 'YYYY_MM'))::timestamptz + interval '1 month' into next_month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event'::regclass and c.relname ~ '^event_[0-9]{4}_[0-9]{2}$';
  if next_month is null then
    next_month := date_trunc('month', present) - interval '2 months';
    execute format('create table event_before partition of event for values from (%L) to (%L)',
      '00000000-0001-0000-0000-000000000000', event_month_floor(next_month));
  elsif next_month > last_month then
    return 0;
  else
    alter table event detach partition event_after;
    alter table event_after rename to event_after_old;
  end if;
  while next_month <= last_month loop
    execute format('create table %I partition of event for values from (%L) to (%L)',
      'event_' || to_char(next_month, 'YYYY_MM'),
      event_month_floor(next_month), event_month_floor(next_month + interval '1 month'));
    next_month := next_month + interval '1 month';
    made := made + 1;
  end loop;
  execute format('create table event_after partition of event for values from (%L) to (maxvalue)',
    event_month_floor(next_month));
  if to_regclass('event_after_old') is not null then
    insert into event select * from event_after_old;
    drop table event_after_old;
  end if;
  return made;
end $$;
select event_months_ahead(now(), 3);

-- Events that were refused, as they came, so that a mistake can be mended and replayed.
create table quarantine (
  stream int not null,
  id uuid not null,
  received_at timestamptz not null,
  code text not null,
  dialect text not null,
  field text,
  detail text not null,
  person uuid,
  event_id text,
  body bytea not null,
  primary key (stream, id)
);
comment on table quarantine is 'Refused events with their reason. The stream is that of the person where one could be read, else 0.';
create index quarantine_by_time on quarantine (stream, received_at);
