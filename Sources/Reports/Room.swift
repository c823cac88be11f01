// Reports: see README, table of rooms.
