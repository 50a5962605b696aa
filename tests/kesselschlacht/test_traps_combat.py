"""Trap positions of combat and the rest: several rules at once, where a quick reader goes wrong.

Each was written down from the rulebook before it was played.
"""

from __future__ import annotations

import pytest

from hexfront.games.kesselschlacht.rules import victory
from hexfront.games.kesselschlacht.rules.recovery import begin_recovery
from tests.kesselschlacht.air_table import bomber, fighter_bomber, sky, told, transport
from tests.kesselschlacht.fights import brigade, fight, german, shifts, soviet
from tests.kesselschlacht.results_table import result
from tests.kesselschlacht.table import (
    CORPS,
    Json,
    battalion,
    hq,
    infantry,
    new_table,
    panzer,
    rifle,
    ring,
    river,
    road,
    still,
    table,
    tank,
)
from tests.rules import rule

III, LIX = "AX-III-HQ", "AX-LIX-HQ"
TANKS = "4th Guards Tank Corps"
COLUMN = [f"22{row:02d}" for row in range(1, 25)]
"""From the Soviet source in 2201 south."""


# ---- combat ----


@rule("kesselschlacht", "12.1.4.a", "3.3.1.a")
@pytest.mark.parametrize(
    ("letters", "used"),
    [("A", "A"), ("BC", "C"), ("CCC", "C"), ("AC", "A"), ("BB", "B"), ("BCC", "B"), ("CC", "C")],
)
def test_the_letter_of_a_side(letters: str, used: str) -> None:
    units = [infantry(f"G{n}", "2009", quality=letter) for n, letter in enumerate(letters)]
    t = german(*units, rifle("E", "2010", quality="B"))
    odds = t.odds("2010", [u["id"] for u in units])
    base = {"A": 1, "B": 0, "C": -1}[used]
    assert odds["column"].endswith(f" {base:+d}" if base else " 0")


@rule("kesselschlacht", "12.2.2.A.a", "12.2.2.a")
def test_armor_and_infantry_in_different_hexes_do_not_combine() -> None:
    t = german(panzer("P", "2009"), infantry("G", "2110"), rifle("E", "2010"))
    assert "12.2.2.A.a" not in shifts(t.odds("2010", ["P", "G"]))
    t = german(panzer("P", "2009"), infantry("G", "2009"), rifle("E", "2010"))
    assert 1 in shifts(t.odds("2010", ["P", "G"])).values()


@rule("kesselschlacht", "12.2.2.C.c", "13.3.7.5", "13.3.7.2")
def test_disrupted_armor_denies_nothing_and_is_a_column_worse() -> None:
    t = german(panzer("P", "2009"), infantry("G", "2009"), brigade("E", "2010", status="DIS"))
    assert sum(shifts(t.odds("2010", ["P", "G"])).values()) == 2


@rule("kesselschlacht", "12.2.2.D")
def test_a_second_corps_in_the_attack_spoils_the_soviet_bonus() -> None:
    both = [brigade("T", "2903"), rifle("R", "2903"), infantry("D", "2904")]
    assert 1 in shifts(soviet(*both).odds("2904", ["T", "R"])).values()
    other = tank("X", "3003", grade="attack")
    t = soviet(*both, other, hq(TANKS, "2902", activated=True))
    assert 1 not in shifts(t.odds("2904", ["T", "R", "X"])).values()


@rule("kesselschlacht", "13.3.7.4", "13.3.7.3", "12.2.3")
def test_the_routed_lose_the_city_but_not_the_position() -> None:
    city = {"2904": {"city": "One", "hasty": True}}
    firm = soviet(rifle("R", "2903"), infantry("D", "2904"), hexes=city)
    assert sum(shifts(firm.odds("2904", ["R"])).values()) == -3
    routed = soviet(rifle("R", "2903"), infantry("D", "2904", status="RT"), hexes=city)
    odds = routed.odds("2904", ["R"])
    assert sum(shifts(odds).values()) == -1
    assert odds["defence"] == 1


@rule("kesselschlacht", "5.0.2.3", "13.3.2.a", "12.1.2.a")
def test_a_disrupted_three_in_heavy_snow_is_one_not_two() -> None:
    t = soviet(
        rifle("R", "2903", attack=3),
        infantry("D", "2904", status="DIS", defence=3),
        weather="heavy_snow",
    )
    odds = t.odds("2904", ["R"])
    assert (odds["attack"], odds["defence"]) == (2, 1)


@rule("kesselschlacht", "7.1.5.b")
def test_an_attack_out_of_a_position_costs_it_also_for_those_who_stayed_out() -> None:
    t = german(
        infantry("G", "2009"),
        infantry("F", "2009", attack=0),
        rifle("E", "2010"),
        hexes={"2009": {"prepared": True}},
        dice=[6],
    )
    fight(t, "2010", "G")
    assert not t.state.prepared


