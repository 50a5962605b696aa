"""What a made-up position is made of: its map, its units, and the world they make up."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from hexfront.games.breakout.loading.load import (
    GRID,
    MOBILITIES,
    SIZES,
    TERRAINS,
    TYPES,
    BreakoutData,
    PlaceSpec,
    UnitSpec,
)
from hexfront.games.breakout.sides import SIDES
from hexfront.games.breakout.state import State
from hexfront.games.breakout.world import World
from hexfront.kernel.fields import (
    Json,
    check_names,
    hex_index,
    known_name,
    list_field,
    object_field,
    whole_field,
    word_field,
)
from hexfront.kernel.refusal import malformed, unknown
from hexfront.kernel.scenarios import Scenario
from hexfront.mechanics.map_data import RiverSpec
from hexfront.mechanics.positions import hexside, own_units, turns_of

TURNS = range(100)
EXAMPLE = "17G"
"""The turns that may be named, and a unit to show how."""


class MadeUp(World):
    """The world of a made-up position, which may have units of its own."""

    def __init__(
        self, data: BreakoutData, scenario: Scenario, options: dict[str, Any], game: BreakoutData
    ) -> None:
        super().__init__(data, scenario, options)
        known = {spec.id: spec for spec in game.units}
        self.own = own_units(self.roster.specs, known)
        """The units that are not in the game's roster, or not like this."""
        self.guns = {s.id for s in game.units if s.side == "german" and s.type == "field_artillery"}
        """The game's own 18th Artillery Division."""

    def choose_ranged(self, s: State, listed: Collection[int]) -> None:
        """Say which German artillery has range: one on the map, of several the game's own. 13.1"""
        roster = self.roster
        found = [
            u for u, spec in enumerate(roster.specs)
            if spec.side == "german" and spec.type == "field_artillery"
        ]  # fmt: skip
        found.sort(key=lambda u: (s.where[u] < 0, u not in listed, roster.ids[u] not in self.guns))
        roster.ranged = found[0] if found else -1


# ---- the map ----


def lay_map(data: BreakoutData, position: Json, blank: bool) -> BreakoutData:
    """The data with the position's hexes and hexsides laid over the map, or over a blank one."""
    terrain = dict.fromkeys(data.terrain, "clear") if blank else dict(data.terrain)
    places = {} if blank else {p.hex: p for p in data.places}
    no_go = set() if blank else set(data.no_go)
    for number, entry in object_field(position, "hexes").items():
        hex_index(GRID, number)
        if not isinstance(entry, dict):
            raise malformed(f"What is said of hex {number} is not an object.")
        _lay_hex(number, entry, terrain, places, no_go)
    rivers = {} if blank else {frozenset((r.a, r.b)): r for r in data.rivers}
    aliases: dict[str, str] = data.tables["river_crossing"]["river_aliases"]
    for side in list_field(position, "hexsides"):
        river = _hexside(side, aliases)
        if river.river:
            rivers[frozenset((river.a, river.b))] = river
        else:
            rivers.pop(frozenset((river.a, river.b)), None)
    return replace(
        data,
        terrain=terrain,
        places=tuple(places.values()),
        rivers=tuple(rivers.values()),
        no_go=tuple(sorted(no_go)),
    )


HEX_FIELDS = State.outside("hexes") | {"terrain", "town", "fort", "control", "no_go"}


def _lay_hex(
    number: str, entry: Json, terrain: dict[str, str], places: dict[str, PlaceSpec], no_go: set[str]
) -> None:
    check_names(entry, HEX_FIELDS, f"Hex {number}")
    terrain[number] = word_field(entry, "terrain", terrain[number], TERRAINS)
    if "town" in entry or "fort" in entry:
        old = places.get(number)
        town, fort = entry.get("town"), entry.get("fort")
        if town or fort:
            given = next((x for x in (town, fort) if isinstance(x, str)), None)
            name = given or (old.name if old else number)
            control = old.control if old and old.control else "german"
            places[number] = PlaceSpec(number, name, "fort" if fort else "town", control)
        else:
            places.pop(number, None)
    if "no_go" in entry:
        (no_go.add if entry["no_go"] else no_go.discard)(number)


