"""Combats to try the rules on, German attacks around 2010 and Soviet ones around 2904.

Around 2010 clockwise from the north: 2009 2110 2111 2011 1911 1910; around 2904: 2903 3003 3004 2905 2804 2803.
"""

from __future__ import annotations

from typing import Any

from hexfront.games.kesselschlacht.game import load
from tests.kesselschlacht.table import ARMY, CORPS, Json, Table, hq, outcome, rifle, road, table

AIRCRAFT = [{"id": spec.id} for spec in load().data.aircraft]
III = "AX-III-HQ"
LIX = "AX-LIX-HQ"
TARGET, SOVIET_TARGET = "2010", "2904"


def german(*units: Json, ammo: int | dict[str, int] = 20, **more: Any) -> Table:
    """A position of the Axis Combat Phase, with the HQ of III Panzer Korps in 2007."""
    points = ammo if isinstance(ammo, dict) else {III: ammo}
    everybody = [*units]
    if not any(unit["id"] == III for unit in units):
        everybody.append(hq(CORPS, "2007"))
    return table(everybody, "axis-combat", ammo=points, aircraft=AIRCRAFT, **more)


def soviet(*units: Json, hexsides: list[Json] | None = None, **more: Any) -> Table:
    """A position of the Soviet Combat Phase: 1st Guards Army has its HQ at the edge, and all are activated."""
    roads = road("2902", "2901")
    everybody = [{"activated": True, **unit} for unit in units]
    if not any(unit["id"] == "SV-1GA-HQ" for unit in units):
        everybody.append(hq(ARMY, "2902", activated=True))
    sides = [*roads, *(hexsides or [])]
    return table(everybody, "soviet-combat", hexsides=sides, aircraft=AIRCRAFT, **more)


def brigade(name: str, where: str, **more: Any) -> Json:
    """A Soviet tank brigade of 1st Guards Army, so that its HQ serves."""
    return rifle(name, where, **{"type": "armor", "mobility": "motorized", "size": "X", **more})


def fight(t: Table, target: str, *units: str) -> Json:
    """Declare an attack by the forces of these units; its result."""
    return outcome(t.attack(target, *units))


def shifts(odds: Json) -> dict[str, int]:
    """The shifts of a combat by their cases."""
    return {each["rule"]: each["columns"] for each in odds["shifts"]}


def line(odds: Json, unit: str) -> int:
    """What a unit counts."""
    found: int = next(each["factor"] for each in odds["lines"] if each["unit"] == unit)
    return found
