// HTTPServer: see README, table of rooms.
