-- Finds words of the dictionary.
-- param kinds: int2[]
-- param texts: text[]
-- result id: int4, kind: int2, text: text
select w.id, w.kind, w.text
from unnest($1, $2) as k (kind, text)
join word w on w.kind = k.kind and w.text = k.text
