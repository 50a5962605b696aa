"""Checking `tables.toml` of Breakout: every table is there, is complete and makes sense."""

from collections.abc import Collection

from hexfront.hexes import Grid
from hexfront.kernel.datafiles import Table
from hexfront.mechanics.map_data import check_scale

WEATHERS = ("thaw", "frost", "storm")
RESULTS = ("AL1", "AS", "DR", "DL1", "DL1+DR", "EX")
COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")

_TERRAINS = ("clear", "forest", "rough", "marsh", "town", "fort")
_DICE = tuple(str(die) for die in range(1, 7))
_NAMES = (
    *("scale", "counters"),
    *("combat_results", "combat_shifts", "air_support", "korpsgruppe", "artillery_division"),
    *("terrain", "weather", "weather_effects", "movement", "river_crossing"),
    *("stacking", "stand_fast", "soviet_supply", "german_communications"),
    *("german_entry", "soviet_exit", "replacements", "victory"),
)


def check_tables(
    tables: Table, turns: int, grid: Grid, rivers: Collection[str], units: Collection[str]
) -> None:
    """Check all tables, also against the map's rivers and the units; DataError if one is wrong."""
    tables.only(_NAMES)
    check_scale(tables, 6.8)
    _check_combat(tables)
    _check_support(tables, turns, units)
    _check_terrain(tables.table("terrain"))
    _check_weather(tables, turns)
    _check_movement(tables, rivers)
    _check_edges(tables, grid)
    _check_rest(tables, turns)


def _check_combat(tables: Table) -> None:
    crt = tables.table("combat_results")
    if tuple(crt.items("columns", str)) != COLUMNS:
        raise crt.error(f"must be {', '.join(COLUMNS)}", "columns")
    crt.choice("below", RESULTS)
    crt.choice("above", RESULTS)
    die = crt.table("die")
    die.only(_DICE)
    for face in _DICE:
        die.words(face, RESULTS, len(COLUMNS))
    means = crt.table("means")
    means.only(RESULTS)
    for code in RESULTS:
        means.text(code)
    shifts = tables.table("combat_shifts")
    for name in ("river_all_attackers", "korpsgruppe_defence", "tiger_defence"):
        shifts.number(name, -7, 0)
    for name in (
        "concentric_german_attack",
        "concentric_soviet_attack",
        "korpsgruppe_attack",
        "tiger_attack",
    ):
        shifts.number(name, 0, 7)


def _check_support(tables: Table, turns: int, units: Collection[str]) -> None:
    air = tables.table("air_support")
    air.choice("turn_1_side", ("german", "soviet"))
    air.number("turn_1_dice", 1, 2)
    air.number("later_dice", 1, 2)
    air.number("factor", 1)
    air.flag("german_may_defend")
    air.flag("soviet_may_defend")
    korpsgruppe = tables.table("korpsgruppe")
    markers = korpsgruppe.items("markers", str)
    if len(set(markers)) != len(markers) or not markers:
        raise korpsgruppe.error("must name each marker once", "markers")
    korpsgruppe.number("first_turn", 1, turns)
    korpsgruppe.number("per_hex", 1)
    korpsgruppe.number("movement_range")
    korpsgruppe.number("combat_range")
    artillery = tables.table("artillery_division")
    unit = artillery.text("unit")
    if unit not in units:
        raise artillery.error(f"{unit!r} is no unit of units.csv", "unit")
    artillery.number("range", 1)


def _check_terrain(terrain: Table) -> None:
    terrain.only(_TERRAINS, ("provenance", "rule"))
    for name in _TERRAINS:
        ground = terrain.table(name)
        for mobility in ("nonmech", "mech"):
            ground.number(mobility, 1)
        for side in ("german", "soviet"):
            ground.number(f"shift_{side}", -7, 0)
        for key in ("free_crossing", "concentric", "ignores_retreat"):
            ground.flag(key)


def _check_weather(tables: Table, turns: int) -> None:
    weather = tables.table("weather")
    weather.choice("turn_1", WEATHERS)
    by_turn = weather.table("turn")
    numbers = [str(turn) for turn in range(2, turns + 1)]
    by_turn.only(numbers)
    for turn in numbers:
        by_turn.words(turn, WEATHERS, 6)
    effects = tables.table("weather_effects")
    effects.only(WEATHERS, ("provenance", "rule"))
    for name in WEATHERS:
        for key in ("zoc", "air_support", "river_die", "korpsgruppe_movement"):
            effects.table(name).flag(key)


def _check_movement(tables: Table, rivers: Collection[str]) -> None:
    movement = tables.table("movement")
    crossing = tables.table("river_crossing")
    for weather in WEATHERS:
        for mobility in ("nonmech", "mech", "static"):
            movement.table(mobility).number(weather, 0)
        costs = crossing.items(weather, int, 6)
        if costs != sorted(costs) or costs[0] < 0:
            raise crossing.error("costs must not fall as the die rises", weather)
    crossing.words("big_rivers", rivers)
    aliases = crossing.table("river_aliases")
    for name in aliases:
        if name in rivers:
            raise aliases.error("is the name of a river of the map itself", name)
        aliases.choice(name, rivers)
    crossing.number("big_river_modifier", 0, 5)
    crossing.number("flat_cost", 0)


def _check_edges(tables: Table, grid: Grid) -> None:
    for name in ("soviet_supply", "german_communications", "german_entry", "soviet_exit"):
        edge = tables.table(name)
        hexes = edge.items("hexes", str)
        for number in hexes:
            if not grid.has(number):
                raise edge.error(f"{number!r} is not a hex of the map", "hexes")
        if not hexes or len(set(hexes)) != len(hexes):
            raise edge.error("must name each hex once", "hexes")
    entry = tables.table("german_entry")
    if not grid.has(entry.text("place")):
        raise entry.error(f"{entry.text('place')!r} is not a hex of the map", "place")


def _check_rest(tables: Table, turns: int) -> None:
    stacking = tables.table("stacking")
    for name in ("german_steps", "soviet_steps", "soviet_artillery_steps"):
        stacking.number(name, 1)
    stand_fast = tables.table("stand_fast")
    stand_fast.number("column", 1, 47)
    stand_fast.number("turn", 1, turns)
    delays = tables.table("replacements")
    if any(delay < 1 for delay in delays.items("delay", int, 6)):
        raise delays.error("every delay is one turn or more", "delay")
    victory = tables.table("victory")
    for name in ("town", "fort", "cut_off_place", "exit", "exit_maximum", "start", "historical"):
        victory.number(name)
    draw = victory.number("draw_from")
    if victory.number("soviet_from") <= draw:
        raise victory.error(f"must be more than draw_from, which is {draw}", "soviet_from")
