"""Supplies flown in for First Panzer Army: landed at airfields or dropped by parachute. 6.7

Wherever its corps get to, they live on what is flown in (6.7.b). What is offered depends on nothing hidden: a
transport may land or drop nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.aircraft import (
    DOGFIGHTERS,
    TRANSPORT,
    fly_home,
    over,
    ready,
    why_not_at_hand,
)
from hexfront.games.kesselschlacht.sides import AXIS, OK, SOVIET, STATUS_WORDS
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, Product, Union
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.verbs import DONE

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


# Where supplies may go --------------------------------------------------------------------------


def receivers(s: State, sector: int) -> list[int]:
    """The HQs in a sector that can get supplies by air now."""
    hexes = s.world.board.sector_hexes.get(sector, 0)
    return [
        u
        for u in s.world.roster.corps
        if s.where[u] >= 0 and hexes >> s.where[u] & 1 and why_not_receive(s, u) is None
    ]


def why_not_receive(s: State, u: int) -> Refused | None:
    """Why a unit gets no supplies by air, None if it may. 6.7.a"""
    roster = s.world.roster
    title = roster.titles[u]
    if u not in roster.corps:
        return Refused(
            "6.7.a", f"{title} is no corps HQ of First Panzer Army; only those are supplied by air."
        )
    if s.where[u] < 0:
        return Refused("6.7.2.A.b", f"{title} is not on the map.")
    if s.status[u] != OK:  # 13.3.5.a, R-126
        return Refused(
            "13.3.5.a", f"{title} is {STATUS_WORDS[s.status[u]]} and gets no supplies this turn."
        )
    sector = s.world.board.sector[s.where[u]]
    most = s.world.tables["air_supply"]["hqs_per_sector"]
    served = supplied_in(s, sector)
    if u not in served and len(served) >= most:
        return Refused(
            "6.7.2.A-note",
            f"{roster.listed(served)} in sector {sector} have got supplies this turn; "
            f"no more than {most} HQs of a sector can.",
        )
    return None


def supplied_in(s: State, sector: int) -> list[int]:
    """The HQs in a sector that were supplied this turn, by whatever means."""
    sectors = s.world.board.sector
    return [u for u in bits(s.air_supplied) if s.where[u] >= 0 and sectors[s.where[u]] == sector]


def has_airfield(s: State, sector: int) -> bool:
    """Whether the Axis holds an airfield in a sector; a Soviet one counts as none. R-19, R-118"""
    hexes = s.world.board.sector_hexes.get(sector, 0) & s.control[AXIS]
    return any(hexes >> h & 1 for h in s.world.board.airfields)


def spoilers(s: State, sector: int) -> list[int]:
    """The Soviet fighters and fighter-bombers in a sector, whatever their part, bar supplies. 6.7.2.d, R-111"""
    return [a for a in over(s, SOVIET, sector) if s.world.aircraft.type[a] in DOGFIGHTERS]


def note_barred(s: State) -> None:
    """All air combat is over: who is there now bars the sector, also if they fly home first. 6.7.2.d"""
    for i, sector in enumerate(s.world.board.sectors):
        if spoilers(s, sector):
            s.barred |= 1 << i


def barred(s: State, sector: int) -> bool:
    """Whether no supplies can be brought to a sector after the air combat. 6.7.2.d"""
    at = s.world.board.sectors.index(sector)
    return bool(s.barred >> at & 1 or spoilers(s, sector))


def deliveries(s: State, surprise: bool) -> list[Choices]:
    """What the transports may do: those in the box by surprise, else those left in a sector."""
    board, ids = s.world.board, s.world.aircraft.ids
    if surprise:  # 6.7.2.a, R-119
        free = tuple(s.world.aircraft.names(ready(s, AXIS, TRANSPORT)))
        open_ = {sector: receivers(s, sector) for sector in board.sectors}
        fields = tuple(x for x, hqs in open_.items() if hqs and has_airfield(s, x))
        hqs = tuple(s.world.roster.ids[u] for found in open_.values() for u in found)
        return [Product("land", (free, fields)), Product("paradrop", (free, hqs))]
    found: list[Choices] = []
    for a in _flying(s):
        sector = s.sectors[a]
        hqs = tuple(s.world.roster.ids[u] for u in receivers(s, sector))
        if has_airfield(s, sector):  # 6.7.2.c
            if hqs and not barred(s, sector):
                found.append([("land", ids[a], sector)])
        elif not _drop_spoiled(s, sector):
            found.append(Product("paradrop", ((ids[a],), hqs)))
    return found


def _flying(s: State) -> list[int]:
    aircraft = s.world.aircraft
    return [a for a in aircraft.of_side[AXIS] if s.sectors[a] and aircraft.type[a] == TRANSPORT]


def _drop_spoiled(s: State, sector: int) -> bool:
    return bool(s.options["paradrop_needs_control"]) and barred(s, sector)


# Why not ----------------------------------------------------------------------------------------


def why_not_land(s: State, surprise: bool, a: int, sector: int) -> Refused:
    refusal = _why_not_fly(s, surprise, a)
    if refusal is not None:
        return refusal
    title = s.world.aircraft.titles[a]
    if not surprise and s.sectors[a] != sector:
        return Refused("6.7.2.c", f"{title} is in sector {s.sectors[a]}, not in {sector}.")
    if sector not in s.world.board.sectors:
        last = s.world.board.sectors[-1]
        return Refused("6.3.1.a", f"There is no sector {sector}; they are 1 to {last}.")
    if not has_airfield(s, sector):
        return Refused("6.7.2.a", f"The Axis holds no airfield in sector {sector}.")
    if not surprise and barred(s, sector):
        return _why_spoiled(s, sector)
    return Refused("6.7.2.A.a", f"No HQ in sector {sector} can get supplies now.")


def why_not_paradrop(s: State, surprise: bool, a: int, u: int) -> Refused:
    refusal = _why_not_fly(s, surprise, a)
    if refusal is not None:
        return refusal
    title, hq = s.world.aircraft.titles[a], s.world.roster.titles[u]
    if not surprise and s.where[u] >= 0 and u in s.world.roster.corps:
        sector = s.sectors[a]
        there = s.world.board.sector[s.where[u]]
        if there != sector:
            return Refused("6.7.2.c", f"{title} is in sector {sector}, {hq} in {there}.")
        if has_airfield(s, sector):
            return Refused(
                "6.7.2.c", f"Sector {sector} has an Axis airfield: {title} has to land there."
            )
        if _drop_spoiled(s, sector):
            return _why_spoiled(s, sector)
    return why_not_receive(s, u) or Refused("6.7.2.A.b", f"{title} drops nothing on {hq}.")


def _why_not_fly(s: State, surprise: bool, a: int) -> Refused | None:
    aircraft = s.world.aircraft
    title = aircraft.titles[a]
    if aircraft.type[a] != TRANSPORT:
        return Refused("6.1.1.d", f"{title} is no transport.")
    refusal = why_not_at_hand(s, AXIS, a)
    if refusal is None and not surprise and not s.sectors[a]:
        return Refused("6.7.2.b", f"{title} was sent to no sector and stays in its box.")
    return refusal


def _why_spoiled(s: State, sector: int) -> Refused:
    who = s.world.aircraft.listed(spoilers(s, sector))
    where = f"{who} is in sector {sector}" if who else f"Soviet fighters were in sector {sector}"
    return Refused(
        "6.7.2.d", f"{where} after the air combat: supplies need it free of Soviet fighters."
    )


# Deliveries -------------------------------------------------------------------------------------


def paradrop(s: State, a: int, u: int) -> None:
    """The whole load on one HQ. 6.7.2.A.b"""
    ammo, fuel = s.manifests.get(a, (0, 0))
    fly_home(s, a, "flown")
    book(s, a, u, ammo, fuel, "6.7.2.A.b")


def land(s: State, a: int, sector: int) -> None:
    """The load is divided on the airfield. 6.7.2.A.a"""
    ammo, fuel = s.manifests.get(a, (0, 0))
    fly_home(s, a, "flown")
    s.tell("landed", "6.7.2.c", side=AXIS, aircraft=s.world.aircraft.ids[a], sector=sector)
    s.stack.append(Unload(a, sector, ammo, fuel))


def book(s: State, a: int, u: int, ammo: int, fuel: int, case: str) -> None:
    """Points go to the track of an HQ, where they keep and can be used at once. 6.7.3, R-177"""
    s.ammo[u] = s.ammo.get(u, 0) + ammo
    s.fuel[u] = s.fuel.get(u, 0) + fuel
    if ammo or fuel:
        s.air_supplied |= 1 << u
    name = s.world.aircraft.ids[a]
    s.tell("delivered", case, side=AXIS, unit=u, ammo=ammo, fuel=fuel, aircraft=name)


@dataclass(frozen=True, slots=True)
class Unload(Step["State"]):
    """What a transport brought is divided among HQs of the sector, two at most. 6.7.2.A.a"""

    transport: int
    sector: int
    ammo: int
    fuel: int
    kind = "unload"

    def offer(self, s: State) -> Choices | None:
        """So much for an HQ, as long as there is something; what nobody gets is lost."""
        if not self.ammo and not self.fuel:
            s.stack.pop()
            return None
        hqs = tuple(s.world.roster.ids[u] for u in receivers(s, self.sector))
        with_ammo = Product("deliver", (hqs, range(1, self.ammo + 1), range(self.fuel + 1)))
        fuel_only = Product("deliver", (hqs, (0,), range(1, self.fuel + 1)))
        return Union(with_ammo, fuel_only, [DONE])

    def take(self, s: State, choice: Choice) -> None:
        if choice == DONE:
            s.stack.pop()
            return
        ammo, fuel = int(choice[2]), int(choice[3])
        s.stack[-1] = replace(self, ammo=self.ammo - ammo, fuel=self.fuel - fuel)
        u = s.world.roster.index[str(choice[1])]
        book(s, self.transport, u, ammo, fuel, "6.7.2.A.a")

    def takes_itself(self, s: State, choice: Choice) -> bool:
        return False

    def decider(self, s: State) -> int:
        return AXIS

    def prompt(self, s: State) -> str:
        title = s.world.aircraft.titles[self.transport]
        return (
            f"Axis: {title} has {self.ammo} ammunition and {self.fuel} fuel for HQs in sector "
            f"{self.sector}; what is not given is lost."
        )

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] != "deliver":
            return Refused("6.7.2.A.a", "First divide what has landed, or finish.")
        u = s.world.roster.index[str(choice[1])]
        refusal = why_not_receive(s, u)
        if refusal is not None:
            return refusal
        title, there = s.world.roster.titles[u], s.world.board.sector[s.where[u]]
        if there != self.sector:
            return Refused(
                "6.7.2.A.a", f"{title} is in sector {there}, the airfield in {self.sector}."
            )
        return Refused(
            "6.7.2.A.a",
            f"There are {self.ammo} ammunition and {self.fuel} fuel points to give, whole ones, "
            f"not {choice[2]} and {choice[3]}.",
        )
