"""Positions of Watch on the Oder as JSON: made up, written out, read again."""

from dataclasses import replace
from typing import Any

import pytest

from hexfront.games.oder.game import load
from hexfront.games.oder.loading.check import check_setup
from hexfront.games.oder.loading.load import GRID, load_data
from hexfront.kernel.match import position_match
from hexfront.kernel.refusal import Refused
from tests.oder.table import Table, infantry, new_table, panzer, rifle, table
from tests.rules import rule


def reads(position: dict[str, Any]) -> Table:
    """The table of a position."""
    return Table(position_match(load(), position, seed="00"))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"trun": 3}, "no field 'trun'"),
        ({"turn": 9}, "from 1 to 8"),
        ({"phase": "weather"}, "phase is one of"),
        ({"units": [{"id": "X"}]}, "needs a side"),
        ({"units": [{"hex": "2212"}]}, "has an id"),
        ({"units": [{"id": "G-GD", "hex": "1703"}], "map": None}, "sea or out of play"),
        ({"units": [{"id": "G-GD", "hex": "2212", "due": 5}]}, "one place"),
        ({"units": [{"id": "G-GD", "factors": [[1, 2], [1, 1]]}]}, "one pair"),
        ({"units": [{"id": "G-GD", "speed": 7}]}, "no field 'speed'"),
        ({"hexes": {"2212": {"forest": True}}}, "no field 'forest'"),
        ({"hexes": {"2212": 3}}, "not an object"),
        ({"hexes": {"2212": {"sea": True, "playable": True}}}, "cannot be in play"),
        ({"hexes": {"2212": {"ever": ["polish"]}}}, "no side 'polish'"),
        ({"hexsides": [{"between": ["2212", "2214"], "sea": True}]}, "not adjacent"),
        ({"hexsides": [{"between": ["2212"]}]}, "two hexes"),
        ({"markers": {"air": "0101"}}, "no hex"),
        ({"markers": {"naval": "2212"}}, "coastal hex"),
        ({"markers": {"aerial": "S-1GT"}}, "German unit"),
        ({"markers": {"kg": "2212"}}, "no field 'kg'"),
        ({"queue": {"9": ["G-GD"]}}, "from 1 to 8"),
        ({"queue": {"5": ["G-GD"], "6": ["G-GD"]}}, "one place"),
        ({"order": {"polish": "move/fight"}}, "no side 'polish'"),
        ({"order": "sleep"}, "is one of"),
        ({"vp": {"german": -1}}, "from 0 to"),
        ({"score": {"german": {"luck": 1}}}, "no field 'luck'"),
        ({"options": {"fog": True}}, "no option 'fog'"),
        ({"eliminated": ["G-XX"]}, "no unit 'G-XX'"),
        ({"units": [{"id": "G-GD", "hex": "2212"}], "eliminated": ["G-GD"]}, "one place"),
    ],
)
def test_a_position_that_is_not_well_formed_says_what_is_wrong(
    wrong: dict[str, Any], says: str
) -> None:
    with pytest.raises(Refused, match=says) as refused:
        reads({"map": "blank", "phase": "german-move", **wrong})
    assert refused.value.kind in ("malformed", "unknown")


def test_a_unit_that_only_names_an_id_is_the_one_of_the_roster() -> None:
    t = table([{"id": "G-GD", "hex": "2212"}, {"id": "G-HG"}], phase="german-move")

    assert (t.where("G-GD"), t.where("G-HG")) == ("2212", "2709")
    unit = t.view(None)["units"][0]
    assert (unit["id"], unit["attack"], unit["defence"]) == ("G-GD", 7, 7)


def test_a_blank_map_has_nothing_but_what_is_tied_to_hex_numbers() -> None:
    t = table([infantry("G", "2212")], phase="german-move")
    board = t.state.world.board

    assert board.playable == GRID.all
    assert (board.coastal, board.forts, board.settled, board.original) == (0, 0, 0, (0, 0))
    assert GRID.names(board.bridges) == ["2208", "2607", "2706"]
    assert len(GRID.names(board.usir)) == 6
    assert GRID.names(t.state.control[0]) == ["2212"]


def test_a_scenario_position_has_its_fixed_units_where_nothing_is_said() -> None:
    t = table(phase="german-move", turn=1, blank=False)

    assert t.where("S-1GT") == "2416"
    assert t.where("G-GD") == "2311"
    assert t.where("G-1SS") is None
    assert set(t.view(None)["off_map"]["reinforcements"].values()) == {4}
    later = table(phase="german-move", turn=5, blank=False)
    assert later.view(None)["off_map"]["reinforcements"] == {}


