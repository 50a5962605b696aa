"""The two sides (1.0) and the places off the map, as small numbers."""

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")
NAMES = ("German", "Soviet")

AWAY, DEAD, WAITING, ABSENT = -1, -2, -3, -4
"""Where a unit is that is not on the map: to be set up, lost for good, due on a later turn, or not in
this made-up position at all."""

MOVE_FIGHT, FIGHT_MOVE = "move/fight", "fight/move"
"""The two orders a side can declare for its player turn. 5.3"""

REGULAR, AERIAL, FORTRESS, COASTAL, OUT = "regular", "aerial", "fortress", "coastal", "out"
"""The states of supply. 8.2, 8.3"""
