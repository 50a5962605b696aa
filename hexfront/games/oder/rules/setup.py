"""Set-up (3.2): fixed units, the 3rd Shock Army, then the free units of both sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.sequence import Turn
from hexfront.games.oder.rules.stacking import fits
from hexfront.games.oder.sides import AWAY, GERMAN, NAMES, SIDES, SOVIET, WAITING
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.verbs import DONE

if TYPE_CHECKING:
    from hexfront.games.oder.state import State

FREE_CASE = ("3.2.5", "3.2.4")
"""The case of each side's free set-up."""
FIXED_CASE = ("3.2.3", "3.2.1")
"""The case of each side's fixed set-up."""


def begin_game(s: State) -> None:
    """The eight steps one after another, the next on top. 3.2"""
    s.stack = [
        Turn(0),
        TurnTrack(),  # 3.2.6 to 3.2.8
        FreeSetup(GERMAN),  # 3.2.5
        FreeSetup(SOVIET),  # 3.2.4
        FixedSetup(GERMAN),  # 3.2.3
        ShockSetup(),  # 3.2.2
        FixedSetup(SOVIET),  # 3.2.1
    ]
    s.settle()


@dataclass(slots=True)
class FixedSetup(Step):
    """The units with a hex on their counter go there. 3.2.1, 3.2.3"""

    side: int

    def offer(self, s: State) -> None:
        """Place them all."""
        s.stack.pop()
        stacks: dict[int, list[int]] = {}
        for u in s.world.roster.of_side[self.side]:
            if s.world.printed[u] >= 0 and s.where[u] == AWAY:
                stacks.setdefault(s.world.printed[u], []).append(u)
        for h, units in stacks.items():
            for u in units:
                s.put(u, h)
            case = FIXED_CASE[self.side]
            s.tell("setup", case, side=self.side, units=tuple(units), hex=h)


@dataclass(slots=True)
class ShockSetup(Step):
    """The 3rd Shock Army goes into an empty Soviet hex of its stretch of the east edge. 3.2.2, R-11"""

    kind = "setup"

    def _left(self, s: State) -> list[int]:
        return [u for u in s.world.ranged if s.where[u] == AWAY]

    def offer(self, s: State) -> list[Choice] | None:
        """Its hexes."""
        s.phase = "setup-soviet-shock"
        left = self._left(s)
        if not left:
            s.stack.pop()
            return None
        u = left[0]
        return [s.world.place[u][h] for h in bits(self._open(s, u))]

    def _open(self, s: State, u: int) -> HexSet:
        mine = s.world.grid.set_of(*s.world.roster.specs[u].hexes)
        return mine & s.world.board.playable & s.control[SOVIET] & ~s.occupied[SOVIET]

    def decider(self, s: State) -> int:
        """The Soviet side."""
        return SOVIET

    def take(self, s: State, choice: Choice) -> None:
        """Place it."""
        u = s.world.roster.index[str(choice[1])]
        s.put(u, s.world.grid.index(str(choice[2])))
        s.tell("setup", "3.2.2", side=SOVIET, units=(u,), hex=s.where[u])

    def prompt(self, s: State) -> str:
        """What is wanted."""
        name = s.world.roster.titles[self._left(s)[0]]
        return f"Soviet: set up the {name} at the east edge."

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        u = self._left(s)[0]
        name = s.world.roster.titles[u]
        if choice[0] != "place" or choice[1] != s.world.roster.ids[u]:
            return Refused("3.2.2", f"{name} is set up next, alone.")
        h = s.world.grid.index(str(choice[2]))
        if choice[2] not in s.world.roster.specs[u].hexes:
            return Refused("3.2.2", f"{name} starts in column 35, from 3505 to 3521.")
        if s.occupied[SOVIET] >> h & 1:
            return Refused("6.2.exc1", f"There are other units in {choice[2]}.")
        return Refused("3.2.2", f"{choice[2]} is not under Soviet control.")


