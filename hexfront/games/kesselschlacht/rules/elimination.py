"""Units eliminated, and what follows when it is a headquarters. 13.1"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import fifth_guards
from hexfront.games.kesselschlacht.rules.bridges import carrier_lost, garrison_shaken
from hexfront.games.kesselschlacht.rules.defensive_positions import upkeep
from hexfront.games.kesselschlacht.sides import (
    ABSENT,
    DEAD,
    EXITED,
    NAMES,
    OK,
    RELIEF_FORCE,
    SOVIET,
)
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def eliminate(s: State, u: int, case: str) -> None:
    """A unit is eliminated; this is the only way to lose one.

    A step that loses units puts itself in order before: a lost headquarters lays the choice of another on top
    of the stack.
    """
    h = s.where[u]
    s.tell("eliminated", case, unit=u, side=s.world.roster.side[u], hex=h)
    garrison_shaken(s, u, driven=True)
    s.lift(u, DEAD)
    s.killed[u] = s.killed.get(u, 0) + 1
    s.set_status(u, OK)
    s.locked &= ~(1 << u)
    s.driven &= ~(1 << u)
    upkeep(s, h)
    if s.world.roster.hq[u]:
        _lose_headquarters(s, u)


def _lose_headquarters(s: State, hq: int) -> None:
    roster = s.world.roster
    carrier_lost(s, hq)  # 15.2.1.b
    if roster.side[hq] == SOVIET:
        if roster.army[hq]:
            _return_later(s, hq, "13.1.1.b")
        elif not fifth_guards.leaving(s, hq):  # 9.2.2.A.c: those who leave go on without it. R-192
            s.stack.append(Reassign(hq))  # 13.1.1.a
    elif roster.specs[hq].group == RELIEF_FORCE:
        _return_later(s, hq, "13.1.3")
    elif not roster.army[hq]:  # of First Panzer Army's own HQ nothing follows: 13.1.2.b, R-161
        lose_points(s, hq, "13.1.2")
        s.stack.append(Reassign(hq))


def lose_points(s: State, hq: int, case: str) -> None:
    """The fuel and ammunition of a corps go with its HQ. 13.1.2"""
    fuel, ammo = s.fuel.pop(hq, 0), s.ammo.pop(hq, 0)
    if fuel or ammo:
        s.tell("points-lost", case, unit=hq, fuel=fuel, ammo=ammo)


def _return_later(s: State, hq: int, case: str) -> None:
    absence: int = s.world.tables["lost_hq"]["returns_after"]
    s.queue[hq] = s.turn + absence
    s.tell("queued", case, unit=hq, turn=s.queue[hq])


def orphans(s: State, hq: int) -> int:
    """The units of a lost headquarters that are left, those still to come too."""
    return sum(
        1 << u
        for u, parent in enumerate(s.parent)
        if parent == hq and s.where[u] not in (DEAD, ABSENT, EXITED)
    )


@dataclass(slots=True)
class Reassign(Step["State"]):
    """The units of a lost corps HQ get another one for good, by their owner's choice. 13.1.1.a, 13.1.2"""

    hq: int

    kind = "reassign"

    def heirs(self, s: State) -> list[int]:
        """A Soviet army of either front, or a corps of First Panzer Army, that is on the map.

        If no Soviet army is, one that will be back. R-88
        """
        roster = s.world.roster
        if roster.side[self.hq] != SOVIET:
            return [u for u in roster.corps if s.where[u] >= 0]
        armies = [u for u in roster.headquarters if roster.army[u] and roster.side[u] == SOVIET]
        here = [u for u in armies if s.where[u] >= 0]
        return here or [u for u in armies if u in s.queue]

    def offer(self, s: State) -> list[Choice] | None:
        heirs = self.heirs(s)
        if not heirs or not orphans(s, self.hq):
            s.stack.pop()
            return None
        return [("reassign", s.world.roster.ids[u]) for u in heirs]

    def take(self, s: State, choice: Choice) -> None:
        s.stack.pop()
        heir, units = s.world.roster.index[str(choice[1])], orphans(s, self.hq)
        for u in bits(units):
            s.parent[u] = heir
        s.tell("reassigned", self.case(s), unit=self.hq, hq=heir, units=tuple(bits(units)))

    def case(self, s: State) -> str:
        return "13.1.1.a" if s.world.roster.side[self.hq] == SOVIET else "13.1.2"

    def decider(self, s: State) -> int:
        return s.world.roster.side[self.hq]

    def prompt(self, s: State) -> str:
        side, name = NAMES[self.decider(s)], s.world.roster.titles[self.hq]
        return f"{side}: {name} is lost. Choose the HQ that takes over its units."

    def why(self, s: State, choice: Choice) -> Refused:
        roster, case = s.world.roster, self.case(s)
        if choice[0] != "reassign":
            name = roster.titles[self.hq]
            return Refused(case, f"The units of {name} have to get another HQ first.")
        u = roster.index[str(choice[1])]
        name = roster.titles[u]
        soviet = self.decider(s) == SOVIET
        wanted = "an army HQ" if soviet else "a corps HQ of First Panzer Army"
        if u not in self.heirs(s) and s.where[u] < 0:
            return Refused(case, f"{name} is not on the map.")
        return Refused(case, f"The units go to {wanted}; {name} is none.")
