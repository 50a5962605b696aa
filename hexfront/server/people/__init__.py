"""Names, secrets and notices of the people at a table."""
