// TipService: see README, table of rooms.