@dataclass(slots=True)
class FreeSetup(Step):
    """A side sets up its free units in any hexes it controls. 3.2.4, 3.2.5, R-10"""

    side: int

    kind = "setup"

    def _left(self, s: State) -> list[int]:
        where = s.where
        return [u for u in s.world.free_setup[self.side] if where[u] == AWAY]

    def offer(self, s: State) -> list[Choice]:
        """Units left with their hexes, units placed to take back, the end when all are placed."""
        s.phase = f"setup-{SIDES[self.side]}"
        world, where = s.world, s.where
        left = self._left(s)
        choices: list[Choice] = []
        full: dict[int, list[int]] = {}  # by the room a unit takes, which is all that counts here
        for u in left:
            place, room = self._places(s, u), world.weight[u]
            if room not in full:
                full[room] = [h for h in s.stacks if not fits(s, h, u)]
            for h in full[room]:
                place.pop(h, None)
            if self.side == GERMAN and self._memel_is_shut(s, u):
                for h in bits(world.board.memel):
                    place.pop(h, None)
            choices += place.values()
        take = world.roster.take
        choices += [take[u] for u in world.free_setup[self.side] if where[u] >= 0]
        if not left:
            choices.append(DONE)
        return choices

    def _places(self, s: State, u: int) -> dict[int, Choice]:
        """The hexes its side controls, with the choice to set a unit up there."""
        board, mine = s.world.board, s.control[self.side]
        if mine == board.original[self.side]:
            return s.world.setup_place[u].copy()
        place = s.world.place[u]  # a made-up position
        return {h: place[h] for h in bits(mine & board.playable & ~board.bridges)}

    def _memel_is_shut(self, s: State, u: int) -> bool:
        """Whether Memel takes this unit no more: two that are not mechanized, no other. 3.2.5.imp1"""
        roster = s.world.roster
        if roster.mech[u]:
            return True
        there = [v for h in bits(s.world.board.memel) for v in s.units_in(h)]
        foot = sum(not roster.mech[v] and not roster.static[v] for v in there)
        return bool(foot >= s.world.tables["memel"]["nonmech"])

    def takes_itself(self, s: State, choice: Choice) -> bool:
        """Set-up is looked over before it is closed."""
        return False

    def decider(self, s: State) -> int:
        """The side that sets up."""
        return self.side

    def take(self, s: State, choice: Choice) -> None:
        """Place a unit, take it back, or close the set-up."""
        if choice[0] == "done":
            s.stack.pop()
            return
        u = s.world.roster.index[str(choice[1])]
        case = FREE_CASE[self.side]
        if choice[0] == "place":
            s.put(u, s.world.grid.index(str(choice[2])))
            s.tell("setup", case, side=self.side, units=(u,), hex=s.where[u])
        else:
            s.tell("setup-back", case, unit=u, hex=s.where[u])
            s.lift(u)

    def prompt(self, s: State) -> str:
        """What is wanted."""
        left = len(self._left(s))
        if left:
            return f"{NAMES[self.side]}: set up your free units in hexes you control ({left} left)."
        return f"{NAMES[self.side]}: close the set-up, or take a unit back to place it elsewhere."

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        verb, case, roster = choice[0], FREE_CASE[self.side], s.world.roster
        if verb == "done":
            left = roster.listed(self._left(s))
            return Refused(case, f"These units have still to be placed: {left}.")
        if verb not in ("place", "take"):
            return Refused("3.2", "The set-up has to be finished first.")
        name = str(choice[1])
        if name not in roster.index:
            return Refused("3.2.8", "No marker is on the map at the start.")
        u, name = roster.index[name], roster.title(name)
        if roster.side[u] != self.side:
            return Refused("3.2", f"It is the {NAMES[self.side]} side that sets up now.")
        if u not in s.world.free_setup[self.side]:
            return self._why_not_free(s, u)
        if verb == "take":
            return Refused(case, f"{name} is not on the map.")
        if s.where[u] >= 0:
            return Refused("2.1", f"{name} is placed already; take it back first.")
        return self._why_not_here(s, u, s.world.grid.index(str(choice[2])))

    def _why_not_free(self, s: State, u: int) -> Refused:
        spec, name = s.world.roster.specs[u], s.world.roster.titles[u]
        if spec.placement == "arrives":
            return Refused("3.2.6", f"{name} comes on turn {spec.arrives}.")
        if spec.placement == "range":
            return Refused("3.2.2", f"{name} was set up before.")
        return Refused(FIXED_CASE[self.side], f"{name} has to stand where it is printed.")

    def _why_not_here(self, s: State, u: int, h: int) -> Refused:
        board, number, bit = s.world.board, s.world.grid.number(h), 1 << h
        if not board.playable & bit:
            return Refused(FREE_CASE[self.side], f"{number} is sea or out of play.")
        if not s.control[self.side] & bit:
            return Refused(
                FREE_CASE[self.side], f"{number} is not under {NAMES[self.side]} control."
            )
        if board.bridges & bit:
            return Refused("10.2.imp1", f"{number} is a land bridge: nobody stays there.")
        if board.memel & bit and self.side == GERMAN and self._memel_is_shut(s, u):
            return Refused(
                "3.2.5.imp1", f"{number} takes two units that are not mechanized, and no others."
            )
        if any(s.world.roster.shock[v] for v in (u, *s.units_in(h))):
            return Refused("6.2.exc1", f"A shock army in {number} would not be alone.")
        return Refused("6.2", f"{number} would hold more than three units.")


@dataclass(slots=True)
class TurnTrack(Step):
    """The reinforcements go to the box of their turn. 3.2.6"""

    def offer(self, s: State) -> None:
        """Put them there."""
        s.stack.pop()
        for u, spec in enumerate(s.world.roster.specs):
            if spec.placement == "arrives" and s.where[u] == AWAY:
                s.where[u] = WAITING
                s.queue[u] = spec.arrives
        units = tuple(sorted(s.queue))
        s.tell("reinforcements", "3.2.6", side=GERMAN, units=units)
