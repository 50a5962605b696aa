"""The data files of Breakout: what they say, corrections laid over, the sense of the set-up."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexfront.games.breakout.loading.check import check_setup, format_report, provenance_report
from hexfront.games.breakout.loading.load import (
    GARRISONS,
    GRID,
    TYPES,
    BreakoutData,
    UnitSpec,
    load_data,
)
from hexfront.kernel.datafiles import Folder
from tests.rules import rule

DATA = load_data()
UNITS = {unit.id: unit for unit in DATA.units}
PLACES = {place.hex: place for place in DATA.places}
OURS = Path(__file__).parent.parent.parent / "hexfront" / "games" / "breakout" / "data"

Overlay = Callable[..., Path]


def unit(data: BreakoutData, unit_id: str) -> UnitSpec:
    return next(unit for unit in data.units if unit.id == unit_id)


# ---- what the files say ----


def test_the_data_load_and_are_complete() -> None:
    assert (len(DATA.terrain), len(DATA.rivers), len(DATA.no_go)) == (1340, 645, 60)
    assert (len(DATA.units), len(DATA.rules), len(DATA.options)) == (85, 289, 12)
    components = {case.id for case in DATA.rules if case.component}
    assert {"1.0", "2.0", "2.1"} <= components
    assert all(case.component == (case.kind == "component") for case in DATA.rules)


@rule("breakout", "1.1")
def test_scale() -> None:
    assert DATA.tables["scale"]["days_per_turn"] == 3
    assert DATA.tables["scale"]["km_per_hex"] == 6.8
    assert DATA.scenarios[0].last_turn == 8


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
    assert UNITS["101J"].name == "101 Jäger"
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


def test_the_report_reads_well() -> None:
    assert "terrain            1340       1    0%" in format_report(DATA)


def test_all_tables_are_the_rulebooks() -> None:
    kinds = {row.kind: row for row in provenance_report(DATA)}
    assert kinds["tables"].counts["rulebook"] == len(DATA.tables)


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