@rule("kesselschlacht", "13.3.5.B.b", "13.3.5.C.a")
@pytest.mark.parametrize("status", ["DIS", "RT"])
def test_no_unit_of_a_disrupted_hq_attacks_supplied_or_not(status: str) -> None:
    t = german(
        infantry("G", "2009"),
        infantry("F", "1910", grade="out"),
        hq(CORPS, "2007", status=status),
        rifle("E", "2010"),
    )
    t.refuses(["target", "2010"])


@rule("kesselschlacht", "16.1.3.a", "16.1.2.b")
def test_guns_attack_with_others_only_and_no_farther_than_an_adjacent_enemy() -> None:
    gun: Json = {"type": "artillery", "mobility": "motorized", "formation": CORPS}
    t = german(infantry("Gun", "2007", **gun), rifle("E", "2010"), hq(CORPS, "2006"))
    t.refuses(["target", "2010"])
    t = german(
        infantry("Gun", "2007", **gun), infantry("G", "2009"), rifle("E", "2010"), hq(CORPS, "2006")
    )
    t.choose(["target", "2010"])
    t.choose(["join", "Gun"])
    near = german(
        infantry("Gun", "2007", **gun),
        infantry("G", "2009"),
        rifle("E", "2010"),
        rifle("N", "2107"),
        hq(CORPS, "2006"),
    )
    near.choose(["target", "2010"])
    near.refuses(["join", "Gun"], "16.1.2.b")


# ---- results ----


@rule("kesselschlacht", "13.2-ex.a", "13.2-ex.b")
def test_a_rout_splits_a_german_stack_by_its_dice() -> None:
    units = [
        infantry("A", "2010", quality="A"),
        infantry("B", "2010", quality="B"),
        infantry("C", "2010", quality="C"),
        rifle("R", "2009"),
    ]
    t = result("DRt", "2010", ["R"], units, dice=[2, 3])
    while t.offered("retreat"):
        t.choose(["retreat", t.offered("retreat")[0]])
    stayed = [name for name in "ABC" if t.where(name) == "2010"]
    assert len(stayed) == 1
    assert "C" not in stayed
    assert t.status(stayed[0]) == "DIS"
    assert {t.status(name) for name in "ABC" if name not in stayed} == {"RT"}
    assert not t.choices, "somebody stays, and so nobody advances"


@rule("kesselschlacht", "13.3.1.c", "13.3.2.c", "13.3.3.c")
@pytest.mark.parametrize(
    ("before", "code", "after"),
    [
        ("DO", "Ddo", "DIS"),
        ("DO", "Ddis", "DIS"),
        ("DIS", "Ddo", "DIS"),
        ("DIS", "Ddis", "RT"),
        ("RT", "Ddo", "RT"),
        ("RT", "Ddis", "RT"),
    ],
)
def test_the_ladder(before: str, code: str, after: str) -> None:
    t = result(code, "2010", ["R"], [infantry("G", "2010", status=before), rifle("R", "2009")])
    assert t.status("G") == after


@rule("kesselschlacht", "13.3.3.c", "13.2.c")
def test_a_routed_soviet_that_routs_again_is_destroyed_where_it_stands() -> None:
    t = result(
        "DRt",
        "2010",
        ["G"],
        [rifle("R", "2010", status="RT"), infantry("G", "2009")],
        phase="axis-combat",
    )
    assert t.where("R") is None
    assert t.offered("advance") == [["G", "2010"]]


@rule("kesselschlacht", "13.2.3.a", "13.2.3-ex")
def test_a_soviet_retreats_through_a_zone_only_where_a_friend_stands_even_an_hq() -> None:
    enemies = [battalion(f"B{n}", h) for n, h in enumerate(("2110", "2111", "1911", "1910"))]
    units = [rifle("R", "2010"), infantry("G", "2009"), infantry("Z", "2112"), *enemies]
    t = result("Dr1", "2010", ["G"], units, phase="axis-combat")
    assert t.where("R") is None
    t = result("Dr1", "2010", ["G"], [*units, hq("60th Army", "2011")], phase="axis-combat")
    assert t.where("R") == "2011"


@rule("kesselschlacht", "13.2.3.b", "13.2.3.A.a")
def test_two_zones_disrupt_a_german_and_those_it_joins() -> None:
    walls = [
        rifle(f"W{n}", h, size="II") for n, h in enumerate(("2009", "2110", "2111", "1911", "1910"))
    ]
    more = [
        rifle("Z", "2113"),
        rifle("Y", "2112"),
        rifle("X", "1912", size="II"),
        rifle("V", "1913"),
    ]
    t = result("Dr2", "2010", ["W0"], [infantry("G", "2010"), *walls, *more])
    while t.offered("retreat"):
        t.choose(["retreat", t.offered("retreat")[0]])
    assert (t.where("G"), t.status("G")) == ("2012", "DIS")


