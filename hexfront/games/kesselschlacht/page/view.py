"""What a player may see: of enemy stacks only the top unit, of plans only the own ones. 3.6"""

from __future__ import annotations

from functools import partial
from typing import cast

from hexfront.games.kesselschlacht.page.combat_view import attack_planned, combat
from hexfront.games.kesselschlacht.page.view_types import (
    KesselschlachtUnit,
    KesselschlachtView,
    PontoonTrain,
)
from hexfront.games.kesselschlacht.queries.reach import shown
from hexfront.games.kesselschlacht.rules.fog import all_open, visible
from hexfront.games.kesselschlacht.rules.force import Force
from hexfront.games.kesselschlacht.rules.movement import Movement
from hexfront.games.kesselschlacht.rules.strengths import attack_printed, defence_printed
from hexfront.games.kesselschlacht.rules.victory import level_now, points, summed, with_way_out
from hexfront.games.kesselschlacht.sides import (
    ABSENT,
    AWAY,
    AXIS,
    DEAD,
    EXITED,
    OUT,
    SIDES,
    SOVIET,
    WAITING,
)
from hexfront.games.kesselschlacht.state import State, Train
from hexfront.kernel import views
from hexfront.kernel.fields import Json
from hexfront.kernel.state_fields import ALL
from hexfront.mechanics.last_seen import Present, Seen, by_hex, kept, shared, units_seen
from hexfront.mechanics.viewing import (
    decision_of,
    group_on_the_way,
    hexes_seen,
    over_stacks,
    remembered,
)

CAUSES = ("units eliminated", "escaped", "cut off", "objectives")
"""What points are for, of either side. 17.0.1, 17.0.2"""


def view(
    s: State, side: int | None, seen: Seen | None = None, asked: bool = True
) -> KesselschlachtView:
    """Everything a side may see; None is a spectator, who sees what both sides see."""
    world, seen = s.world, s.world.last_seen if seen is None else seen
    seen_units = units(s, side, seen)
    scores, level = _standing(s, side, seen, seen_units)
    whole: Json = {
        "game": "kesselschlacht",
        "scenario": world.scenario.id,
        "side": None if side is None else SIDES[side],
        "turn": s.turn,
        "phase": s.phase,
        **s.written("", side, seen.setdefault(("written", side), {})),
        "vp": summed(scores),
        "score": {
            name: {cause: of.get(cause, 0) for cause in CAUSES}
            for name, of in zip(SIDES, scores, strict=True)
        },
        "level": level,
        "trains": [train_json(s, train, side) for train in s.trains],
        "hexes": hexes(s, seen),
        "units": seen_units,
        "off_map": kept(seen, "off_map", (s.where.copy(), s.queue.copy()), partial(off_map, s)),
        "options": s.options,
        "result": cast("views.Result | None", s.result),
        "combat": combat(s, side),
        "decision": decision_of(s, side, asked),
    }
    found = cast("KesselschlachtView", whole)
    if s.stack and side == s.decider:
        found["planned"] = _planned(s)
        if asked and (full := over_stacks(s)):
            found["over_stacked"] = full
        step = s.stack[-1]
        if asked and isinstance(step, Movement) and (late := list(step.has_to_move(s))):
            found["has_to_move"] = [world.roster.ids[u] for u in late]
    return found


Scores = tuple[dict[str, int], dict[str, int]]


def _standing(
    s: State, side: int | None, seen: Seen, seen_units: list[KesselschlachtUnit]
) -> tuple[Scores, str]:
    """The points that a side knows of and the level that they are: as before where nothing else is seen.

    They depend on the units on the map and all that is kept of them, on those lost, and on the ways.
    """
    of = (s.killed.copy(), s.ways, s.weather, s.result is None)
    stacks = by_hex(seen, side, seen_units)  # the list of units may be missing: STACKS_ONLY
    last = seen.get(("points", side))
    if last is not None and last[0] is stacks and last[1] == of:
        return last[2], last[3]
    viewer = side if s.result is None else ALL
    out = shared(seen, s, "way out", partial(with_way_out, s))
    scores = points(s, viewer, out)
    level = level_now(s, scores, viewer, out)
    seen["points", side] = stacks, of, scores, level
    return scores, level


def train_json(s: State, train: Train, side: int | None = ALL) -> PontoonTrain:
    """A pontoon train; who has it is open to its own side only, its guard to those who see it. 15.2.1"""
    ids, number = s.world.roster.ids, s.world.grid.number
    found: PontoonTrain = {
        "side": SIDES[train.side],
        "state": train.state,
        "between": [number(train.a), number(train.b)] if train.a >= 0 else None,
        "garrison": None,
    }
    guard = train.garrison
    if guard >= 0 and (side == ALL or visible(s, guard, side)):
        found["garrison"] = ids[guard]
    if side in (ALL, train.side):
        found["carrier"] = ids[train.carrier] if train.carrier >= 0 else None
    return found


