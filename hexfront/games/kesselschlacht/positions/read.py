"""Reading a position from JSON: a made-up one for analysis and tests, or one written out.

What is well formed is accepted, also where no game could lead to it. `write.py` is the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.loading.specs import KesselschlachtData
from hexfront.games.kesselschlacht.phases import PHASES
from hexfront.games.kesselschlacht.positions.parts import (
    MadeUp,
    aircraft_specs,
    laid_map,
    unit_spec,
)
from hexfront.games.kesselschlacht.positions.sense import check_sense
from hexfront.games.kesselschlacht.rules import directive, supply
from hexfront.games.kesselschlacht.rules.activation import attempts
from hexfront.games.kesselschlacht.rules.bridges import appoint_garrisons
from hexfront.games.kesselschlacht.rules.combat import Combat, with_ammunition
from hexfront.games.kesselschlacht.rules.defensive_positions import Positions
from hexfront.games.kesselschlacht.rules.garrisons import post_captured
from hexfront.games.kesselschlacht.rules.lines import ISSUED
from hexfront.games.kesselschlacht.rules.movement import Movement
from hexfront.games.kesselschlacht.rules.sequence import IN_ORDER, SEQUENCE, Turn, left_out
from hexfront.games.kesselschlacht.rules.setup import begin_setup
from hexfront.games.kesselschlacht.sides import (
    ABSENT,
    AWAY,
    AXIS,
    DEAD,
    EXITED,
    SIDES,
    SOVIET,
    STATUSES,
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
    phase = word_field(position, "phase", "soviet-move", tuple(PHASES))
    units = list_field(position, "units")
    specs = {spec.id: spec for spec in data.units}
    for entry in units:
        spec = unit_spec(entry, specs)
        specs[spec.id] = spec
    mapped, board = laid_map(data, scenario, position, blank)
    laid = replace(
        mapped,
        units=tuple(specs.values()),
        aircraft=aircraft_specs(data, scenario, position, blank),
    )
    begun = flag_field(position, "begun", False)
    s = State(MadeUp(laid, scenario, options, data, board), dice)
    s.turn, s.phase = turn, phase
    s.read("", position)
    listed = _set_units(s, units)
    _share_statuses(s)
    _set_off_map(s, position, listed)
    for number, entry in object_field(position, "hexes").items():
        _set_hex(s, number, entry)
    if "trains" in position:
        s.trains = tuple(_train(s, said) for said in list_field(position, "trains"))
    check_sense(s)
    _set_crossings(s, units)
    _set_activated(s, units)
    s.forget()
    _give_up_posts(s)
    s.events = []
    if phase == "soviet-move":
        _set_grades(s, units)
    if phase.startswith("setup"):
        if not units and not blank:
            s.where = [AWAY] * s.world.roster.count
        begin_setup(s, phase)
    elif begun and phase in GOING_ON:
        if all(entry.get("had_ammo") is None for entry in units):
            s.had_ammo = with_ammunition(s)
        if phase.endswith("combat"):
            _appoint_unsaid(s, position)
        s.stack = [Turn(IN_ORDER.index(phase) + 1), GOING_ON[phase](s)]
    else:
        _set_phase(s, phase)
    _give_up_posts(s)  # those between several corps: now there is a phase after which to choose
    read_again(s, position, units)
    for hq, points in s.ammo_spent.items():  # whoever paid has attacked: 10.6.2.a
        s.attacks_made.setdefault(hq, points)
    for entry in units:  # what is said counts for more than the check that the phase begins with
        if entry.get("grade") is not None:
            s.read_unit(s.world.roster.index[entry["id"]], {"grade": entry["grade"]})
    s.settle()
    for number in GRID.names(s.occupied[AXIS] & s.occupied[SOVIET]):  # a list puts somebody there
        raise malformed(f"There are units of both sides in {number}.")
    return s


def _set_units(s: State, units: list[Json]) -> set[int]:
    """Put the listed units where they are said to be, stacks top first. All others are absent."""
    roster = s.world.roster
    listed: set[int] = set()
    for entry in reversed(units):  # the last to come lies on top
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
        _set_post(s, u, entry)
    for u in range(roster.count):
        if u not in listed:
            s.where[u] = ABSENT
    for entry in units:
        u = roster.index[entry["id"]]
        if roster.garrison[u] and entry.get("parent") is None:
            s.parent[u] = -1  # whom it was given to while only some units were there
    return listed


def _share_statuses(s: State) -> None:
    """All units of a stack have the worst status of any of them. 13.3.b"""
    for units in s.stacks.values():
        worst = max([s.status[u] for u in units], key=STATUSES.index)
        for u in units:
            s.status[u] = worst


def _set_post(s: State, u: int, entry: Json) -> None:
    """A garrison was set up where the position or the scenario says, a made-up one where it stands. 10.7.a"""
    if not s.world.roster.garrison[u]:
        if entry.get("post") is not None:
            raise malformed(f"Only a garrison has a post, and {entry['id']} is none.")
        return
    if entry.get("post") is not None:
        s.world.posts[u] = hex_index(GRID, entry["post"])
    elif s.where[u] >= 0:
        s.world.posts.setdefault(u, s.where[u])


def _set_crossings(s: State, units: list[Json]) -> None:
    """For the Directive an Axis unit that is north now was so before, if nothing else is said. 8.1.1, R-83"""
    if not s.world.tables["special_rules"]["directive"]:
        return
    north = directive.north(s) & s.world.roster.sets[AXIS]
    for entry in units:
        bit = 1 << s.world.roster.index[entry["id"]]
        if entry.get("started_north") is None:
            s.started_north |= bit & (north | s.crossed)
        if entry.get("north_before") is None:
            s.north_before |= bit & north


def _set_activated(s: State, units: list[Json]) -> None:
    """Units act with their HQ if nothing else is said, those of the Directive's corps if bound. 9.1, R-165"""
    sent = directive.activated(s) if s.directive == ISSUED else []
    for entry in units:
        u = s.world.roster.index[entry["id"]]
        hq = s.parent[u]
        if entry.get("activated") is not None or hq < 0 or not s.activated >> hq & 1:
            continue
        if hq != s.directive_hq or not sent or u in sent:
            s.activated |= 1 << u


