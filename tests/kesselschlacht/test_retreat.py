"""Retreats: which ways there are, who dies on them, who makes way. 13.2

The defenders of most of these tests are in 2010, whose neighbours are, clockwise from the north, 2009, 2110,
2111, 2011, 1911, 1910.
"""

from __future__ import annotations

import pytest

from hexfront.games.kesselschlacht.state import Train
from tests.kesselschlacht.results_table import result, then, ways
from tests.kesselschlacht.table import (
    Json,
    Table,
    battalion,
    hq,
    hungarian,
    infantry,
    panzer,
    rifle,
    ring,
    river,
    road,
    still,
    tank,
)
from tests.rules import rule


def small(number: str) -> Json:
    """A lone Soviet battalion, which bars its hex and has no zone."""
    return rifle(f"B{number}", number, size="II")


def walls(*numbers: str) -> list[Json]:
    return [small(number) for number in numbers]


def all_but(*free: str, around: str = "2010") -> list[Json]:
    return walls(*[h for h in ring(around) if h not in free])


def pressed(*free: str) -> list[Json]:
    """The same around 2010, with a division in 2009, whose zone is in 2010 when it has been left."""
    return [rifle("B2009", "2009"), *all_but("2009", *free)]


def german_walls(*numbers: str) -> list[Json]:
    return [battalion(f"W{number}", number) for number in numbers]


def retreat(t: Table, *hexes: str) -> None:
    t.choose(*[["retreat", h] for h in hexes])


# The procedure ----------------------------------------------------------------------------------


@rule("kesselschlacht", "13.2.a", "13.2.1.a")
def test_the_owner_takes_the_force_as_far_as_the_result_says() -> None:
    t = result("Dr2", "2010", ["B2009"], [infantry("G1", "2010"), small("2009")])
    assert t.side == "axis"
    assert set(t.offered("retreat")) == {"2110", "2111", "2011", "1911", "1910"}
    t.refuses(["retreat", "2009"], "13.2.1.a")
    t.refuses(["retreat", "2012"], "13.2.1.a")
    t.refuses(["done"], "13.2.1.a")
    t.refuses(["end"], "13.2.1.a")
    t.choose(["retreat", "2011"])
    assert t.side == "axis"  # one hex is not enough
    t.choose(["retreat", "2012"])
    assert t.where("G1") == "2012"
    assert t.status("G1") == "ok"


@rule("kesselschlacht", "13.2.1.d")
def test_every_step_leads_farther_away() -> None:
    t = result("Dr3", "2010", ["B2009"], [infantry("G1", "2010"), small("2009")])
    t.choose(["retreat", "2011"])
    assert set(t.offered("retreat")) == {"2112", "2012", "1912"}
    t.refuses(["retreat", "2111"], "13.2.1.d")
    t.refuses(["retreat", "2010"], "13.2.1.d")
    retreat(t, "2012", "2013")
    assert t.where("G1") == "2013"


@rule("kesselschlacht", "13.2.1.d")
def test_a_force_that_cannot_go_the_whole_length_is_eliminated() -> None:
    blocked = walls("2012", "2112", "1912")
    units = [infantry("G1", "2010"), *all_but("2011"), *blocked]
    t = result("Dr2", "2010", ["B2009"], units)
    assert t.where("G1") is None
    assert t.state.killed[t.index("G1")] == 1
    t = result("Dr1", "2010", ["B2009"], units)
    assert t.where("G1") == "2011"


@rule("kesselschlacht", "13.2.1.d")
def test_a_first_step_that_ends_nowhere_is_not_offered() -> None:
    units = [infantry("G1", "2010"), *all_but("2011", "1911"), *walls("2012", "2112", "1912")]
    t = result("Dr2", "2010", ["B2009"], units)
    assert t.where("G1") == "1911"  # the only way was taken as far as it has no fork
    t.refuses(["retreat", "2011"], "13.2.1.d")


@rule("kesselschlacht", "11.1.6.b", "11.2.2.c")
def test_who_would_have_to_leave_the_map_is_destroyed() -> None:
    units = [infantry("G1", "2001"), *walls("2002", "2101", "2102", "1901", "1902")]
    t = result("Dr1", "2001", ["B2002"], units)
    assert t.where("G1") is None
    assert t.state.where[t.index("G1")] == -2  # eliminated, not gone off the map


