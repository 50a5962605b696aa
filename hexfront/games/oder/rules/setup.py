"""Set-up (3.2): fixed units, the 3rd Shock Army, then the free units of both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.sequence import Turn
from hexfront.games.oder.rules.stacking import fits
from hexfront.games.oder.sides import ABSENT, AWAY, GERMAN, NAMES, SIDES, SOVIET, WAITING
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.placing import Done, Piece, Placing, absent
from hexfront.mechanics.telling import in_words

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
class FixedSetup(Step["State"]):
    """The units with a hex on their counter go there. 3.2.1, 3.2.3"""

    side: int

    def offer(self, s: State) -> None:
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
class ShockSetup(Placing["State"]):
    """The 3rd Shock Army goes into an empty Soviet hex of its stretch of the east edge. 3.2.2, R-11"""

    kind = "setup"
    side = SOVIET
    verbs = ("place",)
    done = Done.NEVER

    def _next(self, s: State) -> int:
        return next(u for u in s.world.ranged if s.where[u] == AWAY)

    def begin(self, s: State) -> None:
        s.phase = "setup-soviet-shock"

    def hand(self, s: State) -> Iterator[Piece]:
        """One army after the other, each with its hexes."""
        for u in [u for u in s.world.ranged if s.where[u] == AWAY][:1]:
            mine = s.world.grid.set_of(*s.world.roster.specs[u].hexes) & s.world.board.playable
            open_ = mine & s.control[SOVIET] & ~s.occupied[SOVIET]
            yield Piece(s.world.roster.ids[u], s.world.grid.listed(open_))

    def lay(self, s: State, name: str, h: int) -> None:
        u = s.world.roster.index[name]
        s.put(u, h)
        s.tell("setup", "3.2.2", side=SOVIET, units=(u,), hex=h)

    def prompt(self, s: State) -> str:
        return f"Soviet: set up the {s.world.roster.titles[self._next(s)]} at the east edge."

    def why_not_now(self, s: State, choice: Choice) -> Refused:
        """Others come later."""
        name = s.world.roster.titles[self._next(s)]
        return Refused("3.2.2", f"{name} is set up next, alone.")

    def why_not_piece(self, s: State, verb: str, name: str) -> Refused | None:
        """Others come later."""
        mine = name == s.world.roster.ids[self._next(s)]
        return None if mine else self.why_not_now(s, (verb, name))

    def why_not_here(self, s: State, name: str, h: int) -> Refused:
        """Not in its stretch, taken, or the enemy's."""
        number = s.world.grid.number(h)
        hexes = s.world.roster.specs[s.world.roster.index[name]].hexes
        if number not in hexes:
            title = s.world.roster.title(name)
            return Refused("3.2.2", f"{title} starts in one of {hexes[0]} to {hexes[-1]}.")
        if s.occupied[SOVIET] >> h & 1:
            return Refused("6.2.exc1", f"There are other units in {number}.")
        return Refused("3.2.2", f"{number} is not under Soviet control.")


