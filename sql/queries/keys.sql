-- Lists the keys.
-- result id: text, scope: text, name: text, sha256: bytea, created_at: timestamptz, expires_at: timestamptz?, revoked_at: timestamptz?, last_used_at: timestamptz?
select k.id, k.scope, k.name, k.sha256, k.created_at, k.expires_at, k.revoked_at, k.last_used_at from api_key k
order by k.created_at, k.id
