"""Who is still to be set up, and where each leaves room for all others. 18.0.b

The units of a side fall into parts whose hexes have nothing to do with each other. Each part is looked at
alone, and what was found is remembered for where its units and the enemy are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from hexfront.games.kesselschlacht.rules.setup_areas import (
    anywhere,
    area,
    free_units,
    in_slots,
    place_of,
    slots,
)
from hexfront.games.kesselschlacht.rules.setup_room import Group, Placed, places
from hexfront.games.kesselschlacht.sides import AWAY, SIDES
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.mechanics.entering import union
from hexfront.mechanics.placing import Piece

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


class Part(NamedTuple):
    """Units whose hexes have to do with each other, and with no others': each part is looked at alone."""

    units: tuple[int, ...]
    hexes: HexSet
    armies: frozenset[str]
    """The armies whose slots lie there."""


@dataclass(slots=True)
class Hand:
    """The units of a part that are still to be placed; where each may be is found only when somebody asks."""

    areas: dict[int, HexSet]
    """The hexes that each may be set up in, whoever else is there."""
    groups: dict[int, tuple[Hashable, ...]]
    """The groups that those belong to who need a room that others may want."""
    room: Callable[[Hashable], HexSet]
    """The rooms that one of a group can have."""
    found: dict[int, HexSet]
    """Where units may be placed, as far as it is known."""
    size: int = 0
    """How many hexes that makes, each unit's counted for itself."""
    pieces: list[Piece] | None = None

    def hexes(self, u: int) -> HexSet:
        """Where a unit may be placed now."""
        hexes = self.found.get(u)
        if hexes is None:
            hexes = self.found[u] = union([self.room(name) for name in self.groups[u]])
        return hexes

    def place(self, at: int) -> tuple[int, int]:
        """The n-th unit with a hex of its area."""
        for u, hexes in self.areas.items():
            size = hexes.bit_count()
            if at < size:
                return u, list(bits(hexes))[at]
            at -= size
        raise IndexError(at)


class Table(NamedTuple):
    """All that is in hand and on the map, as it was last asked for."""

    where: tuple[HexSet, ...]
    """What it hangs on: where the enemy is and each unit with a choice."""
    hands: list[Hand]
    backs: list[Choice]
    size: int
    """The sizes of all hands together."""


MOST_KNOWN = 1_000
"""So many parts of set-ups are remembered."""


def table_of(s: State, side: int) -> Table:
    """Part after part, as found before for where its units and the enemy are."""
    free, where, enemy = free_units(s, side), s.where, s.occupied[1 - side]
    parts, known = _known(s, side)
    now = (enemy, *[where[u] for u in free])
    last: Table | None = known.get("last")
    if last is not None and last.where == now:
        return last
    hands = []
    for part in parts:
        key = (part.hexes, enemy & part.hexes, *[where[u] for u in part.units])
        found = known.get(key)
        if found is None:
            if len(known) > MOST_KNOWN:
                known.clear()
            found = known[key] = _hand_of(s, side, part)
        hands.append(found)
    backs = [s.world.roster.take[u] for u in free if where[u] >= 0]
    found = known["last"] = Table(now, hands, backs, sum([part.size for part in hands]))
    return found


def still_to_place(s: State, side: int) -> list[int]:
    """The units still to be placed."""
    return [u for part in table_of(s, side).hands for u in part.areas]


def _known(s: State, side: int) -> tuple[tuple[Part, ...], dict[Hashable, Any]]:
    """The parts of a set-up, and what was found of them before."""
    key = ("set-up parts", side, s.optional, s.margarethe)
    found = s.world.known.get(key)
    if found is None:
        found = s.world.known[key] = (_parts(s, free_units(s, side)), {})
    parts, known = found
    return parts, known


def _parts(s: State, free: tuple[int, ...]) -> tuple[Part, ...]:
    parts: list[Part] = []
    for u in free:
        in_slot, army = place_of(s, u).mode == "slot", s.world.roster.specs[u].formation
        part = Part((u,), anywhere(s, u), frozenset([army] if in_slot else ()))
        for other in list(parts):
            if other.hexes & part.hexes or other.armies & part.armies:
                parts.remove(other)
                part = Part(
                    tuple(sorted(other.units + part.units)),
                    other.hexes | part.hexes,
                    other.armies | part.armies,
                )
        parts.append(part)
    return tuple(parts)