@rule("kesselschlacht", "13.2.1.b", "13.2.1.e", "11.1.7", "10.5.5")
def test_a_retreat_costs_nothing_and_shaken_units_go_too() -> None:
    corps = hq("III Panzer Korps", "3010")
    units = [panzer("P1", "2010", status="DIS"), small("2009"), corps]
    t = result("Dr3", "2010", ["B2009"], units)
    t.state.fuel = {t.index(corps["id"]): 7}
    retreat(t, "2011", "2012", "2013")
    assert t.where("P1") == "2013"
    assert t.status("P1") == "DIS"
    assert t.state.fuel == {t.index(corps["id"]): 7}


@rule("kesselschlacht", "13.2.1.c")
def test_a_force_stays_together_and_keeps_its_order() -> None:
    units = [infantry("G1", "2010"), infantry("G2", "2010"), small("2009")]
    t = result("Dr1", "2010", ["B2009"], units)
    before = t.state.units_in(t.state.world.grid.index("2010"))
    t.choose(["retreat", "2011"])
    assert (t.where("G1"), t.where("G2")) == ("2011", "2011")
    assert t.state.units_in(t.state.world.grid.index("2011")) == before
    assert t.kind == "advance"


@rule("kesselschlacht", "13.2.b")
def test_both_retreat_the_attackers_first_in_the_order_they_like_and_nobody_advances() -> None:
    units = [
        rifle("R1", "2009"),
        rifle("R2", "2110"),
        rifle("R3", "2110"),
        infantry("G1", "2010"),
    ]
    t = result("Br1", "2010", ["R1", "R2"], units)
    assert t.side == "soviet"
    assert t.offered("withdraw") == ["2009", "2110"]
    t.refuses(["withdraw", "2008"], "13.2.b")
    t.refuses(["retreat", "2011"], "13.2.b")
    t.choose(["withdraw", "2110"])
    t.choose(["retreat", "2210"])
    assert (t.where("R2"), t.where("R3")) == ("2210", "2110")  # R3 did not attack
    t.choose(["retreat", "2008"])  # the other hex is the only one left
    assert t.side == "axis"
    t.choose(["retreat", "2011"])
    assert (t.where("R1"), t.where("G1")) == ("2008", "2011")
    assert not t.choices


@rule("kesselschlacht", "13.2.b")
def test_attackers_who_fell_back_to_others_do_not_go_again_with_them() -> None:
    units = [rifle("R1", "2009"), rifle("R2", "2110"), battalion("G1", "2010")]
    t = result("Br1", "2010", ["R1", "R2"], units)
    t.choose(["withdraw", "2009"], ["retreat", "2110"], ["retreat", "2109"])
    assert (t.where("R1"), t.where("R2")) == ("2110", "2109")
    assert t.side == "axis"


@rule("kesselschlacht", "13.2.b")
def test_the_defender_may_use_the_hexes_the_attackers_left() -> None:
    units = [rifle("R1", "2009", size="II"), *all_but("2009"), infantry("G1", "2010")]
    t = result("Br1", "2010", ["R1"], units)
    t.choose(["retreat", "2008"])
    assert t.where("G1") == "2009"


@rule("kesselschlacht", "13.2.b")
def test_guns_at_a_distance_do_not_retreat() -> None:
    units = [
        infantry("G1", "2009"),
        infantry("Gun", "2007", type="artillery", mobility="motorized"),
        rifle("R1", "2010"),
    ]
    t = result("Br1", "2010", ["G1"], units, distant=("Gun",))
    t.choose(["retreat", "1909"])
    assert (t.where("G1"), t.where("Gun")) == ("1909", "2007")


# Rout -------------------------------------------------------------------------------------------


@rule("kesselschlacht", "13.2.c", "13.2-ex.b")
@pytest.mark.parametrize("name", ["soviet", "hungarian", "german"])
def test_a_rout_is_three_hexes_and_a_marker(name: str) -> None:
    made = {
        "soviet": rifle("U", "2010", quality="A"),
        "hungarian": hungarian("U", "2010", quality="A"),
        "german": infantry("U", "2010", quality="C"),
    }[name]
    other = battalion("E", "2009") if name == "soviet" else small("2009")
    t = result("DRt", "2010", [other["id"]], [made, other])
    assert t.state.rolls == 0
    retreat(t, "2011", "2012")
    assert t.status("U") == "ok"  # not before the end
    retreat(t, "2013")
    assert (t.where("U"), t.status("U")) == ("2013", "RT")


