"""Combat (13.0): the segment, and declaring attacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.attackers import (
    attackers,
    has_company,
    why_no_attack,
)
from hexfront.games.breakout.rules.losses import eliminate
from hexfront.games.breakout.rules.odds import Battle, declare, tiger_company
from hexfront.games.breakout.rules.probes import Probe, probes, why_not_enter
from hexfront.games.breakout.rules.refusals import without_battle
from hexfront.games.breakout.rules.results import Advance, Resolve
from hexfront.games.breakout.rules.stacking import StackingCheck, to_top, top_choices, why_not_top
from hexfront.games.breakout.rules.support import Air, Support
from hexfront.games.breakout.sides import GERMAN, NAMES, SOVIET
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.assembly import Assembly
from hexfront.mechanics.verbs import END

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


@dataclass(slots=True)
class Combat(Step["State"]):
    """A combat segment: attacks one by one, in any order, or none. 13.0, 13.8, R-42"""

    side: int
    mech_only: bool
    """A German mechanized combat phase. 5.5"""

    kind = "combat"

    def offer(self, s: State) -> list[Choice]:
        """Hexes to attack, hexes to probe, the end."""
        world = s.world
        board, roster = world.board, world.roster
        able = attackers(s, self.side, self.mech_only)
        from_ = 0
        for u in able:
            if not roster.artillery[u]:  # artillery does not attack by itself
                from_ |= 1 << s.where[u]
        near = world.grid.expand(from_)
        targets = near & s.occupied[1 - self.side]
        if self.side == SOVIET:
            targets &= ~board.no_go  # 12.5
        choices = [board.target[h] for h in bits(targets)]
        if self.side == GERMAN:
            probe = board.probe
            choices += [probe[h] for h in bits(probes(s, able, near))]
        if s.attacked:
            choices += top_choices(s, self.side)
        choices.append(END)
        return choices

    def decider(self, s: State) -> int:
        return self.side

    def take(self, s: State, choice: Choice) -> None:
        """Name a target, or end the segment."""
        verb = choice[0]
        if verb == "end":
            s.stack[-1] = StackingCheck()
        elif verb == "top":
            to_top(s, s.world.roster.index[str(choice[1])])
        elif verb == "target":
            h = s.world.grid.index(str(choice[1]))
            s.stack.append(Attack(self.side, self.mech_only, h, ()))
        else:
            s.stack.append(Probe(self.mech_only, s.world.grid.index(str(choice[1])), ()))

    def prompt(self, s: State) -> str:
        phase = "mechanized combat" if self.mech_only else "combat"
        return f"{NAMES[self.side]}: choose a hex to attack, or end the {phase}."

    def why(self, s: State, choice: Choice) -> Refused:
        verb = choice[0]
        if verb == "target":
            return self._why_not_target(s, s.world.grid.index(str(choice[1])))
        if verb == "probe":
            return self._why_not_probe(s, s.world.grid.index(str(choice[1])))
        if verb == "top":
            if not s.attacked:
                return Refused("6.3", "Stacks are reordered when moving or after an own combat.")
            return why_not_top(s, self.side, str(choice[1]))
        if verb in ("pick", "go", "stop", "exit", "drop"):
            return Refused("12.0.c", "Units move in a movement segment; this is a combat segment.")
        if verb == "advance":
            return Refused("13.10.b", "An advance is made before another combat begins.")
        return without_battle(s, choice, self.side) or Refused(
            "13.8", "Name a hex to attack first, or end the combat."
        )

    def _why_not_target(self, s: State, h: int) -> Refused:
        number = s.world.grid.number(h)
        if not s.occupied[1 - self.side] >> h & 1:
            return Refused("13.0", f"There is no enemy unit in {number}.")
        if self.side == SOVIET and s.world.board.no_go >> h & 1:
            return Refused("12.5", f"Soviet units may not attack into {number}.")
        return _why_nobody(s, self.side, self.mech_only, h)

    def _why_not_probe(self, s: State, h: int) -> Refused:
        number = s.world.grid.number(h)
        if self.side == SOVIET:
            return Refused("13.6", "Only German units probe.")
        if s.occupied[SOVIET] >> h & 1:
            return Refused("13.6", f"{number} holds Soviet units: attack it instead.")
        if not s.world.weather[s.weather]["zoc"]:
            weather = s.weather.capitalize()
            return Refused("7.5", f"In {weather} there are no zones of control and so no probes.")
        if not s.zoc(SOVIET) >> h & 1:
            return Refused("13.6", f"{number} is not in a Soviet zone of control.")
        if s.occupied[GERMAN] >> h & 1 and s.world.options["probe_into_own_hex"] == "refused":
            return Refused("13.6", f"{number} already holds German units.")
        return _why_nobody(s, GERMAN, self.mech_only, h)


def _why_nobody(s: State, side: int, mech_only: bool, h: int) -> Refused:
    """Why none of the side's units around a hex can attack or probe it."""
    number = s.world.grid.number(h)
    around = [
        u
        for n in s.world.grid.neighbours(h)
        for u in s.units_in(n)
        if s.world.roster.side[u] == side
    ]
    first = Refused("13.8.a", f"No {NAMES[side]} unit is adjacent to {number}.")
    for u in sorted(around, key=s.world.roster.static.__getitem__, reverse=True):
        reason = why_no_attack(s, side, mech_only, u)
        if reason is None:  # it could attack, only not this hex or not alone
            if s.world.roster.artillery[u]:
                return Refused("13.2.c", "Artillery does not attack by itself.")
            return why_not_enter(s, u, h) or Refused("6.1", f"There is no room in {number}.")
        first = reason
    return first


