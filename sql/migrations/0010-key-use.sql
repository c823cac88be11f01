-- When a key last let somebody in, to within some minutes: shows which ones can go.
alter table api_key add column last_used_at timestamptz;