@rule("kesselschlacht", "13.2-ex.a")
@pytest.mark.parametrize(
    ("quality", "die", "stays"), [("A", 3, True), ("B", 6, True), ("A", 2, False)]
)
def test_steady_germans_roll(quality: str, die: int, stays: bool) -> None:
    units = [infantry("G1", "2010", quality=quality), small("2009")]
    t = result("DRt", "2010", ["B2009"], units, dice=[die])
    if stays:
        assert (t.where("G1"), t.status("G1")) == ("2010", "DIS")
        assert not t.choices  # nobody advances either
    else:
        retreat(t, "2011", "2012", "2013")
        assert t.status("G1") == "RT"


@rule("kesselschlacht", "13.2-ex.a", "7.1.5.d")
def test_each_unit_rolls_for_itself_and_a_position_stays_with_those_who_stand() -> None:
    units = [
        infantry("G1", "2010", quality="A"),
        infantry("G2", "2010", quality="B"),
        infantry("G3", "2010", quality="C"),
        small("2009"),
    ]
    t = still(units)
    t.state.hasty = t.state.world.grid.set_of("2010")
    on_top = [
        t.state.world.roster.ids[u] for u in t.state.units_in(t.state.world.grid.index("2010"))
    ]
    assert on_top == ["G1", "G2", "G3"]
    t.dice(4, 1)  # G1 stands, G2 runs
    then(t, "DRt", "2010", ["B2009"])
    retreat(t, "2011", "2012", "2013")
    assert [t.where(name) for name in ("G1", "G2", "G3")] == ["2010", "2013", "2013"]
    assert [t.status(name) for name in ("G1", "G2", "G3")] == ["DIS", "RT", "RT"]
    assert t.state.hasty
    assert t.state.rolls == 2
    assert not t.choices


@rule("kesselschlacht", "13.2-ex.a", "13.3.3.c")
@pytest.mark.parametrize(
    ("before", "die", "after"), [("DIS", 3, "RT"), ("RT", 3, "RT"), ("RT", 2, None)]
)
def test_a_rout_of_units_that_are_shaken_already(before: str, die: int, after: str | None) -> None:
    units = [infantry("G1", "2010", status=before), small("2009")]
    t = result("DRt", "2010", ["B2009"], units, dice=[die])
    if after is None:
        assert t.where("G1") is None
    else:
        assert (t.where("G1"), t.status("G1")) == ("2010", after)


@rule("kesselschlacht", "13.3.3.c")
def test_a_routed_soviet_unit_that_routs_is_destroyed_at_once() -> None:
    t = result("DRt", "2010", ["E"], [rifle("R1", "2010", status="RT"), battalion("E", "2009")])
    assert t.where("R1") is None


# Rivers -----------------------------------------------------------------------------------------


@rule("kesselschlacht", "13.2.2.a", "11.1.4.c")
def test_motorized_units_do_not_retreat_over_a_major_river_without_a_bridge() -> None:
    wet = [river("2010", "2011")]
    units = [panzer("P1", "2010"), *all_but("2011", "1911")]
    t = result("Dr1", "2010", ["B2009"], units, hexsides=wet)
    assert t.where("P1") == "1911"
    t = result("Dr1", "2010", ["B2009"], [panzer("P1", "2010"), *all_but("2011")], hexsides=wet)
    assert t.where("P1") is None
    over = [river("2010", "2011", bridge="standing")]
    t = result("Dr1", "2010", ["B2009"], [panzer("P1", "2010"), *all_but("2011")], hexsides=over)
    assert t.where("P1") == "2011"


@rule("kesselschlacht", "13.2.2.a")
def test_the_river_is_refused_by_its_case_while_there_is_dry_ground() -> None:
    units = [panzer("P1", "2010"), *all_but("2011", "1911", "1910")]
    t = result("Dr1", "2010", ["B2009"], units, hexsides=[river("2010", "2011")])
    t.refuses(["retreat", "2011"], "13.2.2.a")


