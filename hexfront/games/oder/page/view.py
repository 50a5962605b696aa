"""The position as everybody may see it: nothing is hidden in this game. 3.2.imp1"""

from __future__ import annotations

from functools import partial
from typing import cast

from hexfront.games.oder.page import combat_view
from hexfront.games.oder.page.view_types import OderUnit, OderView
from hexfront.games.oder.rules.movement import Group
from hexfront.games.oder.rules.supply import fortresses, supply_state
from hexfront.games.oder.rules.victory import points, totals
from hexfront.games.oder.sides import ABSENT, AWAY, DEAD, OUT, SIDES, WAITING
from hexfront.games.oder.state import State
from hexfront.kernel import views
from hexfront.kernel.fields import Json
from hexfront.kernel.state_fields import ALL
from hexfront.mechanics.last_seen import Present, Seen, kept, shared, units_seen
from hexfront.mechanics.viewing import (
    decision_of,
    group_on_the_way,
    hexes_seen,
    over_stacks,
    remembered,
)


def view(s: State, side: int | None, seen: Seen | None = None, asked: bool = True) -> OderView:
    """Everything a side sees, which is everything; None is a spectator."""
    seen = s.world.last_seen if seen is None else seen
    whole: Json = {
        "game": "oder",
        "scenario": s.world.scenario.id,
        "side": None if side is None else SIDES[side],
        "turn": s.turn,
        "phase": s.phase,
        **s.written("", side),
        **shared(seen, s, "open", partial(_open, s, seen)),
        "units": units(s, side, seen),
        "markers": s.written("markers", side),
        "decision": decision_of(s, side, asked),
    }
    found = cast("OderView", whole)
    if s.stack and side == s.decider:
        found["planned"] = _planned(s)
        if asked and (full := over_stacks(s)):
            found["over_stacked"] = full
    return found


def _open(s: State, seen: Seen) -> Json:
    """What is open to everybody."""
    return {
        "order": orders(s),
        "vp": totals(s),
        "score": points(s),
        "hexes": hexes(s, seen),
        "off_map": kept(
            seen, "off_map", (s.where.copy(), s.refused, s.queue.copy()), partial(off_map, s)
        ),
        "options": s.options,
        "result": cast("views.Result | None", s.result),
        "combat": combat_view.combat(s),
    }


def orders(s: State) -> dict[str, str | None]:
    """The orders declared this turn. 5.3"""
    return {side: order or None for side, order in zip(SIDES, s.orders, strict=True)}


def hexes(s: State, seen: Seen) -> Json:
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

    sets = (*s.control, both, s.forts, *s.hex_key(None))
    return hexes_seen(s.world.grid, seen, s.world.last_seen, sets, entry)


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


def units(s: State, side: int | None, seen: Seen) -> list[OderUnit]:
    """The units on the map by their hexes; not to be changed."""
    now = shared(seen, s, "present", partial(_present, s))
    zones = now.sets[1]

    def look(h: int, stack: tuple[int, ...]) -> list[OderUnit]:
        ezoc, known, found = zones >> h & 1, s.world.seen_units, []
        for u in stack:
            supply = supply_state(s, u)
            key = s.unit_key(u, side, (h, supply, ezoc))
            make = partial(_unit, s, u, side, supply, ezoc)
            found.append(known.get(key) or remembered(known, key, make))
        return found

    return units_seen(s, side, seen, now, look)


def _present(s: State) -> Present:
    held = s.occupied
    lines = s.net(0) & held[0] | s.net(1) & held[1]
    zones = s.zoc(1) & held[0] | s.zoc(0) & held[1]
    return Present(s.unit_columns(), (lines, zones, fortresses(s)), s.aerial)


def _unit(s: State, u: int, side: int | None, supply: str, ezoc: int) -> OderUnit:
    """A unit on the map with its supply and whether it is in an enemy zone."""
    unit = unit_json(s, u, side)
    unit["supplied"], unit["supply"], unit["ezoc"] = supply != OUT, supply, bool(ezoc)
    return unit


def off_map(s: State) -> views.OffMap:
    """Units that are not on the map."""
    ids, specs = s.world.roster.ids, s.world.roster.specs
    by_place: dict[int, list[int]] = {AWAY: [], DEAD: [], WAITING: [], ABSENT: []}
    for u, h in enumerate(s.where):
        if h < 0:
            by_place[h].append(u)
    away, dead = by_place[AWAY], by_place[DEAD]
    first_time = {u for u, turn in s.queue.items() if specs[u].arrives == turn}
    return {
        "to_place": [ids[u] for u in away if not specs[u].arrives],
        "reinforcements": {
            **{ids[u]: specs[u].arrives for u in away if specs[u].arrives},
            **{ids[u]: s.queue[u] for u in sorted(first_time)},
        },
        "eliminated": [ids[u] for u in dead if not s.refused >> u & 1],
        "forfeited": [ids[u] for u in dead if s.refused >> u & 1],
        "exited": [],
        "queue": {ids[u]: t for u, t in sorted(s.queue.items()) if u not in first_time},
    }


def _planned(s: State) -> views.Planned | None:
    """What the side to decide is just putting together."""
    step = s.stack[-1]
    if isinstance(step, Group):
        return group_on_the_way(s, step)
    return combat_view.planned(s)
