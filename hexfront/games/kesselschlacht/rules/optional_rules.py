"""The optional rules of the campaign: which are in force, and what they change. 19"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hexfront.games.kesselschlacht.loading.tables import OPTIONAL
from hexfront.games.kesselschlacht.sides import ABSENT, AXIS, WAITING
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.verbs import DONE

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

SS_CORPS = "II SS Panzer Korps"
WITHOUT_HUNGARIANS = "XLVIII Panzer Korps"
"""The corps that German units of a Hungarian corps join if there is none. R-152"""


def in_force(s: State, rule: str) -> bool:
    return bool(s.optional >> OPTIONAL.index(rule) & 1)


def check_agreed(s: State) -> None:
    """Optional rules belong to the campaign; Refused if they are agreed on in another scenario. 19.0.a"""
    if s.world.options["optional_rules"] and not s.world.tables["special_rules"]["optional"]:
        title = s.world.scenario.title
        raise Refused("19.0.a", f"Optional rules are for the campaign, not for {title!r}.")


def roll_for_options(s: State) -> None:
    """Two dice for each rule, if both sides agreed to roll at all. 19.0.a, 19.0.b"""
    if not s.world.options["optional_rules"]:
        return
    for i, rule in enumerate(OPTIONAL):
        most = s.world.tables["optional_rules"][rule]
        total = two_dice(s, "optional rule", rule)
        if total <= most:
            s.optional |= 1 << i
        s.tell("optional-rule", rule, rule=rule, sum=total, on=total <= most)
    if in_force(s, "19.3.1"):
        total, at = _outcome(s, "margarethe", "19.3.1")
        s.margarethe = at + 1
        s.tell("margarethe", f"19.3.1.{at + 1}", sum=total)


def two_dice(s: State, what: str, rule: str) -> int:
    return s.roll(what, rule, rule) + s.roll(what, rule, f"{rule} again")


def _outcome(s: State, table: str, rule: str) -> tuple[int, int]:
    """The sum of two dice, and which row of a table it is."""
    total = two_dice(s, table, rule)
    up_to: Sequence[int] = s.world.tables[table]["up_to"]
    return total, next(i for i, most in enumerate(up_to) if total <= most)


def _margarethe(s: State, column: str) -> Any:
    """What the occupation of Hungary has brought in one respect, None if it was not rolled for."""
    return s.world.tables["margarethe"][column][s.margarethe - 1] if s.margarethe else None


def hungarian_bonus(s: State, u: int) -> int:
    """What a Hungarian unit adds to its printed attack and defence. 19.3.1.5"""
    if s.world.roster.specs[u].nation != "hungarian":
        return 0
    return int(_margarethe(s, "bonus") or 0)


def no_hungarians(s: State) -> bool:
    """Whether no Hungarian unit takes part. 19.3.1.1"""
    return bool(_margarethe(s, "removed"))


def later(s: State, u: int) -> int:
    """How many turns later a reinforcement comes, below 0 for earlier. 19.3.1.1 to 19.3.1.4, R-146, R-169"""
    nation = s.world.roster.specs[u].nation
    return int(_margarethe(s, nation) or 0)


def roll_for_ss(s: State) -> None:
    """Two dice on turn 2 decide when II SS Panzer Corps comes, and whether. 19.3.2

    A game that begins later rolls on its first turn. R-153
    """
    table = s.world.tables["ss_arrival"]
    roll_turn = max(table["roll_turn"], s.world.scenario.first_turn)
    if not in_force(s, "19.3.2") or s.turn != roll_turn:
        return
    total, at = _outcome(s, "ss_arrival", "19.3.2")
    comes, turns = table["comes"][at], table["later"][at]
    s.tell("ss-arrival", f"19.3.2.{at + 1}", sum=total, comes=comes, later=turns)
    for u, spec in enumerate(s.world.roster.specs):
        if spec.formation == SS_CORPS and s.where[u] == WAITING:
            if comes:
                s.queue[u] += turns
            else:
                del s.queue[u]
                s.where[u] = ABSENT


@dataclass(slots=True)
class VariableBridges(Step["State"]):
    """The Axis points at printed Dnestr bridges and rolls whether each is found destroyed. 19.3.3, R-151"""

    rolled: int = 0

    kind = "bridges"

    def _left(self, s: State) -> list[int]:
        return [i for i in s.world.board.dnestr_bridges if not self.rolled >> i & 1]

    def offer(self, s: State) -> list[Choice]:
        ids = s.world.board.bridge_ids
        return [*(("blow", ids[i]) for i in self._left(s)), DONE]

    def take(self, s: State, choice: Choice) -> None:
        if choice == DONE:
            s.stack.pop()
            return
        i = s.world.board.bridge_ids.index(str(choice[1]))
        s.stack[-1] = VariableBridges(self.rolled | 1 << i)
        face = s.roll("bridge", "19.3.3", str(choice[1]))
        gone = face <= s.world.tables["variable_bridges"]["destroyed_on"]
        if gone:
            s.set_standing(s.standing & ~(1 << i))
        s.tell("bridge-found", "19.3.3", bridge=choice[1], die=face, destroyed=gone)

    def decider(self, s: State) -> int:
        return AXIS

    def prompt(self, s: State) -> str:
        most = s.world.tables["variable_bridges"]["destroyed_on"]
        return f"Axis: name a Dnestr bridge to roll for (1 to {most} destroys it), or finish."

    def takes_itself(self, s: State, choice: Choice) -> bool:
        return True

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] != "blow":
            return Refused(
                "19.3.3", "The bridges over the Dnestr are rolled for before the set-up."
            )
        name = str(choice[1])
        if name in s.world.board.bridge_ids:
            if self.rolled >> s.world.board.bridge_ids.index(name) & 1:
                return Refused("19.3.3", f"The bridge {name} was rolled for already.")
            return Refused("19.3.3", f"The bridge {name} does not cross the Dnestr.")
        return Refused("19.3.3", f"There is no printed bridge {name!r}.")


def begin_bridges(s: State) -> None:
    """The Dnestr bridges stand until the Axis has rolled for them. 19.3.3, R-151"""
    if in_force(s, "19.3.3"):
        for i in s.world.board.dnestr_bridges:
            s.set_standing(s.standing | 1 << i)
        s.stack.append(VariableBridges())
