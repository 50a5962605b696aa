"""Supply in Kesselschlacht: lines, grades, and the moments of the checks. 10.0 to 10.4"""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.rules import supply
from hexfront.games.kesselschlacht.rules.supply_lines import Line
from hexfront.games.kesselschlacht.sides import HEAVY_SNOW, MUD, RT, SNOW
from tests.kesselschlacht.table import (
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
    tank,
)
from tests.rules import rule

ARMY, TANKS, CORPS = "1st Guards Army", "4th Guards Tank Corps", "III Panzer Korps"
COLUMN = [f"22{row:02d}" for row in range(1, 32)]
"""From the Soviet source 2201 south."""


def now(t: Table, name: str) -> str:
    return supply.grade_now(t.state, t.index(name))


def line(t: Table, name: str) -> Line | None:
    return supply.to_hq(t.state, t.index(name))


def report(t: Table, side: str, asker: int | None = None) -> dict[str, Any]:
    """The `supply` query."""
    found: dict[str, Any] = t.match.game.supply(t.state, t.match.game.sides.index(side), asker)[
        "units"
    ]
    return found


def wall(number: str) -> list[Json]:
    """Soviets around a hex, two hexes away."""
    return [rifle(f"W{h}", h) for h in ring(number, 2)]


# ---- lines ----


@rule("kesselschlacht", "10.1.a", "10.4.1.a")
def test_a_line_of_ten_points_leads_to_the_corps_and_one_half_point_more_does_not() -> None:
    t = still([infantry("G", "2020"), hq(CORPS, "2010")])
    found = line(t, "G")
    assert found is not None
    assert found.cost == 20  # half points
    assert [GRID.number(h) for h in found.path] == [f"20{row}" for row in range(20, 9, -1)]
    assert now(t, "G") == "attack"
    farther = still([infantry("G", "2021"), hq(CORPS, "2010")], hexsides=road("2021", "2020"))
    assert line(farther, "G") is None
    assert now(farther, "G") == "out"


@rule("kesselschlacht", "10.4.1.a")
def test_a_corps_without_points_supplies_all_the_same() -> None:
    t = still([infantry("G", "2011"), hq(CORPS, "2010")])
    assert not t.state.fuel
    assert not t.state.ammo
    assert now(t, "G") == "attack"


@rule("kesselschlacht", "10.1.a")
def test_a_line_crosses_a_major_river_by_a_bridge_only() -> None:
    near = sorted(ring("2010"))
    shut = [river("2010", h) for h in near if h != "2011"]
    t = still(
        [infantry("G", "2010"), hq(CORPS, "2013")],
        hexsides=[*shut, river("2010", "2011", bridge="standing")],
    )
    assert now(t, "G") == "attack"
    t.state.set_standing(0)
    assert now(t, "G") == "out"


@rule("kesselschlacht", "10.1.a")
def test_a_line_pays_for_each_hex_entered_on_the_way_to_the_hq() -> None:
    hexes: Json = {"2010": {"terrain": "mountainous"}}
    assert line(still([infantry("G", "2010"), hq(CORPS, "2012")], hexes=hexes), "G") == (
        4,
        tuple(GRID.index(h) for h in ("2010", "2011", "2012")),
    )  # its own hex is free
    there = line(still([infantry("G", "2012"), hq(CORPS, "2010")], hexes=hexes), "G")
    assert there is not None
    assert there.cost == 2 + 6  # the HQ's hex is paid. R-56
    by_tank = line(still([panzer("G", "2012"), hq(CORPS, "2010")], hexes=hexes), "G")
    assert by_tank is not None
    assert by_tank.cost == 2 + 8  # each class at its own costs
    over = line(
        still(
            [infantry("G", "2012"), hq(CORPS, "2011")], hexsides=[river("2012", "2011", "minor")]
        ),
        "G",
    )
    assert over is not None
    assert over.cost == 2 + 2


@rule("kesselschlacht", "10.1.a")
@pytest.mark.parametrize(
    ("kind", "weather", "cost"),
    [
        ("paved", SNOW, 4),
        ("dirt", SNOW, 4),
        ("paved", MUD, 4),
        ("dirt", MUD, 8),
        ("dirt", HEAVY_SNOW, 8),
    ],
)
def test_a_line_follows_roads_at_the_rates_of_the_weather(
    kind: str, weather: str, cost: int
) -> None:
    path = [f"20{row}" for row in range(10, 15)]
    t = still(
        [infantry("G", "2010"), hq(CORPS, "2014")], hexsides=road(*path, kind=kind), weather=weather
    )
    found = line(t, "G")
    assert found is not None
    assert found.cost == cost


