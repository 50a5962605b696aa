"""Soviet activation, the two priority armies, 5th Guards Tank Corps. 9"""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.kesselschlacht.queries.activation import activation_report
from hexfront.games.kesselschlacht.rules.activation import eligible, needed
from hexfront.games.kesselschlacht.rules.attackers import why_no_attack
from hexfront.games.kesselschlacht.rules.supply_lines import Line
from hexfront.games.kesselschlacht.sides import AXIS as AXIS_SIDE
from hexfront.games.kesselschlacht.sides import SOVIET, STATUS_WORDS
from tests.kesselschlacht.table import (
    Json,
    Table,
    hq,
    infantry,
    ring,
    river,
    road,
    table,
    tank,
)
from tests.rules import rule

CORPS = "4th Guards Tank Corps"
FIVE = "5th Guards Tank Corps"
DOWN = tuple(f"22{row:02d}" for row in range(1, 16))
"""A road to the Soviet source in 2201."""
ROAD = road(*DOWN)
AXIS = [hq("III Panzer Korps", "4028"), infantry("G1", "4028")]
"""Somebody who decides in phase E, so that the dice can be set before phase G."""
CORPS_HQS = (
    "4th Guards Tank Corps", "6th Guards Tank Corps", "7th Guards Tank Corps",
    "10th Guards Tank Corps", "11th Guards Tank Corps",
)  # fmt: skip
KEEP = hq("60th Army", "2213")
"""An army that may always be tried, so that the phase does not end by itself."""
ARMIES = ("18th Army", "1st Guards Army", "60th Army")


def activation(*units: Json, dice: list[int] | None = None, **more: Any) -> Table:
    """Phase G, reached from phase E, on a map with a road down column 22."""
    said: Json = {"hexsides": ROAD, "scenario": "march31", **more}
    t = table([*AXIS, *units], phase="positions", **said)
    t.dice(*(dice or []))
    t.choose(["done"])
    return t


def active(t: Table) -> list[str]:
    ids = t.state.world.roster.ids
    return [ids[u] for u in range(len(ids)) if t.state.activated >> u & 1]


def closing_up(t: Table) -> list[str]:
    ids = t.state.world.roster.ids
    return [ids[u] for u in range(len(ids)) if t.state.ineligible >> u & 1]


def id_of(formation: str) -> str:
    return str(hq(formation, None)["id"])


def army(formation: str, where: str, **more: Any) -> Json:
    return hq(formation, where, **more)


@rule("kesselschlacht", "9.0", "9.1.a", "4.0.G")
def test_an_activated_headquarters_takes_its_units_with_it_and_nobody_else() -> None:
    t = activation(hq(CORPS, "2205"), tank("T1", "2206"), hq(FIVE, "2207"), dice=[5])
    assert t.kind == "activation"
    assert t.side == "soviet"
    t.choose(["activate", "SV-4GTC-HQ"])
    assert active(t) == ["SV-4GTC-HQ", "T1"]
    t.refuses(["activate", "T1"], "9.1.a")
    t.refuses(["activate", "G1"], "9.1.a")
    t.refuses(["hasty", "4028"], "4.0.E")
    t.refuses(["go", "2206"], "4.0.G")


@rule("kesselschlacht", "9.1.2.c")
def test_a_die_above_the_number_leaves_the_headquarters_inactive() -> None:
    t = activation(hq(CORPS, "2205"), tank("T1", "2206"), hq(FIVE, "2207"), dice=[6])
    event = next(e for e in t.choose(["activate", "SV-4GTC-HQ"]) if e["what"] == "attempt")
    assert (event["points"], event["die"], event["needed"]) == (2, 6, 5)
    assert active(t) == []


@rule("kesselschlacht", "9.1.2.c")
def test_each_column_begins_half_a_point_after_the_last() -> None:
    s = activation(hq(CORPS, "2205")).state
    table_ = s.world.tables["activation"]
    for i, most in enumerate(table_["up_to"]):
        assert needed(s, int(2 * most)) == table_["activates_on"][i]
        assert needed(s, int(2 * most) + 1) == table_["activates_on"][i + 1]


