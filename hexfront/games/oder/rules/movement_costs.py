"""What moving costs and where it leads: movement factors, hexes, rivers, the air marker. 10.0 to 10.3"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from hexfront.games.oder.sides import GERMAN, OUT
from hexfront.games.oder.world import World
from hexfront.hexes import HexSet
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.counters import FOOT, MECH
from hexfront.mechanics.entering import Bars, Prices, Terms

if TYPE_CHECKING:
    from hexfront.games.oder.state import State

NO_DIE = 0
NO_DICE = (0,)
"""Moving needs no dice in this game."""


def allowance(s: State, u: int) -> int:
    """The movement factors of a unit that starts now; half of them out of supply. 10.1, 8.5"""
    supplied, cut_off = s.world.allowance[u]
    return cut_off if s.supply(u) == OUT else supplied


def price(world: World, air: int | None, h: int, d: int, n: int) -> tuple[tuple[int, int], int]:
    """What foot and mechanized units pay from a hex into the next. 10.2, 10.3

    `air` is the side that enters a hex in which the air marker works, None for any other hex.
    """
    if air == GERMAN:
        return (world.german_air_cost, world.german_air_cost), NO_DIE
    board = world.board
    foot, mech = board.cost[FOOT][n], board.cost[MECH][n]
    river = board.river[h][d]
    if river:
        foot, mech = foot + board.crossing[FOOT], mech + board.crossing[MECH]
    if air is not None:
        more = world.soviet_air_hex + (world.soviet_air_hexside if river else 0)
        foot, mech = foot + more, mech + more
    return (foot, mech), NO_DIE


def prices(world: World, air: int | None = None) -> Prices:
    """What every hexside costs, outside the area of the air marker or for a side inside it."""
    found = world.prices.get(air)
    if found is None:
        found = Prices(world.grid, world.board.near, partial(price, world, air))
        world.prices[air] = found
    return found


def bars(s: State, side: int) -> Bars:
    """The hexes closed to units of a side now, by the case that closes them."""
    board, held, zone = s.world.board, s.occupied[1 - side], s.zoc(1 - side)
    return (
        ("7.1", board.bridges & zone & ~held),  # they would have to stop there, 10.2.imp1
        ("10.2", board.out_of_play),
        ("6.0.imp1", held),
    )


def why_shut(s: State, case: str, n: int, on_the_way: bool = False) -> Refused:
    """Why a case of `bars` closes a hex, or, on the way, why no way leads round the hexes it closes."""
    number = s.world.grid.number(n)
    if on_the_way:
        through = {
            "7.1": "a land bridge in an enemy zone of control, where nobody may stop",
            "10.2": "the sea or hexes out of play",
            "6.0.imp1": "hexes with enemy units",
        }
        return Refused(case, f"Every way to {number} leads through {through[case]}.")
    reasons = {
        "7.1": f"{number} is in an enemy zone of control, where they would have to stop, and nobody may "
        f"stay on a land bridge.",
        "10.2": f"{number} is sea or out of play: nobody can enter it.",
        "6.0.imp1": f"There are enemy units in {number}.",
    }
    return Refused(case, reasons[case])


def terms(s: State, side: int, closed: Bars, area: HexSet) -> Terms:
    """What entering hexes asks of units of a side, in all directions; in `area` the air marker works.

    Friendly units in a zone of the enemy do not lift it. 10.0.p1, 7.1.p2
    """
    world = s.world
    shut = 0
    for _, hexes in closed:
        shut |= hexes
    known = world.prices
    roads, in_area = known.get(None) or prices(world), known.get(side) or prices(world, side)
    return Terms(roads, shut, s.zoc(1 - side), NO_DICE, area, in_area)
