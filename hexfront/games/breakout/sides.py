"""The two sides and the places off the map, as small numbers."""

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")
NAMES = ("German", "Soviet")

AWAY, DEAD, EXITED, WAITING, ABSENT = -1, -2, -3, -4, -5
"""Where a unit is that is not on the map: not yet there, lost, gone over the edge, to be replaced,
or not in this made-up position at all."""
