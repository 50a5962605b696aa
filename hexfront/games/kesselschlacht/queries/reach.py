"""How far units can go: the `reach`, `group_reach` and `path` queries. Points are half points here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import directive, fuel, orders
from hexfront.games.kesselschlacht.rules.force import Force, starting_force, why_not_pick
from hexfront.games.kesselschlacht.rules.move_ends import why_no_stay, with_ends
from hexfront.games.kesselschlacht.rules.movement import Movement
from hexfront.games.kesselschlacht.rules.movement_costs import bars
from hexfront.games.kesselschlacht.rules.who_moves import why_not_ready
from hexfront.hexes import bits
from hexfront.kernel import views
from hexfront.kernel.refusal import Refused
from hexfront.mechanics import entering
from hexfront.mechanics.out_of_reach import why_not_reach
from hexfront.mechanics.ways import Way

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def traveller(s: State, u: int) -> Force | None:
    """The unit as a force of its own with the points it has now, None if it is done or cannot move.

    A unit on its way goes on from there, one that was split off too. Any other, of either side, goes as if it
    began its move now with all the fuel that it could buy.
    """
    if s.where[u] < 0:
        return None
    side = s.world.roster.side[u]
    on_move = next((step for step in s.stack if isinstance(step, Movement)), None)
    if on_move is not None and on_move.side == side:
        for step in s.stack:
            if isinstance(step, Force) and (found := _on_its_way(s, step, u)) is not None:
                return found
        if why_not_ready(s, side, u) is not None:
            return None
    return replace(starting_force(s, u), paid=True)


def _on_its_way(s: State, force: Force, u: int) -> Force | None:
    """A unit of a force alone, as it could go on now; also one that waits for the others. 10.5.2.A.b"""
    if u in force.units:
        here, points, walked = force.hex, force.points[force.units.index(u)], force.walked
    else:
        part = next((each for each in force.waiting if each.unit == u), None)
        if part is None:
            return None
        here, walked = part.hex, part.walked
        points = min(part.points, dict(force.pools).get(part.payer, part.points))
    return replace(
        force,
        units=(u,),
        points=(points,),
        hex=here,
        walked=walked,
        paid=True,
        payer=(-1,),
        waiting=(),
        bars=bars(s, (u,)),
    )


def reach(s: State, u: int) -> dict[int, int]:
    """Half points left in every hex the unit can end its move in."""
    force = traveller(s, u)
    if force is None:
        return {}
    return _under_orders(s, force) if orders.bound(s, u) else _freely(s, force)


def _freely(s: State, force: Force) -> dict[int, int]:
    """Where a unit can end that goes where it likes, or closes up."""
    whole = with_ends(s, force)
    mobility = s.world.roster.mobility[force.units[0]]
    layers = entering.reach(whole.terms(s), whole.hex, mobility, whole.points[0])
    no_end = whole.no_end | 1 << whole.hex
    return {h: points for points, layer in enumerate(layers) for h in bits(layer & ~no_end)}


def _under_orders(s: State, force: Force) -> dict[int, int]:
    """The same for a unit that has to go somewhere: as near as it can, and then where it is free. R-84"""
    (u,), mobility = force.units, s.world.roster.mobility[force.units[0]]
    zone, entries = s.zoc(1 - force.side), force.terms(s).prices.entries
    goal, found = directive.goal(s, u), dict[int, int]()
    reached = goal.hexes if goal is not None and not goal.off_map else 0
    todo, seen = [(force.hex, force.points[0])], set[tuple[int, int]]()
    while todo:
        h, points = todo.pop()
        if (h, points) in seen:
            continue
        seen.add((h, points))
        said = directive.advice(s, (u,), points, h)
        steps = [
            e
            for e in entries[h]
            if said.steps >> e.hex & 1 and (h == force.hex or not zone >> h & 1)
        ]
        if h != force.hex and (said.stop or not (steps or said.leave)):
            found[h] = max(points, found.get(h, 0))
        for e in steps:
            left = points - e.costs[mobility]
            if reached >> e.hex & 1:
                beyond = _beyond(s, force, e.hex, left)
                found |= {n: max(p, found.get(n, 0)) for n, p in beyond.items()}
            else:
                todo.append((e.hex, left))
    return found


def _beyond(s: State, force: Force, h: int, points: int) -> dict[int, int]:
    """Where a unit can end that has done what it was told to when it comes into a hex."""
    there, (u,) = s.copy(), force.units
    there.events = None
    there.enter(u, h)
    on = replace(force, points=(points,), hex=h, started=True, walked=True, bars=bars(there, (u,)))
    found = {} if there.zoc(1 - force.side) >> h & 1 else _freely(there, on)
    if why_no_stay(there, on, (u,), h) is None:
        found[h] = points
    return found


def moving_force(s: State, units: tuple[int, ...]) -> Force | None:
    """Units of one hex as the force they would make now, None if they cannot move together."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, Force) and set(units) == set(top.units):
        return replace(top, paid=True)
    alone = [one for u in units if (one := traveller(s, u)) is not None]
    if len(alone) < len(units) or len({(one.side, one.hex) for one in alone}) != 1:
        return None
    points = tuple([one.points[0] for one in alone])
    return replace(alone[0], units=units, points=points, bars=bars(s, units), payer=())


