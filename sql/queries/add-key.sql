-- Keeps a key by its hash.
-- param id: text
-- param scope: text
-- param name: text
-- param sha256: bytea
-- param created_at: timestamptz
-- param expires_at: timestamptz?
insert into api_key (id, scope, name, sha256, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)
