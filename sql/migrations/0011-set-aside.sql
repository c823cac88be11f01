-- Events of the log that a program could not read, and who folds which stream.

-- They stand in quarantine with this code until a program can read them; each projector asks for them.
create index quarantine_unreadable on quarantine (stream, id) where code = 'unreadable_event';

-- A program holds a stream while it folds it, so that programs do not fold the same one. It holds nothing but for
-- a few seconds after its last sign of life: what keeps the fold right is the mark, which moves from where it was
-- read or not at all.
create table stream_lease (
  stream int primary key,
  holder text not null,
  until timestamptz not null
);
comment on table stream_lease is 'Which program folds a stream now, and until when it is believed to.';
