"""Allocation to sectors, roles and air combat. 6.3, 6.4"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.aircraft import (
    DOGFIGHTERS,
    FIGHTER_BOMBER,
    KINDS,
    fighters,
    fly_home,
    others,
    over,
    ready,
    why_not_at_hand,
)
from hexfront.games.kesselschlacht.sides import AXIS, NAMES, SIDES, SOVIET
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, Product, Union
from hexfront.kernel.refusal import Refused
from hexfront.kernel.secret import COMMIT, Secret
from hexfront.kernel.step import Step
from hexfront.mechanics.verbs import PASS

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

ATTACK: Choice = ("attack",)


def begin_air_combat(s: State) -> None:
    """Both sides send their unused aircraft to sectors; then each contested sector is fought for. 4.0.C"""
    s.stack.append(Contests(0))
    planners = [side for side in (AXIS, SOVIET) if ready(s, side)]
    if planners:
        s.stack.append(Allocation(tuple((side, ()) for side in planners)))


# Allocation -------------------------------------------------------------------------------------

Plan = tuple[tuple[int, int], ...]
"""Aircraft with their sectors."""


@dataclass(frozen=True, slots=True)
class Allocation(Secret["State"]):
    """Each aircraft goes to any of the sectors, or stays in its box. 2.3, 6.3.2.a, R-164"""

    kind = "allocation"

    def options(self, s: State, side: int, plan: Plan) -> Choices:
        sent = dict(plan)
        ids = s.world.aircraft.ids
        waiting = tuple(ids[a] for a in ready(s, side) if a not in sent)
        taken: list[Choice] = [("take", ids[a]) for a in sent]
        return Union(Product("fly", (waiting, s.world.board.sectors)), [*taken, COMMIT])

    def changed(self, s: State, side: int, plan: Plan, choice: Choice) -> Plan:
        a = s.world.aircraft.index[str(choice[1])]
        rest = {other: sector for other, sector in plan if other != a}
        sent = rest if choice[0] == "take" else {**rest, a: int(choice[2])}
        return tuple(sorted(sent.items()))

    def open(self, s: State, plans: Mapping[int, Plan]) -> None:
        """Both charts are shown. 6.3.2.a"""
        for side, plan in plans.items():
            for a, sector in plan:
                s.sectors[a] = sector
            shown = {s.world.aircraft.ids[a]: sector for a, sector in plan}
            s.tell("allocated", "6.3.2.a", side=side, sectors=shown)

    def request(self, s: State, side: int, plan: Plan) -> str:
        left = len(ready(s, side)) - len(plan)
        return f"{NAMES[side]}: send your aircraft to sectors in secret ({left} in the box)."

    def why_not(self, s: State, side: int, plan: Plan, choice: Choice) -> Refused:
        if choice[0] not in ("fly", "take"):
            return Refused("6.3.2.a", "Aircraft are sent to sectors now; missions come later.")
        a, sent = s.world.aircraft.index[str(choice[1])], dict(plan)
        title = s.world.aircraft.titles[a]
        if choice[0] == "take":
            return Refused("6.3.2.a", f"{title} is in its box.")
        if a in sent:
            return Refused("6.3.2.a", f"{title} goes to sector {sent[a]}: take it back first.")
        last = s.world.board.sectors[-1]
        return why_not_at_hand(s, side, a) or Refused(
            "6.3.1.a", f"There is no sector {choice[2]}; they are 1 to {last}."
        )


# Roles ------------------------------------------------------------------------------------------


def contested(s: State, sector: int) -> bool:
    """Whether a sector is fought for: fighters or fighter-bombers and enemy aircraft in it. 6.3.2.b, 6.4"""
    sides = over(s, AXIS, sector), over(s, SOVIET, sector)
    types = {s.world.aircraft.type[a] for found in sides for a in found}
    return all(sides) and not types.isdisjoint(DOGFIGHTERS)


def controllers(s: State, sector: int) -> list[int]:
    """The sides with an aircraft left in a sector control it, so both after a draw. 6.3.1.b, 6.3.1.c"""
    return [side for side in (AXIS, SOVIET) if over(s, side, sector)]


@dataclass(frozen=True, slots=True)
class Contests(Step["State"]):
    """The contested sectors, one after another, before any other mission. 6.3.2.b"""

    after: int

    def offer(self, s: State) -> None:
        sectors = s.world.board.sectors
        sector = next((x for x in sectors if x > self.after and contested(s, x)), None)
        if sector is None:
            s.stack.pop()
            return
        s.stack[-1] = Contests(sector)
        s.stack.append(Melee(sector))
        planners = [side for side in (AXIS, SOVIET) if _fighter_bombers(s, side, sector)]
        if planners:  # 6.1.1.c
            s.stack.append(Roles(tuple((side, ()) for side in planners), sector=sector))


def _fighter_bombers(s: State, side: int, sector: int) -> list[int]:
    return [a for a in over(s, side, sector) if s.world.aircraft.type[a] == FIGHTER_BOMBER]


@dataclass(frozen=True, slots=True)
class Roles(Secret["State"]):
    """Which fighter-bombers fight as fighters, said when their sector is fought for. 6.1.1.c, R-110"""

    sector: int = 0
    kind = "roles"

    def options(self, s: State, side: int, plan: tuple[int, ...]) -> Choices:
        ids = s.world.aircraft.ids
        free = [a for a in _fighter_bombers(s, side, self.sector) if a not in plan]
        fight: list[Choice] = [("fight", ids[a]) for a in free]
        return [*fight, *(("take", ids[a]) for a in plan), COMMIT]

    def changed(
        self, s: State, side: int, plan: tuple[int, ...], choice: Choice
    ) -> tuple[int, ...]:
        a = s.world.aircraft.index[str(choice[1])]
        rest = [other for other in plan if other != a]
        return tuple(rest if choice[0] == "take" else sorted([*rest, a]))

    def open(self, s: State, plans: Mapping[int, tuple[int, ...]]) -> None:
        for side, plan in plans.items():
            for a in plan:
                s.as_fighters |= 1 << a
            names = s.world.aircraft.names(plan)
            s.tell("roles", "6.1.1.c", side=side, sector=self.sector, fighters=names)

    def request(self, s: State, side: int, plan: tuple[int, ...]) -> str:
        return (
            f"{NAMES[side]}: choose in secret which fighter-bombers in sector {self.sector} fight "
            "as fighters; the others keep their missions."
        )

    def why_not(self, s: State, side: int, plan: tuple[int, ...], choice: Choice) -> Refused:
        if choice[0] not in ("fight", "take"):
            return Refused(
                "6.1.1.c", f"Sector {self.sector} is fought for: choose who fights there."
            )
        a = s.world.aircraft.index[str(choice[1])]
        title, kind = s.world.aircraft.titles[a], s.world.aircraft.type[a]
        if choice[0] == "take":
            return Refused("6.1.1.c", f"{title} does not fight as a fighter.")
        if a in plan:
            return Refused("6.1.1.c", f"{title} fights as a fighter already.")
        refusal = why_not_at_hand(s, side, a)
        if refusal is not None:
            return refusal
        if kind != FIGHTER_BOMBER:  # 6.1.1.a
            case = "6.1.1.c" if kind == "F" else "6.1.1.b"
            return Refused(
                case, f"{title} is {KINDS[kind]}; only fighter-bombers choose their part."
            )
        return Refused("6.1.1.c", f"{title} is not in sector {self.sector}.")


# Fighting ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Melee(Step["State"]):
    """Fighters against fighters; then one side's may turn on the others. 6.4.1"""

    sector: int

    def offer(self, s: State) -> None:
        s.stack.pop()
        holder = SIDES.index(s.initiative or SIDES[AXIS])
        groups = [fighters(s, side, self.sector) for side in (AXIS, SOVIET)]
        if all(groups):
            driven = [
                attack(s, side, self.sector, groups[side], groups[1 - side])
                for side in (holder, 1 - holder)  # 6.4.1.a
            ]
            for side, hit in zip((1 - holder, holder), driven, strict=True):
                if hit:  # 6.4.1.b
                    abort(s, self.sector, groups[side])
        left = [side for side in (AXIS, SOVIET) if fighters(s, side, self.sector)]
        if len(left) == 1 and others(s, 1 - left[0], self.sector):  # 6.4.1.A, 6.4.4.b, R-112
            s.stack.append(Pursuit(left[0], self.sector))