@rule("kesselschlacht", "9.1.2.b")
@pytest.mark.parametrize("weather", ["snow", "mud", "heavy_snow"])
def test_the_way_to_the_edge_costs_half_a_point_a_road_hex_in_any_weather(weather: str) -> None:
    t = activation(hq(CORPS, "2215"), weather=weather, hexsides=road(*DOWN, kind="dirt"))
    line = eligible(t.state, t.index("SV-4GTC-HQ"))[0]
    assert isinstance(line, Line)
    assert line.cost == 14
    assert t.state.world.grid.number(line.path[-1]) == "2201"


@rule("kesselschlacht", "9.1.2.a")
def test_the_way_leads_to_a_soviet_source_and_to_no_other_edge() -> None:
    south = road(*[f"22{row}" for row in range(28, 32)])
    unmarked = road(*[f"30{row:02d}" for row in range(1, 5)])
    t = activation(
        hq(CORPS, "2229"), hq("6th Guards Tank Corps", "3003"), hq(FIVE, "2205"),
        hexsides=[*ROAD, *south, *unmarked],
    )  # fmt: skip
    t.refuses(["activate", "SV-4GTC-HQ"], "9.1.2.a")
    t.refuses(["activate", "SV-6GTC-HQ"], "9.1.2.a")
    assert closing_up(t) == ["SV-4GTC-HQ", "SV-6GTC-HQ"]


@rule("kesselschlacht", "9.1.1.a", "9.1.1.b", "9.1.1.2.a")
def test_one_unit_too_far_away_bars_its_whole_formation() -> None:
    near = [tank("T1", "2211"), tank("T2", "2005"), hq(FIVE, "2207")]
    t = activation(hq(CORPS, "2205"), *near, hexsides=ROAD)
    assert t.offered("activate") == ["SV-4GTC-HQ", "SV-5GTC-HQ"]
    far = activation(hq(CORPS, "2205"), *near, tank("T3", "2809"), dice=[1])
    rolls = far.state.rolls
    refused = far.refuses(["activate", "SV-4GTC-HQ"], "9.1.1.2.a")
    assert refused.message == "T3 is 6½ points from 4th Guards Tank Corps HQ, it may be 6 at most."
    assert far.state.rolls == rolls


@rule("kesselschlacht", "9.1.1.2.a")
def test_the_distance_is_counted_from_the_unit_to_its_headquarters() -> None:
    """Six clear hexes to an HQ beside the road: its hex is paid for, that of the unit is not."""
    units = [hq(CORPS, "2305"), tank("T1", "2905"), hq(FIVE, "2207")]
    mountains: Json = {"terrain": "mountainous"}
    costly = activation(*units, hexes={"2305": mountains})
    assert "9 points" in costly.refuses(["activate", "SV-4GTC-HQ"], "9.1.1.2.a").message
    assert "SV-4GTC-HQ" in activation(*units, hexes={"2905": mountains}).offered("activate")


@rule("kesselschlacht", "9.1.1.1.a", "9.1.1.1-note")
def test_the_headquarters_is_within_a_hex_of_a_road_of_any_kind_even_in_mud() -> None:
    dirt = road(*DOWN, kind="dirt")
    t = activation(
        hq(CORPS, "2306"), hq("6th Guards Tank Corps", "2406"), weather="mud", hexsides=dirt
    )
    assert t.offered("activate") == ["SV-4GTC-HQ"]
    t.refuses(["activate", "SV-6GTC-HQ"], "9.1.1.1.a")


@rule("kesselschlacht", "9.1.1.1.b")
@pytest.mark.parametrize("status", ["DO", "DIS", "RT"])
def test_a_shaken_headquarters_does_not_try(status: str) -> None:
    t = activation(hq(CORPS, "2205", status=status), tank("T1", "2206"), hq(FIVE, "2207"))
    assert STATUS_WORDS[status] in t.refuses(["activate", "SV-4GTC-HQ"], "9.1.1.1.b").message
    assert closing_up(t) == ["SV-4GTC-HQ", "T1"]


