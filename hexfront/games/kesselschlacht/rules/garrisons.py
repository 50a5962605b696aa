"""Garrisons: supplied from where they were set up, until that is captured and a corps takes them over. 10.7"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.supply_lines import blocked, distances
from hexfront.games.kesselschlacht.sides import AXIS, SOVIET
from hexfront.hexes import HexSet
from hexfront.hexes.hexset import cross
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

FARTHEST = 9999
"""More half points than any way over the map costs."""


def at_its_post(s: State, u: int) -> bool:
    """Whether a garrison has a line of so few hexes, not points, to where it was set up. 10.7.a, R-60"""
    post, closed = s.world.posts.get(u), blocked(s, AXIS)
    if post is None or (closed | s.control[SOVIET]) >> post & 1:
        return False
    found: HexSet = 1 << post
    for _ in range(s.world.tables["supply"]["garrison_hexes"]):
        found |= cross(s.world.grid, found, s.ways.open_sides) & ~closed
    return bool(found >> s.where[u] & 1)


def post_captured(s: State, h: int) -> None:
    """A Soviet combat unit is in a hex: garrisons set up there go to the nearest corps for good. 10.7.c, R-69

    Where several are equally near the Axis choose once the phase is over: nobody asks before.
    """
    for u, post in s.world.posts.items():
        if post == h and s.parent[u] < 0 <= s.where[u]:
            hqs = nearest_corps(s, u)
            if len(hqs) == 1:
                assign(s, u, hqs[0])
            elif hqs:
                s.stack.insert(1, AssignGarrison(u, hqs))  # on the turn, under the phase


def nearest_corps(s: State, u: int) -> tuple[int, ...]:
    """The Axis corps HQs that cost the fewest points to get to; all if there is no way to any. R-69"""
    roster, where = s.world.roster, s.where
    corps = [
        hq
        for hq in roster.headquarters
        if roster.side[hq] == AXIS and not roster.army[hq] and where[hq] >= 0
    ]
    ways, weather, mobility = s.ways, s.weather, roster.mobility[u]
    cost = {
        hq: distances(ways, weather, mobility, 1 << where[hq], s.world.grid.all).cost(
            where[u], FARTHEST
        )
        for hq in corps
    }
    reached = [far for far in cost.values() if far is not None]
    least = min(reached, default=None)
    return tuple(hq for hq in corps if cost[hq] == least)


def assign(s: State, u: int, hq: int) -> None:
    s.parent[u] = hq
    s.tell("garrison-assigned", "10.7.c", unit=u, hq=hq)


@dataclass(slots=True)
class AssignGarrison(Step["State"]):
    """A garrison has several corps equally near. 10.7.c"""

    unit: int
    hqs: tuple[int, ...]

    kind = "assign-garrison"

    def offer(self, s: State) -> list[Choice] | None:
        hqs = [hq for hq in self.hqs if s.where[hq] >= 0] or list(self.hqs)
        if s.where[self.unit] < 0:
            s.stack.pop()
            return None
        return [("reassign", s.world.roster.ids[hq]) for hq in hqs]

    def take(self, s: State, choice: Choice) -> None:
        s.stack.pop()
        assign(s, self.unit, s.world.roster.index[str(choice[1])])

    def decider(self, s: State) -> int:
        return AXIS

    def prompt(self, s: State) -> str:
        titles = s.world.roster.titles
        return f"Axis: {titles[self.unit]} has lost its hex. Choose the corps that takes it over."

    def why(self, s: State, choice: Choice) -> Refused:
        roster = s.world.roster
        unit, near = roster.titles[self.unit], roster.listed(self.hqs)
        if choice[0] != "reassign":
            return Refused("10.7.c", f"{unit} has to get a corps HQ first: {near}.")
        name = roster.titles[roster.index[str(choice[1])]]
        return Refused("10.7.c", f"{unit} goes to one of the nearest: {near}, not to {name}.")
