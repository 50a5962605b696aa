"""Positions as JSON: made-up ones for analysis and tests, and the present one written out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from hexfront.games.breakout.combat import begin_combat
from hexfront.games.breakout.load import (
    GRID,
    MOBILITIES,
    SIZES,
    TERRAINS,
    TYPES,
    BreakoutData,
    PlaceSpec,
    RiverSpec,
    UnitSpec,
)
from hexfront.games.breakout.movement import begin_movement
from hexfront.games.breakout.sequence import (
    FIGHT_MOVE,
    MOVE_FIGHT,
    PHASES,
    STARTS,
    Impulse,
    Order,
    Turn,
    segments,
)
from hexfront.games.breakout.setup import SetupGerman
from hexfront.games.breakout.sides import ABSENT, AWAY, DEAD, EXITED, GERMAN, SIDES, SOVIET, WAITING
from hexfront.games.breakout.state import State
from hexfront.games.breakout.view import hexes as view_hexes
from hexfront.games.breakout.view import off_map, unit_json
from hexfront.games.breakout.world import WEATHERS, World
from hexfront.kernel.dice import Dice
from hexfront.kernel.refusal import malformed, unknown

Json = dict[str, Any]

FIELDS = {
    "scenario", "map", "turn", "phase", "impulse", "weather", "hexes", "hexsides", "units", "markers",
    "options", "order", "orders", "queue", "reinforcements", "exits", "division_vp", "game", "vp",
    "eliminated", "forfeited", "exited",
}  # fmt: skip
"""What a position may have; `game` and `vp` are read over."""

SEGMENTS = tuple(
    f"{side}-{part}"
    for side, parts in (("soviet", ("move", "combat")), ("german", ("move", "combat", "mech")))
    for part in parts
)


def load_position(data: BreakoutData, position: Json, options: dict[str, Any], dice: Dice) -> State:
    """The state of a made-up position; Refused, naming what is wrong, if it is not well formed."""
    for name in position:
        if name not in FIELDS:
            raise malformed(f"A position has no field {name!r}.")
    blank = position.get("map") == "blank"
    units = _list(position, "units") if "units" in position else None
    data = _lay_map(data, position, blank)
    specs = {spec.id: spec for spec in data.units}
    for entry in units or []:
        spec = _unit_spec(entry, specs)
        specs[spec.id] = spec
    world = World(replace(data, units=tuple(specs.values())), options)
    s = State(world, dice)
    s.turn = _whole(position, "turn", 1, 1, world.turns)
    s.set_weather(_word(position, "weather", "thaw", WEATHERS))
    phase = _word(
        position,
        "phase",
        "soviet-order" if blank else "setup-german",
        (*STARTS, *SEGMENTS, "soviet-order", "german-order", "setup-german"),
    )
    _set_control(s, position)
    _set_units(s, units, blank, phase)
    _set_markers(s, _object(position, "markers"))
    _set_off_map(s, position, blank)
    _set_phase(s, phase, position)
    for entry in units or []:  # flags that starting the segment has wiped
        u = world.roster.index[entry["id"]]
        s.moved |= bool(entry.get("moved")) << u
        s.attacked |= bool(entry.get("attacked")) << u
    _override_control(s, position)
    s.events = []  # phases that need no decision happen now, and their dice belong in the log
    s.settle()
    return s


def _lay_map(data: BreakoutData, position: Json, blank: bool) -> BreakoutData:
    terrain = dict.fromkeys(data.terrain, "clear") if blank else dict(data.terrain)
    places = {} if blank else {p.hex: p for p in data.places}
    no_go = set() if blank else set(data.no_go)
    for number, entry in _object(position, "hexes").items():
        _hex_index(number)
        if not isinstance(entry, dict):
            raise malformed(f"What is said of hex {number} is not an object.")
        _lay_hex(number, entry, terrain, places, no_go)
    rivers = {} if blank else {frozenset((r.a, r.b)): r for r in data.rivers}
    for side in _list(position, "hexsides"):
        river = _hexside(side)
        if river.river:
            rivers[frozenset((river.a, river.b))] = river
        else:
            rivers.pop(frozenset((river.a, river.b)), None)
    return replace(
        data,
        terrain=terrain,
        places=tuple(places.values()),
        rivers=tuple(rivers.values()),
        no_go=tuple(sorted(no_go)),
    )


HEX_FIELDS = {"terrain", "town", "fort", "control", "captured", "no_go"}


def _lay_hex(
    number: str, entry: Json, terrain: dict[str, str], places: dict[str, PlaceSpec], no_go: set[str]
) -> None:
    for name in entry:
        if name not in HEX_FIELDS:
            raise malformed(f"Hex {number} has no field {name!r}.")
    terrain[number] = _word(entry, "terrain", terrain[number], TERRAINS)
    if "town" in entry or "fort" in entry:
        old = places.get(number)
        town, fort = entry.get("town"), entry.get("fort")
        if town or fort:
            given = next((x for x in (town, fort) if isinstance(x, str)), None)
            name = given or (old.name if old else number)
            control = old.control if old and old.control else "german"
            places[number] = PlaceSpec(number, name, "fort" if fort else "town", control)
        else:
            places.pop(number, None)
    if "no_go" in entry:
        (no_go.add if entry["no_go"] else no_go.discard)(number)


def _hexside(side: object) -> RiverSpec:
    if not isinstance(side, dict) or not isinstance(side.get("between"), list):
        raise malformed('A hexside is {"between": [hex, hex], "river": name}.')
    if len(side["between"]) != 2:
        raise malformed("A hexside lies between two hexes.")
    a, b = side["between"]
    if GRID.distance(_hex_index(a), _hex_index(b)) != 1:
        raise malformed(f"{a} and {b} are not adjacent.")
    river = side.get("river")
    if river is not None and not isinstance(river, str):
        raise malformed(f"The river between {a} and {b} is a name, not {river!r}.")
    return RiverSpec(a, b, river or "", 1)


UNIT_TYPES = tuple(dict.fromkeys(word for words in TYPES.values() for word in words))
UNIT_FIELDS = {
    "id", "side", "name", "formation", "type", "size", "mobility", "factors", "steps", "hex", "moved",
    "attacked", "setup_hex", "attack", "defence", "hidden", "garrisons", "arrives", "supplied", "ezoc",
}  # fmt: skip


def _unit_spec(entry: object, known: dict[str, UnitSpec]) -> UnitSpec:
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
        raise malformed("Every unit of a position has an id.")
    name = entry["id"]
    for key in entry:
        if key not in UNIT_FIELDS:
            raise malformed(f"Unit {name} has no field {key!r}.")
    base = known.get(name)
    if base is None:
        if "side" not in entry:
            raise unknown(f"There is no unit {name!r} in the roster; a new one needs a side.")
        german = entry["side"] == "german"
        base = UnitSpec(
            id=name, side="german" if german else "soviet", name=name, formation="",
            type="infantry" if german else "rifle", mobility="nonmech", size="XX" if german else "XXX",
            factors=((1, 1),), arrives=0, hex=None, placement="near", hex_march_24=None,
        )  # fmt: skip
    factors = base.factors
    if "factors" in entry:
        factors = _factors(name, entry["factors"])
    elif "attack" in entry and name not in known:
        raise malformed(f"Unit {name}: give its strengths as factors, [[attack, defence], ...].")
    return replace(
        base,
        side=_word(entry, "side", base.side, SIDES),
        type=_word(entry, "type", base.type, UNIT_TYPES),
        size=_word(entry, "size", base.size, SIZES),
        mobility=_word(entry, "mobility", base.mobility, MOBILITIES),
        name=entry["name"] if isinstance(entry.get("name"), str) else base.name,
        factors=factors,
        arrives=_whole(entry, "arrives", base.arrives, 0, 8),
    )


def _factors(name: str, value: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= 8:
        raise malformed(f"Unit {name}: factors are one to eight pairs [attack, defence].")
    pairs = []
    for pair in value:
        good = isinstance(pair, list) and len(pair) == 2
        if not good or not all(type(x) is int and 0 <= x <= 99 for x in pair):
            raise malformed(f"Unit {name}: {pair!r} is not a pair [attack, defence].")
        pairs.append((pair[0], pair[1]))
    return tuple(pairs)


def _set_control(s: State, position: Json) -> None:
    for h, place in s.world.board.places.items():
        s.control[SOVIET if place.control == "soviet" else GERMAN] |= 1 << h


def _override_control(s: State, position: Json) -> None:
    for number, entry in _object(position, "hexes").items():
        h = s.world.grid.index(number)
        if entry.get("control") is not None:
            side = SIDES.index(_word(entry, "control", "german", SIDES))
            s.control[side] |= 1 << h
            s.control[1 - side] &= ~(1 << h)
            if side == SOVIET and s.world.board.forts >> h & 1:
                s.captured |= 1 << h
        if entry.get("captured"):
            s.captured |= 1 << h


def _set_units(s: State, units: list[Json] | None, blank: bool, phase: str) -> None:
    roster, grid = s.world.roster, s.world.grid
    if units is None:
        units = []
        if not blank:
            units = [
                {"id": roster.ids[u], "hex": grid.number(s.world.printed[u])}
                for u in range(roster.count)
                if s.world.printed[u] >= 0 and (phase != "setup-german" or roster.side[u] == SOVIET)
            ]
    setting_up = phase == "setup-german" and not blank
    for u, spec in enumerate(roster.specs):
        later = not blank and spec.arrives >= s.turn and spec.arrives > 0
        to_place = setting_up and spec.side == "german" and spec.arrives == 0
        s.where[u] = AWAY if later or to_place else ABSENT
        if s.where[u] == ABSENT:
            s.steps[u] = 0
    seen = set()
    for entry in reversed(units):
        u = roster.index[entry["id"]]
        if u in seen:
            raise malformed(f"Unit {entry['id']} is listed twice; a unit is in one hex only.")
        seen.add(u)
        _set_unit(s, u, entry)


def _set_unit(s: State, u: int, entry: Json) -> None:
    roster = s.world.roster
    s.steps[u] = _whole(entry, "steps", roster.steps[u], 1, roster.steps[u])
    number = entry.get("hex", roster.specs[u].hex)
    if number is None:
        s.where[u] = AWAY
        return
    h = _hex_index(number)
    if s.occupied[1 - roster.side[u]] >> h & 1:
        raise malformed(f"There are units of both sides in {number}.")
    s.put(u, h)
    start = _hex_index(entry.get("setup_hex", number))
    line = s.world.tables["stand_fast"]
    east = not s.world.board.west >> start & 1
    if roster.side[u] == GERMAN and s.turn == line["turn"] and east:
        s.bound |= 1 << u


def _set_markers(s: State, markers: Json) -> None:
    for name in markers:
        if name not in ("kg", "air", "kg_used", "artillery_used"):
            raise malformed(f"There are no markers {name!r}.")
    for name, number in _object(markers, "kg").items():
        if name not in s.world.kg_names:
            raise unknown(f"There is no Korpsgruppe {name!r}.")
        h = _hex_index(number)
        if h in s.kg:
            raise malformed(f"Two Korpsgruppen are in {number}.")
        s.kg[s.world.kg_names.index(name)] = h
    air = _object(markers, "air")
    for name in air:
        if name not in SIDES:
            raise unknown(f"There is no side {name!r}.")
    s.air = [_whole(air, side, 0, 0, 10) for side in SIDES]
    if all(s.air):
        raise malformed("Only the side with air superiority has air markers.")
    s.air_side = GERMAN if s.air[GERMAN] else SOVIET


def _set_off_map(s: State, position: Json, blank: bool) -> None:
    index = s.world.roster.index
    for turn, names in _object(position, "queue").items():
        if not turn.isdecimal() or len(turn) > 2 or not isinstance(names, list):
            raise malformed('The queue is {turn: [unit, ...]}, for example {"5": ["17G"]}.')
        for name in names:
            u = _off_map_unit(s, name, position)
            if not s.world.roster.rifle_corps[u]:
                raise malformed(f"Only rifle corps are replaced; {name} is none.")
            s.where[u], s.steps[u], s.queue[u] = WAITING, 0, int(turn)
    for name in _list(position, "reinforcements"):
        u = _off_map_unit(s, name, position)
        s.where[u], s.steps[u] = AWAY, s.world.roster.steps[u]
    if "reinforcements" in position:
        named = {index[n] for n in position["reinforcements"]}
        for u, spec in enumerate(s.world.roster.specs):
            if s.where[u] == AWAY and spec.arrives and u not in named:
                s.where[u], s.steps[u] = ABSENT, 0
    for gone, place in (("eliminated", DEAD), ("forfeited", DEAD), ("exited", EXITED)):
        for name in _list(position, gone):
            u = _off_map_unit(s, name, position)
            s.where[u] = place
            s.forfeited |= (gone == "forfeited") << u
    s.exits = _whole(position, "exits", 0, 0, 99)
    s.division_vp = _whole(position, "division_vp", 0, 0, 999)


def _known_unit(s: State, name: object) -> int:
    if not isinstance(name, str) or name not in s.world.roster.index:
        raise unknown(f"There is no unit {name!r}.")
    return s.world.roster.index[name]


def _off_map_unit(s: State, name: object, position: Json) -> int:
    """A unit that waits off the map; one that only the scenario put on it is taken off."""
    u = _known_unit(s, name)
    if s.where[u] >= 0 and "units" not in position:
        s.lift(u)
        s.bound &= ~(1 << u)
    if s.where[u] >= 0 or s.where[u] == WAITING:
        raise malformed(f"Unit {name} is listed twice; a unit is in one place only.")
    return u


def _set_phase(s: State, phase: str, position: Json) -> None:
    order = _word(position, "order", MOVE_FIGHT, (MOVE_FIGHT, FIGHT_MOVE))
    orders = _object(position, "orders")
    first = [_word(orders, side, "", ("", MOVE_FIGHT, FIGHT_MOVE)) for side in SIDES]
    s.phase = phase
    s.impulse = 0
    if phase == "setup-german":
        s.stack = [Turn(0), SetupGerman()]
    elif phase in STARTS:
        s.stack = [Turn(PHASES.index(phase))]
    else:
        name, part = phase.split("-")
        side = SIDES.index(name)
        s.impulse = _whole(position, "impulse", 1, 1, 2)
        s.stack = [Turn(PHASES.index(f"{name}-{s.impulse}") + 1)]
        if part == "order":
            s.stack.append(Order(side, s.impulse))
        else:
            if not first[side]:
                first[side] = order
            parts = segments(side, order)
            s.stack.append(Impulse(side, parts[parts.index(part) + 1 :]))
            _set_segment(s, side, part, position)
    s.orders = (first[GERMAN], first[SOVIET])


def _set_segment(s: State, side: int, part: str, position: Json) -> None:
    if part == "move":
        s.stack.append(begin_movement(s, side))
        return
    s.stack.append(begin_combat(s, side, part == "mech"))
    markers = _object(position, "markers")
    for name in _list(markers, "kg_used"):
        if name not in s.world.kg_names:
            raise unknown(f"There is no Korpsgruppe {name!r}.")
        s.kg_used |= 1 << s.world.kg_names.index(name)
    s.artillery_used = bool(markers.get("artillery_used", False))


def _hex_index(number: object) -> int:
    if not isinstance(number, str) or not GRID.has(number):
        raise unknown(f"There is no hex {number!r} on the map.")
    return GRID.index(number)


def _object(where: Json, name: str) -> Json:
    value = where.get(name, {})
    if not isinstance(value, dict):
        raise malformed(f"The field {name} is an object, not {value!r}.")
    return value


def _list(where: Json, name: str) -> list[Any]:
    value = where.get(name, [])
    if not isinstance(value, list):
        raise malformed(f"The field {name} is a list, not {value!r}.")
    return value


def _whole(where: Json, name: str, default: int, low: int, high: int) -> int:
    value = where.get(name, default)
    if type(value) is not int or not low <= value <= high:
        raise malformed(f"The field {name} is a whole number from {low} to {high}, not {value!r}.")
    return value


def _word(where: Json, name: str, default: str, allowed: Collection[str]) -> str:
    value = where.get(name, default)
    if value not in allowed:
        words = ", ".join(word for word in allowed if word)
        raise malformed(f"The field {name} is one of {words}, not {value!r}.")
    return str(value)


def position_of(s: State) -> Json:
    """The whole position; inside a move or a combat it is the segment's, before that was begun."""
    world = s.world
    roster, number = world.roster, world.grid.number
    position: Json = {
        "scenario": "campaign",
        "map": "blank",
        "turn": s.turn,
        "phase": s.phase,
        "impulse": s.impulse,
        "weather": s.weather,
        "hexes": {},
        "units": [],
        "markers": {
            "kg": {n: number(h) for n, h in zip(world.kg_names, s.kg, strict=True) if h >= 0},
            "air": dict(zip(SIDES, s.air, strict=True)),
            "kg_used": [n for i, n in enumerate(world.kg_names) if s.kg_used >> i & 1],
            "artillery_used": s.artillery_used,
        },
        "order": current_order(s),
        "orders": {side: order for side, order in zip(SIDES, s.orders, strict=True) if order},
        "queue": {},
        "reinforcements": [
            roster.ids[u] for u, h in enumerate(s.where) if h == AWAY and roster.specs[u].arrives
        ],
        **{gone: off_map(s)[gone] for gone in ("eliminated", "forfeited", "exited")},
        "exits": s.exits,
        "division_vp": s.division_vp,
        "options": dict(world.options),
    }
    position["hexes"] = _hexes_of(s)
    position["hexsides"] = [{"between": [r.a, r.b], "river": r.river} for r in world.data.rivers]
    for h in sorted(s.stacks, key=world.grid.numbers.__getitem__):
        position["units"] += [_unit_of(s, u) for u in s.stacks[h]]
    position["units"] += [
        unit_json(s, u) for u, h in enumerate(s.where) if h == AWAY and not roster.specs[u].arrives
    ]
    for u, turn in sorted(s.queue.items()):
        position["queue"].setdefault(str(turn), []).append(roster.ids[u])
    return position


