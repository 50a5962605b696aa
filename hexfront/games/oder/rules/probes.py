"""Probing attacks (11.9): units walk into an empty hex in an enemy zone of control."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.attackers import able_to_join, why_not_probe, why_unable_to_join
from hexfront.games.oder.rules.stacking import fits
from hexfront.games.oder.rules.window import window
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.assembly import Assembly

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


@dataclass(slots=True)
class Probe(Assembly["State"]):
    """A hex is named: who probes into it, from one hex or several. 11.9, R-71

    A unit probes once a phase, and once more only with momentum. 11.9.p5
    """

    side: int
    target: int
    units: tuple[int, ...] = ()
    pool: tuple[int, ...] | None = None
    """The units that have just advanced, if this is their momentum attack. 11.9.p4"""

    kind = "probe"
    asks = "probes into {}, then declare or cancel"
    what, among = "A probe", "in the probe"
    leave_case, wait_case = "11.9.p3", "11.4"

    def may_join(self, s: State) -> list[int]:
        """The units next to the hex that may probe and have room there."""
        target = self.target
        return [
            u
            for u in able_to_join(s, self.side, target, self.pool)
            if u not in self.units
            and why_not_probe(s, u, target) is None
            and fits(s, target, u, *self.units)
        ]

    def begin(self, s: State) -> None:
        """No odds, no die, no losses: the units are in the hex. 11.9.p2, 11.9.p3"""
        for h in sorted({s.where[u] for u in self.units}):
            here = tuple(u for u in self.units if s.where[u] == h)
            s.tell("probe", "11.9.p3", side=self.side, units=here, hex=h, to=self.target)
        for u in self.units:
            s.attacked |= 1 << u
            s.probed |= 1 << u
            s.enter(u, self.target)
        window(s).attacked(s, self.units)
        window(s).advanced(s, self.units)

    def why_not_ready(self, s: State) -> Refused:
        return Refused("11.9.p3", "A probe needs at least one unit.")

    def why_not_join(self, s: State, u: int) -> Refused:
        name, number = s.world.roster.titles[u], s.world.grid.number(self.target)
        if u in self.units:
            return Refused("11.3", f"{name} probes already.")
        reason = why_unable_to_join(s, self.side, self.pool, u)
        reason = reason or why_not_probe(s, u, self.target)
        return reason or Refused("6.2", f"There is no room for {name} in {number}.")