@rule("kesselschlacht", "10.1.b", "3.2.2.b")
def test_enemy_units_and_zones_block_a_line_and_a_friend_lifts_the_zone() -> None:
    # 2009 is the only way out; a Soviet division two hexes off controls it.
    shut = [river("2010", h) for h in ring("2010") if h != "2009"]
    units = [infantry("G", "2010"), hq(CORPS, "2006")]
    assert now(still(units, hexsides=shut), "G") == "attack"
    watched = still([*units, rifle("R", "2109")], hexsides=shut)
    assert "2009" in watched.match.game.zoc(watched.state, 1)["hexes"]
    assert now(watched, "G") == "out"
    for friend in (
        relief("F", "2009"),
        hq("First Panzer Army", "2009"),
        infantry("F", "2009", status=RT),
    ):
        assert now(still([*units, rifle("R", "2109"), friend], hexsides=shut), "G") == "attack"
    # An HQ has no zone, but nobody traces through its hex. R-172
    assert now(still([*units, hq(ARMY, "2009")], hexsides=shut), "G") == "out"


@rule("kesselschlacht", "10.1.b")
def test_zones_on_the_unit_and_on_its_hq_do_not_matter() -> None:
    t = still([infantry("G", "2010"), hq(CORPS, "2011"), rifle("R", "2110"), rifle("Q", "2112")])
    assert {"2010", "2011"} <= set(t.match.game.zoc(t.state, 1)["hexes"])
    assert now(t, "G") == "attack"


@rule("kesselschlacht", "10.1.c")
def test_nobody_dies_of_hunger() -> None:
    t = still([infantry("G", "2010"), *wall("2010")])
    for _ in range(10):
        supply.check_all(t.state)
    assert (t.grade("G"), t.where("G")) == ("out", "2010")


# ---- First Panzer Army and the relief force ----


@rule("kesselschlacht", "10.4", "10.4.2.a")
def test_first_panzer_army_traces_to_its_own_corps_only() -> None:
    t = still([panzer("P", "2010"), hq("LIX Army Korps", "2011"), hq(CORPS, "2030")])
    assert now(t, "P") == "out"
    assert not supply.can_draw(t.state, t.index("P"))
    t.state.parent[t.index("P")] = t.index("AX-LIX-HQ")
    assert now(t, "P") == "attack"
    assert supply.can_draw(t.state, t.index("P"))


@rule("kesselschlacht", "10.3.1.a", "10.3", "10.3.2.a")
def test_the_relief_force_traces_to_its_own_corps_only() -> None:
    relief_hq, hungarian_hq = hq("XLVIII Panzer Korps", "2010"), hq("Hungarian VII Corps", "2022")
    t = still([relief("G", "2021"), hungarian("H", "2011"), relief_hq, hungarian_hq])
    assert (now(t, "G"), now(t, "H")) == ("out", "out")
    t = still([relief("G", "2020"), hungarian("H", "2012"), relief_hq, hungarian_hq])
    assert (now(t, "G"), now(t, "H")) == ("attack", "attack")


@rule("kesselschlacht", "10.3", "10.4")
def test_axis_hqs_are_always_in_supply() -> None:
    t = still([hq(CORPS, "2010"), hq("First Panzer Army", "2010"), *wall("2010")])
    assert (now(t, "AX-III-HQ"), now(t, "AX-1PZA-HQ")) == ("attack", "attack")


@rule("kesselschlacht", "13.3.3.a")
@pytest.mark.parametrize(("number", "grade"), [("2015", "attack"), ("2016", "out")])
def test_rout_halves_the_range(number: str, grade: str) -> None:
    assert now(still([infantry("G", number, status=RT), hq(CORPS, "2010")]), "G") == grade


@rule("kesselschlacht", "10.4")
def test_units_of_an_hq_off_the_map_are_out() -> None:
    t = still([infantry("G", "2010"), hq(CORPS, None)])
    assert now(t, "G") == "out"
    assert line(t, "G") is None


@rule("kesselschlacht", "10.0")
def test_reinforcements_are_in_supply_for_the_turn_they_come() -> None:
    t = still([relief("G", "0101"), hq("XLVIII Panzer Korps", "4001")])
    assert now(t, "G") == "out"
    t.state.entered |= 1 << t.index("G")
    assert now(t, "G") == "attack"


# ---- drawing ----