@dataclass(slots=True)
class Attack(Assembly["State"]):
    """A target is named: who attacks it. Nothing is shown to anybody before the declaration. 6.3"""

    side: int
    mech_only: bool
    target: int
    units: tuple[int, ...]

    kind = "attack"
    asks = "attacks {}, then declare the attack or cancel"
    what, among = "An attack", "among the attackers"
    leave_case, wait_case = "13.0.c", "13.8"

    def may_join(self, s: State) -> list[int]:
        """The units next to the target that may attack."""
        able = attackers(s, self.side, self.mech_only, self.target)
        return [u for u in able if u not in self.units]

    def is_ready(self, s: State) -> bool:
        """Whether somebody other than artillery attacks."""
        roster = s.world.roster
        return any(not roster.artillery[u] and roster.attack[u][s.steps[u]] for u in self.units)

    def begin(self, s: State) -> None:
        begin_battle(s, declare(s, self.side, self.target, self.units))

    def why(self, s: State, choice: Choice) -> Refused:
        """Support has to wait for the declaration."""
        if choice[0] in ("air", "kg", "artillery"):
            reason = without_battle(s, choice, self.side)
            assert reason is not None
            return reason
        return super(Attack, self).why(s, choice)

    def why_not_join(self, s: State, u: int) -> Refused:
        roster, name = s.world.roster, s.world.roster.titles[u]
        if u in self.units:
            return Refused("13.0.b", f"{name} attacks already.")
        reason = why_no_attack(s, self.side, self.mech_only, u)
        if reason is None and u == roster.ranged:
            return Refused("13.1.a", f"{name} can only support, once this is declared.")
        rule = "13.2" if roster.artillery[u] else "13.8.a"
        number = s.world.grid.number(self.target)
        return reason or Refused(rule, f"{name} is not adjacent to {number}.")

    def why_not_ready(self, s: State) -> Refused:
        if any(s.world.roster.artillery[u] for u in self.units):
            return Refused("13.2.c", "Artillery does not attack by itself.")
        if self.units:
            return Refused("13.8.a", "The attackers have no attack factor.")
        return Refused("13.0", "An attack needs at least one attacking unit.")


def begin_battle(s: State, battle: Battle) -> None:
    """Declare: both sides see who is in it, and the attackers have used their attack. 6.3.a"""
    defenders = s.units_in(battle.target)
    s.show(defenders)
    s.show(battle.units)
    s.show(tiger_company(s, battle.units))  # what gives a shift is shown
    for u in battle.units:
        s.attacked |= 1 << u
    s.tell(
        "attack",
        "13.8",
        side=battle.side,
        hex=battle.target,
        units=battle.units,
        defenders=defenders,
    )
    s.stack.append(Advance(battle))
    if not has_company(s, battle.target):  # 13.2.b, R-45: artillery alone just dies
        for u in defenders:
            s.tell("overrun", "13.2.b", unit=u, hex=battle.target)
            eliminate(s, u)
        return
    s.stack += [Resolve(), Air(), Support()]


def begin_combat(s: State, side: int, mech_only: bool) -> Combat:
    """Start a combat segment: every attack and every support may be used anew."""
    s.reset("combat")
    return Combat(side, mech_only)