def hexes(s: State, seen: Seen) -> Json:
    """The hexes that somebody has held, places, positions; not to be changed."""
    board = s.world.board

    def entry(h: int) -> Json:
        found: Json = {}
        for name, control in zip(SIDES, s.control, strict=True):
            if control >> h & 1:
                found["control"] = name
        if (place := board.places.get(h)) is not None:
            found[place.kind] = place.name
        if h in board.airfields:
            found["airfield"] = True
        return found | s.hex_fields(h, None)

    sets = (*s.control, *s.hex_key(None))
    return hexes_seen(s.world.grid, seen, s.world.last_seen, sets, entry)


def unit_json(s: State, u: int, side: int | None = ALL) -> KesselschlachtUnit:
    """A unit as somebody sees it to whom it is not hidden: the side of its counter that is up."""
    spec = s.world.roster.specs[u]
    attack, defence = attack_printed(s, u), defence_printed(s, u)
    movement = spec.back_movement if s.flipped(u) else spec.movement
    unit: Json = {
        "id": spec.id,
        "side": spec.side,
        "nation": spec.nation,
        "name": spec.name,
        "division": spec.division,
        "formation": spec.formation,
        "group": spec.group,
        "type": spec.type,
        "size": spec.size,
        "mobility": spec.mobility,
        "quality": spec.quality,
        "factors": [[attack, defence]],
        "steps": 1,
        "attack": attack,
        "defence": defence,
        "movement": "fuel" if movement is None else movement,
        "hex": s.world.grid.number(s.where[u]) if s.where[u] >= 0 else None,
        **s.unit_fields(u, side),
    }
    return cast("KesselschlachtUnit", unit)


def units(s: State, side: int | None, seen: Seen) -> list[KesselschlachtUnit]:
    """The units that a side may see, by their hexes, each stack from the top; not to be changed. 3.6.a"""
    now = shared(seen, s, "present", partial(_present, s))
    return units_seen(s, side, seen, now, partial(_stack, s, side))


def _present(s: State) -> Present:
    zones = (s.zoc(AXIS), s.zoc(SOVIET))
    return Present([*s.unit_columns(), s.shown], zones, (s.margarethe, all_open(s)))


def _stack(s: State, side: int | None, h: int, stack: tuple[int, ...]) -> list[KesselschlachtUnit]:
    """What a side sees of a stack."""
    whose = s.world.roster.side[stack[0]]
    ezoc, known = s.zoc(1 - whose) >> h & 1, s.world.seen_units
    shown = stack
    if whose != side and len(stack) > 1:
        shown = tuple([u for u in stack if visible(s, u, side)])
    found = []
    for u in shown:
        key = s.unit_key(u, side, (h, ezoc, s.margarethe))
        found.append(known.get(key) or remembered(known, key, partial(_unit, s, u, side, ezoc)))
    if len(shown) < len(stack):
        found[0] = {**found[0], "hidden": len(stack) - len(shown)}
    return found


def _unit(s: State, u: int, side: int | None, ezoc: int) -> KesselschlachtUnit:
    unit = unit_json(s, u, side)
    unit["supplied"], unit["ezoc"] = s.grade[u] != OUT, bool(ezoc)
    return unit


def off_map(s: State) -> views.OffMap:
    """Units that are not on the map: open to everybody."""
    ids = s.world.roster.ids
    by_place: dict[int, list[str]] = {AWAY: [], DEAD: [], WAITING: [], ABSENT: [], EXITED: []}
    for u, h in enumerate(s.where):
        if h < 0:
            by_place[h].append(ids[u])
    due = {ids[u]: (turn, s.where[u]) for u, turn in sorted(s.queue.items())}
    return {
        "to_place": by_place[AWAY],
        "reinforcements": {i: turn for i, (turn, place) in due.items() if place == WAITING},
        "eliminated": by_place[DEAD],
        "forfeited": [],
        "exited": by_place[EXITED],
        "queue": {i: turn for i, (turn, place) in due.items() if place != WAITING},
    }


def _planned(s: State) -> views.Planned | None:
    """What the side to decide is just putting together."""
    step = s.stack[-1]
    if isinstance(step, Force):
        group = group_on_the_way(s, step)
        group["points"] = dict(zip(group["units"], map(shown, step.points), strict=True))
        return group
    return attack_planned(s)
