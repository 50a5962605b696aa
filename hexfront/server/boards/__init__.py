"""The analysis board: positions made up on the page, asked about, played on and shared."""
