"""Tempting choices that are not legal, and the true reason that is given for each."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kesselschlacht.fights import german, soviet
from tests.kesselschlacht.results_table import AROUND, result
from tests.kesselschlacht.table import (
    CORPS,
    Json,
    Table,
    hq,
    hungarian,
    infantry,
    panzer,
    rifle,
    ring,
    river,
    road,
    table,
)
from tests.rules import rule

III = "AX-III-HQ"


def march(*units: Json, fuel: int = 20, **more: Any) -> Table:
    return table([*units, hq(CORPS, "2007")], "axis-move", fuel={III: fuel}, **more)


@rule("kesselschlacht", "2.2.8.a", "16.1.2.a")
def test_german_guns_are_no_reason_against_a_soviet_attack() -> None:
    gun = panzer("A", "3006", type="artillery")
    t = soviet(rifle("R", "2904"), gun, infantry("G", "3007"), hexsides=road("3006", "3005"))
    assert t.refuses(["target", "3007"], "2.2.8.a").message == "No Soviet unit is adjacent to 3007."


@rule("kesselschlacht", "2.2.4", "12.0.b")
def test_an_hq_has_no_attack_strength_whatever_its_force_did() -> None:
    t = german(hq("LIX Army Korps", "2009", held_back=True), rifle("R", "2010"))
    assert t.refuses(["target", "2010"], "2.2.4").message.endswith("has no attack strength.")


@rule("kesselschlacht", "11.1.b", "10.5.2.A.b")
def test_a_unit_without_points_does_not_wait_to_go_on() -> None:
    t = march(panzer("P", "2010"), panzer("Q", "2010"))
    t.choose(["pick", "P"], ["pick", "Q"], ["fuel", 2], ["go", "2011"], ["go", "2012"])
    refused = t.refuses(["split", "Q"], "11.1.b")
    assert refused.message == "Q has no points left to go on with."


@rule("kesselschlacht", "11.2.2.c", "10.5.1.a")
def test_leaving_the_map_is_refused_for_the_place_before_the_fuel() -> None:
    t = march(panzer("P", "2010"))
    t.choose(["pick", "P"])
    t.refuses(["exit"], "11.2.2.c")
    t = table([panzer("P", "0110"), hq(CORPS, "0207")], "axis-move", fuel={III: 5}, weather="mud")
    t.choose(["pick", "P"])
    assert "costs 2, so 2 fuel" in t.refuses(["exit"], "10.5.1.a").message


@rule("kesselschlacht", "11.1.6.a", "11.1.4.b", "3.2.4.b", "11.2.1-ex", "13.3.1.a")
@pytest.mark.parametrize(
    ("unit", "more", "rule_", "words"),
    [
        (
            panzer("P", "2010"),
            {"hexes": {h: {"terrain": "rough"} for h in ring("2010")}, "weather": "mud"},
            "11.1.6.a",
            "P has 2 points, and the cheapest hex around it, 2009, costs 3 (rough in mud).",
        ),
        (
            panzer("P", "2010"),
            {"fuel": 1, "weather": "mud"},
            "11.1.6.a",
            "has 1 fuel to spend, and the 2 free points are for those who cannot buy any",
        ),
        (
            infantry("P", "2010"),
            {"hexsides": [river("2010", h) for h in ring("2010")]},
            "11.1.4.b",
            "keep P from every hex around it",
        ),
        (infantry("P", "2010", status="DO"), {}, "13.3.1.a", "disorganized"),
        (hungarian("P", "2010"), {}, "11.2.1-ex", "Hungarian"),
    ],
)
def test_why_a_unit_cannot_begin_a_move(unit: Json, more: Json, rule_: str, words: str) -> None:
    beset = [rifle(f"R{h}", h) for h in ("2109", "1910", "2011")] if not more else []
    enemies = [
        {**enemy, "hex": there}
        for enemy, there in zip(beset, ("2009", "2111", "1911"), strict=False)
    ]
    t = march(unit, *enemies, **{"fuel": 0, **more})
    assert words in t.refuses(["pick", "P"], rule_).message


@rule("kesselschlacht", "9.2.2.A.c", "8.2.2.a", "11.3.1.c")
@pytest.mark.parametrize(
    ("formation", "more", "rule_", "words"),
    [
        ("5th Guards Tank Corps", {"fifth_guards": "leaving"}, "9.2.2.A.c", "over the south edge"),
        (
            "4th Guards Tank Corps",
            {"recall_order": "active", "recall_hq": "SV-4GTC-HQ"},
            "8.2.2.a",
            "north over the Dnestr",
        ),
        ("60th Army", {}, "11.3.1.c", "back over its line"),
    ],
)
def test_a_unit_under_orders_that_is_boxed_in_is_told_so_and_not_that_it_lacks_points(
    formation: str, more: Json, rule_: str, words: str
) -> None:
    boxed = rifle("R", "1020", formation=formation, activated=True, driven=rule_ == "11.3.1.c")
    enemies = [infantry(f"G{h}", h) for h in ("1018", "1022", "0819", "0821", "1219", "1221")]
    columns = range(1, 40)
    south = {f"{c:02d}{r}": {"south": True} for c in columns for r in range(15, 32)}
    west = {f"{c:02d}{r}": {"west_of_strypa": True} for c in range(1, 14) for r in range(10, 32)}
    t = table(
        [boxed, hq(formation, "2015", activated=True), *enemies, hq(CORPS, "0110")],
        "soviet-move",
        hexes=west if rule_ == "11.3.1.c" else south,
        hexsides=road(*[f"22{row:02d}" for row in range(1, 20)]),
        scenario="campaign",
        **more,
    )
    message = t.refuses(["pick", "R"], rule_).message
    assert message == (
        f"No way clear of enemies and their zones takes R {words}, so it stays where it is."
    )


@rule("kesselschlacht", "15.2.2.c", "15.1.1.a")
def test_why_a_unit_does_not_build_and_why_nothing_is_blown_now() -> None:
    sides = [river("2010", "2011", bridge="standing")]
    t = march(panzer("P", "2010"), rifle("R", "2020"), hexsides=sides)
    assert "no infantry" in t.refuses(["build", "P", "2011"], "15.2.2.c").message
    assert "not yours" in t.refuses(["build", "R", "2021"], "15.2.2.c").message
    t.refuses(["demolish", "2010-2011"], "15.1.1.a")
    assert "at the end of your" in t.refuses(["demolish", "2010-2011"]).message
    late = table([panzer("P", "2010"), hq(CORPS, "2007")], "axis-motorized", hexsides=sides)
    assert "not after the second" in late.refuses(["demolish", "2010-2011"], "15.1.1.a").message


@rule("kesselschlacht", "13.4.4.b", "10.5.4.b")
def test_an_advance_without_fuel_is_refused_for_the_unit_that_draws_none() -> None:
    units = [rifle("E", "2010"), panzer("P", "2009", grade="out"), hq(CORPS, "2007")]
    t = result("Dr2", "2010", ["P"], units, phase="axis-combat", fuel={III: 9})
    t.choose(["retreat", "2011"], ["retreat", "2012"])
    refused = t.refuses(["advance", "P", "2011"], "13.4.4.b")
    assert "P is out of supply and draws no fuel" in refused.message


@rule("kesselschlacht", "13.4.4.b", "13.4.4.a")
def test_an_advance_that_fuel_ends_half_way_is_refused_with_the_last_hex() -> None:
    units = [rifle("E", "2010"), panzer("P", "2009"), hq(CORPS, "2007")]
    for points, words in ((2, "ends in 2011 at the latest"), (1, "only the defender's hex")):
        t = result("Dr3", "2010", ["P"], units, phase="axis-combat", fuel={III: points})
        t.choose(["retreat", "2011"], ["retreat", "2012"], ["retreat", "2013"])
        assert words in t.refuses(["advance", "P", "2012"], "13.4.4.b").message


@rule("kesselschlacht", "13.2.1.d", "13.2.2.a", "13.2.3.a", "13.2.4.A.c")
def test_a_hex_that_is_no_way_out_is_refused_by_what_the_other_ways_cost() -> None:
    """The tank dies at the river, the Hungarian in the zone: over 1911, where both are, nobody gets through."""
    walls = [rifle(f"W{h}", h, size="II") for h in ("2110", "1910")]
    zones = [rifle("Y", "2012"), rifle("Z", "1811")]
    units = [panzer("P", "2010"), hungarian("H", "2010"), rifle("R", "2009"), *walls, *zones]
    sides = [river("2010", "2111"), river("2010", "1911")]
    t = result("Dr1", "2010", ["R"], units, hexsides=sides)
    assert set(t.offered("retreat")) == {"2111", "2011"}
    refused = t.refuses(["retreat", "1911"], "13.2.2.a")
    assert refused.message == "Nobody would get through by way of 1911."
    full = [infantry(f"X{h}{i}", h) for h in ("2012", "2112", "1912") for i in range(3)]
    units = [infantry("G", "2010"), rifle("R", "2009"), *full]
    t = result("Dr2", "2010", ["R"], units)
    assert "2011" not in t.offered("retreat"), "others would have to make way there"
    assert "or others making way" in t.refuses(["retreat", "2011"], "13.2.1.d").message


@rule("kesselschlacht", "16.1.3.a", "16.2.b")
def test_guns_beside_an_hq_are_refused_as_guns() -> None:
    gun = infantry("X", "2011", type="artillery", mobility="motorized")
    t = german(gun, hq("LIX Army Korps", "2011"), rifle("R", "2010"))
    t.refuses(["target", "2010"], "16.1.3.a")
    t = soviet(rifle("X", "2903", type="artillery"), hq("18th Army", "2903"), infantry("G", "2904"))
    t.refuses(["target", "2904"], "16.2.b")


@rule("kesselschlacht", "13.2.4.A.a")
def test_nobody_in_a_chain_makes_way_into_the_hex_that_is_being_freed() -> None:
    stacks = [
        infantry(f"{name}{i}", h) for name, h in (("X", "2011"), ("Y", "2012")) for i in "123"
    ]
    walls = [rifle(f"W{h}", h, size="II") for h in (*AROUND, "2112", "1912")]
    t = result("Dr1", "2010", ["R"], [infantry("G", "2010"), rifle("R", "2009"), *stacks, *walls])
    t.choose(["displace", "X1", "2012"])
    refused = t.refuses(["displace", "Y1", "2011"], "13.2.4.A.a")
    assert refused.message == "Room is being made in 2011: nobody is displaced to it."


@rule("kesselschlacht", "10.2.3.a", "16.1.2.A", "10.2.b")
def test_who_is_out_of_supply_is_told_why() -> None:
    turned, far = "was cut off when supply was checked", "points away, it may be"
    for place, target, words in (
        ("2903", "2904", turned),
        ("2913", "2914", f"1st Guards Army HQ is 11 {far} 6 at most"),
    ):
        t = soviet(rifle("X", place, grade="out"), infantry("G", target))
        assert words in t.refuses(["target", target], "10.2.3.a").message
    gun = infantry("X", "2013", type="artillery", mobility="motorized")
    for more, corps, words in (
        ({"grade": "out"}, "2007", turned),
        ({}, "2030", f"III Panzer Korps HQ is 17 {far} 10 at most"),
    ):
        t = german(infantry("A", "2011"), {**gun, **more}, rifle("R", "2010"), hq(CORPS, corps))
        t.choose(["target", "2010"], ["join", "A"])
        assert words in t.refuses(["join", "X"], "16.1.2.A").message
    other = infantry("A", "2011", formation="LIX Army Korps")
    corps_ = [hq(CORPS, "2030", status="DIS"), hq("LIX Army Korps", "2013")]
    t = german(other, gun, rifle("R", "2010"), *corps_)
    t.choose(["target", "2010"], ["join", "A"])
    message = t.refuses(["join", "X"], "13.3.5.C.b").message
    assert message == "III Panzer Korps HQ is disrupted: X cannot attack."


@rule("kesselschlacht", "13.2.1.d", "13.2.2.a", "13.2.2.b", "13.2.3.a", "16.2.c")
@pytest.mark.parametrize(
    ("unit", "sides", "to", "case", "words"),
    [
        ({}, [], "2110", "13.2.3.a", "in an enemy zone of control with no friend in it"),
        ({"mobility": "motorized"}, [river("2010", "2011")], "2011", "13.2.2.a", "motorized"),
        ({"status": "RT"}, [river("2010", "2011")], "2011", "13.2.2.b", "it is routed"),
        ({"type": "artillery"}, road("2011", "2010", "2111"), "1911", "16.2.c", "no road"),
    ],
)
def test_a_deadly_hex_of_a_retreat_is_refused_with_what_kills(
    unit: Json, sides: list[Json], to: str, case: str, words: str
) -> None:
    units = [rifle("P", "2010", **unit), infantry("R", "2009")]
    t = result("Dr1", "2010", ["R"], units, phase="axis-combat", hexsides=sides)
    assert words in t.refuses(["retreat", to], case).message


@rule("kesselschlacht", "13.2.1.d")
def test_a_step_sideways_of_a_retreat_is_refused_with_both_hexes() -> None:
    t = result("Dr2", "2010", ["R"], [infantry("P", "2010"), rifle("R", "2009")])
    t.choose(["retreat", "2111"])
    refused = t.refuses(["retreat", "2011"], "13.2.1.d")
    assert "away from 2010, and 2011 is no farther from it than 2111" in refused.message


@rule("kesselschlacht", "18.1-ax-reinf.gt11a", "11.1.6.a")
def test_a_reinforcement_that_has_spent_its_points_is_told_of_the_limit_of_its_first_turn() -> None:
    arrived = {"id": "AX-9SS-1", "hex": "0105", "entered": True}
    units = [arrived, hq("II SS Panzer Korps", "0205")]
    t = table(units, "axis-motorized", turn=11, spent={"AX-9SS-1": 8})
    message = t.refuses(["pick", "AX-9SS-1"], "11.1.6.a").message
    assert message.endswith("it came in this turn, when it may spend 4 in all, and has spent 4.")
