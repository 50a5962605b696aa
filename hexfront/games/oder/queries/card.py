"""The card of a unit: points, supply and why, what it can do now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.oder.queries.reach import traveller
from hexfront.games.oder.rules.movement_costs import allowance
from hexfront.games.oder.rules.supply import cut_places, line_of
from hexfront.games.oder.sides import AERIAL, COASTAL, FORTRESS, OUT
from hexfront.kernel.views import CardLine
from hexfront.mechanics.unit_card import abilities, line, movement, traced

if TYPE_CHECKING:
    from hexfront.games.oder.state import State

OTHERWISE = {
    AERIAL: ("by the aerial supply marker", "8.3"),
    FORTRESS: ("in fortress supply: a city that never was Soviet", "8.2.b"),
    COASTAL: ("in coastal supply", "8.2.c"),
}
"""How a unit is supplied without a line."""


def unit_card(s: State, u: int, asker: int | None) -> list[CardLine]:
    return [_movement(s, u), _supply(s, u), *abilities(s, u, asker)]


def _movement(s: State, u: int) -> CardLine:
    if s.world.roster.static[u]:
        return line("Movement", "none: a static unit never moves", "2.3")
    group, whole = traveller(s, u), str(allowance(s, u))
    if group is None:
        return line("Movement", "has moved in this phase", "10.0")
    return movement(str(group.points[0]), whole, group.started, "10.1")


def _supply(s: State, u: int) -> CardLine:
    state, side, h, grid = s.supply(u), s.world.roster.side[u], s.where[u], s.world.grid
    if state in OTHERWISE:
        words, case = OTHERWISE[state]
        return line("Supply", words, case)
    if state == OUT:
        cut = [grid.number(n) for n in cut_places(s, side, h)]
        return traced("out of supply", None, cut, "8.1", "It moves less and fights worse.")
    path = line_of(s, side, h) or [h]
    return traced("in supply", [grid.number(n) for n in path], [], "8.1", "")
