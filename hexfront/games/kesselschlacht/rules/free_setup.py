"""Units that have a choice of hexes: where each may still be set up. 18.0.b"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
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
from hexfront.kernel.offer import sample
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.entering import union
from hexfront.mechanics.placing import Done, Piece, Placing
from hexfront.mechanics.telling import in_words
from hexfront.mechanics.verbs import DONE

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


def _slots(world: World) -> dict[str, list[Group]]:
    """The rooms that the slots of each army want, in the order of the data."""
    if "slots" not in world.known:
        found: dict[str, list[Group]] = {}
        for slot in world.data.slots:
            if slot.set_up == world.scenario.set_up:
                army, place = slot.formation, slot.place
                found.setdefault(army, []).extend(
                    [
                        Group((slot.id, number), frozenset((world.grid.index(number),)), 1, army)
                        for number in place.hexes
                    ]  # one in each hex: 18.2-sov-60a
                    if place.mode == "one_each"
                    else [
                        Group(slot.id, frozenset(bits(_hexes(world, place))), slot.divisions, army)
                    ]
                )
        world.known["slots"] = found
    known: dict[str, list[Group]] = world.known["slots"]
    return known


# ---- the choice of a side ----


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


@dataclass(slots=True)
class FreeSetup(Placing["State"]):
    """A side places the units that have a choice of hexes. 18.0.b"""

    side: int
    waits: bool = field(default=False, repr=False, compare=False)
    """Once somebody is placed there is always a choice, and be it to take them back."""

    kind = "setup"
    only = ("18.0.c", "The set-up has to be finished first.")
    done = Done.ALL_PLACED
    looked_over = True

    def begin(self, s: State) -> None:
        s.phase = f"setup-{SIDES[self.side]}"

    def _known(self, s: State) -> tuple[tuple[int, ...], tuple[Part, ...], dict[Any, Any]]:
        """The units with a choice, the parts they fall into, and what was found of these before."""
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
        known = s.world.known
        found: HexSet | None = known.get(("slots of", army))
        if found is None:
            hexes = [1 << h for g in _slots(s.world).get(army, ()) for h in g.hexes]
            found = known["slots of", army] = union(hexes)
        return found

    def _free(self, s: State) -> tuple[int, ...]:
        """The units with a choice, on the map or not."""
        return self._known(s)[0]

    def _left(self, s: State) -> list[int]:
        """The units still to be placed."""
        return [u for part in self._hands(s) for u in part.areas]

    def _left_of(self, s: State, part: Part, placed: list[Placed]) -> list[int]:
        """Those of a part; of an army's divisions only as many as it has slots. R-06"""
        left = [u for u in part.units if s.where[u] == AWAY]
        full = {army for army, wanted in self._slots_left(s, placed).items() if not wanted}
        specs, set_up = s.world.roster.specs, s.world.scenario.set_up
        return [
            u
            for u in left
            if specs[u].placing(set_up).mode != "slot" or specs[u].formation not in full
        ]

    def _slots_left(self, s: State, placed: list[Placed]) -> dict[str, int]:
        """How many divisions each army still sets up."""
        wanted = {army: sum([g.wanted for g in slots]) for army, slots in _slots(s.world).items()}
        for p in placed:
            wanted[p.army] -= p.many
        return wanted

    def _placed(self, s: State, armies: frozenset[str]) -> list[Placed]:
        """The divisions in slots of some armies that stand on the map."""
        counts: dict[tuple[str, int], int] = {}
        for u, army in _in_slots(s.world) if armies else ():
            if army in armies and s.where[u] >= 0:
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
                1 << p.hex for p in self._placed(s, frozenset([spec.formation]))
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

    def _groups(
        self, s: State, part: Part, placed: list[Placed]
    ) -> tuple[list[Group], dict[int, HexSet]]:
        """Who of a part wants rooms where, and the hexes of each unit left."""
        world = s.world
        groups: dict[HexSet, int] = {}
        areas: dict[int, HexSet] = {}
        for u in self._left_of(s, part, placed):
            areas[u] = self.area(s, u)
            mode = world.roster.specs[u].placing(world.scenario.set_up).mode
            if not world.roster.hq[u] and mode not in ("slot", "with_division"):
                groups[areas[u]] = groups.get(areas[u], 0) + 1
        found = [Group(hexes, frozenset(bits(hexes)), count) for hexes, count in groups.items()]
        for army, slots in _slots(world).items():
            found += slots if army in part.armies else []
        return found, areas

    def hand(self, s: State) -> Iterator[Piece]:
        """Units left with the hexes in which they leave room for all others. 18.0.b"""
        ids, listed = s.world.roster.ids, s.world.grid.listed
        for part in self._hands(s):
            if part.pieces is None:
                part.pieces = [Piece(ids[u], listed(part.hexes(u))) for u in part.areas]
            yield from part.pieces

    def _hands(self, s: State) -> list[Hand]:
        return self._table(s).hands

    def _table(self, s: State) -> Table:
        """Part after part, as found before for where its units and the enemy are."""
        free, parts, known = self._known(s)
        where, enemy = s.where, s.occupied[1 - self.side]
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
                found = known[key] = self._hand_of(s, part)
            hands.append(found)
        backs = [s.world.roster.take[u] for u in free if where[u] >= 0]
        found = known["last"] = Table(now, hands, backs, sum([part.size for part in hands]))
        return found

    def _hand_of(self, s: State, part: Part) -> Hand:
        specs, set_up = s.world.roster.specs, s.world.scenario.set_up
        placed = self._placed(s, part.armies)
        groups, areas = self._groups(s, part, placed)
        rooms = self._rooms(s, part.hexes)
        free = sum([1 << h for h, room in rooms.items() if room > 0])
        room = places(groups, placed, rooms)
        if room is None:
            room = places(_elsewhere(groups, placed, rooms), placed, rooms)
        if room is None:
            # in a made-up position there may not be room for all: then each hex counts alone
            wide = {g.name: sum([1 << h for h in g.hexes]) & free for g in groups}
            room = wide.__getitem__
        slots: dict[str, tuple[Hashable, ...]] = {
            army: tuple([g.name for g in groups if g.army == army]) for army in part.armies
        }
        hand = Hand(areas, {}, room, {}, sum([area.bit_count() for area in areas.values()]))
        for u, hexes in areas.items():
            mode = specs[u].placing(set_up).mode
            if s.world.roster.hq[u]:
                hand.found[u] = hexes & ~s.occupied[1 - self.side]
            elif mode == "with_division":
                hand.found[u] = hexes & free
            else:
                hand.groups[u] = slots[specs[u].formation] if mode == "slot" else (hexes,)
        return hand

    def offers(self, s: State, choice: Choice) -> bool:
        """Only the unit that is placed is asked about."""
        hands, roster, number = self._hands(s), s.world.roster, s.world.grid.number
        if choice == DONE:
            return not any(part.areas for part in hands)
        u = roster.index.get(str(choice[1]), -1) if len(choice) > 1 else -1
        if u < 0 or choice == roster.take[u]:
            return u in self._free(s) and s.where[u] >= 0
        hand = next((part for part in hands if u in part.areas), None)
        if hand is None or len(choice) != 3:
            return False
        return any(choice == ("place", roster.ids[u], number(h)) for h in bits(hand.hexes(u)))

    def draw(self, s: State, random: Random) -> Choice:
        """Of all that might be chosen one after another is drawn until one is legal."""
        _, hands, backs, size = self._table(s)
        if not any(part.areas for part in hands):
            return sample([*backs, DONE], random)
        while True:
            at = int(random.random() * (len(backs) + size))
            if at < len(backs):
                return backs[at]
            at -= len(backs)
            for part in hands:
                if at < part.size:
                    break
                at -= part.size
            u, h = part.place(at)
            if part.hexes(u) >> h & 1:
                return ("place", s.world.roster.ids[u], s.world.grid.number(h))

    def backs(self, s: State) -> list[Choice]:
        return self._table(s).backs

    def lay(self, s: State, name: str, h: int) -> None:
        u = s.world.roster.index[name]
        s.put(u, h)
        s.tell("setup", "18.0.b", side=self.side, units=(u,), hex=h)
        s.stack[-1] = FreeSetup(self.side, waits=True)

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
