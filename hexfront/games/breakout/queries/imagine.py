"""A whole position made up from what one side sees, for a bot to think with.

What lies hidden is filled in from the units that are on the map but nowhere seen. Everything comes from
the view, so that two states that look the same to a side are imagined the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hexfront.games.breakout.page.view_types import BreakoutView
from hexfront.games.breakout.rules.odds import Battle
from hexfront.games.breakout.rules.results import Advance
from hexfront.games.breakout.rules.sequence import (
    MOVE_FIGHT,
    SEQUENCE,
    Impulse,
    Order,
    Turn,
    segments,
    start_segment,
)
from hexfront.games.breakout.rules.stacking import fits
from hexfront.games.breakout.sides import (
    ABSENT,
    AWAY,
    DEAD,
    EXITED,
    GERMAN,
    SIDES,
    SOVIET,
    WAITING,
)
from hexfront.games.breakout.state import State
from hexfront.games.breakout.world import World
from hexfront.kernel import views
from hexfront.kernel.dice import FastDice
from hexfront.kernel.fields import Json


def imagine(
    world: World, view: BreakoutView, seed: int = 0, last_seen: Mapping[str, str] | None = None
) -> State:
    """A state that looks like the view to the side that has it; hidden units are guesses.

    `last_seen` says where units were when they were last seen, set-up hexes count for the others.
    """
    s = State(world, FastDice(seed))
    s.turn, s.phase = view["turn"], view["phase"]
    s.read("", view)
    s.read("markers", view["markers"])
    _set_off_map(s, view["off_map"])
    _set_units(s, view, Guess(s, last_seen or {}, Random(seed)))
    _set_hexes(s, view["hexes"])
    s.air_side = SOVIET if s.air[SOVIET] else GERMAN
    s.exits = view["score"]["exits"]
    s.division_vp = view["score"]["divisions"]
    if s.turn == world.tables["stand_fast"]["turn"]:  # 3.2.6: who stands there now began there
        s.bound = sum(1 << u for u, h in enumerate(s.where) if h >= 0 and _is_bound(s, u, h))
    if view["combat"] is not None:
        s.stack = [Advance(_battle(world, view["combat"]))]
    return s


def resume(s: State, side: int, kind: str) -> State:
    """Make an imagined state ready to play on from the start of an impulse: its order, or its move."""
    at = SEQUENCE.index((side, s.impulse))
    s.stack = [Turn(at + 1)]
    if kind == "order":
        s.stack.append(Order(side, s.impulse))
    else:
        first, *rest = segments(side, MOVE_FIGHT)
        s.stack.append(Impulse(side, tuple(rest)))
        start_segment(s, side, first)
    s.settle()
    return s


def _set_hexes(s: State, hexes: Json) -> None:
    """Who controls what, and what else is said of hexes: of most nothing."""
    index = s.world.grid.index
    held = [0, 0]
    for number, entry in hexes.items():
        h = index(number)
        held[entry["control"] == SIDES[1]] |= 1 << h
        if len(entry) > 1:
            s.read_hex(h, entry)
    german, soviet = s.control
    s.control = [german & ~held[1] | held[0], soviet & ~held[0] | held[1]]


def _is_bound(s: State, u: int, h: int) -> bool:
    return s.world.roster.side[u] == GERMAN and not s.world.board.west >> h & 1


def _battle(world: World, combat: views.Combat) -> Battle:
    """The attack under way, with the support claimed so far."""
    index, support = world.roster.index, combat["support"]
    return Battle(
        SIDES.index(combat["side"]),
        world.grid.index(combat["target"]),
        tuple(index[name] for name in combat["units"]),
        kg=world.kg_names.index(support["kg"]) if support["kg"] else -1,
        artillery=index[support["artillery"]] if support["artillery"] else -1,
        air=support["air"],
    )


def _set_off_map(s: State, off_map: views.OffMap) -> None:
    index = s.world.roster.index
    s.where = [ABSENT] * s.world.roster.count
    for names, place in (
        (off_map["to_place"], AWAY),
        (off_map["reinforcements"], AWAY),
        (off_map["eliminated"], DEAD),
        (off_map["forfeited"], DEAD),
        (off_map["exited"], EXITED),
        (off_map["queue"], WAITING),
    ):
        for name in names:
            s.where[index[name]] = place
    s.forfeited = sum(1 << index[name] for name in off_map["forfeited"])
    s.queue = {index[name]: turn for name, turn in off_map["queue"].items()}


class Guess:
    """Who may lie hidden where: units nowhere seen, the one last known nearest first."""

    def __init__(self, s: State, last_seen: Mapping[str, str], random: Random) -> None:
        self.s = s
        self.random = random
        world = s.world
        self.known = list(world.printed)
        for name, number in last_seen.items():
            self.known[world.roster.index[name]] = world.grid.index(number)
        self.unseen: list[list[int]] = [[], []]

    def pick(self, side: int, h: int) -> int:
        """A unit that may lie in this hex beneath those already there, -1 if none is left."""
        grid, pool = self.s.world.grid, self.unseen[side]
        fitting = [u for u in pool if fits(self.s, h, u)] or pool

        def doubt(u: int) -> float:
            far = grid.distance(self.known[u], h) if self.known[u] >= 0 else 20
            return far + 2 * self.random.random()

        chosen = min(fitting, key=doubt, default=-1)
        if chosen >= 0:
            pool.remove(chosen)
        return chosen


def _set_units(s: State, view: BreakoutView, guess: Guess) -> None:
    roster, grid = s.world.roster, s.world.grid
    stacks: dict[str, list[views.Unit]] = {}
    for unit in view["units"]:
        stacks.setdefault(unit["hex"] or "", []).append(unit)
    seen = {unit["id"] for unit in view["units"]}
    for unit in view["units"]:
        seen |= set(unit.get("garrisons", ()))
    for u, name in enumerate(roster.ids):
        if s.where[u] == ABSENT and name not in seen:
            guess.unseen[roster.side[u]].append(u)
    for number, units in stacks.items():
        h = grid.index(number)
        for unit in reversed(units):
            u = roster.index[unit["id"]]
            s.read_unit(u, unit)
            s.put(u, h)
    for number, units in stacks.items():
        h = grid.index(number)
        for unit in units:
            garrisons = unit.get("garrisons", [])
            for _ in range(unit.get("hidden", 0) - len(garrisons)):
                u = guess.pick(SIDES.index(unit["side"]), h)
                if u >= 0:
                    _put_below(s, u, h)
            for name in garrisons:
                _put_below(s, roster.index[name], h)


def _put_below(s: State, u: int, h: int) -> None:
    s.put(u, h)
    s.stacks[h] = (*s.stacks[h][1:], u)
