"""Reading a position from JSON: a made-up one for analysis and tests, or one written out.

What is well formed is accepted, also where no game could lead to it. `write.py` is the other way round.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexfront.games.oder.loading.load import GRID, OderData
from hexfront.games.oder.phases import PHASES
from hexfront.games.oder.positions.parts import MadeUp, lay_map, unit_spec
from hexfront.games.oder.rules.combat import begin_combat
from hexfront.games.oder.rules.movement import begin_movement
from hexfront.games.oder.rules.sequence import FIRST, SECOND, SEQUENCE, Turn, in_order
from hexfront.games.oder.rules.setup import FixedSetup, FreeSetup, ShockSetup, TurnTrack
from hexfront.games.oder.sides import (
    ABSENT,
    DEAD,
    FIGHT_MOVE,
    GERMAN,
    MOVE_FIGHT,
    SIDES,
    SOVIET,
    WAITING,
)
from hexfront.games.oder.state import CAUSES, State
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
from hexfront.kernel.phase import Activity
from hexfront.kernel.refusal import malformed
from hexfront.kernel.scenarios import Scenario
from hexfront.kernel.step import Step
from hexfront.mechanics.positions import begin_reading, read_again, take_off, turns_of

FIELDS = State.outside("") | {
    "scenario", "map", "turn", "phase", "order", "hexes", "hexsides", "units", "markers", "options",
    "queue", "reinforcements", "eliminated", "forfeited", "vp", "score", "game",
}  # fmt: skip
"""What a position may have; `game` is read over."""

SETUPS = tuple(phase.name for phase in PHASES.values() if phase.activity is Activity.SETUP)
IN_ORDER = [phase for phase, _ in SEQUENCE]


def load_position(
    data: OderData, scenario: Scenario, position: Json, options: dict[str, Any], dice: Dice
) -> State:
    """The state of a made-up position; Refused, naming what is wrong, if it is not well formed."""
    last = scenario.last_turn
    position, blank, turn = begin_reading(position, FIELDS, scenario)
    phase = word_field(
        position,
        "phase",
        "german-declare" if blank else SETUPS[0],
        tuple(PHASES),
    )
    units = list_field(position, "units")
    specs = {spec.id: spec for spec in data.units}
    for entry in units:
        spec = unit_spec(entry, specs, last)
        specs[spec.id] = spec
    laid = replace(lay_map(data, position, blank), units=tuple(specs.values()))
    s = State(MadeUp(laid, scenario, options, data), dice)
    s.turn = turn
    s.phase = phase
    s.read("", position)
    listed = _set_units(s, units, last)
    _set_others(s, position, listed, blank, phase)
    _set_off_map(s, position, listed, last)
    _set_control(s, position)
    _set_markers(s, object_field(position, "markers"))
    _set_score(s, position)
    _set_phase(s, phase, position)
    read_again(s, position, units)
    s.attacked |= s.probed
    s.events = []  # phases that need no decision happen now, and their dice belong in the log
    s.settle()
    return s


# ---- units ----


def _set_units(s: State, units: list[Json], last: int) -> set[int]:
    """Put the listed units where they are said to be."""
    roster = s.world.roster
    listed: set[int] = set()
    for entry in units:
        u = roster.index[entry["id"]]
        if u in listed:
            raise malformed(f"Unit {entry['id']} is listed twice; a unit is in one hex only.")
        listed.add(u)
        s.read_unit(u, entry)
        number = entry.get("hex")
        if number is None and "hex" not in entry and s.world.printed[u] >= 0:
            number = s.world.grid.number(s.world.printed[u])
        if due := whole_field(entry, "due", 0, 1, last):
            if number is not None and entry.get("hex") is not None:
                raise malformed(f"Unit {entry['id']} is on the map and due: it is in one place.")
            s.where[u], s.queue[u] = WAITING, due
        elif number is not None:
            _put(s, u, hex_index(GRID, number))
    return listed


def _put(s: State, u: int, h: int) -> None:
    number = s.world.grid.number(h)
    if not s.world.board.playable >> h & 1:
        raise malformed(f"{number} is sea or out of play: no unit can be there.")
    if s.occupied[1 - s.world.roster.side[u]] >> h & 1:
        raise malformed(f"There are units of both sides in {number}.")
    s.put(u, h)


def _set_others(s: State, position: Json, listed: set[int], blank: bool, phase: str) -> None:
    """Where units are of which nothing is said: as the scenario has them, or not in the position."""
    setting_up = phase in SETUPS
    all_start = "units" not in position
    for u, spec in enumerate(s.world.roster.specs):
        if u in listed:
            continue
        printed = s.world.printed[u]
        enemy = s.occupied[1 - s.world.roster.side[u]]
        if blank:
            s.where[u] = ABSENT
        elif spec.arrives:
            _set_reinforcement(s, u, phase)
        elif printed >= 0 and (all_start or setting_up) and not enemy >> printed & 1:
            waits = phase == SETUPS[0] and spec.side == SIDES[GERMAN]  # 3.2.3 comes after 3.2.2
            if not waits:
                s.put(u, printed)
        elif printed >= 0 or not setting_up:
            s.where[u] = ABSENT


def _set_reinforcement(s: State, u: int, phase: str) -> None:
    """A reinforcement comes on its turn, if that is not past. 9.2.p1"""
    if phase in SETUPS:
        return
    arrives = s.world.roster.specs[u].arrives
    played = list(PHASES)  # the order of movement and combat does not matter here
    past = played.index(phase) > played.index("german-arrivals")
    if arrives + (not past) > s.turn:
        s.where[u], s.queue[u] = WAITING, arrives
    else:
        s.where[u] = ABSENT


def _set_off_map(s: State, position: Json, listed: set[int], last: int) -> None:
    taken: dict[int, int] = {}
    turns, example = range(1, last + 1), "G-GD"
    due = turns_of(position, "queue", turns, example)
    due += turns_of(position, "reinforcements", turns, example)
    if "reinforcements" in position:
        for u in range(s.world.roster.count):
            if s.where[u] == WAITING and u not in listed:
                s.where[u] = ABSENT
                del s.queue[u]
    for name, turn in due:
        s.queue[_take_off(s, name, WAITING, listed, taken)] = turn
    for name in list_field(position, "eliminated"):
        _take_off(s, name, DEAD, listed, taken)
    for name in list_field(position, "forfeited"):
        s.refused |= 1 << _take_off(s, name, DEAD, listed, taken)


def _take_off(s: State, name: object, place: int, listed: set[int], taken: dict[int, int]) -> int:
    before = len(taken)
    u = take_off(s, name, place, listed, taken)
    if len(taken) == before:
        raise malformed(f"Unit {name} is listed twice; a unit is in one place only.")
    s.queue.pop(u, None)
    return u


# ---- the rest ----


def _set_control(s: State, position: Json) -> None:
    """Who controls hexes and ever did: what is said counts more than who stands there. 3.1"""
    for number, entry in object_field(position, "hexes").items():
        bit = 1 << s.world.grid.index(number)
        if side := word_field(entry, "control", "", SIDES):
            i = SIDES.index(side)
            s.control[i] |= bit
            s.control[1 - i] &= ~bit
            s.ever[i] |= bit
        if entry.get("ever") is not None:
            sides = [SIDES.index(known_name(n, SIDES, "side")) for n in list_field(entry, "ever")]
            for i in range(2):
                s.ever[i] = s.ever[i] | bit if i in sides else s.ever[i] & ~bit
                s.ever[i] |= s.control[i] & bit
        s.read_hex(s.world.grid.index(number), entry)
        if entry.get("fort_intact") is not None:
            intact = entry["fort_intact"] and s.world.board.forts & bit
            s.forts = s.forts | bit if intact else s.forts & ~bit
    s.forget_lines()


def _set_markers(s: State, markers: Json) -> None:
    check_names(markers, State.outside("markers"), "The field markers")
    s.read("markers", markers)
    if s.naval >= 0 and not s.world.board.coastal >> s.naval & 1:
        raise malformed(f"The naval marker lies in a coastal hex; {markers['naval']} is none.")
    if s.aerial >= 0:
        if s.where[s.aerial] < 0 or s.world.roster.side[s.aerial] != GERMAN:
            raise malformed("Aerial supply is for a German unit on the map.")
        s.aerial_used = True
    if markers.get("air_placed") is None:
        # while markers are laid it can still be taken back
        s.air_placed = s.air >= 0 and s.phase != "german-markers"


def _set_score(s: State, position: Json) -> None:
    """The points so far: by cause (`score`), or only their sum (`vp`)."""
    score, vp = object_field(position, "score"), object_field(position, "vp")
    for name in (*score, *vp):
        known_name(name, SIDES, "side")
    for i, side in enumerate(SIDES):
        causes = object_field(score, side)
        check_names(causes, CAUSES, "A score")
        for cause in CAUSES:
            s.award(i, cause, whole_field(causes, cause, 0, 0, 999))
        if not causes:
            s.award(i, CAUSES[0], whole_field(vp, side, 0, 0, 999))


def _set_phase(s: State, phase: str, position: Json) -> None:
    if phase in SETUPS:
        steps: tuple[Step[State], ...] = (FreeSetup(GERMAN), FreeSetup(SOVIET), FixedSetup(GERMAN))
        count = SETUPS[::-1].index(phase) + 1
        s.stack = [Turn(0), TurnTrack(), *steps[:count]]
        if phase == SETUPS[0]:
            s.stack.append(ShockSetup())
        return
    side, activity = PHASES[phase].side, PHASES[phase].activity
    s.orders = _orders(position, phase)
    if side is None or activity not in (Activity.MOVE, Activity.COMBAT):
        s.stack = [Turn(IN_ORDER.index(phase))]
        return
    first = in_order(side, s.orders[side])[0] == phase
    s.stack = [Turn(IN_ORDER.index((FIRST if first else SECOND)[side]) + 1)]
    begin = begin_movement if activity is Activity.MOVE else begin_combat
    s.stack.append(begin(s, side))


SOVIET_DECLARED = ("soviet-move", "soviet-combat", "soviet-arrivals", "retrieve", "german-check")
"""The phases in which the Soviet side has declared its order; the German has in all but the first."""


def _orders(position: Json, phase: str) -> tuple[str, str]:
    """The orders declared, by side; a bare word is the phasing side's. Movement first if none is given."""
    order = position.get("order")
    side = PHASES[phase].side
    phasing = "" if side is None else SIDES[side]
    named = {phasing: order} if isinstance(order, str) else object_field(position, "order")
    for name in named:
        known_name(name, SIDES, "side")
    words = (MOVE_FIGHT, FIGHT_MOVE)
    german = word_field(named, "german", MOVE_FIGHT if phase != "german-declare" else "", words)
    soviet = word_field(named, "soviet", MOVE_FIGHT if phase in SOVIET_DECLARED else "", words)
    return german, soviet


__all__ = ["FIELDS", "load_position"]
