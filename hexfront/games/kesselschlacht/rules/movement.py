"""The Movement Phases: forces go from hex to hex, one after another. 4.0.H, 4.0.J, 4.0.L, 11.1"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import arrivals, bridges, directive, orders, reinforcements
from hexfront.games.kesselschlacht.rules.force import can_go, starting_force, why_not_pick
from hexfront.games.kesselschlacht.rules.movers import can_move, known, movable, unmoved
from hexfront.games.kesselschlacht.rules.stacking import excess
from hexfront.games.kesselschlacht.rules.supply import Check, check_phase
from hexfront.games.kesselschlacht.sides import AXIS, DEAD, NAMES, SOVIET
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, Union
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import ByVerb
from hexfront.mechanics.marching import Moving
from hexfront.mechanics.telling import in_words
from hexfront.mechanics.verbs import END

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

CASES = {"soviet-move": "4.0.H", "axis-move": "4.0.J", "axis-motorized": "4.0.L"}


@dataclass(slots=True)
class Movement(Moving["State"]):
    """A Movement Phase: the side moves as many of its units as it likes, one force at a time. 11.1.a"""

    side: int
    waits = True

    def offer(self, s: State) -> Choices:
        """Units to pick, reinforcements to bring in, pontoons to build, the end."""
        pick = s.world.roster.pick
        choices = [pick[u] for u in movable(s, self.side)]
        choices += bridges.bridge_actions(s, self.side)
        entering = reinforcements.choices(s) if self._bring_in(s) else []
        if not entering and self._all_have_moved(s):
            choices.append(END)
        return Union(*entering, choices) if entering else choices

    def by_verb(self, s: State) -> ByVerb:
        """For a verb it is enough that somebody is found."""
        entering = reinforcements.choices(s) if self._bring_in(s) else []
        builds, roster, answers = (
            bridges.bridge_actions(s, self.side),
            s.world.roster,
            known(s, self.side),
        )
        found: dict[str, Callable[[], Choices]] = {}
        if entering:
            found["place"] = lambda: Union(*entering)
        if any(can_move(s, u, answers) for u in unmoved(s, self.side)):
            found["pick"] = lambda: [roster.pick[u] for u in movable(s, self.side)]
        if builds:
            found["build"] = lambda: builds
        if not entering and self._all_have_moved(s):
            found["end"] = lambda: [END]
        return found

    def _bring_in(self, s: State) -> bool:
        """Whether reinforcements come in in this phase."""
        return bool(s.queue) and s.phase == "axis-move"

    def _all_have_moved(self, s: State) -> bool:
        return next(self.has_to_move(s), None) is None

    def offers(self, s: State, choice: Choice) -> bool:
        """Only the unit that is picked is asked."""
        verb, roster = choice[:1], s.world.roster
        if verb == ("pick",):
            u = roster.index.get(str(choice[-1]))
            return u is not None and choice == roster.pick[u] and bool(self.able(s, (u,)))
        if verb == ("place",):
            return self._bring_in(s) and reinforcements.offers(s, choice)
        if choice == END:
            late = self._bring_in(s) and reinforcements.any_waits(s)
            return not late and self._all_have_moved(s)
        return choice in bridges.bridge_actions(s, self.side)

    def draw(self, s: State, random: Random) -> Choice:
        """Of all that might be chosen one after another is drawn until one is legal."""
        units, answers = s.world.roster.of_side[self.side], known(s, self.side)
        others = [*bridges.bridge_actions(s, self.side), END]
        if self._bring_in(s):
            others += reinforcements.entries(s)
        count = len(units) + len(others)
        while True:
            at = int(random.random() * count)
            if at < len(units):
                if can_move(s, units[at], answers):
                    return s.world.roster.pick[units[at]]
            elif self.offers(s, others[at - len(units)]):
                return others[at - len(units)]

    def able(self, s: State, units: Sequence[int]) -> list[int]:
        """Those of some units that are of this side and can move."""
        answers, side = known(s, self.side), s.world.roster.side
        return [u for u in units if side[u] == self.side and can_move(s, u, answers)]

    def takes_itself(self, s: State, choice: Choice) -> bool:
        return False

    def take(self, s: State, choice: Choice) -> None:
        verb = choice[0]
        if verb == "end":
            s.stack.pop()
            _end(s, self.side)
        elif verb == "build":
            bridges.take(s, self.side, choice)
        elif verb == "place":
            reinforcements.take(s, choice)
        else:
            s.stack.append(starting_force(s, s.world.roster.index[str(choice[1])]))

    def has_to_move(self, s: State) -> Iterator[int]:
        """The units under orders that have to move before the phase ends."""
        if self.side == SOVIET:
            yield from (u for u in bits(directive.duties(s)) if can_go(s, u))

    def _why_not_end(self, s: State) -> Refused | None:
        """Why the phase cannot end yet: somebody has to move or to come in."""
        if late := list(self.has_to_move(s)):
            reason = f"{_under_orders(s, late)} first."
            return Refused(orders.case_of(s, late[0]), reason)
        if self._bring_in(s) and (waiting := reinforcements.waiting(s)):
            who = s.world.roster.listed(waiting)
            return Refused("18.1-ax-reinf.a", f"{who} cannot be delayed: bring them in.")
        return None

    def prompt(self, s: State) -> str:
        """What is wanted, and who has to move or to come in before the phase can end."""
        side = NAMES[self.side]
        if late := list(self.has_to_move(s)):
            return f"{side}: move your units; {_under_orders(s, late)}."
        if self._bring_in(s) and (waiting := reinforcements.waiting(s)):
            units = in_words(len(waiting), "unit")
            return f"{side}: bring in your reinforcements ({units}) and move your units."
        return Moving.prompt(self, s)

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
        return Refused(case, f"This is the {side} Movement Phase.")


def _under_orders(s: State, late: list[int]) -> str:
    """The units that have to move, in words."""
    name, more = s.world.roster.titles[late[0]], len(late) - 1
    if more:
        return f"{name} and {in_words(more, 'other unit')} are under orders and have to move"
    return f"{name} is under orders and has to move"


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

    Who was driven south in phase K has not crossed of their own will; who was there before has. R-83
    """
    s.reset("movement")
    s.north_before &= ~(s.retreated & _south(s) & ~s.crossed)
    check_phase(s, s.phase)
    s.stack.append(Movement(AXIS))


def _end(s: State, side: int) -> None:
    """A Movement Phase is over: Axis crossings of the Dnestr are noted, and bridges may be blown. R-83"""
    if s.phase == "axis-move":
        reinforcements.close(s)
    if side == AXIS:
        lost = [1 << u for u in bits(s.crossed) if s.where[u] == DEAD]
        s.crossed = (s.crossed | s.north_before & _south(s)) & ~sum(lost)  # 2.4.9, 8.1.2.a
    bridges.end_of_movement(s, side)


def _south(s: State) -> int:
    """The units on the map south of the Dnestr."""
    south = s.world.board.south
    return sum([1 << u for h, units in s.stacks.items() if south >> h & 1 for u in units])
