"""More trap positions of results, retreats, advances and pontoons, each where two rules meet.

Each was written down from the rulebook before it was played.
"""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.kesselschlacht.rules.recovery import begin_recovery
from hexfront.games.kesselschlacht.state import BUILT
from tests.kesselschlacht.results_table import AROUND, result, shut_in
from tests.kesselschlacht.table import (
    CORPS,
    Json,
    Table,
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
    tank,
)
from tests.rules import rule

III, LIX = "AX-III-HQ", "AX-LIX-HQ"
AXIS_PHASE = "axis-combat"


def gun(name: str, where: str, **more: Any) -> Json:
    return panzer(name, where, **{"type": "artillery", **more})


def walk(t: Table, *hexes: str) -> None:
    t.choose(*[["retreat", h] for h in hexes])


def stops(t: Table) -> list[str]:
    return [h for _, h in t.offered("advance")]


# ---- results ----


@rule("kesselschlacht", "13.3.7.7", "13.3.b")
def test_an_hq_and_the_companions_of_a_distant_gun_share_what_befalls_the_attackers() -> None:
    units = [infantry("G", "2009"), hq(CORPS, "2009"), gun("A", "2007"), infantry("B", "2007"),
             rifle("E", "2010")]  # fmt: skip
    t = result("Ado", "2010", ["G"], units, ("A",), phase=AXIS_PHASE)
    assert [t.status(name) for name in ("G", III, "A", "B")] == ["DO"] * 4


@rule("kesselschlacht", "13.1.a", "13.4.a")
def test_an_hq_of_the_attackers_is_not_lost_and_one_left_of_the_defenders_holds_the_hex() -> None:
    attackers = [infantry("G", "2009"), infantry("H", "2009"), hq(CORPS, "2009")]
    defenders = [rifle("E", "2010"), hq("60th Army", "2010")]
    t = result("Ae1", "2010", ["G", "H"], [*attackers, *defenders], phase=AXIS_PHASE)
    assert set(t.offered("lose")) == {"G", "H"}
    t = result("De1", "2010", ["G", "H"], [*attackers, *defenders], phase=AXIS_PHASE)
    t.choose(["lose", "E"])
    assert not t.choices, "nobody advances"


@rule("kesselschlacht", "13.2.2.b", "13.2.3.b")
@pytest.mark.parametrize(
    ("side", "before", "zone", "after"),
    [
        ("axis", "ok", False, "DIS"),
        ("axis", "DO", False, "DIS"),
        ("axis", "DIS", False, "RT"),
        ("axis", "RT", False, None),
        ("axis", "ok", True, "DIS"),  # the worse of river and zone
        ("soviet", "ok", False, "DIS"),
        ("soviet", "ok", True, None),
    ],
)
def test_a_retreat_over_an_unbridged_major_river(
    side: str, before: str, zone: bool, after: str | None
) -> None:
    ours, theirs = (infantry, rifle) if side == "axis" else (rifle, infantry)
    enemy, phase = ("soviet", "soviet-combat") if side == "axis" else ("axis", AXIS_PHASE)
    units = [ours("G", "2010", status=before), theirs("R", "2009"), *shut_in(enemy)]
    if zone:
        units.append(theirs("Z", "2012"))
    sides = [river("2010", h) for h in ring("2010")]
    t = result("Dr1", "2010", ["R"], units, phase=phase, hexsides=sides)
    assert (t.where("G"), after and t.status("G")) == (after and "2011", after)


@rule("kesselschlacht", "13.2.2.b", "13.2.1.d")
def test_the_second_river_of_a_retreat_routs() -> None:
    sides = [river(a, b) for a in ("2010", "2011") for b in ring(a) if (a, b) != ("2011", "2010")]
    units = [
        infantry("G", "2010"),
        rifle("R", "2009"),
        *shut_in("soviet", (*AROUND, "2112", "1912")),
    ]
    t = result("Dr2", "2010", ["R"], units, hexsides=sides)
    assert (t.where("G"), t.status("G")) == ("2012", "RT")


