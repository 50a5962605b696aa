"""Lines that bind both sides, leaving the map, reinforcements (11.2.2, 11.3.1, 11.3.2, 18.1-ax-reinf)."""

from typing import Any

import pytest

from hexfront.games.kesselschlacht.rules.directive import crossed_over
from hexfront.games.kesselschlacht.sides import EXITED
from tests.kesselschlacht.table import (
    Json,
    Table,
    hq,
    hungarian,
    infantry,
    panzer,
    relief,
    rifle,
    ring,
    river,
    road,
    table,
    tank,
)
from tests.rules import rule

SOUTH = {f"20{row}": {"south": True} for row in range(11, 20)}
"""On the blank map only these hexes are south of the Dnestr."""


def axis(*units: Json, phase: str = "axis-move", **more: Any) -> Table:
    return table([{"grade": "attack", **unit} for unit in units], phase=phase, **more)


def soviet(*units: Json, **more: Any) -> Table:
    """A Soviet Movement Phase, with a road that leads from 2224 to the edge; all are activated."""
    way = [f"22{row:02}" for row in range(24, 0, -1)]
    more["hexsides"] = [*road(*way), *more.get("hexsides", [])]
    said = {"grade": "attack", "activated": True}
    return table([{**said, **unit} for unit in units], phase="soviet-move", **more)


def reach(t: Table, name: str) -> list[str]:
    return sorted(t.match.game.reach(t.state, name)["hexes"])


def bits(t: Table, *names: str) -> int:
    return sum(1 << t.index(name) for name in names)


# ---- the Dnestr ----


@rule("kesselschlacht", "11.2.2.a", "11.2.2.b")
def test_axis_units_that_cross_the_dnestr_stay_south() -> None:
    t = axis(infantry("A", "2010"), infantry("B", "2012"), hexes=SOUTH)
    t.move("A", "2011")
    t.move("B", "2112")
    assert t.state.locked == bits(t, "A"), "who began south is free"
    t = axis(infantry("A", "2011", locked=True), hexes=SOUTH)
    t.choose(["pick", "A"])
    assert t.offered("go") == ["2012"]
    assert "stays south" in t.refuses(["go", "2010"], "11.2.2.b").message
    t.refuses(["go", "2009"], "11.2.2.b")
    axis(infantry("A", "2010"), hexes=SOUTH).choose(["end"])


@rule("kesselschlacht", "11.2.2.b")
def test_a_retreat_locks_as_well() -> None:
    t = axis(infantry("A", "2010"), hexes=SOUTH)
    t.state.enter(t.index("A"), t.state.world.grid.index("2011"))
    assert t.state.locked == bits(t, "A")


@rule("kesselschlacht", "11.2.2.b", "11.3.1.a", "11.3.2")
def test_no_move_leads_over_a_line_and_back() -> None:
    way = road("2010", "2011", "2012")
    bank = {"2011": {"south": True}}
    t = axis(infantry("A", "2010", movement=1), hexes=bank, hexsides=way)
    assert reach(t, "A") == sorted(ring("2010"))
    island = [river("2012", n) for n in ring("2012") if n != "2011"]
    t = axis(infantry("A", "2010"), hexes=bank, hexsides=[*way, *island])
    t.choose(["pick", "A"])
    assert "over a line and back" in t.refuses(["go", "2012"], "11.2.2.b").message
    edge = road("2201", "2101", "2001")
    west = {"2001": {"west_of_seret": True}, "2201": {"west_of_seret": True}}
    t = soviet(rifle("R", "2201", movement=1), hexes=west, hexsides=edge)
    assert "2101" in reach(t, "R")
    assert "2001" not in reach(t, "R")


@rule("kesselschlacht", "2.4.9", "8.1.2.a")
def test_german_crossings_of_a_player_turn_are_counted() -> None:
    t = axis(infantry("A", "2010"), hungarian("H", "2010"), infantry("B", "2012"), hexes=SOUTH)
    t.move("A", "2011")
    t.move("H", "2011")
    t.choose(["end"])
    while t.state.phase != "axis-motorized":
        t.choose(["end"])
    t.choose(["end"])
    assert t.state.crossed == bits(t, "A", "H")
    assert crossed_over(t.state) == [t.index("A")], "Hungarians are not counted"


