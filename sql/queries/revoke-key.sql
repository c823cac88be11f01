-- Ends a key.
-- param id: text
-- result id: text
update api_key k set revoked_at = now() where k.id = $1 and k.revoked_at is null returning k.id
