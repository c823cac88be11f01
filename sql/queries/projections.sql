-- Reads which version of the fold made the tables of each projection.
-- result name: text, version: text
select p.name, p.version from projection p where p.stream = 0 order by p.name
