-- Notes the checksum of the texts that the views were made from, and says whether there is a role that reads them.
-- param digest: text
-- result has_reader: bool
select note_views($1) as has_reader
