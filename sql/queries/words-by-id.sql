-- Reads words of the dictionary.
-- param ids: int4[]
-- result id: int4, kind: int2, text: text
select w.id, w.kind, w.text from word w where w.id = any ($1)
