"""Results of combat, each applied to whom it concerns. 13.0, 13.3.7.7"""

from __future__ import annotations

import pytest

from hexfront.games.kesselschlacht.game import load
from hexfront.games.kesselschlacht.loading.tables import RESULTS
from tests.kesselschlacht.results_table import result, then
from tests.kesselschlacht.table import Json, battalion, hq, infantry, rifle, river, still
from tests.rules import rule


@rule("kesselschlacht", "13.0")
@pytest.mark.parametrize("code", RESULTS)
def test_every_result_of_the_table_is_carried_out(code: str) -> None:
    tables = load().data.tables["combat_results"]["table"]
    assert {cell for table in tables.values() for row in table.values() for cell in row} <= set(
        RESULTS
    )
    units = [
        infantry("G1", "2010"),
        infantry("G2", "2010"),
        rifle("R1", "2009"),
        rifle("R2", "2009"),
    ]
    t = result(code, "2010", ["R1", "R2"], units, dice=[1, 1])
    if code in ("Ado", "Adis", "Ddo", "Ddis"):
        assert not t.choices
    elif code in ("Ae1", "De1"):
        assert t.kind == "lose"
    else:
        assert t.kind == "retreat"
        assert t.side == ("soviet" if code == "Br1" else "axis")


def attackers() -> list[Json]:
    return [
        infantry("G1", "2009"),
        infantry("G2", "2110"),
        infantry("G3", "1910"),
        hq("III Panzer Korps", "1910"),
        infantry("Gun", "2007", type="artillery", mobility="motorized"),
        rifle("R1", "2010"),
    ]


@rule("kesselschlacht", "13.3.7.7", "13.3.b")
@pytest.mark.parametrize(("code", "status"), [("Ado", "DO"), ("Adis", "DIS")])
@pytest.mark.parametrize("far", [True, False])
def test_all_attackers_are_marked_and_none_retreats(code: str, status: str, far: bool) -> None:
    t = result(
        code,
        "2010",
        ["G1", "G2", "G3"],
        attackers(),
        distant=("Gun",),
        options={"long_range_marked": far},
    )
    corps = hq("III Panzer Korps", None)["id"]
    assert [t.status(name) for name in ("G1", "G2", "G3", corps)] == [status] * 4
    assert t.status("Gun") == (status if far else "ok")
    assert t.status("R1") == "ok"
    assert [t.where(name) for name in ("G1", "G2", "G3", "Gun")] == ["2009", "2110", "1910", "2007"]
    assert not t.choices


@rule("kesselschlacht", "13.3.1.c", "13.3.2.c", "13.3.3.c", "7.1.5.c")
@pytest.mark.parametrize(
    ("code", "before", "after"),
    [("Ddo", "ok", "DO"), ("Ddo", "DO", "DIS"), ("Ddo", "DIS", "DIS"), ("Ddo", "RT", "RT"),
     ("Ddis", "DO", "DIS"), ("Ddis", "DIS", "RT"), ("Ddis", "RT", "RT")],
)  # fmt: skip
def test_all_defenders_climb_and_keep_their_position(code: str, before: str, after: str) -> None:
    corps = hq("III Panzer Korps", "2010", status=before)
    units = [infantry("G1", "2010", status=before), corps, rifle("R1", "2009")]
    t = still(units)
    t.state.prepared = t.state.world.grid.set_of("2010")
    then(t, code, "2010", ["R1"])
    assert (t.status("G1"), t.status(corps["id"])) == (after, after)
    assert t.where("G1") == "2010"
    assert t.state.prepared
    assert not t.choices


@rule("kesselschlacht", "15.2.3.d")
def test_a_garrison_that_is_shaken_costs_its_pontoon() -> None:
    span = [river("2010", "2011")]
    train = {"side": "axis", "state": "built", "between": ["2010", "2011"], "garrison": "G1"}
    units = [infantry("G1", "2010"), rifle("R1", "2009")]
    t = result("Ddo", "2010", ["R1"], units, hexsides=span, trains=[train])
    assert t.state.trains[0].state == "lost"
    t = result(
        "Ddo", "2010", ["R1"], [*units, infantry("G2", "2011")], hexsides=span, trains=[train]
    )
    assert t.state.trains[0].state == "built"


@rule("kesselschlacht", "13.4.a")
def test_a_hex_in_which_somebody_is_left_is_not_entered() -> None:
    units = [infantry("G1", "2010"), infantry("G2", "2010"), rifle("R1", "2009")]
    t = result("De1", "2010", ["R1"], units)
    t.choose(["lose", "G1"])
    assert not t.choices
    t = result("De1", "2010", ["R1"], [infantry("G1", "2010"), rifle("R1", "2009")])
    assert t.where("G1") is None  # there was no choice
    assert t.kind == "advance"


@rule("kesselschlacht", "13.4.a")
def test_defenders_never_advance() -> None:
    units = [battalion("G1", "2010"), rifle("R1", "2009", size="II")]
    t = result("Br1", "2010", ["R1"], units)
    t.choose(["retreat", "2008"])
    t.choose(["retreat", "2011"])
    assert not t.choices
    t = result("Dr1", "2010", ["R1"], units)
    t.choose(["retreat", "2011"])
    t.refuses(["advance", "G1", "2010"], "13.4.a")