@rule("kesselschlacht", "11.3.2", "11.3.2-ex")
def test_soviet_units_south_of_the_dnestr_stay_there_unless_recalled() -> None:
    t = soviet(tank("T", "2011"), hexes=SOUTH)
    t.choose(["pick", "T"])
    assert t.offered("go") == ["2012"]
    t.refuses(["go", "2010"], "11.3.2")
    recalled = {"recall_order": "active", "recall_hq": "SV-4GTC-HQ"}
    other = tank("U", "2011", formation="6th Guards Tank Corps")
    corps = hq("4th Guards Tank Corps", "2210", grade="attack")
    t = soviet(tank("T", "2011"), other, corps, hexes=SOUTH, **recalled)
    assert "2010" not in reach(t, "U"), "its corps is not recalled"
    t.choose(["pick", "T"])
    assert "2010" in t.offered("go")
    t.choose(["go", "2010"])
    assert t.where("T") == "2010"


# ---- Seret and Strypa ----


@rule("kesselschlacht", "11.3.1.a")
@pytest.mark.parametrize("army", ["1st Guards Army", "18th Army", "38th Army", "40th Army"])
def test_four_armies_stop_at_the_seret(army: str) -> None:
    west = {"2110": {"west_of_seret": True}}
    t = soviet(rifle("R", "2210", formation=army), tank("T", "2210"), hexes=west)
    t.choose(["pick", "R"])
    assert "Seret" in t.refuses(["go", "2110"], "11.3.1.a").message
    t.choose(["stop"], ["pick", "T"], ["go", "2110"])
    assert t.where("T") == "2110"


@rule("kesselschlacht", "11.3.1.b")
def test_60th_army_stops_at_the_strypa_until_ternopol_falls() -> None:
    hexes = {"2110": {"west_of_strypa": True}, "2209": {"city": "Ternopol"}}
    units = [rifle("R", "2210", formation="60th Army"), rifle("S", "2310")]
    t = soviet(*units, hexes=hexes)
    t.choose(["pick", "R"])
    t.refuses(["go", "2110"], "11.3.1.b")
    t.choose(["stop"])
    t.move("S", "2209")
    assert t.state.ternopol_captured
    t.move("R", "2110")
    assert t.where("R") == "2110"


@rule("kesselschlacht", "11.3.1.c")
def test_who_was_driven_over_the_line_goes_back_first() -> None:
    west = {h: {"west_of_seret": True} for h in ("2110", "2109", "2111", "2010", "2009", "2011")}
    t = soviet(rifle("R", "2010", driven=True), hexes=west)
    t.refuses(["end"], "11.3.1.c")
    t.choose(["pick", "R"])
    t.refuses(["go", "2009"], "11.3.1.c")
    t.refuses(["stop"], "11.3.1.c")
    t.choose(["go", t.offered("go")[0]])
    while t.kind == "group" and t.offered("go"):
        if ["stop"] in t.choices:
            t.choose(["stop"])
        else:
            t.choose(["go", t.offered("go")[0]])
    assert t.where("R") not in west
    assert not t.state.driven
    t.choose(["end"])
    t = soviet(rifle("R", "2210"), hexes=west)
    t.state.enter(t.index("R"), t.state.world.grid.index("2110"))
    assert t.state.driven == bits(t, "R")


@rule("kesselschlacht", "11.3.1.c", "11.3.4.b")
def test_who_was_driven_over_the_line_goes_back_also_when_its_army_only_closes_up() -> None:
    """R-100: the duty holds for whoever may move; it leads home, not to the HQ."""
    west = {h: {"west_of_seret": True} for h in ("2110", "2109", "2111", "2010", "2009", "2011")}
    closing = {"activated": False, "ineligible": True}
    army = hq("1st Guards Army", "2224", **closing)
    t = soviet(army, rifle("R", "2110", driven=True, **closing), hexes=west)
    t.refuses(["end"], "11.3.1.c")
    t.choose(["pick", "R"])
    t.choose(["go", t.offered("go")[0]], ["stop"])
    assert (t.where("R") in west, t.state.driven) == (False, 0)
    t.choose(["end"])
    idle = {"activated": False}
    t = soviet(
        hq("1st Guards Army", "2224", **idle), rifle("R", "2110", driven=True, **idle), hexes=west
    )
    t.choose(["end"])


