"""A small whole game whose sides allot their planes in secret, for what no real game has yet."""
