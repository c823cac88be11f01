-- Notes that a migration was applied.
-- param number: int4
-- param name: text
-- param sha256: text
insert into migration (number, name, sha256) values ($1, $2, $3)
