"""Reading a position from JSON: a made-up one for analysis and tests, or one written out.

What is well formed is accepted, also where no game could lead to it. `write.py` is the other way round.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from hexfront.games.breakout.loading.load import GRID, BreakoutData
from hexfront.games.breakout.phases import PHASES
from hexfront.games.breakout.positions.parts import (
    EXAMPLE,
    HEX_FIELDS,
    TURNS,
    UNIT_FIELDS,
    MadeUp,
    arriving_specs,
    lay_map,
    unit_spec,
)
from hexfront.games.breakout.rules.combat import begin_combat
from hexfront.games.breakout.rules.movement import begin_movement
from hexfront.games.breakout.rules.sequence import (
    FIGHT_MOVE,
    MOVE_FIGHT,
    SEQUENCE,
    STARTS,
    Impulse,
    Order,
    Turn,
    segments,
)
from hexfront.games.breakout.rules.setup import SetupGerman, soviet_stacks
from hexfront.games.breakout.sides import ABSENT, AWAY, DEAD, EXITED, GERMAN, SIDES, SOVIET, WAITING
from hexfront.games.breakout.state import State
from hexfront.kernel.dice import Dice
from hexfront.kernel.fields import (
    Json,
    check_names,
    hex_index,
    known_name,
    list_field,
    object_field,
    whole_field,
    word_field,
)
from hexfront.kernel.refusal import malformed
from hexfront.kernel.scenarios import Scenario
from hexfront.mechanics.positions import begin_reading, read_again, take_off, turns_of

__all__ = ["FIELDS", "HEX_FIELDS", "UNIT_FIELDS", "load_position"]


FIELDS = State.outside("") | {
    "scenario", "map", "turn", "phase", "hexes", "hexsides", "units", "markers",
    "options", "order", "orders", "queue", "reinforcements", "exits", "division_vp", "game", "vp",
    "score", "eliminated", "forfeited", "exited",
}  # fmt: skip
"""What a position may have; `game`, `vp` and `score` are read over."""


def load_position(
    data: BreakoutData, scenario: Scenario, position: Json, options: dict[str, Any], dice: Dice
) -> State:
    """The state of a made-up position; Refused, naming what is wrong, if it is not well formed."""
    turns = scenario.last_turn
    position, blank, turn = begin_reading(position, FIELDS, scenario)
    phase = word_field(
        position,
        "phase",
        "soviet-order" if blank else "setup-german",
        tuple(PHASES),
    )
    units = list_field(position, "units")
    specs = {spec.id: spec for spec in data.units}
    for entry in units:
        spec = unit_spec(entry, specs)
        specs[spec.id] = spec
    over = phase in ("replacement", "administrative")  # the next who arrive do so next turn
    due = min(turn + over, turns)
    arriving = arriving_specs(position, specs, due, turns)
    specs |= arriving
    laid = replace(lay_map(data, position, blank), units=tuple(specs.values()))
    world = MadeUp(laid, scenario, options, data)
    s = State(world, dice)
    s.turn = turn
    s.read("", position)
    _set_control(s)
    listed = {world.roster.index[entry["id"]] for entry in units}
    setting_up = phase == "setup-german" and not blank
    _absent(s, blank, setting_up, due)
    if "units" not in position and not blank:
        units = _start_units(s, with_germans=not setting_up)
    _set_units(s, units)
    if setting_up:
        _set_exact(s, listed)
    _set_markers(s, object_field(position, "markers"), phase)
    _set_off_map(s, position, listed, arriving)
    world.choose_ranged(s, listed)
    _set_phase(s, phase, position)
    read_again(s, position, units)
    _override_control(s, position)
    s.events = []  # phases that need no decision happen now, and their dice belong in the log
    if setting_up and object_field(position, "markers").get("air") is None:
        s.air[SOVIET] = s.roll("air", "3.2.2")  # as at the start of a game
        s.tell("superiority", "5.2.a", side=SOVIET, markers=s.air[SOVIET])
    s.settle()
    return s


def _set_control(s: State) -> None:
    for h, place in s.world.board.places.items():
        s.control[SOVIET if place.control == "soviet" else GERMAN] |= 1 << h


def _override_control(s: State, position: Json) -> None:
    for number, entry in object_field(position, "hexes").items():
        h = s.world.grid.index(number)
        s.read_hex(h, entry)
        if entry.get("control") is not None:
            side = SIDES.index(word_field(entry, "control", "german", SIDES))
            s.control[side] |= 1 << h
            s.control[1 - side] &= ~(1 << h)
    s.captured |= s.control[SOVIET] & s.world.board.forts  # 13.8.4.a


def _absent(s: State, blank: bool, setting_up: bool, due: int) -> None:
    """Where units are of which nothing is said: still to come, or not in the position."""
    for u, spec in enumerate(s.world.roster.specs):
        later = not blank and spec.arrives >= due
        to_place = setting_up and spec.side == "german" and spec.arrives == 0
        s.where[u] = AWAY if later or to_place else ABSENT
        if s.where[u] == ABSENT:
            s.steps[u] = 0


def _set_units(s: State, units: list[Json]) -> None:
    roster = s.world.roster
    seen = set()
    for entry in reversed(units):
        u = roster.index[entry["id"]]
        if u in seen:
            raise malformed(f"Unit {entry['id']} is listed twice; a unit is in one hex only.")
        seen.add(u)
        _set_unit(s, u, entry)


def _set_exact(s: State, listed: set[int]) -> None:
    """The German units that start in their printed hex, unless Soviets stand there. 3.2.3, 3.2.4.a"""
    for u in s.world.german_setup:
        if s.world.roster.specs[u].placement == "exact" and u not in listed:
            if s.occupied[SOVIET] >> s.world.printed[u] & 1:
                s.where[u], s.steps[u] = ABSENT, 0
            else:
                _set_unit(s, u, {})


def _start_units(s: State, with_germans: bool) -> list[Json]:
    """The units of the scenario's start in their printed hexes. 3.2"""
    ids = s.world.roster.ids
    found: list[Json] = [{"id": ids[u]} for units in soviet_stacks(s).values() for u in units]
    if with_germans:
        found += [{"id": ids[u]} for u in s.world.german_setup]
    return found


