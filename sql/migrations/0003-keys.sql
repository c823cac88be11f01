-- Keys of the HTTP interface. Only a hash is kept: a key cannot be read back.
create table api_key (
  id text primary key,
  scope text not null check (scope in ('write', 'evaluate', 'read', 'admin')),
  name text not null,
  sha256 bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
comment on table api_key is 'Keys by the SHA-256 of their text. Not part of the log.';
