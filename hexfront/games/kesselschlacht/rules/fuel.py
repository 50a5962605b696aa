"""Fuel of First Panzer Army: bought before a force moves, one point for each movement point. 10.5

It comes by air only (10.5.6.a). Attacks and retreats cost none (10.5.5), advances do: `advance.py` spends it.
10.5.2.e, 11.1.7-ex
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import supply
from hexfront.games.kesselschlacht.sides import DO, OK, STATUS_WORDS
from hexfront.kernel.refusal import Refused

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def available(s: State, hq: int) -> int:
    """The fuel points that a corps HQ can spend now. 13.3.5.A, R-65"""
    if hq < 0 or s.where[hq] < 0:
        return 0
    have = s.fuel.get(hq, 0)
    if s.status[hq] == OK:
        return have
    if s.status[hq] != DO:
        return 0  # 13.3.5.A.b
    most: int = s.world.tables["fuel"]["disorganized_hq"]
    return max(0, min(have, most - s.fuel_spent.get(hq, 0)))  # 13.3.5.A.a


def spend(s: State, hq: int, points: int, case: str) -> None:
    """Take whole points off a corps' track; they never come back. 10.5.2-eg, 10.5.2.B, 10.5.2.d, 10.5.6.b"""
    if not points:
        return
    s.fuel[hq] -= points
    s.touched |= 1 << s.where[hq]
    s.fuel_spent[hq] = s.fuel_spent.get(hq, 0) + points  # for the whole turn: R-65
    s.tell("fuel", case, unit=hq, points=points, left=s.fuel[hq])


def runs_on_fuel(s: State, u: int) -> bool:
    """Whether a unit has to buy its movement. 10.5.1.a, 2.2.7.c"""
    return s.world.roster.specs[u].fuel


def sources(s: State, u: int) -> list[int]:
    """The corps HQs from which a unit can buy fuel now: its own; for the army's HQ any one. 10.5.7, R-61"""
    if s.flipped(u):
        return []  # 10.5.4.b
    corps = [hq for hq in supply.corps_of(s, u) if available(s, hq)]  # 10.5.4.a
    most = supply.range_of(s, u)
    return [hq for hq in corps if supply.in_reach(s, u, hq, most)]  # 10.5.1.b


def free_points(s: State) -> int:
    """The points of a unit that has or gets no fuel. 10.5.4.a, 13.3.5.A-note"""
    free: int = s.world.tables["movement"]["without_fuel"]
    return free


def most_points(s: State, u: int) -> int:
    """The most movement points that a unit can have in this phase. 10.4.1.2, 10.5.2.a, 10.5.2.b"""
    most = max([available(s, hq) for hq in sources(s, u)], default=0)
    per_phase: int = s.world.tables["fuel"]["per_phase"]
    if not most or (most < free_points(s) and may_go_without(s, u)):
        return free_points(s)
    return min(most, per_phase)


def may_go_without(s: State, u: int) -> bool:
    """Whether a unit that could buy fuel may take the free points instead. 16.1.1.a, R-62"""
    return s.world.roster.artillery[u] or bool(s.options["free_two_mp_always"])


def payers(s: State, units: Iterable[int], source: int) -> dict[int, int]:
    """The corps HQ that pays for each of these units; `source` is the choice for the army's HQ. 10.5.3

    Units that can buy nowhere are not in it.
    """
    found = {}
    for u in units:
        if runs_on_fuel(s, u):
            from_ = sources(s, u)
            if s.world.roster.army[u] and source in from_:
                found[u] = source
            elif from_:
                found[u] = from_[0]
    return found


def choices_of_source(s: State, units: Iterable[int]) -> list[int]:
    """The corps among which the army's HQ has to choose before fuel is bought. 10.5.7"""
    if s.fuel_source >= 0:
        return []
    return [hq for u in units if s.world.roster.army[u] for hq in sources(s, u)]


