"""The data files of Breakout: what they say, what is refused in them, corrections laid over."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hexfront.games.breakout import load
from hexfront.games.breakout.check import check_setup, format_report, provenance_report
from hexfront.games.breakout.load import GARRISONS, GRID, TYPES, BreakoutData, UnitSpec, load_data
from hexfront.kernel.datafiles import DataError, Folder
from hexfront.kernel.ledger import PROVENANCES
from tests.rules import rule

DATA = load_data()
UNITS = {unit.id: unit for unit in DATA.units}
PLACES = {place.hex: place for place in DATA.places}
OURS = Path(__file__).parent.parent / "hexfront" / "games" / "breakout" / "data"

Overlay = Callable[..., Path]


def unit(data: BreakoutData, unit_id: str) -> UnitSpec:
    return next(unit for unit in data.units if unit.id == unit_id)


# ---- what the files say ----


def test_the_data_load_and_are_complete() -> None:
    assert (len(DATA.terrain), len(DATA.rivers), len(DATA.no_go)) == (1340, 645, 60)
    assert (len(DATA.units), len(DATA.rules), len(DATA.options)) == (85, 289, 12)
    assert load_data() is DATA


@rule("breakout", "1.1")
def test_scale() -> None:
    assert DATA.tables["scale"]["days_per_turn"] == 3
    assert DATA.tables["scale"]["km_per_hex"] == 6.8
    assert DATA.tables["turns"]["last"] == 8


@rule("breakout", "2.0")
def test_there_are_176_counters() -> None:
    folder = Folder(OURS)
    units = folder.rows("units.csv", _header("units.csv"), ("id",))
    markers = folder.rows("markers.csv", _header("markers.csv"), ("id",))
    total = sum(row.number("counters") for row in units)
    assert total + sum(row.number("count") for row in markers) == 176


def _header(name: str) -> list[str]:
    return (OURS / name).read_text(encoding="utf-8").splitlines()[0].split(",")


@rule("breakout", "2.1.a")
def test_every_hex_has_one_terrain() -> None:
    assert sorted(DATA.terrain) == GRID.names(GRID.all)
    assert set(DATA.terrain.values()) == {"clear", "forest", "rough", "marsh"}
    assert DATA.terrain["2019"] == "rough"
    assert DATA.terrain["2119"] != "rough"


@rule("breakout", "2.1.b")
def test_hexes_have_their_printed_numbers() -> None:
    assert (PLACES["2607"].name, PLACES["0805"].name) == ("Proskurov", "Ternopol")
    assert not GRID.has("4829")
    assert not GRID.has("0229")


@rule("breakout", "3.1.b", "4.1.a.1")
def test_places_and_who_controls_them() -> None:
    held = [place for place in DATA.places if place.control]
    assert {place.hex for place in held if place.control == "soviet"} == {"2603", "4004"}
    assert [place.hex for place in held if place.name == "Vinnitsa"] == ["4513", "4612", "4613"]
    assert sum(place.kind == "fort" for place in held) == 4
    assert sum(place.kind == "town" for place in held) == 12
    assert all(place.control is None for place in DATA.places if place.kind == "label")


def test_rivers_of_the_rules_are_on_the_map() -> None:
    assert {"Dnestr", "Southern Bug", "Prut", "Strypa"} <= {side.river for side in DATA.rivers}
    assert ("2119", "2218") in {(side.a, side.b) for side in DATA.rivers}  # example of play


def test_the_forbidden_area_holds_every_entry_hex() -> None:
    assert set(DATA.tables["german_entry"]["hexes"]) <= set(DATA.no_go)
    assert "0805" not in DATA.no_go


@rule("breakout", "2.2")
def test_a_unit_has_a_hex_or_a_turn_of_arrival() -> None:
    for each in DATA.units:
        assert (each.hex is None) == (each.arrives > 0) == (each.placement == "entry")
    assert all(each.arrives == 0 for each in DATA.units if each.side == "soviet")


@rule("breakout", "2.3")
def test_every_unit_belongs_to_one_class() -> None:
    classes = {(each.side, each.mobility) for each in DATA.units}
    assert classes == {
        ("german", "mech"),
        ("german", "nonmech"),
        ("german", "static"),
        ("soviet", "mech"),
        ("soviet", "nonmech"),
    }
    assert all(each.mobility == "mech" for each in DATA.units if "artillery" in each.type)


@rule("breakout", "2.4", "2.4.a")
def test_types_and_sizes() -> None:
    assert {each.type for each in DATA.units} == {*TYPES["german"], *TYPES["soviet"]}
    assert {each.size for each in DATA.units} == {"XXX", "XX", "X", "II", "(XX)", "(XXX)"}
    for each in DATA.units:
        assert (each.size == "(XX)") == (each.type == "army_support")
        assert (each.size == "(XXX)") == (each.type == "garrison")


@rule("breakout", "2.4.c")
def test_the_18th_artillery_division_reaches_two_hexes() -> None:
    assert DATA.tables["artillery_division"]["unit"] == "18AD"
    assert DATA.tables["artillery_division"]["range"] == 2
    assert UNITS["18AD"].type == "field_artillery"


@rule("breakout", "2.5")
def test_abbreviations() -> None:
    assert DATA.tables["korpsgruppe"]["markers"] == ["Br", "Ch", "Go"]
    assert UNITS["3B"].name == "3 Breakthrough Art"
    assert UNITS["3GM"].name == "3 Gds Mortar"
    assert UNITS["101J"].name == "101 Jaeger"
    assert UNITS["9SS"].name == "9 SS Pz"
    assert UNITS["17G"].type == "rifle"


@rule("breakout", "2.6.c", "2.6.g")
def test_steps() -> None:
    for each in DATA.units:
        if each.steps > 2:
            assert each.side == "german"
            assert each.size == "XX"
            assert each.steps in {4, 6, 8}
    assert UNITS["9SS"].steps == 8
    assert all(UNITS[each.id].steps == 2 for each in DATA.units if each.type == "rifle")


@rule("breakout", "2.7", "3.2.3")
def test_four_garrisons_in_fortified_localities() -> None:
    garrisons = [each for each in DATA.units if each.type == "garrison"]
    assert {each.id for each in garrisons} == set(GARRISONS) == {"TG", "KPG", "KhG", "CG"}
    assert {PLACES[each.hex or ""].kind for each in garrisons} == {"fort"}
    assert UNITS["TG"].hex == "0805"


@rule("breakout", "3.2.4.a")
def test_the_two_fixed_divisions() -> None:
    assert (UNITS["96"].hex, UNITS["96"].placement) == ("2908", "exact")
    assert (UNITS["291"].hex, UNITS["291"].placement) == ("2807", "exact")


def test_the_east_front_option_moves_nine_units() -> None:
    moved = {each.id: each.hex_march_24 for each in DATA.units if each.hex_march_24}
    assert moved == {
        "101": "3611",
        "104": "3420",
        "13B": "3714",
        "50": "3421",
        "51": "3520",
        "67": "3615",
        "74": "3513",
        "s38": "3513",
        "s40": "3421",
    }


# ---- the printed tables, cell by cell ----


def _terrain(name: str) -> tuple[int, int, int, int, bool, bool, bool]:
    effect = DATA.tables["terrain"][name]
    return (
        effect["nonmech"],
        effect["mech"],
        effect["shift_german"],
        effect["shift_soviet"],
        effect["free_crossing"],
        effect["concentric"],
        effect["ignores_retreat"],
    )


@rule("breakout", "14.0.tec.clear", "14.0.tec.forest", "14.0.tec.rough", "14.0.tec.marsh")
def test_terrain_effects_of_open_ground() -> None:
    assert _terrain("clear") == (1, 1, 0, 0, False, True, False)
    assert _terrain("forest") == (1, 2, 0, 0, False, True, False)
    assert _terrain("rough") == (1, 2, -1, -1, False, True, False)
    assert _terrain("marsh") == (1, 3, 0, 0, False, True, False)


@rule("breakout", "14.0.tec.town", "14.0.tec.fort")
def test_terrain_effects_of_places() -> None:
    assert _terrain("town") == (1, 1, -1, -1, True, False, True)
    assert _terrain("fort") == (1, 1, -2, -1, True, False, True)


@rule("breakout", "14.0.tec.river")
def test_combat_shifts() -> None:
    shifts = DATA.tables["combat_shifts"]
    assert {key: shifts[key] for key in shifts if key not in ("provenance", "rule")} == {
        "river_all_attackers": -1,
        "concentric_german_attack": 2,
        "concentric_soviet_attack": 1,
        "korpsgruppe_attack": 1,
        "korpsgruppe_defence": -1,
        "tiger_attack": 1,
        "tiger_defence": -1,
    }


@rule("breakout", "14.0.weather")
def test_weather_table() -> None:
    printed = {2: "TTTFFS", 3: "TFFSSS", 4: "TFSSSS", 5: "TFFFSS", 6: "TTFFFS", 7: "TTTTFS"}
    printed[8] = "TTTTTF"
    table = DATA.tables["weather"]["turn"]
    assert {int(turn): "".join(w[0].upper() for w in row) for turn, row in table.items()} == printed
    assert DATA.tables["weather"]["turn_1"] == "thaw"


@rule("breakout", "14.0.river", "14.0.river.a", "14.0.river.b")
def test_river_crossing_table() -> None:
    table = DATA.tables["river_crossing"]
    assert table["storm"] == [0, 1, 1, 2, 2, 3]
    assert table["thaw"] == [0, 1, 1, 1, 2, 3]
    assert table["frost"] == [0] * 6
    assert table["big_rivers"] == ["Dnestr", "Southern Bug", "Prut"]
    assert (table["big_river_modifier"], table["flat_cost"]) == (1, 3)
    assert _terrain("town")[4]
    assert _terrain("fort")[4]


@rule("breakout", "14.0.mf", "14.0.mf.a")
def test_movement_table() -> None:
    movement = DATA.tables["movement"]
    assert movement["nonmech"] == {"storm": 5, "thaw": 7, "frost": 9}
    assert movement["mech"] == {"storm": 7, "thaw": 10, "frost": 13}
    assert movement["static"] == {"storm": 0, "thaw": 0, "frost": 0}
    effects = DATA.tables["weather_effects"]
    assert [effects[name]["zoc"] for name in ("thaw", "frost", "storm")] == [True, True, False]


@rule("breakout", "14.0.crt", "13.8.1")
def test_combat_results_table() -> None:
    printed = """
        DR   DR   DL1  DL1+DR  DL1+DR  DL1+DR  DL1+DR  DL1+DR
        AS   DR   DR   DL1     DL1+DR  DL1+DR  DL1+DR  DL1+DR
        AL1  AS   DR   DR      DL1     DL1+DR  DL1+DR  DL1+DR
        AL1  AL1  AS   DR      DR      DL1     DL1+DR  DL1+DR
        AL1  AL1  AL1  AS      DR      DR      DL1     DL1+DR
        AL1  EX   EX   EX      EX      EX      EX      EX
    """
    table = DATA.tables["combat_results"]
    rows = [line.split() for line in printed.strip().splitlines()]
    assert [table["die"][str(die)] for die in range(1, 7)] == rows
    assert table["columns"] == ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"]
    assert (table["below"], table["above"]) == ("AL1", "DL1+DR")


def test_edges() -> None:
    tables = DATA.tables
    soviet, german = tables["soviet_supply"]["hexes"], tables["german_communications"]["hexes"]
    assert (len(soviet), soviet[0], soviet[-1]) == (37 + 28, "1101", "4729")
    assert (len(german), german[0], german[-1]) == (29 + 45, "0101", "4628")
    assert not set(soviet) & set(german)
    assert tables["german_entry"]["hexes"] == [f"01{row:02d}" for row in range(1, 14)]
    exits = "0729 0828 0929 1028 1129 1228 1329 1428 1529 1628 1729"
    assert tables["soviet_exit"]["hexes"] == exits.split()


def test_the_other_numbers() -> None:
    tables = DATA.tables
    assert tables["replacements"]["delay"] == [1, 1, 2, 2, 3, 3]
    assert tables["stand_fast"]["column"] == 23
    stacking = tables["stacking"]
    assert (stacking["german_steps"], stacking["soviet_steps"]) == (9, 4)
    assert stacking["soviet_artillery_steps"] == 1
    victory = tables["victory"]
    assert (victory["town"], victory["fort"], victory["cut_off_place"]) == (1, 4, 1)
    assert (victory["exit"], victory["exit_maximum"], victory["start"]) == (1, 4, 2)
    assert (victory["soviet_from"], victory["draw_from"], victory["historical"]) == (32, 28, 31)
    korpsgruppe = tables["korpsgruppe"]
    assert (korpsgruppe["first_turn"], korpsgruppe["per_hex"]) == (3, 1)
    assert (korpsgruppe["movement_range"], korpsgruppe["combat_range"]) == (1, 2)


# ---- options, rules, provenance ----


def test_options() -> None:
    defaults = {option.id: option.default for option in DATA.options}
    assert defaults == {
        "flat_river_cost": False,
        "order_choice": "per_impulse",
        "stand_fast_binds_retreats": True,
        "tiger_division_must_attack": False,
        "odds_ladder": "open",
        "blocked_loss": "per_combat",
        "halve": "per_unit",
        "source_in_ezoc": "soviet_only",
        "entry_hex_in_ezoc": "barred",
        "failed_crossing": "no_more_rolls",
        "probe_into_own_hex": "allowed",
        "east_front": "vinnitsa",
    }
    for option in DATA.options:
        assert option.values[0] == option.default
        assert option.explain.endswith(".")


def test_the_ledger_is_in_order_and_marks_components() -> None:
    ids = [case.id for case in DATA.rules]
    assert (ids[0], ids[-1], len(set(ids))) == ("1.0", "DN.2", 289)
    assert {case.id for case in DATA.rules if case.component} >= {"1.0", "2.0", "2.1"}
    assert all(case.component == (case.kind == "component") for case in DATA.rules)


def test_every_datum_says_where_it_comes_from() -> None:
    kinds = {row.kind: row for row in provenance_report(DATA)}
    assert kinds["terrain"].total == 1340
    assert kinds["rivers"].total == 645
    for field in ("name", "type", "mobility", "size", "steps", "factors", "setup"):
        assert kinds[f"unit {field}"].total == 85
    assert kinds["tables"].counts["rulebook"] == len(DATA.tables)
    assert kinds["all"].total == len(DATA.origins)
    assert {origin.provenance for origin in DATA.origins.values()} == set(PROVENANCES)


def test_the_report_reads_well() -> None:
    report = format_report(DATA)
    assert "terrain            1340       1    0%" in report
    assert DATA.digest in report


# ---- corrections laid over ours ----


def test_an_overlay_replaces_single_cells(overlay: Overlay) -> None:
    data = load_data(
        overlay(
            map_csv="hex,terrain\n2020,marsh",
            units_csv="id,factors,note\n291,3-3/1-2,from the counter",
            tables_toml="[weather.turn]\n8 = ['thaw', 'thaw', 'thaw', 'thaw', 'frost', 'frost']",
            options_toml='[[option]]\nid = "halve"\ndefault = "per_sum"',
        )
    )
    assert data.terrain["2020"] == "marsh"
    assert unit(data, "291").factors == ((3, 3), (1, 2))
    assert unit(data, "291").name == "291 Inf"
    assert data.origins["unit factors", "291"].note == "from the counter"
    assert data.tables["weather"]["turn"]["8"][4] == "frost"
    assert data.tables["weather"]["turn"]["7"] == DATA.tables["weather"]["turn"]["7"]
    assert {o.id: o.default for o in data.options}["halve"] == "per_sum"


def test_an_overlay_adds_and_removes_rows(overlay: Overlay) -> None:
    data = load_data(
        overlay(
            places_csv="hex,name,kind,control,provenance,remove\n"
            "2902,Starokonstantinov,town,german,rulebook,\n"
            "0514,,,,,-",
            rivers_csv="hex_a,hex_b,river,tier,provenance\n2019,2020,Smotrych,2,rulebook",
            units_csv="id,remove\n531,-",
        )
    )
    assert {place.hex: place.kind for place in data.places}["2902"] == "town"
    assert "0514" not in {place.hex for place in data.places}
    assert len(data.rivers) == len(DATA.rivers) + 1
    assert "531" not in {each.id for each in data.units}


def test_an_overlay_can_empty_a_cell(overlay: Overlay) -> None:
    folder = overlay(units_csv="id,arrives,hex,placement\n507,4,-,entry")
    late = unit(load_data(folder), "507")
    assert (late.arrives, late.hex, late.placement) == (4, None, "entry")


def test_the_digest_follows_what_matters(overlay: Overlay, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "README.txt").write_text("nothing yet")
    (empty / "units.csv").write_text("id,name,note\n531,531 Infantry,renamed\n")
    assert load_data(empty).digest == DATA.digest
    assert load_data(overlay(map_csv="hex,terrain\n2020,marsh")).digest != DATA.digest
    assert len(DATA.digest) == 16


def test_the_order_of_the_files_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in OURS.iterdir():
        head, *rows = path.read_text(encoding="utf-8").splitlines()
        if path.suffix == ".csv":
            rows.reverse()
        (tmp_path / path.name).write_text("\n".join([head, *rows]), encoding="utf-8")
    (tmp_path / "none").mkdir()
    monkeypatch.setattr(load, "_DATA", tmp_path)
    data = load_data(tmp_path / "none")
    assert (data.digest, data.units, data.rivers) == (DATA.digest, DATA.units, DATA.rivers)


# ---- what is refused, and how it is said ----

UNIT = "id,side,name,formation,type,mobility,size,factors,counters,arrives,hex,placement"

WRONG_CSV = [
    (
        "map_csv",
        "hex,terrain\n2020,swamp",
        "mine/map.csv line 2, field terrain: 'swamp' is not one",
    ),
    ("map_csv", "hex,terrain\n4829,clear", "map.csv line 2, field hex: '4829' is not a hex of the"),
    ("map_csv", "hex,terrain\n\n101,clear", "map.csv line 3, field hex: '101' is not a hex of the"),
    ("map_csv", "hex,remove\n2020,-", "map.csv: the hex 2020 is missing"),
    ("map_csv", "hex,remove\n2020,yes", "map.csv line 2, field remove: 'yes' is not '-'"),
    ("map_csv", "hex,remove\n9999,-", "map.csv line 2, field hex: there is no '9999' to remove"),
    ("map_csv", "hex,ground\n2020,clear", "map.csv line 1: unknown column 'ground'; hex, terrain,"),
    ("map_csv", "terrain\nclear", "map.csv line 1: the column 'hex' is missing"),
    ("map_csv", "hex,hex\n2020,2020", "map.csv line 1: the column 'hex' is there twice"),
    ("map_csv", "hex,terrain\n2020", "map.csv line 2: has 1 cells, the header 2"),
    ("map_csv", "", "mine/map.csv: is empty; the first line must name the columns"),
    ("map_csv", 'hex,terrain\n2020,"clear', "map.csv line 2: is not proper CSV"),
    (
        "map_csv",
        "hex,terrain\n2020,clear\n2020,rough",
        "map.csv line 3, field hex: '2020' is there twice",
    ),
    (
        "map_csv",
        "hex,provenance\n2020,hearsay",
        "map.csv line 2, field provenance: 'hearsay' is not one of rulebook, history",
    ),
    ("places_csv", "hex,control\n2607,both", "places.csv line 2, field control: 'both' is not one"),
    ("places_csv", "hex,control\n2902,german", "places.csv line 2, field control: a label has no"),
    ("places_csv", "hex,kind\n2607,city", "places.csv line 2, field kind: 'city' is not one of"),
    (
        "rivers_csv",
        "hex_a,hex_b,river,tier,provenance\n2019,2022,Smotrych,2,rulebook",
        "rivers.csv line 2, field hex_b: 2019 and 2022 are not adjacent",
    ),
    (
        "rivers_csv",
        "hex_a,hex_b,river,tier,provenance\n2020,2019,Smotrych,2,rulebook",
        "rivers.csv line 2, field hex_a: write the smaller number first: 2019,2020",
    ),
    (
        "rivers_csv",
        "hex_a,hex_b,tier\n2119,2218,4",
        "rivers.csv line 2, field tier: 4 is not 1 to 3",
    ),
    (
        "rivers_csv",
        "hex_a,hex_b,tier\n2119,2218,big",
        "rivers.csv line 2, field tier: 'big' is not a whole number",
    ),
    ("no_go_csv", "hex,remove\n0105,-", "no_go.csv: the entry hex 0105 must be in the area"),
    ("units_csv", "id,factors\n68,4-x", "units.csv line 2, field factors: '4-x' is not a list of"),
    ("units_csv", "id,side\n68,polish", "units.csv line 2, field side: 'polish' is not one of"),
    (
        "units_csv",
        "id,type\n68,rifle",
        "units.csv line 2, field type: 'rifle' is not one of panzer",
    ),
    (
        "units_csv",
        "id,size\n68,XXXX",
        "units.csv line 2, field size: 'XXXX' is not one of XXX, XX,",
    ),
    ("units_csv", "id,size\n68,(XX)", "units.csv line 2, field size: is (XX) for an army_support"),
    ("units_csv", "id,size\nTG,XX", "units.csv line 2, field size: is (XXX) for a garrison"),
    ("units_csv", "id,mobility\n68,static", "units.csv line 2, field mobility: is 'static' for a"),
    ("units_csv", "id,mobility\n3B,nonmech", "units.csv line 2, field mobility: all artillery is"),
    (
        "units_csv",
        "id,factors\n68,3-3/2-2/1-1",
        "units.csv line 2, field factors: 3 steps; a large",
    ),
    ("units_csv", "id,factors\n11GT,8-8/4-4/2-2", "units.csv line 2, field factors: 3 steps, but"),
    ("units_csv", "id,factors\n68,3-3/2-2", "units.csv line 2, field counters: 2 steps need 1"),
    ("units_csv", "id,arrives\n68,4", "units.csv line 2, field hex: a unit has either a hex or a"),
    ("units_csv", "id,hex\n68,-", "units.csv line 2, field hex: must not be empty"),
    ("units_csv", "id,hex\n349,0101", "units.csv line 2, field hex: a unit has either a hex or a"),
    ("units_csv", "id,arrives\n349,9", "units.csv line 2, field arrives: 9 is not 1 to 8"),
    ("units_csv", "id,placement\n349,near", "units.csv line 2, field placement: is 'entry' for a"),
    ("units_csv", "id,placement\n11GT,near", "units.csv line 2, field placement: every Soviet"),
    ("units_csv", "id,placement\nTG,near", "units.csv line 2, field placement: a garrison starts"),
    (
        "units_csv",
        "id,arrives,hex,placement\n11GT,3,-,entry",
        "units.csv line 2, field arrives: the Soviet side has no reinforcements",
    ),
    (
        "units_csv",
        "id,confidence\n68,sure",
        "units.csv line 2, field confidence: 'sure' is not one",
    ),
    ("units_csv", "id,remove\nCG,-", "units.csv: the garrisons must be TG, KPG, KhG, CG, not KPG,"),
    (
        "units_csv",
        f"{UNIT}\nXG,german,XG,fortress,garrison,static,(XXX),0-2,1,setup,2121,exact",
        "units.csv line 2, field confidence: '' is not one of high",
    ),
    (
        "units_csv",
        "id,remove\n18AD,-",
        "field artillery_division.unit: '18AD' is no unit of units.csv",
    ),
]


@rule("breakout", "2.1.a", "2.2", "2.3", "2.4", "2.4.a", "2.6.c", "2.6.g", "2.7")
@pytest.mark.parametrize(("file", "text", "message"), WRONG_CSV)
def test_a_mistake_in_a_csv_is_named(overlay: Overlay, file: str, text: str, message: str) -> None:
    with pytest.raises(DataError) as error:
        load_data(overlay(**{file: text}))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


WRONG_TOML = [
    (
        '[weather.turn]\n2 = ["thaw"]',
        "mine/tables.toml line 2, field weather.turn.2: has 1 values, not 6",
    ),
    (
        "[weather.turn]\n2 = ['thaw', 'thaw', 'thaw', 'thaw', 'thaw', 'rain']",
        "tables.toml line 2, field weather.turn.2: 'rain' is not one of thaw, frost, storm",
    ),
    (
        "[weather.turn]\n9 = ['thaw']",
        "tables.toml line 2, field weather.turn.9: is unknown; 2, 3, 4, 5, 6, 7, 8 exist",
    ),
    (
        "\n[combat_results.die]\n1 = ['DR', 'DR']",
        "tables.toml line 3, field combat_results.die.1: has 2 values, not 8",
    ),
    (
        "[combat_results.die]\n1 = ['DR', 'DR', 'DR', 'DR', 'DR', 'DR', 'DR', 'DX']",
        "tables.toml line 2, field combat_results.die.1: 'DX' is not one of AL1, AS",
    ),
    ("[combat_results]\ncolumns = ['1:1']", "field combat_results.columns: must be 1:2, 1:1, 2:1"),
    ("[combat_shifts]\ntiger_attack = -1", "field combat_shifts.tiger_attack: -1 is not 0 to 7"),
    ("[combat_shifts]\ntiger_attack = true", "tiger_attack: True is not a whole number"),
    (
        "[terrain.marsh]\nmech = 0",
        "tables.toml line 2, field terrain.marsh.mech: 0 is not 1 or more",
    ),
    ("[terrain.marsh]\nconcentric = 1", "field terrain.marsh.concentric: 1 is not true or false"),
    ("[terrain]\nmarsh = 3", "tables.toml line 2, field terrain.marsh: 3 cannot stand for a table"),
    ("[terrain.lake]\nmech = 3", "tables.toml line 1, field terrain.lake: is unknown; provenance,"),
    ("[railways]\ncost = 1", "tables.toml line 1, field railways: is unknown; scale, turns"),
    ("movement.mech.thaw = 'ten'", "field movement.mech.thaw: 'ten' is not a whole number"),
    ("[river_crossing]\nthaw = [3, 1, 1, 1, 2, 3]", "river_crossing.thaw: costs must not fall"),
    ("[river_crossing]\nbig_rivers = ['Bug']", "river_crossing.big_rivers: 'Bug' is not one of"),
    ("[soviet_exit]\nhexes = ['0229']", "field soviet_exit.hexes: '0229' is not a hex of the map"),
    ("[soviet_exit]\nhexes = ['0729', '0729']", "soviet_exit.hexes: must name each hex once"),
    ("[soviet_exit]\nhexes = [729]", "soviet_exit.hexes: 729 in the list is not of type str"),
    ("[german_entry]\nplace = '0800'", "field german_entry.place: '0800' is not a hex of the map"),
    ("[korpsgruppe]\nmarkers = ['Br', 'Br']", "korpsgruppe.markers: must name each marker once"),
    ("[replacements]\ndelay = [0, 1, 2, 2, 3, 3]", "replacements.delay: every delay is one turn"),
    (
        "[victory]\nsoviet_from = 20",
        "victory.soviet_from: must be more than draw_from, which is 28",
    ),
    ("[scale]\nkm_per_hex = '6.8'", "field scale.km_per_hex: must be a number like 6.8"),
    ("[stacking]\nprovenance = 'guess'", "field stacking.provenance: 'guess' is not one of"),
    ("[stacking]\nrule = '99.9'", "field stacking.rule: '99.9' is no case of the rules ledger"),
    ("[stacking]\nrule = ' '", "field stacking.rule: must not be empty"),
    ("[stacking\nrule = ''", "mine/tables.toml line 1: is not proper TOML: Expected"),
    ("[stacking]\na = 1\na = 2", "mine/tables.toml line 3: is not proper TOML: Cannot overwrite"),
]


@rule("breakout", "14.0.weather", "14.0.crt")
@pytest.mark.parametrize(("text", "message"), WRONG_TOML)
def test_a_mistake_in_the_tables_is_named(overlay: Overlay, text: str, message: str) -> None:
    with pytest.raises(DataError) as error:
        load_data(overlay(tables_toml=text))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (
            "options_toml",
            '[[option]]\nid = "halve"\n\ndefault = "never"',
            "mine/options.toml line 4, field option.halve.default: 'never' is not one of per_unit",
        ),
        (
            "options_toml",
            '[[option]]\nid = "flat_river_cost"\ndefault = "yes"',
            "options.toml line 3, field option.flat_river_cost.default: 'yes' is not true or false",
        ),
        (
            "options_toml",
            '[[option]]\nid = "halve"\nvalues = ["per_unit"]',
            "options.toml line 3, field option.halve.values: must have two different values",
        ),
        (
            "options_toml",
            '[[option]]\nid = "new"\ntitle = "A new one"',
            "options.toml line 2, field option.new.values: is missing",
        ),
        (
            "options_toml",
            "[[option]]\nid = 3",
            "field option: [{'id': 3}] cannot stand for a table",
        ),
        (
            "rules_toml",
            '[[case]]\nid = "13.6"\nrule = ""',
            "line 3, field case.13.6.rule: must not",
        ),
        ("weather_csv", "turn\n1", "mine/weather.csv: is not a file of this game (map.csv, "),
    ],
)
def test_a_mistake_in_another_file_is_named(
    overlay: Overlay, file: str, text: str, message: str
) -> None:
    with pytest.raises(DataError) as error:
        load_data(overlay(**{file: text}))
    assert message in str(error.value)


def test_an_overlay_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nowhere: there is no such folder"):
        load_data(tmp_path / "nowhere")


def test_bytes_that_are_no_text_are_named(overlay: Overlay) -> None:
    folder = overlay(map_csv="hex,terrain")
    (folder / "map.csv").write_bytes(b"hex,terrain\n2020,cl\xe9ar\n")
    with pytest.raises(DataError, match=r"mine/map\.csv line 2: is not UTF-8 text"):
        load_data(folder)


def test_a_spreadsheet_may_write_a_byte_order_mark(overlay: Overlay) -> None:
    folder = overlay(map_csv="\ufeffhex,terrain\r\n2020,marsh\r")
    assert load_data(folder).terrain["2020"] == "marsh"


@rule("breakout", "2.0")
def test_a_counter_too_many_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(OURS, tmp_path, dirs_exist_ok=True)
    text = (tmp_path / "markers.csv").read_text(encoding="utf-8")
    (tmp_path / "markers.csv").write_text(text.replace("TURN,Turn,1", "TURN,Turn,2"))
    monkeypatch.setattr(load, "_DATA", tmp_path)
    monkeypatch.setattr(load, "_load_ours", lambda: load._load(None))
    with pytest.raises(
        DataError, match=r"units\.csv: with markers\.csv it has 177 counters, not 176"
    ):
        load_data()


# ---- the sense of the set-up ----


@pytest.mark.parametrize("east_front", ["vinnitsa", "march_24"])
def test_nothing_is_wrong_with_the_set_up(east_front: str) -> None:
    assert [each for each in check_setup(DATA, east_front) if not each.startswith("Note")] == []


def test_the_starting_over_stack_is_noted() -> None:
    notes = [each for each in check_setup(DATA) if "more than may stay" in each]
    assert notes == [
        "Note: 5 Soviet steps and 0 of artillery start in 2407, more than may stay there."
    ]


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (
            "units_csv",
            "id,hex\n9Mech,2607",
            "Wrong: both sides start in 2607 (11 Pz, 509, 9 Mech).",
        ),
        ("units_csv", "id,hex\nKPG,2020", "Wrong: the garrison KPG in 2020 is in no fortified"),
        ("units_csv", "id,hex\n28,0407", "Wrong: 28 Rifle starts in the area forbidden to Soviet"),
        (
            "units_csv",
            "id,hex\nKhG,2023",
            "Wrong: KhG in 2023 should stand between Dnestr and Prut.",
        ),
        ("units_csv", "id,hex\n75,2520", "Wrong: 75 Inf in 2520 should stand between Dnestr and"),
        (
            "units_csv",
            "id,hex\n16Pz,2826",
            "Wrong: 16 Pz in 2826 should stand north of the Dnestr.",
        ),
        ("units_csv", "id,hex\n7Pz,4701", "Note: 7 Pz in 4701 is"),
        (
            "units_csv",
            "id,hex,placement\n" + "\n".join(f"{u},1810,exact" for u in ("68", "1SS", "7Pz")),
            "Wrong: no room was found for 7 Pz in or next to 1810.",
        ),
        (
            "units_csv",
            "id,hex\n9Mech,0128\n1SS,0127\n7Pz,0129\n68,0227\n1Pz,0228",
            "Wrong: 9 Mech in 0128 starts behind the enemy, cut off from its edge.",
        ),
        (
            "rivers_csv",
            "hex_a,hex_b,remove\n0115,0116,-",
            "Wrong: the Dnestr or the Prut has a gap and does not part its banks.",
        ),
    ],
)
def test_a_senseless_set_up_is_found(overlay: Overlay, file: str, text: str, message: str) -> None:
    findings = check_setup(load_data(overlay(**{file: text})))
    assert any(message in each for each in findings), findings
