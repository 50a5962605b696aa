"""Soviet activation: which headquarters act this turn, and with them their units. 9

Automatic activations come first (8.1.3, 8.2, 9.2.2), then the Soviets try corps and an army as they like.
Nothing moves meanwhile, so who is eligible is found once. 9.1.1.b, R-77
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import directive, fifth_guards, recall, supply
from hexfront.games.kesselschlacht.rules.arrivals import return_hqs
from hexfront.games.kesselschlacht.rules.movement_costs import figure
from hexfront.games.kesselschlacht.rules.organisation import subordinates
from hexfront.games.kesselschlacht.rules.supply_lines import Line
from hexfront.games.kesselschlacht.sides import OK, SOVIET, STATUS_WORDS
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.telling import in_words
from hexfront.mechanics.verbs import END

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

PRIORITY: Choice = ("priority",)
"""Try 38th or 40th Army, whichever the die picks. 9.2.1"""
ANY_DISTANCE = 999


# Who is eligible --------------------------------------------------------------------------------


def eligible(s: State, hq: int) -> tuple[Line | None, Refused | None]:
    """The way of an HQ to the map edge, or why it cannot even try to activate."""
    if may_try(s, hq) and (line := supply.road_to_edge(s, hq)) is not None:
        return line, None
    refused = _why_not_hq(s, hq)
    for u in subordinates(s, hq) if refused is None else ():
        refused = refused or why_not_near(s, u, hq)
    who = s.world.roster.titles[hq]
    none = Refused("9.1.2.a", f"No open road leads from {who} to a Soviet source.")
    return None, refused or none


def points_to_edge(s: State, hq: int) -> int | None:
    """The half points of an HQ's way to the map edge, None if it cannot even try to activate. 9.1.2.a"""
    return supply.points_to_edge(s, hq) if may_try(s, hq) else None


def may_try(s: State, hq: int) -> bool:
    """Whether an HQ and its units are where and as they have to be. 9.1.1, 9.1.1.a"""
    return not _why_not_hq(s, hq) and all(is_near(s, u, hq) for u in subordinates(s, hq))


def _why_not_hq(s: State, hq: int) -> Refused | None:
    roster, grid = s.world.roster, s.world.grid
    who = roster.titles[hq]
    if roster.side[hq] != SOVIET or not roster.hq[hq]:
        return Refused("9.1.a", f"{who} is no Soviet HQ; units are activated with theirs.")
    if s.where[hq] < 0:
        return Refused("9.1.a", f"{who} is not on the map.")
    near = s.world.tables["supply"]["hq_to_road_hexes"]
    if not grid.ball(s.where[hq], near) & s.world.board.road_hexes:  # 9.1.1.1-note: of any kind
        hexes = in_words(near, "hex", "hexes")
        return Refused("9.1.1.1.a", f"No road is within {hexes} of {who}.")
    if s.status[hq] != OK:  # 13.3.6
        return Refused("9.1.1.1.b", f"{who} is {STATUS_WORDS[s.status[hq]]}.")
    return None


def is_near(s: State, u: int, hq: int) -> bool:
    """Whether a unit is near enough to its HQ, whatever its supply. 9.1.1.2.a, 9.1.1.2.d

    The way costs what it does in this weather. 9.1.1.2.c
    """
    return supply.in_reach(s, u, hq, _range(s, u))


def why_not_near(s: State, u: int, hq: int) -> Refused | None:
    """Why a unit is not near enough to its HQ, None if it is."""
    if is_near(s, u, hq):
        return None
    most = _range(s, u)
    who, whose = s.world.roster.titles[u], s.world.roster.titles[hq]
    away = supply.way_to(s, u, s.where[hq], ANY_DISTANCE)
    if away is None:
        return Refused("9.1.1.2.b", f"No open way leads from {who} to {whose}.")
    far = f"{who} is {figure(away)} points from {whose}"
    return Refused("9.1.1.2.a", f"{far}, it may be {figure(most)} at most.")


def _range(s: State, u: int) -> int:
    """How far from its HQ a unit may be, in half points; rout does not matter. R-179"""
    if s.options["routed_range_for_activation"]:
        return supply.range_of(s, u)
    most: int = 2 * s.world.tables["supply"]["soviet_hq"]
    return most


