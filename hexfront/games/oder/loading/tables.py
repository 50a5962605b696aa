"""Checking `tables.toml` of Watch on the Oder: every table is there, complete and makes sense."""

from hexfront.hexes import Grid
from hexfront.kernel.datafiles import Table
from hexfront.mechanics.map_data import check_scale
from hexfront.mechanics.odds import label
from hexfront.mechanics.telling import in_words

RESULTS = ("AL1", "AS", "DR", "EX", "DE")
COLUMNS = 9
FACTORS = ("mech", "nonmech", "static")
SUPPLIES = ("regular", "aerial", "fortress", "coastal", "out")

_TERRAINS = ("clear", "forest", "rough", "marsh", "land_bridge", "town", "city")
_ABOUT = ("provenance", "rule")
_MODIFIERS = {  # the sign each must have
    **dict.fromkeys(("german_turn_1", "concentric", "defender_out_of_supply"), -1),
    **dict.fromkeys(("air_german_attack", "naval_german_attack"), -1),
    **dict.fromkeys(("river_all_attackers", "fortification", "attacker_out_of_supply"), 1),
    **dict.fromkeys(("air_soviet_attack", "naval_soviet_attack"), 1),
}
_NAMES = (
    *("scale", "counters"),
    *("edges", "usir", "land_bridges", "koenigsberg", "memel"),
    *("combat_results", "modifiers", "shifts"),
    *("terrain", "river", "air_movement", "movement", "stacking"),
    *("support", "regroup", "victory"),
)


def check_tables(tables: Table, turns: int, grid: Grid) -> None:
    """Check all tables, also against the map; DataError if one is wrong."""
    tables.only(_NAMES)
    check_scale(tables, 32.5)
    _check_map(tables, grid)
    _check_results(tables.table("combat_results"))
    _check_modifiers(tables)
    _check_movement(tables)
    support = tables.table("support")
    support.number("first_turn", 1, turns)
    support.number("air_radius", 0, 3)
    regroup = tables.table("regroup")
    regroup.number("regular_dice", 1, 4)
    regroup.number("other_dice", 1, 4)
    _check_victory(tables.table("victory"))


def _check_map(tables: Table, grid: Grid) -> None:
    edges = tables.table("edges")
    edges.only(("north", "east", "south", "west"), _ABOUT)
    left, top = grid.first
    right, bottom = left + grid.columns - 1, top + grid.rows - 1
    numbers = grid.names(grid.all)
    lies = {  # 1.3: each edge is a whole row or column, corners in two of them
        "north": [n for n in numbers if int(n[2:]) == top],
        "east": [n for n in numbers if int(n[:2]) == right],
        "south": [n for n in numbers if int(n[2:]) == bottom],
        "west": [n for n in numbers if int(n[:2]) == left],
    }
    for name, hexes in lies.items():
        if sorted(edges.items(name, str)) != hexes:
            raise edges.error(f"must be the {len(hexes)} hexes {hexes[0]} to {hexes[-1]}", name)
    _check_hexes(tables.table("usir"), "hexes", grid)
    bridges = tables.table("land_bridges")
    hexes = _check_hexes(bridges, "hexes", grid)
    bridges.words("zone_free", hexes)
    for name in ("koenigsberg", "memel"):
        place = tables.table(name)
        if not grid.has(place.text("hex")):
            raise place.error(f"{place.text('hex')!r} is not a hex of the map", "hex")
    tables.table("memel").number("nonmech")


def _check_hexes(table: Table, key: str, grid: Grid) -> list[str]:
    hexes = table.items(key, str)
    for number in hexes:
        if not grid.has(number):
            raise table.error(f"{number!r} is not a hex of the map", key)
    if not hexes or len(set(hexes)) != len(hexes):
        raise table.error("must name each hex once", key)
    return hexes


def _check_results(crt: Table) -> None:
    """Two odds lines over nine columns, a step apart; rows without a gap (data.crt, R-60, R-61)."""
    lines = [crt.items(name, str, COLUMNS) for name in ("better", "worse")]
    ladder = [label(rung) for rung in range(-12, 13)]
    for name, line in zip(("better", "worse"), lines, strict=True):
        if line[0] not in ladder or line != ladder[ladder.index(line[0]) :][:COLUMNS]:
            raise crt.error(f"must be {in_words(COLUMNS)} odds in a row, each a step better", name)
    if ladder.index(lines[1][0]) != ladder.index(lines[0][0]) + 1:
        raise crt.error("must begin one step after the better line", "worse")
    crt.choice("below", RESULTS)
    crt.choice("above", RESULTS)
    die = crt.table("die")
    rows = list(die)
    for key in rows:
        if not key.removeprefix("-").isdecimal():
            raise die.error("is not a die roll", key)
        die.words(key, RESULTS, COLUMNS)
    numbers = sorted(int(key) for key in rows)
    if not numbers or numbers != list(range(numbers[0], numbers[-1] + 1)):
        raise crt.error("must have a row for every roll from the least to the greatest", "die")
    if numbers[0] > 1 or numbers[-1] < 6:
        raise crt.error("must have the rows 1 to 6 at least", "die")
    crt.table("means").only(RESULTS)
    for code in RESULTS:
        crt.table("means").text(code)
    in_city = crt.table("in_city")  # 11.5.1.city
    in_city.only(("DR", "AS"))
    for code in in_city:
        in_city.choice(code, [result for result in RESULTS if result not in in_city])


def _check_modifiers(tables: Table) -> None:
    modifiers = tables.table("modifiers")
    modifiers.only(tuple(_MODIFIERS), _ABOUT)
    for name, sign in _MODIFIERS.items():
        modifiers.number(name, min(0, 3 * sign), max(0, 3 * sign))
    tables.table("shifts").number("soviet_turn_1", -8, 0)


def _check_movement(tables: Table) -> None:
    terrain = tables.table("terrain")
    terrain.only(_TERRAINS, _ABOUT)
    for name in _TERRAINS:
        ground = terrain.table(name)
        for mobility in ("nonmech", "mech"):
            ground.number(mobility, 1)
        ground.number("modifier", 0, 5)
    for mobility in ("nonmech", "mech"):
        tables.table("river").number(mobility, 1)
    air = tables.table("air_movement")
    air.number("german_cost", 1)
    air.number("soviet_hex")
    air.number("soviet_hexside")
    movement = tables.table("movement")
    for name in FACTORS:
        normal, out = movement.items(name, int, 2)
        if not 0 <= out <= normal:
            raise movement.error("must be two numbers, the second not the greater", name)
    stacking = tables.table("stacking")
    stacking.number("units", 1)
    stacking.number("shock", 1, stacking.number("units", 1))


def _check_victory(victory: Table) -> None:
    for name in (*SUPPLIES, "not_placed"):
        victory.number(name)
    victory.number("german_needs", 1)
    victory.number("edge_units")
    victory.number("soviet_conditions", 1, 3)
