"""The position as everybody may see it: nothing is hidden in this game. 3.2.imp1"""

from __future__ import annotations

from typing import Any

from hexfront.games.oder import combat_view
from hexfront.games.oder.group import Group
from hexfront.games.oder.sides import ABSENT, AWAY, DEAD, OUT, SIDES, WAITING
from hexfront.games.oder.state import State
from hexfront.games.oder.victory import points, totals
from hexfront.hexes import bits
from hexfront.kernel.state import Event

Json = dict[str, Any]


def view(s: State, side: int | None) -> Json:
    """Everything a side sees, which is everything; None is a spectator."""
    world = s.world
    seen: Json = {
        "game": "oder",
        "side": None if side is None else SIDES[side],
        "turn": s.turn,
        "phase": s.phase,
        "order": orders(s),
        "vp": totals(s),
        "score": points(s),
        "hexes": hexes(s),
        "units": [],
        "off_map": off_map(s),
        "markers": markers(s),
        "options": dict(world.options),
        "result": s.result,
    }
    zones = (s.zoc(0), s.zoc(1))
    for h in sorted(s.stacks, key=world.grid.numbers.__getitem__):
        seen["units"] += [_unit(s, u, zones) for u in s.stacks[h]]
    seen["combat"] = combat_view.combat(s)
    seen["decision"] = _decision(s, side)
    if s.stack and side == s.decider:
        seen["planned"] = _planned(s)
    return seen


def orders(s: State) -> Json:
    """The orders declared this turn. 5.3"""
    return {side: order or None for side, order in zip(SIDES, s.orders, strict=True)}


def markers(s: State) -> Json:
    """Where the German markers lie, and whether the two that exclude each other were used. 8.3"""
    number, ids = s.world.grid.number, s.world.roster.ids
    return {
        "air": number(s.air) if s.air >= 0 else None,
        "naval": number(s.naval) if s.naval >= 0 else None,
        "aerial": ids[s.aerial] if s.aerial >= 0 else None,
        "air_placed": s.air_placed,
        "aerial_used": s.aerial_used,
    }


REMEMBERED = 20_000
"""So many parts of views are kept: most of a view is as it was one choice before."""


def hexes(s: State) -> Json:
    """The hexes that have a controller or a name; not to be changed. 3.1"""
    known = s.world.seen_hexes
    key = (*s.control, s.forts)
    if key not in known:
        if len(known) > REMEMBERED // 100:
            known.clear()
        known[key] = _hexes(s)
    return known[key]


def _hexes(s: State) -> Json:
    world = s.world
    number = world.grid.number
    found: Json = {}
    for i, name in enumerate(SIDES):
        for h in bits(s.control[i]):
            found[number(h)] = {"control": name}
    for h, place in world.board.places.items():
        found.setdefault(number(h), {})[place.kind] = place.name
    for h in bits(world.board.forts):
        found.setdefault(number(h), {})["fort"] = bool(s.forts >> h & 1)
    return {hex_: found[hex_] for hex_ in sorted(found)}


def unit_json(s: State, u: int) -> Json:
    """A unit as its counter shows it, and where it is."""
    spec = s.world.roster.specs[u]
    return {
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
        **flags(s, u),
    }


def flags(s: State, u: int) -> Json:
    """What a unit has done or suffered in this phase or turn."""
    return {
        "moved": bool(s.moved >> u & 1),
        "attacked": bool(s.attacked >> u & 1),
        "probed": bool(s.probed >> u & 1),
        "momentum": bool(s.momentum >> u & 1),
        "attacked_this_phase": bool(s.was_attacked >> u & 1),
    }


def _unit(s: State, u: int, zones: tuple[int, int]) -> Json:
    """A unit on the map with its supply and whether it is in an enemy zone; not to be changed."""
    known = s.world.seen_units
    supply = s.supply(u)
    ezoc = zones[1 - s.world.roster.side[u]] >> s.where[u] & 1
    masks = (s.moved, s.attacked, s.probed, s.momentum, s.was_attacked)
    done = sum((mask >> u & 1) << i for i, mask in enumerate(masks))
    key = (u, s.where[u], supply, ezoc, done)
    if key not in known:
        if len(known) > REMEMBERED:
            known.clear()
        known[key] = unit_json(s, u) | {
            "supplied": supply != OUT,
            "supply": supply,
            "ezoc": bool(ezoc),
        }
    return known[key]


def off_map(s: State) -> Json:
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


def _decision(s: State, side: int | None) -> Json | None:
    decision = s.decision()
    if decision is None:
        return None
    if side is None or SIDES[side] != decision.side:
        return {"side": decision.side}
    return decision.as_json()


def _planned(s: State) -> Json | None:
    """What the side to decide is just putting together."""
    step, roster, grid = s.stack[-1], s.world.roster, s.world.grid
    if isinstance(step, Group):
        return {
            "units": roster.names(step.units),
            "hex": grid.number(step.hex),
            "points": dict(zip(roster.names(step.units), step.points, strict=True)),
        }
    return combat_view.planned(s)


def view_event(s: State, event: Event) -> Json:
    """An event with names instead of numbers: everybody sees it."""
    grid, roster = s.world.grid, s.world.roster
    named: Json = {}
    for key, value in event.items():
        if key in ("hex", "to"):
            named[key] = grid.number(value) if value >= 0 else None
        elif key in ("units", "defenders"):
            named[key] = roster.names(value)
        elif key == "unit":
            named[key] = roster.ids[value]
        elif key == "side":
            named[key] = SIDES[value]
        elif isinstance(value, tuple):
            named[key] = list(value)
        else:
            named[key] = value
    return named
