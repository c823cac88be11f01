-- Removes the statuses by default of one stream, before they are written anew.
-- param stream: int4
delete from tip_default d where d.stream = $1