def _set_grades(s: State, units: list[Json]) -> None:
    """The check of phase G for the Soviet units of which nothing is said. 4.0.G"""
    for entry in units:
        u = s.world.roster.index[entry["id"]]
        if entry.get("grade") is None and s.world.roster.side[u] == SOVIET and s.where[u] >= 0:
            s.grade[u] = supply.grade_now(s, u)


def _give_up_posts(s: State) -> None:
    """Garrisons whose hex is captured are under the nearest corps, unless another is said. 10.7.c"""
    hq = s.world.roster.hq
    for h in set(s.world.posts.values()):
        held = s.occupied[SOVIET] >> h & 1 and any(not hq[u] for u in s.stacks[h])
        if held or (s.control[SOVIET] & ~s.occupied[AXIS]) >> h & 1:
            post_captured(s, h)


def _set_off_map(s: State, position: Json, listed: set[int]) -> None:
    taken: dict[int, int] = {}
    for name, place in (("eliminated", DEAD), ("exited", EXITED)):
        for unit in list_field(position, name):
            take_off(s, unit, place, listed, taken)
    if "killed" not in position:  # who is eliminated was lost once
        s.killed = {u: 1 for u, place in enumerate(s.where) if place == DEAD}
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
        if side == SIDES[SOVIET] and h == s.world.board.ternopol:
            s.ternopol_captured = True  # 11.3.1.b


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


def _appoint_unsaid(s: State, position: Json) -> None:
    """The guards of bridges of which none is said, as the Combat Phase began with them. R-15"""
    said = position.get("trains") or [{}] * len(s.trains)
    before = s.trains
    appoint_garrisons(s)
    trains = zip(said, before, s.trains, strict=True)
    s.set_trains(tuple(old if "garrison" in entry else new for entry, old, new in trains))


def _set_phase(s: State, phase: str) -> None:
    at = IN_ORDER.index(phase)
    s.stack = [Turn(at + 1)]
    if not left_out(s, phase):
        SEQUENCE[at][2](s)
