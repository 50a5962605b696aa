"""Probes (13.6): German units walk into an empty hex in a Soviet zone of control.

Mechanized units probe in the mechanized combat phases too (13.6.b); a stack may probe together (EX.7).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.attackers import attackers, why_no_attack
from hexfront.games.breakout.rules.movement_costs import ground
from hexfront.games.breakout.rules.stacking import fits
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.hexes import HexSet, bits
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.assembly import Assembly

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def why_not_enter(s: State, u: int, h: int) -> Refused | None:
    """Why a German unit may not advance or probe into a hex. 3.2.6, 6.1"""
    if not ground(s, GERMAN, (u,)) >> h & 1:
        return Refused(
            "3.2.6", f"The stand-fast order keeps {s.world.roster.titles[u]} in the east."
        )
    return None


def probes(s: State, able: list[int], near: HexSet) -> HexSet:
    """The hexes that a German unit can probe: empty of Soviets and in their zone. 13.6"""
    hexes = near & s.zoc(SOVIET) & ~s.occupied[SOVIET]
    mine = hexes & s.occupied[GERMAN]
    if mine and s.world.options["probe_into_own_hex"] == "refused":
        hexes ^= mine
        mine = 0
    doubtful = mine | (hexes & s.world.board.west if s.bound else 0)
    if doubtful:
        ring1, held, units = s.world.grid.ring1, s.occupied[GERMAN], set(able)
        for h in bits(doubtful):
            beside = [u for n in bits(ring1[h] & held) for u in s.stacks[n] if u in units]
            if not any(can_probe(s, u, h) for u in beside):
                hexes ^= 1 << h
    return hexes


def can_probe(s: State, u: int, h: int, *others: int) -> bool:
    """Whether a unit that may attack may probe into a hex beside others of its probe."""
    return bool(ground(s, GERMAN, (u,)) >> h & 1) and fits(s, h, u, *others)


@dataclass(slots=True)
class Probe(Assembly["State"]):
    """A German probe: units of one hex walk into an empty hex in a Soviet zone. 13.6"""

    mech_only: bool
    target: int
    units: tuple[int, ...]

    side = GERMAN
    kind = "probe"
    asks = "probes into {}, then declare or cancel"
    what, among = "A probe", "in the probe"
    leave_case, wait_case = "13.6.a", "13.8"

    def may_join(self, s: State) -> list[int]:
        """The units of one hex that may probe and have room there."""
        from_ = s.where[self.units[0]] if self.units else -1
        return [
            u
            for u in attackers(s, GERMAN, self.mech_only, self.target)
            if u not in self.units
            and from_ in (-1, s.where[u])
            and can_probe(s, u, self.target, *self.units)
        ]

    def with_unit(self, s: State, u: int) -> tuple[int, ...]:
        """The units in the order of their stack. R-71"""
        return tuple(v for v in s.stacks[s.where[u]] if v in (*self.units, u))

    def why_not_join(self, s: State, u: int) -> Refused:
        name, number = s.world.roster.titles[u], s.world.grid.number(self.target)
        if u in self.units:
            return Refused("13.0.b", f"{name} probes already.")
        if (reason := why_no_attack(s, GERMAN, self.mech_only, u)) is not None:
            return reason
        if not s.world.grid.ring1[self.target] >> s.where[u] & 1:
            return Refused("13.8.a", f"{name} is not adjacent to {number}.")
        if self.units and s.where[u] != s.where[self.units[0]]:
            return Refused("13.6.a", "Units of another hex make a probe of their own.")
        if (reason := why_not_enter(s, u, self.target)) is not None:
            return reason
        return Refused("6.1", f"There is no room for {name} in {number}.")

    def why_not_ready(self, s: State) -> Refused:
        return Refused("13.6", "A probe needs at least one unit.")

    def begin(self, s: State) -> None:
        """The units enter the hex."""
        from_ = s.where[self.units[0]]
        s.tell("probe", "13.6", side=GERMAN, units=self.units, hex=from_, to=self.target)
        for u in reversed(self.units):
            s.attacked |= 1 << u
            s.lift(u)
            s.put(u, self.target)
