"""The present position written out as JSON, as `position.load_position` reads it."""

from __future__ import annotations

from hexfront.games.oder.page.view import off_map, orders, unit_json
from hexfront.games.oder.positions.parts import MadeUp
from hexfront.games.oder.rules.victory import points, totals
from hexfront.games.oder.sides import ABSENT, AWAY, SIDES
from hexfront.games.oder.state import State
from hexfront.hexes import bits
from hexfront.kernel.fields import Json
from hexfront.kernel.phase import Activity


def position_of(s: State) -> Json:
    """The whole position; inside a move or a combat it is the phase's, before that was begun."""
    world = s.world
    gone = off_map(s)
    position: Json = {
        "scenario": world.scenario.id,
        "map": "blank",
        "turn": s.turn,
        "phase": s.phase,
        **s.written(""),
        "order": orders(s),
        "vp": totals(s),
        "score": points(s),
        "hexes": _hexes_of(s),
        "hexsides": _hexsides_of(s),
        "units": [],
        "markers": s.written("markers"),
        "queue": {},
        "reinforcements": gone["reinforcements"] if s.now.activity is not Activity.SETUP else {},
        "eliminated": gone["eliminated"],
        "forfeited": gone["forfeited"],
        "options": dict(world.options),
    }
    own = world.own if isinstance(world, MadeUp) else ()
    for h in sorted(s.stacks, key=world.grid.numbers.__getitem__):
        position["units"] += [_unit_of(s, u) for u in s.stacks[h]]
    for u, h in enumerate(s.where):
        if h == AWAY or (ABSENT < h < 0 and u in own):
            position["units"].append(_unit_of(s, u))
    for name, turn in gone["queue"].items():
        position["queue"].setdefault(str(turn), []).append(name)
    return position


def _unit_of(s: State, u: int) -> Json:
    """A unit with what its counter says of its arrival."""
    unit: Json = {**unit_json(s, u)}
    spec = s.world.roster.specs[u]
    if spec.arrives:
        unit["arrives"] = spec.arrives
        if spec.hexes:
            unit["entry"] = spec.hexes[0]
    return unit


def _hexes_of(s: State) -> Json:
    """Every hex of which there is something to say."""
    board, number = s.world.board, s.world.grid.number
    no_longer = s.world.usual_bridges & ~board.bridges if isinstance(s.world, MadeUp) else 0
    found: Json = {}
    for h in bits(s.world.grid.all):
        bit = 1 << h
        entry: Json = {}
        if board.terrain[h] != "clear":
            entry["terrain"] = board.terrain[h]
        if not board.playable & bit:
            entry["playable"] = False
        if (place := board.places.get(h)) is not None:
            entry[place.kind] = place.name
        for name, hexes in (("coastal", board.coastal), ("land_bridge", board.bridges)):
            if hexes & bit:
                entry[name] = True
        if no_longer & bit:
            entry["land_bridge"] = False
        if board.forts & bit:
            entry |= {"fort": True, "fort_intact": bool(s.forts & bit)}
        for name, sides in (("original", board.original), ("control", s.control)):
            for i, side in enumerate(SIDES):
                if sides[i] & bit:
                    entry[name] = side
        ever = [side for i, side in enumerate(SIDES) if s.ever[i] & bit]
        if ever:
            entry["ever"] = ever
        entry |= s.hex_fields(h)
        if entry:
            found[number(h)] = entry
    return found


def _hexsides_of(s: State) -> list[Json]:
    """The rivers that count, and the sea between land hexes."""
    data = s.world.data
    rivers = [{"between": [r.a, r.b], "river": r.river} for r in data.rivers if r.tier == 1]
    return rivers + [{"between": list(pair), "sea": True} for pair in data.all_sea]
