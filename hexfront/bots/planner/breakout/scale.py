"""What a hex is worth to a unit that marches, in Breakout."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from hexfront.bots.planner.breakout.lifelines import stranded
from hexfront.bots.planner.breakout.maps import march
from hexfront.bots.planner.breakout.values import (
    defence_of,
    fall_chance,
    future,
    place_value,
    wear,
)
from hexfront.games.breakout.sides import SOVIET
from hexfront.hexes import HexSet, bits

if TYPE_CHECKING:
    from hexfront.bots.planner.breakout.moves import BreakoutPlan

PULL = 0.02
"""A movement point nearer to a goal of one point's worth."""


class Scale:
    """Weighs hexes for one unit that is to stand somewhere."""

    names = ("towards the goal", "holding a place", "danger", "own line", "company")

    def __init__(self, plan: BreakoutPlan, u: int) -> None:
        self.plan, self.u = plan, u
        s = plan.s
        roster = s.world.roster
        sector = plan.sector_of(u)
        self.posture = sector.posture
        self.march: list[int] | None = None
        if sector.goal >= 0:
            self.march = march(s.world, sector.goal, roster.mobility[u])
            self.pull = PULL * sector.posture.pull * (0.5 + sector.value) ** 0.5
        self.own = roster.defence[u][s.steps[u]]
        self.stray = 0.12 if plan.side == SOVIET else 0.0
        self.division = roster.division[u]
        self.needs_company = roster.artillery[u] or roster.support[u]

    def bounds(self, hexes: HexSet) -> list[tuple[float, int]]:
        """What hexes can be worth at most, by the pull of the goal alone but for places to be held; best first.

        Nor is there a bound where friends stand, who are helped.
        """
        plan = self.plan
        found: list[tuple[float, int]] = []
        held = (
            plan.s.world.board.places_set & plan.s.control[plan.side] | plan.s.occupied[plan.side]
        )
        for h in bits(hexes):
            pull = -self.pull * min(self.march[h], 60) if self.march is not None else 0.0
            found.append((inf if held >> h & 1 else pull, h))
        found.sort(key=lambda item: (-item[0], item[1]))
        return found

    def terms(self, h: int) -> tuple[float, float, float, float, float]:
        """What a hex has for the unit, term by term."""
        plan = self.plan
        s, side = plan.s, plan.side
        threat = plan.threat.get(h, 0.0)
        pull = hold = danger = company = beside = 0.0
        if self.march is not None:
            pull = -self.pull * min(self.march[h], 60)
        others = s.stacks.get(h, ())
        if threat:
            if others:
                beside = defence_of(s, h, side)
            after = wear(s, h, side, beside + self.own, threat)
            danger = after * plan.step_value[self.u]
            if others:
                before = wear(s, h, side, beside, threat)
                danger += (after - before) * 0.2 * len(others)
            danger *= -self.posture.danger * plan.caution / plan.boldness
            if (s.world.board.places_set & s.control[side]) >> h & 1:
                safer = fall_chance(s, h, side, beside, threat)
                safer -= fall_chance(s, h, side, beside + self.own, threat)
                hold = place_value(s, h) * max(0.0, safer) * self.posture.hold * future(s)
        supply = 0.0
        if self.division:
            line = plan.lifeline[h]
            supply = -plan.caution * stranded(s, self.u, h, line, beside + self.own, threat)
        elif not plan.net >> h & 1:
            supply = -self.stray
        if self.needs_company:
            roster = s.world.roster
            if not any(not roster.artillery[v] and not roster.support[v] for v in others):
                company = -0.6 if threat else -0.1
        return pull, hold, danger, supply, company
