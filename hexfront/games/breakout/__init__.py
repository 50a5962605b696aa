"""Breakout: First Panzer Army (1944)."""
