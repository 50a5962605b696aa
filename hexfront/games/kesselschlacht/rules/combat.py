"""The Combat Phases: attacks one after the other. 12.0, 4.0.I, 4.0.K"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.artillery import why_only_guns, why_out_of_range
from hexfront.games.kesselschlacht.rules.attack import Attack
from hexfront.games.kesselschlacht.rules.attackers import (
    able_against,
    attackable,
    can_name,
    targets,
    why_no_attack,
)
from hexfront.games.kesselschlacht.rules.bridges import appoint_garrisons
from hexfront.games.kesselschlacht.rules.supply import check_phase
from hexfront.games.kesselschlacht.sides import AXIS, NAMES
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import ByVerb, Step
from hexfront.mechanics.verbs import END

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

MOVING = ("pick", "go", "stop", "drop", "split", "fuel", "draw", "exit", "place")
"""The verbs of Movement Phases."""


@dataclass(slots=True)
class Combat(Step["State"]):
    """A Combat Phase of one side, which attacks as often as it likes, or not at all. 12.0.a, 12.0.c"""

    side: int

    kind = "combat"
    waits = True

    def offer(self, s: State) -> list[Choice]:
        """The hexes to attack, the end."""
        target = s.world.board.target
        return [*[target[h] for h in bits(targets(s, self.side))], END]

    def by_verb(self, s: State) -> ByVerb:
        """For the verb it is enough that one hex is found."""
        near = s.world.grid.expand(s.occupied[self.side]) & attackable(s, 1 - self.side)
        end: dict[str, Callable[[], Choices]] = {"end": lambda: [END]}
        if any(_attacked(s, self.side, h) for h in bits(near)):
            target = s.world.board.target
            return {"target": lambda: [target[h] for h in bits(targets(s, self.side))], **end}
        return end

    def offers(self, s: State, choice: Choice) -> bool:
        """Only the hex that is named is asked about."""
        if choice == END:
            return True
        h = s.world.board.target_hex.get(choice, -1)
        return h >= 0 and bool(attackable(s, 1 - self.side) >> h & 1) and _attacked(s, self.side, h)

    def draw(self, s: State, random: Random) -> Choice:
        """Of the enemy hexes near by and the end one after another is drawn until one is legal."""
        near = s.world.grid.expand(s.occupied[self.side]) & attackable(s, 1 - self.side)
        hexes = list(bits(near))
        while (at := int(random.random() * (len(hexes) + 1))) < len(hexes):
            if _attacked(s, self.side, hexes[at]):
                return s.world.board.target[hexes[at]]
        return END

    def decider(self, s: State) -> int:
        return self.side

    def take(self, s: State, choice: Choice) -> None:
        """Name a hex, one for each attack, or end the phase. 12.1.1.c"""
        if choice[0] == "end":
            s.stack.pop()
            return
        h = s.world.grid.index(str(choice[1]))
        s.stack.append(Attack(self.side, h, able_against(s, self.side, h)))

    def prompt(self, s: State) -> str:
        return f"{NAMES[self.side]}: choose a hex to attack, or end the combat."

    def why(self, s: State, choice: Choice) -> Refused:
        verb = choice[0]
        if verb == "target":
            return self._why_not_target(s, s.world.grid.index(str(choice[1])))
        if verb == "advance":
            return Refused("13.4.1.a", "An advance is made before another combat begins.")
        if verb in ("join", "leave", "declare", "cancel", "pay"):
            return Refused("12.1.1.c", "No attack is being prepared: name the hex to attack first.")
        if verb in MOVING:
            return Refused("11.1.6.a", "Units move in a Movement Phase; this is a Combat Phase.")
        if verb in ("retreat", "displace", "withdraw"):
            return Refused("13.2.a", "No combat has a result that makes anybody retreat now.")
        if verb == "lose":
            return Refused("13.1.a", "No combat has a result that costs a unit now.")
        return Refused("12.0.a", "Name a hex to attack, or end the combat.")

    def _why_not_target(self, s: State, h: int) -> Refused:
        number = s.world.grid.number(h)
        if not s.occupied[1 - self.side] >> h & 1:
            return Refused("12.1.1.e", f"There is no enemy unit in {number}.")
        if not attackable(s, 1 - self.side) >> h & 1:
            return Refused("12.1.1.b", f"The units in {number} have been attacked this turn.")
        near = [u for n in bits(s.world.grid.ring1[h] & s.occupied[self.side]) for u in s.stacks[n]]
        if not near:
            ranged, sides = s.world.roster.ranged, s.world.roster.side
            guns = [u for u in ranged if sides[u] == self.side and s.where[u] >= 0]
            if any(why_out_of_range(s, u, h) is None for u in guns):
                return Refused("16.1.3.a", f"Only artillery is in range of {number}.")
            return Refused("2.2.8.a", f"No {NAMES[self.side]} unit is adjacent to {number}.")
        reasons = [why_no_attack(s, self.side, u, figures=True) for u in near]
        fighting = [r for u, r in zip(near, reasons, strict=True) if not s.world.roster.hq[u]]
        reason = next((r for r in fighting or reasons if r is not None), None)
        combat_units = [u for u in near if not s.world.roster.hq[u]]
        if reason is None and combat_units:
            reason = why_only_guns(s, combat_units)
        return reason or Refused("12.1.1.a", "Nobody can attack it.")


def _attacked(s: State, side: int, h: int) -> bool:
    """Whether a hex can be attacked by somebody beside it. 12.1.1.a, 12.1.1.e"""
    return any(can_name(s, side, n) for n in bits(s.world.grid.ring1[h] & s.occupied[side]))


def begin_combat(s: State, side: int) -> None:
    """Phases I and K: supply is checked, then attacks are made. 4.0.I, 4.0.K"""
    s.reset("combat")
    appoint_garrisons(s)
    check_phase(s, s.phase)
    if side == AXIS:
        s.had_ammo = with_ammunition(s)
    s.stack.append(Combat(side))


def with_ammunition(s: State) -> int:
    """The corps HQs that have ammunition when the Combat Phase begins: it sets their limits. R-66

    Also those that have spent it, in a position of which nothing is said.
    """
    corps = s.world.roster.corps
    return sum(1 << hq for hq in corps if s.ammo.get(hq, 0) or s.ammo_spent.get(hq, 0))
