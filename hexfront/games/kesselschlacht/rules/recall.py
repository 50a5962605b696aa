"""The recall: a corps sent over the Dnestr may be called back on 31 March. 8.2"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.lines import ACTIVE, recalled
from hexfront.games.kesselschlacht.rules.organisation import subordinates
from hexfront.games.kesselschlacht.rules.routes import Goal, Route
from hexfront.games.kesselschlacht.sides import FIRST_UKRAINIAN, SOVIET
from hexfront.hexes import HexSet
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.entering import NEVER
from hexfront.mechanics.verbs import PASS

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

DONE = "done"


def offered(s: State) -> bool:
    """Whether a recall may be ordered: at one moment of the game, if there was a Directive. 8.2.a, 8.2.b"""
    return s.turn == s.world.tables["directive_turns"]["recall"] and bool(s.directive)


def why_not_now(s: State) -> Refused:
    """Why no recall is ordered while HQs are tried."""
    if not s.directive:
        return Refused("8.2.b", "There is no recall: no Directive was issued.")
    turn = s.world.tables["directive_turns"]["recall"]
    return Refused("8.2.a", f"A recall is ordered on turn {turn}, before any HQ is tried.")


@dataclass(slots=True)
class Recall(Step["State"]):
    """The Soviets may call back one corps that is south of the Dnestr, whoever sent it there. 8.2.1, R-86"""

    kind = "recall"

    def offer(self, s: State) -> list[Choice] | None:
        roster = s.world.roster
        found = [u for u in roster.of_side[SOVIET] if why_not_recall(s, u) is None]
        if not found:
            s.stack.pop()
            return None
        return [*(("recall", roster.ids[u]) for u in found), PASS]

    def take(self, s: State, choice: Choice) -> None:
        s.stack.pop()
        if choice == PASS:
            return
        s.recall_order, s.recall_hq = ACTIVE, s.world.roster.index[str(choice[1])]
        if s.recall_hq == s.directive_hq:
            s.directive = DONE
        s.tell("recall", "8.2.1", unit=s.recall_hq)

    def decider(self, s: State) -> int:
        return SOVIET

    def prompt(self, s: State) -> str:
        return "Soviet: recall a corps from south of the Dnestr, or pass. It is now or never."

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] != "recall":
            return Refused("8.2.a", "A corps is recalled before anything is activated, or none.")
        found = why_not_recall(s, s.world.roster.index[str(choice[1])])
        return found or Refused("8.2.a", "A recall is ordered once.")


def why_not_recall(s: State, u: int) -> Refused | None:
    """Why a unit cannot be recalled, None if it can."""
    refused = why_not_corps(s, u, ("8.2.1", "8.2.1-ex"))
    if refused is None and not s.south(u):
        refused = Refused("8.2.1", f"{s.world.roster.titles[u]} is north of the Dnestr.")
    return refused


def why_not_corps(s: State, u: int, cases: tuple[str, str]) -> Refused | None:
    """Why an order of 1st Ukrainian Front cannot go to a unit, None if it can.

    The cases are for whoever is no corps HQ on the map, and for those of the other front.
    """
    roster = s.world.roster
    who = roster.titles[u]
    if roster.side[u] != SOVIET or not roster.hq[u] or roster.army[u]:
        return Refused(cases[0], f"{who} is no Soviet corps HQ.")
    if roster.specs[u].group != FIRST_UKRAINIAN:
        return Refused(cases[1], f"{who} does not belong to 1st Ukrainian Front.")
    if s.where[u] < 0:
        return Refused(cases[0], f"{who} is not on the map.")
    return None


def carry_on(s: State) -> bool:
    """Whether the recalled corps still has units to bring back; its HQ is needed. 8.2.2.b, R-190"""
    if s.recall_order != ACTIVE:
        return False
    hq = s.recall_hq
    if s.where[hq] < 0 or not any(s.south(u) for u in (hq, *subordinates(s, hq))):
        s.recall_order = DONE
        s.tell("recall-done", "8.2.2.b", unit=hq)
    return s.recall_order == ACTIVE


def goal(s: State, u: int) -> Goal | None:
    """The north bank, or the nearest crossing where that is out of reach: clear of zones. 8.2.2.a, R-87"""
    if not recalled(s, u) or not s.south(u):
        return None
    board = s.world.board
    north = Goal(s.world.grid.all & ~board.south, avoids_zones=True)
    if Route(s, u, north).to_go(s.where[u]) < NEVER:
        return north
    return Goal(crossings(s) & board.south, avoids_zones=True)


def crossings(s: State) -> HexSet:
    """The hexes at the ends of standing bridges over the Dnestr."""
    south = s.world.board.south
    return sum({1 << a for a, b in s.ways.bridged if south >> a & 1 != south >> b & 1})
