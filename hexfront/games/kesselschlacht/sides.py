"""The two sides and their nations, the groups their formations belong to (3.5.a), and the set-ups."""

AXIS, SOVIET = 0, 1
SIDES = ("axis", "soviet")
NAMES = ("Axis", "Soviet")

NATIONS = {"axis": ("german", "hungarian"), "soviet": ("soviet",)}

FIRST_PANZER_ARMY, RELIEF_FORCE, GARRISON = "1PzA", "ARF", "garrison"
GROUPS = {
    "axis": (FIRST_PANZER_ARMY, RELIEF_FORCE, GARRISON),
    "soviet": ("1UK", "2UK"),
}

SET_UPS = ("march31", "march24")
"""Scenario 1 starts from the first, the campaign from the second. 18.0.a"""

WEATHERS = ("snow", "mud", "heavy_snow")
