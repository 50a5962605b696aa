"""The two sides and the places off the map, as small numbers."""

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")
NAMES = ("German", "Soviet")

AWAY, DEAD, EXITED, WAITING = -1, -2, -3, -4
"""Where a unit is that is not on the map: not yet there, lost, gone over the edge, to be replaced."""


def enemy(side: int) -> int:
    """The other side."""
    return 1 - side
