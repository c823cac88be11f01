-- Forgets the sessions that are over.
-- param now: timestamptz
delete from web_session s where s.expires_at <= $1