@rule("kesselschlacht", "11.3.1.c", "11.3.2")
def test_who_was_driven_west_in_the_south_goes_back_in_the_south() -> None:
    """The hex east of the Seret across the Dnestr is nearer, but the unit has to remain in the south."""
    ground = {"2011": {"south": True, "west_of_seret": True}, "2111": {"south": True}}
    t = soviet(rifle("R", "2011", driven=True), hexes=ground, hexsides=road("2011", "2010"))
    t.refuses(["end"], "11.3.1.c")
    t.choose(["pick", "R"])
    assert t.offered("go") == ["2111"]
    t.choose(["go", "2111"])
    assert not t.state.driven


# ---- off the map ----


@rule("kesselschlacht", "11.2.2.c", "11.1.6.b")
def test_axis_units_leave_over_the_west_and_south_edge_only() -> None:
    for edge in ("0110", "2031"):
        t = axis(infantry("A", edge))
        t.choose(["pick", "A"], ["exit"])
        assert t.state.where[t.index("A")] == EXITED
        assert not t.state.killed
        assert t.offered("pick") == []
        t.refuses(["pick", "A"], "11.1.6.a")
    for edge in ("2001", "5810"):
        t = axis(infantry("A", edge))
        t.choose(["pick", "A"])
        t.refuses(["exit"], "11.2.2.c")
    t = soviet(rifle("R", "2231"))
    t.choose(["pick", "R"])
    t.refuses(["exit"], "11.1.6.b")


@rule("kesselschlacht", "11.2.2.c")
def test_who_leaves_shaken_takes_no_marker_along() -> None:
    t = axis(infantry("A", "0110", status="DO"))
    t.choose(["pick", "A"], ["exit"])
    assert t.state.status[t.index("A")] == "ok"


@rule("kesselschlacht", "11.2.2.c")
def test_leaving_costs_a_clear_hex_and_no_zone_holds_who_starts_in_it() -> None:
    t = axis(infantry("A", "0211", movement=1))
    t.choose(["pick", "A"], ["go", "0111"])
    assert t.kind == "move", "no point is left for the exit"
    t = axis(infantry("A", "0110"), rifle("R", "0111"))
    t.choose(["pick", "A"], ["exit"])
    t = axis(infantry("A", "0110"), rifle("R", "0111"), options={"exit_from_ezoc": False})
    t.choose(["pick", "A"])
    t.refuses(["exit"], "3.2.4.b")
    t = axis(
        panzer("P", "0110"),
        hq("III Panzer Korps", "0210"),
        fuel={"AX-III-HQ": 3},
        weather="mud",
        hexsides=road("0110", "0111"),
    )
    t.choose(["pick", "P"])
    t.refuses(["exit"], "10.5.1.a")
    t.choose(["fuel", 1])
    assert "costs 2" in t.refuses(["exit"], "11.1.6.a").message


@rule("kesselschlacht", "11.1.6.b")
def test_the_leaving_corps_goes_south_off_the_map() -> None:
    corps = {"formation": "5th Guards Tank Corps", "group": "2UK"}
    t = soviet(tank("T", "2228", **corps), scenario="campaign", turn=3, fifth_guards="leaving")
    t.refuses(["end"], "9.2.2.A.c")
    t.choose(["pick", "T"])
    t.refuses(["go", "2227"], "9.2.2.A.c")
    t.refuses(["stop"], "9.2.2.A.c")
    t.choose(["go", "2229"], ["go", "2230"], ["go", "2231"], ["exit"])
    assert t.state.where[t.index("T")] == EXITED