@rule("kesselschlacht", "9.1.1.2.b")
def test_enemy_units_and_zones_bar_the_way_but_friends_lift_the_zone() -> None:
    """T1 in the corner of the map can only go by 0102 or 0201, both next to the enemy in 0202."""
    across = road(*[f"{column:02d}04" for column in range(1, 23)])
    corner = [hq(CORPS, "0104"), tank("T1", "0101"), KEEP]
    said: Json = {"hexsides": [*ROAD, *across]}
    assert "SV-4GTC-HQ" in activation(*corner, **said).offered("activate")
    enemy = infantry("E1", "0202")
    activation(*corner, enemy, **said).refuses(["activate", "SV-4GTC-HQ"], "9.1.1.2.b")
    half = [tank("T2", "0102")]
    activation(*corner, enemy, *half, **said).refuses(["activate", "SV-4GTC-HQ"], "9.1.1.2.b")
    friends = [*half, hq(FIVE, "0103")]
    assert "SV-4GTC-HQ" in activation(*corner, enemy, *friends, **said).offered("activate")


@rule("kesselschlacht", "9.1.1.2.b")
def test_a_major_river_bars_the_way_without_a_bridge() -> None:
    beside = [hq(CORPS, "2305"), tank("T1", "2509"), KEEP]
    around = [river("2305", n) for n in ring("2305")]
    t = activation(*beside, hexsides=[*ROAD, *around])
    t.refuses(["activate", "SV-4GTC-HQ"], "9.1.1.2.b")
    bridged = [river("2305", n, bridge="standing") for n in ("2306", "2205")]
    t = activation(*beside, hexsides=[*ROAD, *around, *bridged])
    assert "SV-4GTC-HQ" in t.offered("activate")


@rule("kesselschlacht", "9.1.1.2.c")
def test_the_weather_changes_the_way_to_the_headquarters() -> None:
    units = [hq(CORPS, "2205"), tank("T1", "2213"), hq(FIVE, "2204")]
    assert "SV-4GTC-HQ" in activation(*units, weather="snow").offered("activate")
    storm = activation(*units, weather="heavy_snow")
    assert "8 points" in storm.refuses(["activate", "SV-4GTC-HQ"], "9.1.1.2.a").message


@rule("kesselschlacht", "9.1.1.2.d")
def test_the_supply_of_the_units_does_not_matter() -> None:
    t = activation(hq(CORPS, "2205"), tank("T1", "2206", grade="out"), hq(FIVE, "2207"))
    assert "SV-4GTC-HQ" in t.offered("activate")


@rule("kesselschlacht", "9.1.1.2.a")
def test_rout_does_not_halve_the_distance_unless_that_is_agreed() -> None:
    """R-179"""
    units = [hq(CORPS, "2205"), tank("T1", "2605", status="RT"), hq(FIVE, "2204")]
    assert "SV-4GTC-HQ" in activation(*units).offered("activate")
    strict = activation(*units, options={"routed_range_for_activation": True})
    assert "3 at most" in strict.refuses(["activate", "SV-4GTC-HQ"], "9.1.1.2.a").message


@rule("kesselschlacht", "9.1.3.a", "9.1.3.b", "4.0.G")
def test_four_corps_and_one_army_may_be_tried_whether_they_fail_or_not() -> None:
    corps = [hq(name, f"22{i + 3:02d}") for i, name in enumerate(CORPS_HQS)]
    armies = [army(name, f"22{i + 9:02d}") for i, name in enumerate(ARMIES)]
    t = activation(*corps, *armies, dice=[6] * 5)
    for name in CORPS_HQS[:4]:
        t.choose(["activate", id_of(name)])
    t.refuses(["activate", id_of(CORPS_HQS[0])], "9.1.3.b")
    t.refuses(["activate", id_of(CORPS_HQS[4])], "9.1.3.a")
    assert t.offered("activate") == [id_of(name) for name in ARMIES]
    other = activation(*corps, *armies, dice=[6] * 6)
    other.choose(["activate", id_of("60th Army")])
    other.refuses(["activate", id_of("18th Army")], "9.1.3.a")
    other.choose(["end"])
    assert other.state.phase != "activation"