@dataclass(slots=True)
class FreeSetup(Placing["State"]):
    """A side sets up its free units in any hexes it controls. 3.2.4, 3.2.5, R-10"""

    side: int

    kind = "setup"
    only = ("3.2", "The set-up has to be finished first.")
    done = Done.ALL_PLACED
    looked_over = True

    def _left(self, s: State) -> list[int]:
        return [u for u in s.world.free_setup[self.side] if s.where[u] == AWAY]

    def begin(self, s: State) -> None:
        s.phase = f"setup-{SIDES[self.side]}"

    def hand(self, s: State) -> Iterator[Piece]:
        """Units left with the hexes that have room, not on land bridges. R-07, R-10"""
        world, board, ids = s.world, s.world.board, s.world.roster.ids
        mine = s.control[self.side] & board.playable & ~board.bridges
        full: dict[int, HexSet] = {}  # by the room a unit takes, which is all that counts here
        for u in world.free_setup[self.side]:
            if s.where[u] == AWAY:
                room = world.weight[u]
                if room not in full:
                    full[room] = sum(1 << h for h in s.stacks if not fits(s, h, u))
                shut = self.side == GERMAN and self._memel_is_shut(s, u)
                open_ = mine & ~full[room] & ~(board.memel if shut else 0)
                yield Piece(ids[u], world.grid.listed(open_))

    def backs(self, s: State) -> list[Choice]:
        free = s.world.free_setup[self.side]
        return [s.world.roster.take[u] for u in free if s.where[u] >= 0]

    def _memel_is_shut(self, s: State, u: int) -> bool:
        """Whether Memel takes this unit no more: two that are not mechanized, no other. 3.2.5.imp1"""
        roster = s.world.roster
        if roster.mech[u]:
            return True
        there = [v for h in bits(s.world.board.memel) for v in s.units_in(h)]
        foot = sum(not roster.mech[v] and not roster.static[v] for v in there)
        return bool(foot >= s.world.tables["memel"]["nonmech"])

    def lay(self, s: State, name: str, h: int) -> None:
        u = s.world.roster.index[name]
        s.put(u, h)
        s.tell("setup", FREE_CASE[self.side], side=self.side, units=(u,), hex=h)

    def take_back(self, s: State, name: str) -> None:
        u = s.world.roster.index[name]
        s.tell("setup-back", FREE_CASE[self.side], unit=u, hex=s.where[u])
        s.lift(u)

    def prompt(self, s: State) -> str:
        left = len(self._left(s))
        if left:
            return f"{NAMES[self.side]}: set up your free units in hexes you control ({left} left)."
        return f"{NAMES[self.side]}: finish the set-up, or take a unit back and place it elsewhere."

    def why_not_now(self, s: State, choice: Choice) -> Refused:
        """Who is still to be placed."""
        if choice[0] != "done":
            return Refused(*self.only)
        left = s.world.roster.listed(self._left(s))
        return Refused(FREE_CASE[self.side], f"These units have still to be placed: {left}.")

    def why_not_piece(self, s: State, verb: str, name: str) -> Refused | None:
        """Not a free unit of this side, or it stands already."""
        roster = s.world.roster
        if name not in roster.index:
            return Refused("3.2.8", "No marker is on the map at the start.")
        u, name = roster.index[name], roster.title(name)
        if roster.side[u] != self.side:
            return Refused("3.2", f"It is the {NAMES[self.side]} side that sets up now.")
        if u not in s.world.free_setup[self.side]:
            return self._why_not_free(s, u)
        if verb == "take":
            return Refused(FREE_CASE[self.side], f"{name} is not on the map.")
        if s.where[u] == ABSENT:
            return absent(name)
        if s.where[u] >= 0:
            return Refused("2.1", f"{name} is placed already; take it back first.")
        return None

    def _why_not_free(self, s: State, u: int) -> Refused:
        spec, name = s.world.roster.specs[u], s.world.roster.titles[u]
        if spec.placement == "arrives":
            return Refused("3.2.6", f"{name} comes on turn {spec.arrives}.")
        if spec.placement == "range":
            return Refused("3.2.2", f"{name} was set up before.")
        return Refused(FIXED_CASE[self.side], f"{name} has to stand where it is printed.")

    def why_not_here(self, s: State, name: str, h: int) -> Refused:
        """Not the side's, not to be stood in, or full."""
        u = s.world.roster.index[name]
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
            most = in_words(s.world.tables["memel"]["nonmech"], "unit")
            reason = f"{number} takes {most} on foot, and no others."
            return Refused("3.2.5.imp1", reason)
        if any(s.world.roster.shock[v] for v in (u, *s.units_in(h))):
            return Refused("6.2.exc1", f"A shock army in {number} would not be alone.")
        most = in_words(s.world.tables["stacking"]["units"], "unit")
        return Refused("6.2", f"{number} would hold more than {most}.")


@dataclass(slots=True)
class TurnTrack(Step["State"]):
    """The reinforcements go to the box of their turn. 3.2.6"""

    def offer(self, s: State) -> None:
        s.stack.pop()
        for u, spec in enumerate(s.world.roster.specs):
            if spec.placement == "arrives" and s.where[u] == AWAY:
                s.where[u] = WAITING
                s.queue[u] = spec.arrives
        units = tuple(sorted(s.queue))
        s.tell("reinforcements", "3.2.6", side=GERMAN, units=units)
