"""The data files of Oder: what they say, corrections laid over."""

import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hexfront.games.oder import game
from hexfront.games.oder.loading import load
from hexfront.games.oder.loading.check import check_setup
from hexfront.games.oder.loading.load import GRID, OderData, UnitSpec, load_data
from hexfront.hexes import bits
from hexfront.kernel.datafiles import DataError
from hexfront.kernel.dice import ScriptedDice
from hexfront.kernel.ledger import count_provenance
from hexfront.kernel.match import new_match
from hexfront.mechanics.counters import titles_of
from tests.games.random_player import RandomPlayer
from tests.oder.table import new_table, panzer, table
from tests.rules import rule

DATA = load_data()
UNITS = {unit.id: unit for unit in DATA.units}
PLACES = {place.hex: place for place in DATA.places}
OURS = Path(load.__file__).parent.parent / "data"

Overlay = Callable[..., Path]


def unit(data: OderData, unit_id: str) -> UnitSpec:
    return next(unit for unit in data.units if unit.id == unit_id)


def near(number: str) -> set[str]:
    return {GRID.number(h) for h in GRID.neighbours(GRID.index(number))}


def open_from(number: str) -> set[str]:
    """The hexes that can be entered from a hex of our map."""
    board = new_table().state.world.board
    return set(GRID.names(board.ring[GRID.index(number)]))


# ---- the map ----


@rule("oder", "data.map", "2.1.p1", "2.1.p2")
def test_the_data_load_and_are_complete() -> None:
    assert (len(DATA.terrain), len(DATA.playable), len(DATA.coastal)) == (494, 436, 27)
    assert (len(DATA.rules), len(DATA.options), len(DATA.forts)) == (318, 13, 34)
    assert set(DATA.control) == set(DATA.playable)
    assert sorted(DATA.terrain) == GRID.names(GRID.all)


@rule("oder", "1.3.a", "1.3.b", "1.3.c", "1.3.d", "1.3.imp1")
def test_edges_and_their_corners() -> None:
    edges = DATA.tables["edges"]
    for name, count, first, last in (
        ("north", 26, "1003", "3503"),
        ("east", 19, "3503", "3521"),
        ("south", 26, "1021", "3521"),
        ("west", 19, "1003", "1021"),
    ):
        assert (len(edges[name]), edges[name][0], edges[name][-1]) == (count, first, last)
    assert "3414" not in edges["east"]
    assert "1112" not in edges["west"]
    for corner, names in (("1003", "north west"), ("3521", "south east")):
        assert all(corner in edges[name] for name in names.split())


@rule("oder", "1.3.imp1", "1.3.b", "1.3.d")
def test_the_edges_of_the_board_are_sources() -> None:
    """R-09: as far as they are no sea; a corner serves as either edge."""
    board = new_table().state.world.board
    west, east = (set(GRID.names(edge)) for edge in board.edge)
    assert west == {h for h in DATA.tables["edges"]["west"] if h in DATA.playable}
    assert east == {h for h in DATA.tables["edges"]["east"] if h in DATA.playable}
    assert {"1003", "1021"} <= west
    assert "3521" in east
    assert "3503" not in east


@rule("oder", "data.map", "10.2.imp1.2", "1.3.err1")
def test_the_named_hexsides_are_as_the_rules_say() -> None:
    """R-01, R-05"""
    assert near("2308") == {"2307", "2309", "2208", "2209", "2408", "2409"}
    assert {"2706", "2707"} <= near("2607")
    assert {"2408", "2208", "2209"} <= open_from("2308")
    assert "2308" in open_from("2408")
    assert not {"2607", "2706"} & open_from("2707")
    assert open_from("2706") == {"2607", "2806"}
    assert open_from("2607") == {"2507", "2706"}
    assert open_from("2208") == {"2107", "2108", "2308"}


@rule("oder", "1.3.err1")
def test_a_unit_crosses_from_2308_to_2408() -> None:
    t = table([panzer("P", "2308")], "german-move", blank=False)
    t.move("P", "2408")
    assert t.where("P") == "2408"


