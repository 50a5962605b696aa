"""The Combat Phase (11.0): declaring attacks, and the German's chance to supply a unit by air."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.attackers import (
    able_to_join,
    attackers,
    closed,
    probe_hexes,
    targets,
    why_no_attack,
    why_not_next,
    why_not_probe,
    why_not_probe_hex,
    why_unable_to_join,
)
from hexfront.games.oder.rules.markers import (
    aerial_available,
    aerial_choices,
    place_aerial,
    why_no_aerial,
)
from hexfront.games.oder.rules.momentum import use_momentum
from hexfront.games.oder.rules.odds import Battle
from hexfront.games.oder.rules.probes import Probe
from hexfront.games.oder.rules.resolve import Resolve
from hexfront.games.oder.rules.results import Advance, battle_under_way, in_battle
from hexfront.games.oder.rules.stacking import StackingCheck
from hexfront.games.oder.sides import GERMAN, NAMES, OUT, REGULAR, SOVIET
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.assembly import Assembly
from hexfront.mechanics.verbs import END, PASS

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


@dataclass(slots=True)
class Combat(Step):
    """A Combat Phase: attacks and probes one by one, in any order, or none. 11.0, 11.4"""

    side: int
    asked: bool = True
    """Whether the German has been asked for the aerial supply marker in a Soviet phase."""

    kind = "combat"

    def offer(self, s: State) -> list[Choice] | None:
        """Hexes to attack, hexes to probe, the aerial supply marker, the end."""
        if not self.asked:
            s.stack[-1] = Combat(self.side)
            if any(needs_aerial(s, u) for u in s.world.roster.of_side[GERMAN] if s.where[u] >= 0):
                s.stack.append(Aerial())
            return None
        board = s.world.board
        able = attackers(s, self.side)
        choices = [board.target[h] for h in bits(targets(s, self.side, able))]
        choices += [board.probe[h] for h in bits(probe_hexes(s, self.side, able))]
        if self.side == GERMAN:
            choices += aerial_choices(s)
        choices.append(END)
        return choices

    def decider(self, s: State) -> int:
        """The attacking side."""
        return self.side

    def take(self, s: State, choice: Choice) -> None:
        """Name a hex, supply a unit by air, or end the phase."""
        verb = choice[0]
        if verb == "end":
            s.stack[-1] = StackingCheck()
        elif verb == "aerial":
            place_aerial(s, s.world.roster.index[str(choice[1])])
        else:
            h = s.world.grid.index(str(choice[1]))
            step = Attack(self.side, h) if verb == "target" else Probe(self.side, h)
            s.stack.append(step)

    def prompt(self, s: State) -> str:
        """What is wanted."""
        return f"{NAMES[self.side]}: choose a hex to attack or probe, or end the combat."

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        verb = choice[0]
        if verb == "target":
            return self._why_not_target(s, s.world.grid.index(str(choice[1])))
        if verb == "probe":
            return self._why_not_probe(s, s.world.grid.index(str(choice[1])))
        if verb == "aerial":
            if self.side == SOVIET and aerial_available(s):
                return Refused("8.3.p1", "The German is asked when an attack is declared.")
            return why_no_aerial(s, str(choice[1]))
        if verb in ("pick", "go", "stop", "drop"):
            return Refused("5.0.p1", "Units move in a Movement Phase; this is a Combat Phase.")
        if verb == "advance":
            return Refused("11.7.p4", "An advance is made before another combat begins.")
        return Refused("11.4", "Name a hex to attack or probe first, or end the combat.")

    def _why_not_target(self, s: State, h: int) -> Refused:
        number = s.world.grid.number(h)
        if not s.occupied[1 - self.side] >> h & 1:
            return Refused("11.0", f"There is no enemy unit in {number}.")
        if closed(s, self.side) >> h & 1:
            return Refused("11.3.p3", f"Units in {number} have been attacked in this phase.")
        return self._why_nobody(s, h)

    def _why_nobody(self, s: State, h: int) -> Refused:
        """Why none of the side's units around an enemy hex can attack it."""
        number = s.world.grid.number(h)
        reason = Refused("11.0", f"No {NAMES[self.side]} unit is adjacent to {number}.")
        for n in s.world.grid.neighbours(h):
            for u in s.units_in(n):
                if s.world.roster.side[u] == self.side:
                    name = s.world.roster.titles[u]
                    reason = why_no_attack(s, self.side, u) or Refused(
                        "11.5.a.1", f"{name} has no attack factor."
                    )
                    if not s.world.board.ring[h] >> n & 1:
                        reason = why_not_next(s, u, h, "11.0")
        return reason

    def _why_not_probe(self, s: State, h: int) -> Refused:
        reason = why_not_probe_hex(s, self.side, h)
        if reason is not None:
            return reason
        number = s.world.grid.number(h)
        reason = Refused("11.9.2", f"No {NAMES[self.side]} unit is adjacent to {number}.")
        for n in s.world.grid.neighbours(h):
            for u in s.units_in(n):
                if s.world.roster.side[u] == self.side:
                    why = why_no_attack(s, self.side, u) or why_not_probe(s, u, h)
                    reason = why or reason
        return reason