def range_for(s: State, payer: dict[int, int]) -> range:
    """How many points may be bought for a force: every corps in it pays them all. 10.5.2.b, 10.5.3, R-63"""
    most = min(available(s, hq) for hq in payer.values())
    per_phase: int = s.world.tables["fuel"]["per_phase"]
    least = 0 if all(may_go_without(s, u) for u in payer) else 1
    return range(least, min(most, per_phase) + 1)


def why_not(s: State, payer: dict[int, int], points: int) -> Refused:
    """Why so many points are not bought for a force."""
    roster = s.world.roster
    per_phase: int = s.world.tables["fuel"]["per_phase"]
    if points > per_phase:
        return Refused(
            "10.5.2.b",
            f"A force buys at most {per_phase} points in a Movement Phase, not {points}.",
        )
    if points > 0:
        hq = min(payer.values(), key=lambda each: available(s, each))
        can, title = available(s, hq), roster.titles[hq]
        if can < s.fuel.get(hq, 0):
            return Refused(
                "13.3.5.A.a",
                f"{title} is disorganized and can spend {can} more this turn, not {points}.",
            )
        case = "10.5.3" if len(set(payer.values())) > 1 else "10.4.1.2"
        return Refused(
            case, f"{title} has {can} fuel, not {points}; each corps pays for its own units."
        )
    if points < 0:
        return Refused("10.5.2.d", "Fuel is bought in whole points.")
    free = free_points(s)
    who = roster.listed([u for u in payer if not may_go_without(s, u)])
    return Refused(
        "10.5.1.a",
        f"{who} can buy fuel and has to: the {free} free points are for those who cannot.",
    )


def why_none(s: State, u: int) -> Refused:
    """Why a unit can buy no fuel at all. 10.5.2-eg.b"""
    roster = s.world.roster
    who, free = roster.titles[u], free_points(s)
    still = f"{who} has {free} points without fuel"
    if s.flipped(u):
        return Refused(
            "10.5.4.b", f"{who} is out of supply and draws no fuel; it has {free} points without."
        )
    if roster.army[u]:
        return Refused(
            "10.5.7", f"No corps with fuel is in reach of {who}; it has {free} points without fuel."
        )
    hq = s.parent[u]
    if not supply.draws_from(s, u):
        most = s.world.tables["supply"]["axis"]
        return Refused(
            "10.5.1.b",
            f"{who} has no line of {most} points or less to its corps HQ; it has {free} points without fuel.",
        )
    if not s.fuel.get(hq, 0):
        return Refused("10.5.4.a", f"{roster.titles[hq]} has no fuel; {still}.")
    if s.status[hq] == DO:
        most, spent = s.world.tables["fuel"]["disorganized_hq"], s.fuel_spent.get(hq, 0)
        limit = f"it may spend {most} fuel in a turn and has spent {spent}"
        return Refused("13.3.5.A.a", f"{roster.titles[hq]} is disorganized: {limit}; {still}.")
    return Refused(
        "13.3.5.A.b",
        f"{roster.titles[hq]} is {STATUS_WORDS[s.status[hq]]} and spends no fuel; {still}.",
    )


def why_not_source(s: State, units: Iterable[int], hq: int) -> Refused:
    """Why the army's HQ cannot draw from a corps."""
    roster = s.world.roster
    army = [u for u in units if roster.army[u]]
    if not army:
        return Refused(
            "10.5.7", "Only First Panzer Army HQ chooses its corps; others have their own."
        )
    if s.fuel_source >= 0:
        return Refused(
            "10.5.7", f"It draws from {roster.titles[s.fuel_source]} for all of this turn."
        )
    if hq not in roster.corps:
        return Refused("10.5.7", f"{roster.titles[hq]} is no corps HQ of First Panzer Army.")
    if not available(s, hq):
        return Refused("10.5.7", f"{roster.titles[hq]} can spend no fuel.")
    most = s.world.tables["supply"]["axis"]
    return Refused(
        "10.5.7", f"{roster.titles[hq]} is farther than {most} points from First Panzer Army HQ."
    )
