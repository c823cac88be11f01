-- Makes empty copies of the projection tables beside the live ones, or finds those that were left half-way.
-- param purpose: text
-- result is_resumed: bool
select make_shadow_tables($1) as is_resumed
