-- Ends a session.
-- param sha256: bytea
delete from web_session s where s.sha256 = $1
