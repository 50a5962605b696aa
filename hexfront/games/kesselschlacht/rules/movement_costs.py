"""What moving costs and how far units get: allowances, prices, hexes that are closed or full. 11.1"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import fuel, lines
from hexfront.games.kesselschlacht.rules.artillery import road_bound
from hexfront.games.kesselschlacht.rules.effects import movement_limit
from hexfront.games.kesselschlacht.rules.stacking import counted, limit
from hexfront.games.kesselschlacht.sides import DIS, RT
from hexfront.games.kesselschlacht.world import MAJOR, MINOR
from hexfront.hexes import HexSet, bits
from hexfront.mechanics.entering import Bars, Prices

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

NO_DICE = (0,)
"""Moving needs no dice in this game."""
UNMOVING = {DIS: "13.3.2.a", RT: "13.3.3.a"}
"""Units that cannot move at all, by their status."""
WEATHER_WORDS = {"snow": "in snow", "mud": "in mud", "heavy_snow": "in heavy snow"}


def figure(points: int) -> str:
    """Half points as movement points.

    >>> [figure(1), figure(2), figure(5)]
    ['½', '1', '2½']
    """
    whole, half = divmod(points, 2)
    return f"{whole or ''}½" if half else str(whole)


def limited(s: State, u: int, points: int) -> int:
    """So many half points as far as status and the turn of arrival allow them. 13.3.1.a, R-95"""
    most_shaken = movement_limit(s, u)
    if most_shaken is not None:
        points = min(points, most_shaken)
    if s.entered >> u & 1 and (most := s.world.roster.specs[u].entry_limit):
        points = min(points, 2 * most - s.spent.get(u, 0))
    return points


def allowance(s: State, u: int) -> int:
    """The most half points that a unit that starts now can have in this phase, bought fuel included. 2.2.7.a

    Leg units have all of it in any supply (10.4.1.1), motorized ones out of supply what the reverse shows.
    10.2.3.b, 10.3.2.a, 10.4.2.b
    """
    spec = s.world.roster.specs[u]
    if s.flipped(u):
        points = spec.back_movement
    elif spec.movement is None:
        points = fuel.most_points(s, u)
    else:
        points = spec.movement
    return limited(s, u, 2 * points)


def least_allowance(s: State, u: int) -> int:
    """Half points that a unit has in any case, whether it can draw fuel or not: found without tracing lines."""
    spec = s.world.roster.specs[u]
    if s.flipped(u) or spec.movement is not None:
        return allowance(s, u)
    if s.world.roster.army[u]:
        return 0
    free = fuel.free_points(s)
    return limited(s, u, 2 * min(free, fuel.available(s, s.parent[u]) or free))


def prices(s: State, units: tuple[int, ...]) -> Prices:
    """What hexsides cost units that move together: guns keep all of them on roads. 16.1.1.c, 16.2.a"""
    if len(units) == 1:
        areas = tuple([area for _, area in lines.no_return(s, units[0])])
        return s.ways.prices(s.weather, road_bound(s, units[0]), areas)
    some = {area for u in units for _, area in lines.no_return(s, u)}
    return s.ways.prices(s.weather, any(road_bound(s, u) for u in units), tuple(sorted(some)))


def bars(s: State, units: tuple[int, ...]) -> Bars:
    """The hexes closed to units that move together, by the case that closes them."""
    side = s.world.roster.side[units[0]]
    found: dict[str, HexSet] = {"11.1.2.b": s.occupied[1 - side]}
    for u in units:
        for case, hexes in lines.closed(s, u):
            found[case] = found.get(case, 0) | hexes
    return tuple(found.items())


def has_room(s: State, units: tuple[int, ...], h: int) -> bool:
    """Whether units may end their move in a hex beside those who are there and do not move. 11.1.2.a"""
    stack = s.stacks.get(h)
    if not stack:
        return True
    most = limit(s, s.world.roster.side[units[0]])
    if len(stack) + len(units) <= most:
        return True
    coming = counted(s, units)
    return not coming or coming + counted(s, [u for u in stack if u not in units]) <= most


def full(s: State, units: tuple[int, ...]) -> HexSet:
    """The hexes without room for units to end their move in."""
    side = s.world.roster.side[units[0]]
    most, stacks = limit(s, side) - counted(s, units), s.stacks
    hexes = [h for h in bits(s.occupied[side]) if len(stacks[h]) > most]
    return sum([1 << h for h in hexes if not has_room(s, units, h)])


def made_up_of(s: State, h: int, n: int) -> str:
    """What the cost of a step is made up of, in words."""
    board, weather = s.world.board, WEATHER_WORDS[s.weather]
    if s.ways.on_road(s.weather, h, n):
        return f" along the road {weather}"
    place = board.places.get(n)
    ground = board.terrain[n] if place is None else f"{board.terrain[n]} with a {place.kind}"
    river = board.river.get((h, n))
    over = {MAJOR: "over the bridge, ", MINOR: f"across the {board.river_name.get((h, n), '')}, "}
    return f" ({over.get(river or 0, '')}{ground} {weather})"
