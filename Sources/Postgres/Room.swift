// Postgres: see README, table of rooms.
