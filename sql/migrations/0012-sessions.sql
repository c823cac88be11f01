-- Who is signed in on the web page: one row a browser. Its cookie holds a random text, of which this is the hash.
create table web_session (
  sha256 bytea primary key,
  key_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table web_session is 'Browsers that are signed in, each with the key it signed in with; a session ends with its key. Not part of the log.';
