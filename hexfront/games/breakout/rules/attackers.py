"""Who may attack or probe in a combat segment. 13.0, 13.2, 2.7.b, 5.5.b

In a mechanized combat phase the mechanized units may attack again (5.5.a), whatever else is in their hex
(5.5.c): four times a turn at most (5.5.d), the same enemy or another, under the same rules (13.7).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.supply import in_supply
from hexfront.games.breakout.sides import GERMAN
from hexfront.hexes import bits
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.field import why_not_at_hand

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def why_no_attack(s: State, side: int, mech_only: bool, u: int) -> Refused | None:
    """Why a unit of the side cannot attack anything in this segment, None if it can."""
    roster = s.world.roster
    name = roster.titles[u]
    if (reason := why_not_at_hand(s, side, u, "3.0", "2.1")) is not None:
        return reason
    if s.attacked >> u & 1:
        return Refused("13.0.b", f"{name} has already attacked in this segment.")
    reason = why_unfit(s, u)
    if reason is None and mech_only and not roster.mech[u]:
        return Refused("5.5.b", f"{name} is not mechanized and does not attack in this phase.")
    return reason


def why_unfit(s: State, u: int) -> Refused | None:
    """Why a unit where it stands cannot attack in any segment, None if it can. 2.7.b, 13.2, 8.3.b"""
    roster = s.world.roster
    name = roster.titles[u]
    if roster.static[u]:
        return Refused("2.7.b", f"{name} is a garrison: it only defends its own hex.")
    if roster.artillery[u] and not has_company(s, s.where[u]):
        return Refused("13.2.a", f"{name} is artillery alone in its hex and cannot attack.")
    if (roster.artillery[u] or roster.support[u]) and not in_supply(s, u):
        rule = "13.2.d" if roster.artillery[u] else "8.3.b"
        return Refused(rule, f"{name} is out of supply and may not attack.")
    return None


def has_company(s: State, h: int) -> bool:
    """Whether a hex holds a unit that is not Soviet artillery. 13.2.a"""
    artillery = s.world.roster.artillery
    return any(not artillery[u] for u in s.units_in(h))


def attackers(s: State, side: int, mech_only: bool, around: int = -1) -> list[int]:
    """The units that may still attack or probe in this segment, all of them or those next to a hex."""
    roster, where, attacked = s.world.roster, s.where, s.attacked
    static, mech = roster.static, roster.mech
    units: Iterable[int] = roster.of_side[side]
    if around >= 0:
        hexes = s.world.grid.ring1[around] & s.occupied[side]
        units = sorted([u for h in bits(hexes) for u in s.stacks[h]])
    able = [
        u
        for u in units
        if where[u] >= 0 and not static[u] and not attacked >> u & 1 and (mech[u] or not mech_only)
    ]
    if side == GERMAN:
        return able
    special = [roster.artillery[u] or roster.support[u] for u in able]
    return [
        u
        for u, check in zip(able, special, strict=True)
        if not check or (in_supply(s, u) and (roster.support[u] or has_company(s, where[u])))
    ]
