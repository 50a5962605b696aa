"""An attack (11.2, 11.3): who takes part, and its declaration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.aerial import Aerial, needs_aerial
from hexfront.games.oder.rules.attackers import able_to_join, why_not_next, why_unable_to_join
from hexfront.games.oder.rules.odds import Battle
from hexfront.games.oder.rules.resolve import Resolve
from hexfront.games.oder.rules.results import Advance
from hexfront.games.oder.rules.window import window
from hexfront.games.oder.sides import SOVIET
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.assembly import Assembly

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


@dataclass(slots=True)
class Attack(Assembly["State"]):
    """A target is named, one hex: who attacks it. 11.2, 11.2.p1"""

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
        window(s).attacked(s, self.units)
        begin_battle(s, Battle(self.side, self.target, self.units, self.pool is not None))

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] == "aerial":
            return Refused("8.3.p1", "An attack is being prepared: declare or cancel it first.")
        return super(Attack, self).why(s, choice)

    def why_not_join(self, s: State, u: int) -> Refused:
        if u in self.units:
            return Refused("11.3", f"{s.world.roster.titles[u]} attacks already.")
        reason = why_unable_to_join(s, self.side, self.pool, u)
        return reason or why_not_next(s, u, self.target, "11.0")

    def why_not_ready(self, s: State) -> Refused:
        if self.units:
            return Refused("11.5.a.1", "The attackers have no attack factor.")
        return Refused("11.0", "An attack needs at least one attacking unit.")


def begin_battle(s: State, battle: Battle) -> None:
    """Declare an attack: who is in it has attacked or been attacked in this phase. 11.3

    All units of the hex defend together: none is left out or fought alone. 11.1, 11.2.p3, 11.3.p1
    """
    defenders = s.units_in(battle.target)
    for u in battle.units:
        s.attacked |= 1 << u
    if not battle.momentum:  # 11.3.exc1, R-68
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
