"""What is settled when the units stand: points, hasty positions, sealed pontoon trains. 7.1.1, 15.2.1, 18.1"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.defensive_positions import why_not_hasty
from hexfront.games.kesselschlacht.sides import AXIS, FIRST_UKRAINIAN, NAMES, SIDES, SOVIET
from hexfront.games.kesselschlacht.state import CARRIED, State, Train
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Split
from hexfront.kernel.refusal import Refused
from hexfront.kernel.secret import COMMIT, Secret
from hexfront.kernel.step import Step
from hexfront.mechanics.telling import in_words
from hexfront.mechanics.verbs import DONE

if TYPE_CHECKING:
    from hexfront.kernel.offer import Choices

POINTS = ("ammunition", "fuel")
VERBS = {"ammunition": "allot-ammo", "fuel": "allot-fuel"}


@dataclass(slots=True)
class SharePoints(Step["State"]):
    """The corps of First Panzer Army get their first points: as listed, or as the Axis divides them. 18.0.d"""

    at: int = 0
    """Which of the two kinds of points is divided now."""

    kind = "points"

    def offer(self, s: State) -> Choices | None:
        """All of them are given out, or the same to each corps. 18.1-ax-points, 18.2-ax-points"""
        table = s.world.tables["start_points"]
        corps = [u for u in s.world.roster.corps if s.where[u] >= 0]
        if table["for_each"] or self.at == len(POINTS) or not corps:
            if table["for_each"]:
                for u in corps:
                    s.ammo[u], s.fuel[u] = table["ammunition"], table["fuel"]
                s.tell("points", "18.2-ax-points", ammo=table["ammunition"], fuel=table["fuel"])
            s.stack.pop()
            return None
        total = table[POINTS[self.at]]
        ids = s.world.roster.ids
        return Split(VERBS[POINTS[self.at]], total, tuple((ids[u], total) for u in corps))

    def take(self, s: State, choice: Choice) -> None:
        """The points of one kind are booked; whoever is not named gets none."""
        index = s.world.roster.index
        given = {index[str(n)]: int(p) for n, p in zip(choice[1::2], choice[2::2], strict=True)}
        track = s.ammo if POINTS[self.at] == "ammunition" else s.fuel
        for u in s.world.roster.corps:
            if s.where[u] >= 0:
                track[u] = given.get(u, 0)
        names = {s.world.roster.ids[u]: p for u, p in sorted(given.items())}
        s.tell("points-shared", "18.1-ax-points", points=POINTS[self.at], among=names)
        s.stack[-1] = SharePoints(self.at + 1)

    def decider(self, s: State) -> int:
        return AXIS

    def takes_itself(self, s: State, choice: Choice) -> bool:
        return False

    def prompt(self, s: State) -> str:
        word = POINTS[self.at]
        total = s.world.tables["start_points"][word]
        return f"Axis: divide {total} points of {word} among the corps of First Panzer Army."

    def why(self, s: State, choice: Choice) -> Refused:
        word = POINTS[self.at]
        total = s.world.tables["start_points"][word]
        verb = VERBS[word]
        if choice[0] != verb:
            return Refused("18.1-ax-points", f"The points of {word} are divided first.")
        given = sum(p for p in choice[2::2] if isinstance(p, int))
        if given != total:
            return Refused(
                "18.1-ax-points",
                f"All {total} points are divided, no more and no less: not {given}.",
            )
        corps = [s.world.roster.ids[u] for u in s.world.roster.corps if s.where[u] >= 0]
        return Refused(
            "18.1-ax-points",
            "Name corps HQs of First Panzer Army on the map, each once with one point or more, "
            f"in this order: {', '.join(corps)}.",
        )


@dataclass(slots=True)
class HastySetup(Step["State"]):
    """The Axis may begin in hasty positions, as many as there are markers. 18.1-ax-hp, 18.2-ax-hp, 7.1.4.a"""

    kind = "positions"

    def _open(self, s: State) -> list[int]:
        return [h for h in bits(s.occupied[AXIS]) if why_not_hasty(s, h) is None]

    def offer(self, s: State) -> list[Choice]:
        number = s.world.grid.number
        return [
            *(("hasty", number(h)) for h in self._open(s)),
            *(("clear", number(h)) for h in bits(s.hasty)),
            DONE,
        ]

    def take(self, s: State, choice: Choice) -> None:
        if choice == DONE:
            if not s.world.options["setup_positions_upgrade"]:
                s.fresh = s.hasty
            s.stack.pop()
            return
        h = s.world.grid.index(str(choice[1]))
        if choice[0] == "hasty":
            s.hasty |= 1 << h
            s.tell("position", "18.1-ax-hp", hex=h, position="hasty")
        else:
            s.hasty &= ~(1 << h)
            s.tell("position-back", "18.1-ax-hp", hex=h)

    def decider(self, s: State) -> int:
        return AXIS

    def takes_itself(self, s: State, choice: Choice) -> bool:
        return True

    def prompt(self, s: State) -> str:
        left = s.world.data.markers["HP"] - s.hasty.bit_count()
        return f"Axis: begin with infantry in hasty positions ({in_words(left, 'marker')} left), or finish."

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] == "clear":
            return Refused("18.1-ax-hp", f"There is no hasty position in {choice[1]}.")
        if choice[0] != "hasty":
            return Refused("18.1-ax-hp", "The hasty positions of the set-up are laid now.")
        refused = why_not_hasty(s, s.world.grid.index(str(choice[1])))
        return refused or Refused("18.1-ax-hp", f"There is a position in {choice[1]} already.")


# ---- pontoon trains ----

Plan = tuple[int, ...]
"""The HQs that carry a side's trains, as far as they are assigned."""