@rule("oder", "data.map", "2.1.ex1")
def test_the_places_the_rules_name() -> None:
    assert (PLACES["2115"].name, PLACES["2115"].kind) == ("Warschau", "city")
    assert PLACES["2408"].kind == "city"
    assert PLACES["2806"].name == "Memel"
    usir = {"1218", "1219", "1220", "1318", "1319", "1320"}
    assert set(DATA.tables["usir"]["hexes"]) == usir
    assert {PLACES[h].kind for h in usir} == {"city"}
    assert {h for h, ground in DATA.terrain.items() if ground == "land_bridge"} == {
        "2208",
        "2607",
        "2706",
    }


@rule("oder", "3.1")
def test_the_start_line_divides_the_map_in_two() -> None:
    """R-03"""
    assert Counter(DATA.control.values()) == {"german": 239, "soviet": 197}
    board = new_table().state.world.board
    german, soviet = board.original
    assert german | soviet == board.playable
    assert not german & soviet
    for number in ("2806", "2115", "1114", "2408"):
        assert DATA.control[number] == "german"
    for number in ("2017", "2019", "2416", "3505"):
        assert DATA.control[number] == "soviet"


def test_the_playable_land_hangs_together() -> None:
    board = new_table().state.world.board
    seen = wave = 1 << GRID.index("2115")
    while wave:
        new = 0
        for h in bits(wave):
            new |= board.ring[h]
        wave = new & ~seen
        seen |= wave
    assert seen == board.playable


# ---- the counters ----


@rule("oder", "2.0", "2.4")
def test_there_are_128_counters() -> None:
    text = (OURS / "markers.csv").read_text(encoding="utf-8").splitlines()[1:]
    markers = {row.split(",")[0]: int(row.split(",")[2]) for row in text}
    assert {"VP": 2, "TURN": 2, "AIR": 1, "AERIAL": 1, "NAVAL": 1}.items() <= markers.items()
    assert len(DATA.units) + sum(markers.values()) == DATA.tables["counters"]["total"] == 128


@rule("oder", "2.0")
def test_every_random_event_is_a_six_sided_die() -> None:
    """The dice alone decide: the same choices with the same faces make the same game."""
    match, player = new_match(game.load(), seed="2944"), RandomPlayer(7)
    while not match.over:
        match.choose(player.choose(match.state.choices, match.state.decider))
    assert set(match.faces) == {1, 2, 3, 4, 5, 6}
    purposes = {event["purpose"] for _, event in match.events if event["what"] == "die"}
    assert purposes == {"combat", "regroup"}
    again = new_match(game.load(), seed="00")
    again.state.dice = ScriptedDice(dict(enumerate(match.faces)), again.state.dice)
    for choice in match.choices:
        again.choose(choice)
    assert again.faces == match.faces
    assert again.game.digest_of(again.state) == match.game.digest_of(match.state)


@rule("oder", "2.2.p1", "2.2.3", "2.2.1", "2.2.2.p1", "2.2.2.p2", "2.2.2.p3")
def test_sides_types_classes_and_sizes() -> None:
    """R-14: five numbers exist on both sides, so units are known by their ids."""
    kinds = Counter((u.side, u.type, u.mobility) for u in DATA.units)
    assert kinds == {
        ("german", "panzer", "mech"): 11,
        ("german", "infantry", "nonmech"): 27,
        ("german", "fortress_command", "static"): 7,
        ("soviet", "tank", "mech"): 5,
        ("soviet", "guards_infantry", "mech"): 5,
        ("soviet", "rifle", "nonmech"): 23,
        ("soviet", "shock", "nonmech"): 4,
    }
    assert {u.size for u in DATA.units if u.side == "soviet"} == {"army"}
    korpsgruppen = {u.label for u in DATA.units if u.size == "korpsgruppe"}
    assert korpsgruppen == {"KGJN", "KGM", "KGWS", "KGW2", "KGW20"}
    labels = Counter(u.label for u in DATA.units)
    assert {label for label, n in labels.items() if n > 1} == {"6", "28", "39", "47", "59"}
    assert len(UNITS) == len(DATA.units)


