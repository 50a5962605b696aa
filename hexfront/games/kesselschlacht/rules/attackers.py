"""Who may attack in a Combat Phase, and which hexes. 12.0, 12.1.1

Nobody has to attack. 12.0.a
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.ammunition import why_corps_cannot
from hexfront.games.kesselschlacht.rules.artillery import (
    is_ranged,
    why_no_shells,
    why_out_of_range,
)
from hexfront.games.kesselschlacht.rules.effects import effects
from hexfront.games.kesselschlacht.rules.fifth_guards import headquarters, leaving
from hexfront.games.kesselschlacht.rules.movement_costs import figure
from hexfront.games.kesselschlacht.rules.strengths import attack_printed
from hexfront.games.kesselschlacht.rules.supply import (
    ANY_DISTANCE,
    can_draw,
    grade_now,
    on_supplied_road,
    range_of,
    way_to,
)
from hexfront.games.kesselschlacht.sides import ATTACK, DIS, DO, GENERAL, OUT, RT, SOVIET
from hexfront.hexes import HexSet, bits
from hexfront.kernel.phase import Activity
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.field import why_not_at_hand

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

_SHAKEN = {
    DO: ("13.3.1.a", "disorganized"),
    DIS: ("13.3.2.a", "disrupted"),
    RT: ("13.3.3.a", "routed"),
}


def why_no_attack(s: State, side: int, u: int, figures: bool = False) -> Refused | None:
    """Why a unit cannot attack anything now, None if it can; the cheap reasons first.

    With `figures` how far a Soviet unit is from its HQ is said too, which takes its time.
    """
    if (reason := why_not_at_hand(s, side, u, "12.0.c", "12.1.1.a")) is not None:
        return reason
    name = s.world.roster.titles[u]
    if not s.world.roster.attack[0][u]:
        return Refused("2.2.4", f"{name} has no attack strength.")
    if s.attacked >> u & 1:
        return Refused("12.1.1.b", f"{name} has already attacked this turn.")
    if s.held_back >> u & 1:
        return Refused("12.1.1.b", f"{name} stayed out when its force attacked; that was its turn.")
    if (reason := why_shaken(s, u)) is not None:
        return reason
    if s.builders >> u & 1:
        return Refused("15.2.3.c", f"{name} builds a bridge this turn and cannot attack.")
    if side == SOVIET and (reason := _why_no_soviet(s, u, figures)) is not None:
        return reason
    if not attack_printed(s, u):
        return Refused("2.2.4", f"{name} has no attack strength.")
    if (reason := why_corps_cannot(s, u, ())) is not None:
        return reason
    reason = why_no_shells(s, u, ())
    if reason is not None and figures and is_ranged(s, u) and not can_draw(s, u):
        return _with_line(s, u, reason)
    return reason


def why_shaken(s: State, u: int) -> Refused | None:
    """Why the status of a unit keeps it from attacking, None if it does not. 13.3"""
    if effects(s, u).attacks:
        return None
    case, word = _SHAKEN[s.status[u]]
    return Refused(case, f"{s.world.roster.titles[u]} is {word} and cannot attack.")


def _why_no_soviet(s: State, u: int, figures: bool) -> Refused | None:
    """Soviet units attack if activated and in Attack Supply at this instant. 10.2.b, 10.2.1.b"""
    roster = s.world.roster
    name = roster.titles[u]
    if not s.activated >> u & 1:
        return Refused("4.0.I", f"{name} is not activated and cannot attack.")
    if (reason := _why_no_fifth_guards(s, u)) is not None:
        return reason
    if s.grade[u] == OUT:
        reason = Refused("10.2.3.a", f"{name} is out of supply and cannot attack.")
        return _with_line(s, u, reason) if figures else reason
    if not attack_printed(s, u):
        return None  # for a simpler reason
    if (grade := grade_now(s, u)) != ATTACK:
        case, word = (
            ("10.2.2.b", "in General Supply") if grade == GENERAL else ("10.2.b", "cut off")
        )
        what = f"{name} is {word} now; to attack it must be in Attack Supply"
        return Refused(case, f"{what}: {_why_no_line(s, u)}." if figures else f"{what}.")
    return None


def _with_line(s: State, u: int, reason: Refused) -> Refused:
    """A reason with what keeps the unit out of Attack Supply."""
    return Refused(reason.rule, f"{reason.message.rstrip('.')}: {_why_no_line(s, u)}.")


def _why_no_line(s: State, u: int) -> str:
    """What keeps a unit out of Attack Supply: the way to its HQ, or its HQ's way to the edge. 10.2.1.a

    Who has its line again stays as it was found when supply was checked. R-55
    """
    hq = s.parent[u]
    if hq < 0 or s.where[hq] < 0:
        return "its HQ is not on the map"
    title = s.world.roster.titles[hq]
    if s.world.roster.side[u] == SOVIET and not on_supplied_road(s, hq):
        return f"no open road leads from {title} to the map edge"
    away, most = way_to(s, u, s.where[hq], ANY_DISTANCE), range_of(s, u)
    if away is None:
        return f"no way leads to {title}"
    if away <= most:
        return "it was cut off when supply was checked"
    return f"{title} is {figure(away)} points away, it may be {figure(most)} at most"


def _why_no_fifth_guards(s: State, u: int) -> Refused | None:
    """5th Guards Tank Corps attacks south of the Dnestr only. 9.2.2.B.b"""
    world = s.world
    if not world.tables["special_rules"]["fifth_guards_tank"]:
        return None
    if s.parent[u] != headquarters(s):
        return None
    name = world.roster.titles[u]
    if not s.south(u):
        return Refused("9.2.2.B.b", f"{name} may attack only south of the Dnestr.")
    if leaving(s, u) and not s.options["leaving_corps_attacks"]:
        return Refused("9.2.2.A.a", f"{name} is leaving the map and does not attack.")
    return None


def able(s: State, side: int, hexes: HexSet) -> list[int]:
    """The units in these hexes that may attack."""
    stood = s.occupied[side] & hexes
    return [u for h in bits(stood) for u in s.stacks[h] if why_no_attack(s, side, u) is None]


def able_against(s: State, side: int, target: int) -> tuple[int, ...]:
    """The units that may attack a hex: those next to it, and artillery in range. 12.1.1.a"""
    near = able(s, side, s.world.grid.ring1[target])
    ranged = s.world.roster.ranged
    far = [
        u
        for u in ranged
        if s.where[u] >= 0
        and u not in near
        and why_no_attack(s, side, u) is None
        and why_out_of_range(s, u, target) is None
    ]
    return (*near, *far)


def targets(s: State, side: int) -> HexSet:
    """The enemy hexes that can be attacked. 12.1.1.e"""
    grid, open_ = s.world.grid, attackable(s, 1 - side)
    found = 0
    for h in bits(grid.expand(open_) & s.occupied[side]):
        if grid.ring1[h] & open_ & ~found and can_name(s, side, h):
            found |= grid.ring1[h] & open_
    return found


def can_name(s: State, side: int, h: int) -> bool:
    """Whether somebody in a hex may attack the hexes around it: guns alone may not. 12.1.1.a, 16.1.3.a"""
    artillery = s.world.roster.artillery
    return any(not artillery[u] and why_no_attack(s, side, u) is None for u in s.stacks[h])


def attackable(s: State, side: int) -> HexSet:
    """The hexes of a side that have not been attacked this turn. 12.1.1.b, R-32"""
    hit, where = s.was_attacked | s.retreated, s.where
    found = s.occupied[side]
    for h in {where[u] for u in bits(hit & s.world.roster.sets[side]) if where[u] >= 0}:
        units = s.stacks[h]
        stayed = any(hit >> u & 1 and not s.retreated >> u & 1 for u in units)
        if stayed or all(hit >> u & 1 for u in units):
            found &= ~(1 << h)
    return found


def arrivals(s: State, h: int) -> tuple[int, ...]:
    """The units of a hex that have retreated into it in this Combat Phase. 13.2.5, R-194"""
    if s.now.activity is not Activity.COMBAT:
        return ()  # it is over: they will count in the next one
    return tuple([u for u in s.stacks[h] if s.retreated >> u & 1])
