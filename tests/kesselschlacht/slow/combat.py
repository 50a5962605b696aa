"""Combats drawn at random, and what they come to by a plain reading of module 12.

Nothing is taken from the rules code: a fight is what was drawn, the figures come from the tables.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from random import Random
from typing import Any, NamedTuple

from hexfront.kernel.fields import Json

AXIS_TARGET, AXIS_HEXES = "2010", ("2009", "2110", "2111", "2011", "1911", "1910")
SOVIET_TARGET, SOVIET_HEXES = "2904", ("2903", "3003", "2803")
"""Soviet attackers stand beside their HQs in 2902."""
CORPS = {
    "III Panzer Korps": "AX-III-HQ",
    "LIX Army Korps": "AX-LIX-HQ",
    "XXIV Panzer Korps": "AX-XXIV-HQ",
}
TYPES = ("infantry", "infantry", "mot_infantry", "mech_infantry", "armor", "armor", "stug", "at")
STATUSES = ("ok", "ok", "ok", "DO", "DIS", "RT")
ARMOR = ("armor", "stug")
SOFT = ("infantry", "mot_infantry", "mech_infantry", "hq", "artillery", "garrison")


class Fight(NamedTuple):
    """A position, the hex that is attacked, who attacks it and how."""

    position: Json
    target: str
    attackers: list[Json]
    defenders: list[Json]
    paid: list[str]
    support: int


class Result(NamedTuple):
    attack: int
    defence: int
    table: int
    column: int
    modifier: int


def draw_fight(seed: int) -> Fight:
    dice = Random(seed)
    axis = dice.random() < 0.6
    target, hexes = (AXIS_TARGET, AXIS_HEXES) if axis else (SOVIET_TARGET, SOVIET_HEXES)
    used = dice.sample(hexes, dice.randint(1, 3))
    units: list[Json] = []
    attackers: list[Json] = []
    for place, corps in zip(used, CORPS, strict=False):
        for i in range(dice.randint(1, 3 if axis else 2)):
            unit = _unit(dice, f"A{place}{i}", place, "axis" if axis else "soviet")
            if axis:
                unit["formation"] = corps
                unit["grade"] = dice.choice(("attack", "attack", "out"))
            else:
                unit["formation"] = dice.choice(("1st Guards Army", "1st Guards Army", "18th Army"))
                unit |= {"activated": True, "grade": "attack"}
            attackers.append(unit)
        if axis:
            units.append({"id": CORPS[corps], "hex": place})
    for i in range(dice.randint(1, 2 if axis else 3)):
        unit = _unit(dice, f"D{i}", target, "soviet" if axis else "axis")
        unit["grade"] = dice.choice(("attack", "out"))
        units.append(unit)
    defenders = [unit for unit in units if unit["hex"] == target]
    status, arrived = dice.choice(STATUSES), len(defenders) > 1 and dice.random() < 0.3
    for unit in defenders:
        unit["status"] = status
    if arrived:
        defenders[-1] |= {"retreated": True, "was_attacked": True}
    position: Json = {
        "turn": 10,
        "map": "blank",
        "phase": "axis-combat" if axis else "soviet-combat",
        "weather": dice.choice(("snow", "mud", "heavy_snow")),
        "hexes": {target: _ground(dice)},
        "hexsides": [_river(dice, place, target) for place in used if dice.random() < 0.5],
        "units": [*units, *attackers],
    }
    if not axis:
        position["hexsides"].append({"between": ["2902", "2901"], "road": "paved"})
        for name in ("SV-1GA-HQ", "SV-18A-HQ"):
            position["units"].insert(0, {"id": name, "hex": "2902", "activated": True})
        marker = dice.choice((None, "hasty", "prepared"))
        if marker and any(u["type"] == "infantry" for u in defenders):
            position["hexes"][target][marker] = True
    position["ammo"] = (
        {CORPS[c]: dice.randint(0, 3) for c, _ in zip(CORPS, used, strict=False)} if axis else {}
    )
    kind = "AA-190" if axis else "SA-IL2"
    position["aircraft"] = [{"id": f"{kind}-{n}"} for n in (1, 2)]
    return Fight(
        position,
        target,
        attackers,
        defenders,
        _payers(dice, position, attackers),
        dice.randint(0, 2),
    )


def _unit(dice: Random, name: str, place: str, side: str) -> Json:
    attack, defence, kind = dice.randint(1, 9), dice.randint(1, 9), dice.choice(TYPES)
    soviet = side == "soviet"
    return {
        "id": name, "hex": place, "side": side, "type": kind, "attack": attack, "defence": defence,
        "mobility": "leg" if kind == "infantry" else "motorized", "quality": dice.choice("ABC"),
        "back_attack": 0 if soviet else (attack + 1) // 2,
        "back_defence": (defence + 1) // 2 if soviet else defence,
    }  # fmt: skip


def _ground(dice: Random) -> Json:
    found: Json = {"terrain": dice.choice(("clear", "clear", "swamp", "rough", "mountainous"))}
    place = dice.choice((None, None, "town", "city"))
    return {**found, place: "X"} if place else found


def _river(dice: Random, a: str, b: str) -> Json:
    kind = dice.choice(("minor", "major"))
    more = {"bridge": dice.choice(("standing", "blown"))} if kind == "major" else {}
    return {"between": [a, b], "river": kind, **more}


def _payers(dice: Random, position: Json, attackers: list[Json]) -> list[str]:
    """Who gets a point where a corps has too little: units that lie on their reverse get none. 10.6"""
    paid: list[str] = []
    for corps, hq in CORPS.items():
        able = [
            u["id"] for u in attackers if u["formation"] == corps and u.get("grade") == "attack"
        ]
        dice.shuffle(able)
        paid += able[: position["ammo"].get(hq, 0)]
    return paid


# What it comes to ---------------------------------------------------------------------------------


def reckon(fight: Fight, tables: Any) -> Result:
    """The totals, the table, the column and what is added to the die."""
    position, soviet = fight.position, fight.position["phase"] == "soviet-combat"
    half = Fraction(1, 2) if position["weather"] == "heavy_snow" else Fraction(1)
    sides = {side["between"][0]: side for side in position["hexsides"] if side.get("river")}
    attack = 0
    for unit in fight.attackers:
        if unit["grade"] == "out":
            strength = Fraction(unit["back_attack"])
        elif soviet or unit["id"] in fight.paid:
            strength = Fraction(unit["attack"])
        else:
            strength = Fraction(unit["attack"], 2)
        side = sides.get(unit["hex"])
        if side:
            strength *= Fraction(*tables["river_combat"][f"{side['river']}_strength"])
        attack += ceil(strength * half)
    counting = [unit for unit in fight.defenders if not unit.get("retreated")]
    status = counting[0]["status"]
    defence = 0
    for unit in counting:
        printed = unit["back_defence"] if unit["grade"] == "out" else unit["defence"]
        strength = printed * half * (Fraction(1, 2) if status == "DIS" else 1)
        defence += 1 if status == "RT" else ceil(strength)
    percent = Fraction(100 * attack, defence)
    table = max([p for p in tables["combat_results"]["percentages"] if p <= percent], default=50)
    column = tables["quality"]["column"][_letter(fight.attackers)][_letter(counting)]
    column += _terrain(position["hexes"][fight.target], status, tables)
    column += {"DIS": 1}.get(status, 0) + fight.support
    across = [sides.get(unit["hex"], {}).get("bridge") == "blown" for unit in fight.attackers]
    column += tables["river_combat"]["unbridged_shift"] if all(across) else 0
    marked = position["hexes"][fight.target]
    column -= 2 if marked.get("prepared") else 1 if marked.get("hasty") else 0
    column += _combined(fight, counting, sides, soviet)
    ends = tables["combat_results"]["columns"]
    column = min(max(column, ends[0]), ends[-1])
    return Result(attack, defence, table, column, -1 if status == "DO" else 0)


def _letter(units: list[Json]) -> str:
    letters = sorted(unit["quality"] for unit in units)
    total = sum({"A": 3, "B": 2, "C": 1}[each] for each in letters)
    return str(letters[-1] if total <= 3 else letters[0])


def _terrain(hex_: Json, status: str, tables: Any) -> int:
    places = [kind for kind in ("town", "city") if hex_.get(kind) and status != "RT"]
    return min(int(tables["terrain"][kind]["shift"]) for kind in (hex_["terrain"], *places))


def _combined(fight: Fight, counting: list[Json], sides: dict[str, Json], soviet: bool) -> int:
    """12.2.2: A and C for the attacker, B for the defender; R-29, R-30."""
    steady = [unit for unit in counting if unit["status"] == "ok"]
    armored = any(unit["type"] in ARMOR for unit in steady)
    soft = all(unit["type"] in SOFT for unit in steady)
    one = len({unit["formation"] for unit in fight.attackers}) == 1
    combination = claimed = False
    for place in {unit["hex"] for unit in fight.attackers}:
        here = [unit for unit in fight.attackers if unit["hex"] == place]
        if len({unit["type"] in ARMOR for unit in here}) < 2:
            continue
        combination = True
        supplied = [unit for unit in here if unit["grade"] == "attack"]
        dry = sides.get(place, {}).get("bridge") != "blown"
        both = len({unit["type"] in ARMOR for unit in supplied}) == 2
        claimed |= dry and both and (one or not soviet)
    if claimed and soft:
        return 1
    return -1 if armored and not combination else 0
