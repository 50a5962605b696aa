"""The card of a unit: points, supply or communications and why, what it can do now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.breakout.queries.reach import traveller
from hexfront.games.breakout.rules.movement_costs import allowance
from hexfront.games.breakout.rules.supply import cut_places, line_of
from hexfront.games.breakout.sides import GERMAN
from hexfront.kernel.views import CardLine
from hexfront.mechanics.unit_card import abilities, line, movement, traced

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def unit_card(s: State, u: int, asker: int | None) -> list[CardLine]:
    return [_movement(s, u, asker), _supply(s, u), *abilities(s, u, asker)]


def _movement(s: State, u: int, asker: int | None) -> CardLine:
    roster = s.world.roster
    if roster.static[u]:
        return line("Movement", "none: a garrison never moves", "2.7.a")
    group, whole = traveller(s, u, asker), str(allowance(s, u))
    if group is None:
        return line("Movement", "has moved in this segment", "12.0.e")
    return movement(str(group.points[0]), whole, group.started, "12.1")


def _supply(s: State, u: int) -> CardLine:
    """Soviet supply, German communications. 8.2, 9.2"""
    side, h, grid = s.world.roster.side[u], s.where[u], s.world.grid
    path = line_of(s, side, h)
    numbers = None if path is None else [grid.number(n) for n in path]
    cut = [] if path is not None else [grid.number(n) for n in cut_places(s, side, h)]
    if side == GERMAN:
        words = "out of communications" if path is None else "in communications"
        return traced(words, numbers, cut, "9.2", "Lost like this, a division costs points.")
    words = "out of supply" if path is None else "in supply"
    return traced(words, numbers, cut, "8.2", "It moves and attacks at half.")
