"""What the transports carry, sealed before the initiative is known. 6.7.1"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.aircraft import TRANSPORT, ready, why_not_at_hand
from hexfront.games.kesselschlacht.sides import AXIS
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, Product, Union
from hexfront.kernel.refusal import Refused
from hexfront.kernel.secret import COMMIT, Secret

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

Plan = tuple[tuple[int, int, int], ...]
"""Aircraft with their ammunition and fuel."""


def begin_cargo(s: State) -> None:
    """The Axis loads what transports it has; the other side never sees it. 6.7.1.A.b"""
    if ready(s, AXIS, TRANSPORT):
        s.stack.append(Cargo(((AXIS, ()),)))


@dataclass(frozen=True, slots=True)
class Cargo(Secret["State"]):
    """The Axis fills its transports from the stock of the day."""

    kind = "cargo"

    def options(self, s: State, side: int, plan: Plan) -> Choices:
        loaded = [a for a, _, _ in plan]
        offers: list[Choices] = []
        for a in ready(s, AXIS, TRANSPORT):
            if a not in loaded:
                offers += self._loads(s, plan, a)
        taken: list[Choice] = [("take", s.world.aircraft.ids[a]) for a in loaded]
        return Union(*offers, [*taken, COMMIT])

    def _loads(self, s: State, plan: Plan, a: int) -> list[Choices]:
        """Every whole mix that fits into one transport; one offer for each number of ammunition points."""
        name = s.world.aircraft.ids[a]
        return [
            Product("load", ((name,), (points,), fuels))
            for points, fuels in enumerate(_mixes(s, plan, a))
            if fuels
        ]

    def room(self, s: State, a: int) -> list[list[int]]:
        """For each number of ammunition points the least and the most fuel, if a transport were loaded anew."""
        rest = tuple(each for each in self.plan(AXIS) or () if each[0] != a)
        return [[fuels.start, fuels.stop - 1] for fuels in _mixes(s, rest, a)]

    def changed(self, s: State, side: int, plan: Plan, choice: Choice) -> Plan:
        a = s.world.aircraft.index[str(choice[1])]
        rest = tuple(each for each in plan if each[0] != a)
        if choice[0] == "take":
            return rest
        return tuple(sorted((*rest, (a, int(choice[2]), int(choice[3])))))

    def open(self, s: State, plans: Mapping[int, Plan]) -> None:
        """The manifests are sealed: nobody else learns more than that. 6.7.1.A.b"""
        s.manifests = {a: (ammo, fuel) for a, ammo, fuel in plans[AXIS]}
        s.tell("cargo", "6.7.1.A.b", side=AXIS)

    def request(self, s: State, side: int, plan: Plan) -> str:
        ammo, fuel = stock_left(s, plan)
        return f"Axis: load the transports in secret ({ammo} ammunition and {fuel} fuel are left)."

    def why_not(self, s: State, side: int, plan: Plan, choice: Choice) -> Refused:
        if choice[0] not in ("load", "take"):
            return Refused("6.7.1.A.b", "The transports are loaded before anything flies.")
        a = s.world.aircraft.index[str(choice[1])]
        title, spec = s.world.aircraft.titles[a], s.world.aircraft.specs[a]
        loaded = next((each for each in plan if each[0] == a), None)
        if choice[0] == "take":
            return Refused("6.7.1.A.a", f"{title} is not loaded.")
        if spec.type != TRANSPORT:
            return Refused("6.1.1.d", f"{title} is no transport and carries no supplies.")
        if loaded is not None:
            return Refused(
                "6.7.1.A.a",
                f"{title} is loaded already ({loaded[1]} and {loaded[2]}): unload it first.",
            )
        return why_not_at_hand(s, AXIS, a) or self._why_not_so_much(s, plan, a, choice)

    def _why_not_so_much(self, s: State, plan: Plan, a: int, choice: Choice) -> Refused:
        title, spec = s.world.aircraft.titles[a], s.world.aircraft.specs[a]
        wanted = int(choice[2]), int(choice[3])
        most = s.world.tables["air_supply"]["ammunition_per_aircraft"]
        if min(wanted) < 0 or not any(wanted):
            return Refused("6.7.1.a", "A load is whole points, at least one.")
        if wanted[0] > most:  # 6.7.1.A.a
            return Refused(
                "6.7.1.A.a",
                f"No transport carries more than {most} ammunition points; "
                f"{wanted[0]} are asked for.",
            )
        if sum(wanted) > spec.load:
            return Refused(
                "6.7.1.A.a", f"{title} carries {spec.load} points, {sum(wanted)} are asked for."
            )
        ammo, fuel = stock_left(s, plan)
        return Refused(
            "6.7.1.a",
            f"Of the day's stock {ammo} ammunition and {fuel} fuel points are left, "
            f"{wanted[0]} and {wanted[1]} are asked for.",
        )


def _mixes(s: State, plan: Plan, a: int) -> list[range]:
    """For each number of ammunition points that a transport can take the fuel it can take with them."""
    ammo, fuel = stock_left(s, plan)
    capacity = s.world.aircraft.specs[a].load  # 2.3.4
    most = min(ammo, capacity, s.world.tables["air_supply"]["ammunition_per_aircraft"])
    return [
        range(0 if points else 1, min(fuel, capacity - points) + 1)  # 6.7.1.A.a
        for points in range(most + 1)
    ]


def stock_left(s: State, plan: Plan) -> tuple[int, int]:
    """What is left of the day's ammunition and fuel; it is full again each day. 6.7.1.a, 6.7.3, R-117"""
    stock = s.world.tables["air_supply"]
    return (
        stock["ammunition"] - sum(ammo for _, ammo, _ in plan),
        stock["fuel"] - sum(fuel for _, _, fuel in plan),
    )
