"""What a made-up position is made of: its map, its units, and the world they make up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexfront.games.oder.loading.load import (
    GRID,
    MOBILITIES,
    SIZES,
    TERRAINS,
    TYPES,
    OderData,
    PlaceSpec,
    UnitSpec,
)
from hexfront.games.oder.sides import SIDES
from hexfront.games.oder.state import State
from hexfront.games.oder.world import World
from hexfront.kernel.fields import (
    Json,
    check_names,
    hex_index,
    list_field,
    object_field,
    whole_field,
    word_field,
)
from hexfront.kernel.refusal import malformed, unknown
from hexfront.kernel.scenarios import Scenario
from hexfront.mechanics.map_data import RiverSpec
from hexfront.mechanics.positions import hexside, own_units


class MadeUp(World):
    """The world of a made-up position, which may have units of its own."""

    def __init__(
        self, data: OderData, scenario: Scenario, options: dict[str, Any], game: OderData
    ) -> None:
        super().__init__(data, scenario, options)
        known = {spec.id: spec for spec in game.units}
        self.own = own_units(self.roster.specs, known)
        """The units that are not in the game's roster, or not like this."""
        self.usual_bridges = GRID.set_of(*game.tables["land_bridges"]["hexes"])
        """The land bridges of the game itself."""


# ---- the map ----

HEX_FIELDS = State.outside("hexes") | {
    "terrain", "town", "city", "fort", "fort_intact", "control", "original", "ever", "coastal",
    "land_bridge", "sea", "playable",
}  # fmt: skip


def lay_map(data: OderData, position: Json, blank: bool) -> OderData:
    """The data with the position's hexes and hexsides laid over the map, or over a blank one.

    A blank map has every hex clear and nobody's; edges, the industrial region and the land bridges are
    where the rules have them.
    """
    numbers = list(data.terrain)
    terrain = dict.fromkeys(numbers, "clear") if blank else dict(data.terrain)
    places = {} if blank else {p.hex: p for p in data.places}
    original = {} if blank else dict(data.control)
    flags = {
        "playable": set(numbers if blank else data.playable),
        "coastal": set() if blank else set(data.coastal),
        "fort": set() if blank else set(data.forts),
        "land_bridge": set(data.tables["land_bridges"]["hexes"]),
    }
    for number, entry in object_field(position, "hexes").items():
        hex_index(GRID, number)
        if not isinstance(entry, dict):
            raise malformed(f"What is said of hex {number} is not an object.")
        check_names(entry, HEX_FIELDS, f"Hex {number}")
        _lay_hex(number, entry, terrain, places, original, flags)
    rivers = {} if blank else {frozenset((r.a, r.b)): r for r in data.rivers}
    sea = set() if blank else {frozenset(pair) for pair in data.all_sea}
    for side in list_field(position, "hexsides"):
        _lay_hexside(side, rivers, sea)
    bridges = {**data.tables["land_bridges"], "hexes": sorted(flags["land_bridge"])}
    return replace(
        data,
        terrain=terrain,
        playable=tuple(sorted(flags["playable"])),
        control=original,
        coastal=tuple(sorted(flags["coastal"])),
        places=tuple(places.values()),
        forts=tuple(sorted(flags["fort"])),
        all_sea=tuple(sorted((min(pair), max(pair)) for pair in sea)),
        rivers=tuple(rivers.values()),
        tables={**data.tables, "land_bridges": bridges},
    )


def _lay_hex(
    number: str,
    entry: Json,
    terrain: dict[str, str],
    places: dict[str, PlaceSpec],
    original: dict[str, str],
    flags: dict[str, set[str]],
) -> None:
    terrain[number] = word_field(entry, "terrain", terrain[number], TERRAINS)
    if entry.get("sea"):
        terrain[number] = "sea"
    if terrain[number] == "sea":
        flags["playable"].discard(number)
    for name, hexes in flags.items():
        value = entry.get(name)
        if value is not None:
            (hexes.add if value else hexes.discard)(number)
    if terrain[number] == "sea" and number in flags["playable"]:
        raise malformed(f"Hex {number} is sea: it cannot be in play.")
    if "town" in entry or "city" in entry:
        old = places.pop(number, None)
        for kind in ("town", "city"):
            if given := entry.get(kind):
                name = given if isinstance(given, str) else old.name if old else number
                places[number] = PlaceSpec(number, name, kind)
    if side := word_field(entry, "original", "", SIDES):
        original[number] = side


