-- Lets the role that reads the views read them, and says whether there is one.
-- result has_reader: bool
select grant_reader() as has_reader
