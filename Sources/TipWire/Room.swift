// TipWire: see README, table of rooms.
