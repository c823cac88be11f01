-- Adds words to the dictionary; a word or an id that another process took meanwhile is left out.
-- param kinds: int2[]
-- param texts: text[]
-- result id: int4, kind: int2, text: text
insert into word (id, kind, text)
select (select coalesce(max(o.id), 0) from word o) + k.place::int, k.kind, k.text
from unnest($1, $2) with ordinality as k (kind, text, place)
on conflict do nothing
returning id, kind, text
