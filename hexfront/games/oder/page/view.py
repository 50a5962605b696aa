"""The position as everybody may see it: nothing is hidden in this game. 3.2.imp1"""

from __future__ import annotations

from functools import partial
from typing import cast

from hexfront.games.oder.page import combat_view
from hexfront.games.oder.page.view_types import OderUnit, OderView
from hexfront.games.oder.rules.movement import Group
from hexfront.games.oder.rules.victory import points, totals
from hexfront.games.oder.sides import ABSENT, AWAY, DEAD, OUT, SIDES, WAITING
from hexfront.games.oder.state import State
from hexfront.kernel import views
from hexfront.kernel.fields import Json
from hexfront.kernel.state_fields import ALL
from hexfront.mechanics.viewing import (
    decision_of,
    group_on_the_way,
    remembered,
)


def view(s: State, side: int | None) -> OderView:
    """Everything a side sees, which is everything; None is a spectator."""
    world = s.world
    whole: Json = {
        "game": "oder",
        "scenario": world.scenario.id,
        "side": None if side is None else SIDES[side],
        "turn": s.turn,
        "phase": s.phase,
        **s.written("", side),
        "order": orders(s),
        "vp": totals(s),
        "score": points(s),
        "hexes": hexes(s),
        "units": units(s, side),
        "off_map": off_map(s),
        "markers": s.written("markers", side),
        "options": s.options,
        "result": cast("views.Result | None", s.result),
        "combat": combat_view.combat(s),
        "decision": decision_of(s, side),
    }
    seen = cast("OderView", whole)
    if s.stack and side == s.decider:
        seen["planned"] = _planned(s)
    return seen


def orders(s: State) -> dict[str, str | None]:
    """The orders declared this turn. 5.3"""
    return {side: order or None for side, order in zip(SIDES, s.orders, strict=True)}


def hexes(s: State) -> Json:
    """The hexes that have a controller or a name; not to be changed. 3.1"""
    board = s.world.board
    both = s.ever[0] & s.ever[1]  # what counts for fortress supply and arrivals, R-57

    def entry(h: int) -> Json:
        found: Json = {}
        for name, control in zip(SIDES, s.control, strict=True):
            if control >> h & 1:
                found["control"] = name
        if both >> h & 1:
            found["ever"] = list(SIDES)
        if (place := board.places.get(h)) is not None:
            found[place.kind] = place.name
        if board.forts >> h & 1:
            found["fort"] = bool(s.forts >> h & 1)
        return found | s.hex_fields(h, None)

    return s.world.seen_hexes.get((*s.control, both, s.forts, *s.hex_key(None)), entry)


def unit_json(s: State, u: int, side: int | None = ALL) -> OderUnit:
    """A unit as its counter shows it, and where it is."""
    spec = s.world.roster.specs[u]
    unit: Json = {
        "id": spec.id,
        "side": spec.side,
        "label": spec.label,
        "name": spec.name,
        "type": spec.type,
        "size": spec.size,
        "mobility": spec.mobility,
        "factors": [[spec.attack, spec.defence]],
        "steps": 1,
        "attack": spec.attack,
        "defence": spec.defence,
        "hex": s.world.grid.number(s.where[u]) if s.where[u] >= 0 else None,
        **s.unit_fields(u, side),
    }
    return cast("OderUnit", unit)


def units(s: State, side: int | None) -> list[OderUnit]:
    """The units on the map by their hexes; not to be changed."""
    world = s.world
    owner, known, zones = world.roster.side, world.seen_units, (s.zoc(1), s.zoc(0))
    found = []
    for h in sorted(s.stacks, key=world.grid.numbers.__getitem__):
        stack = s.stacks[h]
        ezoc = zones[owner[stack[0]]] >> h & 1
        for u in stack:
            supply = s.supply(u)
            key = (u, h, supply, ezoc, s.unit_key(u, side))
            unit = known.get(key)
            if unit is None:
                unit = remembered(known, key, partial(_unit, s, u, side, supply, ezoc))
            found.append(unit)
    return found


def _unit(s: State, u: int, side: int | None, supply: str, ezoc: int) -> OderUnit:
    """A unit on the map with its supply and whether it is in an enemy zone."""
    unit = unit_json(s, u, side)
    unit["supplied"], unit["supply"], unit["ezoc"] = supply != OUT, supply, bool(ezoc)
    return unit


def off_map(s: State) -> views.OffMap:
    """Units that are not on the map."""
    roster = s.world.roster
    by_place: dict[int, list[str]] = {AWAY: [], DEAD: [], WAITING: [], ABSENT: []}
    for u, h in enumerate(s.where):
        if h < 0:
            by_place[h].append(roster.ids[u])
    specs, index = roster.specs, roster.index
    first_time = {u for u, turn in s.queue.items() if specs[u].arrives == turn}
    return {
        "to_place": [i for i in by_place[AWAY] if not specs[index[i]].arrives],
        "reinforcements": {
            **{i: specs[index[i]].arrives for i in by_place[AWAY] if specs[index[i]].arrives},
            **{roster.ids[u]: s.queue[u] for u in sorted(first_time)},
        },
        "eliminated": [i for i in by_place[DEAD] if not s.refused >> index[i] & 1],
        "forfeited": [i for i in by_place[DEAD] if s.refused >> index[i] & 1],
        "exited": [],
        "queue": {roster.ids[u]: t for u, t in sorted(s.queue.items()) if u not in first_time},
    }


def _planned(s: State) -> views.Planned | None:
    """What the side to decide is just putting together."""
    step = s.stack[-1]
    if isinstance(step, Group):
        return group_on_the_way(s, step)
    return combat_view.planned(s)
