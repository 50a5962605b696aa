"""Disorganization, disruption and rout: how they climb, spread and bind. 13.3"""

from __future__ import annotations

import pytest

from hexfront.games.kesselschlacht.loading.tables import BOMBING
from hexfront.games.kesselschlacht.rules import status
from hexfront.games.kesselschlacht.rules.activation import eligible
from hexfront.games.kesselschlacht.rules.effects import EFFECTS, effects, movement_limit
from hexfront.games.kesselschlacht.rules.recovery import begin_recovery
from tests.kesselschlacht.table import hq, infantry, panzer, rifle, road, still, table
from tests.rules import rule


@rule("kesselschlacht", "13.3.a", "13.3.1.c", "13.3.2.c", "13.3.3.c")
@pytest.mark.parametrize(
    ("before", "result", "after"),
    [
        ("ok", "DO", "DO"),
        ("ok", "DIS", "DIS"),
        ("ok", "RT", "RT"),
        ("DO", "DO", "DIS"),
        ("DO", "DIS", "DIS"),
        ("DO", "RT", "RT"),
        ("DIS", "DO", "DIS"),
        ("DIS", "DIS", "RT"),
        ("DIS", "RT", "RT"),
        ("RT", "DO", "RT"),
        ("RT", "DIS", "RT"),
    ],
)
def test_results_climb_one_ladder(before: str, result: str, after: str) -> None:
    t = still([infantry("G1", "2010", status=before)])
    status.worsen(t.state, t.index("G1"), result, "13.3.1.c")
    assert t.status("G1") == after


@rule("kesselschlacht", "13.3.3.c")
def test_a_second_rout_destroys() -> None:
    t = still([infantry("G1", "2010", status="RT")])
    status.worsen(t.state, t.index("G1"), "RT", "13.3.3.c")
    assert t.where("G1") is None
    assert t.state.killed[t.index("G1")] == 1


@rule("kesselschlacht", "13.2.3.A.b")
@pytest.mark.parametrize(
    ("old", "new", "after"), [("DO", "DO", "DO"), ("DIS", "DO", "DIS"), ("DO", "RT", "RT")]
)
def test_what_is_not_a_result_does_not_climb(old: str, new: str, after: str) -> None:
    t = still([infantry("G1", "2010", status=old)])
    status.at_least(t.state, t.index("G1"), new)
    assert t.status("G1") == after


@rule("kesselschlacht", "13.3.b")
def test_a_stack_takes_the_worst_status_in_it() -> None:
    t = still(
        [
            infantry("G1", "2010", status="DO"),
            infantry("G2", "2010", status="RT"),
            infantry("G3", "2010"),
            infantry("G4", "2012"),
        ]
    )
    status.share(t.state, t.state.world.grid.index("2010"))
    assert [t.status(name) for name in ("G1", "G2", "G3", "G4")] == ["RT", "RT", "RT", "ok"]


@rule("kesselschlacht", "2.4.3", "2.4.4")
def test_markers_of_disorganization_and_disruption_never_run_out() -> None:
    t = still([infantry(f"G{i}", f"{10 + i}10") for i in range(30)])
    for result in ("DO", "DIS"):
        for i in range(30):
            status.worsen(t.state, t.index(f"G{i}"), result, "6.5.a")
        assert {t.status(f"G{i}") for i in range(30)} == {result}


@rule("kesselschlacht", "2.4.5")
def test_rout_markers_never_run_out_and_come_from_ground_combat_only() -> None:
    t = still([infantry(f"G{i}", f"{10 + i}10") for i in range(30)])
    for i in range(30):
        status.worsen(t.state, t.index(f"G{i}"), "RT", "13.2.c")
    assert {t.status(f"G{i}") for i in range(30)} == {"RT"}
    assert not any("RT" in code for code in BOMBING)


@rule("kesselschlacht", "13.3.1.a", "13.3.2.a", "13.3.3.a")
def test_what_a_status_leaves_to_a_unit() -> None:
    do, dis, rt = EFFECTS["DO"], EFFECTS["DIS"], EFFECTS["RT"]
    assert (do.moves, do.limited, do.infiltrates, do.attacks) == (True, True, False, False)
    assert (do.projects, do.defends_half, do.half_range) == (True, False, False)
    assert (dis.moves, dis.attacks, dis.projects, dis.half_range) == (False, False, True, False)
    assert dis.defends_half
    assert (rt.moves, rt.attacks, rt.projects, rt.defends_half) == (False, False, False, False)
    assert rt.defends_one
    assert rt.half_range


@rule("kesselschlacht", "13.3.1.a", "13.3.2.a", "13.3.3.a")
def test_movement_that_a_status_leaves() -> None:
    t = still(
        [
            panzer("P1", "2010", status="DO"),
            rifle("R1", "3010", status="DIS"),
            rifle("R2", "3210", status="RT"),
            rifle("R3", "3410"),
        ]
    )
    limits = [movement_limit(t.state, t.index(name)) for name in ("P1", "R1", "R2", "R3")]
    assert limits == [4, 0, 0, None]
    assert effects(t.state, t.index("R3")).attacks


@rule("kesselschlacht", "13.3.1.b")
def test_disorganization_goes_at_the_end_of_the_turn() -> None:
    t = still([infantry("G1", "2010", status="DO"), infantry("G2", "2012", status="DIS")])
    begin_recovery(t.state)
    assert (t.status("G1"), t.status("G2")) == ("ok", "DIS")


@rule("kesselschlacht", "13.3.4")
@pytest.mark.parametrize("shaken", ["DO", "DIS", "RT"])
def test_units_of_a_shaken_german_corps_do_not_dig_in_but_stay_in_their_positions(
    shaken: str,
) -> None:
    held = {"2012": {"hasty": True}}
    units = [infantry("G1", "2012"), infantry("G2", "2013"), hq("LIX Army Korps", "3010"),
             infantry("G3", "3011", formation="LIX Army Korps")]  # fmt: skip
    t = table([*units, hq("III Panzer Korps", "2010", status=shaken)], "positions", hexes=held)
    t.refuses(["prepare", "2012"], "7.1.4.b")
    t.refuses(["hasty", "2013"], "7.1.4.b")
    assert t.state.hasty == t.state.world.grid.set_of("2012")
    assert t.offered("hasty") == ["3011"]


@rule("kesselschlacht", "13.3.6")
@pytest.mark.parametrize("shaken", ["ok", "DO", "DIS", "RT"])
def test_a_shaken_soviet_hq_is_not_activated(shaken: str) -> None:
    column = road(*[f"22{row:02d}" for row in range(1, 11)])
    army = hq("60th Army", "2210", status=shaken)
    t = still([army, rifle("R1", "2211", formation="60th Army")], hexsides=column)
    _, refused = eligible(t.state, t.index(army["id"]))
    assert (refused and refused.rule) == (None if shaken == "ok" else "9.1.1.1.b")


@rule("kesselschlacht", "13.3.2.a", "13.3.3.a")
def test_routed_units_alone_have_no_zone_of_control() -> None:
    t = still([rifle("R1", "2010", status="DIS"), rifle("R2", "3010", status="RT")])
    zone = t.state.world.grid.names(t.state.zoc(1))
    assert "2009" in zone
    assert "3009" not in zone
