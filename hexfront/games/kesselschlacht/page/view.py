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
from hexfront.games.kesselschlacht.rules.fog import visible
from hexfront.games.kesselschlacht.rules.force import Force
from hexfront.games.kesselschlacht.rules.strengths import attack_printed, defence_printed
from hexfront.games.kesselschlacht.rules.victory import points, summed
from hexfront.games.kesselschlacht.sides import ABSENT, AWAY, DEAD, EXITED, OUT, SIDES, WAITING
from hexfront.games.kesselschlacht.state import State, Train
from hexfront.kernel import views
from hexfront.kernel.fields import Json
from hexfront.kernel.state_fields import ALL
from hexfront.mechanics.viewing import decision_of, group_on_the_way, remembered


def view(s: State, side: int | None) -> KesselschlachtView:
    """Everything a side may see; None is a spectator, who sees what both sides see."""
    world = s.world
    scores = points(s, side if s.result is None else ALL)
    whole: Json = {
        "game": "kesselschlacht",
        "scenario": world.scenario.id,
        "side": None if side is None else SIDES[side],
        "turn": s.turn,
        "phase": s.phase,
        **s.written("", side),
        "vp": summed(scores),
        "score": dict(zip(SIDES, scores, strict=True)),
        "trains": [train_json(s, train, side) for train in s.trains],
        "hexes": hexes(s),
        "units": units(s, side),
        "off_map": off_map(s),
        "options": s.options,
        "result": cast("views.Result | None", s.result),
        "combat": combat(s, side),
        "decision": decision_of(s, side),
    }
    seen = cast("KesselschlachtView", whole)
    if s.stack and side == s.decider:
        seen["planned"] = _planned(s)
    return seen


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


def hexes(s: State) -> Json:
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

    return s.world.seen_hexes.get((*s.control, *s.hex_key(None)), entry)


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


def units(s: State, side: int | None) -> list[KesselschlachtUnit]:
    """The units that a side may see, by their hexes, each stack from the top; not to be changed. 3.6.a"""
    world, owner = s.world, s.world.roster.side
    known, zones, margarethe = world.seen_units, (s.zoc(1), s.zoc(0)), s.margarethe
    found: list[KesselschlachtUnit] = []
    for h in sorted(s.stacks, key=world.grid.rank.__getitem__):
        stack = s.stacks[h]
        whose = owner[stack[0]]
        ezoc = zones[whose] >> h & 1
        shown = stack
        if whose != side and len(stack) > 1:
            shown = tuple([u for u in stack if visible(s, u, side)])
        for u in shown:
            key = s.unit_key(u, side, (h, ezoc, margarethe))
            unit = known.get(key)
            if unit is None:
                unit = remembered(known, key, partial(_unit, s, u, side, ezoc))
            found.append(unit)
        if len(shown) < len(stack):
            top = found[-len(shown)]
            found[-len(shown)] = {**top, "hidden": len(stack) - len(shown)}
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