def group_reach(s: State, units: tuple[int, ...]) -> dict[int, Way]:
    """The best way to every hex that units of one hex can end their move in together."""
    force = moving_force(s, units)
    return {} if force is None else force.all_ways(s)


def _buys(s: State, units: tuple[int, ...]) -> dict[int, int]:
    """Who of units that could go together has to buy fuel first, with the corps that pays."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, Force) and set(units) == set(top.units):
        if top.source >= 0 or not top.buys(s):
            return top.buys(s)
    elif any(isinstance(step, Force) for step in s.stack):
        return {}
    return _best_payers(s, units)


def _best_payers(s: State, units: tuple[int, ...]) -> dict[int, int]:
    """Who pays if the army's HQ draws on the corps that takes the force farthest, or else on fewest. 10.5.7"""
    sources = fuel.choices_of_source(s, units) or [-1]
    found = [fuel.payers(s, units, source) for source in sources]
    return max(
        found,
        key=lambda buys: (max(fuel.range_for(s, buys)) if buys else 0, -len(set(buys.values()))),
    )


def fuel_for(s: State, units: tuple[int, ...], ways: Mapping[int, Way]) -> dict[int, int]:
    """The least fuel that takes units along each of some ways, nothing if none is bought. 10.5.2.a, 10.5.3"""
    buys = _buys(s, units)
    if not buys or not ways:
        return {}
    begun = next(iter(ways.values())).path()[0].points
    pays = [u in buys for u in units]
    free, offered = fuel.free_points(s), fuel.range_for(s, buys)
    found = {}
    for h, way in ways.items():
        cost = max([a - b for a, b, pay in zip(begun, way.points, pays, strict=True) if pay])
        found[h] = next((n for n in offered if 2 * (n or free) >= cost), offered[-1])
    return found


def fuel_order(
    s: State, units: tuple[int, ...], points: int
) -> tuple[list[views.Choice], views.Spends]:
    """What is chosen before the first step to buy so much fuel, and what that takes from whom. 10.5.3"""
    ids, buys = s.world.roster.ids, _buys(s, units)
    top = s.stack[-1] if s.stack else None
    asks = not isinstance(top, Force) or top.source < 0
    draws = fuel.choices_of_source(s, units) if asks else []
    before: list[views.Choice] = [
        ["draw", ids[hq]] for u, hq in buys.items() if s.world.roster.army[u] and hq in draws
    ]
    paid = {ids[hq]: points for hq in sorted(set(buys.values())) if points}
    return [*before, ["fuel", points]], {"fuel": paid}


def why_not_path(s: State, units: tuple[int, ...], n: int) -> Refused:
    """Why units of one hex cannot get to a hex together."""
    if (force := moving_force(s, units)) is not None:
        if len(units) == 1 and orders.bound(s, units[0]) and n in reach(s, units[0]):
            who, number = s.world.roster.titles[units[0]], s.world.grid.number(n)
            return Refused(
                orders.case_of(s, units[0]),
                f"{who} may go on to {number} when it has done what it was told to: go hex by hex.",
            )
        return why_not_reach(s, with_ends(s, force), n)
    for u in units:
        if traveller(s, u) is None:
            return why_not_pick(s, s.world.roster.side[u], s.world.roster.ids[u])
    who = s.world.roster.listed(units)
    return Refused("11.1.1.a", f"{who} are not in one hex: a force starts from one hex.")


def shown(points: int) -> int | float:
    """Half points as movement points."""
    return points / 2 if points % 2 else points // 2
