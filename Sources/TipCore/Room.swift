// TipCore: see README, table of rooms.
