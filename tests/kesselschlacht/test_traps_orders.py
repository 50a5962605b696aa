"""Traps of orders, positions and activation."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.kesselschlacht.sides import SIDES, SOVIET
from hexfront.kernel.refusal import Refused
from tests.kesselschlacht.results_table import then
from tests.kesselschlacht.table import (
    CORPS,
    Json,
    Table,
    hq,
    infantry,
    panzer,
    rifle,
    river,
    table,
    tank,
)
from tests.kesselschlacht.test_directive import DNESTR, ROAD, SOUTH, march
from tests.kesselschlacht.test_soviet_movement import ineligible, reach, soviet
from tests.rules import rule

TANKS, TANKS_HQ = "4th Guards Tank Corps", "SV-4GTC-HQ"
LIX = "LIX Army Korps"
BRIDGE = river("2219", "2220", bridge="standing")
GONE: Json = {"fifth_guards": "gone"}


@rule("kesselschlacht", "7.1.2.a", "7.1.4.b")
def test_the_infantry_that_prepares_a_position_was_not_attacked_and_has_a_steady_hq() -> None:
    """Not one of them each: G was attacked, and the HQ of H is disorganized."""
    units = [
        infantry("G", "2020", was_attacked_before=True), hq(CORPS, "2018"),
        infantry("H", "2020", formation=LIX), hq(LIX, "2022", status="DO"), infantry("K", "2016"),
    ]  # fmt: skip
    t = table(units, "positions", hexes={"2020": {"hasty": True}})
    said = t.refuses(["prepare", "2020"], "7.1.4.b").message
    assert said == "LIX Army Korps HQ is disorganized."


@rule("kesselschlacht", "8.2.2.b")
def test_a_recall_goes_on_while_only_the_hq_is_south() -> None:
    said: Json = {"recall_order": "active", "recall_hq": TANKS_HQ, "directive": "done", **GONE}
    t = march(hq(TANKS, "2225"), tank("T", "2216"), turn=9, **said)
    assert t.state.recall_order == "active"
    assert t.state.corps_attempts == 1
    t = march(hq(TANKS, "2215"), tank("T", "2216"), turn=9, **said)
    assert (t.state.recall_order, t.state.corps_attempts) == ("done", 0)


def sent(where: str, **more: Any) -> Table:
    """A brigade that the Directive sends over the bridge at 2219."""
    brigade = tank("T", where, bound=True, activated=True, grade="attack", **more)
    said: Json = {
        "scenario": "campaign",
        "turn": 4,
        "directive": "issued",
        "directive_hq": TANKS_HQ,
    }
    sides = [*ROAD, *DNESTR, BRIDGE]
    return table([hq(TANKS, "2215"), brigade], "soviet-move", hexes=SOUTH, hexsides=sides, **said)


@rule("kesselschlacht", "8.1.3.c")
def test_the_reach_of_a_unit_under_orders_is_where_its_move_can_end() -> None:
    """R-84: not on the way; beyond the river it goes where it likes."""
    assert reach(sent("2210", movement=6), "T") == {"2218": 0.5}
    near = reach(sent("2217", movement=4), "T")
    beyond = dict.fromkeys(["2221", "2120", "2121", "2320", "2321"], 0.0)
    assert near == {"2220": 1.0, **beyond}
    near_by = sent("2217", movement=4)
    with pytest.raises(Refused) as refused:
        near_by.match.game.path(near_by.state, ["T"], "2221", SOVIET)
    assert refused.value.rule == "8.1.3.c"
    assert "may go on to 2221 when it has done" in refused.value.message


@rule("kesselschlacht", "11.3.1.c")
def test_a_unit_that_is_back_over_its_line_goes_on_where_it_likes() -> None:
    west = {f"{c:02d}{r:02d}": {"west_of_seret": True} for c in range(1, 22) for r in range(1, 32)}
    army = hq("1st Guards Army", "2212")
    t = soviet(rifle("R", "2111", driven=True, movement=3), army, hexes=west)
    found = reach(t, "R")
    assert found["2210"] == 2.0
    assert found["2410"] == 0.0
    assert all(int(number[:2]) > 21 for number in found)


@rule("kesselschlacht", "11.3.1.b")
@pytest.mark.parametrize("control", ["soviet", "axis"])
def test_ternopol_in_soviet_hands_opens_the_strypa_line_in_a_position_too(control: str) -> None:
    units = [hq("60th Army", "1906"), rifle("R", "1605", formation="60th Army", activated=True)]
    t = table(
        units,
        "soviet-move",
        4,
        blank=False,
        scenario="campaign",
        hexes={"1904": {"control": control}, "1505": {"west_of_strypa": True}},
    )
    t.choose(["pick", "R"])
    if control == "soviet":
        t.choose(["go", "1505"])
    else:
        t.refuses(["go", "1505"], "11.3.1.b")


@rule("kesselschlacht", "11.3.4.1")
@pytest.mark.parametrize(("south", "ways"), [(True, ["2111"]), (False, ["2110"])])
def test_an_hq_that_closes_up_goes_not_north_in_the_south_and_not_south_in_the_north(
    south: bool, ways: list[str]
) -> None:
    """R-99: the road is in the east; of two ways as short one goes north of the start, one south."""
    ground = {f"{c}{r:02d}": {"south": south} for c in range(18, 30) for r in range(1, 32)}
    t = ineligible(hq("1st Guards Army", "2010"), rifle("R", "2011"), hexes=ground)
    t.choose(["pick", "SV-1GA-HQ"])
    assert t.offered("go") == ways


@rule("kesselschlacht", "11.3.1.a", "11.3.1.c")
def test_who_stood_beyond_the_line_from_the_start_moves_there_and_is_not_sent_back() -> None:
    """R-178"""
    west = {f"{c:02d}{r:02d}": {"west_of_seret": True} for c in range(1, 22) for r in range(1, 32)}
    t = soviet(rifle("R", "2112", movement=3), hq("1st Guards Army", "2212"), hexes=west)
    t.move("R", "2111", "2110")
    assert not t.state.driven
    t.choose(["end"])


@rule("kesselschlacht", "8.1.2.a")
def test_who_is_driven_south_by_its_own_attack_has_not_crossed_but_stays_there() -> None:
    """R-83: G falls back over the bridge in the Axis player turn, F goes over after it."""
    units = [infantry("G", "2219"), panzer("F", "2119"), rifle("R", "2218")]
    sides = [*ROAD, *DNESTR, BRIDGE]
    t = march(*units, phase="axis-move", done=False, hexsides=sides)
    t.choose(["end"])
    then(t, "Br1", "2218", ["G"])
    t.choose(["retreat", "2220"])
    t.choose(["retreat", t.offered("retreat")[0]])
    t.choose(["end"])
    t.move("F", "2219", "2220")
    t.choose(["end"])
    assert t.where("G") == t.where("F") == "2220"
    assert t.state.locked >> t.index("G") & 1
    assert t.state.crossed == 1 << t.index("F")


@rule("kesselschlacht", "19.3.1.5", "10.3.2.a")
@pytest.mark.parametrize(
    ("name", "grade", "strengths"),
    [
        ("AX-H18-1", "attack", (3, 3)),
        ("AX-H18-1", "out", (2, 3)),
        ("AX-URL-1", "attack", (2, 3)),
        ("AX-URL-1", "out", (1, 3)),
        ("AX-2HPZ-1", "attack", (4, 3)),
        ("AX-2HPZ-1", "out", (2, 3)),
    ],
)
def test_hungarians_who_gain_a_point_attack_with_half_of_the_sum_out_of_supply(
    name: str, grade: str, strengths: tuple[int, int]
) -> None:
    """R-198: no HQ attacks because of it."""
    units = [{"id": name, "hex": "2010", "grade": grade}, rifle("R", "2011")]
    corps = hq("Hungarian VII Corps", "2009" if grade == "attack" else "4020")
    said: Json = {"scenario": "campaign", "optional": ["19.3.1"], "margarethe": 5}
    t = table([*units, corps], "axis-combat", **said)
    seen = {unit["id"]: unit for unit in t.view("axis")["units"]}
    assert (seen[name]["attack"], seen[name]["defence"]) == strengths
    assert seen["AX-HVII-HQ"]["attack"] == 0


@rule("kesselschlacht", "17.0.1.1", "17.0.2.1", "17.0.2.2")
def test_who_is_eliminated_in_a_position_was_lost_once_if_nothing_else_is_said() -> None:
    lost = ["SV-60A-HQ", "SV-4GTC-1", "AX-503", "AX-LIX-HQ", "AX-H18-1"]
    units = [infantry("G", "2010"), hq(CORPS, "2011")]
    twice: Json = {"killed": {"SV-60A-HQ": 2}}
    cases: list[tuple[Json, int, int]] = [({}, 4, 8), (twice, 4, 0)]
    for more, *points in cases:
        t = table(units, "recovery", 17, eliminated=lost, **more)
        assert t.state.result is not None
        assert t.state.result["vp"] == dict(zip(SIDES, points, strict=True))