@rule("kesselschlacht", "13.2.2.b")
@pytest.mark.parametrize(
    ("before", "after"), [("ok", "DIS"), ("DO", "DIS"), ("DIS", "RT"), ("RT", None)]
)
def test_leg_units_cross_at_a_price(before: str, after: str | None) -> None:
    units = [infantry("G1", "2010", status=before), *all_but("2011")]
    t = result("Dr1", "2010", ["B2009"], units, hexsides=[river("2010", "2011")])
    if after is None:
        assert t.where("G1") is None
    else:
        assert (t.where("G1"), t.status("G1")) == ("2011", after)


@rule("kesselschlacht", "13.2.2.b")
def test_leg_units_may_choose_the_river() -> None:
    t = still([infantry("G1", "2010"), *all_but("2011", "1911")], hexsides=[river("2010", "2011")])
    assert ways(t, "2010", 1) == {("2011",), ("1911",)}


@rule("kesselschlacht", "13.2.2.b")
def test_two_rivers_in_one_retreat_count_twice() -> None:
    wet = [river("2010", "2011"), *[river("2011", n) for n in ("2012", "2112", "1912")]]
    units = [infantry("G1", "2010", status="DIS"), *all_but("2011")]
    assert ways(still(units, hexsides=wet), "2010", 2) == set()
    units = [infantry("G1", "2010"), *all_but("2011")]
    t = result("Dr2", "2010", ["B2009"], units, hexsides=wet)
    t.choose(["retreat", "2012"])
    assert t.status("G1") == "RT"


@rule("kesselschlacht", "13.2.2.a")
def test_of_a_mixed_force_those_die_who_cannot_follow_the_only_way() -> None:
    units = [panzer("P1", "2010"), infantry("G1", "2010"), *all_but("2011")]
    t = result("Dr1", "2010", ["B2009"], units, hexsides=[river("2010", "2011")])
    assert t.where("P1") is None
    assert (t.where("G1"), t.status("G1")) == ("2011", "DIS")


@rule("kesselschlacht", "16.1.3.b", "16.2.c")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_guns_die_off_the_road_and_are_disrupted_over_a_minor_river(side: str) -> None:
    gun = {"type": "artillery"}
    if side == "axis":
        units = [infantry("U", "2010", mobility="motorized", **gun), small("2009")]
    else:
        units = [rifle("U", "2010", **gun), battalion("B2009", "2009")]
    lane = road("2009", "2010", "2011")
    t = result("Dr1", "2010", ["B2009"], units, hexsides=lane)
    assert (t.where("U"), t.status("U")) == ("2011", "ok")
    t = result("Dr2", "2010", ["B2009"], units, hexsides=lane)
    assert t.where("U") is None
    ford = {"between": ["2010", "2011"], "river": "minor", "road": "paved"}
    t = result("Dr1", "2010", ["B2009"], units, hexsides=[ford])
    assert (t.where("U"), t.status("U")) == ("2011", "DIS")
    major = {"between": ["2010", "2011"], "river": "major", "road": "paved"}
    t = result("Dr1", "2010", ["B2009"], units, hexsides=[major])
    assert t.where("U") is None


# Zones ------------------------------------------------------------------------------------------


@rule("kesselschlacht", "13.2.3.a", "3.2.5")
def test_soviets_and_hungarians_die_in_enemy_zones() -> None:
    for made, enemy in ((rifle, infantry), (hungarian, rifle)):
        units = [made("U", "2010"), *[enemy(f"E{h}", h) for h in ("2009", "2012", "2211", "1811")]]
        t = still(units)
        assert ways(t, "2010", 1) == set()
        then(t, "Dr1", "2010", ["E2009"])
        assert t.where("U") is None


@rule("kesselschlacht", "13.2.3.a")
def test_an_open_hex_must_be_taken() -> None:
    t = result("Dr1", "2010", ["E1"], [rifle("R1", "2010"), infantry("E1", "2009")])
    assert set(t.offered("retreat")) == {"2011", "2111", "1911"}
    t.refuses(["retreat", "2110"], "13.2.3.a")
    t.choose(["retreat", "2011"])
    assert (t.where("R1"), t.status("R1")) == ("2011", "ok")


@rule("kesselschlacht", "13.2.3-ex")
def test_a_friend_lifts_the_zone_even_an_hq() -> None:
    for friend in (rifle("R2", "2110"), hq("60th Army", "2110")):
        t = still([rifle("R1", "2010"), infantry("E1", "2009"), friend])
        assert ("2110",) in ways(t, "2010", 1)
        assert ("1910",) not in ways(t, "2010", 1)


