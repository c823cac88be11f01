-- A report counts whoever has several names from their histories. Finding them must not read the exposures of
-- everybody else.
create index exposure_joined on exposure (experiment, phase, stream, person) where standing = 6;