@rule("kesselschlacht", "13.2.3.b", "3.2.3.a", "3.2.3.b", "13.2.3-ex")
@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({}, "DO"),
        ({"hexsides": [river("2011", "2012", bridge="standing")]}, "DO"),
        ({"hexsides": [river("2011", "2012", bridge="blown")]}, "ok"),
        ({"hexes": {"2011": {"city": "X"}}}, "ok"),
        ({"friend": infantry("F", "2011")}, "ok"),
        ({"friend": hq("LIX Army Korps", "2011")}, "ok"),
        ({"zone": {"status": "DIS"}}, "DO"),
        ({"zone": {"status": "RT"}}, "ok"),
    ],
)
def test_when_a_hex_of_retreat_is_in_an_enemy_zone(more: Json, status: str) -> None:
    units = [infantry("G", "2010"), rifle("R", "2009"), *shut_in("soviet")]
    units.append(rifle("Z", "2012", **more.get("zone", {})))
    units += [more["friend"]] if "friend" in more else []
    laid = {name: more[name] for name in ("hexsides", "hexes") if name in more}
    t = result("Dr1", "2010", ["R"], units, **laid)
    assert (t.where("G"), t.status("G")) == ("2011", status)


@rule("kesselschlacht", "13.2.3.a", "13.2.3.b")
def test_in_a_mixed_force_the_hungarians_die_in_a_zone_and_the_germans_go_on() -> None:
    units = [infantry("G", "2010"), hungarian("H", "2010"), rifle("R", "2009"), rifle("Z", "2012")]
    t = result("Dr1", "2010", ["R"], [*units, *shut_in("soviet")])
    assert (t.where("H"), t.where("G"), t.status("G")) == (None, "2011", "DO")


@rule("kesselschlacht", "13.2-ex.a", "13.2-ex.b", "13.3.2.c", "13.3.3.c")
@pytest.mark.parametrize(
    ("unit", "die", "after"),
    [
        (relief("U", "2010", quality="A"), 3, ("2010", "DIS")),
        (infantry("U", "2010", quality="B", status="DIS"), 4, ("2010", "RT")),
        (infantry("U", "2010", quality="A", status="RT"), 4, ("2010", "RT")),
        (infantry("U", "2010", quality="A", status="RT"), 2, (None, "ok")),
        (hungarian("U", "2010", quality="A"), 6, ("2013", "RT")),
        (infantry("U", "2010", quality="C"), 6, ("2013", "RT")),
    ],
)
def test_a_single_defender_routs(unit: Json, die: int, after: tuple[str | None, str]) -> None:
    t = result("DRt", "2010", ["R"], [unit, rifle("R", "2009")], dice=[die])
    if t.offered("retreat"):
        walk(t, "2011", "2012", "2013")
    assert (t.where("U"), t.status("U")) == after
    assert (t.offered("advance") == []) == (after[0] == "2010"), "who stands keeps the hex"


@rule("kesselschlacht", "13.2-ex.a", "7.1.5.d")
@pytest.mark.parametrize(("stands", "kept"), [(infantry, True), (panzer, False)])
def test_a_position_outlasts_a_rout_only_if_infantry_stands(stands: Any, kept: bool) -> None:
    units = [
        stands("A", "2010", quality="A"),
        infantry("C", "2010", quality="C"),
        rifle("R", "2009"),
    ]
    t = result("DRt", "2010", ["R"], units, dice=[5], hexes={"2010": {"prepared": True}})
    walk(t, "2011", "2012", "2013")
    assert bool(t.state.prepared) == kept


@rule("kesselschlacht", "16.2.c", "13.2.1.c")
def test_a_gun_off_the_road_dies_alone_and_over_a_minor_river_shakes_its_companions() -> None:
    units = [rifle("A", "2010", type="artillery"), rifle("R", "2010"), infantry("G", "2009")]
    t = result("Dr1", "2010", ["G"], [*units, *shut_in("axis")], phase=AXIS_PHASE,
               hexsides=[*road("2009", "2010"), *road("2011", "2012")])  # fmt: skip
    assert (t.where("A"), t.where("R"), t.status("R")) == (None, "2011", "ok"), "not the same road"
    sides = [river("2010", "2011", "minor"), *road("2010", "2011")]
    t = result("Dr1", "2010", ["G"], [*units, *shut_in("axis")], phase=AXIS_PHASE, hexsides=sides)
    assert (t.where("A"), t.status("A"), t.status("R")) == ("2011", "DIS", "DIS")


@rule("kesselschlacht", "16.2.c", "16.1.3.b")
def test_a_gun_is_disrupted_by_any_minor_river_of_its_way_also_the_first() -> None:
    run = ("2010", "2011", "2012")
    walls = shut_in("axis", (*AROUND, "2112", "1912"))
    sides = [river("2010", "2011", "minor"), *road(*run)]
    units = [rifle("A", "2010", type="artillery"), infantry("G", "2009"), *walls]
    t = result("Dr2", "2010", ["G"], units, phase=AXIS_PHASE, hexsides=sides)
    assert (t.where("A"), t.status("A")) == ("2012", "DIS")