@rule("kesselschlacht", "9.2.1.a", "9.2.1.b", "9.2.1.c")
def test_the_die_picks_38th_or_40th_army_before_all_others() -> None:
    both = [army("38th Army", "2203"), army("40th Army", "2205"), army("18th Army", "2207")]
    t = activation(*both, hq(CORPS, "2208"), dice=[4, 1])
    t.refuses(["activate", id_of("18th Army")], "9.2.1.a")
    t.refuses(["activate", id_of("38th Army")], "9.2.1.a")
    t.choose(["priority"])
    assert active(t) == [id_of("40th Army")]
    t.refuses(["activate", id_of("18th Army")], "9.1.3.a")
    t.refuses(["priority"], "9.1.3.a")
    only = activation(*both[1:], hq(CORPS, "2208"), dice=[2, 1])
    only.choose(["priority"])
    assert active(only) == [id_of("40th Army")]


@rule("kesselschlacht", "9.2.1-ex", "9.1.3-ex")
def test_a_failure_of_a_priority_army_is_free_and_another_army_may_be_tried_once() -> None:
    """R-78"""
    armies = [army(n, f"22{i:02d}") for i, n in enumerate(("38th Army", "40th Army", *ARMIES), 3)]
    t = activation(*armies, hq(CORPS, "2210"), dice=[1, 6, 6])
    t.choose(["priority"])
    t.refuses(["priority"])
    t.refuses(["activate", id_of("38th Army")], "9.1.3.b")
    assert id_of("40th Army") in t.offered("activate")
    t.choose(["activate", id_of("18th Army")])
    t.refuses(["activate", id_of("60th Army")], "9.1.3.a")


@rule("kesselschlacht", "9.2.1.d")
def test_without_an_eligible_priority_army_any_other_is_tried_at_once() -> None:
    t = activation(
        army("38th Army", "3020"), army("60th Army", "2203"), hq(CORPS, "2210"), dice=[1]
    )
    t.refuses(["priority"], "9.2.1.d")
    t.choose(["activate", id_of("60th Army")])
    assert active(t) == [id_of("60th Army")]


@rule("kesselschlacht", "9.1-ex")
def test_formations_that_cannot_be_activated_may_close_up_but_not_those_that_failed() -> None:
    """R-98"""
    units = [hq(CORPS, "2205"), tank("T1", "2206"), hq(FIVE, "3020"), hq("18th Army", "2209")]
    t = activation(*units, tank("T5", "3021", formation=FIVE), dice=[6])
    t.choose(["activate", "SV-4GTC-HQ"])
    assert closing_up(t) == ["SV-5GTC-HQ", "T5"]


# 5th Guards Tank Corps --------------------------------------------------------------------------

FIFTH = [hq(FIVE, "2205"), tank("T5", "3005", formation=FIVE)]
"""Its brigade is too far away for an attempt."""
CAMPAIGN: Json = {"scenario": "campaign", "turn": 4}


@rule("kesselschlacht", "9.2.2.a", "9.2.2.A.a", "9.2.2.A.b")
def test_a_low_die_sends_the_corps_off_eligible_or_not_and_uses_a_corps() -> None:
    corps = [hq(name, f"22{i + 6:02d}") for i, name in enumerate(CORPS_HQS)]
    t = activation(*FIFTH, *corps, KEEP, dice=[2, 6, 6, 6], **CAMPAIGN)
    assert t.state.fifth_guards == "leaving"
    assert active(t) == ["SV-5GTC-HQ", "T5"]
    for name in CORPS_HQS[:3]:
        t.choose(["activate", id_of(name)])
    t.refuses(["activate", id_of(CORPS_HQS[3])], "9.1.3.a")


@rule("kesselschlacht", "9.2.2.A.a")
def test_once_it_leaves_no_die_is_rolled_and_its_units_go_without_their_headquarters() -> None:
    t = activation(
        {"id": "SV-5GTC-HQ"}, FIFTH[1], hq(CORPS, "2206"),
        exited=["SV-5GTC-HQ"], fifth_guards="leaving", dice=[6], **CAMPAIGN,
    )  # fmt: skip
    assert active(t) == ["T5"]
    assert t.state.corps_attempts == 1
    assert t.state.rolls == 0