@dataclass(frozen=True, slots=True)
class Pursuit(Step["State"]):
    """A side whose fighters alone are left may attack all others there, once. 6.1.2-ex, 6.4.1.A, 6.4.4.b"""

    side: int
    sector: int
    kind = "pursuit"

    def offer(self, s: State) -> list[Choice]:
        return [ATTACK, PASS]

    def take(self, s: State, choice: Choice) -> None:
        s.stack.pop()
        if choice == ATTACK:
            prey = others(s, 1 - self.side, self.sector)
            if attack(s, self.side, self.sector, fighters(s, self.side, self.sector), prey):
                abort(s, self.sector, prey)

    def decider(self, s: State) -> int:
        return self.side

    def prompt(self, s: State) -> str:
        prey = s.world.aircraft.listed(others(s, 1 - self.side, self.sector))
        return f"{NAMES[self.side]}: attack {prey} in sector {self.sector}, or pass."

    def why(self, s: State, choice: Choice) -> Refused:
        return Refused(
            "6.4.1.A", f"First decide whether your fighters in sector {self.sector} attack or pass."
        )


def abort(s: State, sector: int, aircraft: list[int]) -> None:
    """Back to the box, with their cargo lost; they fly again next turn. 6.4.2.b, 6.7.4, R-124"""
    for a in aircraft:
        fly_home(s, a, "aborted")
    s.tell("aborted", "6.4.2.b", sector=sector, aircraft=s.world.aircraft.names(aircraft))


