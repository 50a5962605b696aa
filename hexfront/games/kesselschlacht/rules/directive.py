"""The Directive: a corps is sent south over the Dnestr. 8.1

`duties`, `may_go` and `advice` also speak for the recall (8.2) and the leaving 5th Guards Tank Corps (9.2.2):
they are what the movement chapter asks about units that have to go somewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import fifth_guards, lines, recall
from hexfront.games.kesselschlacht.rules.lines import ISSUED
from hexfront.games.kesselschlacht.rules.movement_costs import allowance
from hexfront.games.kesselschlacht.rules.optional_rules import in_force
from hexfront.games.kesselschlacht.rules.organisation import subordinates
from hexfront.games.kesselschlacht.rules.recall import why_not_corps
from hexfront.games.kesselschlacht.rules.routes import Advice, Goal, Route
from hexfront.games.kesselschlacht.rules.stacking import room
from hexfront.games.kesselschlacht.rules.who_moves import why_not_ready
from hexfront.games.kesselschlacht.sides import AXIS, SOVIET
from hexfront.games.kesselschlacht.world import MAJOR
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.entering import NEVER
from hexfront.mechanics.telling import in_words
from hexfront.mechanics.verbs import PASS

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

DONE = "done"
CASES = ("8.1.2.b", "8.1.2-ex")
"""For whoever is no corps, and for those of the other front."""
VATUTIN = "19.2.1"
"""The optional rule that lets the Soviets ignore the Directive."""


# Who crossed ------------------------------------------------------------------------------------


def begin_axis_turn(s: State) -> None:
    """An Axis player turn begins: note who is north of the Dnestr and forget who crossed before. R-83"""
    s.north_before = north(s) & s.world.roster.sets[AXIS]
    s.crossed = 0


def north(s: State) -> int:
    """The units on the map that are north of the Dnestr."""
    south = s.world.board.south
    return sum([1 << u for h, units in s.stacks.items() if not south >> h & 1 for u in units])


def crossed_over(s: State) -> list[int]:
    """The German units of any kind that went over in the last Axis player turn. 8.1.2.a, R-83"""
    german = s.world.roster.german
    return [u for u in bits(s.crossed) if german[u]]


# The phase --------------------------------------------------------------------------------------


def begin_directive(s: State) -> None:
    """Phase F: the Soviets name a corps if the Axis went over the Dnestr. 4.0.F, 8.1.1"""
    if called_for(s) and candidates(s):
        s.stack.append(Naming())


def called_for(s: State) -> bool:
    """Whether the Directive is issued now: once, on some turns, after a crossing from the north. 8.0, 8.1"""
    turns = s.world.tables["directive_turns"]
    if not s.world.tables["special_rules"]["directive"] or s.directive:
        return False  # 8.1, 18.1-special
    if not turns["first"] <= s.turn <= turns["last"]:
        return False  # 8.1.1.a
    return bool(s.crossed & s.started_north and crossed_over(s))  # 8.1.1.b, 8.1.1-note


def candidates(s: State) -> list[int]:
    """The corps HQs of 1st Ukrainian Front, those north of the river if there are any. 8.1.2.b, R-82"""
    roster = s.world.roster
    corps = [u for u in roster.of_side[SOVIET] if why_not_corps(s, u, CASES) is None]
    return [u for u in corps if not s.south(u)] or corps


@dataclass(slots=True)
class Naming(Step["State"]):
    """The Soviets name the corps that has to go south. 8.1.2.b"""

    kind = "directive"

    def offer(self, s: State) -> list[Choice]:
        named: list[Choice] = [("name", s.world.roster.ids[u]) for u in candidates(s)]
        return [*named, PASS] if in_force(s, VATUTIN) else named  # 19.2.1, R-149

    def take(self, s: State, choice: Choice) -> None:
        s.stack.pop()
        if choice == PASS:
            s.tell("directive-ignored", VATUTIN)
            return
        issue(s, s.world.roster.index[str(choice[1])])

    def decider(self, s: State) -> int:
        return SOVIET

    def prompt(self, s: State) -> str:
        units = in_words(len(crossed_over(s)), "German unit")
        return f"Soviet: {units} crossed the Dnestr. Name the corps that has to go south."

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] != "name":
            return Refused("8.1.2.b", "The Directive has to go to a corps of 1st Ukrainian Front.")
        u = s.world.roster.index[str(choice[1])]
        who = s.world.roster.titles[u]
        return why_not_corps(s, u, CASES) or Refused(
            "8.1.4.a", f"{who} is south of the Dnestr already, others are north of it."
        )


def issue(s: State, hq: int) -> None:
    """Roll how many brigades the Directive binds. 8.1.2.c"""
    table = s.world.tables["directive"]
    count = len(crossed_over(s))
    column = sum(count >= least for least in table["from"]) - 1
    die = s.roll("directive", "8.1.2.c", s.world.roster.ids[hq])
    brigades = subordinates(s, hq)
    number = min(table["die"][str(die)][column], len(brigades))
    s.directive, s.directive_hq = ISSUED, hq
    s.tell("directive", "8.1.2.c", unit=hq, crossed=count, die=die, brigades=number)
    there = [u for u in brigades if s.south(u)]
    here = [u for u in brigades if not s.south(u)]
    spare = number - len(here)
    for u in (*here, *there[:spare]) if spare >= 0 else ():  # 8.1.4.a, R-80
        bind(s, u)
    if spare < 0 < number:
        s.stack.append(Binding(number))


def bind(s: State, u: int) -> None:
    s.bound |= 1 << u
    s.tell("bound", "8.1.2.c", unit=u)


@dataclass(slots=True)
class Binding(Step["State"]):
    """The Soviets choose the brigades that go, among those north of the river. 8.1.2.c, 8.1.4.a, R-80"""

    left: int

    kind = "directive"

    def free(self, s: State) -> list[int]:
        units = subordinates(s, s.directive_hq)
        return [u for u in units if not s.south(u) and not s.bound >> u & 1]

    def offer(self, s: State) -> list[Choice] | None:
        if not self.left:
            s.stack.pop()
            return None
        return [("bind", s.world.roster.ids[u]) for u in self.free(s)]

    def take(self, s: State, choice: Choice) -> None:
        bind(s, s.world.roster.index[str(choice[1])])
        s.stack[-1] = Binding(self.left - 1)

    def decider(self, s: State) -> int:
        return SOVIET

    def prompt(self, s: State) -> str:
        who = s.world.roster.titles[s.directive_hq]
        return f"Soviet: choose {in_words(self.left, 'brigade')} of {who} to go south with it."

    def why(self, s: State, choice: Choice) -> Refused:
        roster = s.world.roster
        if choice[0] != "bind":
            more = in_words(self.left, "brigade")
            return Refused("8.1.2.c", f"The Directive binds {more} more.")
        u = roster.index[str(choice[1])]
        who, hq = roster.titles[u], s.directive_hq
        if u not in subordinates(s, hq):
            return Refused("8.1.2.c", f"{who} is no brigade of {roster.titles[hq]} on the map.")
        if s.south(u):
            return Refused("8.1.4.a", f"{who} is south of the Dnestr already: that does not count.")
        return Refused("8.1.2.c", f"{who} is bound already.")


def carry_on(s: State) -> bool:
    """Whether the Directive still activates units: until all are south, or the HQ is lost. 8.1.3.e, R-190

    Then they stay there like all who went south, unless they are recalled. 8.1.3.f, 11.3.2
    """
    if s.directive != ISSUED:
        return False
    missing = any(s.where[u] >= 0 and not s.south(u) for u in bits(directed(s)))
    if s.where[s.directive_hq] < 0 or not missing:
        s.directive = DONE
        s.tell("directive-done", "8.1.3.e", unit=s.directive_hq)
    return s.directive == ISSUED


# Who has to go where ----------------------------------------------------------------------------


def any_orders(s: State) -> bool:
    """Whether there can be anybody who has to go somewhere."""
    return bool(s.driven or s.directive or s.recall_order or s.fifth_guards)


def goal(s: State, u: int) -> Goal | None:
    """Where a unit has to go, None if it is free to go anywhere."""
    return fifth_guards.goal(s, u) or recall.goal(s, u) or _south(s, u) or _home(s, u)


def _home(s: State, u: int) -> Goal | None:
    """Back over the line of its army, for a unit that was driven beyond it. 11.3.1.c"""
    if not s.driven >> u & 1:
        return None
    _, beyond = lines.army_line(s, u)
    if not beyond >> s.where[u] & 1:
        return None  # the line is open by now: 11.3.1.b
    return Goal(s.world.grid.all & ~beyond, avoids_zones=True)


def _south(s: State, u: int) -> Goal | None:
    """South of the Dnestr, through zones if need be; without a crossing to its bank. 8.1.3.c, 8.1.3.d, R-85"""
    if s.directive != ISSUED or s.south(u) or not directed(s) >> u & 1:
        return None
    for hexes in (s.world.board.south, bank(s, SOVIET), bank(s)):
        found = Goal(hexes, avoids_zones=False)
        if Route(s, u, found).to_go(s.where[u]) < NEVER:
            break
    return found


def directed(s: State) -> int:
    """The HQ that the Directive names and the brigades that it binds; who else goes south is extra. 8.1.4.b"""
    return s.bound | 1 << s.directive_hq if s.directive_hq >= 0 else s.bound


def activated(s: State) -> list[int]:
    """Whom the Directive activates each turn: only those who must go, or the whole corps. 8.1.3.a, R-165"""
    units = directed(s)
    return [
        u
        for u in (s.directive_hq, *subordinates(s, s.directive_hq))
        if units >> u & 1 or s.options["directive_whole_corps"]
    ]


def bank(s: State, side: int | None = None) -> HexSet:
    """The hexes on the north bank of the Dnestr, or those that a side's train could build from."""
    south, found = s.world.board.south, 0
    if side is not None and not any(t.state == "carried" for t in s.trains if t.side == side):
        return 0
    for (a, b), river in s.world.board.river.items():
        over = river == MAJOR and south >> b & ~(south >> a) & 1
        if over and (side is None or not s.occupied[1 - side] >> b & 1):
            found |= 1 << a
    return found


