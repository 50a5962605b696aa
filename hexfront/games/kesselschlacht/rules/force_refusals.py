"""Why a force cannot do what was asked for: the hex, the fuel, the end of its move. 11.1, 10.5"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import exits, fuel, lines, orders
from hexfront.games.kesselschlacht.rules.move_ends import why_no_stay
from hexfront.games.kesselschlacht.rules.movement_costs import figure, made_up_of
from hexfront.games.kesselschlacht.rules.routes import exit_price
from hexfront.games.kesselschlacht.rules.soviet_movement import why_isolates
from hexfront.games.kesselschlacht.rules.stacking import too_full
from hexfront.games.kesselschlacht.sides import AXIS, DO
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics import entering
from hexfront.mechanics.out_of_reach import needed
from hexfront.mechanics.telling import counted

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.rules.force import Force
    from hexfront.games.kesselschlacht.state import State


def why_shut(s: State, force: Force, case: str, n: int, on_the_way: bool) -> Refused:
    """Why a case closes a hex, or, on the way, why no way leads round the hexes it closes."""
    number, who = s.world.grid.number(n), s.world.roster.listed(force.units)
    if on_the_way:
        return Refused(case, f"Every way to {number} leads through hexes that {who} may not enter.")
    if case == "11.1.2.b":
        return Refused(case, f"There are enemy units in {number}.")
    if case == "11.1.2.a":
        return Refused(case, too_full(s, force.units, n))
    if case == "11.3.3":
        reason = why_isolates(s, force.units, force.origin, n)
        return reason or Refused(case, f"Somebody would be out of supply: {number}.")
    return orders.why_shut(s, case, number, who) or Refused(
        case, lines.why_closed(case, number, who)
    )


def why_no_hexside(s: State, force: Force, n: int) -> Refused:
    """Why no hexside leads to a hex: a river without a bridge, or guns that keep to the road."""
    grid, here = s.world.grid, force.hex
    between = f"{grid.number(here)} and {grid.number(n)}"
    near = grid.ring1[here] >> n & 1
    if near and s.ways.shut(here, n):
        river = s.world.board.river_name[here, n]
        return Refused("11.1.4.b", f"No bridge stands over the {river} between {between}.")
    guns = [u for u in force.units if s.world.roster.artillery[u]]
    if guns:
        case = "16.1.1.c" if force.side == AXIS else "16.2.a"
        who = s.world.roster.listed(guns)
        return Refused(case, f"{who} cannot leave the road, and none joins {between}.")
    terms = force.terms(s)
    terms = terms._replace(prices=s.ways.prices(s.weather), shut=0, zone=0)
    for u in force.units:
        lines_ = lines.no_return(s, u)
        if lines_ and needed(terms, here, s.world.roster.mobility[u], n) is not None:
            who = s.world.roster.titles[u]
            return Refused(
                lines_[0][0], f"Every way to {grid.number(n)} leads {who} over a line and back."
            )
    return Refused(
        "11.1.4.b", f"Every way between {between} crosses a major river without a bridge."
    )


def why_not_begin(s: State, force: Force, n: int) -> Refused | None:
    """Why a force does not go anywhere yet, or not out of the zone it stands in."""
    if buys := force.buys(s):
        return _why_fuel_first(s, force, buys, n)
    zone = s.zoc(1 - force.side)
    near = s.world.grid.ring1[force.hex] >> n & 1
    if force.side != AXIS or not (near and zone >> force.hex & zone >> n & 1):
        return None
    for u in force.units:
        who = s.world.roster.titles[u]
        if not s.world.roster.german[u]:
            return Refused("11.2.1-ex", f"{who} is Hungarian and does not infiltrate enemy zones.")
        if s.status[u] == DO:
            return Refused(
                "13.3.1.a", f"{who} is disorganized and does not infiltrate enemy zones."
            )
    return None


def _why_fuel_first(s: State, force: Force, buys: dict[int, int], n: int) -> Refused:
    """How much fuel a hex asks for, if it is in reach at all."""
    rich = replace(force, paid=True)
    way = rich.all_ways(s).get(n)
    if way is None:
        return rich.why_not_go(s, n)
    need = max(a - b for a, b in zip(force.points, way.points, strict=True))
    titles = s.world.roster.titles
    have = ", ".join(
        f"{titles[hq]} can spend {fuel.available(s, hq)}" for hq in sorted(set(buys.values()))
    )
    number, points = s.world.grid.number(n), -(-need // 2)
    return Refused(
        "10.5.1.a",
        f"Fuel is bought before moving: {number} needs {figure(need)}, so {points} fuel; {have}.",
    )


def why_not_leave(s: State, force: Force) -> Refused:
    """Why a force does not leave the map: the edge, the price, or the fuel for it."""
    if (reason := exits.why_not(s, force)) is not None:
        return reason
    buys = force.buys(s)
    if not buys:
        return Refused("11.2.2.c", "The force cannot leave now.")
    price = max(exit_price(s, s.world.roster.mobility[u]) for u in buys)
    points = -(-price // 2)
    return Refused(
        "10.5.1.a",
        f"Fuel is bought before moving: leaving the map costs {figure(price)}, so {points} fuel.",
    )


def why_cannot_begin(s: State, force: Force) -> Refused:
    """Why a unit can enter no hex around it: what keeps it in the zone it stands in, or what the hexes cost."""
    u, zone = force.units[0], s.zoc(1 - force.side)
    who = s.world.roster.titles[u]
    steps = entering.entries(force.terms(s), force.hex)
    if steps:
        step = min(steps, key=lambda each: each.costs[s.world.roster.mobility[u]])
        cost = step.costs[s.world.roster.mobility[u]]
        number, what = s.world.grid.number(step.hex), made_up_of(s, force.hex, step.hex)
        return Refused(
            "11.1.6.a",
            f"{who} has {counted(figure(force.points[0]))}, and the cheapest hex around it, {number}, "
            f"costs {figure(cost)}{what}{_for_want_of_fuel(s, force)}{_just_come(s, u)}.",
        )
    if zone >> force.hex & 1:
        for n in bits(s.world.grid.ring1[force.hex]):
            inside = force.side == AXIS and entering.entry(
                force.terms(s)._replace(zone=0), force.hex, n
            )
            if inside and (reason := why_not_begin(s, force, n)) is not None:
                return reason
        return Refused(
            "3.2.4.b", f"{who} stands in an enemy zone of control and can enter no hex around it."
        )
    return Refused(
        "11.1.4.b",
        f"Enemies, closed hexes or rivers without a bridge keep {who} from every hex around it.",
    )


def _just_come(s: State, u: int) -> str:
    """The limit of a unit on the turn it comes in, for both movements together. R-95"""
    most = s.world.roster.specs[u].entry_limit
    if not (most and s.entered >> u & 1):
        return ""
    spent = figure(s.spent.get(u, 0))
    return f"; it came in this turn, when it may spend {most} in all, and has spent {spent}"


def _for_want_of_fuel(s: State, force: Force) -> str:
    """Why a unit cannot take the free points, if its corps has less fuel than these would be. R-62"""
    hq = fuel.payers(s, force.units, force.source).get(force.units[0], -1)
    free = fuel.free_points(s)
    if hq < 0 or fuel.available(s, hq) >= free:
        return ""
    title, have = s.world.roster.titles[hq], fuel.available(s, hq)
    return f"; {title} has {have} fuel to spend, and the {free} free points are for those who cannot buy any"


def why_not_buy(s: State, force: Force, choice: Choice) -> Refused:
    """Why so much fuel, or fuel from that corps, is not bought."""
    roster = s.world.roster
    users = [u for u in force.units if fuel.runs_on_fuel(s, u)]
    if not users:
        moves = "moves" if len(force.units) == 1 else "move"
        return Refused("10.5.1.a", f"{roster.listed(force.units)} {moves} without fuel.")
    if force.started:
        return Refused(
            "10.5.2.A.b", "Fuel is bought once, before the force moves; nothing is added."
        )
    if force.paid:
        return Refused("10.5.2.A.b", "The points without fuel were taken for this move.")
    buys = force.buys(s)
    if not buys:
        return fuel.why_none(s, users[0])
    if choice[0] == "draw":
        return fuel.why_not_source(s, force.units, roster.index[str(choice[1])])
    if force.source < 0 and fuel.choices_of_source(s, force.units):
        return Refused("10.5.7", "Name the corps that First Panzer Army HQ draws from first.")
    return fuel.why_not(s, buys, int(choice[1]))


def why_not_without(s: State, force: Force, u: int) -> Refused:
    """Why a unit is not left behind where there is room for it: the others could do nothing any more."""
    who, number = s.world.roster.titles[u], s.world.grid.number(force.hex)
    return Refused(
        "11.3.3",
        f"{who} would share the worst status in {number} and be out of supply: "
        "the others could neither stay nor go on.",
    )


def why_not_stop(s: State, force: Force, verb: object, units: tuple[int, ...]) -> Refused:
    """Why a force, or one unit of it, does not stop or wait here."""
    if verb == "split" and not force.walked and not force.has_bought(units[0]):
        return Refused("11.1.a", "Leave it behind: it has not moved yet and moves later by itself.")
    here = force.hex
    if verb == "split" and not force.points[force.units.index(units[0])]:
        who = s.world.roster.titles[units[0]]
        return Refused("11.1.b", f"{who} has no points left to go on with.")
    reason = (
        why_no_stay(s, force, units, here) if verb == "stop" else force.why_no_part(s, units[0])
    )
    reason = reason or orders.why_not_stop(s, units)
    return reason or Refused("11.1.b", "It has no points left to go on with.")
