"""Checking `tables.toml` of Kesselschlacht: every table is there, complete and makes sense."""

import re
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from itertools import pairwise

from hexfront.games.kesselschlacht.sides import SIDES, WEATHERS
from hexfront.hexes import Grid
from hexfront.kernel.datafiles import Table
from hexfront.mechanics.map_data import check_scale

RESULTS = ("Ae1", "Adis", "Ado", "Br1", "Ddo", "Ddis", "Dr1", "Dr2", "Dr3", "DRt", "De1")
BOMBING = ("-", "DO", "DO*", "DIS", "DIS*")
QUALITIES = ("A", "B", "C")  # 2.2.6
MOBILITIES = ("leg", "motorized")  # 2.2.1
RIVER_CLASSES = ("major", "minor")  # 2.1.1
OPTIONAL = ("19.1.1", "19.1.2", "19.2.1", "19.2.2", "19.3.1", "19.3.2", "19.3.3")

_ODDS = re.compile(r"[1-9]\d?:[1-9]\d?")
_ABOUT = ("provenance", "rule", "fixed")
_GROUND = ("clear", "swamp", "rough", "mountainous", "town", "city")
_DICE = [str(face) for face in range(1, 7)]
_NUMBERS = {  # tables that are nothing but whole numbers, each with the least it can be
    "air_sectors": {"count": 1},
    "lines": {"seret_column_south": 1},
    "movement": {"without_fuel": 0, "disorganized": 0, "motorized_from": 1},
    "stacking": {"soviet": 1, "axis": 1},
    "zones": {"battalions": 1},
    "ranges": {"artillery": 1, "other": 1},
    "supply": {
        **dict.fromkeys(("axis", "soviet_hq", "soviet_road", "routed_divisor"), 1),
        **dict.fromkeys(("hq_to_road_hexes", "garrison_hexes"), 0),
    },
    "fuel": {"per_phase": 1, "disorganized_hq": 0},
    "ammunition": {"per_attacker": 1, "disorganized_hq": 0},
    "air_supply": dict.fromkeys(
        ("fuel", "ammunition", "ammunition_per_aircraft", "hqs_per_sector"), 0
    ),
    "ground_support": {"aircraft": 0},
    "activation_attempts": {"corps": 0, "armies": 0},
    "directive_turns": {"first": 1, "last": 1, "recall": 1},
    "rout": {"hexes": 1},
    "lost_hq": {"returns_after": 1},
    "recovery": {"disrupted": 0, "routed": 0},
    "pontoons": {"hq_hexes": 0},
    "cut_off": {"points": 0},
    "history": {"difference": 0},
}
_THROWS = {  # the die or less that does it
    "demolition": "destroys_on",
    "steadiness": "routs_on",
    "variable_bridges": "destroyed_on",
}
_SHIFTS = {  # the sign each must have
    **dict.fromkeys(("combined_arms_attack", "ground_support", "defenders_disrupted"), 1),
    **dict.fromkeys(("combined_arms_defence", "hasty_position", "prepared_position"), -1),
}
_NAMES = (
    *("scale", "calendar", "counters", "river_class"),
    *("weather", "weather_record", "heavy_snow", "terrain", "roads"),
    *("river_crossing", "river_combat", "air_initiative", "air_combat", "bombing", "activation"),
    *("priority_armies", "fifth_guards_tank", "directive", "quality", "combat_results"),
    *("strengths", "shifts", "die_modifiers", "start_points", "special_rules"),
    *("optional_rules", "margarethe", "ss_arrival", "victory", "victory_levels"),
    *_NUMBERS,
    *_THROWS,
)


def check_tables(tables: Table, turns: int, grid: Grid) -> None:
    """Check all tables, also against the map and the last turn; DataError if one is wrong."""
    tables.only(_NAMES)
    check_scale(tables, 5.5)
    calendar = tables.table("calendar")
    try:
        date.fromisoformat(calendar.text("first_day"))
    except ValueError:
        raise calendar.error("must be a day like 1944-03-24", "first_day") from None
    for name, numbers in _NUMBERS.items():
        table = tables.table(name)
        table.only(tuple(numbers), _ABOUT)
        for key, least in numbers.items():
            table.number(key, least)
    for name, key in _THROWS.items():
        tables.table(name).number(key, 0, 6)
    classes = tables.table("river_class").table("rivers")
    for river in classes:
        classes.choice(river, RIVER_CLASSES)
    _check_weather(tables, turns)
    _check_movement(tables)
    _check_air(tables)
    _check_activation(tables, turns)
    _check_combat(tables)
    _check_special(tables)
    _check_victory(tables, grid)


