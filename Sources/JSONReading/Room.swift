// JSONReading: see README, table of rooms.
