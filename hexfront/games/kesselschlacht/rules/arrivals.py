"""Who comes when: reinforcements on the turn record, aircraft, headquarters that were lost. 13.1, 18.1-ax-reinf

How reinforcements come onto the map is part of movement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import optional_rules
from hexfront.games.kesselschlacht.rules.optional_rules import in_force
from hexfront.games.kesselschlacht.rules.status import share
from hexfront.games.kesselschlacht.sides import ABSENT, AWAY, AXIS, DEAD, NAMES, WAITING
from hexfront.hexes import HexSet
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.placing import Done, Piece, Placing

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

EARLY_TRANSPORTS = "19.1.2"
RETURN_CASES = ("13.1.3", "13.1.1.b")


def begin_track(s: State) -> None:
    """The reinforcements go to the box of their turn. Only the Axis has any. 18.1-ax-reinf.a"""
    for u, spec in enumerate(s.world.roster.specs):
        place = spec.placing(s.world.scenario.set_up)
        if place.mode == "arrives" and s.where[u] == AWAY:
            s.where[u] = WAITING
            s.queue[u] = turn_of(s, u)
        elif s.where[u] == AWAY:
            s.where[u] = ABSENT
    s.tell("reinforcements", "18.1-ax-reinf.a", side=AXIS, units=tuple(sorted(s.queue)))


def turn_of(s: State, u: int) -> int:
    """The turn on which a reinforcement comes, as the game begins. 18.1-ax-reinf.a, 19.3.1, R-153"""
    place = s.world.roster.specs[u].placing(s.world.scenario.set_up)
    return max(place.turn + optional_rules.later(s, u), s.world.scenario.first_turn)


def due(s: State) -> list[int]:
    """The reinforcements that have to come in now: nobody is delayed. 18.1-ax-reinf.a, 18.2-ax-reinf.a"""
    return [u for u, turn in sorted(s.queue.items()) if s.where[u] == WAITING and turn <= s.turn]


def area_of(s: State, u: int) -> str:
    """The entry area of a reinforcement. 18.1-ax-reinf.a"""
    return s.world.roster.specs[u].placing(s.world.scenario.set_up).area


def entry_hexes(s: State, u: int) -> HexSet:
    """Where a reinforcement may come in: its own area, or any once it was blocked. 18.1-ax-reinf.b"""
    areas = s.world.board.entry_areas
    if s.blocked >> u & 1:
        found = 0
        for hexes in areas.values():
            found |= hexes
        return found
    return areas.get(area_of(s, u), 0)


def aircraft_available(s: State, i: int) -> bool:
    """Whether an aircraft is in play this turn. 18.1-ax-air, 18.2-ax-air, 18.2-ax-reinf.gt3, 19.1.2, R-148"""
    spec = s.world.aircraft.specs[i]
    place = spec.placing(s.world.scenario.set_up)
    if spec.option and not in_force(s, spec.option):
        return False
    if place.mode == "arrives":
        early = not spec.option and in_force(s, EARLY_TRANSPORTS)
        return early or s.turn >= place.turn
    return place.mode == "box"


def why_no_aircraft(s: State, i: int) -> Refused | None:
    """Why an aircraft is not in play this turn, None if it is."""
    if aircraft_available(s, i):
        return None
    aircraft = s.world.aircraft
    spec, title = aircraft.specs[i], aircraft.titles[i]
    place = spec.placing(s.world.scenario.set_up)
    if spec.option and not in_force(s, spec.option):
        return Refused(spec.option, f"{title} is in play only by an optional rule.")
    if place.mode == "arrives":
        return Refused(
            spec.option or "18.2-ax-reinf.gt3", f"{title} comes on turn {place.turn}, not before."
        )
    return Refused("6.1.a", f"{title} is not in play in this scenario.")


# ---- headquarters that come back ----


def return_hqs(s: State, side: int) -> None:
    """Lay the placing of HQs that are due back on the stack. 13.1.1, 13.1.3, R-96"""
    if due_back(s, side):
        s.stack.append(Returning(side))


def due_back(s: State, side: int) -> list[int]:
    """The lost HQs of a side that come back now, if they find a hex."""
    roster = s.world.roster
    return [
        u
        for u, turn in sorted(s.queue.items())
        if roster.hq[u] and s.where[u] == DEAD and roster.side[u] == side and turn <= s.turn
    ]


@dataclass(slots=True)
class Returning(Placing["State"]):
    """Lost army and relief HQs come back at a source of supply on the map edge. 13.1.1, 13.1.3, R-96

    Where the enemy stands in all of them they wait for the next turn.
    """

    side: int

    kind = "arrivals"
    verbs = ("place",)
    done = Done.NEVER

    def hand(self, s: State) -> Iterator[Piece]:
        open_ = self._open(s)
        for u in due_back(s, self.side):
            if open_:
                yield Piece(s.world.roster.ids[u], s.world.grid.listed(open_))

    def _open(self, s: State) -> HexSet:
        return s.world.board.supply_edges[self.side] & ~s.occupied[1 - self.side]

    def lay(self, s: State, name: str, h: int) -> None:
        u = s.world.roster.index[name]
        del s.queue[u]
        s.put(u, h)
        s.tell("returns", RETURN_CASES[self.side], side=self.side, units=(u,), hex=h)
        share(s, h)

    def prompt(self, s: State) -> str:
        return (
            f"{NAMES[self.side]}: place the HQs that come back at a source of supply on the edge."
        )

    def why_not_now(self, s: State, choice: object) -> Refused:
        return Refused(RETURN_CASES[self.side], "HQs that come back are placed first.")

    def why_not_piece(self, s: State, verb: str, name: str) -> Refused | None:
        u = s.world.roster.index.get(name)
        if u in due_back(s, self.side):
            return None
        case, title = RETURN_CASES[self.side], name if u is None else s.world.roster.titles[u]
        if u is not None and s.where[u] == DEAD and u in s.queue:
            return Refused("13.1.1.b", f"{title} comes back on turn {s.queue[u]}.")
        return Refused(case, f"{title} is not an HQ that comes back now.")

    def why_not_here(self, s: State, name: str, h: int) -> Refused:
        number = s.world.grid.number(h)
        if s.occupied[1 - self.side] >> h & 1:
            return Refused("11.1.2.b", f"There are enemy units in {number}.")
        edges = ", ".join(s.world.grid.names(s.world.board.supply_edges[self.side]))
        return Refused(
            RETURN_CASES[self.side], f"{number} is no source of supply; those are {edges}."
        )
