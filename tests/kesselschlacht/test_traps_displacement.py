"""More trap positions of retreats without room: who makes way, who is lost.

Each was written down from the rulebook before it was played.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.kesselschlacht.fights import brigade
from tests.kesselschlacht.results_table import AROUND, result, shut_in
from tests.kesselschlacht.table import (
    CORPS,
    Json,
    hq,
    infantry,
    panzer,
    rifle,
    river,
    road,
)
from tests.rules import rule

III = "AX-III-HQ"
AXIS_PHASE = "axis-combat"


def gun(name: str, where: str, **more: Any) -> Json:
    return panzer(name, where, **{"type": "artillery", **more})


@rule("kesselschlacht", "13.2.4.A.a", "7.1.5.a")
@pytest.mark.parametrize(("comes", "kept"), [(infantry, True), (panzer, False)])
def test_the_position_of_infantry_that_makes_way_stays_only_for_infantry(
    comes: Any, kept: bool
) -> None:
    units = [*(comes(f"A{n}", "2010") for n in range(3)), infantry("B", "2011"), rifle("R", "2009")]
    hasty = {"2011": {"hasty": True}}
    t = result("Dr1", "2010", ["R"], [*units, *shut_in("soviet")], hexes=hasty)
    t.choose(["displace", "B", "2012"])
    assert (t.where("A0"), bool(t.state.hasty)) == ("2011", kept)


@rule("kesselschlacht", "13.2.4.A.a", "13.3.b")
def test_a_chain_of_full_stacks_makes_way_and_nobody_is_lost() -> None:
    stacks = [infantry(f"{name}{n}", h) for name, h in zip("ABC", ("2010", "2011", "2012"), strict=True)
              for n in range(3)]  # fmt: skip
    walls = shut_in("soviet", (*AROUND, "2112", "1912"))
    t = result("Dr1", "2010", ["R"], [*stacks, *walls, rifle("R", "2009", size="II")],
               options={"displace_into_vacated": False})  # fmt: skip
    while pushes := t.offered("displace"):
        t.choose(["displace", *pushes[0]])
    assert {t.where(f"A{n}") for n in range(3)} == {"2011"}
    assert None not in {t.where(f"{name}{n}") for name in "BC" for n in range(3)}


@rule("kesselschlacht", "13.2.4.A.a", "13.3.b", "3.1.2.a")
def test_a_displaced_unit_shares_the_status_of_those_it_comes_to() -> None:
    units = [rifle("A0", "2010"), rifle("A1", "2010"), rifle("B", "2011"), infantry("G", "2009")]
    shaken = rifle("C", "2012", status="DIS")
    walls = shut_in("axis", (*AROUND, "2112", "1912"))
    t = result("Dr1", "2010", ["G"], [*units, shaken, *walls], phase=AXIS_PHASE)
    assert [(t.where(u), t.status(u)) for u in ("A0", "B")] == [("2011", "ok"), ("2012", "DIS")]


@rule("kesselschlacht", "13.2.4.a", "3.1.2.c")
@pytest.mark.parametrize(("there", "saved"), [(1, True), (3, False)])
def test_an_hq_finds_room_where_its_units_do_not(there: int, saved: bool) -> None:
    """It is never among those who are too many, and goes on where no combat unit can."""
    walls = shut_in("soviet", (*AROUND, "2112", "2012", "1912"))
    units = [*(infantry(f"A{n}", "2010") for n in range(3)), hq(CORPS, "2010"),
             *(infantry(f"F{n}", "2011") for n in range(there)), rifle("R", "2009")]  # fmt: skip
    t = result("Dr1", "2010", ["R"], [*units, *walls], options={"displace_into_vacated": False})
    assert set(t.offered("lose")) == {"A0", "A1", "A2"}
    t.choose(["lose", "A1"])
    while t.offered("lose"):
        t.choose(["lose", t.offered("lose")[0]])
    assert t.where(III) == "2011"
    assert [t.where(f"A{n}") for n in range(3)] == (["2011", None, "2011"] if saved else [None] * 3)


@rule("kesselschlacht", "3.2.5", "13.2.4.A.b", "3.2.2.b")
@pytest.mark.parametrize("friend", [infantry("F", "2012"), hq("LIX Army Korps", "2012"), None])
def test_nobody_makes_way_into_an_enemy_zone_that_no_friend_lifts(friend: Json | None) -> None:
    """R-37"""
    units = [*(infantry(f"A{n}", "2010") for n in range(3)), infantry("B", "2011"),
             rifle("R", "2009"), rifle("Z", "2013")]  # fmt: skip
    walls = shut_in("soviet", (*AROUND, "2112", "1912"))
    t = result("Dr1", "2010", ["R"], [*units, *walls, *([friend] if friend else [])])
    assert bool(t.offered("lose")) == (friend is None)
    assert t.where("B") == ("2011" if friend is None else "2012")


@rule("kesselschlacht", "13.2.4.A.b", "16.1.1.c", "13.2.2.a")
@pytest.mark.parametrize(
    ("makes_way", "sides", "places"),
    [
        (infantry("B", "2011"), [], {"2112", "2012", "1912"}),
        (infantry("B", "2011"), [river("2011", "2012"), river("2011", "1912", "minor")],
         {"2112", "1912"}),
        (infantry("B", "2011"), [river("2011", "2012", bridge="standing")],
         {"2112", "2012", "1912"}),
        (gun("B", "2011"), road("2011", "2012"), {"2012"}),
        (gun("B", "2011"), road("2111", "2011"), set()),
    ],
)  # fmt: skip
def test_nobody_makes_way_over_a_river_or_off_the_road_they_are_bound_to(
    makes_way: Json, sides: list[Json], places: set[str]
) -> None:
    """R-180: not even leg units swim, and who cannot make way costs a retreating unit."""
    units = [*(infantry(f"A{n}", "2010") for n in range(3)), makes_way, rifle("R", "2009")]
    t = result("Dr1", "2010", ["R"], [*units, *shut_in("soviet")], hexsides=sides)
    found = {h for _, h in t.offered("displace")} or {t.where("B")} - {"2011"}
    assert found == places
    assert bool(t.offered("lose")) == (not places)


@rule("kesselschlacht", "13.2.4.A.b", "13.2-ex.a")
@pytest.mark.parametrize(("die", "found"), [(5, None), (1, "2011")])
def test_nobody_makes_way_into_the_hex_left_by_routers_while_others_stand_there(
    die: int, found: str | None
) -> None:
    """R-180: C cannot go through the full 2011 if A holds 2010; if A routs too somebody goes there."""
    stack = [infantry("A", "2010", quality="A"), infantry("C", "2010", quality="C")]
    full = [infantry(f"F{n}", "2011") for n in range(3)]
    walls = shut_in("soviet", (*AROUND, "2112", "1912", "1913"))
    units = [*stack, *full, *walls, rifle("Z", "2113"), rifle("R", "2009", size="II")]
    t = result("DRt", "2010", ["R"], units, dice=[die])
    assert t.where("C") == found
    assert {h for _, h in t.offered("displace")} == ({"2010"} if found else set())


@rule("kesselschlacht", "13.2.4.A.a", "13.2.2.a")
def test_others_make_way_before_a_tank_is_lost_at_a_river() -> None:
    """R-35"""
    units = [brigade("T", "2010"), rifle("R", "2010"), rifle("B", "2011"), infantry("G", "2009")]
    walls = shut_in("axis", ("2110", "2111", "1910", "2112"))
    t = result("Dr1", "2010", ["G"], [*units, *walls], phase=AXIS_PHASE,
               hexsides=[river("2010", "1911")])  # fmt: skip
    assert (t.where("T"), {u for u, _ in t.offered("displace")}) == ("2011", {"B"})


@rule("kesselschlacht", "13.2.4.A.c", "13.2.3.b")
def test_a_german_takes_the_way_through_a_zone_before_others_make_way() -> None:
    full = [infantry(f"B{n}", "2011") for n in range(3)]
    walls = shut_in("soviet", ("2110", "2111", "1910"))
    t = result("Dr1", "2010", ["R"], [infantry("A", "2010"), *full, *walls, rifle("R", "2009"),
                                      rifle("Z", "1811")])  # fmt: skip
    assert (t.where("A"), t.status("A")) == ("1911", "DO")
