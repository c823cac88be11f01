-- Puts the rebuilt tables in the place of the live ones, and says how many.
-- result tables: int4
select swap_shadow_tables() as tables