# ---- advances ----


@rule("kesselschlacht", "13.4.4.a", "13.4.4.b", "13.3.5.A.a", "13.3.5.A.b")
@pytest.mark.parametrize(
    ("unit", "status", "weather", "found", "left"),
    [
        ({}, "ok", "snow", ["2010", "2011", "2012"], 6),
        ({}, "ok", "mud", ["2010", "2011", "2012"], 3),
        ({}, "DO", "snow", ["2010", "2011"], 7),  # four of its six are spent
        ({}, "DIS", "snow", ["2010"], 9),
        ({"grade": "out"}, "ok", "snow", ["2010"], 9),
    ],
)
def test_how_far_tanks_advance(
    unit: Json, status: str, weather: str, found: list[str], left: int
) -> None:
    units = [rifle("E", "2010"), panzer("P", "2009", **unit), hq(CORPS, "2007", status=status)]
    t = result("Dr3", "2010", ["P"], units, phase=AXIS_PHASE, fuel={III: 9}, weather=weather,
               fuel_spent={III: 4})  # fmt: skip
    walk(t, "2011", "2012", "2013")
    assert stops(t) == found
    t.choose(["advance", "P", found[-1]])
    assert t.state.fuel[t.index(III)] == left


@rule("kesselschlacht", "13.4.4.a", "13.4.1.c")
def test_the_relief_force_advances_without_fuel_and_a_road_costs_half() -> None:
    far = ["2010", "2011"]
    units = [rifle("E", "2010"), hq("XLVIII Panzer Korps", "2007")]
    tank = relief("P", "2009", type="armor", mobility="motorized")
    t = result("Dr2", "2010", ["P"], [*units, tank], phase=AXIS_PHASE)
    walk(t, "2011", "2012")
    assert stops(t) == far
    units = [rifle("E", "2010"), panzer("P", "2009"), hq(CORPS, "2007")]
    t = result("Dr3", "2010", ["P"], units, phase=AXIS_PHASE, fuel={III: 9}, weather="snow",
               hexsides=road("2009", "2010", "2011", "2012"))  # fmt: skip
    walk(t, "2011", "2012", "2013")
    t.choose(["advance", "P", "2012"])
    assert t.state.fuel[t.index(III)] == 7, "three half points are two whole ones"


@rule("kesselschlacht", "13.4.4.a", "10.5.3")
def test_each_corps_in_a_force_that_advances_pays_for_its_own_tanks_and_once() -> None:
    other = {"formation": "LIX Army Korps"}
    tanks = [panzer("P", "2009"), panzer("Q", "2009"), panzer("L", "2009", **other)]
    hqs = [hq(CORPS, "2007"), hq("LIX Army Korps", "2006")]
    t = result("Dr2", "2010", ["P", "Q", "L"], [rifle("E", "2010"), *tanks, *hqs],
               phase=AXIS_PHASE, fuel={III: 9, LIX: 9}, weather="snow")  # fmt: skip
    walk(t, "2011", "2012")
    t.choose(*[["advance", name, "2011"] for name in "PQL"])
    assert (t.state.fuel[t.index(III)], t.state.fuel[t.index(LIX)]) == (7, 7)


@rule("kesselschlacht", "3.3.2.a", "13.4.2.b", "3.2.2.b")
def test_the_beaten_crack_unit_itself_stops_its_pursuers_and_no_friend_lifts_its_zone() -> None:
    t = result("Dr2", "2010", ["R"], [infantry("G", "2010", quality="A"), rifle("R", "2009")])
    walk(t, "2011", "2012")
    assert stops(t) == ["2010", "2011"]
    units = [infantry("G", "2010"), rifle("R", "2009"), rifle("Q", "2110"),
             infantry("S", "2111", quality="A")]  # fmt: skip
    t = result("Dr2", "2010", ["R", "Q"], units)
    walk(t, "2011", "2012")
    t.choose(["advance", "R", "2010"])
    assert stops(t) == ["2010"], "Q stops there too, though R is in it"


@rule("kesselschlacht", "13.4.3.b", "13.4.1.d")
def test_an_advance_stops_at_an_unbridged_major_river_on_its_first_hexside_or_later() -> None:
    units = [infantry("G", "2010"), rifle("R", "2009"), rifle("Q", "2110")]
    t = result("Dr2", "2010", ["R", "Q"], units, hexsides=[river("2009", "2010")])
    walk(t, "2011", "2012")
    assert t.offered("advance") == [["Q", "2010"], ["Q", "2011"]]
    t = result("Dr2", "2010", ["R"], units[:2], hexsides=[river("2010", "2011")])
    walk(t, "2011", "2012")
    assert stops(t) == ["2010"]