def _check_weather(tables: Table, turns: int) -> None:
    tables.table("weather").words("die", WEATHERS, 6)  # 5.0.a
    record = tables.table("weather_record").table("turn")
    printed = list(record)
    for turn in printed:
        if not turn.isdecimal():
            raise record.error("is not a turn", turn)
        record.choice(turn, WEATHERS)
    first = min(map(int, printed), default=turns + 1)
    for number in range(first, turns + 1):
        if str(number) not in record:
            raise tables.table("weather_record").error(f"has no weather for turn {number}", "turn")
    snow = tables.table("heavy_snow")
    _fraction(snow, "strength")
    snow.number("least")


def _check_movement(tables: Table) -> None:
    terrain = tables.table("terrain")
    terrain.only(_GROUND, _ABOUT)
    for name in _GROUND:
        ground = terrain.table(name)
        ground.only((*MOBILITIES, "shift"))
        for mobility in MOBILITIES:
            _by_weather(ground, mobility, 1)
        ground.number("shift", -4, 0)
    roads = tables.table("roads")
    for cost in (*roads.items("cost", float, len(WEATHERS)), _half(roads, "to_edge")):
        if cost <= 0 or cost * 2 != int(cost * 2):
            raise roads.error(f"{cost} is not a number of half points", "cost")
    roads.words("dirt_without_benefit", WEATHERS)
    crossing = tables.table("river_crossing")
    for kind in ("minor", "major_bridged"):
        for mobility in MOBILITIES:
            _by_weather(crossing, f"{kind}_{mobility}", 0)
    combat = tables.table("river_combat")
    _fraction(combat, "minor_strength")
    _fraction(combat, "major_strength")
    combat.number("unbridged_shift", -4, 0)


def _by_weather(table: Table, key: str, least: int) -> None:
    for cost in table.items(key, int, len(WEATHERS)):
        if cost < least:
            raise table.error(f"{cost} is not {least} or more", key)


def _half(table: Table, key: str) -> float:
    value = table.values.get(key)
    if not isinstance(value, float):
        raise table.error("must be a number like 0.5", key)
    return value


def _fraction(table: Table, key: str) -> None:
    over, under = table.items(key, int, 2)
    if not 0 < over <= under:
        raise table.error("must be a fraction like [1, 2]", key)


def _check_air(tables: Table) -> None:
    tables.table("air_initiative").words("die", SIDES, 6)
    combat = tables.table("air_combat")
    odds = combat.items("odds", str)
    if not all(map(_ODDS.fullmatch, odds)) or not _rises(
        [Fraction(each.replace(":", "/")) for each in odds]
    ):
        raise combat.error("must be odds like 1:2, each better than the one before", "odds")
    _dice(combat, "aborts_on", len(odds))
    if not _rises(combat.values["aborts_on"], level=True):
        raise combat.error("must not fall with better odds", "aborts_on")
    if not _rises(combat.items("leads", int)):
        raise combat.error("must rise", "leads")
    bombing = tables.table("bombing")
    columns = _columns(bombing)
    bombing.number("bomber_at_bridge")
    die = bombing.table("die")
    die.only([*_DICE, "7"])
    for face in die:
        die.words(face, BOMBING, columns)


def _check_activation(tables: Table, turns: int) -> None:
    activation = tables.table("activation")
    limits = activation.items("up_to", float)
    if not _rises(limits):
        raise activation.error("must rise", "up_to")
    _dice(activation, "activates_on", len(limits) + 1)
    if not _rises([-die for die in activation.values["activates_on"]], level=True):
        raise activation.error("must not rise with the distance", "activates_on")
    tables.table("priority_armies").items("die", str, 6)
    fifth = tables.table("fifth_guards_tank")
    fifth.text("formation")
    fifth.number("leaves_on", 0, 6)
    directive = tables.table("directive")
    columns = _columns(directive)
    die = directive.table("die")
    die.only(_DICE)
    for face in die:
        for number in die.items(face, int, columns):
            if number < 0:
                raise die.error(f"{number} is not 0 or more", face)
    window = tables.table("directive_turns")
    first = window.number("first", 1, turns)
    last = window.number("last", first, turns)
    window.number("recall", last + 1, turns)


