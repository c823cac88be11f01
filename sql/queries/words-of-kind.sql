-- Reads all words of one kind.
-- param kind: int2
-- result id: int4, text: text
select w.id, w.text from word w where w.kind = $1 order by w.id
