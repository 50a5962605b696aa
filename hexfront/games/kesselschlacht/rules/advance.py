"""Advance after combat: the attackers follow along the path of retreat. 13.4

It is no movement and costs nothing (13.4.1.c), but motorized units of First Panzer Army burn fuel. 13.4.4
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import fuel
from hexfront.games.kesselschlacht.rules.artillery import road_bound
from hexfront.games.kesselschlacht.rules.battle import Battle
from hexfront.games.kesselschlacht.rules.defensive_positions import upkeep
from hexfront.games.kesselschlacht.rules.effects import effects
from hexfront.games.kesselschlacht.rules.fifth_guards import leaving
from hexfront.games.kesselschlacht.rules.fog import visible
from hexfront.games.kesselschlacht.rules.lines import closed, no_return, why_closed
from hexfront.games.kesselschlacht.rules.stacking import limit, room
from hexfront.games.kesselschlacht.rules.status import share
from hexfront.games.kesselschlacht.rules.zones import quality_zone
from hexfront.games.kesselschlacht.sides import NAMES, STATUS_WORDS
from hexfront.games.kesselschlacht.world import MOTORIZED
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.verbs import DONE

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def follow(s: State, origin: int, path: tuple[int, ...]) -> None:
    """The defenders of a hex have retreated along a path: the attackers may follow it. 13.4.1.a"""
    for i, step in enumerate(s.stack):
        if isinstance(step, Advance) and step.battle.target == origin:
            s.stack[i] = replace(step, path=(origin, *path))


@dataclass(slots=True)
class Advance(Step["State"]):
    """The attackers may advance, before any other combat (13.4.1.b), if the hex is empty of defenders. 13.4.a

    The units that attacked from one hex are a force: those of it that advance end together. R-175
    """

    battle: Battle
    path: tuple[int, ...]
    """The hex that was attacked, and those that the defenders went through after it."""
    gone: tuple[tuple[int, int, int], ...] = ()
    """Who has advanced, from where, where to."""
    paid: tuple[tuple[int, int], ...] = ()
    """The forces, by their hex, and the corps HQs that have paid fuel for them."""

    kind = "advance"

    def offer(self, s: State) -> list[Choice] | None:
        battle = self.battle
        if not s.occupied[1 - battle.side] >> battle.target & 1:
            number, ids = s.world.grid.number, s.world.roster.ids
            choices: list[Choice] = [
                ("advance", ids[u], number(h)) for u in battle.attackers for h in self.stops(s, u)
            ]
            if choices:
                return [*choices, DONE]
        s.stack.pop()
        return None

    # Who, and how far ---------------------------------------------------------------------------

    def why_not_at_all(self, s: State, u: int) -> Refused | None:
        """Why a unit does not advance, however far."""
        roster = s.world.roster
        name = roster.titles[u]
        if roster.side[u] != self.battle.side:
            return Refused("13.4.a", f"{name} is a defender; only attackers advance.")
        if roster.artillery[u] and roster.german[u]:
            return Refused(
                "16.1.3.a", f"{name} is artillery of the 18th Division and never advances."
            )
        if u not in self.battle.attackers:
            return Refused("13.4.3.a", f"{name} did not attack this hex.")
        if s.where[u] < 0:
            return Refused("13.4.a", f"{name} is no longer on the map.")
        if any(u == who for who, _, _ in self.gone):
            return Refused("13.4.1.d", f"{name} has advanced already.")
        if not effects(s, u).attacks:
            return Refused(
                "13.4.1.d", f"{name} is {STATUS_WORDS[s.status[u]]} and does not advance."
            )
        if leaving(s, u):
            return Refused("9.2.2.A.c", f"{name} leaves with its corps and does not advance.")
        return None

    def stops(self, s: State, u: int) -> list[int]:
        """The hexes of the path where a unit may end its advance. 13.4.2.a"""
        if self.why_not_at_all(s, u):
            return []
        ends = self._ends(s.where[u])
        found = []
        for i, h in enumerate(self.path):
            if self._why_no_step(s, u, i):
                break
            together = not ends or h == ends[0]  # 13.4.1.d
            if together and not self._why_no_stop(s, u, i):
                found.append(h)
        return found

    def _ends(self, force: int) -> list[int]:
        """Where those of a force have ended who have advanced; who was held up at once binds nobody."""
        return [h for _, from_, h in self.gone if from_ == force != h]

    def _run(self, s: State, u: int) -> tuple[int, ...]:
        return (s.where[u], *self.path)

    def _why_no_step(self, s: State, u: int, i: int) -> Refused | None:
        """Why a unit that has come so far cannot enter the next hex of the path."""
        run, roster = self._run(s, u), s.world.roster
        a, b = run[i], run[i + 1]
        name, number = roster.titles[u], s.world.grid.number(b)
        enemy = 1 - self.battle.side
        if i and quality_zone(s, enemy, seen=True) >> a & 1:  # 13.4.2.b
            stop = s.world.grid.number(a)
            return Refused(
                "3.3.2.a", f"A crack enemy's zone of control in {stop} stops the advance."
            )
        if s.occupied[enemy] >> b & 1:
            return Refused("13.4.1.a", f"There are enemy units in {number}.")
        if s.ways.shut(a, b):
            return Refused("13.4.3.b", f"{number} lies behind a major river without a bridge.")
        if road_bound(s, u) and (a, b) not in s.ways.roads:
            return Refused("16.2.a", f"No road leads {name} to {number}.")
        for case, hexes in closed(s, u):
            if hexes >> b & 1:
                return Refused(case, why_closed(case, number, name))
        for case, hexes in no_return(s, u):
            if hexes >> b & 1 and not all(hexes >> h & 1 for h in run[: i + 1]):
                return Refused(case, why_closed(case, number, name))
        return None

    def _why_no_stop(self, s: State, u: int, i: int) -> Refused | None:
        """Why a unit that could come to a hex of the path cannot end there: stacking and fuel."""
        h = self.path[i]
        number = s.world.grid.number(h)
        if not room(s, self.battle.side, h, (u,)):
            most = limit(s, self.battle.side)
            return Refused("3.1.3.a", f"{number} is full: {most} combat units are the most.")
        if i and fuel.runs_on_fuel(s, u) and not self._has_paid(s, u):
            need, have = self.cost(s, u, i), self.funds(s, u)
            if need > have:
                hq = s.world.roster.titles[s.parent[u]]
                why = f"{hq} can give {have}" if have else fuel.why_none(s, u).message.split(";")[0]
                paid = [n for n in range(1, i) if self.cost(s, u, n) <= have]
                end = "only the defender's hex can be entered"
                if paid:
                    end = f"it ends in {s.world.grid.number(self.path[paid[-1]])} at the latest"
                return Refused(
                    "13.4.4.b",
                    f"The advance to {number} takes {need} fuel, and {why.rstrip('.')}: {end}.",
                )
        return None

    # Fuel ---------------------------------------------------------------------------------------

    def _has_paid(self, s: State, u: int) -> bool:
        """Whether the corps of a unit has paid for its force: a force pays once. 13.4.4.a"""
        return (s.where[u], s.parent[u]) in self.paid

    def cost(self, s: State, u: int, i: int) -> int:
        """The fuel for an advance to a hex of the path: what moving there costs, in whole points. R-43"""
        run = self._run(s, u)[: i + 2]
        prices = [s.ways.price(s.weather, a, b)[MOTORIZED] for a, b in pairwise(run)]
        return (sum(prices) + 1) // 2

    def funds(self, s: State, u: int) -> int:
        """The fuel that a unit's corps can give it now."""
        return max([fuel.available(s, hq) for hq in fuel.sources(s, u)], default=0)

    def fare(self, s: State, u: int, h: int) -> int:
        """What a unit's corps pays for it now; if that is too little for the first hex, all it has. R-43"""
        if not fuel.runs_on_fuel(s, u) or self._has_paid(s, u):
            return 0
        return min(self.cost(s, u, self.path.index(h)), self.funds(s, u))

    # The decision -------------------------------------------------------------------------------

    def take(self, s: State, choice: Choice) -> None:
        if choice[0] == "done":
            s.stack.pop()
            return
        u, h = s.world.roster.index[str(choice[1])], s.world.grid.index(str(choice[2]))
        from_ = s.where[u]
        paid = self.paid
        if fare := self.fare(s, u, h):
            fuel.spend(s, s.parent[u], fare, "13.4.4.a")
            paid = (*paid, (from_, s.parent[u]))
        stop, end = self._held_up(s, u, self.path.index(h))
        to = self.path[end] if end >= 0 else from_
        s.stack[-1] = replace(self, gone=(*self.gone, (u, from_, to)), paid=paid)
        if end >= 0:
            s.tell("advance", "13.4.1.a", side=self.battle.side, units=(u,), hex=from_, to=to)
        if to != h:
            full = {} if end == stop else {"to": self.path[stop]}
            s.tell("stopped", "13.4.2.b", side=self.battle.side, units=(u,), hex=to, **full)
        for each in self.path[: end + 1]:
            s.enter(u, each)
        upkeep(s, from_)
        share(s, to)

    def _held_up(self, s: State, u: int, i: int) -> tuple[int, int]:
        """Where on the path a crack unit that lay unseen stops who would go so far, and where that ends. R-45

        Where it has to stop and there is no room it falls back on the hex before; -1 is where it attacked from.
        """
        enemy, way = 1 - self.battle.side, self.path[:i]
        near = s.occupied[enemy] & s.world.grid.expand(sum([1 << h for h in way]))
        if any(not visible(s, v, self.battle.side) for h in bits(near) for v in s.stacks[h]):
            s.reveals += 1  # whether it gets there tells of units in stacks
        crack = quality_zone(s, enemy)
        stop = end = next((at for at, h in enumerate(way) if crack >> h & 1), i)
        while i != end >= 0 and not room(s, self.battle.side, self.path[end], (u,)):
            end -= 1
        return stop, end

    def decider(self, s: State) -> int:
        return self.battle.side

    def prompt(self, s: State) -> str:
        number = s.world.grid.number(self.path[0])
        if len(self.path) == 1:
            return f"{NAMES[self.battle.side]}: advance attackers into {number}, or finish."
        end = s.world.grid.number(self.path[-1])
        return (
            f"{NAMES[self.battle.side]}: advance attackers from {number} towards {end}, or finish."
        )

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] != "advance":
            return Refused("13.4.1.b", "The advance is decided before anything else.")
        u, h = s.world.roster.index[str(choice[1])], s.world.grid.index(str(choice[2]))
        if refused := self.why_not_at_all(s, u):
            return refused
        number = s.world.grid.number(h)
        if h not in self.path:
            return Refused("13.4.1.d", f"{number} is not on the path of retreat.")
        ends = self._ends(s.where[u])
        if ends and h != ends[0]:
            end = s.world.grid.number(ends[0])
            return Refused(
                "13.4.1.d", f"Others of its force ended in {end}; a force ends together."
            )
        at = self.path.index(h)
        for i in range(at + 1):
            if refused := self._why_no_step(s, u, i):
                return refused
        return self._why_no_stop(s, u, at) or Refused("13.4.1.a", f"{number} cannot be entered.")