@dataclass(slots=True)
class Attack(Assembly):
    """A target is named: who attacks it. 11.2"""

    side: int
    target: int
    units: tuple[int, ...] = ()
    pool: tuple[int, ...] | None = None
    """The units that have just advanced, if this is their momentum attack. 11.8"""

    kind = "attack"
    asks = "attacks {}, then declare the attack or cancel"
    what, among = "An attack", "among the attackers"
    leave_case, wait_case = "11.2.p2", "11.4"

    def may_join(self, s: State) -> list[int]:
        """The units next to the target that may attack, or those with momentum."""
        able = able_to_join(s, self.side, self.target, self.pool)
        return [u for u in able if u not in self.units]

    def is_ready(self, s: State) -> bool:
        """Whether there is a factor to attack with. R-62"""
        return any(s.world.roster.attack[u] for u in self.units)

    def begin(self, s: State) -> None:
        """The attack is declared."""
        momentum = self.pool is not None
        if momentum:
            use_momentum(s, self.units)
        begin_battle(s, Battle(self.side, self.target, self.units, momentum))

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        if choice[0] == "aerial":
            return Refused("8.3.p1", "An attack is being prepared: declare or cancel it first.")
        return super(Attack, self).why(s, choice)

    def why_not_join(self, s: State, u: int) -> Refused:
        """Why a unit may not join the attack."""
        if u in self.units:
            return Refused("11.3", f"{s.world.roster.titles[u]} attacks already.")
        reason = why_unable_to_join(s, self.side, self.pool, u)
        return reason or why_not_next(s, u, self.target, "11.0")

    def why_not_ready(self, s: State) -> Refused:
        """Why it cannot be declared yet."""
        if self.units:
            return Refused("11.5.a.1", "The attackers have no attack factor.")
        return Refused("11.0", "An attack needs at least one attacking unit.")


def begin_battle(s: State, battle: Battle) -> None:
    """Declare an attack: who is in it has attacked or been attacked in this phase. 11.3"""
    defenders = s.units_in(battle.target)
    for u in battle.units:
        s.attacked |= 1 << u
    if not battle.momentum:
        for u in defenders:
            s.was_attacked |= 1 << u
    s.tell(
        "attack",
        "11.8" if battle.momentum else "11.0",
        side=battle.side,
        hex=battle.target,
        units=battle.units,
        defenders=defenders,
        momentum=battle.momentum,
    )
    s.stack += [Advance(battle), Resolve()]
    if battle.side == SOVIET and any(needs_aerial(s, u) for u in defenders):
        s.stack.append(Aerial())


def begin_combat(s: State, side: int) -> Combat:
    """Start a Combat Phase: everybody may attack, and be attacked, anew. 11.3"""
    s.attacked = s.probed = s.was_attacked = 0
    return Combat(side, asked=side == GERMAN)


# Aerial supply in a Soviet Combat Phase ---------------------------------------------------------


def needs_aerial(s: State, u: int) -> bool:
    """Whether the aerial supply marker could do something for a unit now. 8.3, R-32, R-54"""
    if not aerial_available(s):
        return False
    supply = s.supply(u)
    return supply == OUT or (supply != REGULAR and s.world.aerial_first)


@dataclass(slots=True)
class Aerial(Step):
    """The German may supply a unit by air in a Soviet Combat Phase, before the die. 8.3.p1, R-32

    He is asked as the phase begins and after each attack on units for whom it would matter.
    """

    kind = "aerial"

    def offer(self, s: State) -> list[Choice]:
        """Every German unit on the map, or nobody."""
        return [*aerial_choices(s), PASS]

    def decider(self, s: State) -> int:
        """The German."""
        return GERMAN

    def take(self, s: State, choice: Choice) -> None:
        """Lay the marker, or not."""
        s.stack.pop()
        if choice[0] == "aerial":
            place_aerial(s, s.world.roster.index[str(choice[1])])

    def prompt(self, s: State) -> str:
        """What is wanted."""
        battle = battle_under_way(s)
        if battle is None:
            return "German: the Soviet combat begins; supply a unit by air, or pass."
        number = s.world.grid.number(battle.target)
        return f"German: {number} is attacked; supply a unit by air, or pass."

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        if choice[0] == "aerial":
            return why_no_aerial(s, str(choice[1]))
        if battle_under_way(s) is None:
            return Refused("8.3.p1", "First the German may supply a unit by air, or pass.")
        return in_battle(choice)
