"""Hexes: the numbering of the printed maps, and sets of hexes as integers."""

from hexfront.hexes.grid import Grid
from hexfront.hexes.hexset import HexSet, bits

__all__ = ["Grid", "HexSet", "bits"]
