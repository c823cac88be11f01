-- Reads settings of the server, as this session has them.
-- param names: text[]
-- result name: text, setting: text
select s.name, s.setting from pg_settings s where s.name = any ($1)