def _left_of(s: State, part: Part, placed: list[Placed]) -> list[int]:
    """Those of a part; of an army's divisions only as many as it has slots. R-06"""
    away = [u for u in part.units if s.where[u] == AWAY]
    full = {army for army, wanted in _slots_left(s, placed).items() if not wanted}
    specs = s.world.roster.specs
    return [u for u in away if place_of(s, u).mode != "slot" or specs[u].formation not in full]


def _slots_left(s: State, placed: list[Placed]) -> dict[str, int]:
    """How many divisions each army still sets up."""
    wanted = {army: sum([g.wanted for g in groups]) for army, groups in slots(s.world).items()}
    for p in placed:
        wanted[p.army] -= p.many
    return wanted


def _rooms(s: State, side: int, hexes: HexSet) -> dict[int, int]:
    """The rooms left in those of the hexes that are not the enemy's. 3.1.2"""
    limit, hq = s.world.tables["stacking"][SIDES[side]], s.world.roster.hq
    free = hexes & ~s.occupied[1 - side]
    return {h: limit - sum(not hq[v] for v in s.stacks.get(h, ())) for h in bits(free)}


def _groups(s: State, part: Part, placed: list[Placed]) -> tuple[list[Group], dict[int, HexSet]]:
    """Who of a part wants rooms where, and the hexes of each unit left."""
    groups: dict[HexSet, int] = {}
    areas: dict[int, HexSet] = {}
    for u in _left_of(s, part, placed):
        areas[u] = area(s, u)
        if not s.world.roster.hq[u] and place_of(s, u).mode not in ("slot", "with_division"):
            groups[areas[u]] = groups.get(areas[u], 0) + 1
    found = [Group(hexes, frozenset(bits(hexes)), count) for hexes, count in groups.items()]
    for army, wanted in slots(s.world).items():
        found += wanted if army in part.armies else []
    return found, areas


def _hand_of(s: State, side: int, part: Part) -> Hand:
    placed = in_slots(s, part.armies)
    groups, areas = _groups(s, part, placed)
    rooms = _rooms(s, side, part.hexes)
    free = sum([1 << h for h, room in rooms.items() if room > 0])
    room = places(groups, placed, rooms)
    if room is None:
        room = places(_elsewhere(groups, placed, rooms), placed, rooms)
    if room is None:
        # in a made-up position there may not be room for all: then each hex counts alone
        wide = {g.name: sum([1 << h for h in g.hexes]) & free for g in groups}
        room = wide.__getitem__
    names: dict[str, tuple[Hashable, ...]] = {
        army: tuple([g.name for g in groups if g.army == army]) for army in part.armies
    }
    hand = Hand(areas, {}, room, {}, sum([hexes.bit_count() for hexes in areas.values()]))
    for u, hexes in areas.items():
        mode = place_of(s, u).mode
        if s.world.roster.hq[u]:
            hand.found[u] = hexes & ~s.occupied[1 - side]
        elif mode == "with_division":
            hand.found[u] = hexes & free
        else:
            hand.groups[u] = (
                names[s.world.roster.specs[u].formation] if mode == "slot" else (hexes,)
            )
    return hand


def _elsewhere(groups: list[Group], placed: list[Placed], rooms: Mapping[int, int]) -> list[Group]:
    """Divisions whose hexes the enemy has taken stand in other hexes of their army. 19.1.1, R-147"""
    found: list[Group] = []
    for g in groups:
        room = sum(rooms.get(h, 0) for h in g.hexes)
        room += sum(p.many for p in placed if p.army == g.army and p.hex in g.hexes)
        found.append(g._replace(wanted=min(g.wanted, room)) if g.army else g)
    for army in sorted({g.army for g in groups} - {""}):
        mine = [g for g in groups if g.army == army]
        more = sum(g.wanted for g in mine) - sum(g.wanted for g in found if g.army == army)
        if more:
            hexes = frozenset().union(*(g.hexes for g in mine))
            found.append(Group(("elsewhere", army), hexes, more, army))
    return found