@rule("kesselschlacht", "10.5.1.b", "10.6.1.b")
def test_to_draw_takes_a_line_at_the_instant_and_the_front_of_the_counter() -> None:
    units = [panzer("P", "2010"), hq(CORPS, "2012")]
    t = still(units)
    assert supply.can_draw(t.state, t.index("P"))
    t.state.grade[t.index("P")] = "out"
    assert now(t, "P") == "attack"
    assert not supply.can_draw(t.state, t.index("P"))
    cut = still([units[0], hq(CORPS, "2014"), *wall("2010")])
    assert cut.grade("P") == "attack"
    assert not supply.can_draw(cut.state, cut.index("P"))
    other = still([relief("G", "2010"), hq("XLVIII Panzer Korps", "2012")])
    assert not supply.can_draw(other.state, other.index("G"))


@rule("kesselschlacht", "10.5.7")
def test_the_army_hq_draws_from_any_one_corps_in_reach() -> None:
    t = still(
        [
            hq("First Panzer Army", "2010"),
            hq(CORPS, "2012"),
            hq("LIX Army Korps", "2008"),
            hq("XXIV Panzer Korps", "2025"),
        ]
    )
    s, army = t.state, t.index("AX-1PZA-HQ")
    assert set(supply.draws_from(s, army)) == {t.index("AX-III-HQ"), t.index("AX-LIX-HQ")}
    s.fuel_source = t.index("AX-LIX-HQ")
    assert supply.draws_from(s, army) == [t.index("AX-LIX-HQ")]
    s.fuel_source = t.index("AX-XXIV-HQ")
    assert not supply.can_draw(s, army)


# ---- Soviet ----


def soviet(*units: Json, last: int = 10, kind: str = "paved", **more: Any) -> Table:
    """A road from the source 2201 down to row `last`."""
    return still(
        list(units), hexsides=[*road(*COLUMN[:last], kind=kind), *more.pop("sides", [])], **more
    )


@rule("kesselschlacht", "10.2.a", "10.2.1.a")
@pytest.mark.parametrize(("row", "grade"), [(8, "attack"), (16, "attack"), (17, "out")])
def test_attack_supply_is_six_points_from_an_hq_on_a_road_to_the_edge(row: int, grade: str) -> None:
    # The road ends in 2210, the HQ stands there; unit on foot in clear hexes.
    t = soviet(rifle("R", f"22{row:02d}"), hq(ARMY, "2210"))
    assert now(t, "R") == grade


@rule("kesselschlacht", "10.2.1.a", "10.2.2.a")
@pytest.mark.parametrize(
    ("place", "grade"), [("2210", "attack"), ("2211", "attack"), ("2212", "general")]
)
def test_the_hq_is_within_one_hex_of_the_road(place: str, grade: str) -> None:
    t = soviet(rifle("R", "2213"), hq(ARMY, place))
    assert now(t, "R") == grade
    assert now(t, "SV-1GA-HQ") == grade


@rule("kesselschlacht", "10.2.1.a")
def test_the_step_to_the_road_must_be_open() -> None:
    units = [rifle("R", "2212"), hq(ARMY, "2211")]
    assert now(soviet(*units, sides=[river("2211", "2210")]), "R") == "general"
    assert now(soviet(*units, sides=[river("2211", "2210", bridge="standing")]), "R") == "attack"
    guard = infantry("G", "2110")  # its zone reaches 2209 and 2210
    assert now(soviet(*units, guard), "R") == "general"
    assert now(soviet(*units, guard, rifle("Q", "2210")), "R") == "general"
    assert now(soviet(*units, guard, rifle("Q", "2210"), rifle("P", "2209")), "R") == "attack"


@rule("kesselschlacht", "10.2.1.a", "10.2.2.a")
def test_a_road_is_cut_by_enemies_zones_and_blown_bridges() -> None:
    units = [rifle("R", "2212"), hq(ARMY, "2210")]
    assert now(soviet(*units), "R") == "attack"
    assert now(soviet(*units, infantry("G", "2205")), "R") == "out"
    assert now(soviet(*units, infantry("G", "2104")), "R") == "out"
    assert now(soviet(*units, infantry("G", "2201")), "R") == "out"  # on the edge
    t = soviet(*units, sides=[river("2205", "2206", bridge="standing")])
    assert now(t, "R") == "attack"
    t.state.set_standing(0)
    assert now(t, "R") == "general"  # on foot it is not too far to the other bank's road


@rule("kesselschlacht", "10.2.2.a", "10.2.2-note")
@pytest.mark.parametrize(("row", "grade"), [(15, "general"), (16, "general"), (17, "out")])
def test_general_supply_is_six_points_from_a_road_to_the_edge(row: int, grade: str) -> None:
    t = soviet(rifle("R", f"22{row}"), hq(ARMY, "5031"))
    assert now(t, "R") == grade
    without = soviet(rifle("R", f"22{row}"), hq(ARMY, None))
    assert now(without, "R") == grade


