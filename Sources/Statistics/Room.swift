// Statistics: see README, table of rooms.
