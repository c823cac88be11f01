-- Lets a key end by itself at a time, unless it ends before.
-- param id: text
-- param expires_at: timestamptz
-- result id: text
update api_key k set expires_at = least(k.expires_at, $2) where k.id = $1 and k.revoked_at is null returning k.id