@rule("kesselschlacht", "10.2.2-note")
def test_units_in_general_supply_are_not_flipped() -> None:
    t = soviet(rifle("R", "2210"), hq(ARMY, "5031"))
    supply.check_phase(t.state, "activation")
    assert t.grade("R") == "general"
    assert not t.state.flipped(t.index("R"))


@rule("kesselschlacht", "10.2.3.a")
def test_units_without_a_road_are_flipped() -> None:
    t = still([rifle("R", "3020"), hq(ARMY, "3020")])
    supply.check_phase(t.state, "activation")
    assert t.grade("R") == "out"
    assert t.state.flipped(t.index("R"))


@rule("kesselschlacht", "10.2.2.a", "10.2.1.a")
def test_dirt_roads_lead_to_the_edge_in_mud_but_give_units_no_rate() -> None:
    near = soviet(rifle("R", "2216"), hq(ARMY, "2210"), kind="dirt", weather=MUD)
    assert now(near, "R") == "attack"
    along = [f"22{row}" for row in range(10, 20)]
    dry = [rifle("R", "2219"), hq(ARMY, "2210")]
    sides = road(*along, kind="dirt")
    assert line(soviet(*dry, sides=sides, weather=SNOW), "R") is not None  # 9 hexes at one half
    assert line(soviet(*dry, sides=sides, weather=MUD), "R") is None


@rule("kesselschlacht", "13.3.3.a")
def test_rout_halves_the_range_to_hq_and_road() -> None:
    for row, grade in ((13, "attack"), (14, "out")):
        t = soviet(rifle("R", f"22{row}", status=RT), hq(ARMY, "2210"))
        assert now(t, "R") == grade


@rule("kesselschlacht", "10.2.1.a")
def test_a_pontoon_joins_the_roads_of_its_banks() -> None:
    sides = [
        *road(*COLUMN[:5]),
        *road(*COLUMN[5:12]),
        *[river("2205", h) for h in ("2206", "2106", "2306")],
    ]
    train = {"side": "soviet", "state": "built", "between": ["2205", "2206"]}
    units = [rifle("R", "2213"), hq(ARMY, "2212")]
    assert now(still(units, hexsides=sides), "R") == "out"
    assert now(still(units, hexsides=sides, trains=[train]), "R") == "attack"


# ---- the way of an HQ to the edge ----


@rule("kesselschlacht", "9.1.2.b", "5.0.2.2", "11.1.5-ex")
@pytest.mark.parametrize("weather", [SNOW, MUD, HEAVY_SNOW])
def test_the_way_to_the_edge_costs_one_half_a_hex_in_any_weather(weather: str) -> None:
    t = soviet(hq(ARMY, "2211"), kind="dirt", weather=weather)
    found = supply.road_to_edge(t.state, t.index("SV-1GA-HQ"))
    assert found is not None
    assert found.cost == 10  # the step to the road included. R-76
    assert [GRID.number(h) for h in found.path] == COLUMN[10::-1]


@rule("kesselschlacht", "9.1.2.a")
def test_an_hq_too_far_from_a_road_has_no_way_and_the_shortest_counts() -> None:
    assert supply.road_to_edge((t := soviet(hq(ARMY, "2212"))).state, t.index("SV-1GA-HQ")) is None
    # 2310 is on a long way round; the neighbour 2209 is nearer to the edge.
    t = soviet(hq(ARMY, "2310"), sides=road("2310", "2311", "2211", "2210"))
    found = supply.road_to_edge(t.state, t.index("SV-1GA-HQ"))
    assert found is not None
    assert found.cost == 9


@rule("kesselschlacht", "9.1.2.a")
def test_the_step_to_the_road_crosses_no_river_without_a_bridge_and_enters_no_zone() -> None:
    across = river("2211", "2210")
    t = soviet(hq(ARMY, "2211"), sides=[across])
    assert supply.road_to_edge(t.state, t.index("SV-1GA-HQ")) is None
    bridged = soviet(hq(ARMY, "2211"), sides=[{**across, "bridge": "standing"}])
    assert supply.road_to_edge(bridged.state, bridged.index("SV-1GA-HQ")) is not None


# ---- the checks ----


