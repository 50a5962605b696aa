"""Reading the counters of Kesselschlacht: units, aircraft, and the slots of the Soviet armies."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from hexfront.games.kesselschlacht.loading.read_map import GRID, yes
from hexfront.games.kesselschlacht.loading.specs import AircraftSpec, SetUp, SlotSpec, UnitSpec
from hexfront.games.kesselschlacht.loading.tables import MOBILITIES, OPTIONAL, QUALITIES
from hexfront.games.kesselschlacht.sides import FIRST_PANZER_ARMY, GROUPS, NATIONS, SET_UPS, SIDES
from hexfront.kernel.datafiles import Folder, Row
from hexfront.kernel.ledger import row_origin
from hexfront.mechanics.map_data import Origins

TYPES = (  # 2.2.1
    *("hq", "armor", "mech_infantry", "mot_infantry", "infantry"),
    *("artillery", "at", "stug", "garrison"),
)
SIZES = ("II", "III", "KG", "X", "XX", "XXX", "XXXX")  # 2.2.2
AIR_TYPES = {"axis": ("F", "FB", "B", "TR"), "soviet": ("F", "FB", "B")}  # 2.3.1
IN_HEXES = ("in", "next_to", "near", "near_north_of_prut", "within_two", "split")
MODES = (*IN_HEXES, "slot", "with_division", "arrives", "out")
AIR_MODES = ("box", "arrives", "out")
SLOT_MODES = ("in", "next_to", "near", "one_each")

_PREFIXES = {"axis": "AX-", "soviet": "SV-"}
_UNIT_ORIGINS = (
    *("name", "division", "formation", "size", "type", "mobility"),
    *("strength", "quality", "movement", "back", *SET_UPS),
)
_PLACING = tuple(f"{set_up}{part}" for set_up in SET_UPS for part in ("", "_at", "_turn"))
_UNIT_COLUMNS = (
    *("id", "side", "nation", "name", "division", "formation", "group", "size", "type", "mobility"),
    *("attack", "defence", "quality", "movement", "back_attack", "back_defence", "back_movement"),
    *("fuel", "ammo", *_PLACING, "entry_limit", "option"),
    *(f"{kind}_from" for kind in _UNIT_ORIGINS),
    *("confidence", "note"),
)
_AIR_ORIGINS = ("name", "type", "values", *SET_UPS)
_AIR_COLUMNS = (
    *("id", "side", "name", "type", "strength", "maneuver", "load", *_PLACING, "option"),
    *(f"{kind}_from" for kind in _AIR_ORIGINS),
    "note",
)

Areas = Mapping[str, Collection[str]]


def read_units(
    folder: Folder, areas: Areas, last_turn: int, motorized_from: int, origins: Origins
) -> tuple[UnitSpec, ...]:
    """The combat units and headquarters. Each but a garrison has its headquarters. 2.2.3"""
    rows = folder.rows("units.csv", _UNIT_COLUMNS, ("id",))
    units = {}
    for row in rows:
        unit = _unit(row, areas, last_turn)
        _check(unit, row, motorized_from)
        units[unit.id] = unit
        for kind in _UNIT_ORIGINS:
            origins[f"unit {kind}", unit.id] = row_origin(row, f"{kind}_from")
    headquarters: dict[str, UnitSpec] = {}
    for row in rows:
        unit = units[row.text("id")]
        if unit.type == "hq":
            if unit.formation in headquarters:
                raise row.error(f"{unit.formation} has another HQ", "formation")
            headquarters[unit.formation] = unit
    for row in rows:
        unit = units[row.text("id")]
        if unit.type == "garrison":
            continue
        if unit.formation not in headquarters:
            raise row.error(f"{unit.formation!r} has no HQ", "formation")
        if headquarters[unit.formation].group != unit.group:
            raise row.error(f"the HQ of {unit.formation} is in another", "group")
    return tuple(sorted(units.values(), key=lambda unit: (unit.side, unit.id)))


def _unit(row: Row, areas: Areas, last_turn: int) -> UnitSpec:
    side = row.choice("side", SIDES)
    name = row.text("id")
    if not name.startswith(_PREFIXES[side]):
        raise row.error(f"must begin with {_PREFIXES[side]}", "id")
    kind = row.choice("type", TYPES)
    if row.optional("confidence"):
        row.choice("confidence", ("high", "medium", "none"))
    attack, defence = row.number("attack"), row.number("defence", 1)
    set_ups = tuple(_placing(row, set_up, MODES, areas, last_turn) for set_up in SET_UPS)
    limit = row.number("entry_limit", 1) if row.optional("entry_limit") else 0
    if limit and all(each.mode != "arrives" for each in set_ups):
        raise row.error("only a unit that arrives has one", "entry_limit")
    return UnitSpec(
        id=name,
        side=side,
        nation=row.choice("nation", NATIONS[side]),
        name=row.text("name"),
        division=row.optional("division") or "",
        formation="" if kind == "garrison" else row.text("formation"),
        group=row.choice("group", GROUPS[side]),
        size=row.choice("size", SIZES),
        type=kind,
        mobility=row.choice("mobility", MOBILITIES),
        attack=attack,
        defence=defence,
        quality=row.choice("quality", QUALITIES),
        movement=None if row.optional("movement") == "fuel" else row.number("movement", 1),
        back_attack=row.number("back_attack", 0, attack),
        back_defence=row.number("back_defence", 1, defence),
        back_movement=row.number("back_movement", 0),
        fuel=yes(row, "fuel"),
        ammo=yes(row, "ammo"),
        set_ups=set_ups,
        entry_limit=limit,
        option=row.choice("option", OPTIONAL) if row.optional("option") else "",
    )


def _check(unit: UnitSpec, row: Row, motorized_from: int) -> None:
    """What of a counter must fit together."""
    trapped, motorized = unit.group == FIRST_PANZER_ARMY, unit.mobility == "motorized"
    if (unit.type == "garrison") != (unit.group == "garrison"):  # 3.5.a
        raise row.error("is 'garrison' for a garrison and only for one", "group")
    if unit.type == "hq" and unit.attack:
        raise row.error("a headquarters does not attack", "attack")
    if (unit.type == "hq") != (unit.size in ("XXX", "XXXX")):
        raise row.error("is XXX or XXXX for a headquarters and only for one", "size")
    if unit.fuel != (trapped and motorized):  # 10.5.1.a
        raise row.error("is yes for motorized units of First Panzer Army and only for them", "fuel")
    if unit.fuel != (unit.movement is None):  # 10.5.1-note
        raise row.error("is 'fuel' for a unit that buys it and only for one", "movement")
    if unit.movement is not None and (unit.movement >= motorized_from) != motorized:  # 2.2.7.b
        raise row.error(
            f"{unit.movement} is not the allowance of a {unit.mobility} unit", "movement"
        )
    if unit.ammo != (trapped and unit.type != "hq"):  # 10.6.1.a
        raise row.error("is yes for combat units of First Panzer Army and only for them", "ammo")
    for name, place in zip(SET_UPS, unit.set_ups, strict=True):
        if place.mode == "arrives" and unit.side != "axis":  # 18.1-ax-reinf.a
            raise row.error("only the Axis is reinforced", name)
        if place.mode in ("slot", "with_division") and unit.side != "soviet":
            raise row.error("only Soviet units set up so", name)


def _placing(row: Row, name: str, modes: Sequence[str], areas: Areas, last_turn: int) -> SetUp:
    """How a counter gets into play in a set-up: three cells of its row."""
    mode, at, turn = row.choice(name, modes), f"{name}_at", f"{name}_turn"
    if mode != "arrives" and row.optional(turn):
        raise row.error("only a unit that arrives has one", turn)
    if mode in IN_HEXES:
        return SetUp(mode, _hexes(row, at))
    if mode == "arrives":
        area = row.choice(at, tuple(areas)) if areas else ""
        return SetUp(mode, (), row.number(turn, 1, last_turn), area)
    if row.optional(at):
        raise row.error(f"there is no hex for {mode!r}", at)
    return SetUp(mode)


def _hexes(row: Row, field: str) -> tuple[str, ...]:
    """One hex or several, with a space between."""
    found = tuple(row.text(field).split())
    for number in found:
        if not GRID.has(number):
            raise row.error(f"{number!r} is not a hex of the map", field)
    return found


def read_aircraft(folder: Folder, last_turn: int, origins: Origins) -> tuple[AircraftSpec, ...]:
    """The aircraft of both sides."""
    found = []
    for row in folder.rows("aircraft.csv", _AIR_COLUMNS, ("id",)):
        side = row.choice("side", SIDES)
        found.append(
            AircraftSpec(
                row.text("id"),
                side,
                row.text("name"),
                row.choice("type", AIR_TYPES[side]),
                row.number("strength", 1),
                row.number("maneuver"),
                row.number("load"),
                tuple(_placing(row, set_up, AIR_MODES, {}, last_turn) for set_up in SET_UPS),
                row.choice("option", OPTIONAL) if row.optional("option") else "",
            )
        )
        for kind in _AIR_ORIGINS:
            origins[f"aircraft {kind}", row.text("id")] = row_origin(row, f"{kind}_from")
    return tuple(sorted(found, key=lambda each: (each.side, each.id)))


def read_slots(folder: Folder, units: Sequence[UnitSpec], origins: Origins) -> tuple[SlotSpec, ...]:
    """Where the infantry divisions of each Soviet army set up, whichever they are."""
    armies = {unit.formation for unit in units if unit.type == "hq" and unit.side == "soviet"}
    columns = ("id", "set_up", "formation", "divisions", "mode", "hexes", "provenance", "note")
    slots = []
    for row in folder.rows("setup_slots.csv", columns, ("id",)):
        place = SetUp(row.choice("mode", SLOT_MODES), _hexes(row, "hexes"))
        divisions = row.number("divisions", 1)
        if place.mode == "one_each" and divisions != len(place.hexes):
            raise row.error(f"must be as many as the hexes, {len(place.hexes)}", "divisions")
        slots.append(
            SlotSpec(
                row.text("id"),
                row.choice("set_up", SET_UPS),
                row.choice("formation", sorted(armies)),
                divisions,
                place,
            )
        )
        origins["set-up slots", row.text("id")] = row_origin(row)
    return tuple(sorted(slots, key=lambda slot: slot.id))
