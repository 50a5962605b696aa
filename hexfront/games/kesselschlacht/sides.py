"""The two sides and their nations, the groups their formations belong to (3.5.a), and the set-ups."""

AXIS, SOVIET = 0, 1
SIDES = ("axis", "soviet")
NAMES = ("Axis", "Soviet")

AWAY, DEAD, WAITING, ABSENT, EXITED = -1, -2, -3, -4, -5
"""Where a unit is that is not on the map: to be set up, eliminated, due on a later turn, not in play, or
gone off the map for good."""

NATIONS = {"axis": ("german", "hungarian"), "soviet": ("soviet",)}

FIRST_PANZER_ARMY, RELIEF_FORCE, GARRISON = "1PzA", "ARF", "garrison"
FIRST_UKRAINIAN, SECOND_UKRAINIAN = "1UK", "2UK"
GROUPS = {
    "axis": (FIRST_PANZER_ARMY, RELIEF_FORCE, GARRISON),
    "soviet": (FIRST_UKRAINIAN, SECOND_UKRAINIAN),
}

SET_UPS = ("march31", "march24")
"""Scenario 1 starts from the first, the campaign from the second. 18.0.a"""

SNOW, MUD, HEAVY_SNOW = WEATHERS = ("snow", "mud", "heavy_snow")

OK, DO, DIS, RT = STATUSES = ("ok", "DO", "DIS", "RT")
"""Each worse than the one before. 13.3"""
STATUS_WORDS = {OK: "in good order", DO: "disorganized", DIS: "disrupted", RT: "routed"}

ATTACK, GENERAL, OUT = GRADES = ("attack", "general", "out")
"""The grades of supply; only Soviet units can have the middle one. 10.2"""
