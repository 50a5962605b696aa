"""Reading a position from JSON: a made-up one for analysis and tests, or one written out.

What is well formed is accepted, also where no game could lead to it. `write.py` is the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.loading.specs import KesselschlachtData
from hexfront.games.kesselschlacht.positions.parts import (
    MadeUp,
    aircraft_specs,
    laid_map,
    unit_spec,
)
from hexfront.games.kesselschlacht.rules.activation import attempts
from hexfront.games.kesselschlacht.rules.combat import Combat
from hexfront.games.kesselschlacht.rules.defensive_positions import Positions
from hexfront.games.kesselschlacht.rules.movement import Movement
from hexfront.games.kesselschlacht.rules.sequence import IN_ORDER, SEQUENCE, Turn
from hexfront.games.kesselschlacht.sides import (
    ABSENT,
    AWAY,
    AXIS,
    DEAD,
    EXITED,
    SIDES,
    SOVIET,
    WAITING,
)
from hexfront.games.kesselschlacht.state import BUILT, TRAIN_STATES, State, Train
from hexfront.kernel.dice import Dice
from hexfront.kernel.fields import (
    Json,
    check_names,
    flag_field,
    hex_index,
    known_name,
    list_field,
    object_field,
    word_field,
)
from hexfront.kernel.refusal import malformed
from hexfront.kernel.scenarios import Scenario
from hexfront.kernel.step import Step
from hexfront.mechanics.positions import begin_reading, hexside, read_again, take_off, turns_of

FIELDS = State.outside("") | {
    "scenario", "map", "turn", "phase", "hexes", "hexsides", "units", "options", "game", "trains",
    "queue", "eliminated", "exited", "aircraft", "begun", "vp", "score",
}  # fmt: skip
"""What a position may have; `game`, `vp` and `score` are read over."""

GOING_ON: Mapping[str, Callable[[State], Step[State]]] = {
    "positions": lambda s: Positions(),
    "activation": attempts,
    "soviet-move": lambda s: Movement(SOVIET),
    "soviet-combat": lambda s: Combat(SOVIET),
    "axis-move": lambda s: Movement(AXIS),
    "axis-combat": lambda s: Combat(AXIS),
    "axis-motorized": lambda s: Movement(AXIS),
}
"""The decision that a phase goes on with once all that it begins with is done: checks, dice, arrivals."""


def load_position(
    data: KesselschlachtData,
    scenario: Scenario,
    position: Json,
    options: dict[str, Any],
    dice: Dice,
) -> State:
    """The state of a made-up position; Refused, naming what is wrong, if it is not well formed."""
    position, blank, turn = begin_reading(position, FIELDS, scenario)
    phase = word_field(position, "phase", "soviet-move", tuple(IN_ORDER))
    units = list_field(position, "units")
    specs = {spec.id: spec for spec in data.units}
    for entry in units:
        spec = unit_spec(entry, specs)
        specs[spec.id] = spec
    mapped, board = laid_map(data, scenario, position, blank)
    laid = replace(
        mapped,
        units=tuple(specs.values()),
        aircraft=aircraft_specs(data, position),
    )
    begun = flag_field(position, "begun", False)
    s = State(MadeUp(laid, scenario, options, data, board), dice)
    s.turn, s.phase = turn, phase
    s.read("", position)
    listed = _set_units(s, units)
    _set_off_map(s, position, listed)
    for number, entry in object_field(position, "hexes").items():
        _set_hex(s, number, entry)
    if "trains" in position:
        s.trains = tuple(_train(s, said) for said in list_field(position, "trains"))
    s.forget()
    s.events = []
    if begun and phase in GOING_ON:
        s.stack = [Turn(IN_ORDER.index(phase) + 1), GOING_ON[phase](s)]
    else:
        _set_phase(s, phase)
    read_again(s, position, units)
    for entry in units:  # what is said counts for more than the check that the phase begins with
        if entry.get("grade") is not None:
            s.read_unit(s.world.roster.index[entry["id"]], {"grade": entry["grade"]})
    s.settle()
    return s


def _set_units(s: State, units: list[Json]) -> set[int]:
    """Put the listed units where they are said to be; the last of a hex lies on top. All others are absent."""
    roster = s.world.roster
    listed: set[int] = set()
    for entry in units:
        u = roster.index[entry["id"]]
        if u in listed:
            raise malformed(f"Unit {entry['id']} is listed twice; a unit is in one hex only.")
        listed.add(u)
        s.read_unit(u, entry)
        if entry.get("hex") is not None:
            h = hex_index(GRID, entry["hex"])
            if s.occupied[1 - roster.side[u]] >> h & 1:
                raise malformed(f"There are units of both sides in {entry['hex']}.")
            s.put(u, h)
    for u in range(roster.count):
        if u not in listed:
            s.where[u] = ABSENT
    return listed


def _set_off_map(s: State, position: Json, listed: set[int]) -> None:
    taken: dict[int, int] = {}
    for name, place in (("eliminated", DEAD), ("exited", EXITED)):
        for unit in list_field(position, name):
            take_off(s, unit, place, listed, taken)
    turns = range(1, s.world.turns + 3)
    for unit, turn in turns_of(position, "queue", turns, "AX-9SS-1"):
        u = s.world.roster.index[known_name(unit, s.world.roster.index, "unit")]
        s.queue[u] = turn
        if s.where[u] in (AWAY, ABSENT):  # all others are HQs that come back
            s.where[u] = WAITING


def _set_hex(s: State, number: str, entry: Json) -> None:
    h = s.world.grid.index(number)
    s.read_hex(h, entry)
    if side := word_field(entry, "control", "", SIDES):
        i = SIDES.index(side)
        s.control[i] |= 1 << h
        s.control[1 - i] &= ~(1 << h)


def _train(s: State, said: object) -> Train:
    if not isinstance(said, dict):
        raise malformed(
            'A pontoon train is {"side": side, "state": "built", "between": [hex, hex]}.'
        )
    check_names(said, ("side", "state", "carrier", "between", "garrison"), "A pontoon train")
    side = SIDES.index(word_field(said, "side", SIDES[0], SIDES))
    state = word_field(said, "state", TRAIN_STATES[0], TRAIN_STATES)
    index = s.world.roster.index
    units = [
        index[known_name(said[name], index, "unit")] if said.get(name) is not None else -1
        for name in ("carrier", "garrison")
    ]
    a = b = -1
    if state == BUILT:
        first, second, _ = hexside(
            GRID, {"between": said.get("between")}, '{"between": [hex, hex]}'
        )
        a, b = GRID.index(first), GRID.index(second)
    return Train(side, state, units[0], a, b, units[1])


def _set_phase(s: State, phase: str) -> None:
    at = IN_ORDER.index(phase)
    s.stack = [Turn(at + 1)]
    SEQUENCE[at][2](s)