def _hexes_of(s: State) -> Json:
    """Every hex of which there is something to say."""
    board, number = s.world.board, s.world.grid.number
    seen = view_hexes(s)
    found: Json = {}
    for h in s.world.hexes:
        entry: Json = {}
        if board.terrain[h] != "clear":
            entry["terrain"] = board.terrain[h]
        if board.no_go >> h & 1:
            entry["no_go"] = True
        entry |= seen.get(number(h), {})
        if entry:
            found[number(h)] = entry
    return found


def _unit_of(s: State, u: int) -> Json:
    """A unit on the map, with the hex of set-up that binds it or not on turn 1."""
    unit = unit_json(s, u)
    stand_fast = s.world.tables["stand_fast"]
    if s.turn == stand_fast["turn"] and s.world.roster.side[u] == GERMAN:
        column = stand_fast["column"]
        unit["setup_hex"] = f"{column if s.bound >> u & 1 else column - 1:02d}01"
    return unit


def current_order(s: State) -> str:
    """The order of the impulse under way, read off what is still to come in it."""
    for step in s.stack:
        if isinstance(step, Impulse):
            if s.phase.endswith("move"):
                return MOVE_FIGHT if step.left else FIGHT_MOVE
            return FIGHT_MOVE if "move" in step.left else MOVE_FIGHT
    return MOVE_FIGHT


def digest_of(s: State) -> str:
    """A hash of everything in a state, the same in every process."""
    grid = s.world.grid
    whole = {
        "turn": s.turn, "phase": s.phase, "impulse": s.impulse, "weather": s.weather,
        "orders": s.orders, "where": s.where, "steps": s.steps,
        "stacks": {grid.number(h): units for h, units in s.stacks.items()},
        "occupied": s.occupied, "control": s.control, "captured": s.captured, "air": s.air,
        "air_side": s.air_side, "kg": s.kg, "kg_used": s.kg_used, "artillery": s.artillery_used,
        "moved": s.moved, "attacked": s.attacked, "bound": s.bound, "shown": s.shown,
        "queue": {str(u): turn for u, turn in s.queue.items()}, "forfeited": s.forfeited,
        "exits": s.exits, "division_vp": s.division_vp, "rolls": s.rolls, "result": s.result,
        "steps_waiting": [repr(step) for step in s.stack], "choices": s.choices,
    }  # fmt: skip
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()[:32]