def attack(s: State, side: int, sector: int, attackers: list[int], targets: list[int]) -> bool:
    """One attack: whether all its targets abort. 6.4.2"""
    specs, table = s.world.aircraft.specs, s.world.tables["air_combat"]
    strengths = [sum(specs[a].strength for a in group) for group in (attackers, targets)]  # 2.3.2
    best = max(specs[a].maneuver for a in attackers)  # 6.4.3, R-121
    worst = min(specs[a].maneuver for a in targets)
    shift = maneuver_shift(table["leads"], best - worst)
    column = odds_column(table["odds"], strengths[0], strengths[1])
    column = min(column + shift, len(table["odds"]) - 1)
    face = s.roll("air combat", "6.4.2.b", f"{SIDES[side]} {sector}")
    hit: bool = face <= table["aborts_on"][column]
    s.tell(
        "air-attack", "6.4.2.a", side=side, sector=sector, die=face, result="DA" if hit else "-",
        aircraft=s.world.aircraft.names(attackers), against=s.world.aircraft.names(targets),
        strengths=strengths, shift=shift, odds=table["odds"][column],
    )  # fmt: skip
    return hit


def odds_column(odds: list[str], attack: int, defence: int) -> int:
    """The best column that the ratio reaches, the first if it reaches none. 6.4.2.a, R-113"""
    pairs = [tuple(map(int, column.split(":"))) for column in odds]
    return max([i for i, (a, d) in enumerate(pairs) if attack * d >= defence * a], default=0)


def maneuver_shift(leads: list[int], lead: int) -> int:
    """Columns to the right: none for a lag. 2.3.3, 6.4.3.1, 6.4.3.2, 6.4.3.3"""
    return sum(lead >= each for each in leads)