def _lay_hexside(
    side: object, rivers: dict[frozenset[str], RiverSpec], sea: set[frozenset[str]]
) -> None:
    form = '{"between": [hex, hex], "river": name, "sea": true}'
    a, b, said = hexside(GRID, side, form)
    check_names(said, ("between", "river", "sea"), "A hexside")
    pair = frozenset((a, b))
    if "river" in said:
        if said["river"]:
            rivers[pair] = RiverSpec(min(pair), max(pair), said["river"], 1)
        else:
            rivers.pop(pair, None)
    if "sea" in said:
        (sea.add if said["sea"] else sea.discard)(pair)


# ---- the units ----

UNIT_TYPES = tuple(dict.fromkeys(word for words in TYPES.values() for word in words))
CLASSES = tuple(dict.fromkeys(MOBILITIES.values()))
UNIT_FIELDS = State.outside("units") | {
    "id", "side", "label", "name", "type", "size", "mobility", "factors", "steps", "attack", "defence",
    "hex", "due", "arrives", "entry", "supplied", "supply", "ezoc",
}  # fmt: skip
"""What is said of a unit; `steps`, `supplied`, `supply` and `ezoc` are read over."""


def unit_spec(entry: object, known: dict[str, UnitSpec], last: int) -> UnitSpec:
    """A unit of the position: what is not said of it is as the roster has it."""
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
        raise malformed("Every unit of a position has an id.")
    name = entry["id"]
    check_names(entry, UNIT_FIELDS, f"Unit {name}")
    base = known.get(name) or _new_spec(name, entry)
    attack = whole_field(entry, "attack", base.attack, 0, 99)
    defence = whole_field(entry, "defence", base.defence, 0, 99)
    if entry.get("factors") is not None:
        attack, defence = _factors(name, entry["factors"])
    arrives = whole_field(entry, "arrives", base.arrives, 0, last)
    hexes = base.hexes
    if entry.get("entry") is not None:
        hexes = (GRID.number(hex_index(GRID, entry["entry"])),)
    placement = "arrives" if arrives else base.placement
    return replace(
        base,
        side=word_field(entry, "side", base.side, SIDES),
        type=word_field(entry, "type", base.type, UNIT_TYPES),
        size=word_field(entry, "size", base.size, SIZES),
        mobility=word_field(entry, "mobility", base.mobility, CLASSES),
        label=entry["label"] if isinstance(entry.get("label"), str) else base.label,
        name=entry["name"] if isinstance(entry.get("name"), str) else base.name,
        attack=attack,
        defence=defence,
        arrives=arrives,
        placement=placement,
        hexes=hexes,
    )


def _new_spec(name: str, entry: Json) -> UnitSpec:
    """A unit that is not in the roster, with the class its type has there. 2.2.1, 2.2.2"""
    side = word_field(entry, "side", "", SIDES)
    if not side:
        raise unknown(f"There is no unit {name!r} in the roster; a new one needs a side.")
    kind = word_field(entry, "type", "infantry" if side == "german" else "rifle", UNIT_TYPES)
    size = "corps" if side == "german" else "army"
    return UnitSpec(
        id=name, side=side, label=name, name=name, type=kind, mobility=MOBILITIES[kind], size=size,
        attack=1, defence=1, placement="any", arrives=0, hexes=(),
    )  # fmt: skip


def _factors(name: str, value: object) -> tuple[int, int]:
    pair = value[0] if isinstance(value, list) and len(value) == 1 else None
    good = isinstance(pair, list) and len(pair) == 2
    if pair is None or not good or not all(type(x) is int and 0 <= x <= 99 for x in pair):
        raise malformed(f"Unit {name}: factors are one pair, [[attack, defence]].")
    return pair[0], pair[1]