@rule("oder", "2.2.4", "2.2.4.note1", "data.oob")
def test_the_units_the_rules_name() -> None:
    for name in ("FCB", "FCK", "FCDK", "FCDZ", "FCKS", "FCSM", "FCSW"):
        assert UNITS[f"G-{name}"].type == "fortress_command"
    for name in ("41P", "46P", "48P", "56P"):
        assert UNITS[f"G-{name}"].mobility == "nonmech"
    assert UNITS["G-HG"].mobility == UNITS["G-GD"].mobility == "mech"
    assert UNITS["S-1GT"].hexes == ("2416",)
    third = UNITS["S-3Sh"]
    assert (third.placement, third.hexes[0], third.hexes[-1]) == ("range", "3505", "3521")
    late = {u.id: u.hexes for u in DATA.units if u.arrives}
    assert len(late) == 6
    assert {name for name, hexes in late.items() if hexes} == {"G-KGW2", "G-KGW20"}
    assert {UNITS[name].arrives for name in late} == {4}


@rule("oder", "2.2.2.imp1")
def test_hermann_goering_is_a_panzer_corps_like_others() -> None:
    hg, gd = UNITS["G-HG"], UNITS["G-GD"]
    assert (hg.type, hg.mobility, hg.size) == (gd.type, gd.mobility, gd.size)


@rule("oder", "data.oob")
def test_everybody_starts_in_regular_supply() -> None:
    """R-101: the fixed units of both sides, before the Any units."""
    assert not [line for line in check_setup(DATA) if line.startswith("Wrong")]
    assert not [line for line in check_setup(DATA) if "without a supply line" in line]


# ---- the tables ----


@rule("oder", "2.2.p3", "2.2.p4", "2.1.p7", "back.2")
def test_movement_factors_follow_from_the_class() -> None:
    movement = DATA.tables["movement"]
    assert [movement[name] for name in ("mech", "nonmech", "static")] == [[6, 3], [4, 2], [0, 0]]


@rule("oder", "2.1.p6", "data.tec")
def test_the_terrain_effects_chart() -> None:
    terrain = DATA.tables["terrain"]
    modifiers = {name: entry["modifier"] for name, entry in terrain.items() if name.islower()
                 and isinstance(entry, dict)}  # fmt: skip
    assert modifiers == {
        "clear": 0, "marsh": 0, "land_bridge": 0, "forest": 1, "rough": 1, "town": 1, "city": 2,
    }  # fmt: skip
    for entry in terrain.values():
        if isinstance(entry, dict):
            assert entry["nonmech"] >= 1
            assert entry["mech"] >= 1
    assert min(DATA.tables["river"]["nonmech"], DATA.tables["river"]["mech"]) >= 1


@rule("oder", "data.crt", "2.1.p8")
def test_the_combat_results_table() -> None:
    """R-60, R-61; the cells form a diagonal."""
    crt = new_table().state.world.crt
    german, soviet = crt.lines
    assert (german[0], german[-1], soviet[0], soviet[-1]) == ("1:4", "6:1", "1:3", "7:1")
    assert len(german) == len(soviet) == 9
    rows = DATA.tables["combat_results"]["die"]
    assert {code for row in rows.values() for code in row} == {"DR", "EX", "AS", "AL1", "DE"}
    for roll in range(-3, 14):
        for column, code in enumerate(crt.row(roll)):
            s = column - roll
            ladder = "DE" if s > 2 else "EX" if s == 2 else "DR" if s >= 0 else "AS"
            assert code == (ladder if s >= -1 else "AL1")


def test_the_other_numbers() -> None:
    tables = DATA.tables
    assert DATA.scenarios[0].last_turn == 8
    assert tables["stacking"]["units"] == tables["stacking"]["shock"] == 3
    assert tables["support"]["first_turn"] == 2
    assert (tables["modifiers"]["german_turn_1"], tables["shifts"]["soviet_turn_1"]) == (-1, -1)
    assert tables["victory"]["german_needs"] == 30


