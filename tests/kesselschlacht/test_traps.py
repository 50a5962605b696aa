"""Trap positions of zones, movement and supply: several rules at once, where a quick reader goes wrong.

Each was written down from the rulebook before it was played.
"""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.kesselschlacht.rules import supply
from tests.kesselschlacht.fights import fight, german, line, soviet
from tests.kesselschlacht.table import (
    CORPS,
    Json,
    Table,
    battalion,
    hq,
    hungarian,
    infantry,
    panzer,
    relief,
    rifle,
    ring,
    river,
    road,
    still,
    table,
)
from tests.rules import rule

III, LIX = "AX-III-HQ", "AX-LIX-HQ"
TANKS = "4th Guards Tank Corps"
COLUMN = [f"22{row:02d}" for row in range(1, 25)]
"""From the Soviet source in 2201 south."""


def zone(t: Table, side: str) -> set[str]:
    return set(t.match.game.zoc(t.state, t.match.game.sides.index(side))["hexes"])


def reach(t: Table, name: str) -> set[str]:
    return set(t.match.game.reach(t.state, name)["hexes"])


def grade(t: Table, name: str) -> str:
    return supply.grade_now(t.state, t.index(name))


def marching(*units: Json, **more: Any) -> Table:
    """A Soviet Movement Phase with a road to 2201; all are activated and in supply."""
    said = {"grade": "attack", "activated": True}
    sides = [*road(*COLUMN), *more.pop("hexsides", [])]
    return table([{**said, **unit} for unit in units], "soviet-move", hexsides=sides, **more)


def axis(*units: Json, **more: Any) -> Table:
    """An Axis Movement Phase with III Panzer Korps in 2012."""
    said = {"grade": "attack"}
    everybody = [{**said, **unit} for unit in units]
    if not any(unit["id"] == III for unit in units):
        everybody.append(hq(CORPS, "2012"))
    return table(everybody, **{"phase": "axis-move", "fuel": {III: 8}, **more})


# ---- zones and movement ----


@rule("kesselschlacht", "3.2.1.b", "3.2.1.c", "3.2.1.a")
def test_two_battalions_and_an_hq_have_no_zone_and_a_kampfgruppe_has() -> None:
    assert not zone(
        still([battalion("A", "2010"), battalion("B", "2010"), hq(CORPS, "2010")]), "axis"
    )
    assert zone(still([infantry("K", "2010", size="KG")]), "axis") == set(ring("2010"))
    mixed = [battalion("A", "2010"), battalion("B", "2010", status="RT"), battalion("C", "2010")]
    assert not zone(still(mixed), "axis"), "the routed battalion does not count towards three"


@rule("kesselschlacht", "3.2.3.a", "3.2.3.b")
def test_a_zone_leaves_a_city_but_enters_none_and_needs_a_bridge_that_stands() -> None:
    cities = {"2010": {"city": "One"}, "2009": {"city": "Two"}}
    sides = [river("2010", "2110"), river("2010", "2111", bridge="standing"),
             river("2010", "2011", bridge="blown"), river("2010", "1911", "minor")]  # fmt: skip
    t = still([infantry("G", "2010")], hexes=cities, hexsides=sides)
    assert zone(t, "axis") == {"2111", "1911", "1910"}


@rule("kesselschlacht", "3.2.4.a", "3.2.4.b", "11.2.1.a", "11.2.1.b")
def test_a_german_infiltrates_one_hex_though_points_are_left_a_soviet_does_not() -> None:
    enemies = [rifle("E1", "1910"), rifle("E2", "2008")]
    t = axis(infantry("G", "2010", movement=6), *enemies)
    t.choose(["pick", "G"], ["go", "2009"])
    assert t.kind == "move", "it stops there"
    t = marching(rifle("R", "2210"), infantry("E1", "2110"), infantry("E2", "2208"))
    t.choose(["pick", "R"])
    t.refuses(["go", "2209"], "3.2.4.b")


@rule("kesselschlacht", "11.2.1.a", "13.3.1.a", "11.2.1-ex")
def test_an_hq_infiltrates_but_no_hungarian_and_nobody_disorganized() -> None:
    enemies = [rifle("E1", "1910"), rifle("E2", "2008")]
    assert "2009" in reach(axis(hq("LIX Army Korps", "2010"), *enemies, fuel={LIX: 3}), LIX)
    for other in (hungarian("U", "2010"), infantry("U", "2010", status="DO")):
        t = axis(other, *enemies)
        t.choose(["pick", "U"])
        assert "2009" not in t.offered("go")


@rule("kesselschlacht", "13.3.1.a", "11.2.1.a")
def test_a_force_with_one_hungarian_does_not_infiltrate() -> None:
    enemies = [rifle("E1", "1910"), rifle("E2", "2008")]
    t = axis(infantry("G", "2010"), hungarian("H", "2010"), *enemies)
    t.choose(["pick", "G"], ["pick", "H"])
    t.refuses(["go", "2009"])


