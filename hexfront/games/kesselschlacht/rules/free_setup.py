"""Units that have a choice of hexes: where each may still be set up. 18.0.b"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from hexfront.games.kesselschlacht.loading.specs import SetUp
from hexfront.games.kesselschlacht.loading.ways import area
from hexfront.games.kesselschlacht.rules import optional_rules
from hexfront.games.kesselschlacht.rules.arrivals import turn_of
from hexfront.games.kesselschlacht.rules.optional_rules import in_force
from hexfront.games.kesselschlacht.rules.setup_room import Group, Placed, places
from hexfront.games.kesselschlacht.sides import ABSENT, AWAY, AXIS, NAMES, SIDES, SOVIET
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.entering import union
from hexfront.mechanics.placing import Done, Piece, Placing
from hexfront.mechanics.telling import in_words

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State
    from hexfront.games.kesselschlacht.world import World

PROSKUROV = "19.1.1"
"""The optional rule whose garrison displaces units that set up in its hex."""


# ---- who stands where ----


def in_play(s: State, u: int) -> bool:
    """Whether a unit takes part: optional ones if their rule is in force, Hungarians unless they resist."""
    spec = s.world.roster.specs[u]
    if spec.option and not in_force(s, spec.option):
        return False  # 19.1.1, 19.2.2
    if spec.nation == "hungarian" and optional_rules.no_hungarians(s):
        return False  # 19.3.1.1
    return spec.placing(s.world.scenario.set_up).mode != "out"


def fixed_hex(s: State, u: int) -> int:
    """The only hex in which a unit can be set up, -1 if there is a choice."""
    place = s.world.roster.specs[u].placing(s.world.scenario.set_up)
    if place.mode != "in" or len(place.hexes) != 1:
        return -1
    h = s.world.grid.index(place.hexes[0])
    return -1 if _displaced(s, u, h) else h


def _displaced(s: State, u: int, h: int) -> bool:
    """Whether a unit sets up where a garrison may push it aside. 19.1.1, R-147"""
    if not in_force(s, PROSKUROV) or s.world.roster.garrison[u] or s.world.roster.hq[u]:
        return False
    return bool(_garrison_hexes(s) >> h & 1)


def _garrison_hexes(s: State) -> HexSet:
    specs, set_up = s.world.roster.specs, s.world.scenario.set_up
    return s.world.grid.set_of(
        *[spec.placing(set_up).hexes[0] for spec in specs if spec.option == PROSKUROV]
    )


def _hexes(world: World, place: SetUp) -> HexSet:
    """The hexes of a set-up's place, worked out once."""
    key = ("set-up", place)
    if key not in world.known:
        world.known[key] = world.grid.set_of(*area(world.data, place))
    found: HexSet = world.known[key]
    return found


def _in_slots(world: World) -> list[tuple[int, str]]:
    """The Soviet units that take a slot of their army, with the army."""
    if "in slots" not in world.known:
        units, specs, set_up = (
            world.roster.of_side[SOVIET],
            world.roster.specs,
            world.scenario.set_up,
        )
        world.known["in slots"] = [
            (u, specs[u].formation) for u in units if specs[u].placing(set_up).mode == "slot"
        ]
    found: list[tuple[int, str]] = world.known["in slots"]
    return found


# ---- the choice of a side ----


class Part(NamedTuple):
    """Units whose hexes have to do with each other, and with no others': each part is looked at alone."""

    units: tuple[int, ...]
    hexes: HexSet
    armies: frozenset[str]
    """The armies whose slots lie there."""


MOST_KNOWN = 20_000
"""So many parts of set-ups are remembered."""