# ---- pontoons ----


def pontoon(code: str, *units: Json, **more: Any) -> Table:
    """G guards the pontoon from 2010 to 2011, and a combat has this result."""
    train = {"side": "axis", "state": "built", "between": ["2010", "2011"], "garrison": "G"}
    sides = [river("2010", "2011")]
    return result(code, hexsides=sides, trains=[train], units=list(units), **more)


def stands(t: Table) -> bool:
    return t.state.trains[0].state == BUILT


@rule("kesselschlacht", "15.2.3.d", "13.3.7.7")
@pytest.mark.parametrize(
    ("others", "kept"),
    [([], False), ([infantry("H", "2011")], True), ([hq(CORPS, "2011")], False),
     ([infantry("H", "2010")], False), ([infantry("H", "2011", status="DO")], False)],
)  # fmt: skip
def test_a_garrison_that_attacks_and_is_shaken_costs_the_bridge(
    others: list[Json], kept: bool
) -> None:
    units = [infantry("G", "2010"), rifle("E", "2009"), *others]
    t = pontoon("Ado", *units, target="2009", attackers=["G"], phase=AXIS_PHASE)
    assert stands(t) == kept


@rule("kesselschlacht", "15.2.3.d", "13.2.2.a")
def test_a_garrison_falls_back_over_its_bridge_which_is_lost_behind_it() -> None:
    units = [panzer("G", "2010", type="mot_infantry"), rifle("R", "2009"), *shut_in("soviet")]
    t = pontoon("Dr1", *units, target="2010", attackers=["R"])
    assert (t.where("G"), t.status("G"), stands(t)) == ("2011", "ok", False)


@rule("kesselschlacht", "15.2.3.d", "13.3.b")
def test_a_shaken_unit_that_joins_the_garrison_costs_the_bridge_and_a_march_off_does_not() -> None:
    train = {"side": "axis", "state": "built", "between": ["2010", "2011"], "garrison": "G"}
    units = [infantry("G", "2010"), infantry("D", "2110", status="DO"), hq(CORPS, "2014")]
    for name, to, kept in (("D", "2010", False), ("G", "2009", True)):
        t = table(units, "axis-move", hexsides=[river("2010", "2011")], trains=[train])
        t.move(name, to)
        assert stands(t) == kept


@rule("kesselschlacht", "15.2.3.d", "13.3.b")
@pytest.mark.parametrize(("stays", "stands"), [("2010", False), ("2012", True)])
def test_who_stands_in_for_a_garrison_that_marched_off_can_cost_the_bridge(
    stays: str, stands: bool
) -> None:
    """R-15: B takes over when A marches off, and disorder comes to it in the same phase."""
    train = {"side": "axis", "state": "built", "between": ["2010", "2011"], "garrison": "A"}
    units = [infantry("A", "2010"), infantry("B", stays), infantry("C", "1910", status="DO")]
    t = table(units, "axis-move", trains=[train], hexsides=[river("2010", "2011")])
    t.choose(["pick", "A"], ["go", "2009"], ["stop"], ["pick", "C"], ["go", "2010"], ["stop"])
    assert t.status("B") == ("DO" if stays == "2010" else "ok")
    assert (t.state.trains[0].state == BUILT) == stands


@rule("kesselschlacht", "15.2.3.d", "13.2.3.b")
def test_who_retreats_shaken_to_a_bridge_without_a_garrison_does_not_cost_it() -> None:
    """R-15"""
    units = [infantry("G", "2010"), rifle("R", "2009"), rifle("Z", "2112"), *shut_in("soviet")]
    train = {"side": "axis", "state": "built", "between": ["2011", "2012"]}
    t = result("Dr1", "2010", ["R"], units, hexsides=[river("2011", "2012")], trains=[train])
    assert (t.where("G"), t.status("G"), stands(t)) == ("2011", "DO", True)


@rule("kesselschlacht", "15.2.3.d", "13.2.4.A.a")
@pytest.mark.parametrize("to", ["2112", "2211", "2011"])
def test_a_garrison_that_makes_way_does_not_cost_the_bridge(to: str) -> None:
    """R-15: it is displaced, not driven off."""
    train = {"side": "axis", "state": "built", "between": ["2111", "2112"], "garrison": "G"}
    units = [*(infantry(f"A{n}", "2110") for n in range(3)), infantry("G", "2111"),
             rifle("R", "2109"), *shut_in("soviet", ("2209", "2210", "2010", "2009"))]  # fmt: skip
    t = result("Dr1", "2110", ["R"], units, hexsides=[river("2111", "2112")], trains=[train])
    t.choose(["displace", "G", to])
    assert (t.where("A0"), t.where("G")) == ("2111", to)
    assert stands(t)


