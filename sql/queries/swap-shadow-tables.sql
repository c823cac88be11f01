-- Puts the rebuilt tables of some projections in the place of the live ones, and says how many.
-- param projections: text[]
-- result tables: int4
select swap_shadow_tables($1) as tables
