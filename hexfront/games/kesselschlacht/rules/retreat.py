"""Retreats: the owner takes the beaten force hex by hex, makes room, and bears what it costs. 13.2"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.advance import follow
from hexfront.games.kesselschlacht.rules.artillery import road_bound
from hexfront.games.kesselschlacht.rules.bridges import garrison_shaken
from hexfront.games.kesselschlacht.rules.defensive_positions import upkeep
from hexfront.games.kesselschlacht.rules.elimination import eliminate
from hexfront.games.kesselschlacht.rules.retreat_paths import (
    CLEAN,
    DISPLACING,
    LOSING,
    NOWHERE,
    Ways,
    paths,
)
from hexfront.games.kesselschlacht.rules.stacking import excess
from hexfront.games.kesselschlacht.rules.status import at_least, share, swim
from hexfront.games.kesselschlacht.sides import DIS, NAMES, RT, STATUSES
from hexfront.games.kesselschlacht.world import MINOR
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

__all__ = ["FallBack", "Retreat", "paths", "retreat_of"]


FATAL = {
    "11.2.2.b": "it has crossed the Dnestr and stays south of it",
    "11.3.2": "it is south of the Dnestr and stays there",
    "13.2.2.a": "it is motorized, and a major river without a bridge is between",
    "13.2.2.b": "it is routed, and a major river without a bridge is between",
    "13.2.3.a": "that is in an enemy zone of control with no friend in it",
    "16.1.3.b": "no road leads there",
    "16.2.c": "no road leads there",
}
"""What a retreating unit dies of on a step, by the case. `Ways.death`"""


def carry(s: State, units: tuple[int, ...], to: int) -> None:
    """Bring units of one hex to another in the order they lie."""
    for u in reversed(units):
        s.enter(u, to)


@dataclass(slots=True)
class Retreat(Step["State"]):
    """A force that has to retreat, under way: together (13.2.1.c), in whatever status. 13.2.1.e"""

    side: int
    origin: int
    units: tuple[int, ...]
    left: int
    """Hexes still to go. They cost nothing. 11.1.7, 13.2.1.b"""
    at: int
    rout: bool = False
    way: int = NOWHERE
    """The class of its ways, once it was found."""
    path: tuple[int, ...] = ()
    """The hexes entered."""
    zones: int = 0
    """How many of them were in enemy zones. 13.2.3.b"""
    displaced: int = 0

    kind = "retreat"

    def force(self, s: State) -> tuple[int, ...]:
        """Those who are left of it, as they lie."""
        return tuple([u for u in s.units_in(self.at) if u in self.units])

    def ways(self, s: State) -> Ways:
        return Ways(s, self.force(s), self.origin, self.displaced | to_go(s))

    def crowded(self, s: State) -> int:
        """The hex to be made free first: one that somebody was pushed into, or the force's; -1 for none."""
        for h in self.pushed_into(s):
            if h != self.at and excess(s, h):
                return h
        return self.at if excess(s, self.at) else -1

    def pushed_into(self, s: State) -> list[int]:
        return sorted({s.where[u] for u in bits(self.displaced)})

    # What is offered ----------------------------------------------------------------------------

    def offer(self, s: State) -> list[Choice] | None:
        force = self.force(s)
        if not force:
            s.stack.pop()
            return None
        full = self.crowded(s)
        if full >= 0:
            return self._make_room(s, full)
        if not self.left:
            self._finish(s, force)
            return None
        ways, way = self.ways(s), self.way
        onward = ways.onward(way, self.at, self.left) if way else []
        if not onward:
            way = ways.best(self.at, self.left)
            if not way:
                self._perish(s, force)
                return None
            onward = ways.onward(way, self.at, self.left)
        if way != self.way:
            s.stack[-1] = replace(self, way=way)
        return [("retreat", s.world.grid.number(h)) for h in onward]

    def _make_room(self, s: State, full: int) -> list[Choice]:
        """Others make way where that saves a unit (R-180); else the excess is lost. 13.2.4-eg, 3.1.3.d, R-54"""
        roster, number = s.world.roster, s.world.grid.number
        pushes = self._pushes(s, full)
        if pushes:
            return [("displace", roster.ids[u], number(h)) for u, h in pushes]
        return [roster.lose[u] for u in self.force(s) if not roster.hq[u]]

    def _pushes(self, s: State, full: int) -> list[tuple[int, int]]:
        pushing = self.ways(s).displacing(self.at)
        return pushing.choices(excess(s, self.at), -1 if full == self.at else full)

    # What is done -------------------------------------------------------------------------------

    def take(self, s: State, choice: Choice) -> None:
        if choice[0] == "retreat":
            self._go(s, s.world.grid.index(str(choice[1])))
            return
        u = s.world.roster.index[str(choice[1])]
        if choice[0] == "lose":
            s.stack[-1] = replace(self, way=NOWHERE)
            eliminate(s, u, "13.2.4.a")
            return
        self._displace(s, u, s.world.grid.index(str(choice[2])))

    def _go(self, s: State, to: int) -> None:
        """One hex farther; those who cannot follow die. R-35"""
        ways, from_ = self.ways(s), self.at
        deaths = {u: ways.death(u, from_, to) for u in ways.units}
        zones = self.zones + (ways.hostile >> to & 1)
        way = (
            NOWHERE if any(deaths.values()) else self.way
        )  # those who are left may have a better one
        s.stack[-1] = replace(
            self, at=to, left=self.left - 1, path=(*self.path, to), zones=zones, way=way
        )
        wet = s.ways.shut(from_, to)
        for u, case in deaths.items():
            if case:
                eliminate(s, u, case)
        going = tuple([u for u in ways.units if not deaths[u]])
        s.tell("retreat", "13.2.1.a", side=self.side, units=going, hex=from_, to=to)
        for u in going:
            garrison_shaken(s, u, driven=True)  # 15.2.3.d
        carry(s, going, to)
        upkeep(s, from_)
        for u in going:
            s.retreated |= 1 << u  # 13.2.5
            if wet:
                swim(s, u)

    def _displace(self, s: State, u: int, to: int) -> None:
        from_ = s.where[u]
        step = replace(self, displaced=self.displaced | 1 << u)
        s.stack[-1] = step
        s.tell("displaced", "13.2.4.A.a", side=self.side, unit=u, hex=from_, to=to)
        carry(s, (u,), to)
        upkeep(s, from_)
        if step.crowded(s) in (-1, self.at):  # the chain has come to its end
            for h in step.pushed_into(s):
                share(s, h)

    def _perish(self, s: State, force: tuple[int, ...]) -> None:
        """There is no way: all are eliminated, also where the only one leads off the map. 11.1.6.b, 13.2.1.d"""
        s.stack.pop()
        edge = len(s.world.grid.near[self.at]) < 6
        case = "11.1.6.b" if edge else "13.2.1.d"
        s.tell("blocked", case, side=self.side, hex=self.at, units=force)
        for u in force:
            eliminate(s, u, case)

    def _finish(self, s: State, force: tuple[int, ...]) -> None:
        """What a retreat does to those who made it: zones, rout, guns at rivers, the stack they join. R-38"""
        s.stack.pop()
        follow(s, self.origin, self.path)
        for u in force:
            self._bear(s, u)
        share(s, self.at)  # 13.2.3.A.a, 13.2.3.A.b, 13.2.3.A-eg

    def _bear(self, s: State, u: int) -> None:
        if s.world.roster.german[u] and self.zones:  # 13.2.3.b
            if self.zones >= len(STATUSES):
                eliminate(s, u, "13.2.3.b")
                return
            at_least(s, u, STATUSES[self.zones], "13.2.3.b")
        if self.rout:
            at_least(s, u, RT, "13.2.c")
        if road_bound(s, u) and self._over_a_minor_river(s):
            at_least(s, u, DIS, "16.1.3.b" if s.world.roster.german[u] else "16.2.c")

    def _over_a_minor_river(self, s: State) -> bool:
        run = (self.origin, *self.path)
        river = s.world.board.river
        return any(river.get(pair) == MINOR for pair in pairwise(run))

    # Words --------------------------------------------------------------------------------------

    def decider(self, s: State) -> int:
        return self.side

    def prompt(self, s: State) -> str:
        side, number = NAMES[self.side], s.world.grid.number(self.at)
        full = self.crowded(s)
        if full < 0:
            hexes = "hex" if self.left == 1 else "hexes"
            return f"{side}: retreat your force from {number}, {self.left} {hexes} to go."
        if self._pushes(s, full):
            return f"{side}: {s.world.grid.number(full)} is full. Choose who is displaced, and where to."
        return f"{side}: {number} is full. Choose a retreating unit that is lost."

    def why(self, s: State, choice: Choice) -> Refused:
        full = self.crowded(s)
        if choice[0] == "retreat":
            h = s.world.grid.index(str(choice[1]))
            return self._why_full(s, full) if full >= 0 else self._why_not_hex(s, h)
        if choice[0] == "lose":
            return self._why_not_lose(s, full, s.world.roster.index[str(choice[1])])
        if choice[0] == "displace":
            u, h = s.world.roster.index[str(choice[1])], s.world.grid.index(str(choice[2]))
            return self._why_not_displace(s, full, u, h)
        return Refused("13.2.1.a", "A retreat cannot be refused and comes first.")

    def _why_full(self, s: State, full: int) -> Refused:
        many, number = excess(s, full), s.world.grid.number(full)
        return Refused(
            "13.2.4.a", f"{number} has to be put right first: {many} too many are in it."
        )

    def _why_not_lose(self, s: State, full: int, u: int) -> Refused:
        name = s.world.roster.titles[u]
        if full < 0:
            return Refused("13.2.4.a", "Nobody is lost where stacking limits are kept.")
        if u not in self.force(s):
            return Refused("13.2.4.a", f"Only a unit that retreats is lost; {name} does not.")
        if s.world.roster.hq[u]:
            return Refused("13.2.4.a", f"{name} is an HQ and takes no room.")
        return Refused("13.2.4.A.a", f"{name} can be saved: others make way.")

    def _why_not_displace(self, s: State, full: int, u: int, h: int) -> Refused:
        name = s.world.roster.titles[u]
        if full < 0:
            return Refused("13.2.4.A.c", "Nobody is displaced where there is room.")
        if not self._pushes(s, full):
            number = s.world.grid.number(full)
            return Refused("13.2.4.A.b", f"Nobody can make way in {number} without harm.")
        pushing = self.ways(s).displacing(self.at)
        if u not in pushing.movers(full):
            if self.displaced >> u & 1:
                return Refused("13.2.4.A.b", f"{name} has made way already.")
            if to_go(s) >> u & 1:
                return Refused("13.2.4.A.a", f"{name} has to retreat itself and makes no way.")
            number = s.world.grid.number(full)
            return Refused(
                "13.2.4.A.a", f"Only a combat unit that was in {number} before is displaced."
            )
        return pushing.why_not(u, h) or Refused(
            "13.2.4.A.b",
            f"{s.world.grid.number(h)} would be overstacked, and nobody there can move on.",
        )

    def _why_not_hex(self, s: State, h: int) -> Refused:
        grid, ways = s.world.grid, self.ways(s)
        number = grid.number(h)
        if not grid.ring1[self.at] >> h & 1:
            return Refused(
                "13.2.1.a", f"A retreat goes hex by hex; {number} is not next to the force."
            )
        if s.occupied[1 - self.side] >> h & 1:
            return Refused("13.2.1.a", f"There are enemy units in {number}.")
        if h not in ways.steps(self.at):
            origin, at = grid.number(self.origin), grid.number(self.at)
            return Refused(
                "13.2.1.d",
                f"A retreat leads away from {origin}, and {number} is no farther from it than {at}.",
            )
        for u in ways.units:
            case = ways.death(u, self.at, h)
            if case and self.way != LOSING:
                name = s.world.roster.titles[u]
                return Refused(
                    case,
                    f"{name} would be lost on the way to {number}: {FATAL[case]}; there is another way.",
                )
        if self.way == CLEAN and ways.takes > ways.room(h):
            return Refused(
                "13.2.4.A.c",
                f"{number} has room for {ways.room(h)} of {ways.takes} units, and there is a way with room.",
            )
        if self.way == DISPLACING and ways.takes > ways.space(h):
            return Refused("13.2.4.A.b", f"{number} is full and nobody there can make way.")
        if self.way == LOSING:
            deaths = [ways.death(u, self.at, h) for u in ways.units]
            case = deaths[0] if all(deaths) else "13.2.1.d"
            return Refused(case, f"Nobody would get through by way of {number}.")
        what = "loss, or others making way" if self.way == CLEAN else "loss"
        return Refused(
            "13.2.1.d", f"From {number} the retreat could not be completed without {what}."
        )