@rule("kesselschlacht", "13.2.3.b")
@pytest.mark.parametrize(
    ("code", "enemies", "path", "after"),
    [
        ("Dr1", [], ["2011"], "ok"),
        ("Dr1", ["2012"], ["2011"], "DO"),
        ("Dr2", ["2211"], ["2111", "2112"], "DIS"),
        ("Dr3", ["2211"], ["2111", "2112", "2113"], "DIS"),
        ("Dr3", ["2210", "2213"], ["2111", "2112", "2113"], "DIS"),
        ("Dr3", ["2211", "2213"], ["2111", "2112", "2113"], "RT"),
    ],
)
def test_germans_pay_for_every_controlled_hex_at_the_end(
    code: str, enemies: list[str], path: list[str], after: str
) -> None:
    units = [infantry("G1", "2010"), small("2009"), *[rifle(f"R{h}", h) for h in enemies]]
    t = result(code, "2010", ["B2009"], units)
    for h in path:
        assert t.status("G1") == "ok"
        t.choose(["retreat", h])
    assert t.where("G1") == path[-1]
    assert t.status("G1") == after
    assert t.state.rolls == 0  # nobody is saved from this rout


@rule("kesselschlacht", "13.2.3-ex")
def test_a_controlled_hex_with_a_friend_in_it_does_not_count() -> None:
    units = [infantry("G1", "2010"), small("2009"), rifle("R1", "2012"), infantry("G2", "2011")]
    t = result("Dr1", "2010", ["B2009"], units)
    t.choose(["retreat", "2011"])
    assert t.status("G1") == "ok"


@rule("kesselschlacht", "13.2.3.a")
def test_in_a_mixed_force_hungarians_die_and_germans_go_on() -> None:
    units = [infantry("G1", "2010"), hungarian("H1", "2010"), *all_but("2011"), rifle("R1", "2012")]
    t = result("Dr1", "2010", ["B2009"], units)
    assert t.where("H1") is None
    assert (t.where("G1"), t.status("G1")) == ("2011", "DO")


@rule("kesselschlacht", "13.2.3.A.a", "13.2.3.A.b")
@pytest.mark.parametrize(
    ("enemies", "there", "after"),
    [(["2211"], "ok", "DIS"), (["2211"], "RT", "RT"), ([], "DO", "DO"), ([], "ok", "ok")],
)
def test_the_stack_arrived_at_shares_the_worst(enemies: list[str], there: str, after: str) -> None:
    units = [
        infantry("G1", "2010"),
        small("2009"),
        infantry("G2", "2113", status=there),
        *[rifle(f"R{h}", h) for h in enemies],
    ]
    t = result("Dr3", "2010", ["B2009"], units)
    retreat(t, "2111", "2112", "2113")
    assert (t.status("G1"), t.status("G2")) == (after, after)


@rule("kesselschlacht", "13.2.3.A-eg")
@pytest.mark.parametrize(
    ("code", "path", "after"), [("Dr1", ["2111"], "DO"), ("Dr2", ["2111", "2112"], "DIS")]
)
def test_worked_example_a_stack_arrives_at_a_disorganized_unit(
    code: str, path: list[str], after: str
) -> None:
    # One controlled hex and a friend who is DO: nothing more happens. Two controlled hexes: all are DIS.
    friend, enemies = ("2112", ["2210"]) if code == "Dr1" else ("2113", ["2211"])
    units = [
        infantry("G1", "2010"),
        infantry("G2", "2010"),
        small("2009"),
        infantry("G3", friend, status="DO"),
        *[rifle(f"R{h}", h) for h in enemies],
    ]
    t = result("Dr2" if code == "Dr1" else "Dr3", "2010", ["B2009"], units)
    retreat(t, *path, friend)
    assert {t.where(name) for name in ("G1", "G2", "G3")} == {friend}
    assert {t.status(name) for name in ("G1", "G2", "G3")} == {after}


# Stacking ---------------------------------------------------------------------------------------


