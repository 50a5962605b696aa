"""Axis reinforcements come in in phase J, in their entry area or, once blocked, in any. 18.1-ax-reinf.a

Who comes where is in units.csv: 18.1-ax-reinf.gt11b, 18.1-ax-reinf.gt11c, 18.2-ax-reinf.gt6a,
18.2-ax-reinf.gt6b, 18.2-ax-reinf.gt6c, 18.2-ax-reinf.gt11. The rules are the same in both scenarios.
18.2-ax-reinf.a
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import arrivals
from hexfront.games.kesselschlacht.rules.force import Force
from hexfront.games.kesselschlacht.rules.move_ends import why_no_stay
from hexfront.games.kesselschlacht.rules.movement_costs import figure
from hexfront.games.kesselschlacht.sides import ATTACK, AXIS, SOVIET
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, each
from hexfront.kernel.refusal import Refused

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

ONE_HEX = "A"
"""The area whose units of one turn all come in through one hex. 18.1-ax-reinf.gt11a, R-95"""


def cost(s: State, u: int, h: int) -> int:
    """The half points for the first hex: that of its ground. R-95"""
    return s.ways.ground_price(s.weather, h)[s.world.roster.mobility[u]]


def _one_hex(s: State, u: int) -> bool:
    return arrivals.area_of(s, u) == ONE_HEX and not s.blocked >> u & 1


def open_hexes(s: State, u: int) -> HexSet:
    """Where a reinforcement can come in now: no enemy units, no zones of theirs. 18.1-ax-reinf.b"""
    return sum([1 << h for h in bits(_free_hexes(s, u)) if _enters(s, u, h)])


def _free_hexes(s: State, u: int) -> HexSet:
    """Those of its area that it may enter, if it can pay for them and there is room."""
    hexes = arrivals.entry_hexes(s, u) & ~s.occupied[SOVIET] & ~s.zoc(SOVIET)
    return hexes & 1 << s.gate if _one_hex(s, u) and s.gate >= 0 else hexes


def _enters(s: State, u: int, h: int) -> bool:
    """Whether a unit can pay for a hex and stay in it or go on. R-109"""
    left = _points(s, u) - cost(s, u, h)
    if left < 0:
        return False
    force = _force(s, u, h, left)
    return why_no_stay(s, force, (u,), h) is None or bool(force.ways(s))


def _points(s: State, u: int) -> int:
    """The half points of a unit that comes in, in Attack Supply. 18.1-ax-reinf.a, R-95"""
    spec = s.world.roster.specs[u]
    points = spec.movement or 0
    return 2 * (min(points, spec.entry_limit) if spec.entry_limit else points)


def _force(s: State, u: int, h: int, points: int) -> Force:
    return Force(AXIS, (u,), (points,), h, ((("11.1.2.b"), s.occupied[SOVIET]),), True, h, True)


def entries(s: State) -> list[Choice]:
    """Every unit that is due with every hex of its area, open or not."""
    ids, listed = s.world.roster.ids, s.world.grid.listed
    return [
        ("place", ids[u], number)
        for u in arrivals.due(s)
        for number in listed(arrivals.entry_hexes(s, u))
    ]


def choices(s: State) -> list[Choices]:
    """Every unit that is due with every hex open to it."""
    ids, listed = s.world.roster.ids, s.world.grid.listed
    return each("place", [(ids[u], listed(open_hexes(s, u))) for u in arrivals.due(s)])


def offers(s: State, choice: Choice) -> bool:
    """Whether a unit may come in through a hex."""
    ids, number = s.world.roster.ids, s.world.grid.number
    return any(
        choice == ("place", ids[u], number(h)) and _enters(s, u, h)
        for u in arrivals.due(s)
        if ids[u] in choice
        for h in bits(_free_hexes(s, u))
    )


def any_waits(s: State) -> bool:
    """Whether a unit that is due can come in."""
    return any(_enters(s, u, h) for u in arrivals.due(s) for h in bits(_free_hexes(s, u)))


def take(s: State, choice: Choice) -> None:
    """A unit comes in, pays for the hex and may go on."""
    u, h = s.world.roster.index[str(choice[1])], s.world.grid.index(str(choice[2]))
    points, price = _points(s, u), cost(s, u, h)
    if _one_hex(s, u):
        s.gate = h
    del s.queue[u]
    s.blocked &= ~(1 << u)
    s.entered |= 1 << u
    s.grade[u] = ATTACK
    s.spent[u] = price
    s.put(u, h)
    s.tell("arrives", "18.1-ax-reinf.a", unit=u, hex=h)
    s.stack.append(_force(s, u, h, points - price))


def waiting(s: State) -> list[int]:
    """The units that are due and can come in: they cannot be delayed. 18.1-ax-reinf.a"""
    return [u for u in arrivals.due(s) if open_hexes(s, u)]


def close(s: State) -> None:
    """Who is due and could not come in may do so in any area from the next turn on. 18.1-ax-reinf.b"""
    for u in arrivals.due(s):
        s.blocked |= 1 << u
        s.tell("blocked-entry", "18.1-ax-reinf.b", unit=u)


def why_not(s: State, choice: Choice) -> Refused:
    """Why a unit does not come in there, or now."""
    roster, grid = s.world.roster, s.world.grid
    u, h = roster.index[str(choice[1])], grid.index(str(choice[2]))
    who, number = roster.titles[u], grid.number(h)
    if s.phase != "axis-move" or u not in arrivals.due(s):
        when = f": it is due on turn {s.queue[u]}" if u in s.queue else ""
        return Refused("18.1-ax-reinf.a", f"{who} does not come in now{when}.")
    hexes = arrivals.entry_hexes(s, u)
    if not hexes >> h & 1:
        return Refused(
            "18.1-ax-reinf.a", f"{who} comes in at {', '.join(grid.names(hexes))}, not in {number}."
        )
    if s.occupied[SOVIET] >> h & 1 or s.zoc(SOVIET) >> h & 1:
        return Refused("18.1-ax-reinf.b", f"Enemy units or their zones of control block {number}.")
    if _one_hex(s, u) and s.gate >= 0 and h != s.gate:
        gate = grid.number(s.gate)
        return Refused(
            "18.1-ax-reinf.gt11a",
            f"All of area {ONE_HEX} come in through one hex this turn, {gate}.",
        )
    price, points = cost(s, u, h), _points(s, u)
    if price > points:
        return Refused(
            "11.1.6.a", f"{who} may spend {figure(points)}; {number} costs {figure(price)}."
        )
    return Refused("11.1.2.a", f"There is no room in {number}, and {who} cannot go on from it.")
