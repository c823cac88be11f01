-- Puts the rebuilt tables in the place of the live ones.
select swap_shadow_tables()