@rule("kesselschlacht", "13.2.4.a", "13.2.4-eg", "3.1.3.d")
def test_worked_example_three_units_retreat_through_one() -> None:
    # 2011 is the only way; its unit cannot make way, as all hexes around it are closed or controlled.
    units = [
        *[infantry(f"G{i}", "2010") for i in (1, 2, 3)],
        infantry("X", "2011"),
        *pressed("2011"),
        *walls("2112", "1912"),
        rifle("R1", "2013"),
    ]
    t = result("Dr2", "2010", ["B2009"], units)
    assert t.side == "axis"
    assert set(t.offered("lose")) == {"G1", "G2", "G3"}
    t.refuses(["lose", "X"], "13.2.4.a")
    t.refuses(["retreat", "2012"], "13.2.4.a")
    t.refuses(["displace", "X", "2012"], "13.2.4.A.b")
    t.choose(["lose", "G2"])
    assert [t.where(name) for name in ("G1", "G2", "G3", "X")] == ["2012", None, "2012", "2011"]


@rule("kesselschlacht", "13.2.4.a", "3.1.2.c")
def test_hqs_take_no_room() -> None:
    corps = hq("III Panzer Korps", "2010")
    units = [corps, *[infantry(f"X{i}", "2011") for i in (1, 2, 3)], *all_but("2011")]
    t = result("Dr1", "2010", ["B2009"], units)
    assert t.where(corps["id"]) == "2011"
    assert not t.state.killed


@rule("kesselschlacht", "13.2.4.A.c", "3.1.3.c")
def test_a_way_with_room_must_be_taken() -> None:
    units = [
        infantry("G1", "2010"),
        infantry("G2", "2010"),
        *[infantry(f"X{i}", "2011") for i in (1, 2)],
        *all_but("2011", "1911", "2111"),
    ]
    t = result("Dr1", "2010", ["B2009"], units)
    assert set(t.offered("retreat")) == {"1911", "2111"}
    refused = t.refuses(["retreat", "2011"], "13.2.4.A.c")
    assert "1 of 2" in refused.message
    t.refuses(["displace", "X1", "2012"], "13.2.4.A.c")


@rule("kesselschlacht", "13.2.4.A.a", "3.1.3.c")
def test_units_in_the_only_way_are_displaced() -> None:
    units = [
        infantry("G1", "2010"),
        *[infantry(f"X{i}", "2011") for i in (1, 2, 3)],
        *pressed("2011"),
        *walls("2112"),
    ]
    t = result("Dr1", "2010", ["B2009"], units)
    assert t.where("G1") == "2011"
    assert sorted(map(tuple, t.offered("displace"))) == [
        (f"X{i}", h) for i in (1, 2, 3) for h in ("1912", "2012")
    ]
    t.refuses(["lose", "G1"], "13.2.4.A.a")
    t.refuses(["displace", "X1", "2112"], "13.2.4.A.b")
    t.refuses(["displace", "X1", "2014"], "13.2.4.A.a")
    t.refuses(["displace", "G1", "2012"], "13.2.4.A.a")
    t.choose(["displace", "X2", "2012"])
    assert [t.where(name) for name in ("G1", "X1", "X2", "X3")] == ["2011", "2011", "2012", "2011"]
    assert not t.state.killed
    assert t.kind == "advance"


@rule("kesselschlacht", "13.2.4.A.b", "3.2.5")
def test_nobody_is_displaced_into_an_enemy_zone() -> None:
    units = [
        infantry("G1", "2010"),
        *[infantry(f"X{i}", "2011") for i in (1, 2, 3)],
        *pressed("2011"),
        *walls("2112"),
        rifle("R1", "1812"),  # its zone is in 1912
    ]
    t = result("Dr1", "2010", ["B2009"], units)
    assert {h for _, h in t.offered("displace")} == {"2012"}
    t.refuses(["displace", "X1", "1912"], "3.2.5")
    units.append(rifle("R2", "2013"))  # and now 2012 is in one, too
    t = result("Dr1", "2010", ["B2009"], units)
    assert t.where("G1") is None  # the only one that is too much
    assert all(t.where(f"X{i}") == "2011" for i in (1, 2, 3))