@pytest.mark.parametrize(
    ("phase", "side", "kind"),
    [
        ("setup-soviet-shock", "soviet", "setup"),
        ("setup-soviet", "soviet", "setup"),
        ("setup-german", "german", "setup"),
        ("german-declare", "german", "order"),
        ("german-markers", "german", "markers"),
        ("german-move", "german", "move"),
        ("german-combat", "german", "combat"),
        ("soviet-declare", "soviet", "order"),
        ("soviet-move", "soviet", "move"),
        ("soviet-check", "soviet", "order"),
        ("german-check", "german", "order"),
        ("retrieve", "german", "order"),
    ],
)
@rule("oder", "5.0.p1", "3.2")
def test_a_position_can_begin_in_any_phase(phase: str, side: str, kind: str) -> None:
    t = table(phase=phase, turn=3, blank=False)

    assert (t.side, t.kind) == (side, kind)


def test_what_is_said_of_units_markers_and_hexes_is_kept_when_written_out() -> None:
    units = [
        panzer("P", "2212", moved=True, momentum=True),
        rifle("R", "2510", attacked=True, attacked_this_phase=True),
        infantry("D", None, due=6),
        {"id": "G-KGW2", "due": 4},
    ]
    t = table(
        units,
        phase="german-move",
        turn=3,
        hexes={
            "2214": {"city": "C", "fort": True, "fort_intact": False, "original": "german"},
            "2215": {"terrain": "marsh", "coastal": True, "ever": ["german", "soviet"]},
            "2216": {"land_bridge": True, "control": "soviet"},
            "2217": {"sea": True},
            "2607": {"land_bridge": False},
        },
        rivers=[("2212", "2213")],
        sea=[("2213", "2214")],
        markers={"aerial": "P", "naval": "2215"},
        vp={"german": 12, "soviet": 7},
        order={"german": "fight/move"},
        eliminated=["S-1GT"],
        forfeited=["G-GD"],
    )

    written = t.match.game.position_of(t.state)
    again = reads(written)
    assert t.match.game.position_of(again.state) == written
    assert again.state.world.board.bridges == t.state.world.board.bridges
    assert again.state.world.board.ring == t.state.world.board.ring
    assert again.points("german") == 12
    assert again.view(None)["off_map"] == t.view(None)["off_map"]
    assert again.choices == t.choices


def test_a_game_under_way_can_be_written_out_and_read() -> None:
    t = new_table()
    for _ in range(3):
        written = t.match.game.position_of(t.state)
        again = reads(written)
        assert again.choices == t.choices
        assert again.side == t.side
        t.choose(t.choices[0])


@rule("oder", "3.2.1", "3.2.3", "data.oob")
def test_the_set_up_makes_sense() -> None:
    """R-39, R-101"""
    assert check_setup(load_data()) == []


def test_the_set_up_check_finds_what_is_wrong() -> None:
    data = load_data()

    def moved(name: str, number: str) -> list[str]:
        units = tuple(
            replace(spec, hexes=(number,)) if spec.id == name else spec for spec in data.units
        )
        return check_setup(replace(data, units=units))

    assert any("not German" in line for line in moved("G-GD", "3216"))
    assert any("sea" in line for line in moved("G-GD", "1703"))
    assert any("land bridge" in line for line in moved("G-GD", "2607"))
    assert any("mechanized unit starts at Memel" in line for line in moved("G-GD", "2806"))
    assert any("too many" in line for line in moved("S-2GT", "1920"))
    assert any("with the enemy" in line for line in moved("G-GD", "2416"))
    assert any("to come in at" in line for line in moved("G-KGW2", "3010"))
    assert any("hexes from the nearest enemy" in line for line in moved("G-GD", "1010"))
    assert any("without a supply line" in line for line in moved("S-65", "2114"))


def test_the_data_report_tells_where_the_data_come_from() -> None:
    report = load().data_report()

    assert "Watch on the Oder" in report
    assert "reconstructed" in report


def test_ground_without_a_way_to_the_edge_is_noticed() -> None:
    data = load_data()
    around = [GRID.number(n) for n in GRID.neighbours(GRID.index("1612"))]
    cut = tuple((min("1612", n), max("1612", n)) for n in around)
    findings = check_setup(replace(data, all_sea=(*data.all_sea, *cut)))
    assert "Note: no land way leads from 1612 to the german map edge." in findings