def _check_combat(tables: Table) -> None:
    quality = tables.table("quality")
    for name in ("points", "column"):
        quality.table(name).only(QUALITIES)
    for letter in QUALITIES:
        quality.table("points").number(letter, 1)
        row = quality.table("column").table(letter)
        row.only(QUALITIES)
        for other in QUALITIES:
            row.number(other, -4, 4)
    quality.number("lowest_up_to")
    crt = tables.table("combat_results")
    percentages, columns = crt.items("percentages", int), crt.items("columns", int)
    if not percentages or not _rises(percentages):
        raise crt.error("must rise", "percentages")
    if columns != list(range(columns[0], columns[-1] + 1)) if columns else True:
        raise crt.error("must be numbers without a gap", "columns")
    if 0 not in columns:  # 12.1.4.A
        raise crt.error("must have the column 0", "columns")
    crt.number("lowest_die", 1, 6)
    table = crt.table("table")
    table.only([str(each) for each in percentages])
    for each in table:
        table.table(each).only(_DICE)
        for face in _DICE:
            table.table(each).words(face, RESULTS, len(columns))
    crt.table("means").only(RESULTS)
    for code in RESULTS:
        crt.table("means").text(code)
    strengths = tables.table("strengths")
    _fraction(strengths, "without_ammunition")
    _fraction(strengths, "disrupted")
    strengths.number("routed", 1)
    shifts = tables.table("shifts")
    shifts.only(tuple(_SHIFTS), _ABOUT)
    for name, sign in _SHIFTS.items():
        shifts.number(name, min(0, 4 * sign), max(0, 4 * sign))
    tables.table("die_modifiers").number("defenders_disorganized", -5, 0)


def _check_special(tables: Table) -> None:
    points = tables.table("start_points")
    points.flag("for_each")
    points.number("ammunition")
    points.number("fuel")
    special = tables.table("special_rules")
    special.only(("directive", "fifth_guards_tank", "optional"), _ABOUT)
    for name in ("directive", "fifth_guards_tank", "optional"):
        special.flag(name)
    rolls = tables.table("optional_rules")
    rolls.only(OPTIONAL, _ABOUT)
    for name in OPTIONAL:
        rolls.number(name, 1, 12)
    margarethe = tables.table("margarethe")
    outcomes = _sums(margarethe)
    for name in ("hungarian", "german", "bonus"):
        margarethe.items(name, int, outcomes)
    margarethe.items("removed", bool, outcomes)
    ss = tables.table("ss_arrival")
    outcomes = _sums(ss)
    ss.number("roll_turn", 1)
    ss.items("comes", bool, outcomes)
    ss.items("later", int, outcomes)


def _check_victory(tables: Table, grid: Grid) -> None:
    victory = tables.table("victory")
    for name in (
        *("soviet_unit", "escaped_leg_or_hq", "escaped_motorized"),
        *("german_motorized", "other_axis", "road_hexes"),
    ):
        victory.number(name)
    for number in victory.items("towns", str):
        if not grid.has(number):
            raise victory.error(f"{number!r} is not a hex of the map", "towns")
    levels = tables.table("victory_levels")
    steps = levels.items("from", int)
    if not _rises(steps[::-1]):
        raise levels.error("must fall", "from")
    levels.items("levels", str, len(steps) + 1)
    levels.text("nobody_out")


def _rises(numbers: Sequence[float | Fraction], level: bool = False) -> bool:
    """Whether each number is more than the one before, or as much if it may stay `level`."""
    return all(a < b or (level and a == b) for a, b in pairwise(numbers))


def _columns(table: Table) -> int:
    """How many columns begin with the numbers `from`."""
    begins = table.items("from", int)
    if not begins or begins[0] != 1 or not _rises(begins):
        raise table.error("must begin with 1 and rise", "from")
    return len(begins)


def _dice(table: Table, key: str, count: int) -> None:
    for face in table.items(key, int, count):
        if face not in range(7):
            raise table.error(f"{face} is not 0 to 6", key)


def _sums(table: Table) -> int:
    """How many outcomes of two dice there are; the last must reach 12."""
    sums = table.items("up_to", int)
    if not sums or sums[-1] != 12 or not _rises(sums):
        raise table.error("must rise to 12", "up_to")
    return len(sums)
