"""Who may attack or probe in a Combat Phase, and what. 11.0, 11.3, 11.9

Nobody has to attack (11.0.p1), and it is chosen attack by attack (11.0.p2). Units in a hex with a Fortress
Command may attack without it (11.0.imp1).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexfront.games.oder.sides import FIGHT_MOVE, SOVIET
from hexfront.hexes import HexSet, bits
from hexfront.hexes.hexset import cross
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.field import why_not_at_hand

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


def why_no_attack(s: State, side: int, u: int) -> Refused | None:
    """Why a unit of the side cannot attack anything in this phase, None if it can."""
    roster = s.world.roster
    name = roster.titles[u]
    if (reason := why_not_at_hand(s, side, u, "11.0.p3", "2.1")) is not None:
        return reason
    if roster.static[u]:
        return Refused("2.3.imp1", f"{name} is a Fortress Command and cannot attack.")
    if s.attacked >> u & 1:
        return _why_not_again(s, u)
    if roster.shock[u]:
        return why_no_shock(s, name)
    return None


def _why_not_again(s: State, u: int) -> Refused:
    name = s.world.roster.titles[u]
    if s.momentum >> u & 1:
        return Refused("11.9.ex2.imp1", f"{name} has made its momentum attack and is done.")
    if s.probed >> u & 1:
        return Refused("11.3.p2", f"{name} has probed, and that was its attack.")
    return Refused("11.3.p2", f"{name} has already attacked in this phase.")


def shock_attacks(s: State) -> bool:
    """Whether shock armies may attack in this Soviet Combat Phase. 5.2.3, 5.3.exc1"""
    return s.turn > 1 and s.orders[SOVIET] == FIGHT_MOVE


def why_no_shock(s: State, name: str) -> Refused | None:
    """Why a shock army may not attack, None if it may. 11.0.imp2"""
    if s.turn == 1:
        return Refused("5.2.3", f"{name} is a Shock Army, and those do not attack on turn 1.")
    if not shock_attacks(s):
        return Refused("5.3.exc1", f"{name} is a Shock Army: it attacks only when combat is first.")
    return None


def attackers(s: State, side: int, around: int = -1, at_front: bool = False) -> list[int]:
    """The units that may still attack in this phase: all, those next to a hex, or those next to any enemy.

    All but shock armies may also probe.
    """
    roster, where, attacked = s.world.roster, s.where, s.attacked
    static, shock = roster.static, roster.shock
    no_shock = side == SOVIET and not shock_attacks(s)
    units: Iterable[int] = roster.of_side[side]
    if at_front or around >= 0:
        board, enemy = s.world.board, s.occupied[1 - side]
        near = board.ring[around] if around >= 0 else cross(board.grid, enemy, board.open_sides)
        units = [u for h in bits(near & s.occupied[side]) for u in s.stacks[h]]
    return [
        u
        for u in units
        if where[u] >= 0 and not attacked >> u & 1 and not static[u] and not (no_shock and shock[u])
    ]


def able_to_join(s: State, side: int, target: int, pool: tuple[int, ...] | None) -> Iterable[int]:
    """Who may be in an attack or a probe: those next to the hex, or a pool that has momentum. 11.8"""
    return attackers(s, side, target) if pool is None else pool


def why_unable_to_join(s: State, side: int, pool: tuple[int, ...] | None, u: int) -> Refused | None:
    """Why a unit is not among those, wherever the hex is; None if it is."""
    if pool is None:
        return why_no_attack(s, side, u)
    if u not in pool:
        name = s.world.roster.titles[u]
        if s.momentum >> u & 1:
            return Refused("11.8.p6", f"{name} has made its momentum attack of this turn.")
        return Refused("11.8.p1", f"{name} has not just advanced: it has no momentum.")
    return None


def hexes_of(s: State, units: list[int]) -> HexSet:
    """The hexes that units are in."""
    found = 0
    for u in units:
        found |= 1 << s.where[u]
    return found


def targets(s: State, side: int, able: list[int]) -> HexSet:
    """The enemy hexes that units may attack in an ordinary attack. 11.0, 11.3.p3, 11.9.ex1.1, R-08, R-67"""
    attack = s.world.roster.attack
    from_ = hexes_of(s, [u for u in able if attack[u]])
    found = cross(s.world.grid, from_, s.world.board.open_sides) & s.occupied[1 - side]
    return found & ~closed(s, side) if s.was_attacked else found


def closed(s: State, side: int) -> HexSet:
    """The enemy hexes with a unit that was attacked in this phase. R-67"""
    where = s.where
    hit = [u for u in s.world.roster.of_side[1 - side] if s.was_attacked >> u & 1]
    return hexes_of(s, [u for u in hit if where[u] >= 0])


def probe_hexes(s: State, side: int, able: list[int]) -> HexSet:
    """The hexes that some of these units may probe into. 11.9.1, 11.9.2, 11.9.ex1.2.a, R-71

    A prober may start in a zone (11.9.p1); the zone it enters may be of any enemy. 11.9.ex1.2.b, 11.9.ex2.2.b
    """
    board, grid = s.world.board, s.world.grid
    shock = s.world.roster.shock
    enemy = s.occupied[1 - side]
    from_ = hexes_of(s, [u for u in able if not shock[u]])
    from_ &= cross(grid, enemy, board.open_sides)
    return cross(grid, from_, board.open_sides) & probed_ground(s, side)


def probed_ground(s: State, side: int) -> HexSet:
    """Empty hexes in an enemy zone of control, land bridges left out. 11.9.2, R-07"""
    found = s.zoc(1 - side) & s.world.board.playable & ~s.occupied[0] & ~s.occupied[1]
    if s.world.options["probe_onto_land_bridge"]:
        return found
    return found & ~s.world.board.bridges


def why_not_probe_hex(s: State, side: int, h: int) -> Refused | None:
    """Why nobody of the side may probe into a hex, None if the hex itself is no hindrance."""
    world = s.world
    number = world.grid.number(h)
    if not world.board.playable >> h & 1:
        return Refused("11.9.p3", f"{number} is no hex that units can enter.")
    if s.occupied[1 - side] >> h & 1:
        return Refused("11.9.2", f"{number} holds enemy units: attack it instead.")
    if s.occupied[side] >> h & 1:
        return Refused("11.9.2", f"{number} already holds units of yours.")
    if not s.zoc(1 - side) >> h & 1:
        return Refused("11.9.2", f"{number} is not in an enemy zone of control.")
    if not probed_ground(s, side) >> h & 1:
        return Refused("10.2.imp1", f"{number} is a land bridge, and nobody may stay there.")
    return None


def why_not_probe(s: State, u: int, h: int) -> Refused | None:
    """Why a unit that may attack may not probe into a hex that may be probed. 11.9.1, 11.0.imp2"""
    board, roster, grid = s.world.board, s.world.roster, s.world.grid
    name, number = roster.titles[u], grid.number(h)
    if roster.shock[u]:
        return Refused("11.0.imp2", f"{name} is a Shock Army, and those do not probe.")
    if not board.ring[h] >> s.where[u] & 1:
        return why_not_next(s, u, h, "11.9.2")
    if not board.ring[s.where[u]] & s.occupied[1 - roster.side[u]]:
        return Refused("11.9.1", f"{name} is next to no enemy unit and cannot probe into {number}.")
    return None


def why_not_next(s: State, u: int, h: int, rule: str) -> Refused:
    """Why a unit does not reach a hex: it is not adjacent, or only across the sea. R-08"""
    name, number = s.world.roster.titles[u], s.world.grid.number(h)
    if s.world.grid.ring1[h] >> s.where[u] & 1:
        return Refused("10.2.imp1.2", f"Between {name} and {number} there is only sea.")
    return Refused(rule, f"{name} is not adjacent to {number}.")