@rule("kesselschlacht", "13.2.4.A.a", "13.2.4.A.b", "13.3.b")
def test_a_chain_of_displacements() -> None:
    units = [
        infantry("G1", "2010"),
        *[infantry(f"X{i}", "2011") for i in (1, 2, 3)],
        *[infantry(f"Y{i}", "2012", status="DO") for i in (1, 2, 3)],
        *pressed("2011"),
        *walls("2112", "1912"),
    ]
    t = result("Dr1", "2010", ["B2009"], units)
    assert {h for _, h in t.offered("displace")} == {"2012"}
    t.choose(["displace", "X1", "2012"])
    assert {u for u, _ in t.offered("displace")} == {"Y1", "Y2", "Y3"}
    t.refuses(["displace", "X1", "2013"], "13.2.4.A.b")  # nobody twice
    t.refuses(["retreat", "2012"], "13.2.4.a")
    t.choose(["displace", "Y1", "2013"])
    assert [t.where(name) for name in ("X1", "Y1", "Y2")] == ["2012", "2013", "2012"]
    assert [t.status(name) for name in ("G1", "X1", "X2", "Y1")] == ["ok", "DO", "ok", "DO"]
    assert not t.state.killed
    # If the end of the chain is closed there is none, and the excess is lost.
    t = result("Dr1", "2010", ["B2009"], [*units, *walls("2013", "2113", "1913")])
    assert t.where("G1") is None


@rule("kesselschlacht", "13.2.4.A.a")
def test_only_as_many_are_lost_as_cannot_be_saved() -> None:
    units = [
        *[infantry(f"G{i}", "2010") for i in (1, 2)],
        *[infantry(f"X{i}", "2011") for i in (1, 2, 3)],
        *[infantry(f"Y{i}", "2012") for i in (1, 2)],
        *pressed("2011"),
        *walls("2112", "1912", "2013", "2113", "1913"),
    ]
    t = result("Dr1", "2010", ["B2009"], units)
    assert {h for _, h in t.offered("displace")} == {"2012"}
    t.choose(["displace", "X1", "2012"])
    assert set(t.offered("lose")) == {"G1", "G2"}
    t.choose(["lose", "G1"])
    assert (t.where("G1"), t.where("G2"), t.where("X1")) == (None, "2011", "2012")


@rule("kesselschlacht", "13.2.4.A.a")
@pytest.mark.parametrize("allowed", [True, False])
def test_the_hex_just_left_takes_those_who_make_way(allowed: bool) -> None:
    # All around 2011 is closed but the hex the retreat began in, which no enemy zone reaches.
    units = [
        infantry("G1", "2010"),
        *[infantry(f"X{i}", "2011") for i in (1, 2, 3)],
        *all_but("2011"),
        *walls("2112", "1912", "2012"),
    ]
    t = result("Dr1", "2010", ["B2009"], units, options={"displace_into_vacated": allowed})
    if allowed:
        assert {h for _, h in t.offered("displace")} == {"2010"}
        t.choose(["displace", "X3", "2010"])
        assert (t.where("G1"), t.where("X3")) == ("2011", "2010")
    else:
        assert t.where("G1") is None


@rule("kesselschlacht", "13.2.4.A.b", "16.1.1.c")
def test_guns_make_way_along_roads_only() -> None:
    gun = infantry("X1", "2011", type="artillery", mobility="motorized")
    units = [
        infantry("G1", "2010"),
        gun,
        *[infantry(f"X{i}", "2011") for i in (2, 3)],
        *pressed("2011"),
        *walls("2112"),
    ]
    t = result("Dr1", "2010", ["B2009"], units, hexsides=road("2011", "1912"))
    assert sorted(h for u, h in t.offered("displace") if u == "X1") == ["1912"]
    t.refuses(["displace", "X1", "2012"], "13.2.4.A.b")


@rule("kesselschlacht", "13.2.4.A.b")
def test_nobody_makes_way_over_a_major_river_without_a_bridge() -> None:
    """R-180"""
    units = [
        infantry("G1", "2010"),
        *[infantry(f"X{i}", "2011") for i in (1, 2, 3)],
        *pressed("2011"),
        *walls("2112"),
    ]
    t = result("Dr1", "2010", ["B2009"], units, hexsides=[river("2011", "2012")])
    assert {h for _, h in t.offered("displace")} == {"1912"}
    t.refuses(["displace", "X1", "2012"], "13.2.4.A.b")
    bridged = [river("2011", "2012", bridge="standing")]
    t = result("Dr1", "2010", ["B2009"], units, hexsides=bridged)
    assert {h for _, h in t.offered("displace")} == {"1912", "2012"}