def test_options_are_those_of_the_rulings() -> None:
    assert {option.id: option.default for option in DATA.options} == {
        "zoc_into_2208": True,
        "probe_onto_land_bridge": False,
        "unplaced_unit_vp": "owner",
        "sd_requires_unit": True,
        "overstack_regroup": True,
        "source_needs_control": False,
        "aerial_before_fortress": True,
        "defender_oos": "any",
        "odds_b": "floor",
        "better_odds_line": "german",
        "momentum_split": True,
        "retreat_closer": "strictly_closer",
        "arrival_in_ezoc_town": True,
    }


def test_strengths_and_the_two_charts_are_reconstructed() -> None:
    kinds = {row.kind: row for row in count_provenance(DATA.origins)}
    assert kinds["unit factors"].counts["reconstructed"] == 82  # no printed counter is known
    assert DATA.origins["tables", "combat_results"].provenance == "reconstructed"
    assert DATA.origins["tables", "terrain"].provenance == "reconstructed"


# ---- corrections laid over ours ----


def test_an_overlay_replaces_single_cells(overlay: Overlay) -> None:
    data = load_data(
        overlay(
            map_csv="hex,terrain,coastal\n2010,marsh,\n1305,,yes",
            units_csv="id,attack,note\nG-9,4,from the counter",
            tables_toml="[combat_results.die]\n6 = "
            "['AL1', 'AL1', 'AL1', 'EX', 'EX', 'EX', 'EX', 'EX', 'EX']",
            options_toml='[[option]]\nid = "odds_b"\ndefault = "ceil"',
            forts_csv="hex,in_play\n1418,yes",
        )
    )
    assert data.terrain["2010"] == "marsh"
    assert "1305" in data.coastal
    assert (unit(data, "G-9").attack, unit(data, "G-9").defence) == (4, 4)
    assert data.origins["unit factors", "G-9"].note == "from the counter"
    assert data.tables["combat_results"]["die"]["6"][3] == "EX"
    assert {o.id: o.default for o in data.options}["odds_b"] == "ceil"
    assert "1418" in data.forts


def test_an_overlay_adds_and_removes_rows(overlay: Overlay) -> None:
    data = load_data(
        overlay(
            places_csv="hex,name,kind,provenance,remove\n2010,Neuhof,town,rulebook,\n1011,,,,-",
            rivers_csv="hex_a,hex_b,river,tier,provenance\n2010,2011,Drewenz,1,rulebook",
            hexsides_csv="hex_a,hex_b,remove\n2706,2807,-",
            units_csv="id,remove\nG-80,-",
        )
    )
    assert "2010" in {place.hex for place in data.places}
    assert "1011" not in {place.hex for place in data.places}
    assert len(data.rivers) == len(DATA.rivers) + 1
    assert ("2706", "2807") not in data.all_sea
    assert "G-80" not in {each.id for each in data.units}


def test_an_overlay_can_empty_a_cell(overlay: Overlay) -> None:
    folder = overlay(units_csv="id,placement,hex\nG-GD,any,-")
    assert unit(load_data(folder), "G-GD").hexes == ()


# ---- mistakes ----


@rule("oder", "data.crt")
@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("-3 =", "combat_results.die: must have a row for every roll"),
        ("6  =", "combat_results.die: must have a row for every roll"),
    ],
)
def test_a_table_with_a_gap_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, row: str, message: str
) -> None:
    shutil.copytree(OURS, tmp_path, dirs_exist_ok=True)
    text = (tmp_path / "tables.toml").read_text(encoding="utf-8")
    new = {"-3 =": "-5 =", "6  =": "16 ="}[row]
    (tmp_path / "tables.toml").write_text(text.replace(f"\n{row}", f"\n{new}"), encoding="utf-8")
    monkeypatch.setattr(load, "_DATA", tmp_path)
    with pytest.raises(DataError) as error:
        load._load(None)
    assert message in str(error.value)


def test_units_that_share_a_name_are_told_apart_by_their_ids() -> None:
    twins = [UNITS["G-9"], replace(UNITS["G-28"], name=UNITS["G-9"].name), UNITS["S-28"]]
    assert titles_of(twins) == {
        "G-9": "IX Corps (G-9)",
        "G-28": "IX Corps (G-28)",
        "S-28": "28th Army",
    }
