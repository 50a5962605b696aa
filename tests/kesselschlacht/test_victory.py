"""Victory in Kesselschlacht: points, levels, ways out. 17"""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.kesselschlacht.rules import victory
from hexfront.games.kesselschlacht.sides import AXIS, DO, RT, SOVIET
from tests.kesselschlacht.table import (
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
)
from tests.rules import rule

ROAD = [f"11{row}" for row in range(10, 21)]
"""A road south from Podhajce, 1110."""
CORPS = "III Panzer Korps"


def west(*units: Json, seret: bool = True, **more: Any) -> Table:
    """A road to Podhajce; all of it and the hexes around are west of the Seret."""
    columns = [f"{column:02d}{row:02d}" for column in range(5, 19) for row in range(5, 26)]
    hexes: Json = {n: {"west_of_seret": seret} for n in columns}
    hexes["1110"] |= {"town": "Podhajce", "points": 0}
    hexes |= more.pop("hexes", {})
    sides = [*road(*ROAD), *more.pop("sides", [])]
    return still(list(units), hexes=hexes, hexsides=sides, **more)


def score(t: Table) -> Json:
    axis, soviet = victory.points(t.state)
    return {
        **{f"axis {k}": v for k, v in axis.items()},
        **{f"soviet {k}": v for k, v in soviet.items()},
    }


def escaped(t: Table) -> int:
    return int(score(t)["axis escaped"])


# ---- who got out ----


@rule("kesselschlacht", "17.0.1.2", "17.0.1.3", "17.0.b")
@pytest.mark.parametrize(
    ("unit", "points"),
    [
        (infantry("U", "1115"), 2),
        (battalion("U", "1115"), 2),
        (panzer("U", "1115"), 4),
        (panzer("U", "1115", status=RT, grade="out"), 4),
        (hq(CORPS, "1115"), 2),
        (hq("Group Gollnick", "1115"), 2),  # a leg HQ: R-132
        (relief("U", "1115"), 0),
        (relief("U", "1115", type="armor", mobility="motorized"), 0),
        (hungarian("U", "1115"), 0),
        ({"id": "AX-GAR-KHOT", "hex": "1115"}, 0),
        ({"id": "AX-GAR-KHOT", "hex": "1115", "parent": "AX-III-HQ"}, 2),
    ],
)
def test_units_of_first_panzer_army_in_the_west_are_worth_points(unit: Json, points: int) -> None:
    assert escaped(west(unit)) == points
    assert escaped(west(unit, seret=False)) == 0


@rule("kesselschlacht", "17.0.1.2")
@pytest.mark.parametrize(("number", "points"), [("1116", 2), ("1612", 2), ("1712", 0)])
def test_the_road_is_no_more_than_five_hexes_away(number: str, points: int) -> None:
    assert escaped(west(infantry("G", number))) == points


@rule("kesselschlacht", "17.0.1.2")
def test_only_roads_to_the_three_towns_count() -> None:
    elsewhere = road("0725", "0724", "0723")
    assert escaped(west(infantry("G", "0724"), sides=elsewhere)) == 0
    assert (
        escaped(
            west(
                infantry("G", "0415"),
                hexes={"0415": {"west_of_seret": True}},
                sides=road("0415", "0416", "0417"),
            )
        )
        == 2
    )


@rule("kesselschlacht", "17.0.1.2", "17.0.1.3")
def test_enemies_zones_and_rivers_bar_the_way_and_friends_lift_zones() -> None:
    unit = panzer("P", "1115")
    shut = [river(a, b) for a in ("1113",) for b in ring("1113")]
    assert escaped(west(unit, rifle("R", "1110"))) == 0  # in the town
    assert escaped(west(unit, rifle("R", "1109"))) == 0  # its zone reaches the town
    assert escaped(west(unit, rifle("R", "1109"), relief("F", "1110"))) == 4
    assert escaped(west(unit, rifle("R", "1013"), rifle("Q", "1213"))) == 0
    assert (
        escaped(west(unit, hq("1st Guards Army", "1112"))) == 4
    )  # five hexes round the HQ to the road
    assert escaped(west(unit, sides=shut)) == 4  # on foot round the river
    assert escaped(west(panzer("P", "1113"), sides=shut)) == 0
    bridged = [s | {"bridge": "standing"} if s["between"] == ["1113", "1112"] else s for s in shut]
    assert escaped(west(panzer("P", "1113"), sides=bridged)) == 4


