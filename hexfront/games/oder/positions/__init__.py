"""Positions of Watch on the Oder as JSON, read and written."""
