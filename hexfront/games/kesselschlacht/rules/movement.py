"""The Movement Phases: forces go from hex to hex, one after another. 4.0.H, 4.0.J, 4.0.L, 11.1"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from hexfront.games.kesselschlacht.rules import arrivals, bridges, directive, orders, reinforcements
from hexfront.games.kesselschlacht.rules.force import can_go, starting_force, why_not_pick
from hexfront.games.kesselschlacht.rules.lines import closed
from hexfront.games.kesselschlacht.rules.movement_costs import allowance, least_allowance
from hexfront.games.kesselschlacht.rules.soviet_movement import at_will, general
from hexfront.games.kesselschlacht.rules.stacking import excess
from hexfront.games.kesselschlacht.rules.supply import Check, check_phase
from hexfront.games.kesselschlacht.rules.who_moves import why_not_ready
from hexfront.games.kesselschlacht.sides import AXIS, NAMES, OK, SOVIET
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, Union
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.marching import Moving
from hexfront.mechanics.verbs import END

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

CASES = {"soviet-move": "4.0.H", "axis-move": "4.0.J", "axis-motorized": "4.0.L"}


class Found(NamedTuple):
    """Who can move, and what may be kept of it when others have moved."""

    able: tuple[int, ...]
    sure: int
    """Those of them who have an empty hex beside them."""
    taken: HexSet
    """Where their side stood."""
    basis: tuple[Any, ...]
    """The fuel of the Axis, or the hexes in General Supply of the Soviets."""


@dataclass(slots=True)
class Movement(Moving["State"]):
    """A Movement Phase: the side moves as many of its units as it likes, one force at a time. 11.1.a"""

    side: int
    movable: tuple[int, ...] | None = None  # type: ignore[assignment]
    """The units that have somewhere to go; None before they are found, and when others have moved."""
    found: Found | None = field(default=None, repr=False, compare=False)
    """What was found when they were last looked for."""

    def offer(self, s: State) -> Choices:
        """Units to pick, reinforcements to bring in, pontoons to build, the end."""
        able = self.movable
        if able is None:
            found = movable(s, self.side, self.found)
            able = found.able
            s.stack[-1] = replace(self, movable=able, found=found)
        pick, moved = s.world.roster.pick, s.moved
        choices = [pick[u] for u in able if not moved >> u & 1]
        choices += bridges.bridge_actions(s, self.side)
        entering = reinforcements.choices(s) if s.phase == "axis-move" and s.queue else []
        if not entering and not self._why_not_end(s):
            choices.append(END)
        return Union(*entering, choices) if entering else choices

    def takes_itself(self, s: State, choice: Choice) -> bool:
        return False

    def take(self, s: State, choice: Choice) -> None:
        verb = choice[0]
        if verb == "end":
            s.stack.pop()
            _end(s, self.side)
        elif verb == "build":
            bridges.take(s, self.side, choice)
            s.stack[-1] = replace(self, movable=None, found=None)
        elif verb == "place":
            reinforcements.take(s, choice)
        else:
            s.stack.append(starting_force(s, s.world.roster.index[str(choice[1])]))

    def _why_not_end(self, s: State) -> Refused | None:
        """Why the phase cannot end yet: somebody has to move, to come in, or to make room."""
        titles = s.world.roster.titles
        if self.side == SOVIET:
            for u in bits(directive.duties(s)):
                if can_go(s, u):
                    reason = f"{titles[u]} is under orders and has to move first."
                    return Refused(orders.case_of(s, u), reason)
        elif s.phase == "axis-move" and s.queue and (waiting := reinforcements.waiting(s)):
            who = s.world.roster.listed(waiting)
            return Refused("18.1-ax-reinf.a", f"{who} cannot be delayed: bring them in.")
        return None

    def over_stacked(self, s: State) -> list[int]:
        return [h for h in bits(s.occupied[self.side]) if excess(s, h)]

    def why_not_pick(self, s: State, name: str) -> Refused:
        return why_not_pick(s, self.side, name)

    def why(self, s: State, choice: Choice) -> Refused:
        verb = choice[0]
        case, side = CASES[s.phase], NAMES[self.side]
        if verb == "end":
            return self._why_not_end(s) or Refused(case, "The phase cannot end now.")
        if verb == "pick":
            return why_not_pick(s, self.side, str(choice[1]))
        if verb == "place":
            return reinforcements.why_not(s, choice)
        if verb in ("build", "demolish"):
            return bridges.why_not(s, self.side, choice)
        if verb in ("go", "stop", "drop", "split", "fuel", "draw", "exit"):
            grid = s.world.grid
            from_ = grid.ring1[grid.index(str(choice[1]))] if verb == "go" else 0
            return self.why_not_on(s, from_) or Refused(
                "11.1.1.a", "Pick the unit that is to move first."
            )
        return Refused(case, f"This is a {side} Movement Phase.")


def movable(s: State, side: int, before: Found | None = None) -> Found:
    """The units of a side that may move in this phase and have somewhere to go.

    Who had an empty hex beside it before still has one, unless something changed near it.
    """
    moved, where, status, taken = s.moved, s.where, s.status, s.occupied[side]
    free = s.world.grid.all & ~s.occupied[AXIS] & ~s.occupied[SOVIET]
    basis = general(s) if side == SOVIET else tuple(s.fuel.items())
    kept, near = 0, 0
    if before is not None and before.basis == basis:
        kept, near = before.sure, s.world.grid.expand(before.taken ^ taken)
    able, sure = [], 0
    for u in s.world.roster.of_side[side]:
        h = where[u]
        if h < 0 or moved >> u & 1:
            continue
        if kept >> u & 1 and not near >> h & 1 and status[u] == OK:
            sure |= 1 << u
        elif why_not_ready(s, side, u) is not None or orders.has_closed_up(s, u):
            continue
        elif _beside(s, u, free, least_allowance(s, u)):
            sure |= 1 << u
        elif not (_beside(s, u, free, allowance(s, u)) or can_go(s, u)):
            continue
        able.append(u)
    return Found(tuple(able), sure, taken, basis)


def _beside(s: State, u: int, free: HexSet, points: int) -> bool:
    """Whether an empty hex beside a unit is open to it and nothing else has to be asked: the usual case."""
    roster, here = s.world.roster, s.where[u]
    side, mobility = roster.side[u], roster.mobility[u]
    zone = s.zoc(1 - side)
    if side == SOVIET:
        free &= 0 if orders.bound(s, u) else at_will(s, u)
    elif zone >> here & 1:
        free &= ~zone
    ways = s.ways.prices(s.weather, roster.artillery[u])
    free &= ways.ring[here]
    for _, hexes in closed(s, u):
        free &= ~hexes
    if free:
        for _, n, costs, _ in ways.entries[here]:
            if costs[mobility] <= points and free >> n & 1:
                return True
    return False


def begin_soviet_movement(s: State) -> None:
    """Phase H: activated formations move, others close up. 4.0.H"""
    s.reset("movement")
    s.stack.append(Movement(SOVIET))


def begin_axis_movement(s: State) -> None:
    """Phase J: relief HQs come back, supply is checked, everybody may move. 4.0.J"""
    s.reset("movement")
    directive.begin_axis_turn(s)
    s.stack.append(Movement(AXIS))
    if arrivals.due_back(s, AXIS):  # 13.1.3
        s.stack.append(Check())
        arrivals.return_hqs(s, AXIS)
    else:
        check_phase(s, s.phase)


def begin_motorized_movement(s: State) -> None:
    """Phase L: motorized units are checked and move again. 4.0.L

    Who was driven south in phase K has not crossed of their own will. R-83
    """
    s.reset("movement")
    s.north_before &= ~(s.retreated & _south(s))
    check_phase(s, s.phase)
    s.stack.append(Movement(AXIS))


def _end(s: State, side: int) -> None:
    """A Movement Phase is over: bridges may be blown; after the last, German crossings are counted. R-83"""
    if s.phase == "axis-move":
        reinforcements.close(s)
    if s.phase == "axis-motorized":
        s.crossed = s.north_before & _south(s)  # 2.4.9, 8.1.2.a
    bridges.end_of_movement(s, side)


def _south(s: State) -> int:
    """The units on the map south of the Dnestr."""
    south = s.world.board.south
    return sum([1 << u for u, h in enumerate(s.where) if h >= 0 and south >> h & 1])
