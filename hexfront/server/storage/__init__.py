"""The database: games, seats, secrets, chat."""
