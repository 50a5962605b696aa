"""The data files of Kesselschlacht: what they say, corrections laid over, sense checks of the set-ups."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from hexfront.games.kesselschlacht.loading import load
from hexfront.games.kesselschlacht.loading.check import check_setup, format_report, road_points
from hexfront.games.kesselschlacht.loading.load import load_data
from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.loading.specs import (
    AircraftSpec,
    KesselschlachtData,
    SetUp,
    UnitSpec,
)
from hexfront.games.kesselschlacht.loading.ways import Ways, area
from hexfront.games.kesselschlacht.sides import SET_UPS
from hexfront.kernel.ledger import count_provenance
from hexfront.kernel.refusal import Refused
from tests.kesselschlacht.table import infantry, table
from tests.rules import rule

DATA = load_data()
UNITS = {unit.id: unit for unit in DATA.units}
AIRCRAFT = {each.id: each for each in DATA.aircraft}
PLACES = {place.hex: place for place in DATA.places}
BRIDGES = {bridge.id: bridge for bridge in DATA.bridges}
TABLES = DATA.tables
MARCH31, MARCH24 = SET_UPS

Overlay = Callable[..., Path]


def near(number: str) -> set[str]:
    return {GRID.number(h) for h in GRID.neighbours(GRID.index(number))}


def combat_units(data: KesselschlachtData = DATA) -> list[UnitSpec]:
    return [unit for unit in data.units if unit.type != "hq"]


def of_formation(name: str) -> list[UnitSpec]:
    return [unit for unit in combat_units() if unit.formation == name]


# ---- the map ----


@rule("kesselschlacht", "2.1.a", "2.1.1")
def test_the_grid_is_the_one_that_the_bridges_need() -> None:
    """R-10: only with low even columns are 3625 and 3726 neighbours."""
    assert len(DATA.terrain) == 58 * 31 == 1798
    assert "3726" in near("3625")
    assert "3724" not in near("3625")
    assert set(DATA.terrain.values()) == {"clear", "swamp", "rough", "mountainous"}


@rule("kesselschlacht", "2.1.1")
def test_every_river_has_a_class() -> None:
    classes = TABLES["river_class"]["rivers"]
    assert {river.river for river in DATA.rivers} == set(classes)
    assert {name for name, kind in classes.items() if kind == "major"} == {"Dnestr", "Prut"}


@pytest.mark.parametrize(
    ("number", "name", "kind"),
    [
        ("2919", "Skala", "town"),
        ("3523", "Kamenets-Podolskiy", "city"),
        ("4018", "Dunayevtsy", "town"),
        ("3426", "Khotin", "town"),
        ("0417", "Stanislau", "city"),
        ("1904", "Ternopol", "city"),
        ("3611", "Gorodok", "town"),
        ("4206", "Proskurov", "city"),
        ("5009", "Derazhnya", "town"),
        ("2531", "Chernovtsy", "city"),
    ],
)
def test_the_places_the_rules_name(number: str, name: str, kind: str) -> None:
    """R-08: Chernovtsy is 2531; 2530 has only the name."""
    assert (PLACES[number].name, PLACES[number].kind) == (name, kind)
    assert DATA.origins["places", number].provenance == "rulebook"
    assert PLACES["2530"].kind == "label"


def test_objectives() -> None:
    points = {place.hex: place.points for place in DATA.places if place.points}
    assert len(points) == 13
    assert sum(points.values()) == 66
    assert points["1904"] == points["0417"] == 10
    assert {DATA.origins["objectives", h].provenance for h in points} == {"reconstructed"}
    towns = [PLACES[h].name for h in TABLES["victory"]["towns"]]
    assert towns == ["Podhajce", "Stanislau", "Rohatyn"]


@rule("kesselschlacht", "18.1-bridges", "18.2-bridges")
def test_the_bridges_blown_at_the_start() -> None:
    """R-11: two on one hexside."""
    for start in range(len(SET_UPS)):
        blown = [b for b in DATA.bridges if b.at_start[start] == "blown"]
        sides = Counter(f"{b.a}-{b.b}" for b in blown)
        assert sides == {"2024-2124": 1, "2124-2224": 1, "2624-2724": 2, "3625-3726": 1}


@rule("kesselschlacht", "18.1-sov-pontoon", "18.2-sov-pontoon")
def test_the_pontoons_that_stand_at_the_start() -> None:
    khotin, soviet = BRIDGES["pontoon-khotin"], BRIDGES["pontoon-2023-2123"]
    assert (khotin.side, khotin.at_start) == ("axis", ("standing", "standing"))
    assert (soviet.side, soviet.at_start) == ("soviet", ("standing", "absent"))
    assert {b.kind for b in DATA.bridges} == {"printed", "pontoon"}
    assert (DATA.markers["PONT-A"], DATA.markers["PONT-S"]) == (2, 1)


def test_24_sectors_cover_the_map() -> None:
    assert [sector.number for sector in DATA.sectors] == list(range(1, 25))
    first, last = DATA.sectors[0], DATA.sectors[-1]
    assert (first.columns, first.rows) == ((1, 10), (1, 8))
    assert (last.columns, last.rows) == ((51, 58), (25, 31))


def test_the_lines_of_the_seret_and_the_strypa() -> None:
    """R-178: south of the Dnestr the Seret line is column 24; 60th Army starts east of the Strypa."""
    west, south = set(DATA.west_of_seret), set(DATA.south_of_dnestr)
    assert {h for h in south if int(h[:2]) < 24} == west & south
    assert "2325" in west
    assert "2425" not in west
    assert "1614" in west
    assert "2606" not in west
    assert not {"1502", "1503", "1504", "1505", "1506", "1507"} & set(DATA.west_of_strypa)
    assert "1201" in DATA.west_of_strypa


def test_entry_areas_and_marked_edges() -> None:
    assert {area: len(hexes) for area, hexes in DATA.entry_areas.items()} == {
        "A": 5,
        "B": 4,
        "C": 5,
    }
    marked = Counter((each.side, each.edge) for each in DATA.edges)
    assert marked == {
        ("soviet", "north"): 4,
        ("soviet", "east"): 3,
        ("axis", "west"): 3,
        ("axis", "north"): 1,
    }


def test_airfields_and_their_holders() -> None:
    """R-19"""
    held = {field.hex for field in DATA.airfields if field.holders[0] == "soviet"}
    assert len(DATA.airfields) == 9
    assert held == {"2215", "2531", "4206", "5009"}
    assert [field.hex for field in DATA.airfields if field.holders[1] == "soviet"] == ["2215"]


# ---- the counters ----


@rule("kesselschlacht", "2.0")
def test_there_are_360_counters() -> None:
    assert (len(DATA.units), len(DATA.aircraft), sum(DATA.markers.values())) == (231, 24, 105)
    assert (DATA.markers["HP"], DATA.markers["PP"]) == (12, 8)


@rule("kesselschlacht", "3.5.a", "3.5.b", "3.5.c", "3.5.d", "3.5.e")
def test_formations_and_their_groups() -> None:
    groups: dict[str, set[str]] = {}
    for unit in DATA.units:
        if unit.type == "hq" and not unit.option:
            groups.setdefault(unit.group, set()).add(unit.formation)
    assert groups == {
        "1UK": {
            *("1st Guards Army", "18th Army", "38th Army", "60th Army"),
            *(f"{number}th Guards Tank Corps" for number in (4, 6, 7, 10, 11)),
            *("6th Guards Mechanized Corps", "8th Guards Mechanized Corps", "9th Mechanized Corps"),
        },
        "2UK": {"40th Army", "5th Guards Tank Corps", "5th Mechanized Corps"},
        "1PzA": {
            *("First Panzer Army", "Group Gollnick", "Group Mauss", "LIX Army Korps"),
            *("III Panzer Korps", "XXIV Panzer Korps", "XLVI Panzer Korps"),
        },
        "ARF": {"Hungarian VII Corps", "XLVIII Panzer Korps", "II SS Panzer Korps"},
    }


@pytest.mark.parametrize(
    ("formation", "count"),
    [
        ("4th Guards Tank Corps", 4),
        ("6th Guards Mechanized Corps", 5),
        ("9th Mechanized Corps", 5),
        ("5th Guards Tank Corps", 4),
        ("31st Tank Corps", 4),
        ("1st Guards Army", 20),
        ("18th Army", 9),
        ("38th Army", 12),
        ("60th Army", 12),
        ("40th Army", 8),
        ("First Panzer Army", 0),
        ("Group Mauss", 8),
        ("LIX Army Korps", 14),
        ("XXIV Panzer Korps", 12),
        ("III Panzer Korps", 10),
        ("XLVI Panzer Korps", 5),
        ("Group Gollnick", 6),
        ("XLVIII Panzer Korps", 19),
        ("II SS Panzer Korps", 6),
        ("Hungarian VII Corps", 12),
    ],
)
def test_how_many_units_a_formation_has(formation: str, count: int) -> None:
    assert len(of_formation(formation)) == count


@rule("kesselschlacht", "10.5.1-note")
def test_who_buys_fuel_and_pays_ammunition() -> None:
    fuel = [unit for unit in DATA.units if unit.fuel]
    assert len(fuel) == 36
    assert all(unit.movement is None and unit.mobility == "motorized" for unit in fuel)
    assert {unit.group for unit in fuel} == {"1PzA"}
    ammo = [unit for unit in DATA.units if unit.ammo]
    assert len(ammo) == 55
    assert {unit.group for unit in ammo} == {"1PzA"}
    assert DATA.markers["FP"] == DATA.markers["AP"] == 6


@rule("kesselschlacht", "2.3.1")
def test_aircraft() -> None:
    kinds = Counter((each.side, each.type) for each in DATA.aircraft)
    assert kinds == {
        ("axis", "F"): 2,
        ("axis", "FB"): 4,
        ("axis", "B"): 3,
        ("axis", "TR"): 3,
        ("soviet", "F"): 5,
        ("soviet", "FB"): 4,
        ("soviet", "B"): 3,
    }
    regular = [each.load for each in DATA.aircraft if each.type == "TR" and not each.option]
    assert sum(regular) == TABLES["air_supply"]["fuel"] + TABLES["air_supply"]["ammunition"]


def test_the_transports_come_on_turn_3_of_the_campaign() -> None:
    for name in ("AA-HE111T", "AA-JU52T"):
        assert AIRCRAFT[name].placing(MARCH31) == SetUp("box")
        assert AIRCRAFT[name].placing(MARCH24) == SetUp("arrives", (), 3)


def test_counters_that_an_optional_rule_brings() -> None:
    optional: list[UnitSpec | AircraftSpec] = [each for each in DATA.units if each.option]
    optional += [each for each in DATA.aircraft if each.option]
    assert Counter(each.option for each in optional) == {"19.1.1": 2, "19.1.2": 3, "19.2.2": 5}
    assert {each.placing(MARCH31).mode for each in optional} == {"out"}
    assert UNITS["SV-31TC-HQ"].placing(MARCH24) == SetUp("near", ("2201",))
    assert UNITS["AX-GAR-PROS-1"].placing(MARCH24) == SetUp("in", ("4206",))


# ---- the set-ups ----

LISTED = {  # counters, 31 March, campaign: ~ near, + next to, > arrives
    "68th Division": (3, "2818", "~3210"),
    "1st SS Panzer Div LAH": (2, "2918", "~3210"),
    "503rd Heavy Tank Bn": (1, "2920", "~3210"),
    "7th Panzer Division": (2, "3119", "~3210"),
    "1st Panzer Division": (2, "3318", "3611"),
    "6th Panzer Division": (2, "3416", "4109"),
    "19th Panzer Division": (2, "3517", "4108"),
    "11th Panzer Division": (2, "3616", "4206"),
    "509th Heavy Tank Bn": (1, "3416", "4206"),
    "96th Division": (3, "3715", "4507"),
    "291st Division": (2, "4015", "4406"),
    "17th Panzer Division": (2, "3425", "5217"),
    "168th Division": (2, "3525", "5216"),
    "101st Jaeger Division": (3, "3622", "5114"),
    "2nd SS Panzer Div DR": (2, "3919", "5115"),
    "301st StuG Bn": (1, "3919", "5215"),
    "371st Division": (2, "3722", "5210"),
    "731st Mot AT Bn": (1, "3920", "5009"),
    "208th Division": (3, "4014", "5112"),
    "16th Panzer Division": (2, "4016", "5109"),
    "911th StuG Bn": (1, "4017", "5009"),
    "20th Panzergrenadier Division": (3, "4018", "4808"),
    "210th StuG Bn": (1, "3624", "4921"),
    "1st Division KG": (1, "+3523", "5219"),
    "300th StuG Bn": (1, "+3523", "4921"),
    "82nd Division KG": (1, "3724", "5123"),
    "254th Division KG": (1, "3824", "5221"),
    "75th Division KG": (1, "3427", "~4429"),
    "531st Division": (3, "3327", "~4429"),
    "507th Heavy Tank Bn": (1, "1202", "1201"),
    "100th Jaeger Division": (3, "0806", ">B6"),
    "367th Division": (3, "0303", ">B6"),
    "349th Division": (3, "1301", ">A6"),
    "357th Division": (3, "1403", "1402"),
    "311th StuG Bn": (1, "1405", "1403"),
    "18th Hungarian Div": (2, "0417", "0515"),
    "21st Hungarian Div": (2, "0817", "1117"),
    "201st Hungarian Div": (2, "0427", "1118"),
    "506th Tiger Bn": (1, ">A11", ">A11"),
    "II/23 Panther Bn": (1, ">A11", ">A11"),
    "9th SS Panzer Div": (3, ">A11", ">A11"),
    "10th SS Panzer Div": (3, ">A11", ">A11"),
}


def short(place: SetUp) -> str:
    if place.mode == "arrives":
        return f">{place.area}{place.turn}"
    return {"in": "", "near": "~", "next_to": "+"}[place.mode] + " ".join(place.hexes)


@rule("kesselschlacht", "18.1-ax-mauss", "18.1-ax-lix", "18.1-ax-iii", "18.1-ax-xxiv")
@rule("kesselschlacht", "18.1-ax-xlvi", "18.1-ax-gollnick", "18.1-ax-xlviii", "18.1-ax-hungary")
@rule("kesselschlacht", "18.2-ax-mauss", "18.2-ax-lix", "18.2-ax-iii", "18.2-ax-xxiv")
@rule("kesselschlacht", "18.2-ax-xlvi", "18.2-ax-gollnick", "18.2-ax-xlviii", "18.2-ax-hungary")
@pytest.mark.parametrize("name", LISTED)
def test_where_the_axis_sets_up(name: str) -> None:
    """R-03, R-04"""
    units = [unit for unit in combat_units() if name in (unit.division, unit.name)]
    places = {tuple(short(unit.placing(set_up)) for set_up in SET_UPS) for unit in units}
    count, *wanted = LISTED[name]
    assert (len(units), places) == (count, {tuple(wanted)})


@rule("kesselschlacht", "18.2-ax-xlviii")
def test_the_359th_is_split() -> None:
    split = [unit for unit in combat_units() if unit.placing(MARCH24).mode == "split"]
    assert {unit.division for unit in split} == {"359th Division"}
    assert {unit.placing(MARCH24).hexes for unit in split} == {("1405", "1406")}
    assert {unit.placing(MARCH31).hexes for unit in split} == {("1404",)}


def test_reinforcements_of_turn_11() -> None:
    for set_up in SET_UPS:
        due = [unit for unit in DATA.units if unit.placing(set_up).turn == 11]
        groups = Counter((unit.placing(set_up).area, unit.entry_limit) for unit in due)
        assert groups == {("A", 4): 9, ("B", 3): 2, ("C", 0): 2}


@rule("kesselschlacht", "18.1-sov-1ga", "18.1-sov-18a", "18.1-sov-38a", "18.1-sov-60a")
@rule("kesselschlacht", "18.1-sov-40a", "18.2-sov-1ga", "18.2-sov-18a", "18.2-sov-38a")
@rule("kesselschlacht", "18.2-sov-60a", "18.2-sov-40a")
def test_slots_of_the_soviet_armies() -> None:
    """R-05, R-06: 1st Guards Army has 19 divisions, in the campaign for 17 slots."""
    totals: Counter[tuple[str, str]] = Counter()
    for slot in DATA.slots:
        totals[slot.set_up, slot.formation] += slot.divisions
    wanted = {
        "1st Guards Army": 19,
        "18th Army": 7,
        "38th Army": 9,
        "60th Army": 10,
        "40th Army": 6,
    }
    assert {army: totals[MARCH31, army] for army in wanted} == wanted
    assert {army: totals[MARCH24, army] for army in wanted} == wanted | {"1st Guards Army": 17}
    have = Counter(unit.formation for unit in DATA.units if unit.placing(MARCH24).mode == "slot")
    assert have == wanted


@rule("kesselschlacht", "18.1-sov-11gtc")
def test_an_area_and_what_limits_it() -> None:
    hexes = area(DATA, UNITS["SV-11GTC-HQ"].placing(MARCH31))
    assert "2530" in hexes
    assert not {"2430", "2431", "2531"} & set(hexes)
    assert area(DATA, SetUp("next_to", ("1904",))) == sorted(near("1904"))
    assert len(area(DATA, UNITS["SV-18A-TB84"].placing(MARCH31))) == 19


def test_the_checks_find_nothing_wrong_and_list_the_known_doubts() -> None:
    assert check_setup(DATA) == [
        "Note: neither road nor railway uses the bridge 0926-0927.",
        "Note: neither road nor railway uses the bridge 1728-1828.",
        "Note: march24: 1st Guards Army leaves two divisions in the box.",
        "Note: march31: 291st Division in 4015 is out of its HQ's reach: 11 points in heavy snow.",
        "Note: march31: 367th Division in 0303 is out of its HQ's reach: 14 points in heavy snow.",
        "Note: march31: 201st Hungarian Div in 0427 is out of its HQ's reach: "
        "11 points in heavy snow.",
        "Note: march24: 1st Panzer Division in 3611 is out of its HQ's reach: "
        "16.5 points in mud, 12 points in heavy snow.",
    ]


def test_how_far_the_soviet_hqs_start_from_the_edge() -> None:
    first, campaign = (road_points(DATA, set_up) for set_up in SET_UPS)
    assert first["11th Guards Tank Corps"] == 21.5
    assert first["6th Guards Mechanized Corps"] == 17.5
    assert first["60th Army"] == campaign["60th Army"] == 3
    assert campaign["38th Army"] == 1
    assert (len(first), len(campaign)) == (14, 15)
    assert "11th Guards Tank Corps 21.5" in format_report(DATA)


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        (
            {"units_csv": "id,march31_at\nAX-503,2918\nAX-68-1,2918"},
            "Wrong: march31: 4 Axis units start in 2918, 3 may.",
        ),
        (
            {"units_csv": "id,march31_at\nSV-1GA-HQ,2919"},
            "Wrong: march31: 1st Guards Army HQ starts in 2919 with the enemy.",
        ),
        (
            {"setup_slots_csv": "id,divisions\nmarch31-1GA-1,3"},
            "Wrong: march31: 1st Guards Army has 20 slots and 19 divisions.",
        ),
        (
            {"setup_slots_csv": "id,mode\nmarch31-1GA-4,in"},
            "Wrong: march31: there is no place for",
        ),
        (
            {"units_csv": "id,march31_at\nSV-1GA-ART3,2912"},
            "Wrong: march31: 3rd Artillery Division has no road where it starts.",
        ),
        (
            {"units_csv": "id,march31_at\nSV-60A-HQ,0128"},
            "Wrong: march31: no road leads from the HQ of 60th Army to the edge.",
        ),
        (
            {"map_csv": "hex,strypa\n1503,west"},
            "Wrong: march24: 60th Army starts west of the Strypa (march24-60A-2).",
        ),
        (
            {"supply_edges_csv": "hex,side,edge,provenance\n2301,soviet,north,rulebook"},
            "Wrong: no road leads to the supply hex 2301.",
        ),
        (
            {"entry_areas_csv": "hex,area\n0115,B"},
            "Wrong: entry area B lies on both banks of the Dnestr.",
        ),
        (
            {"map_csv": "hex,dnestr,seret,strypa\n1010,south,-,-"},
            "one changes the bank of the Dnestr dry.",
        ),
        (
            {"bridges_csv": "id,remove\n1017-1117,-"},
            "Note: the way 1017-1117 crosses a major river without a bridge.",
        ),
    ],
)
def test_what_the_checks_notice(files: dict[str, str], sentence: str, overlay: Overlay) -> None:
    found = check_setup(load_data(overlay(**files)))
    assert any(sentence in each for each in found), found


def test_costs_of_the_ways() -> None:
    """Paved, then dirt in mud; a blown bridge; a pontoon that joins two roads (R-162)."""
    ways = Ways(DATA, MARCH31)
    assert [ways.cost("1904", "1905", "motorized", w) for w in ("snow", "mud", "heavy_snow")] == [
        *(0.5, 0.5),
        1.0,
    ]
    assert ways.cost("2904", "2903", "motorized", "snow") == 0.5
    assert ways.cost("2904", "2903", "motorized", "mud") == 4  # swamp
    assert ways.cost("3625", "3726", "leg", "snow") is None
    assert ways.cost("2123", "2023", "leg", "snow") == 0.5
    assert Ways(DATA, MARCH24).cost("2123", "2023", "leg", "snow") is None


# ---- the tables ----


def test_the_combat_results_are_one_ladder() -> None:
    """R-20: a column to the right, a lower die or a higher percentage is never worse."""
    crt = TABLES["combat_results"]
    ladder = ["Ae1"] * 3 + ["Adis", "Ado", "Br1"] + ["Ddo"] * 2 + ["Ddis"] + ["Dr1"] * 2
    ladder += ["Dr2"] * 2 + ["Dr3"] + ["DRt"] * 2 + ["De1"] * 5
    base = dict(zip(crt["percentages"], (4, 6, 8, 10, 12), strict=True))
    for percentage, start in base.items():
        for die in range(1, 7):
            for column, result in zip(
                crt["columns"], crt["table"][str(percentage)][str(die)], strict=True
            ):
                rung = min(20, max(0, start + column + 7 - 2 * die))
                assert result == ladder[rung]
    assert crt["percentages"][0] == 50
    assert crt["percentages"][-1] == 200


def test_the_quality_chart() -> None:
    quality = TABLES["quality"]
    assert (quality["column"]["A"]["A"], quality["column"]["A"]["C"]) == (0, 2)
    for a in "ABC":
        for b in "ABC":
            assert quality["column"][a][b] == -quality["column"][b][a]
            assert quality["column"][a][b] == quality["points"][a] - quality["points"][b]
    assert quality["lowest_up_to"] == 3


def test_mud_and_heavy_snow_are_never_cheaper_and_tanks_never_than_feet() -> None:
    for name, ground in TABLES["terrain"].items():
        if not isinstance(ground, dict):
            continue
        for leg, motorized in zip(ground["leg"], ground["motorized"], strict=True):
            assert leg <= motorized
        for costs in (ground["leg"], ground["motorized"]):
            assert costs[0] <= min(costs[1:]), name
    assert TABLES["terrain"]["clear"]["motorized"][0] == 1
    assert TABLES["terrain"]["city"]["shift"] == -2


def test_the_weather_of_every_turn() -> None:
    assert TABLES["weather"]["die"] == ["snow"] * 3 + ["mud"] * 3
    assert list(TABLES["weather_record"]["turn"]) == [str(turn) for turn in range(8, 18)]


def test_charts_that_rise_and_fall_as_they_should() -> None:
    directive = TABLES["directive"]["die"]
    for rows in (directive.values(), zip(*directive.values(), strict=True)):
        for row in rows:
            assert all(a <= b for a, b in pairwise(row))
    assert TABLES["activation"]["activates_on"] == [5, 5, 5, 5, 4]
    assert TABLES["air_combat"]["aborts_on"][2] == 2
    assert set(TABLES["bombing"]["die"]["6"]) == set(TABLES["bombing"]["die"]["7"]) == {"-"}


def test_points_and_levels_of_victory() -> None:
    """R-01: the figure for a unit cut off is lost."""
    victory = TABLES["victory"]
    assert (victory["soviet_unit"], victory["other_axis"], victory["german_motorized"]) == (2, 2, 4)
    assert (victory["escaped_leg_or_hq"], victory["escaped_motorized"]) == (2, 4)
    assert TABLES["cut_off"]["points"] == 2
    assert DATA.origins["tables", "cut_off"].provenance == "reconstructed"
    assert TABLES["victory_levels"]["from"] == [51, 41, 31, 21]


# ---- scenarios and options ----


def test_the_scenarios() -> None:
    first, campaign, late = printed = [s for s in DATA.scenarios if not s.short]
    assert [(s.id, s.first_turn, s.last_turn, s.set_up) for s in printed] == [
        ("march31", 8, 17, MARCH31),
        ("campaign", 1, 17, MARCH24),
        ("march27", 4, 17, MARCH24),
    ]
    points = first.tables["start_points"]
    assert (points["for_each"], points["ammunition"], points["fuel"]) == (False, 15, 25)
    for scenario in (campaign, late):
        points = scenario.tables["start_points"]
        assert (points["for_each"], points["ammunition"], points["fuel"]) == (True, 5, 3)
        assert scenario.tables["special_rules"]["directive"]
    assert not first.tables["special_rules"]["directive"]
    assert not first.tables["special_rules"]["fifth_guards_tank"]
    assert DATA.in_scenario(campaign).tables["start_points"]["fuel"] == 3


def test_options_are_those_of_the_rulings() -> None:
    assert {option.id: option.default for option in DATA.options} == {
        "optional_rules": False,
        "khotin_counts": True,
        "combined_arms_denied": True,
        "long_range_marked": True,
        "setup_positions_upgrade": False,
        "free_two_mp_always": False,
        "one_attack_limit": True,
        "demolition_after_second_move": False,
        "paradrop_needs_control": True,
        "inspect_all_in_combat_phase": False,
        "directive_whole_corps": False,
        "leaving_corps_attacks": True,
        "routed_range_for_activation": False,
        "displace_into_vacated": True,
        "exit_from_ezoc": True,
    }
    explained = {option.id: option.explain for option in DATA.options}
    assert "may move 2 points without any" in explained["free_two_mp_always"]


def test_every_ruling_that_the_files_name_is_on_the_page() -> None:
    files = Path(load.__file__).parent.parent / "data"
    text = "".join(path.read_text(encoding="utf-8") for path in files.iterdir())
    page = (files.parents[3] / "docs/rulings/kesselschlacht.md").read_text(encoding="utf-8")
    told = re.findall(r"^\*\*(R-\d+) ·", page, re.MULTILINE)
    assert set(re.findall(r"\bR-\d+", text)) <= set(told)
    assert len(told) == len(set(told)) > 160


# ---- where it comes from, and corrections ----


def test_what_is_reconstructed_says_so() -> None:
    kinds = {row.kind: row.counts["reconstructed"] for row in count_provenance(DATA.origins)}
    assert kinds["unit strength"] == kinds["unit quality"] == 231
    assert kinds["aircraft values"] == 24
    charts = ("combat_results", "terrain", "bombing", "air_combat", "activation", "directive")
    for name in (*charts, "quality", "weather_record", "river_class"):
        assert DATA.origins["tables", name].provenance == "reconstructed"
        assert TABLES[name]["fixed"]
    for name in ("stacking", "supply", "shifts", "victory", "weather"):
        assert DATA.origins["tables", name].provenance == "rulebook"


def test_an_overlay_replaces_adds_and_removes(overlay: Overlay) -> None:
    data = load_data(
        overlay(
            units_csv="id,attack,strength_from,note\nAX-503,6,rulebook,from the counter",
            roads_csv="hex_a,hex_b,road,provenance,remove\n0102,0103,,,-\n2010,2011,dirt,rulebook,",
            bridges_csv="id,march31\n3625-3726,standing",
            tables_toml="[cut_off]\npoints = 3\n[river_class.rivers]\nSeret = 'major'",
            options_toml='[[option]]\nid = "khotin_counts"\ndefault = false',
            markers_csv="id,count\nHP,20",
        )
    )
    unit = next(unit for unit in data.units if unit.id == "AX-503")
    assert (unit.attack, unit.defence) == (6, 2)
    assert data.origins["unit strength", "AX-503"].provenance == "rulebook"
    assert len(data.roads) == len(DATA.roads)
    assert ("2010", "2011") in {(road.a, road.b) for road in data.roads}
    assert {b.id: b.at_start for b in data.bridges}["3625-3726"] == ("standing", "blown")
    assert data.tables["cut_off"]["points"] == 3
    assert data.scenarios[1].tables["cut_off"]["points"] == 3
    assert data.markers["HP"] == 20
    assert data.digest != DATA.digest


@pytest.mark.parametrize(
    ("files", "matters"),
    [
        ({"markers_csv": "id,count\nHP,13"}, True),
        ({"markers_csv": "id,count\nDO,13"}, False),
        ({"units_csv": "id,march24_at\nAX-1PZ-1,3612"}, True),
        ({"rivers_csv": "hex_a,hex_b,tier\n0102,0202,3"}, False),
        ({"scenarios_toml": '[[scenario]]\nid = "march31"\nlast_turn = 16'}, True),
        ({"tables_toml": '[terrain]\nfixed = ["nothing"]'}, False),
        ({"setup_slots_csv": "id,divisions\nmarch31-1GA-1,1"}, True),
    ],
)
def test_what_the_digest_depends_on(files: dict[str, str], matters: bool, overlay: Overlay) -> None:
    assert (load_data(overlay(**files)).digest != DATA.digest) == matters


@rule("kesselschlacht", "2.1.b")
def test_there_are_no_hexes_but_those_with_a_number() -> None:
    t = table([infantry("A", "0101")], phase="axis-move")
    t.choose(["pick", "A"])
    assert set(t.offered("go")) == {"0102", "0201"}
    with pytest.raises(Refused):
        t.match.choose(("go", "0100"))
