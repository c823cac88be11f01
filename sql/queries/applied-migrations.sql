-- Lists the migrations that were applied.
-- result number: int4, sha256: text
select m.number, m.sha256 from migration m order by m.number
