"""Positions of Breakout as JSON, read and written."""