@rule("kesselschlacht", "9.2.2.B.a", "9.2.2.a")
def test_a_high_die_leaves_it_to_a_normal_attempt() -> None:
    near = [FIFTH[0], tank("T5", "2206", formation=FIVE), hq(CORPS, "2207")]
    t = activation(*near, dice=[3, 1], **CAMPAIGN)
    assert active(t) == []
    t.choose(["activate", "SV-5GTC-HQ"])
    assert active(t) == ["SV-5GTC-HQ", "T5"]
    assert t.state.fifth_guards == ""
    far = activation(*FIFTH, hq(CORPS, "2207"), dice=[3], **CAMPAIGN)
    far.refuses(["activate", "SV-5GTC-HQ"], "9.1.1.2.a")
    first = activation(*FIFTH, hq(CORPS, "2207"), dice=[1], turn=8)
    assert active(first) == []


@rule("kesselschlacht", "9.2.2.C")
def test_the_special_die_stops_when_the_whole_corps_is_gone() -> None:
    t = activation(
        {"id": "SV-5GTC-HQ"}, hq(CORPS, "2206"),
        exited=["SV-5GTC-HQ"], fifth_guards="leaving", dice=[1], **CAMPAIGN,
    )  # fmt: skip
    assert t.state.fifth_guards == "gone"
    assert (t.state.corps_attempts, t.state.rolls) == (0, 0)
    t = activation(
        {"id": "SV-5GTC-HQ"}, hq(CORPS, "2206"), eliminated=["SV-5GTC-HQ"], dice=[1], **CAMPAIGN
    )
    assert (t.state.fifth_guards, t.state.rolls) == ("", 0), "nor for an HQ that is lost"


@rule("kesselschlacht", "9.2.2.D", "8.1.3.b")
def test_it_leaves_besides_the_corps_of_the_directive() -> None:
    others = [hq(name, f"22{i + 6:02d}") for i, name in enumerate(CORPS_HQS[1:])]
    t = activation(
        *FIFTH, hq(CORPS, "2204"), *others, KEEP,
        directive="issued", directive_hq="SV-4GTC-HQ", dice=[1, 6, 6], **CAMPAIGN,
    )  # fmt: skip
    assert active(t) == ["SV-4GTC-HQ", "SV-5GTC-HQ", "T5"]
    for name in CORPS_HQS[1:3]:
        t.choose(["activate", id_of(name)])
    t.refuses(["activate", id_of(CORPS_HQS[3])], "9.1.3.a")


# The query --------------------------------------------------------------------------------------


@rule("kesselschlacht", "9.1.2.a", "9.1.1.a")
def test_the_query_tells_the_soviets_who_may_be_activated_by_what_way_and_die() -> None:
    t = activation(hq(CORPS, "2205"), tank("T1", "2207"), hq(FIVE, "3020"), KEEP, dice=[1])
    report = activation_report(t.state, SOVIET)
    corps = report["SV-4GTC-HQ"]
    assert (corps["eligible"], corps["points"], corps["needed"]) == (True, 2, 5)
    assert corps["path"] == ["2205", "2204", "2203", "2202", "2201"]
    assert corps["units"] == {"T1": 1}
    refusal = report["SV-5GTC-HQ"]["refusal"]
    assert refusal is not None
    assert refusal["rule"] == "9.1.1.1.a"
    t.choose(["activate", "SV-4GTC-HQ"])
    assert activation_report(t.state, None)["SV-4GTC-HQ"]["activated"]
    assert activation_report(t.state, AXIS_SIDE) == {}


@rule("kesselschlacht", "9.1.2-note")
def test_an_activated_unit_that_is_too_far_from_its_headquarters_does_not_attack() -> None:
    units = [hq(CORPS, "2205"), KEEP]
    near, far = (tank(f"T{i}", h, activated=True) for i, h in enumerate(("2211", "2905")))
    t = activation(*units, near, far, weather="snow")
    assert why_no_attack(t.state, SOVIET, t.index("T0")) is None
    refused = why_no_attack(t.state, SOVIET, t.index("T1"))
    assert refused is not None
    assert refused.rule in ("10.2.2.b", "10.2.3.a")