@rule("kesselschlacht", "13.2.2.a", "13.2.2.b", "11.1.4.c")
def test_at_a_river_the_tank_dies_and_the_infantry_swims() -> None:
    shut = [river("2010", h) for h in ring("2010") if h != "2009"]
    units = [panzer("P", "2010"), infantry("G", "2010"), rifle("R", "2009")]
    t = result("Dr1", "2010", ["R"], units, hexsides=shut)
    t.choose(["retreat", "2011"])
    assert t.where("P") is None
    assert (t.where("G"), t.status("G")) == ("2011", "DIS")


@rule("kesselschlacht", "11.1.6.b", "13.2.1.d")
def test_a_retreat_that_ends_at_the_edge_too_early_is_death() -> None:
    t = result(
        "Dr2", "0101", ["R"], [infantry("G", "0101"), rifle("R", "0201"), rifle("S", "0102")]
    )
    assert t.where("G") is None


@rule("kesselschlacht", "3.3.2.a", "3.3.2.b", "13.4.2.b")
@pytest.mark.parametrize(
    ("quality", "status", "far"), [("A", "ok", 2), ("A", "DO", 3), ("B", "ok", 3)]
)
def test_who_stops_an_advance(quality: str, status: str, far: int) -> None:
    """The unit in 1811 has a zone in 1911 and 1912, on the way of the retreat."""
    crack = infantry("S", "1811", quality=quality, status=status)
    t = result("Dr3", "2010", ["R"], [infantry("G", "2010"), rifle("R", "2009"), crack])
    for h in ("1911", "1912", "1913"):
        t.choose(["retreat", h])
    assert [h for _, h in t.offered("advance")] == ["2010", "1911", "1912"][:far]


@rule("kesselschlacht", "13.4.4.b")
def test_tanks_without_fuel_advance_into_the_hex_and_no_farther() -> None:
    units = [rifle("R", "2010"), panzer("P", "2009"), hq(CORPS, "2007")]
    t = result("Dr2", "2010", ["P"], units, phase="axis-combat", fuel={})
    t.choose(["retreat", "2011"], ["retreat", "2012"])
    assert t.offered("advance") == [["P", "2010"]]
    t = result("Dr2", "2010", ["P"], units, phase="axis-combat", fuel={III: 5})
    t.choose(["retreat", "2011"], ["retreat", "2012"])
    assert t.offered("advance") == [["P", "2010"], ["P", "2011"]]
    t.choose(["advance", "P", "2011"])
    assert t.state.fuel[t.index(III)] == 3


@rule("kesselschlacht", "13.1.2", "13.1.a")
def test_a_corps_that_loses_its_hq_loses_its_points_and_finds_another() -> None:
    units = [
        hq(CORPS, "2010"),
        infantry("G", "2010"),
        hq("LIX Army Korps", "2013"),
        hq("Group Mauss", "2014"),
        rifle("R", "2009"),
    ]
    t = result("De1", "2010", ["R"], units, fuel={III: 5, LIX: 1}, ammo={III: 2})
    t.choose(["lose", III])
    assert set(t.offered("reassign")) == {LIX, "AX-MAUSS-HQ"}
    t.choose(["reassign", LIX])
    assert t.state.parent[t.index("G")] == t.index(LIX)
    assert (t.state.fuel.get(t.index(III), 0), t.state.fuel[t.index(LIX)]) == (0, 1)


# ---- recovery ----


@rule("kesselschlacht", "14.0.2", "14.0.3")
def test_a_stack_recovers_only_as_a_whole() -> None:
    units = [
        infantry("G", "2010", status="DIS"),
        infantry("F", "2010", status="DIS", formation="LIX Army Korps"),
        hq(CORPS, "2012"),
        hq("LIX Army Korps", "2016"),
    ]
    t = still(units)
    begin_recovery(t.state)
    assert (t.status("G"), t.status("F")) == ("DIS", "DIS")
    t = still([*units[:3], hq("LIX Army Korps", "2014")])
    begin_recovery(t.state)
    assert (t.status("G"), t.status("F")) == ("ok", "ok")


@rule("kesselschlacht", "14.0.2")
def test_the_path_of_recovery_crosses_any_river_but_no_zone() -> None:
    shut = [river("2010", h) for h in ring("2010")]
    t = still([infantry("G", "2010", status="DIS"), hq(CORPS, "2013")], hexsides=shut)
    begin_recovery(t.state)
    assert t.status("G") == "ok"


