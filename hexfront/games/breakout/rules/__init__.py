"""The rules of Breakout, one file per chapter."""