def _set_unit(s: State, u: int, entry: Json) -> None:
    roster = s.world.roster
    printed = s.world.printed[u]
    number = entry.get("hex", s.world.grid.number(printed) if printed >= 0 else None)
    s.steps[u] = roster.steps[u]
    s.read_unit(u, entry)
    if number is None:
        s.where[u] = AWAY
        return
    whole_field(entry, "steps", s.steps[u], 1, s.steps[u])  # who is on the map has one
    h = hex_index(GRID, number)
    if s.occupied[1 - roster.side[u]] >> h & 1:
        raise malformed(f"There are units of both sides in {number}.")
    s.put(u, h)
    start = hex_index(GRID, entry.get("setup_hex") or number)
    line = s.world.tables["stand_fast"]
    east = not s.world.board.west >> start & 1
    if roster.side[u] == GERMAN and s.turn == line["turn"] and east:
        s.bound |= 1 << u


def _set_markers(s: State, markers: Json, phase: str) -> None:
    check_names(markers, State.outside("markers"), "The field markers")
    s.read("markers", markers)
    # Only one side ever has markers; where both are given some, the phasing side's can be used.
    phasing = GERMAN if PHASES[phase].side == GERMAN else SOVIET
    s.air_side = phasing if s.air[phasing] or not any(s.air) else 1 - phasing


def _set_off_map(s: State, position: Json, listed: set[int], arriving: Collection[str]) -> None:
    steps = s.world.roster.steps
    taken: dict[int, int] = {}
    for name, turn in turns_of(position, "queue", TURNS, EXAMPLE):
        u = _take_off(s, name, WAITING, listed, taken)
        if u in s.queue:
            raise malformed(f"Unit {name} is listed twice; a unit is in one place only.")
        if not s.world.roster.rifle_corps[u]:
            raise malformed(f"Only rifle corps are replaced; {name} is none.")
        s.steps[u], s.queue[u] = 0, turn
    for name in arriving:
        u = _take_off(s, name, AWAY, listed, taken)
        s.steps[u] = s.steps[u] or steps[u]
    if "reinforcements" in position:
        for u, spec in enumerate(s.world.roster.specs):
            if s.where[u] == AWAY and spec.arrives and u not in taken:
                s.where[u], s.steps[u] = ABSENT, 0
    for name in list_field(position, "eliminated"):
        s.steps[_take_off(s, name, DEAD, listed, taken)] = 0
    for name in list_field(position, "forfeited"):
        s.forfeited |= 1 << _take_off(s, name, DEAD, listed, taken)
    exits = position.get("exits", 0)
    gone = exits if isinstance(exits, list) else []
    left = {_take_off(s, name, EXITED, listed, taken) for name in gone}
    for name in list_field(position, "exited"):
        _take_off(s, name, EXITED, listed, taken)
    s.exits = len(left) if gone or exits == [] else whole_field(position, "exits", 0, 0, 99)
    s.division_vp = whole_field(position, "division_vp", 0, 0, 999)


def _take_off(s: State, name: object, place: int, listed: set[int], taken: dict[int, int]) -> int:
    u = take_off(s, name, place, listed, taken)
    s.bound &= ~(1 << u)
    return u


def _set_phase(s: State, phase: str, position: Json) -> None:
    order = word_field(position, "order", "", (MOVE_FIGHT, FIGHT_MOVE))
    orders = object_field(position, "orders")
    for side_name in orders:
        known_name(side_name, SIDES, "side")
    first = [word_field(orders, name, "", (MOVE_FIGHT, FIGHT_MOVE)) for name in SIDES]
    s.phase = phase
    s.impulse = 0
    if phase == "setup-german":
        s.stack = [Turn(0), SetupGerman()]
    elif phase in STARTS:
        s.stack = [Turn(SEQUENCE.index(phase))]
    else:
        name, part = phase.split("-")
        side = SIDES.index(name)
        s.impulse = whole_field(position, "impulse", 1, 1, 2)
        s.stack = [Turn(SEQUENCE.index((side, s.impulse)) + 1)]
        if part == "order":
            if s.impulse == 2 and "orders" not in position:
                first[side] = order  # what was chosen so far is the first impulse's
            s.stack.append(Order(side, s.impulse))
        else:
            order = order or MOVE_FIGHT
            first[side] = first[side] or order
            parts = segments(side, order)
            s.stack.append(Impulse(side, parts[parts.index(part) + 1 :]))
            begin = (
                begin_movement(s, side) if part == "move" else begin_combat(s, side, part == "mech")
            )
            s.stack.append(begin)
    s.orders = (first[GERMAN], first[SOVIET])
