// TipStore: see README, table of rooms.