@rule("kesselschlacht", "11.1.2.a", "11.2.2.c")
def test_a_full_hex_of_the_edge_is_passed_on_the_way_off_the_map() -> None:
    full = [infantry(f"{n}{h}", h) for h in ("0109", "0110", "0111", "0209", "0211") for n in "XYZ"]
    t = axis(infantry("A", "0210", movement=2), *full)
    t.choose(["pick", "A"], ["go", "0110"])
    t.refuses(["stop"], "11.1.2.a")
    t.choose(["exit"])
    assert t.state.where[t.index("A")] == EXITED
    t = axis(infantry("A", "0210", movement=1), *full)
    t.choose(["pick", "A"])
    t.refuses(["go", "0110"], "11.1.2.a")
    t = axis(infantry("A", "0210", movement=2), rifle("R", "0108"), *full)
    t.choose(["pick", "A"])
    t.refuses(["go", "0109"], "11.1.2.a")


@rule("kesselschlacht", "11.1.2.a", "9.2.2.A.c")
def test_the_leaving_corps_passes_a_full_hex_of_the_edge() -> None:
    corps = {"formation": "5th Guards Tank Corps", "group": "2UK"}
    full = [rifle(f"{n}{h}", h) for h in ("2131", "2231", "2331") for n in "XY"]
    t = soviet(
        tank("T", "2230", **corps), *full, scenario="campaign", turn=3, fifth_guards="leaving"
    )
    t.choose(["pick", "T"], ["go", "2231"])
    t.refuses(["stop"])
    t.choose(["exit"])
    assert t.state.where[t.index("T")] == EXITED


# ---- reinforcements ----


def due(*units: str, turn: int = 11, **more: Any) -> Table:
    """Axis movement of the turn on which reinforcements are due."""
    board = more.pop("units", [])
    said = [{"id": unit} for unit in units]
    queue = dict.fromkeys(units, 11)
    return table([*said, *board], phase="axis-move", turn=turn, queue=queue, **more)


@rule("kesselschlacht", "18.1-ax-reinf.a", "18.2-ax-reinf.a", "18.1-ax-reinf.gt11c")
def test_reinforcements_come_in_at_their_area_and_cannot_be_delayed() -> None:
    t = due("AX-1030")
    assert {h for _, h in t.offered("place")} == {f"01{row}" for row in range(15, 20)}
    t.refuses(["end"], "18.1-ax-reinf.a")
    t.refuses(["place", "AX-1030", "0107"], "18.1-ax-reinf.a")
    t.choose(["place", "AX-1030", "0116"])
    assert "points left" in t.match.state.stack[-1].prompt(t.state)
    t.choose(["stop"], ["end"])
    assert t.grade("AX-1030") == "attack"


@rule("kesselschlacht", "18.1-ax-reinf.gt11a", "18.2-ax-reinf.gt11")
def test_area_a_is_one_hex_and_four_points_for_the_whole_turn() -> None:
    t = due("AX-9SS-1", "AX-9SS-2")
    t.choose(["place", "AX-9SS-1", "0102"], ["go", "0202"], ["go", "0302"], ["stop"])
    assert "through one hex this turn, 0102" in (
        t.refuses(["place", "AX-9SS-2", "0103"], "18.1-ax-reinf.gt11a").message
    )
    t.choose(["place", "AX-9SS-2", "0102"], ["stop"], ["end"])
    while t.state.phase != "axis-motorized":
        t.choose(["end"])
    t.choose(["pick", "AX-9SS-1"], ["go", "0402"])
    assert t.kind == "move", "three points in J and one in L are all of its four"


@rule("kesselschlacht", "18.1-ax-reinf.gt11b")
def test_area_b_allows_any_of_its_hexes_and_three_points() -> None:
    t = due("AX-2HPZ-1", "AX-2HPZ-2")
    t.refuses(["place", "AX-2HPZ-1", "0101"], "18.1-ax-reinf.a")
    t.choose(["place", "AX-2HPZ-1", "0107"], ["go", "0207"], ["go", "0307"])
    t.refuses(["go", "0407"])
    t.choose(["place", "AX-2HPZ-2", "0109"], ["stop"], ["end"])


