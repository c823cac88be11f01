-- Makes empty copies of the projection tables beside the live ones, and says how many.
-- result tables: int4
select make_shadow_tables() as tables
