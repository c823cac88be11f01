-- Keeps a session by its hash.
-- param sha256: bytea
-- param key_id: text
-- param created_at: timestamptz
-- param expires_at: timestamptz
insert into web_session (sha256, key_id, created_at, expires_at) values ($1, $2, $3, $4)
