"""The present position written out as JSON, as `read.load_position` reads it."""

from __future__ import annotations

from hexfront.games.kesselschlacht.page.view import off_map, train_json, unit_json
from hexfront.games.kesselschlacht.positions.parts import AIRCRAFT_FIELDS, LINES
from hexfront.games.kesselschlacht.rules.victory import totals
from hexfront.games.kesselschlacht.sides import ABSENT, SIDES
from hexfront.games.kesselschlacht.state import State
from hexfront.hexes import bits
from hexfront.kernel.fields import Json

GOING_ON = ("positions", "activation", "move", "demolition", "combat")
"""The decisions of a phase that has begun: to destroy a bridge is the last of a movement."""


def position_of(s: State) -> Json:
    """The whole position; inside a move or a combat it is the phase's, before that was begun."""
    world = s.world
    gone = off_map(s)
    return {
        "scenario": world.scenario.id,
        "map": "blank",
        "turn": s.turn,
        "phase": s.phase,
        "begun": any(step.kind in GOING_ON for step in s.stack),
        **s.written(""),
        "trains": [train_json(s, train) for train in s.trains],
        "hexes": _hexes_of(s),
        "hexsides": _hexsides_of(s),
        "units": [
            *(unit_of(s, u) for h in sorted(s.stacks) for u in s.stacks[h]),
            *(unit_of(s, u) for u, h in enumerate(s.where) if h < 0 and h != ABSENT),
        ],
        "aircraft": [
            {n: getattr(spec, n) for n in AIRCRAFT_FIELDS} for spec in world.aircraft.specs
        ],
        "queue": {**gone["queue"], **gone["reinforcements"]},
        "eliminated": gone["eliminated"],
        "exited": gone["exited"],
        "vp": totals(s),
        "options": dict(world.options),
    }


def unit_of(s: State, u: int) -> Json:
    """A unit with what both sides of its counter say."""
    spec = s.world.roster.specs[u]
    unit: Json = {**unit_json(s, u)}
    for name in ("supplied", "ezoc", "steps", "factors"):
        unit.pop(name, None)
    unit |= {
        "attack": spec.attack,
        "defence": spec.defence,
        "movement": "fuel" if spec.movement is None else spec.movement,
        "back_attack": spec.back_attack,
        "back_defence": spec.back_defence,
        "back_movement": spec.back_movement,
        "fuel": spec.fuel,
        "ammo": spec.ammo,
        "entry_limit": spec.entry_limit,
    }
    if u in s.world.posts:
        unit["post"] = s.world.grid.number(s.world.posts[u])
    return unit


def _hexes_of(s: State) -> Json:
    """Every hex of which there is something to say."""
    board, number = s.world.board, s.world.grid.number
    lines = dict(zip(LINES, (board.south, board.west_of_seret, board.west_of_strypa), strict=True))
    found: Json = {}
    for h in bits(s.world.grid.all):
        entry: Json = {}
        if board.terrain[h] != "clear":
            entry["terrain"] = board.terrain[h]
        if (place := board.places.get(h)) is not None:
            entry[place.kind] = place.name
            entry["points"] = place.points
        for i, side in enumerate(SIDES):
            if h in board.airfields and board.airfield_holders[i] >> h & 1:
                entry["airfield"] = side
            if s.control[i] >> h & 1:
                entry["control"] = side
        entry |= {name: True for name, hexes in lines.items() if hexes >> h & 1}
        entry |= s.hex_fields(h)
        if entry:
            found[number(h)] = entry
    return found


def _hexsides_of(s: State) -> list[Json]:
    """Rivers, roads, railways and printed bridges."""
    data = s.world.data
    sides: dict[tuple[str, str], Json] = {}

    def side(a: str, b: str) -> Json:
        key = (min(a, b), max(a, b))
        return sides.setdefault(key, {"between": list(key)})

    for river in data.rivers:
        side(river.a, river.b)["river"] = river.river
    for road in data.roads:
        side(road.a, road.b)["road"] = road.road or None
        side(road.a, road.b)["rail"] = road.rail
    for i, bridge in enumerate(s.world.board.bridges):
        said = side(bridge.a, bridge.b)
        said.setdefault("bridge", []).append("standing" if s.standing >> i & 1 else "blown")
    return list(sides.values())