@rule("kesselschlacht", "17.0.1.2")
def test_the_zone_on_the_unit_itself_does_not_matter() -> None:
    assert escaped(west(panzer("P", "1120"), rifle("R", "1121"), infantry("G", "1119"))) == 6


# ---- losses ----


@rule("kesselschlacht", "17.0.1.1", "17.0.2.1", "17.0.2.2")
@pytest.mark.parametrize(
    ("unit", "axis", "soviet"),
    [
        (rifle("U", None), 2, 0),
        (hq("40th Army", None), 2, 0),
        (panzer("U", None), 0, 4),
        (relief("U", None, type="armor", mobility="motorized"), 0, 4),
        (infantry("U", None), 0, 2),
        (hq(CORPS, None), 0, 2),
        (hungarian("U", None, type="armor", mobility="motorized"), 0, 2),
        ({"id": "AX-GAR-KHOT", "hex": None}, 0, 2),
    ],
)
def test_units_eliminated_are_worth_points(unit: Json, axis: int, soviet: int) -> None:
    t = still([unit])
    t.state.killed[t.index(unit["id"])] = 1
    found = score(t)
    assert (found["axis units eliminated"], found["soviet units eliminated"]) == (axis, soviet)
    t.state.killed[t.index(unit["id"])] = 2
    assert sum(score(t).values()) == 2 * (axis + soviet)


@rule("kesselschlacht", "17.0.1.1", "17.0.2.1")
def test_who_left_the_map_counts_for_nobody() -> None:
    t = still([panzer("P", None), rifle("R", None)], exited=["P", "R"])
    assert victory.totals(t.state) == {"axis": 0, "soviet": 0}


# ---- cut off, objectives ----


@rule("kesselschlacht", "17.0.2.3")
def test_german_combat_units_without_a_line_to_any_corps_are_worth_points() -> None:
    units = [infantry("G", "2010"), hq(CORPS, "4010")]
    assert score(still(units))["soviet cut off"] == 2
    for other in ("LIX Army Korps", "XLVIII Panzer Korps", "Hungarian VII Corps"):
        assert score(still([*units, hq(other, "2020")]))["soviet cut off"] == 0
    assert score(still([*units, hq("LIX Army Korps", "2021")]))["soviet cut off"] == 2
    assert score(still([*units, hq("First Panzer Army", "2011")]))["soviet cut off"] == 2
    routed = [infantry("G", "2010", status=RT), hq(CORPS, "2016")]
    assert score(still(routed))["soviet cut off"] == 2
    assert (
        score(still([hungarian("H", "2010"), hq("First Panzer Army", "2010")]))["soviet cut off"]
        == 0
    )
    post: Json = {"id": "AX-GAR-KHOT", "hex": "3426"}
    assert score(still([post]))["soviet cut off"] == 2


@rule("kesselschlacht", "17.0.2.4")
def test_an_objective_needs_a_soviet_combat_unit_in_supply() -> None:
    def held(*units: Json, last: int = 10) -> int:
        sides = road(*[f"22{row:02d}" for row in range(1, last + 1)])
        t = still(list(units), hexsides=sides, hexes={"2212": {"town": "A", "points": 7}})
        return int(score(t)["soviet objectives"])

    assert held() == 0
    assert held(rifle("R", "2212"), hq("1st Guards Army", "5020")) == 7  # General Supply
    assert held(rifle("R", "2212", grade="out"), hq("1st Guards Army", "2210")) == 7  # counted anew
    assert held(rifle("R", "2212"), last=3) == 0
    assert held(hq("1st Guards Army", "2212")) == 0
    assert held(rifle("R", "2213")) == 0
    assert held(infantry("G", "2212")) == 0


# ---- levels ----


