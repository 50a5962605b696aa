"""Probing attacks (11.9): units walk into an empty hex in an enemy zone of control."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.attackers import (
    attackers,
    why_no_attack,
    why_not_probe,
)
from hexfront.games.oder.momentum import after_advance, use_momentum
from hexfront.games.oder.sides import NAMES
from hexfront.games.oder.stacking import fits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.assembly import Assembly

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


@dataclass(slots=True)
class Probe(Assembly):
    """A hex is named: who probes into it, from one hex or several. 11.9, R-71"""

    side: int
    target: int
    units: tuple[int, ...] = ()
    pool: tuple[int, ...] | None = None
    """The units that have just advanced, if this is their momentum attack. 11.9.p4"""

    kind = "probe"

    def may_join(self, s: State) -> list[int]:
        """The units next to the hex that may probe and have room there."""
        target = self.target
        able = attackers(s, self.side, target) if self.pool is None else self.pool
        return [
            u
            for u in able
            if u not in self.units
            and why_not_probe(s, u, target) is None
            and fits(s, target, u, *self.units)
        ]

    def decider(self, s: State) -> int:
        """The probing side."""
        return self.side

    def begin(self, s: State) -> None:
        """No odds, no die, no losses: the units are in the hex. 11.9.p2, 11.9.p3"""
        for h in sorted({s.where[u] for u in self.units}):
            here = tuple(u for u in self.units if s.where[u] == h)
            s.tell("probe", "11.9.p3", side=self.side, units=here, hex=h, to=self.target)
        for u in self.units:
            s.attacked |= 1 << u
            s.probed |= 1 << u
            s.enter(u, self.target)
        if self.pool is None:
            after_advance(s, self.side, self.units)
        else:
            use_momentum(s, self.units)

    def prompt(self, s: State) -> str:
        """What is wanted."""
        number = s.world.grid.number(self.target)
        return f"{NAMES[self.side]}: choose who probes into {number}, then declare or cancel."

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        verb, roster = choice[0], s.world.roster
        if verb == "join":
            return self._why_not_join(s, roster.index[str(choice[1])])
        if verb == "leave":
            return Refused("11.9.p3", f"{choice[1]} is not in the probe.")
        if verb == "declare":
            return Refused("11.9.p3", "A probe needs at least one unit.")
        return Refused("11.4", "A probe is being prepared: declare or cancel it first.")

    def _why_not_join(self, s: State, u: int) -> Refused:
        name, number = s.world.roster.ids[u], s.world.grid.number(self.target)
        if u in self.units:
            return Refused("11.3", f"{name} probes already.")
        if self.pool is None:
            reason = why_no_attack(s, self.side, u)
        elif u not in self.pool:
            reason = Refused("11.8.p1", f"{name} has not just advanced: it has no momentum.")
        else:
            reason = None
        reason = reason or why_not_probe(s, u, self.target)
        return reason or Refused("6.2", f"There is no room for {name} in {number}.")
