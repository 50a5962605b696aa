"""Where the lists of the set-up let a unit stand, whoever else is there. 18.0.b"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.loading.specs import SetUp
from hexfront.games.kesselschlacht.loading.ways import area as area_of_place
from hexfront.games.kesselschlacht.rules import optional_rules
from hexfront.games.kesselschlacht.rules.optional_rules import in_force
from hexfront.games.kesselschlacht.rules.setup_room import Group, Placed
from hexfront.games.kesselschlacht.sides import ABSENT, AWAY, SIDES, SOVIET
from hexfront.hexes import HexSet, bits
from hexfront.mechanics.entering import union

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State
    from hexfront.games.kesselschlacht.world import World

PROSKUROV = "19.1.1"
"""The optional rule whose garrison displaces units that set up in its hex."""


# Who is set up, and who has a choice -------------------------------------------------------------


def in_play(s: State, u: int) -> bool:
    """Whether a unit takes part: optional ones if their rule is in force, Hungarians unless they resist."""
    spec = s.world.roster.specs[u]
    if spec.option and not in_force(s, spec.option):
        return False  # 19.1.1, 19.2.2
    if spec.nation == "hungarian" and optional_rules.no_hungarians(s):
        return False  # 19.3.1.1
    return place_of(s, u).mode != "out"


def place_of(s: State, u: int) -> SetUp:
    """What the list of the scenario says of a unit."""
    return s.world.roster.specs[u].placing(s.world.scenario.set_up)


def fixed_hex(s: State, u: int) -> int:
    """The only hex in which a unit can be set up, -1 if there is a choice."""
    place = place_of(s, u)
    if place.mode != "in" or len(place.hexes) != 1:
        return -1
    h = s.world.grid.index(place.hexes[0])
    return -1 if _displaced(s, u, h) else h


def free_units(s: State, side: int) -> tuple[int, ...]:
    """The units of a side with a choice, on the map or not."""
    key = ("free set-up", side, s.optional, s.margarethe)
    found: tuple[int, ...] | None = s.world.known.get(key)
    if found is None:
        found = s.world.known[key] = tuple(
            u
            for u in s.world.roster.of_side[side]
            if s.where[u] != ABSENT
            # only a made-up position has those who are out on the map
            and place_of(s, u).mode not in ("arrives", "out")
            and fixed_hex(s, u) < 0
        )
    return found


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


# The slots of the Soviet armies -------------------------------------------------------------------


def slots(world: World) -> dict[str, list[Group]]:
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


def _slots_of(s: State, army: str) -> HexSet:
    known = s.world.known
    found: HexSet | None = known.get(("slots of", army))
    if found is None:
        hexes = [1 << h for g in slots(s.world).get(army, ()) for h in g.hexes]
        found = known["slots of", army] = union(hexes)
    return found


def in_slots(s: State, armies: frozenset[str]) -> list[Placed]:
    """The divisions in slots of some armies that stand on the map."""
    counts: dict[tuple[str, int], int] = {}
    for u, army in _with_slots(s.world) if armies else ():
        if army in armies and s.where[u] >= 0:
            key = (army, s.where[u])
            counts[key] = counts.get(key, 0) + 1
    return [Placed(army, h, count) for (army, h), count in counts.items()]


def _with_slots(world: World) -> list[tuple[int, str]]:
    """The Soviet units that take a slot of their army, with the army."""
    if "in slots" not in world.known:
        specs, set_up = world.roster.specs, world.scenario.set_up
        world.known["in slots"] = [
            (u, specs[u].formation)
            for u in world.roster.of_side[SOVIET]
            if specs[u].placing(set_up).mode == "slot"
        ]
    found: list[tuple[int, str]] = world.known["in slots"]
    return found


# The hexes of a unit ------------------------------------------------------------------------------


def _hexes(world: World, place: SetUp) -> HexSet:
    """The hexes of a set-up's place, worked out once."""
    key = ("set-up", place)
    if key not in world.known:
        world.known[key] = world.grid.set_of(*area_of_place(world.data, place))
    found: HexSet = world.known[key]
    return found


def area(s: State, u: int) -> HexSet:
    """The hexes in which a unit may be set up, whoever else is there; guns stand on a road. 16.1.1, 16.2"""
    world, spec, place = s.world, s.world.roster.specs[u], place_of(s, u)
    if place.mode == "with_division":
        found = sum(1 << p.hex for p in in_slots(s, frozenset([spec.formation])))  # 18.2-sov-18a
    elif place.mode == "split":
        found = _split(s, u, place)
    elif place.mode == "slot":
        found = _slots_of(s, spec.formation)
    else:
        found, h = _hexes(world, place), _listed_in(s, u)
        if h >= 0 and _displaced(s, u, h):
            found = _aside(s, u, h)
    if world.roster.artillery[u]:
        found &= world.board.road_hexes
    return found


def anywhere(s: State, u: int) -> HexSet:
    """Every hex in which a unit could come to stand, whatever the others do."""
    place = place_of(s, u)
    if place.mode in ("slot", "with_division"):
        return _slots_of(s, s.world.roster.specs[u].formation)
    h = _listed_in(s, u)
    if h >= 0 and _displaced(s, u, h):
        return 1 << h | s.world.grid.ring1[h]
    return _hexes(s.world, place)


def _listed_in(s: State, u: int) -> int:
    place = place_of(s, u)
    return s.world.grid.index(place.hexes[0]) if place.mode == "in" else -1


def _split(s: State, u: int, place: SetUp) -> HexSet:
    """At least one counter of the division goes into each hex. 18.2-ax-xlviii"""
    specs = s.world.roster.specs
    mine = [v for v, spec in enumerate(specs) if spec.division == specs[u].division]
    left = sum(s.where[v] == AWAY for v in mine)
    hexes = _hexes(s.world, place)
    empty = sum(1 << h for h in bits(hexes) if not any(s.where[v] == h for v in mine))
    return empty if empty.bit_count() >= left else hexes


def _aside(s: State, u: int, h: int) -> HexSet:
    """As many as the garrison leaves no room for go into the next hexes. 19.1.1, R-147"""
    side, hq = s.world.roster.side[u], s.world.roster.hq
    limit = s.world.tables["stacking"][SIDES[side]]
    mine = [v for v in free_units(s, side) if _listed_in(s, v) == h]
    there = sum(not hq[v] and v not in mine for v in s.units_in(h))
    excess = max(0, len(mine) + there - limit)
    aside = sum(s.where[v] >= 0 and s.where[v] != h for v in mine)
    ring = s.world.grid.ring1[h]
    return 1 << h | (ring if aside < excess else 0)
