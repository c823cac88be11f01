-- Keeps the first key of a scope by its hash, unless another process has made it meanwhile.
-- param id: text
-- param scope: text
-- param name: text
-- param sha256: bytea
-- param created_at: timestamptz
-- result id: text
insert into api_key (id, scope, name, sha256, created_at) values ($1, $2, $3, $4, $5)
on conflict (id) do nothing returning id
