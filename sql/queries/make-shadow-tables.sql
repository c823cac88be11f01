-- Makes empty copies of the projection tables beside the live ones.
select make_shadow_tables()