@rule("kesselschlacht", "3.1.2.a", "13.2.4.a")
def test_soviet_stacks_are_smaller() -> None:
    units = [
        *[rifle(f"R{i}", "2010") for i in (1, 2)],
        rifle("X", "2011"),
        *german_walls(*[h for h in ring("2010") if h != "2011"], "2012", "2112", "1912"),
    ]
    t = result("Dr1", "2010", ["W2009"], units)
    # X cannot make way but into 2010, which has been left
    assert t.where("X") == "2010"
    t = result("Dr1", "2010", ["W2009"], units, options={"displace_into_vacated": False})
    assert set(t.offered("lose")) == {"R1", "R2"}


# What follows -----------------------------------------------------------------------------------


@rule("kesselschlacht", "13.2.5")
def test_who_retreated_is_remembered_for_later_combats_of_the_phase() -> None:
    units = [infantry("G1", "2010"), infantry("G2", "2011"), small("2009"), small("2112")]
    t = result("Dr1", "2010", ["B2009"], units)
    t.choose(["retreat", "2011"])
    assert t.state.retreated == 1 << t.index("G1")
    then(t, "Ddis", "2011", ["B2112"])
    assert (t.status("G1"), t.status("G2")) == ("DIS", "DIS")


@rule("kesselschlacht", "7.1.5.d", "7.1.3.b")
def test_a_position_is_lost_by_retreat_and_found_at_the_end_of_another() -> None:
    t = still([infantry("G1", "2010"), infantry("G2", "2011"), small("2009")])
    s = t.state
    s.hasty, s.prepared = s.world.grid.set_of("2010"), s.world.grid.set_of("2011")
    then(t, "Dr1", "2010", ["B2009"])
    t.choose(["retreat", "2011"])
    assert not s.hasty
    assert s.prepared == s.world.grid.set_of("2011")


@rule("kesselschlacht", "15.2.3.d")
def test_a_garrison_that_retreats_costs_its_pontoon() -> None:
    t = still([infantry("G1", "2010"), small("2009")], hexsides=[river("2010", "2111")])
    s, index = t.state, t.state.world.grid.index
    s.set_trains((Train(0, "built", a=index("2010"), b=index("2111"), garrison=t.index("G1")),))
    then(t, "Dr1", "2010", ["B2009"])
    t.choose(["retreat", "2111"])
    assert s.trains[0].state == "lost"


@rule("kesselschlacht", "13.1.1.a", "13.2.3.a")
def test_an_hq_lost_on_a_retreat_leaves_its_units_to_another_before_the_retreat_goes_on() -> None:
    corps = hq("4th Guards Tank Corps", "2010")
    units = [
        corps,
        tank("T1", "3010"),
        *[infantry(f"E{h}", h) for h in ("2009", "2012", "2211", "1811")],
        hq("60th Army", "4010"),
        hq("38th Army", "4210"),
    ]
    t = result("Dr1", "2010", ["E2009"], units)
    assert t.where(corps["id"]) is None
    assert t.side == "soviet"
    assert len(t.offered("reassign")) == 2


@rule("kesselschlacht", "11.2.2.b")
def test_axis_units_that_retreat_south_of_the_dnestr_stay_there() -> None:
    south = {h: {"south": True} for h in ("2011", "2012", "2013")}
    units = [infantry("G1", "2010"), *all_but("2011")]
    t = result("Dr1", "2010", ["B2009"], units, hexes=south)
    assert t.where("G1") == "2011"
    assert t.state.locked == 1 << t.index("G1")


@rule("kesselschlacht", "13.2.1.d", "13.2.3.a")
def test_those_who_are_left_after_a_loss_have_to_take_a_way_that_saves_them_all() -> None:
    """R-35: a tank dies at the river; then the Germans may not lead the Hungarians into a zone."""
    blocked = [rifle(f"W{h}", h, size="X", status="RT") for h in ("2110", "2111", "1910")]
    units = [panzer("T", "2010"), infantry("G", "2010"), hungarian("H", "2010"), rifle("R", "2009")]
    units += [*blocked, rifle("Z", "2212")]
    both = [river("2010", "2011"), river("2010", "1911")]
    t = result("Dr2", "2010", ["R"], units, hexsides=both)
    t.choose(["retreat", "2011"])
    assert (t.where("T"), t.where("G"), t.where("H")) == (None, "2011", "2011")
    assert t.offered("retreat") == ["2012", "1912"]
    said = t.refuses(["retreat", "2112"], "13.2.3.a").message
    assert "there is another way" in said
