"""Bridges: blown from the ground, pontoons built, guarded and lost. 15"""

from __future__ import annotations

from hexfront.games.kesselschlacht.rules import bridges
from tests.kesselschlacht.table import CORPS, Json, Table, hq, infantry, panzer, river, still, table
from tests.rules import rule

TRAIN: Json = {"side": "axis", "state": "carried", "carrier": "AX-III-HQ"}
DNESTR = [river("2020", "2021"), river("2020", "2121"), river("2020", "1921")]


def built(garrison: str = "G1") -> Json:
    return {"side": "axis", "state": "built", "between": ["2020", "2021"], "garrison": garrison}


def shake(t: Table, name: str, status: str = "DO") -> None:
    t.state.set_status(t.index(name), status)
    bridges.garrison_shaken(t.state, t.index(name))


def names(t: Table) -> list[str]:
    return [bridges.name(t.state, b) for b in bridges.standing(t.state)]


@rule("kesselschlacht", "15.2.3.d")
def test_a_pontoon_falls_with_its_garrison_unless_somebody_across_the_river_takes_over() -> None:
    alone = table([infantry("G1", "2020")], hexsides=DNESTR, trains=[built()])
    assert names(alone) == ["pontoon-2020-2021"]
    shake(alone, "G1")
    assert names(alone) == []
    across = table(
        [infantry("G1", "2020"), panzer("P1", "2021")], hexsides=DNESTR, trains=[built()]
    )
    shake(across, "G1", "DIS")
    assert names(across) == ["pontoon-2020-2021"]
    assert across.state.trains[0].garrison == across.index("P1")
    shake(across, "P1")
    assert names(across) == []


@rule("kesselschlacht", "15.2.3.d")
def test_a_headquarters_or_a_shaken_unit_across_the_river_does_not_take_over() -> None:
    for other in (hq(CORPS, "2021"), panzer("P1", "2021", status="DO")):
        t = still([infantry("G1", "2020"), other], hexsides=DNESTR, trains=[built()])
        shake(t, "G1", "RT")
        assert names(t) == []


@rule("kesselschlacht", "15.2.3.d")
def test_a_garrison_that_was_driven_off_or_eliminated_costs_the_bridge_but_not_one_that_marched_off() -> (
    None
):
    """R-15"""
    t = table([infantry("G1", "2020"), infantry("G2", "2020")], hexsides=DNESTR, trains=[built()])
    s, g1, g2 = t.state, t.index("G1"), t.index("G2")
    s.lift(g1)
    s.put(g1, s.world.grid.index("2018"))
    bridges.appoint_garrisons(s)
    assert (names(t), s.trains[0].garrison) == (["pontoon-2020-2021"], g2)
    s.lift(g2, -2)
    bridges.garrison_shaken(s, g2)
    assert names(t) == []
