"""What would come of something before it is done: an attack by all, units in another hex."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexfront.kernel.fields import Json, hex_index
from hexfront.kernel.game import Game
from hexfront.kernel.offer import by_verb
from hexfront.kernel.refusal import Refused, malformed, unknown

MOST_JOIN = 60
NEAR = 9
"""Hexes: enemies farther off are not asked whether they can come."""


def attack(game: Game, state: Any, target: str, side: int | None) -> Json:
    """The odds of an attack by everybody who may join it, as the side to decide would see them planned."""
    if side is None or side != state.decider:
        raise Refused(game.seat_rule, "It is not your decision.")
    ahead = state.copy()
    ahead.events = None
    before = ahead.rolls, ahead.reveals
    ahead.apply(("target", target))
    for _ in range(MOST_JOIN):
        joins = by_verb(ahead.choices).get("join") if ahead.decider == side else None
        if not joins or (ahead.rolls, ahead.reveals) != before:
            break
        ahead.apply(joins[0])
    planned: Json = dict(game.view(ahead, side).get("planned") or {})
    return {"units": planned.get("units", []), "odds": planned.get("odds")}


def standing(game: Game, state: Any, units: list[str], to: str, side: int | None) -> Json:
    """How units of a side would stand in a hex: supply, zone, which enemies in sight could come beside it."""
    roster, grid = state.world.roster, state.world.grid
    for unit in units:
        if unit not in roster.index:
            raise unknown(f"There is no unit {unit!r}.")
    numbers = [roster.index[unit] for unit in units]
    h = hex_index(grid, to)
    if side is None or any(roster.side[u] != side for u in numbers):
        raise Refused(game.seat_rule, "These are not your units.")
    if any(state.where[u] < 0 for u in numbers):
        raise malformed("They are not on the map.")
    seen = game.view(state, side)["units"]  # not of what is made up: that may be no position
    ahead = state.copy()
    ahead.events = None
    for u in numbers:
        ahead.suppose(u, h)
    line = game.supply(ahead, side, side)["units"].get(units[0])
    return {
        "supplied": None if line is None else line["supplied"],
        "zone": any(to in game.zoc(ahead, enemy)["hexes"] for enemy in _others(game, side)),
        "threat": _threat(game, ahead, seen, h, side),
    }


def _others(game: Game, side: int) -> list[int]:
    return [other for other in range(len(game.sides)) if other != side]


def _threat(game: Game, ahead: Any, seen: Sequence[Any], h: int, side: int) -> Json:
    """The enemies in sight that could end next to a hex in their next move, and their factors."""
    grid = ahead.world.grid
    enemies = {
        unit["id"]: unit["attack"]
        for unit in seen
        if unit["side"] != game.sides[side] and grid.distance(grid.index(unit["hex"]), h) <= NEAR
    }
    found = set()
    for other in _others(game, side):
        hexes = game.threat(ahead, other, side, enemies)["hexes"]
        for beside in grid.neighbours(h):
            found.update(hexes.get(grid.number(beside), {"units": []})["units"])
    return {
        "units": [unit for unit in enemies if unit in found],
        "attack": sum(enemies[unit] for unit in found),
    }