def _hexside(side: object, aliases: dict[str, str]) -> RiverSpec:
    a, b, said = hexside(GRID, side, '{"between": [hex, hex], "river": name}')
    river = str(said.get("river") or "")
    return RiverSpec(a, b, aliases.get(river, river), 1)


# ---- the units ----


UNIT_TYPES = tuple(dict.fromkeys(word for words in TYPES.values() for word in words))
UNIT_FIELDS = State.outside("units") | {
    "id", "side", "name", "formation", "type", "size", "mobility", "factors", "hex", "setup_hex",
    "attack", "defence", "hidden", "garrisons", "arrives", "supplied", "ezoc",
}  # fmt: skip


def unit_spec(entry: object, known: dict[str, UnitSpec]) -> UnitSpec:
    """A unit of the position: what is not said of it is as the roster has it."""
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
        raise malformed("Every unit of a position has an id.")
    name = entry["id"]
    check_names(entry, UNIT_FIELDS, f"Unit {name}")
    base = known.get(name)
    if base is None:
        base = _new_spec(name, entry)
    factors = base.factors
    if entry.get("factors") is not None:
        factors = _factors(name, entry["factors"])
    elif "attack" in entry and name not in known:
        raise malformed(f"Unit {name}: give its strengths as factors, [[attack, defence], ...].")
    return replace(
        base,
        side=word_field(entry, "side", base.side, SIDES),
        type=word_field(entry, "type", base.type, UNIT_TYPES),
        size=word_field(entry, "size", base.size, SIZES),
        mobility=word_field(entry, "mobility", base.mobility, MOBILITIES),
        name=entry["name"] if isinstance(entry.get("name"), str) else base.name,
        factors=factors,
        arrives=whole_field(entry, "arrives", base.arrives, 0, 8),
    )


MECH_TYPES = {
    "panzer", "panzergrenadier", "tiger", "assault_gun", "tank", "motorized_rifle", "army_support",
    "field_artillery", "rocket_artillery",
}  # fmt: skip
SIZES_BY_TYPE = {
    "garrison": "(XXX)", "tiger": "II", "assault_gun": "X", "army_support": "(XX)",
    "field_artillery": "XX", "rocket_artillery": "XX",
}  # fmt: skip


def _new_spec(name: str, entry: Json) -> UnitSpec:
    """A unit that is not in the roster, with the mobility and size its type has there. 2.3, 2.4"""
    side = word_field(entry, "side", "", SIDES)
    if not side:
        raise unknown(f"There is no unit {name!r} in the roster; a new one needs a side.")
    kind = word_field(entry, "type", "infantry" if side == "german" else "rifle", UNIT_TYPES)
    mobility = "static" if kind == "garrison" else "mech" if kind in MECH_TYPES else "nonmech"
    size = SIZES_BY_TYPE.get(kind, "XX" if side == "german" else "XXX")
    return UnitSpec(
        id=name, side=side, name=name, formation="", type=kind, mobility=mobility, size=size,
        factors=((1, 1),), arrives=0, hex=None, placement="near", hex_march_24=None,
    )  # fmt: skip


def _factors(name: str, value: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= 8:
        raise malformed(f"Unit {name}: factors are one to eight pairs [attack, defence].")
    pairs = []
    for pair in value:
        good = isinstance(pair, list) and len(pair) == 2
        if not good or not all(type(x) is int and 0 <= x <= 99 for x in pair):
            raise malformed(f"Unit {name}: {pair!r} is not a pair [attack, defence].")
        pairs.append((pair[0], pair[1]))
    return tuple(pairs)


def arriving_specs(
    position: Json, specs: dict[str, UnitSpec], due: int, last: int
) -> dict[str, UnitSpec]:
    """The named reinforcements; one with no turn is due next, one whose turn is past is late. 10.1.c"""
    found = {}
    named = position.get("reinforcements", {})
    listed = isinstance(named, list)
    for name, turn in (
        [(n, 0) for n in named] if listed else turns_of(position, "reinforcements", TURNS, EXAMPLE)
    ):
        spec = specs[known_name(name, specs, "unit")]
        if spec.side != "german":
            raise malformed(f"Only the German side receives reinforcements; {spec.id} is Soviet.")
        if turn > last:
            raise malformed(f"{spec.id} cannot arrive on turn {turn}; the last one is {last}.")
        found[spec.id] = replace(spec, arrives=turn or spec.arrives or due)
    return found