@rule("kesselschlacht", "11.1.6.a", "5.0.1.a", "10.5.4.a")
def test_two_free_points_do_not_buy_a_rough_hex_in_mud() -> None:
    rough = {"2009": {"terrain": "rough"}}
    t = axis(panzer("P", "2010"), fuel={}, weather="mud", hexes=rough)
    assert "2009" not in reach(t, "P"), "there is no least move"
    assert "2011" in reach(t, "P")


@rule("kesselschlacht", "11.1.5.2", "11.1.5.1", "5.0.2.2")
@pytest.mark.parametrize(
    ("weather", "kind", "farthest"),
    [
        ("snow", "dirt", "2008"),
        ("mud", "dirt", "2010"),
        ("mud", "paved", "2008"),
        ("heavy_snow", "paved", "2010"),
    ],
)
def test_roads_by_weather(weather: str, kind: str, farthest: str) -> None:
    way = road(*[f"20{row:02d}" for row in range(12, 3, -1)], kind=kind)
    t = axis(infantry("G", "2012", movement=2), weather=weather, hexsides=way)
    column = sorted(h for h in reach(t, "G") if h < "2012" and h.startswith("20"))
    assert column[0] == farthest


@rule("kesselschlacht", "11.1.5.1", "11.1.4.d")
def test_a_road_over_a_minor_river_pays_neither_hex_nor_river() -> None:
    way = [*road("2010", "2009"), river("2010", "2009", "minor"), river("2010", "2110", "minor")]
    t = axis(infantry("G", "2010", movement=1), hexsides=way, hexes={"2009": {"terrain": "swamp"}})
    assert "2009" in reach(t, "G")
    assert "2110" not in reach(t, "G"), "river and clear hex are 2"


@rule("kesselschlacht", "11.1.2.a", "3.1.3.b")
def test_a_full_hex_is_passed_and_not_stopped_in() -> None:
    full = [infantry(f"F{n}", "2009") for n in range(3)]
    t = axis(infantry("G", "2010", movement=2), *full)
    assert "2009" not in reach(t, "G")
    assert "2008" in reach(t, "G")


@rule("kesselschlacht", "11.1.2.a", "3.2.4.a")
def test_a_full_hex_in_an_enemy_zone_cannot_even_be_entered() -> None:
    full = [infantry(f"F{n}", "2009") for n in range(3)]
    t = axis(infantry("G", "2010", movement=2), *full, rifle("E", "2109"))
    t.choose(["pick", "G"])
    t.refuses(["go", "2009"], "11.1.2.a")


@rule("kesselschlacht", "13.3.1.a", "13.3.2.a", "13.3.3.a")
@pytest.mark.parametrize(("status", "far"), [("DO", 2), ("DIS", 0), ("RT", 0)])
def test_what_a_status_leaves_of_the_movement(status: str, far: int) -> None:
    t = marching(rifle("R", "2410", status=status), hq("1st Guards Army", "2205"))
    assert ("2412" in reach(t, "R")) == (far == 2)
    assert "2413" not in reach(t, "R")


@rule("kesselschlacht", "13.3.b")
def test_who_only_passes_a_disorganized_stack_stays_in_good_order() -> None:
    t = axis(infantry("G", "2010"), infantry("F", "2009", status="DO"))
    t.move("G", "2009", "2008")
    assert (t.status("G"), t.status("F")) == ("ok", "DO")
    t = axis(infantry("G", "2010"), infantry("F", "2009", status="DO"))
    t.move("G", "2009")
    assert t.status("G") == "DO"


@rule("kesselschlacht", "13.3.b", "13.3.2.a")
def test_an_hq_that_stops_with_disrupted_units_is_disrupted_and_spends_no_more_fuel() -> None:
    t = axis(hq(CORPS, "2012"), infantry("F", "2011", status="DIS"), panzer("P", "2014"))
    t.choose(["pick", III], ["fuel", 1], ["go", "2011"])
    assert t.status(III) == "DIS"
    t.choose(["pick", "P"])
    t.refuses(["fuel", 1], "13.3.5.A.b")


# ---- supply ----


@rule("kesselschlacht", "10.1.b", "10.1.c", "3.2.2.b")
def test_a_disrupted_hq_of_another_corps_lifts_a_zone_for_supply() -> None:
    shut = [river("2009", h) for h in ring("2009") if h != "2010"]
    units = [infantry("G", "2009"), hq(CORPS, "2011"), rifle("W", "1910")]
    t = still(units, hexsides=shut)
    assert grade(t, "G") == "out"
    t = still([*units, hq("LIX Army Korps", "2010", status="DIS")], hexsides=shut)
    assert grade(t, "G") == "attack"


@rule("kesselschlacht", "13.3.3.a", "13.3.2.b")
@pytest.mark.parametrize(("status", "found"), [("DIS", "attack"), ("RT", "out"), ("DO", "attack")])
def test_only_rout_halves_the_range(status: str, found: str) -> None:
    t = still([infantry("G", "2010", status=status), hq(CORPS, "2016")])
    assert grade(t, "G") == found