@rule("kesselschlacht", "10.0", "4.0.J", "4.0.K")
def test_a_unit_cut_off_keeps_its_grade_until_the_next_check() -> None:
    t = still([infantry("G", "2010"), hq(CORPS, "2014"), *wall("2010")])
    s = t.state
    assert (now(t, "G"), t.grade("G")) == ("out", "attack")
    for phase in (
        "positions",
        "activation",
        "soviet-move",
        "soviet-combat",
        "axis-motorized",
        "recovery",
    ):
        supply.check_phase(s, phase)
        assert t.grade("G") == "attack"
    for phase in ("axis-move", "axis-combat"):
        s.grade[t.index("G")] = "attack"
        supply.check_phase(s, phase)
        assert t.grade("G") == "out"


@rule("kesselschlacht", "10.0", "4.0.L")
def test_the_last_check_is_for_motorized_units_alone() -> None:
    t = still([infantry("G", "2010"), panzer("P", "2010"), hq(CORPS, "2014"), *wall("2010")])
    supply.check_phase(t.state, "axis-motorized")
    assert (t.grade("G"), t.grade("P")) == ("attack", "out")


@rule("kesselschlacht", "10.0", "4.0.G", "4.0.I")
def test_before_soviet_combat_only_the_activated_are_checked() -> None:
    t = still([rifle("R", "3020"), rifle("Q", "3020"), hq(ARMY, "3020"), infantry("G", "4020")])
    s = t.state
    s.activated = 1 << t.index("R")
    supply.check_phase(s, "soviet-combat")
    assert (t.grade("R"), t.grade("Q"), t.grade("G")) == ("out", "attack", "attack")
    supply.check_phase(s, "activation")
    assert (t.grade("Q"), t.grade("G")) == ("out", "attack")


@rule("kesselschlacht", "10.0")
def test_a_check_logs_who_changes_and_nothing_else() -> None:
    t = still(
        [infantry("G", "2010"), infantry("F", "2011"), hq(CORPS, "2031"), infantry("E", "2030")]
    )
    s = t.state
    s.events = []
    supply.check_phase(s, "axis-move")
    assert [t.match.game.view_event(s, e, None, True) for e in s.events] == [
        {"what": "supply", "case": "4.0.J", "units": ["G", "F"], "grades": ["out", "out"]}
    ]
    s.events = []
    supply.check_phase(s, "axis-combat")
    assert s.events == []


# ---- the query ----


@rule("kesselschlacht", "10.2.1.a", "10.2.2.a")
def test_the_query_has_the_whole_line_to_the_edge() -> None:
    t = soviet(rifle("R", "2212"), hq(ARMY, "2210"), tank("T", "2312"), infantry("G", "5020"))
    found = report(t, "soviet")
    assert found["R"] == {
        "supplied": True, "state": "attack", "checked": "attack", "points": 2.0, "path": COLUMN[11::-1],
    }  # fmt: skip
    assert (found["T"]["state"], found["T"]["checked"]) == ("general", "attack")
    assert found["T"]["path"][-1] == "2201"
    assert report(t, "axis")["G"] == {
        "supplied": False, "state": "out", "checked": "attack", "points": None, "path": None,
    }  # fmt: skip


def test_the_enemy_sees_only_what_lies_on_top() -> None:
    t = soviet(rifle("Q", "2212"), rifle("R", "2212", grade="general"), hq(ARMY, "2210"))
    found = report(t, "soviet", asker=0)
    assert set(found) == {"Q", "SV-1GA-HQ"}
    assert found["Q"]["path"] is None
    assert set(report(t, "soviet", asker=1)) == {"R", "Q", "SV-1GA-HQ"}


def test_lines_are_traced_over_the_ground_and_units_of_now() -> None:
    t = soviet(rifle("R", "2212"), hq(ARMY, "2210"), infantry("G", "5020"), infantry("F", "5021"))
    s, g = t.state, t.index("G")
    assert now(t, "R") == "attack"
    s.lift(g)
    s.put(g, GRID.index("2104"))
    assert now(t, "R") == "out"
    s.set_status(g, RT)
    assert now(t, "R") == "attack"
    s.set_weather(HEAVY_SNOW)
    assert report(t, "soviet")["R"]["points"] == 4.0


@rule("kesselschlacht", "10.4")
def test_the_line_that_is_shown_leads_to_the_units_own_hq() -> None:
    units = [
        infantry("A", "2010", formation="XXIV Panzer Korps"),
        hq("XXIV Panzer Korps", "2014"),
        hq("III Panzer Korps", "2011"),
    ]
    t = still(units)
    line = supply.to_hq(t.state, t.index("A"))
    assert line is not None
    assert [GRID.number(h) for h in line.path] == ["2010", "2011", "2012", "2013", "2014"]