def needed(s: State, cost: int) -> int:
    """The highest die that activates an HQ so many half points from the edge. 9.1.2.c"""
    table = s.world.tables["activation"]
    column = sum(cost > 2 * most for most in table["up_to"])
    found: int = table["activates_on"][column]
    return found


# The phase --------------------------------------------------------------------------------------


def begin_activation(s: State) -> None:
    """Phase G: HQs come back, supply is checked, then automatic activations and attempts. 4.0.G, R-89"""
    s.stack.append(Automatic())
    if recall.offered(s):
        s.stack.append(recall.Recall())
    s.stack.append(supply.Check())  # it decides nothing about eligibility: R-74
    return_hqs(s, SOVIET)


@dataclass(slots=True)
class Automatic(Step["State"]):
    """Those who are activated without a roll, each instead of one corps: eligible or not. R-79, R-89"""

    def offer(self, s: State) -> None:
        s.reveals += 1  # what of orders is left to do, and whether anybody can try, depends on units in stacks
        if recall.carry_on(s):
            hq = s.recall_hq
            _order(s, hq, [hq, *subordinates(s, hq)], "8.2.1")
        if fifth_guards.send_off(s):  # 9.2.2.A.b, 9.2.2.D
            _order(s, fifth_guards.headquarters(s), fifth_guards.members(s), "9.2.2.A.a")
        if directive.carry_on(s):  # 8.1.3.a, 8.1.3.b
            _order(s, s.directive_hq, directive.activated(s), "8.1.3.a")
        found = _costs(s)
        s.ineligible = sum(
            1 << u
            for hq, cost in found.items()
            if cost is None and not s.tried >> hq & 1
            for u in (hq, *subordinates(s, hq))
        )  # 9.1-ex, R-75, R-98
        s.stack[-1] = _attempts(found)


def attempts(s: State) -> Attempts:
    """The attempts of a phase whose automatic activations are made."""
    return _attempts(_costs(s))


def _attempts(costs: dict[int, int | None]) -> Attempts:
    return Attempts(tuple((hq, cost) for hq, cost in costs.items() if cost is not None))


def _costs(s: State) -> dict[int, int | None]:
    """What the way to the edge costs each Soviet HQ on the map, None if it cannot try to activate."""
    return {hq: points_to_edge(s, hq) for hq in s.world.roster.headquarters if _on_map(s, hq)}


def _on_map(s: State, hq: int) -> bool:
    return s.world.roster.side[hq] == SOVIET and s.where[hq] >= 0


def _order(s: State, hq: int, units: list[int], case: str) -> None:
    s.corps_attempts += 1
    s.tried |= 1 << hq
    _activate(s, hq, units, case)


def _activate(s: State, hq: int, units: list[int], case: str) -> None:
    """An HQ and its units may act this turn; to attack they need supply besides. 9.0, 9.1.a, 9.1.2-note"""
    for u in units:
        s.activated |= 1 << u
    s.tell("activated", case, unit=hq, units=tuple(units))


def _goes_first(s: State, hq: int) -> bool:
    """Whether an HQ is that of 38th or 40th Army. 9.2.1.a"""
    return s.world.roster.specs[hq].formation in s.world.tables["priority_armies"]["die"]