@rule("kesselschlacht", "10.2.1.a", "10.2.2.a")
def test_a_soviet_unit_seven_points_from_its_hq_but_six_from_the_road_is_in_general_supply() -> (
    None
):
    t = still([rifle("R", "2812"), hq("1st Guards Army", "2105")], hexsides=road(*COLUMN))
    assert grade(t, "R") == "general"
    t = still([rifle("R", "2912"), hq("1st Guards Army", "2105")], hexsides=road(*COLUMN))
    assert grade(t, "R") == "out"


@rule("kesselschlacht", "10.2.b", "4.0.I", "10.2.1.b")
def test_attack_supply_counts_at_the_instant_of_the_attack() -> None:
    t = soviet(rifle("R", "2903", grade="general"), infantry("D", "2904"))
    assert ["target", "2904"] in t.choices, "its HQ is near now"
    t = soviet(rifle("R", "2903", grade="out"), infantry("D", "2904"))
    t.refuses(["target", "2904"])
    t = soviet(
        rifle("R", "2903"), infantry("D", "2904"), hq("1st Guards Army", "2912", activated=True)
    )
    t.refuses(["target", "2904"])


@rule("kesselschlacht", "10.4.2.a", "10.6.3", "13.3.5.C.a")
def test_a_flipped_unit_attacks_with_its_reverse_and_pays_no_ammunition() -> None:
    t = german(
        infantry("G", "2009", attack=4, back_attack=2, grade="out"), rifle("E", "2010"), dice=[6]
    )
    odds = t.odds("2010", ["G"])
    assert line(odds, "G") == 2
    fight(t, "2010", "G")
    assert t.state.ammo[t.index(III)] == 20


@rule("kesselschlacht", "10.6.2.a", "10.6.3-note")
def test_ammunition_is_spent_even_by_a_battalion_of_one() -> None:
    t = german(
        battalion("B", "2009", attack=1),
        infantry("G", "2009"),
        rifle("E", "2010"),
        ammo=5,
        dice=[6],
    )
    fight(t, "2010", "G")
    assert t.state.ammo[t.index(III)] == 3, "the battalion of the force attacks with it"


@rule("kesselschlacht", "10.3.1-note", "10.6.4.b")
def test_relief_units_pay_nothing_beside_first_panzer_army() -> None:
    t = german(
        relief("F", "2009"),
        infantry("G", "2110"),
        rifle("E", "2010"),
        hq("XLVIII Panzer Korps", "2008"),
        ammo=5,
        dice=[6],
    )
    fight(t, "2010", "G", "F")
    assert t.state.ammo[t.index(III)] == 4


@rule("kesselschlacht", "10.5.3", "10.5.2.b")
def test_a_force_of_two_corps_buys_what_the_poorer_can_pay() -> None:
    t = axis(
        panzer("P", "2010"), panzer("Q", "2010", formation="LIX Army Korps"), hq("LIX Army Korps", "2011"),
        fuel={III: 8, LIX: 3},
    )  # fmt: skip
    t.choose(["pick", "P"], ["pick", "Q"])
    assert t.offered("fuel") == [1, 2, 3]
    t.choose(["fuel", 3])
    assert (t.state.fuel[t.index(III)], t.state.fuel[t.index(LIX)]) == (5, 0)


@rule("kesselschlacht", "10.5.2.a", "11.1.1.b")
def test_a_tank_with_infantry_buys_more_than_the_infantry_can_walk_in_vain() -> None:
    t = axis(panzer("P", "2010"), infantry("G", "2010", movement=2))
    t.choose(["pick", "P"], ["pick", "G"], ["fuel", 6], ["go", "2009"], ["go", "2008"])
    t.refuses(["go", "2007"])
    t.choose(["drop", "G"], ["go", "2007"])
    assert (t.where("G"), t.where("P")) == ("2008", "2007")


@rule("kesselschlacht", "13.3.5.A.a", "10.5.2.b")
def test_six_points_from_a_disorganized_hq_are_for_the_whole_turn() -> None:
    t = axis(hq(CORPS, "2012", status="DO"), panzer("P", "2010"), panzer("Q", "2011"))
    t.choose(["pick", "P"], ["fuel", 4], ["go", "2009"], ["stop"])
    t.choose(["pick", "Q"])
    assert t.offered("fuel") == [1, 2]
    t.choose(["fuel", 2], ["go", "2111"], ["stop"], ["end"])
    while t.state.phase != "axis-motorized":
        t.choose(["end"])
    t.choose(["pick", "P"])
    t.refuses(["fuel", 1], "13.3.5.A.a")


@rule("kesselschlacht", "10.7.a", "10.7.b")
def test_a_garrison_two_hexes_off_is_out_but_defends_in_full() -> None:
    units = [{"id": "AX-GAR-KHOT", "hex": "3428"}, rifle("R", "3429"), hq("40th Army", "3431")]
    t = still(units, phase="soviet-combat", blank=False)
    assert grade(t, "AX-GAR-KHOT") == "out"
    t = still([{**units[0], "hex": "3427"}, *units[1:]], phase="soviet-combat", blank=False)
    assert grade(t, "AX-GAR-KHOT") == "attack"