@rule("kesselschlacht", "17.0.3")
@pytest.mark.parametrize(
    ("difference", "level"),
    [
        (60, "Axis Decisive"),
        (51, "Axis Decisive"),
        (50, "Axis Substantive"),
        (41, "Axis Substantive"),
        (40, "Axis Marginal"),
        (31, "Axis Marginal"),
        (30, "Soviet Marginal"),
        (21, "Soviet Marginal"),
        (20, "Soviet Substantive"),
        (0, "Soviet Substantive"),
        (-5, "Soviet Substantive"),
    ],
)
def test_the_difference_decides_the_level(difference: int, level: str) -> None:
    assert victory.level_of(still().state.world.tables, difference) == level


def finished(killed: int, lost: int, *units: Json) -> Json:
    t = west(*units, rifle("R", None), panzer("L", None))
    t.state.killed = {t.index("R"): killed, t.index("L"): lost}
    return victory.final_result(t.state)


@rule("kesselschlacht", "17.0.a", "17.0.3")
def test_the_soviet_total_is_taken_from_the_axis_total() -> None:
    found = finished(43, 10, infantry("G", "1115"), hq(CORPS, "1114", mobility="leg"))
    assert found["vp"] == {"axis": 90, "soviet": 40}
    assert (found["difference"], found["level"], found["winner"]) == (
        50,
        "Axis Substantive",
        "axis",
    )
    assert found["by"] == "points"
    behind = finished(10, 10, infantry("G", "1115"), hq(CORPS, "1114"))
    assert (behind["difference"], behind["winner"]) == (-16, "soviet")


@rule("kesselschlacht", "17.0.1-note")
def test_if_nobody_has_a_way_out_the_soviets_win_whatever_the_points() -> None:
    found = finished(60, 0, infantry("G", "4020"), hq(CORPS, "4020"), relief("F", "1115"))
    assert (found["level"], found["winner"]) == ("Soviet Decisive", "soviet")
    assert found["difference"] > 51
    assert found["by"] == "nobody out"


@rule("kesselschlacht", "17.0.1-note")
@pytest.mark.parametrize("unit", [infantry("G", "1115", status=DO), hq(CORPS, "1115")])
def test_one_unit_with_a_path_east_of_the_seret_averts_that(unit: Json) -> None:
    t = west(unit, rifle("R", None), seret=False)
    t.state.killed = {t.index("R"): 60}
    assert victory.escaped(t.state) == []
    found = victory.final_result(t.state)
    assert found["by"] == "points"


@rule("kesselschlacht", "17.0.2.4", "17.0.a")
def test_supply_is_checked_once_more_at_the_end() -> None:
    t = still([rifle("R", "3020"), infantry("G", "2010"), hq("1st Guards Army", "3021")])
    assert (t.grade("R"), t.grade("G")) == ("attack", "attack")
    victory.final_result(t.state)
    assert (t.grade("R"), t.grade("G")) == ("out", "out")


# ---- for the lab ----


def test_the_margin_is_counted_from_the_border_between_the_sides() -> None:
    levels = still().state.world.tables["victory_levels"]
    points = {"by": "points"}
    assert victory.margin(levels, {"difference": 31, **points}, AXIS) == 0.5
    assert victory.margin(levels, {"difference": 30, **points}, AXIS) == -0.5
    assert victory.margin(levels, {"difference": 30, **points}, SOVIET) == 0.5
    assert victory.margin(levels, {"difference": 60, "by": "nobody out"}, SOVIET) == 10


def test_the_standing_names_the_causes_and_the_objectives() -> None:
    t = still(
        [rifle("R", "2201"), infantry("G", "4010")],
        hexes={"2201": {"town": "A", "points": 7}, "0101": {"city": "B", "points": 3}},
    )
    found = t.match.game.standing(t.state)
    assert found["vp"] == -9
    assert found["causes"]["soviet objectives"] == -7
    assert found["places"] == {"A 2201": "soviet", "B 0101": "axis"}


@rule("kesselschlacht", "17.0.2.3")
def test_tanks_are_cut_off_by_mud_where_infantry_is_not() -> None:
    units = [infantry("G", "2010"), panzer("P", "2010"), hq(CORPS, "2016")]
    assert score(still(units, weather="snow"))["soviet cut off"] == 0
    assert score(still(units, weather="mud"))["soviet cut off"] == 2