# ---- recovery, HQs that come back ----


@rule("kesselschlacht", "14.0.3", "14.0.2")
def test_recovery_is_judged_before_anybody_recovers_and_a_friend_opens_the_way() -> None:
    units = [infantry("G", "2010", status="RT"), hq(CORPS, "2012")]
    enemies = [rifle("Z", "2112"), rifle("Y", "1911")]
    for others, found in (
        (enemies, "RT"),
        ([*enemies, hq("LIX Army Korps", "2011")], "ok"),
        ([{**enemy, "status": "RT"} for enemy in enemies], "ok"),
    ):
        t = still([*units, *others])
        begin_recovery(t.state)
        assert t.status("G") == found


@rule("kesselschlacht", "14.0.2", "10.7.a")
def test_a_garrison_does_not_recover_at_a_hex_in_an_enemy_zone() -> None:
    """R-47"""
    garrison = {"id": "AX-GAR-KHOT", "hex": "3425", "post": "3426", "status": "DIS"}
    for others, found in (
        ([], "ok"),
        ([rifle("R", "3427")], "DIS"),
        ([rifle("R", "3427"), hq(CORPS, "3426")], "ok"),
    ):
        t = still([garrison, *others])
        begin_recovery(t.state)
        assert t.status("AX-GAR-KHOT") == found


@rule("kesselschlacht", "13.1.1.a", "13.1.2")
def test_units_still_to_come_get_another_hq_too_and_an_army_that_will_be_back_takes_over() -> None:
    """R-88"""
    lost = hq("4th Guards Tank Corps", "2010")
    units = [lost, tank("T", "2015"), tank("N", None), infantry("G", "2009")]
    gone: Json = {"queue": {"SV-60A-HQ": 12, "N": 12}, "eliminated": ["SV-60A-HQ"]}
    t = result("De1", "2010", ["G"], units, phase=AXIS_PHASE, **gone)
    assert {t.state.parent[t.index(name)] for name in "TN"} == {t.index("SV-60A-HQ")}


@rule("kesselschlacht", "13.1.1.b", "13.1.3")
@pytest.mark.parametrize(
    ("name", "phase", "places"),
    [
        ("SV-60A-HQ", "activation", {"2201", "2901", "4201", "5801", "5808", "5814", "5821"}),
        ("AX-XLVIII-HQ", "axis-move", {"0101", "0107", "0115", "0501"}),
    ],
)
def test_a_lost_hq_comes_back_at_any_marked_hex_that_no_enemy_holds(
    name: str, phase: str, places: set[str]
) -> None:
    enemy = infantry if phase == "activation" else rifle
    first = min(places)
    gone: Json = {"queue": {name: 12}, "eliminated": [name], "killed": {name: 1}}
    t = table([rifle("R", "3010"), infantry("G", "2010")], phase, turn=12, **gone)
    assert {h for _, h in t.offered("place")} == places
    t = table(
        [rifle("R", "3010"), infantry("G", "2010"), enemy("X", first)], phase, turn=12, **gone
    )
    assert {h for _, h in t.offered("place")} == places - {first}


@rule("kesselschlacht", "11.3.2", "11.3.2-ex", "11.2.2.b", "13.4.3.a")
@pytest.mark.parametrize(
    ("units", "more", "case"),
    [
        ([rifle("A", "2009"), infantry("D", "2010")], {}, "11.3.2"),
        (
            [infantry("A", "2009"), tank("D", "2010"), hq("4th Guards Tank Corps", "2020")],
            {"phase": AXIS_PHASE, "recall_order": "active", "recall_hq": "SV-4GTC-HQ"},
            "11.2.2.b",
        ),
    ],
)
def test_an_advance_over_the_dnestr_does_not_follow_back_over_it(
    units: list[Json], more: Json, case: str
) -> None:
    """Who comes into the defender's hex is bound to the south, wherever the path leads then. R-44"""
    south = {h: {"south": True} for h in ("2010", "2020")}
    t = result("Dr2", "2010", ["A"], units, hexes=south, **more)
    walk(t, "2011", "2012")
    assert stops(t) == ["2010"]
    refused = t.refuses(["advance", "A", "2011"], case)
    assert "2011 is north of the Dnestr" in refused.message
