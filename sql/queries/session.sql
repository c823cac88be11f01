-- Reads whose a session is, while it lasts.
-- param sha256: bytea
-- param now: timestamptz
-- result key_id: text
select s.key_id from web_session s where s.sha256 = $1 and s.expires_at > $2