@dataclass(slots=True)
class Attempts(Step["State"]):
    """The Soviets try HQs one after another, up to four corps and one army. 9.1.3.a"""

    eligible: tuple[tuple[int, int], ...]
    """The HQs that may try at all, each with the half points of its way to the edge."""

    kind = "activation"

    def open_(self, s: State) -> list[int]:
        """The HQs that may be tried now by name."""
        return [hq for hq, _ in self.eligible if self._why_not_now(s, hq) is None]

    def priority(self, s: State) -> list[int]:
        """The eligible ones of the two armies that come before the others, until one was tried. 9.2.1.a"""
        if s.priority_failed or s.army_attempts:
            return []
        return [hq for hq, _ in self.eligible if _goes_first(s, hq)]

    def offer(self, s: State) -> list[Choice] | None:
        ids = s.world.roster.ids
        found: list[Choice] = [("activate", ids[hq]) for hq in self.open_(s)]
        if self.priority(s):
            found.append(PRIORITY)
        if not found:
            s.stack.pop()
            return None
        return [*found, END]

    def take(self, s: State, choice: Choice) -> None:
        if choice == END:
            s.stack.pop()
        elif choice == PRIORITY:
            s.priority_failed = not self._try(s, self._pick(s))  # 9.2.1-ex, 9.1.3-ex
            s.army_attempts += not s.priority_failed  # 9.2.1.c
        else:
            hq = s.world.roster.index[str(choice[1])]
            if s.world.roster.army[hq]:
                s.army_attempts += 1
            else:
                s.corps_attempts += 1  # 9.1.3.b
            self._try(s, hq)

    def _pick(self, s: State) -> int:
        """The die picks one of the two armies, the other if that one is not eligible. 9.2.1.a, 9.2.1.b"""
        armies = self.priority(s)
        die = s.roll("priority army", "9.2.1.a")
        name = s.world.tables["priority_armies"]["die"][die - 1]
        specs = s.world.roster.specs
        return next((hq for hq in armies if specs[hq].formation == name), armies[0])

    def _try(self, s: State, hq: int) -> bool:
        """Roll for an HQ. 9.1.2.c"""
        s.tried |= 1 << hq
        cost = dict(self.eligible)[hq]
        die, most = s.roll("activation", "9.1.2.c", s.world.roster.ids[hq]), needed(s, cost)
        s.tell("attempt", "9.1.2.c", unit=hq, points=cost / 2, die=die, needed=most)
        if die <= most:
            _activate(s, hq, [hq, *subordinates(s, hq)], "9.1.2.c")
        return die <= most

    def decider(self, s: State) -> int:
        return SOVIET

    def prompt(self, s: State) -> str:
        limits = s.world.tables["activation_attempts"]
        corps = in_words(max(0, limits["corps"] - s.corps_attempts), "corps", "corps")
        army = "an army" if s.army_attempts < limits["armies"] else "no army"
        return f"Soviet: try to activate HQs ({corps} and {army} left), or end the phase."

    def why(self, s: State, choice: Choice) -> Refused:
        if choice == PRIORITY:
            return self._why_no_army(s) or self._why_no_priority(s)
        if choice[0] == "recall":
            return recall.why_not_now(s)
        if choice[0] != "activate":
            return Refused("4.0.G", "Soviet HQs are activated now.")
        hq = s.world.roster.index[str(choice[1])]
        why = None if s.tried >> hq & 1 else eligible(s, hq)[1]
        return why or self._why_not_now(s, hq) or Refused("9.0", "Not now.")

    def _why_not_now(self, s: State, hq: int) -> Refused | None:
        """Why an eligible HQ cannot be tried now, None if it can."""
        roster, limits = s.world.roster, s.world.tables["activation_attempts"]
        who = roster.titles[hq]
        if s.tried >> hq & 1:
            return Refused("9.1.3.b", f"{who} was activated or tried this turn.")
        if roster.army[hq]:
            if refused := self._why_no_army(s):
                return refused
            if self.priority(s):
                return Refused(
                    "9.2.1.a",
                    "38th or 40th Army is tried before other armies, and a die says which: choose priority.",
                )
        elif s.corps_attempts >= limits["corps"]:
            tried, most = s.corps_attempts, limits["corps"]
            return Refused(
                "9.1.3.a", f"{tried} corps were tried or sent this turn, of {most} at most."
            )
        return None

    def _why_no_priority(self, s: State) -> Refused:
        first = [hq for hq in s.world.roster.headquarters if _goes_first(s, hq)]
        failed = next((hq for hq in first if s.tried >> hq & 1), -1)
        if s.priority_failed and failed >= 0:
            title = s.world.roster.titles[failed]
            return Refused("9.2.1-ex", f"{title} has failed its roll: any army may be named now.")
        return Refused("9.2.1.d", "Neither 38th nor 40th Army is eligible: try another army.")

    def _why_no_army(self, s: State) -> Refused | None:
        most = s.world.tables["activation_attempts"]["armies"]
        if s.army_attempts < most:
            return None
        return Refused(
            "9.1.3.a", f"Only {in_words(most, 'army', 'armies')} may be tried in a turn."
        )
