"""Ammunition of First Panzer Army: who pays, and how many attacks a shaken corps has. 10.6, 13.3.5

Only its units pay, and only to attack (2.4.2). What is on a corps' track stays there: nothing passes from one
corps to another, and what is not flown in is lost. 10.6.5
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.supply import can_draw
from hexfront.games.kesselschlacht.sides import DIS, DO, RT
from hexfront.kernel.refusal import Refused

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def corps_of(s: State, u: int) -> int:
    """The corps HQ of First Panzer Army that a unit is under, -1 for others: they pay nothing. 10.6.1.a

    The relief force never pays (10.3.1-note); a garrison reassigned to such a corps is one of its units. R-69
    """
    hq = s.parent[u]
    return hq if hq >= 0 and s.world.roster.first_panzer[hq] else -1


def draws(s: State, u: int) -> bool:
    """Whether a unit has to pay for an attack now if its corps can: it has its line. 10.6.1.b, 13.3.5.C.a"""
    return corps_of(s, u) >= 0 and can_draw(s, u)


def available(s: State, hq: int) -> int:
    """The points that a corps can spend now: a disorganized HQ only so many in a turn. 13.3.5.B.a"""
    points = s.ammo.get(hq, 0)
    if s.status[hq] == DO:
        limit = s.world.tables["ammunition"]["disorganized_hq"]
        points = min(points, limit - s.ammo_spent.get(hq, 0))
    return max(0, points)


def spend(s: State, units: tuple[int, ...]) -> None:
    """One point for each of these attackers, from its own corps, never a fraction. 10.6.2.b, 10.6.4.a"""
    each = s.world.tables["ammunition"]["per_attacker"]
    for hq in dict.fromkeys(corps_of(s, u) for u in units):
        payers = tuple([u for u in units if corps_of(s, u) == hq])
        points = each * len(payers)
        s.ammo[hq] -= points
        s.ammo_spent[hq] = s.ammo_spent.get(hq, 0) + points
        s.tell("ammo", "10.6.2.a", unit=hq, units=payers, points=points, left=s.ammo[hq])


def dues(s: State, units: Iterable[int]) -> tuple[tuple[int, ...], dict[int, tuple[int, ...]]]:
    """Who must pay, and by corps among whom the owner must choose as there is too little for all.

    Paying is not optional: whoever has the line to an HQ with points pays. 10.6.2.a, 10.6.3-note, R-68
    Artillery comes first, as it cannot attack without. 16.1.2.A
    """
    artillery = s.world.roster.artillery
    payers: list[int] = []
    short: dict[int, tuple[int, ...]] = {}
    drawing = [u for u in units if draws(s, u)]
    for hq in dict.fromkeys(corps_of(s, u) for u in drawing):
        own = [u for u in drawing if corps_of(s, u) == hq]
        guns, others = [u for u in own if artillery[u]], [u for u in own if not artillery[u]]
        left = available(s, hq) - len(guns)
        payers += guns
        if left >= len(others):
            payers += others
        elif left > 0:
            short[hq] = tuple(others)
    return tuple(payers), short


# Attacks of a corps with a shaken HQ -----------------------------------------------------------------


def why_corps_cannot(s: State, u: int, joined: Iterable[int]) -> Refused | None:
    """Why the state of its HQ keeps a unit from attacking beside those who have joined, None if it does not."""
    hq = corps_of(s, u)
    if hq < 0 or s.where[hq] < 0 or s.status[hq] not in (DO, DIS, RT):
        return None
    name, corps = s.world.roster.titles[u], s.world.roster.titles[hq]
    cut_off = not can_draw(s, u)
    if s.status[hq] != DO:
        case = "13.3.5.C.b" if cut_off else "13.3.5.B.c"
        word = "disrupted" if s.status[hq] == DIS else "routed"
        return Refused(case, f"{corps} is {word}: {name} cannot attack.")
    most: int = s.world.tables["ammunition"]["disorganized_hq"]
    if _used(s, u, hq, joined) < most:
        return None
    if cut_off:
        case, what = "13.3.5.C.c", "attacks of its units out of supply"
    elif s.had_ammo >> hq & 1:
        case, what = "13.3.5.B.a", "attacking units"
    else:
        case, what = "13.3.5.B.b", "attacks at half strength"
    return Refused(case, f"{corps} is disorganized: {most} {what} in a turn, and no more.")


def _own_limit(s: State, u: int) -> bool:
    """Whether a unit counts towards the limit for units out of supply. R-67"""
    return not s.options["one_attack_limit"] and not can_draw(s, u)


def _used(s: State, u: int, hq: int, joined: Iterable[int]) -> int:
    """How much of its HQ's limit is used up for a unit. R-66

    With ammunition at the start of the phase units are counted, without any combats.
    """
    if _own_limit(s, u):
        return s.cut_off_attacks.get(hq, 0)
    beside = 0
    if s.had_ammo >> hq & 1:
        beside = len([v for v in joined if corps_of(s, v) == hq and not _own_limit(s, v)])
    return s.attacks_made.get(hq, 0) + beside


def count_attack(s: State, units: Iterable[int]) -> None:
    """Note an attack of these units towards the limits of their corps. 13.3.5.B, R-66, R-67"""
    units = [u for u in units if corps_of(s, u) >= 0]
    for hq in dict.fromkeys(corps_of(s, u) for u in units):
        own = [u for u in units if corps_of(s, u) == hq]
        apart = [u for u in own if _own_limit(s, u)]
        together = len(own) - len(apart)
        if together:
            number = together if s.had_ammo >> hq & 1 else 1
            s.attacks_made[hq] = s.attacks_made.get(hq, 0) + number
        if apart:
            s.cut_off_attacks[hq] = s.cut_off_attacks.get(hq, 0) + 1
