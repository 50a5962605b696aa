"""Defensive positions of German infantry, hasty and prepared. 7

A position is a marker in a hex, and whoever is with the infantry there shares it, whenever they came. 7.1.3.a,
7.1.3.b, 7.0.b, R-50
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import supply
from hexfront.games.kesselschlacht.rules.movement_costs import figure
from hexfront.games.kesselschlacht.sides import AXIS, OK, STATUS_WORDS
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.verbs import DONE

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

HASTY, PREPARED = "HP", "PP"
"""The markers, as markers.csv calls them."""
VERBS = ("hasty", "prepare", "clear")


def holds(s: State, u: int) -> bool:
    """Whether a unit is German leg infantry, the only kind that makes and holds positions. 7.0.a, R-48"""
    return s.world.roster.digs[u]


def lose(s: State, h: int, case: str) -> None:
    """The position of a hex is given up, if there is one."""
    bit = 1 << h
    if (s.hasty | s.prepared) & bit:
        s.hasty &= ~bit
        s.prepared &= ~bit
        s.fresh &= ~bit
        s.tell("position-lost", case, hex=h)


def upkeep(s: State, h: int) -> None:
    """Units have left a hex or died in it: a position stays only while infantry holds it. 7.1.5.a, 7.1.5.d

    Neither its status nor its supply matters: shaken units shelter in one, DO and DIS cost none, who is cut off
    may stay. 7.1.4-ex.a, 7.1.4-ex.c, 7.1.5.c
    """
    if (s.hasty | s.prepared) >> h & 1 and not any(holds(s, u) for u in s.units_in(h)):
        lose(s, h, "7.1.5.a")


# Who can make one -------------------------------------------------------------------------------


def why_not_hasty(s: State, h: int) -> Refused | None:
    """Why no hasty position can be made in a hex, None if one can; terrain does not matter. 7.1.1.a, 7.1.6"""
    number = s.world.grid.number(h)
    if s.prepared >> h & 1 or s.hasty >> h & 1:
        return Refused("7.1.4.a", f"There is a position in {number} already: one to a hex.")
    return _why_nobody(s, h) or _why_no_marker(s, HASTY, s.hasty)


def why_not_prepare(s: State, h: int) -> Refused | None:
    """Why the hasty position of a hex cannot be made a prepared one, None if it can. 7.1.2.a"""
    number = s.world.grid.number(h)
    if s.prepared >> h & 1:
        return Refused("7.1.4.a", f"The position in {number} is a prepared one already.")
    if not s.hasty >> h & 1:
        return Refused("7.1", f"There is no hasty position in {number} to be prepared.")
    if s.fresh >> h & 1:
        return Refused("7.1.2.a", f"The hasty position in {number} was made only this turn.")
    rested = tuple(u for u in s.units_in(h) if not s.was_attacked_before >> u & 1)
    if not any(holds(s, u) for u in rested):
        return Refused("7.1.2.a", f"The infantry in {number} was attacked last turn.")
    return _why_nobody(s, h, rested) or _why_no_marker(s, PREPARED, s.prepared)


def _why_nobody(s: State, h: int, units: tuple[int, ...] | None = None) -> Refused | None:
    """Why none of the units in a hex can dig in; None if one can, for all of them. 7.1.3.a"""
    infantry = [u for u in (s.units_in(h) if units is None else units) if holds(s, u)]
    if any(can_dig(s, u) for u in infantry):
        return None
    nobody = f"No German leg infantry is in {s.world.grid.number(h)}: others cannot dig in."
    return why_not_dig(s, infantry[0]) if infantry else Refused("7.0.a", nobody)


def _why_no_marker(s: State, marker: str, laid: HexSet) -> Refused | None:
    there_are = s.world.data.markers[marker]
    if laid.bit_count() < there_are:
        return None
    case, kind = ("2.4.6", "hasty") if marker == HASTY else ("2.4.7", "prepared")  # 7.1.4.a
    return Refused(case, f"All {there_are} markers of {kind} positions are on the map.")


def can_dig(s: State, u: int) -> bool:
    """Whether German infantry can make or improve a position.

    Its corps may have no fuel or ammunition left, the enemy may be next to it, it may just have been attacked:
    only order and the line to its HQ count, and they count now. 7.1.1.a, 7.1.4.b, 7.1.4-ex.b, R-55
    """
    hq = s.parent[u]
    if hq < 0 or s.where[hq] < 0 or s.status[u] != OK or s.status[hq] != OK:  # R-48, 13.3.4
        return False
    return supply.in_reach(s, u, hq, _range(s))


def _range(s: State) -> int:
    most: int = 2 * s.world.tables["supply"]["axis"]
    return most


def why_not_dig(s: State, u: int) -> Refused | None:
    """Why German infantry cannot make or improve a position, None if it can."""
    if can_dig(s, u):
        return None
    titles, hq, most = s.world.roster.titles, s.parent[u], _range(s)
    if hq < 0 or s.where[hq] < 0:
        return Refused("7.1.1.a", f"{titles[u]} has no corps HQ on the map.")
    for who in (u, hq):
        if s.status[who] != OK:
            return Refused("7.1.4.b", f"{titles[who]} is {STATUS_WORDS[s.status[who]]}.")
    away = supply.way_to(s, u, s.where[hq], supply.ANY_DISTANCE)
    if away is None:  # 10.3.2.b, 10.4.2.c
        return Refused("7.1.4.b", f"{titles[u]} is out of supply: no way leads to {titles[hq]}.")
    return Refused(
        "7.1.1.a",
        f"{titles[u]} is {figure(away)} points from {titles[hq]}, it may be {figure(most)} at most.",
    )


# The phase --------------------------------------------------------------------------------------


def begin_positions(s: State) -> None:
    """Phase E. 4.0.E"""
    s.stack.append(Positions())


@dataclass(slots=True)
class Positions(Step["State"]):
    """The Axis makes, improves and gives up positions, in any order and as they like. 7.0, 7.1.2.b, 7.1.5.a"""

    waits: bool = field(default=False, repr=False, compare=False)
    """As soon as it is seen that something can be done besides finishing."""

    kind = "positions"

    def offer(self, s: State) -> list[Choice] | None:
        able, laid = s.occupied[AXIS], s.hasty | s.prepared
        if not self.waits and (laid & ~s.dug or any(self._may(s, "hasty", h) for h in bits(able))):
            s.stack[-1] = Positions(waits=True)
            return None
        number, hexes = s.world.grid.number, (able & ~laid, s.hasty, laid)
        found = [
            (verb, number(h))
            for verb, some in zip(VERBS, hexes, strict=True)
            for h in bits(some)
            if self._may(s, verb, h)
        ]
        return [*found, DONE]

    def _may(self, s: State, verb: object, h: int) -> bool:
        """Whether a hex can have a position, have it improved or give it up."""
        if verb == "clear":
            return bool((s.hasty | s.prepared) & ~s.dug & 1 << h)
        if verb == "prepare":
            return bool(s.hasty >> h & 1) and why_not_prepare(s, h) is None
        free = s.occupied[AXIS] & ~s.hasty & ~s.prepared
        if verb != "hasty" or not free >> h & 1 or _why_no_marker(s, HASTY, s.hasty):
            return False
        return any(holds(s, u) and can_dig(s, u) for u in s.stacks[h])

    def offers(self, s: State, choice: Choice) -> bool:
        """Only the hex that is named is asked about."""
        if choice == DONE:
            return True
        grid = s.world.grid
        return (
            len(choice) == 2
            and grid.has(choice[1])
            and self._may(s, choice[0], grid.index(str(choice[1])))
        )

    def draw(self, s: State, random: Random) -> Choice:
        """Of the hexes of infantry and of positions one after another is drawn until one is possible."""
        where, laid = s.where, s.hasty | s.prepared
        hasty = {where[u] for u in s.world.roster.diggers if where[u] >= 0}
        prepare, clear = list(bits(s.hasty)), list(bits(laid & ~s.dug))
        hexes = [*hasty, *prepare, *clear]
        while (at := int(random.random() * (len(hexes) + 1))) < len(hexes):
            late = at - len(hasty)
            verb = "hasty" if late < 0 else "prepare" if late < len(prepare) else "clear"
            if self._may(s, verb, hexes[at]):
                return verb, s.world.grid.number(hexes[at])
        return DONE

    def take(self, s: State, choice: Choice) -> None:
        if choice == DONE:
            s.stack.pop()
            return
        s.stack[-1] = Positions()
        h = s.world.grid.index(str(choice[1]))
        if choice[0] == "clear":
            lose(s, h, "7.1.5.a")
            return
        s.dug |= 1 << h
        if choice[0] == "hasty":
            s.hasty |= 1 << h
            s.fresh |= 1 << h
            s.tell("position", "7.1.1.a", hex=h, position="hasty")
        else:
            s.hasty &= ~(1 << h)  # 7.1.4.a
            s.prepared |= 1 << h
            s.tell("position", "7.1.2.a", hex=h, position="prepared")

    def decider(self, s: State) -> int:
        return AXIS

    def prompt(self, s: State) -> str:
        there_are = s.world.data.markers
        hasty = there_are[HASTY] - s.hasty.bit_count()
        prepared = there_are[PREPARED] - s.prepared.bit_count()
        return f"Axis: lay positions ({hasty} hasty and {prepared} prepared left), or finish."

    def why(self, s: State, choice: Choice) -> Refused:
        """The hex cannot have it, or this is not the phase for anything else."""
        if choice[0] not in VERBS:
            return Refused("4.0.E", "The Axis decides on its defensive positions now.")
        h = s.world.grid.index(str(choice[1]))
        refused = why_not_hasty(s, h) if choice[0] == "hasty" else why_not_prepare(s, h)
        if choice[0] != "clear" and refused is not None:
            return refused
        if s.dug >> h & 1:
            return Refused("7.1.5.a", f"The position in {choice[1]} was made in this phase.")
        return Refused("7.1.5.a", f"There is no position in {choice[1]}.")
