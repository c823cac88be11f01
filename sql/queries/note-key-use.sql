-- Notes when keys last let somebody in.
-- param ids: text[]
-- param times: timestamptz[]
update api_key k set last_used_at = greatest(k.last_used_at, u.at)
from unnest($1, $2) as u (id, at) where k.id = u.id