@rule("kesselschlacht", "18.1-ax-reinf.b")
def test_a_blocked_area_lets_them_in_anywhere_on_the_next_turn() -> None:
    wall = [rifle(f"R{row}", f"01{row}") for row in ("07", "08", "09", "10")]
    t = due("AX-2HPZ-1", units=wall)
    assert t.offered("place") == []
    t.refuses(["place", "AX-2HPZ-1", "0108"], "18.1-ax-reinf.b")
    t.refuses(["place", "AX-2HPZ-1", "0102"], "18.1-ax-reinf.a")
    t.choose(["end"])
    assert t.state.blocked == bits(t, "AX-2HPZ-1")
    later = due("AX-2HPZ-1", units=wall, turn=12)
    later.refuses(["place", "AX-2HPZ-1", "0102"], "18.1-ax-reinf.a")
    later = table(
        [{"id": "AX-2HPZ-1", "blocked": True}, *wall],
        phase="axis-move",
        turn=12,
        queue={"AX-2HPZ-1": 11},
    )
    later.choose(["place", "AX-2HPZ-1", "0102"], ["stop"])
    assert not later.state.blocked


@rule("kesselschlacht", "18.1-ax-reinf.b")
def test_enemy_zones_close_entry_hexes_as_units_do() -> None:
    """R-95: who was blocked at A comes through any hexes, not all through one."""
    t = due("AX-2HPZ-1", units=[rifle("R", "0209")])
    open_ = [h for u, h in t.offered("place") if u == "AX-2HPZ-1"]
    assert open_
    assert not {"0108", "0109", "0110"} & set(open_) & set(ring("0209"))
    names = ("AX-349-1", "AX-349-2")
    t = table(
        [{"id": name, "blocked": True} for name in names],
        phase="axis-move", turn=7, scenario="campaign", queue=dict.fromkeys(names, 6),
    )  # fmt: skip
    t.choose(["place", "AX-349-1", "0104"], ["stop"])
    assert "0103" in [h for _, h in t.offered("place")]


@rule("kesselschlacht", "18.2-ax-reinf.gt6a", "18.2-ax-reinf.gt6b", "18.2-ax-reinf.gt6c")
def test_the_groups_of_march_29() -> None:
    t = table(
        [{"id": name} for name in ("AX-349-1", "AX-349-2", "AX-367-1", "AX-100J-1", "AX-URL-1")],
        phase="axis-move", turn=6, scenario="campaign",
        queue=dict.fromkeys(("AX-349-1", "AX-349-2", "AX-367-1", "AX-100J-1", "AX-URL-1"), 6),
    )  # fmt: skip
    t.refuses(["place", "AX-349-1", "0107"], "18.1-ax-reinf.a")
    t.choose(["place", "AX-349-1", "0104"], ["stop"])
    t.refuses(["place", "AX-349-2", "0103"], "18.1-ax-reinf.gt11a")
    t.choose(["place", "AX-349-2", "0104"], ["stop"], ["place", "AX-367-1", "0108"], ["stop"])
    t.refuses(["place", "AX-100J-1", "0104"], "18.1-ax-reinf.a")
    t.refuses(["place", "AX-URL-1", "0108"], "18.1-ax-reinf.a")
    t.choose(["place", "AX-100J-1", "0109"], ["stop"], ["place", "AX-URL-1", "0117"], ["stop"])
    t.choose(["end"])


@rule("kesselschlacht", "18.1-ax-reinf.gt11a", "11.1.2.a")
def test_more_than_a_hex_holds_come_in_one_after_another_and_move_on() -> None:
    full = [relief(f"A{i}", "0102") for i in range(3)]
    t = due("AX-9SS-1", units=full)
    t.choose(["place", "AX-9SS-1", "0102"])
    t.refuses(["stop"], "11.1.2.a")
    t.choose(["go", "0202"], ["stop"])
    t.choose(["end"])


@rule("kesselschlacht", "11.3.1.c", "11.3.1.b")
def test_who_was_driven_over_the_strypa_is_free_once_ternopol_is_captured() -> None:
    beyond = {f"22{row}": {"west_of_strypa": True} for row in range(10, 18)}
    driven = rifle("R", "2212", formation="60th Army", driven=True)
    army = hq("60th Army", "2210")
    t = soviet(driven, army, hexes=beyond)
    t.choose(["pick", "R"])
    assert "2213" not in t.offered("go")
    t = soviet(driven, army, hexes=beyond, ternopol_captured=True)
    t.choose(["pick", "R"])
    assert "2213" in t.offered("go")
