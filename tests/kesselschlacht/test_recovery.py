"""Recovery in Kesselschlacht. 14"""

from __future__ import annotations

import pytest

from hexfront.games.kesselschlacht.rules.recovery import begin_recovery
from hexfront.games.kesselschlacht.sides import DIS, DO, OK, RT
from tests.kesselschlacht.table import Json, Table, hq, infantry, rifle, ring, river, still
from tests.rules import rule

CORPS, ARMY = "III Panzer Korps", "1st Guards Army"


def recovered(*units: Json, **more: object) -> Table:
    t = still(list(units), **more)
    begin_recovery(t.state)
    return t


@rule("kesselschlacht", "14.0.1")
def test_disorganized_units_always_recover() -> None:
    t = recovered(infantry("G", "2010", status=DO), *[rifle(f"R{h}", h) for h in ring("2010")])
    assert t.status("G") == OK


@rule("kesselschlacht", "14.0.2", "14.0.3", "13.3.3.b", "13.3.2.b", "14.0.a")
@pytest.mark.parametrize(
    ("status", "place", "after"),
    [(DIS, "2014", OK), (DIS, "2015", DIS), (RT, "2012", OK), (RT, "2013", RT)],
)
def test_the_hq_must_be_near(status: str, place: str, after: str) -> None:
    t = recovered(
        infantry("G", "2010", status=status),
        hq(CORPS, place),
        rifle("R", "4010", status=status),
        hq(ARMY, f"40{place[2:]}"),
    )
    assert (t.status("G"), t.status("R")) == (after, after)  # both sides
    begin_recovery(t.state)
    assert t.status("G") == after


@rule("kesselschlacht", "14.0.2")
def test_only_its_own_hq_helps_wherever_it_is() -> None:
    t = recovered(infantry("G", "2010", status=DIS), hq("LIX Army Korps", "2011"), hq(CORPS, None))
    assert t.status("G") == DIS


@rule("kesselschlacht", "14.0.2", "14.0.3")
def test_enemies_and_zones_block_the_path_and_friends_lift_zones() -> None:
    # The ways round are rivers for movement, but not here: R-174. So the enemies have to be all around.
    units = [infantry("G", "2010", status=DIS), hq(CORPS, "2013")]
    zones = [rifle("R1", "1909"), rifle("R2", "2208"), rifle("R3", "1912"), rifle("R4", "2212")]
    assert recovered(*units).status("G") == OK
    assert recovered(*units, *zones, rifle("R5", "1914"), rifle("R6", "2112")).status("G") == DIS
    open_ = [*units, *zones, rifle("R5", "1914"), rifle("R6", "2112")]
    lifted = recovered(*open_, infantry("F", "2011"), infantry("E", "2012"))
    assert lifted.status("G") == OK


@rule("kesselschlacht", "14.0.2")
def test_rivers_do_not_matter() -> None:
    shut = [river("2010", h) for h in ring("2010")]
    assert (
        recovered(infantry("G", "2010", status=DIS), hq(CORPS, "2012"), hexsides=shut).status("G")
        == OK
    )


@rule("kesselschlacht", "14.0.2", "14.0.3")
def test_an_hq_out_of_supply_helps_and_recovers_itself() -> None:
    t = recovered(
        hq(ARMY, "3020", status=RT, grade="out"), rifle("R", "3022", status=RT, grade="out")
    )
    assert (t.status("SV-1GA-HQ"), t.status("R")) == (OK, OK)


@rule("kesselschlacht", "14.0.2", "14.0.3")
def test_a_garrison_rallies_at_its_own_hex() -> None:
    post: Json = {"id": "AX-GAR-KHOT", "status": DIS}
    assert recovered({**post, "hex": "3422"}).status("AX-GAR-KHOT") == OK
    assert recovered({**post, "hex": "3421"}).status("AX-GAR-KHOT") == DIS
    assert recovered({**post, "hex": "3422"}, rifle("R", "3426")).status("AX-GAR-KHOT") == DIS


@rule("kesselschlacht", "14.0.a", "4.0.M")
def test_a_stack_recovers_as_a_whole_or_not_at_all() -> None:
    far = infantry("F", "2010", status=RT, formation="LIX Army Korps")
    near = infantry("G", "2010", status=RT)
    t = recovered(near, far, hq(CORPS, "2011"))
    assert (t.status("G"), t.status("F")) == (RT, RT)
    together = recovered(near, far, hq(CORPS, "2011"), hq("LIX Army Korps", "2012"))
    assert (together.status("G"), together.status("F")) == (OK, OK)


@rule("kesselschlacht", "14.0.a")
def test_everybody_is_tested_before_anybody_recovers() -> None:
    # The routed division has no zone yet, so the regiment's path is free.
    row = ("1910", "1911", "2111", "2110")
    t = recovered(
        *[rifle(f"R{n}", n, status=RT, formation="18th Army") for n in row],
        hq("18th Army", "2111"),
        infantry("G", "2010", status=RT),
        hq(CORPS, "2012"),
    )
    assert t.status("R2111") == OK
    assert t.status("G") == OK


@rule("kesselschlacht", "14.0.a")
def test_recovery_is_logged() -> None:
    t = still([infantry("G", "2010", status=DO)])
    t.state.events = []
    begin_recovery(t.state)
    assert [t.match.game.view_event(t.state, e, None, True) for e in t.state.events] == [
        {"what": "recovery", "case": "14.0.a", "units": ["G"], "status": OK, "hex": "2010"}
    ]