@dataclass(slots=True)
class FreeSetup(Placing["State"]):
    """A side places the units that have a choice of hexes. 18.0.b"""

    side: int

    kind = "setup"
    only = ("18.0.c", "The set-up has to be finished first.")
    done = Done.ALL_PLACED
    looked_over = True

    def begin(self, s: State) -> None:
        s.phase = f"setup-{SIDES[self.side]}"

    def _known(self, s: State) -> tuple[tuple[int, ...], tuple[Part, ...], dict[Any, list[Piece]]]:
        """The units with a choice, the parts they fall into, and pieces that were offered before."""
        key = ("free set-up", self.side, s.optional, s.margarethe)
        found = s.world.known.get(key)
        if found is None:
            free = tuple(
                u
                for u in s.world.roster.of_side[self.side]
                if s.where[u] != ABSENT
                and s.world.roster.specs[u].placing(s.world.scenario.set_up).mode
                not in ("arrives", "out")  # only a made-up position has the latter on the map
                and fixed_hex(s, u) < 0
            )
            found = s.world.known[key] = (free, self._parts(s, free), {})
        return found

    def _parts(self, s: State, free: tuple[int, ...]) -> tuple[Part, ...]:
        parts: list[Part] = []
        for u in free:
            spec = s.world.roster.specs[u]
            mode = spec.placing(s.world.scenario.set_up).mode
            part = Part((u,), self._anywhere(s, u), frozenset([spec.formation] * (mode == "slot")))
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

    def _anywhere(self, s: State, u: int) -> HexSet:
        """Every hex in which a unit could come to stand, whatever the others do."""
        spec = s.world.roster.specs[u]
        place = spec.placing(s.world.scenario.set_up)
        if place.mode in ("slot", "with_division"):
            return self._slots_of(s, spec.formation)
        h = self._listed_in(s, u)
        if h >= 0 and _displaced(s, u, h):
            return 1 << h | s.world.grid.ring1[h]
        return _hexes(s.world, place)

    def _slots_of(self, s: State, army: str) -> HexSet:
        return union(
            _hexes(s.world, slot.place)
            for slot in s.world.data.slots
            if slot.set_up == s.world.scenario.set_up and slot.formation == army
        )

    def _free(self, s: State) -> tuple[int, ...]:
        """The units with a choice, on the map or not."""
        return self._known(s)[0]

    def _left(self, s: State, units: tuple[int, ...] | None = None) -> list[int]:
        """The units still to be placed; of an army's divisions only as many as it has slots. R-06"""
        left = [u for u in (self._free(s) if units is None else units) if s.where[u] == AWAY]
        full = {army for army, wanted in self._slots_left(s).items() if not wanted}
        specs, set_up = s.world.roster.specs, s.world.scenario.set_up
        return [
            u
            for u in left
            if specs[u].placing(set_up).mode != "slot" or specs[u].formation not in full
        ]

    def _slots_left(self, s: State) -> dict[str, int]:
        """How many divisions each army still sets up."""
        wanted: dict[str, int] = {}
        for slot in s.world.data.slots:
            if slot.set_up == s.world.scenario.set_up:
                wanted[slot.formation] = wanted.get(slot.formation, 0) + slot.divisions
        for p in self._placed(s):
            wanted[p.army] -= p.many
        return wanted

    def _placed(self, s: State) -> list[Placed]:
        counts: dict[tuple[str, int], int] = {}
        for u, army in _in_slots(s.world) if self.side == SOVIET else ():
            if s.where[u] >= 0:
                key = (army, s.where[u])
                counts[key] = counts.get(key, 0) + 1
        return [Placed(army, h, count) for (army, h), count in counts.items()]

    def _rooms(self, s: State, hexes: HexSet) -> dict[int, int]:
        """The rooms left in those of the hexes that are not the enemy's. 3.1.2"""
        limit = s.world.tables["stacking"][SIDES[self.side]]
        hq = s.world.roster.hq
        enemy = s.occupied[1 - self.side]
        return {
            h: limit - sum(not hq[v] for v in s.stacks.get(h, ())) for h in bits(hexes & ~enemy)
        }

    def area(self, s: State, u: int) -> HexSet:
        """The hexes in which a unit may be set up, whoever else is there; guns stand on a road. 16.1.1, 16.2"""
        world = s.world
        spec = world.roster.specs[u]
        place = spec.placing(world.scenario.set_up)
        if place.mode == "with_division":
            found = sum(
                1 << p.hex for p in self._placed(s) if p.army == spec.formation
            )  # 18.2-sov-18a
        elif place.mode == "split":
            found = self._split(s, u, place)
        elif place.mode == "slot":
            found = self._slots_of(s, spec.formation)
        else:
            found = _hexes(world, place)
            if place.mode == "in" and _displaced(s, u, world.grid.index(place.hexes[0])):
                found = self._aside(s, u, world.grid.index(place.hexes[0]))
        if world.roster.artillery[u]:
            found &= world.board.road_hexes
        return found

    def _split(self, s: State, u: int, place: SetUp) -> HexSet:
        """At least one counter of the division goes into each hex. 18.2-ax-xlviii"""
        specs = s.world.roster.specs
        mine = [v for v, spec in enumerate(specs) if spec.division == specs[u].division]
        left = sum(s.where[v] == AWAY for v in mine)
        hexes = _hexes(s.world, place)
        empty = sum(1 << h for h in bits(hexes) if not any(s.where[v] == h for v in mine))
        return empty if empty.bit_count() >= left else hexes

    def _aside(self, s: State, u: int, h: int) -> HexSet:
        """As many as the garrison leaves no room for go into the next hexes. 19.1.1, R-147"""
        limit = s.world.tables["stacking"][SIDES[self.side]]
        hq = s.world.roster.hq
        mine = [v for v in self._free(s) if self._listed_in(s, v) == h]
        there = sum(not hq[v] and v not in mine for v in s.units_in(h))
        excess = max(0, len(mine) + there - limit)
        aside = sum(s.where[v] >= 0 and s.where[v] != h for v in mine)
        ring = s.world.grid.ring1[h]
        return 1 << h | (ring if aside < excess else 0)

    def _listed_in(self, s: State, u: int) -> int:
        place = s.world.roster.specs[u].placing(s.world.scenario.set_up)
        return s.world.grid.index(place.hexes[0]) if place.mode == "in" else -1

    def _groups(self, s: State, part: Part) -> tuple[list[Group], dict[int, HexSet]]:
        """Who of a part wants rooms where, and the hexes of each unit left."""
        world = s.world
        groups: dict[HexSet, int] = {}
        areas: dict[int, HexSet] = {}
        for u in self._left(s, part.units):
            areas[u] = self.area(s, u)
            mode = world.roster.specs[u].placing(world.scenario.set_up).mode
            if not world.roster.hq[u] and mode not in ("slot", "with_division"):
                groups[areas[u]] = groups.get(areas[u], 0) + 1
        found = [Group(hexes, frozenset(bits(hexes)), count) for hexes, count in groups.items()]
        for slot in world.data.slots:
            if slot.set_up == world.scenario.set_up and slot.formation in part.armies:
                found += _slot_groups(world, slot.id, slot.formation, slot.divisions, slot.place)
        return found, areas

    def hand(self, s: State) -> Iterator[Piece]:
        """Units left with the hexes in which they leave room for all others. 18.0.b"""
        _, parts, known = self._known(s)
        where, enemy = s.where, s.occupied[1 - self.side]
        for part in parts:
            key = (part.hexes, enemy & part.hexes, *[where[u] for u in part.units])
            pieces = known.get(key)
            if pieces is None:
                if len(known) > MOST_KNOWN:
                    known.clear()
                pieces = known[key] = list(self._pieces(s, part))
            yield from pieces

    def _pieces(self, s: State, part: Part) -> Iterator[Piece]:
        world, roster = s.world, s.world.roster
        groups, areas = self._groups(s, part)
        rooms = self._rooms(s, part.hexes)
        placed = self._placed(s)
        open_ = places(groups, placed, rooms)
        if open_ is None:
            open_ = places(_elsewhere(groups, placed, rooms), placed, rooms)
        if (
            open_ is None
        ):  # in a made-up position there may not be room for all: then each hex counts alone
            open_ = {g.name: frozenset(h for h in g.hexes if rooms.get(h, 0) > 0) for g in groups}
        free = sum(1 << h for h, room in rooms.items() if room > 0)
        by_army: dict[str, HexSet] = {}
        for g in groups:
            if g.army:
                hexes = sum(1 << h for h in open_.get(g.name, ()))
                by_army[g.army] = by_army.get(g.army, 0) | hexes
        for u, hexes in areas.items():
            spec = roster.specs[u]
            mode = spec.placing(world.scenario.set_up).mode
            if roster.hq[u]:
                found = hexes & ~s.occupied[1 - self.side]
            elif mode == "with_division":
                found = hexes & free
            elif mode == "slot":
                found = by_army.get(spec.formation, 0)
            else:
                found = sum(1 << h for h in open_.get(hexes, ()))
            yield Piece(roster.ids[u], world.grid.listed(found))

    def backs(self, s: State) -> list[Choice]:
        return [s.world.roster.take[u] for u in self._free(s) if s.where[u] >= 0]

    def lay(self, s: State, name: str, h: int) -> None:
        u = s.world.roster.index[name]
        s.put(u, h)
        s.tell("setup", "18.0.b", side=self.side, units=(u,), hex=h)

    def take_back(self, s: State, name: str) -> None:
        u = s.world.roster.index[name]
        for v in (u, *self._left_alone(s, u)):
            s.tell("setup-back", "18.0.b", unit=v, hex=s.where[v])
            s.lift(v)

    def _left_alone(self, s: State, u: int) -> list[int]:
        """The units that stand with a division, if it is their last one in the hex. 18.2-sov-18a"""
        roster, set_up, h = s.world.roster, s.world.scenario.set_up, s.where[u]
        army = [v for v in s.units_in(h) if roster.specs[v].formation == roster.specs[u].formation]
        modes = {v: roster.specs[v].placing(set_up).mode for v in army if v != u}
        if "slot" in modes.values():
            return []
        return [v for v, mode in modes.items() if mode == "with_division"]

    def close(self, s: State) -> None:
        """Whoever an army has no slot for stays out. R-06"""
        for u in self._free(s):
            if s.where[u] == AWAY:
                s.where[u] = ABSENT

    def prompt(self, s: State) -> str:
        left = len(self._left(s))
        if left:
            return (
                f"{NAMES[self.side]}: set up the units that have a choice of hexes ({left} left)."
            )
        return f"{NAMES[self.side]}: finish the set-up, or take a unit back and place it elsewhere."

    def why_not_now(self, s: State, choice: Choice) -> Refused:
        if choice[0] != "done":
            return Refused(*self.only)
        left = s.world.roster.listed(self._left(s))
        return Refused("18.0.b", f"These units have still to be placed: {left}.")

    def why_not_piece(self, s: State, verb: str, name: str) -> Refused | None:
        """Not this side's, not free to be placed, or it stands already."""
        roster = s.world.roster
        if name not in roster.index:
            return Refused("18.0.b", f"There is no unit {name!r} to be set up.")
        u, title = roster.index[name], roster.title(name)
        if roster.side[u] != self.side:
            return Refused("18.0.c", f"It is the {NAMES[self.side]} side that sets up now.")
        if u not in self._free(s):
            return self._why_not_free(s, u)
        if verb == "take":
            return Refused("18.0.b", f"{title} is not on the map.")
        if s.where[u] >= 0:
            return Refused("18.0.b", f"{title} is placed already; take it back first.")
        if u not in self._left(s):
            army = roster.specs[u].formation
            return Refused("18.0.b", f"All slots of {army} are filled; {title} is not needed.")
        return None

    def _why_not_free(self, s: State, u: int) -> Refused:
        spec, title = s.world.roster.specs[u], s.world.roster.titles[u]
        place = spec.placing(s.world.scenario.set_up)
        if s.where[u] == ABSENT:
            if spec.option:
                return Refused(spec.option, f"{title} is in play only by an optional rule.")
            return Refused("18.0.b", f"{title} is not in play in this scenario.")
        if place.mode == "arrives":
            return Refused("18.1-ax-reinf.a", f"{title} comes on turn {turn_of(s, u)}.")
        return Refused("18.0.b", f"{title} has to stand in {place.hexes[0]}, where it is listed.")

    def why_not_here(self, s: State, name: str, h: int) -> Refused:
        """Not its area, the enemy's, full, no road for guns, or no room would be left for others."""
        u = s.world.roster.index[name]
        number, title = s.world.grid.number(h), s.world.roster.titles[u]
        if s.occupied[1 - self.side] >> h & 1:
            return Refused("18.0.b", f"There are enemy units in {number}.")
        hexes = self.area(s, u)
        if not hexes >> h & 1:
            if s.world.roster.artillery[u] and not s.world.board.road_hexes >> h & 1:
                case = "16.1.1.a" if self.side == AXIS else "16.2.a"
                return Refused(
                    case, f"{title} has to stand on a road; none leads through {number}."
                )
            spec = s.world.roster.specs[u]
            if spec.placing(s.world.scenario.set_up).mode == "with_division":
                return Refused(
                    "18.0.b",
                    f"{title} stands with a division of {spec.formation}, and none is in {number}.",
                )
            where = ", ".join(s.world.grid.names(hexes))
            return Refused(
                "18.0.b", f"{title} may be set up in {where}; {number} is none of these."
            )
        limit = s.world.tables["stacking"][SIDES[self.side]]
        units = [v for v in s.units_in(h) if not s.world.roster.hq[v]]
        if len(units) >= limit:
            most = in_words(limit, "combat unit")
            case = "3.1.2.b" if self.side == AXIS else "3.1.2.a"
            return Refused(case, f"{number} would hold more than {most}.")
        return Refused(
            "18.0.b",
            f"With {title} in {number} there would be no room left for others who need it.",
        )


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


def _slot_groups(world: World, name: str, army: str, divisions: int, place: SetUp) -> list[Group]:
    """The rooms that a slot wants: one in each hex where it says so. 18.2-sov-60a"""
    if place.mode == "one_each":
        return [
            Group((name, number), frozenset((world.grid.index(number),)), 1, army)
            for number in place.hexes
        ]
    return [Group(name, frozenset(bits(_hexes(world, place))), divisions, army)]
