"""Setting up both scenarios: the Axis first, then the Soviets. 18.0 to 18.2"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import optional_rules
from hexfront.games.kesselschlacht.rules.arrivals import begin_track
from hexfront.games.kesselschlacht.rules.free_setup import FreeSetup
from hexfront.games.kesselschlacht.rules.sequence import Turn
from hexfront.games.kesselschlacht.rules.setup_areas import fixed_hex, in_play
from hexfront.games.kesselschlacht.rules.setup_plans import (
    AssignPontoons,
    HastySetup,
    SharePoints,
    planners,
)
from hexfront.games.kesselschlacht.rules.supply import check_all
from hexfront.games.kesselschlacht.sides import ABSENT, AWAY, AXIS, SIDES, SOVIET
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_game(s: State) -> None:
    """Options, bridges, the Axis, the Soviets, the sealed pontoon trains, the first turn. 18.0.c, 18.0.e"""
    optional_rules.check_agreed(s)
    begin_setup(s, "setup-axis")
    s.settle()


def begin_setup(s: State, phase: str) -> None:
    """Lay the steps of the set-up on the stack, from a phase of it on."""
    s.stack = [Turn(0), Opening(), AssignPontoons(planners(s))]
    if phase != "setup-pontoons":
        s.stack += [FreeSetup(SOVIET), FixedSetup(SOVIET)]
    if phase == "setup-axis":
        s.stack += [HastySetup(), SharePoints(), FreeSetup(AXIS), FixedSetup(AXIS), Options()]


@dataclass(slots=True)
class Options(Step["State"]):
    """The dice for the optional rules, and what they say of bridges. 19.0.b"""

    def offer(self, s: State) -> None:
        s.stack.pop()
        s.phase = "setup-axis"
        optional_rules.roll_for_options(s)
        optional_rules.begin_bridges(s)


@dataclass(slots=True)
class FixedSetup(Step["State"]):
    """The units that are listed in one hex go there; those not in play leave. 18.0.b"""

    side: int

    def offer(self, s: State) -> None:
        s.stack.pop()
        s.phase = f"setup-{SIDES[self.side]}"
        roster = s.world.roster
        stacks: dict[int, list[int]] = {}
        for u in roster.of_side[self.side]:
            if s.where[u] != AWAY:
                continue
            if not in_play(s, u):
                s.where[u] = ABSENT
            elif (h := fixed_hex(s, u)) >= 0:
                stacks.setdefault(h, []).append(u)
        for h, units in stacks.items():
            for u in units:
                s.put(u, h)
            s.tell("setup", "18.0.b", side=self.side, units=tuple(units), hex=h)
        if self.side == AXIS and optional_rules.no_hungarians(s):
            _join_germans(s)


def _join_germans(s: State) -> None:
    """German units of the Hungarian corps that does not come join another. 19.3.1.1, R-152"""
    roster = s.world.roster
    other = roster.parent[
        next(
            u
            for u, spec in enumerate(roster.specs)
            if spec.formation == optional_rules.WITHOUT_HUNGARIANS
        )
    ]
    for u in roster.of_side[AXIS]:
        if roster.german[u] and s.parent[u] >= 0 and s.where[s.parent[u]] == ABSENT:
            s.parent[u] = other


@dataclass(slots=True)
class Opening(Step["State"]):
    """What the game begins with: the turn record, who is north and south, the first supply. 18.0.e"""

    def offer(self, s: State) -> None:
        s.stack.pop()
        begin_track(s)
        roster = s.world.roster
        on_map = [u for u in range(roster.count) if s.where[u] >= 0]
        for u in on_map:
            if roster.side[u] == AXIS and not s.south(u):
                s.started_north |= 1 << u  # 8.1.1.a
            if roster.side[u] == SOVIET and s.south(u):
                s.locked |= 1 << u  # 11.3.2, R-102
        check_all(s)