def may_go(s: State, u: int, points: int | None = None) -> HexSet | None:
    """The hexes that a unit may enter next from where it stands, None if its orders leave it free. R-84

    With the half points that it has left: only those on the way to the best hex it can end in.
    """
    found = goal(s, u)
    if found is None:
        return None
    if points is not None:
        return advice(s, (u,), points).steps
    return sum(1 << n for n in Route(s, u, found).steps(s.where[u]))


def advice(s: State, units: tuple[int, ...], points: int, at: int | None = None) -> Advice:
    """What orders ask of units that move together with so many half points left, where they are or in a hex."""
    here, steps, stop, leave = s.where[units[0]] if at is None else at, -1, True, False
    for u in units:
        found = goal(s, u)
        if found is not None:
            said = Route(s, u, found).advice(here, points, lambda h: room(s, SOVIET, h, units))
            steps &= said.steps
            stop &= said.stop
            leave |= said.leave
    return Advice(steps if steps >= 0 else s.world.grid.all, leave, stop)


def duties(s: State) -> int:
    """The units that have not moved yet, must, and can.

    Who may only close up still has to come back over a line. R-100
    """
    if not any_orders(s):
        return 0
    closing = [u for u in bits(s.driven & ~s.activated) if why_not_ready(s, SOVIET, u) is None]
    ready = [*bits(s.activated), *closing] if closing else bits(s.activated)
    bound = [u for u in ready if not s.moved >> u & 1 and s.where[u] >= 0 and goal(s, u)]
    return sum(1 << u for u in bound if not advice(s, (u,), allowance(s, u)).stop)
