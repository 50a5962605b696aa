"""What moving costs and where it leads: points, hexes, rivers, traffic control. 12.1 to 12.5, 3.2.6"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.supply import in_supply
from hexfront.games.breakout.sides import SOVIET
from hexfront.games.breakout.world import World
from hexfront.hexes import HexSet
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.counters import FOOT, MECH
from hexfront.mechanics.entering import NEVER, Bars, Prices, Terms

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State

NO_RIVER = 0
NO_DICE = (0, NEVER, NEVER)
"""For no river, a small and a big one: after a failed crossing none is tried again. R-38"""


def allowance(s: State, u: int) -> int:
    """The movement points of a unit in this weather; half, rounded up, without supply. 12.1, 12.1.b, 8.3"""
    roster = s.world.roster
    if roster.static[u]:
        return 0
    points: int = s.world.allowance[roster.mobility[u]][s.weather]
    return points if in_supply(s, u) else (points + 1) // 2


def price(world: World, weather: str, h: int, d: int, n: int) -> tuple[tuple[int, int], int]:
    """What foot and mechanized units pay from a hex into the next, and the river whose die adds to it.

    12.2, 12.3, 14.0
    """
    board, effects = world.board, world.tables["terrain"]
    foot, mech = board.cost[FOOT][n], board.cost[MECH][n]
    river = board.river[h][d]
    if not river or not world.weather[weather]["river_die"]:
        return (foot, mech), NO_RIVER  # 12.3, 14.0.river.b
    if effects[board.ground[h]]["free_crossing"] or effects[board.ground[n]]["free_crossing"]:
        return (foot, mech), NO_RIVER  # 12.3
    if world.flat_river:
        return (foot + world.flat_cost, mech + world.flat_cost), NO_RIVER  # 12.3.d
    return (foot, mech), river  # 12.3.a


def prices(world: World, weather: str) -> Prices:
    """What every hexside costs in a weather."""
    found = world.prices.get(weather)
    if found is None:
        found = Prices(world.grid, world.board.near, partial(price, world, weather))
        world.prices[weather] = found
    return found


def traffic_prices(world: World) -> Prices:
    """What the hexes of traffic control cost: nothing, also over a river. 12.4.a, 12.4.b"""
    found = world.prices.get("traffic")
    if found is None:
        found = Prices(world.grid, world.board.near, lambda h, d, n: ((0, 0), NO_RIVER))
        world.prices["traffic"] = found
    return found


def bars(s: State, side: int, units: tuple[int, ...] = ()) -> Bars:
    """The hexes closed to units of a side now, by the case that closes them."""
    enemy = ("6.0.d", s.occupied[1 - side])
    if side == SOVIET:
        return enemy, ("12.5", s.world.board.no_go)
    if s.bound and any(s.bound >> u & 1 for u in units):
        return enemy, ("3.2.6", s.world.board.west)
    return (enemy,)


def area_name(s: State, case: str) -> str:
    """What the hexes are called that a case of `bars` closes."""
    column = s.world.tables["stand_fast"]["column"]
    return {
        "6.0.d": "hexes with enemy units",
        "12.5": "the area that Soviet units may not enter",
        "3.2.6": f"the country west of column {column}, where the stand-fast order forbids going",
    }[case]


def why_shut(s: State, case: str, n: int, on_the_way: bool = False) -> Refused:
    """Why a case of `bars` closes a hex, or, on the way, why no way leads round the hexes it closes."""
    number, column = s.world.grid.number(n), s.world.tables["stand_fast"]["column"]
    if on_the_way:
        return Refused(case, f"Every way to {number} leads through {area_name(s, case)}.")
    reasons = {
        "6.0.d": f"There are enemy units in {number}.",
        "12.5": f"{number} lies in the area that Soviet units may not enter.",
        "3.2.6": f"The stand-fast order forbids going west of column {column} to {number}.",
    }
    return Refused(case, reasons[case])


def ground(s: State, side: int, units: tuple[int, ...] = ()) -> HexSet:
    """The hexes units of a side may ever enter now."""
    open_ = s.world.grid.all
    for _, hexes in bars(s, side, units):
        open_ &= ~hexes
    return open_


def traffic(s: State, side: int) -> HexSet:
    """The hexes that German units enter free of cost by a Korpsgruppe's traffic control. 12.4

    Several Korpsgruppen make a corridor (12.4.b); a Soviet zone in the range of one ends its traffic
    (12.4.d), so that the Germans may keep such zones out with their units (12.4.e).
    """
    if side == SOVIET or not s.world.weather[s.weather]["korpsgruppe_movement"]:
        return 0  # 12.4.c
    free = 0
    grid = s.world.grid
    ezoc = s.zoc(SOVIET)
    for h in s.kg:
        if h >= 0:
            area = grid.ball(h, s.world.tables["korpsgruppe"]["movement_range"])
            if not area & ezoc:  # 12.4.d
                free |= area
    return free


def terms(s: State, side: int, closed: Bars, free: HexSet, dice: tuple[int, ...]) -> Terms:
    """What entering hexes asks of units of a side; `free` are the hexes of its traffic control."""
    world = s.world
    known = world.prices
    roads = known.get(s.weather) or prices(world, s.weather)
    in_traffic = known.get("traffic") or traffic_prices(world)
    shut = 0
    for _, hexes in closed:
        shut |= hexes
    return Terms(roads, shut, s.zoc(1 - side), dice, free, in_traffic)


def river_cost(s: State, river: int, here: int, there: int) -> int:
    """Roll for a crossing: the extra points it costs. 12.3.b, 14.0"""
    die = s.roll("river", "12.3.b", f"{here}-{there}")
    extra = s.world.river_extra[s.weather][river][die - 1]
    s.tell("crossing", "14.0.river", hex=here, to=there, die=die, extra=extra)
    return extra