def trains_left(s: State, side: int) -> int:
    """How many pontoon trains of a side are to be assigned. 15.2, 18.2-sov-pontoon, R-14"""
    markers: int = s.world.data.markers["PONT-A" if side == AXIS else "PONT-S"]
    built = sum(t.side == side for t in s.trains)
    if side == AXIS and not s.world.options["khotin_counts"]:
        built = 0
    return max(0, markers - built)


def planners(s: State) -> tuple[tuple[int, Plan], ...]:
    return tuple((side, ()) for side in (AXIS, SOVIET) if trains_left(s, side))


def may_carry(s: State, side: int, u: int) -> bool:
    """A corps of First Panzer Army, or any HQ of 1st Ukrainian Front. 15.2.1.a, 15.2.1.b, 18.2-sov-pontoon"""
    roster = s.world.roster
    if roster.side[u] != side or not roster.hq[u] or s.where[u] < 0:
        return False
    return u in roster.corps if side == AXIS else roster.specs[u].group == FIRST_UKRAINIAN


@dataclass(frozen=True, slots=True)
class AssignPontoons(Secret["State"]):
    """Each side notes in secret which HQ has its bridging train. 15.2.1"""

    kind = "pontoons"

    def offer(self, s: State) -> Choices | None:
        s.phase = "setup-pontoons"
        return Secret.offer(self, s)

    def options(self, s: State, side: int, plan: Plan) -> list[Choice]:
        roster = s.world.roster
        found: list[Choice] = [("take", roster.ids[u]) for u in dict.fromkeys(plan)]
        carriers = [u for u in roster.headquarters if may_carry(s, side, u)]
        if len(plan) == trains_left(s, side) or not carriers:  # a made-up position may have none
            return [*found, COMMIT]
        return [*(("assign", roster.ids[u]) for u in carriers), *found]

    def changed(self, s: State, side: int, plan: Plan, choice: Choice) -> Plan:
        u = s.world.roster.index[str(choice[1])]
        if choice[0] == "assign":
            return (*plan, u)
        at = plan.index(u)
        return (*plan[:at], *plan[at + 1 :])

    def open(self, s: State, plans: Mapping[int, Plan]) -> None:
        """The assignment stays hidden until the bridge is built or the HQ is lost."""
        carried = [Train(side, CARRIED, carrier=u) for side, plan in plans.items() for u in plan]
        s.set_trains((*s.trains, *carried))
        s.tell("pontoons-assigned", "15.2.1.a", sides=tuple(SIDES[side] for side in plans))

    def request(self, s: State, side: int, plan: Plan) -> str:
        left = trains_left(s, side) - len(plan)
        if not left:
            return f"{NAMES[side]}: seal the assignment of your pontoon trains."
        return f"{NAMES[side]}: note in secret which HQ has your pontoon train ({left} to assign)."

    def why_not(self, s: State, side: int, plan: Plan, choice: Choice) -> Refused:
        case = "15.2.1.a" if side == AXIS else "18.2-sov-pontoon"
        if choice[0] == "done":
            return Refused(case, "Every pontoon train belongs to an HQ: assign it first.")
        if choice[0] not in ("assign", "take"):
            return Refused(case, "The pontoon trains are assigned now.")
        u = s.world.roster.index.get(str(choice[1]), -1)
        title = s.world.roster.titles[u] if u >= 0 else str(choice[1])
        if choice[0] == "take":
            return Refused(case, f"{title} has no pontoon train to take back.")
        if len(plan) == trains_left(s, side):
            return Refused("15.2", "Every pontoon train is assigned already: take one back first.")
        who = "corps HQs of First Panzer Army" if side == AXIS else "HQs of 1st Ukrainian Front"
        return Refused(case, f"Pontoon trains belong to {who} on the map; {title} is none.")
