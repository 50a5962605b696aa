"""How sure the communications of German divisions are (9.2): the cheapest line to the edge, enemies priced in.

A division that is cut off and lost scores all its steps (4.2), so that what counts is not the line it has now
but the one it will have after the enemy's answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import NamedTuple

from hexfront.bots.planner.breakout.maps import threat
from hexfront.bots.planner.breakout.values import future, wear
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.games.breakout.state import State
from hexfront.hexes import bits

ZONE, UNIT = 32, 64
"""What a hex in a Soviet zone, or with Soviet units, costs a line beside the 1 of any hex."""
WITHIN_REACH = ((25.0, 12), (10.0, 6), (0.0, 1))
"""What a hex costs more if Soviet units of so many factors can get beside it in their next impulse."""
SURE = 20
"""A line as cheap as this is not cut."""
FRAIL = 80.0
"""A line that costs so much more is cut with a chance of two in three."""
HELD, PRESSED, SURELY = 0.05, 0.9, 0.95
"""The chance that a division which is cut off dies: of any, by how many of its steps are hit, and at most."""
BESIDE = 0.5
"""How far the steps of others in its hex are lost instead of its own."""


class Outlook(NamedTuple):
    """What German divisions look forward to in each hex."""

    threat: Mapping[int, float]
    """The factors that the Soviets could bring against it."""
    price: list[int]
    """What its cheapest line to the edge costs."""

    def stranded(self, s: State, u: int, h: int, defence: float) -> float:
        """What a division may cost that stands there, with so many defence factors in all."""
        return stranded(s, u, h, self.price[h], defence, self.threat.get(h, 0.0))

    def wear(self, s: State, h: int, defence: float) -> float:
        """How many steps a German stack may lose there."""
        return wear(s, h, GERMAN, defence, self.threat.get(h, 0.0))


def outlook(s: State) -> Outlook:
    """What they look forward to as the board stands."""
    coming = threat(s, SOVIET)
    return Outlook(coming, lifelines(s, coming))


def lifelines(s: State, coming: Mapping[int, float]) -> list[int]:
    """For each hex what the cheapest line from it to the edge costs; 0 on the edge itself."""
    board, grid = s.world.board, s.world.grid
    held = s.occupied[SOVIET]
    zone = grid.expand(held)
    enter = [1] * len(board.near)
    for h, factors in coming.items():
        enter[h] += next(price for least, price in WITHIN_REACH if factors > least)
    for h in bits(zone & grid.all):
        enter[h] += UNIT if held >> h & 1 else ZONE
    sources = board.sources[GERMAN]
    far = [999] * len(board.near)
    shells: list[list[int]] = [[] for _ in range(ZONE + UNIT)]
    for h in bits(sources):
        far[h] = enter[h]
        shells[enter[h]].append(h)
    at = 0
    while at < len(shells):
        for h in shells[at]:
            if far[h] < at:
                continue
            for _, n in board.near[h]:
                there = at + enter[n]
                if there < far[n]:
                    far[n] = there
                    while len(shells) <= there:
                        shells.append([])
                    shells[there].append(n)
        at += 1
    return [0 if sources >> h & 1 else far[h] - enter[h] for h in range(len(far))]


def cut_chance(line: int) -> float:
    """How likely a line of this price is cut before long."""
    return 1 - exp(-max(0, line - SURE) / FRAIL)


def stranded(s: State, u: int, h: int, line: int, defence: float, coming: float) -> float:
    """What a division may cost that stands in a hex with such a line. 4.2"""
    others = sum(s.steps[v] for v in s.units_in(h) if v != u)
    hits = s.steps[u] + BESIDE * others
    dies = min(SURELY, HELD + PRESSED * wear(s, h, GERMAN, defence, coming) / hits)
    points = s.world.roster.steps[u]
    return points * cut_chance(line) * dies * min(1.0, 0.3 + future(s))
