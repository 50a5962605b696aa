"""Bombing, deliveries, ground support kept for combats. 6.4.4 to 6.7

By surprise missions are flown from the holding box to anywhere (6.2.1); after the air combat by those who are
left in a sector, in that sector (6.3.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.air_supply import (
    deliveries,
    land,
    note_barred,
    paradrop,
    why_not_land,
    why_not_paradrop,
)
from hexfront.games.kesselschlacht.rules.aircraft import (
    FIGHTER_BOMBER,
    fights,
    fly_home,
    others,
    over,
)
from hexfront.games.kesselschlacht.rules.bombing import (
    Strike,
    bridges_in_reach,
    hexes_in_reach,
    why_not_bomb,
    why_not_raid,
)
from hexfront.games.kesselschlacht.sides import AXIS, HEAVY_SNOW, NAMES, SIDES, SOVIET
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, Product, Union
from hexfront.kernel.phase import Activity
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.verbs import DONE

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


def begin_missions(s: State) -> None:
    """All missions of the holder of the initiative, then those of the other side. 6.4.4.a, R-120"""
    note_barred(s)
    s.stack.append(FlyHome())
    holder = SIDES.index(s.initiative or SIDES[AXIS])
    for side in (1 - holder, holder):
        if any(others(s, side, sector) for sector in s.world.board.sectors):
            s.stack.append(Missions(side))


@dataclass(frozen=True, slots=True)
class Missions(Step["State"]):
    """A side flies its missions one after another, each resolved at once. 4.0.D, 6.2.1.a"""

    side: int
    surprise: bool = False
    kind = "missions"

    def offer(self, s: State) -> Choices:
        """Targets, deliveries and the end; who flies to a target is chosen next."""
        hexes = s.world.grid.listed(hexes_in_reach(s, self.side, self.surprise))
        bridges = bridges_in_reach(s, self.side, self.surprise)
        supply = deliveries(s, self.surprise) if self.side == AXIS else []
        return Union(Product("bomb", (hexes,)), Product("raid", (bridges,)), *supply, [DONE])

    def take(self, s: State, choice: Choice) -> None:
        verb = choice[0]
        if verb == "bomb":
            h = s.world.grid.index(str(choice[1]))
            s.stack.append(Strike(self.side, self.surprise, h))
        elif verb == "raid":
            s.stack.append(Strike(self.side, self.surprise, bridge=str(choice[1])))
        elif verb == "land":
            land(s, s.world.aircraft.index[str(choice[1])], int(choice[2]))
        elif verb == "paradrop":
            aircraft, roster = s.world.aircraft, s.world.roster
            paradrop(s, aircraft.index[str(choice[1])], roster.index[str(choice[2])])
        else:
            s.stack.pop()

    def takes_itself(self, s: State, choice: Choice) -> bool:
        """Never: that there is nobody to supply in a sector may be a secret."""
        return False

    def decider(self, s: State) -> int:
        return self.side

    def prompt(self, s: State) -> str:
        what = "surprise missions" if self.surprise else "missions"
        return f"{NAMES[self.side]}: fly {what}, or finish."

    def why(self, s: State, choice: Choice) -> Refused:
        verb = choice[0]
        if verb == "bomb":
            h = s.world.grid.index(str(choice[1]))
            return why_not_bomb(s, self.side, self.surprise, h)
        if verb == "raid":
            return why_not_raid(s, self.side, self.surprise, str(choice[1]))
        if verb in ("land", "paradrop") and self.side != AXIS:
            return Refused("6.1.1.d", "Only the Axis flies in supplies.")
        if verb == "land":
            a = s.world.aircraft.index[str(choice[1])]
            return why_not_land(s, self.surprise, a, int(choice[2]))
        if verb == "paradrop":
            a = s.world.aircraft.index[str(choice[1])]
            return why_not_paradrop(s, self.surprise, a, s.world.roster.index[str(choice[2])])
        return why_no_other(self.surprise, choice)


def why_no_other(surprise: bool, choice: Choice) -> Refused:
    """Why nothing but missions is possible while they are flown."""
    if choice[0] == "load":
        return Refused("6.7.1.A.b", "The cargo was sealed before the initiative was rolled for.")
    if choice[0] == "fly":
        if surprise:
            return Refused(
                "6.3.2.a", "Aircraft are sent to sectors when the surprise missions are over."
            )
        return Refused("6.3.2.a", "The aircraft have been sent to their sectors.")
    if choice[0] == "deliver":
        return Refused("6.7.2.A.a", "First land a transport; then its load is divided.")
    if choice[0] in ("join", "leave", "declare", "cancel"):
        return Refused("6.5.b", "First name the hex to bomb or the bridge to raid.")
    case = "6.2.1.a" if surprise else "4.0.D"
    return Refused(case, "Aircraft bomb, raid a bridge or bring supplies now, nothing else.")


@dataclass(frozen=True, slots=True)
class FlyHome(Step["State"]):
    """Only fighter-bombers that have not flown stay, for the combats of the turn. 4.0.D"""

    def offer(self, s: State) -> None:
        s.stack.pop()
        for a in range(s.world.aircraft.count):
            if s.sectors[a] and not stays(s, a):
                fly_home(s, a, "flown")
        for side in (AXIS, SOVIET):
            waiting = [a for a in s.world.aircraft.of_side[side] if s.sectors[a]]
            if waiting:
                names = {s.world.aircraft.ids[a]: s.sectors[a] for a in waiting}
                s.tell("ground-support", "4.0.D", side=side, sectors=names)


def stays(s: State, a: int) -> bool:
    """Whether an aircraft can be kept for ground support: never a bomber. 4.0.D, 6.6.c, R-114"""
    return s.world.aircraft.type[a] == FIGHTER_BOMBER and not fights(s, a)


def support(s: State, side: int, sector: int) -> list[int]:
    """The aircraft that may support an attack on a hex of a sector, in their side's own combat. 6.6.a

    Who is left in a sector after the missions stays there, whatever happens on the ground. R-127
    """
    if s.weather == HEAVY_SNOW:  # 5.0.2.1
        return []
    if s.now.side != side or s.now.activity is not Activity.COMBAT:
        return []
    return [a for a in over(s, side, sector) if stays(s, a)]


def use_support(s: State, aircraft: int) -> None:
    """An aircraft has supported an attack: that was its mission. 6.1.2"""
    fly_home(s, aircraft, "flown")