# ---- bridges ----


@rule("kesselschlacht", "15.1.1.b", "15.1.1.a", "13.3.1.a")
@pytest.mark.parametrize(
    ("more", "can"), [({}, True), ({"status": "DO"}, False), ({"grade": "out"}, False)]
)
def test_who_can_destroy_a_bridge(more: Json, can: bool) -> None:
    sides = [river("2010", "2011", bridge="standing")]
    t = table(
        [infantry("G", "2010", **{"grade": "attack", **more}), hq(CORPS, "2008")],
        "axis-move",
        hexsides=sides,
    )
    t.choose(["end"])
    assert (t.kind == "demolition") == can


@rule("kesselschlacht", "15.2.2.c", "15.2.2.e", "15.2.3.c")
def test_an_idle_soviet_division_builds_and_its_tanks_do_not() -> None:
    train: Json = {"side": "soviet", "state": "carried", "carrier": "SV-1GA-HQ"}
    sides = [*road(*COLUMN), river("2210", "2211")]
    units = [hq("1st Guards Army", "2208"), rifle("R", "2210"), brigade("T", "2210")]
    t = table(units, "soviet-move", hexsides=sides, trains=[train])
    assert ["build", "R", "2211"] in t.choices
    assert ["build", "T", "2211"] not in t.choices


# ---- air ----


@rule("kesselschlacht", "6.5.1.c", "6.5.1.d")
def test_a_bomber_among_fighter_bombers_adds_one_to_the_die_and_the_raid_is_used_up() -> None:
    sides = [river("1210", "1211", bridge="standing"), river("1310", "1311", bridge="standing")]
    craft = [fighter_bomber("F1"), bomber("B1", load=4), fighter_bomber("F2")]
    t = sky(
        craft,
        [rifle("R", "1215"), hq(CORPS, "1216")],
        hexsides=sides,
        sectors={"F1": 8, "B1": 8, "F2": 8},
        dice=[1],
    )
    first, second = t.offered("raid")
    events = t.choose(["raid", first], ["join", "F1"], ["join", "B1"], ["declare"])
    assert told(events, "raid")[0]["modifier"] == 1
    t.refuses(["raid", second], "6.5.1.c")


@rule("kesselschlacht", "6.7.2.A.b", "13.3.5.a", "6.7.a")
def test_supplies_fall_on_no_shaken_hq_nor_on_the_armys() -> None:
    units = [
        hq(CORPS, "1212", status="DO"),
        hq("First Panzer Army", "1310"),
        hq("XXIV Panzer Korps", "1412"),
        rifle("R", "1901"),
    ]
    t = sky([transport("JU", 20)], units, sectors={"JU": 8}, manifests={"JU": [2, 3]})
    assert t.offered("paradrop") == [["JU", "AX-XXIV-HQ"]]


@rule("kesselschlacht", "6.6.b", "6.6.c", "6.1.2")
def test_a_fighter_bomber_that_bombed_gives_no_ground_support() -> None:
    craft = [fighter_bomber(f"F{n}") for n in range(1, 5)]
    t = table(
        [infantry("G", "1212"), hq(CORPS, "1211"), rifle("E", "1213")], "axis-combat", aircraft=craft,
        sectors={"F2": 8, "F3": 8, "F4": 8}, sorties={"F1": "flown"}, ammo={III: 5},
    )  # fmt: skip
    t.choose(["target", "1213"])
    t.refuses(["join", "F1"])
    t.choose(["join", "F2"], ["join", "F3"])
    t.refuses(["join", "F4"], "6.6.b")


# ---- victory ----


@rule("kesselschlacht", "17.0.3")
@pytest.mark.parametrize(
    ("difference", "level"),
    [
        (51, "Axis Decisive"), (50, "Axis Substantive"), (41, "Axis Substantive"), (40, "Axis Marginal"),
        (31, "Axis Marginal"), (30, "Soviet Marginal"), (21, "Soviet Marginal"), (20, "Soviet Substantive"),
        (-99, "Soviet Substantive"),
    ],
)  # fmt: skip
def test_the_levels(difference: int, level: str) -> None:
    assert victory.level_of(still([]).state.world.tables, difference) == level


# ---- set-up ----


@rule("kesselschlacht", "18.2-ax-xlviii", "18.0.b")
def test_the_359th_is_split_between_its_two_hexes() -> None:
    t = new_table("campaign")
    t.choose(["place", "AX-359-1", "1405"], ["place", "AX-359-2", "1405"])
    assert [h for u, h in t.offered("place") if u == "AX-359-3"] == ["1406"]
    t.refuses(["place", "AX-359-3", "1405"])
