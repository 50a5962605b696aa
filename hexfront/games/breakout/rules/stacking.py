"""Stacking limits (6.0), what happens to an over-stacked hex, and who lies on top (6.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.losses import eliminate
from hexfront.games.breakout.sides import GERMAN
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.field import why_not_at_hand
from hexfront.mechanics.overstack import OverstackCheck, in_a_smallest_cure

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def german_load(s: State, h: int) -> int:
    """The German steps in a hex that count: garrisons do not. 6.0.a, 2.7.c"""
    static = s.world.roster.static
    return sum([s.steps[u] for u in s.stacks[h] if not static[u]])


def soviet_load(s: State, units: tuple[int, ...]) -> tuple[int, int]:
    """The steps of Soviet units: all but artillery, and artillery. 6.2"""
    artillery = s.world.roster.artillery
    others = guns = 0
    for u in units:
        if artillery[u]:
            guns += s.steps[u]
        else:
            others += s.steps[u]
    return others, guns


def excess(s: State, units: tuple[int, ...]) -> tuple[int, int]:
    """Steps over the limit among units of one side in one hex: all but artillery, and artillery.

    German: nine steps without garrisons. Soviet: four steps and one of artillery. 6.0.a, 6.1, 6.2
    """
    if not units:
        return 0, 0
    roster, limits = s.world.roster, s.world.tables["stacking"]
    if roster.side[units[0]] == GERMAN:
        steps = sum([s.steps[u] for u in units if not roster.static[u]])
        return max(0, steps - limits["german_steps"]), 0
    others, guns = soviet_load(s, units)
    return (
        max(0, others - limits["soviet_steps"]),
        max(0, guns - limits["soviet_artillery_steps"]),
    )


def fits(s: State, h: int, *newcomers: int) -> bool:
    """Whether units may end in a hex beside their own units there."""
    units = s.stacks.get(h)
    return excess(s, (*newcomers, *units) if units else newcomers) == (0, 0)


def fits_a_corps(s: State, h: int) -> bool:
    """Whether a Soviet corps of one step may return to a hex. 6.2, 11.2"""
    others, guns = soviet_load(s, s.units_in(h))
    limits = s.world.tables["stacking"]
    free: bool = others < limits["soviet_steps"] and guns <= limits["soviet_artillery_steps"]
    return free


def over_stacked(s: State) -> list[int]:
    """The hexes with more than may end a phase there, in printed order. 6.0.b"""
    found = [h for h, units in s.stacks.items() if len(units) > 1 and excess(s, units) != (0, 0)]
    return sorted(found, key=s.world.grid.numbers.__getitem__)


def removable(s: State, h: int) -> list[int]:
    """The units whose removal is part of a smallest cure of an over-stacked hex. 6.0.c, R-26"""
    roster = s.world.roster
    units = s.stacks[h]
    over, guns_over = excess(s, units)
    if over:
        candidates = [u for u in units if not roster.static[u] and not roster.artillery[u]]
    else:
        over, candidates = guns_over, [u for u in units if roster.artillery[u]]
    return in_a_smallest_cure(candidates, s.steps.__getitem__, over)


def top_choices(s: State, side: int) -> list[Choice]:
    """Units that lie under another of their side, to be named the top of their stack. 6.3, R-27"""
    roster = s.world.roster
    top, sides, stacks = roster.top, roster.side, s.stacks
    hexes = [h for h, units in stacks.items() if len(units) > 1 and sides[units[0]] == side]
    hexes.sort()  # the stacks lie in the order in which their hexes were entered
    return [top[u] for h in hexes for u in stacks[h][1:]]


def to_top(s: State, u: int) -> None:
    h = s.where[u]
    s.stacks[h] = (u, *[v for v in s.stacks[h] if v != u])
    s.tell("top", "6.3", unit=u, hex=h)


def why_not_top(s: State, side: int, name: str) -> Refused:
    """Why a unit cannot be named the top of its stack."""
    u = s.world.roster.index[name]
    reason = why_not_at_hand(s, side, u, "3.0", "2.1")
    return reason or Refused("6.3", f"{s.world.roster.titles[u]} is on top of its stack already.")


@dataclass(slots=True)
class StackingCheck(OverstackCheck["State"]):
    """The end of a phase: the enemy removes what is too much, as few units as will do. 6.0.b, 6.0.c"""

    case = "6.0.c"

    def hexes(self, s: State) -> list[int]:
        return over_stacked(s)

    def removable(self, s: State, h: int) -> list[int]:
        """Those that may be removed; who must choose sees what lies there."""
        s.show(s.stacks[h])
        return removable(s, h)

    def remove(self, s: State, u: int) -> None:
        """It counts as eliminated."""
        eliminate(s, u)

    def finish(self, s: State) -> None:
        """What was shown is covered again."""
        s.reset("covered")

    def why_free(self, s: State, u: int) -> Refused | None:
        """A garrison takes no room."""
        if s.world.roster.static[u]:
            name = s.world.roster.titles[u]
            return Refused("6.0.a", f"{name} is a garrison and takes no room in the stack.")
        return None