def retreat_of(s: State, h: int, units: tuple[int, ...], n: int, rout: bool = False) -> Retreat:
    return Retreat(s.world.roster.side[units[0]], h, units, n, h, rout)


@dataclass(slots=True)
class FallBack(Step["State"]):
    """The attackers retreat, each hex of them by itself, in the order their owner likes. R-173"""

    side: int
    hexes: tuple[int, ...]
    units: tuple[int, ...]
    """Those who have not retreated yet: nobody goes twice, also where a force came to another. 13.2.b"""

    kind = "fallback"

    def offer(self, s: State) -> list[Choice] | None:
        if not self.hexes:
            s.stack.pop()
            return None
        return [("withdraw", s.world.grid.number(h)) for h in self.hexes]

    def take(self, s: State, choice: Choice) -> None:
        h = s.world.grid.index(str(choice[1]))
        force = tuple([u for u in s.units_in(h) if u in self.units])
        hexes = tuple([each for each in self.hexes if each != h])
        left = tuple([u for u in self.units if u not in force])
        s.stack[-1] = replace(self, hexes=hexes, units=left)
        if force:
            s.stack.append(retreat_of(s, h, force, 1))

    def decider(self, s: State) -> int:
        return self.side

    def prompt(self, s: State) -> str:
        return f"{NAMES[self.side]}: choose the attackers that retreat next, by their hex."

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] != "withdraw":
            return Refused("13.2.b", "The attackers have to retreat first.")
        number = s.world.grid.number(s.world.grid.index(str(choice[1])))
        return Refused("13.2.b", f"Nobody in {number} attacked and still has to retreat.")


def to_go(s: State) -> int:
    """The attackers that still have to retreat: they fill their hexes and make no way. R-195"""
    return sum([1 << u for step in s.stack if isinstance(step, FallBack) for u in step.units])
