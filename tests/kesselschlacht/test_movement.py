"""Movement (11): allowances, costs, stacks, zones, infiltration, roads and rivers."""

from typing import Any

import pytest

from hexfront.games.kesselschlacht.rules.force import starting_force
from hexfront.mechanics.entering import NEVER
from hexfront.mechanics.ways import Way, best, ways_of
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
    table,
    tank,
)
from tests.rules import rule

III = "AX-III-HQ"


def axis(*units: Json, phase: str = "axis-move", **more: Any) -> Table:
    """An Axis Movement Phase in snow; all are in supply unless said otherwise."""
    return table([{"grade": "attack", **unit} for unit in units], phase=phase, **more)


def soviet(*units: Json, **more: Any) -> Table:
    """A Soviet Movement Phase, with a road that leads from 2212 to the edge."""
    way = [f"22{row:02}" for row in range(12, 0, -1)]
    more["hexsides"] = [*road(*way), *more.get("hexsides", [])]
    return table([{"grade": "attack", **unit} for unit in units], phase="soviet-move", **more)


def panzers(name: str, where: str, **more: Any) -> Json:
    """A panzer regiment of the relief force, which needs no fuel."""
    return relief(name, where, **{"type": "armor", "mobility": "motorized", **more})


def reach(t: Table, name: str) -> dict[str, float]:
    return {**t.match.game.reach(t.state, name)["hexes"]}


# ---- the phases ----


@rule("kesselschlacht", "11.1.a", "4.0.J")
def test_any_or_none_of_the_units_move_and_a_stack_may_part() -> None:
    t = axis(infantry("A", "2010"), infantry("B", "2010"), infantry("C", "2010"))
    t.choose(["pick", "A"], ["go", "2009"], ["stop"])
    assert [t.where(u) for u in "ABC"] == ["2009", "2010", "2010"]
    assert t.offered("pick") == ["B", "C"]
    t.refuses(["pick", "A"], "11.1.6.a")
    t.choose(["end"])
    axis(infantry("A", "2010")).choose(["end"])


@rule("kesselschlacht", "4.0.J")
def test_leg_and_relief_units_leave_the_fuel_alone() -> None:
    t = axis(
        infantry("A", "2010"), panzers("P", "2210"), hq("III Panzer Korps", "2012"), fuel={III: 5}
    )
    t.move("A", "2009", "2008")
    t.move("P", "2209", "2208")
    assert t.state.fuel[t.index(III)] == 5
    t.refuses(["fuel", 2], "11.1.1.a")


@rule("kesselschlacht", "4.0.L", "11.1.b", "2.2.7.b", "10.4.1.1")
def test_only_motorized_units_move_again_and_nothing_is_carried_over() -> None:
    t = axis(infantry("A", "2010"), panzers("P", "2210"), phase="axis-motorized")
    assert t.offered("pick") == ["P"]
    t.refuses(["pick", "A"], "4.0.L")
    assert max(reach(t, "P").values()) == 9
    assert reach(t, "A") == {}


@rule("kesselschlacht", "4.0.H", "11.3.4.b")
def test_only_activated_soviet_units_move() -> None:
    t = soviet(rifle("R", "2210", activated=True), rifle("S", "2210"))
    assert t.offered("pick") == ["R"]
    assert "not activated" in t.refuses(["pick", "S"], "4.0.H").message


@rule("kesselschlacht", "13.3.2.a")
@pytest.mark.parametrize(("status", "case"), [("DIS", "13.3.2.a"), ("RT", "13.3.3.a")])
def test_disrupted_and_routed_units_do_not_move(status: str, case: str) -> None:
    t = axis(infantry("A", "2010", status=status))
    t.refuses(["pick", "A"], case)


# ---- allowances ----


@rule("kesselschlacht", "2.2.7.a", "11.1.1.a", "11.1.6.a")
def test_an_allowance_is_the_most_a_unit_spends_hex_by_hex() -> None:
    t = axis(infantry("A", "2010"))
    t.choose(["pick", "A"])
    assert sorted(t.offered("go")) == sorted(ring("2010"))
    assert "in 2 steps" in t.refuses(["go", "2012"], "11.1.1.a").message
    assert (
        "needs 7 points to get to 2017 and has 6" in t.refuses(["go", "2017"], "11.1.6.a").message
    )
    t.choose(*[["go", f"20{row}"] for row in range(11, 17)])
    assert t.where("A") == "2016"
    t.refuses(["go", "2017"])


@rule("kesselschlacht", "11.1.6.a")
def test_there_is_no_least_move_and_the_refusal_names_what_a_step_is_made_up_of() -> None:
    hexes = {"2011": {"terrain": "swamp"}}
    t = axis(infantry("A", "2010", movement=2), hexes=hexes, weather="mud")
    t.choose(["pick", "A"])
    said = t.refuses(["go", "2011"], "11.1.6.a").message
    assert said == "A has 2 points left; 2011 costs 3 (swamp in mud)."


@rule("kesselschlacht", "10.2.3.b", "10.3.2.a", "10.4.2.b")
def test_the_reverse_shows_what_is_left_out_of_supply() -> None:
    t = axis(panzers("P", "2010", grade="out", back_movement=5), infantry("A", "2210", grade="out"))
    assert max(reach(t, "P").values()) == 4
    assert min(reach(t, "A").values()) == 0
    assert len(set(reach(t, "A").values())) == 6
    t = soviet(tank("T", "2210", grade="out", back_movement=5, activated=True))
    assert max(reach(t, "T").values()) == 4.5


@rule("kesselschlacht", "10.2.3.a", "10.2.3.b", "10.3.2.a")
def test_the_reverse_of_a_made_up_counter_follows_from_its_front() -> None:
    """If nothing is said of it: half the allowance for motorized units, half the defence for Soviet ones."""
    t = axis(
        relief("M", "2010", mobility="motorized", movement=8, grade="out"),
        relief("L", "2210", movement=5, defence=5, grade="out"),
    )
    assert len(set(reach(t, "M").values())) == 4
    assert len(set(reach(t, "L").values())) == 5
    t = soviet(tank("T", "2210", movement=9, defence=5, grade="out", activated=True))
    spec = t.state.world.roster.specs[t.index("T")]
    assert (spec.back_defence, spec.back_movement) == (3, 5)


@rule("kesselschlacht", "13.3.1.a")
def test_a_disorganized_unit_has_two_points_and_does_not_infiltrate() -> None:
    t = axis(infantry("A", "2010", status="DO"), rifle("R", "2110"))
    t.choose(["pick", "A"])
    t.refuses(["go", "2009"], "13.3.1.a")
    assert "2 points" in t.match.state.stack[-1].prompt(t.state)
    t.choose(["go", "1911"], ["go", "1910"])
    assert t.where("A") == "1910"


@rule("kesselschlacht", "11.1.1.b")
def test_a_stack_goes_as_far_as_its_slowest() -> None:
    t = axis(infantry("A", "2010"), panzers("P", "2010"))
    t.choose(["pick", "A"], ["pick", "P"])
    assert "A needs 7 points" in t.refuses(["go", "2017"], "11.1.6.a").message
    t.choose(["drop", "A"])
    assert "7 steps" in t.refuses(["go", "2017"], "11.1.1.a").message
    assert reach(t, "P")["2020"] == 0


# ---- stacking ----


@rule("kesselschlacht", "11.1.2.a", "3.1.2.b", "3.1.3.a", "3.1.3.b")
def test_friends_are_passed_free_of_cost_but_a_move_does_not_end_on_too_many() -> None:
    full = [battalion(f"B{i}", "2011") for i in range(3)]
    t = axis(infantry("A", "2010"), hq("III Panzer Korps", "2010"), *full)
    t.choose(["pick", "A"], ["go", "2011"])
    said = t.refuses(["stop"], "11.1.2.a").message
    assert said == "2011 has 3 of your combat units: 1 more would be over the limit of 3."
    t.choose(["go", "2012"], ["stop"])
    assert reach(t, "B0")["2013"] == 4
    assert "2011" in reach(t, III)


@rule("kesselschlacht", "11.1.2.a")
def test_nobody_enters_a_full_hex_that_leads_nowhere() -> None:
    full = [battalion(f"B{i}", "2011") for i in range(3)]
    t = axis(infantry("A", "2010", movement=1), *full)
    t.choose(["pick", "A"])
    assert "2011" not in t.offered("go")
    t.refuses(["go", "2011"], "11.1.2.a")


@rule("kesselschlacht", "11.1.2.a", "3.2.4.a")
def test_a_full_hex_in_an_enemy_zone_is_closed() -> None:
    full = [infantry(f"B{i}", "2011") for i in range(3)]
    t = axis(infantry("A", "2009"), *full, rifle("R", "2012"))
    t.choose(["pick", "A"], ["go", "2010"])
    t.refuses(["go", "2011"], "11.1.2.a")
    assert "2011" not in reach(t, "A")


@rule("kesselschlacht", "3.1.2.a", "11.1.2.a")
def test_two_soviet_units_share_a_hex() -> None:
    t = soviet(rifle("R", "2210", activated=True), rifle("S", "2209"), rifle("T", "2209"))
    t.choose(["pick", "R"], ["go", "2209"])
    t.refuses(["stop"], "11.1.2.a")


@rule("kesselschlacht", "11.1.2.b")
def test_no_enemy_hex_is_entered_not_even_one_with_an_hq_alone() -> None:
    t = axis(infantry("A", "2010"), hq("1st Guards Army", "2011"))
    t.choose(["pick", "A"])
    t.refuses(["go", "2011"], "11.1.2.b")
    assert reach(t, "A")["2111"] == 5


@rule("kesselschlacht", "3.1.1.a", "13.3.2.a")
def test_whoever_stops_with_shaken_friends_is_shaken_like_them() -> None:
    t = axis(infantry("A", "2010"), infantry("B", "2012", status="DIS"))
    t.move("A", "2011", "2012")
    assert t.status("A") == "DIS"
    t = axis(infantry("A", "2010"), infantry("B", "2012", status="DIS"))
    t.move("A", "2011", "2012", "2013")
    assert t.status("A") == "ok"


@rule("kesselschlacht", "11.1.a")
def test_a_position_is_given_up_when_its_infantry_leaves() -> None:
    at = {"2010": {"hasty": True}}
    t = axis(infantry("A", "2010"), infantry("B", "2010"), hexes=at)
    h = t.state.world.grid.index("2010")
    t.move("A", "2009")
    assert t.state.hasty >> h & 1
    t.move("B", "2009")
    assert not t.state.hasty


# ---- zones ----


@rule("kesselschlacht", "3.2.4.a", "11.1.3")
def test_a_move_ends_in_the_first_enemy_zone() -> None:
    t = axis(infantry("A", "2008", movement=20), rifle("R", "2011"), rifle("S", "2013"))
    t.choose(["pick", "A"])
    assert "where a move ends" in t.refuses(["go", "2012"], "3.2.4.a").message
    t.choose(["go", "2009"])
    events = t.choose(["go", "2010"])
    assert any(e["what"] == "stopped" for e in events)
    assert t.kind == "move"
    t.refuses(["pick", "A"])
    t.refuses(["go", "2009"])


@rule("kesselschlacht", "3.2.4.b")
def test_a_zone_is_left_for_a_free_hex_and_then_entered_again() -> None:
    way = [f"22{row:02}" for row in range(12, 0, -1)]
    t = table(
        [rifle("R", "2210", activated=True), infantry("A", "2211")],
        phase="soviet-move",
        hexsides=road(*way),
    )
    t.choose(["pick", "R"])
    t.refuses(["go", "2311"], "3.2.4.b")
    t.choose(["go", "2310"], ["go", "2311"])
    assert t.kind == "move"
    assert t.where("R") == "2311"


@rule("kesselschlacht", "3.2.4-ex", "11.2.1.a", "11.2.1-ex", "11.2.1.b")
def test_germans_infiltrate_one_hex_hungarians_do_not() -> None:
    t = axis(infantry("A", "2010"), hungarian("H", "2010"), rifle("R", "2110"))
    t.choose(["pick", "H"])
    t.refuses(["go", "2009"], "11.2.1-ex")
    t.choose(["stop"], ["pick", "A"], ["go", "2009"])
    assert t.kind == "move"
    t.refuses(["pick", "A"])
    t = axis(infantry("A", "2008"), rifle("R", "2010"))
    t.choose(["pick", "A"], ["go", "2009"])
    assert t.kind == "move", "a German that enters a zone stops like anybody"
    t = axis(infantry("A", "2009"), rifle("R", "2010"))
    t.choose(["pick", "A"], ["go", "2008"], ["go", "2109"])
    assert t.where("A") == "2109"


@rule("kesselschlacht", "11.2.1.c")
def test_infiltration_is_paid_for_and_may_come_again_in_the_second_move() -> None:
    for phase in ("axis-move", "axis-motorized"):
        t = axis(panzer("P", "2010", grade="out"), rifle("R", "2110"), phase=phase)
        t.choose(["pick", "P"], ["go", "2009"])
        assert t.where("P") == "2009"
        assert t.kind == "move"
    t = axis(
        infantry("A", "2010", movement=1), rifle("R", "2110"), hexes={"2009": {"terrain": "rough"}}
    )
    t.choose(["pick", "A"])
    t.refuses(["go", "2009"], "11.1.6.a")


# ---- ground ----


@rule("kesselschlacht", "11.1.4.a", "11.1.5.1")
def test_the_dearest_ground_counts_but_on_a_road() -> None:
    hexes = {"2011": {"terrain": "rough", "town": True}}
    assert reach(axis(infantry("A", "2010"), hexes=hexes), "A")["2011"] == 4
    t = axis(infantry("A", "2010"), hexes=hexes, hexsides=road("2010", "2011"))
    assert reach(t, "A")["2011"] == 5.5


@rule("kesselschlacht", "11.1.4.b")
def test_a_major_river_is_crossed_over_a_standing_bridge_only() -> None:
    sides = [river("2010", n) for n in ring("2010")]
    t = axis(infantry("A", "2010"), infantry("B", "1910"), hexsides=sides)
    assert t.offered("pick") == ["B"]
    t.choose(["pick", "B"])
    t.refuses(["go", "2010"], "11.1.4.b")
    sides[0]["bridge"] = "blown"
    t = axis(infantry("A", "2010"), hexsides=sides)
    assert t.offered("pick") == []
    sides[0]["bridge"] = "standing"
    t = axis(infantry("A", "2010"), hexsides=sides)
    t.choose(["pick", "A"])
    assert t.offered("go") == [ring("2010")[0]]


@rule("kesselschlacht", "11.1.4.d", "11.1.5.1")
def test_a_road_is_cut_where_its_bridge_over_a_minor_river_is_blown() -> None:
    """R-59: the river is then crossed like any other."""
    for bridge, left in (("standing", 5.5), ("blown", 4)):
        sides = [*road("2010", "2011"), river("2010", "2011", "minor", bridge=bridge)]
        assert reach(axis(infantry("A", "2010"), hexsides=sides), "A")["2011"] == left
    ford = [*road("2010", "2011"), river("2010", "2011", "minor")]
    assert reach(axis(infantry("A", "2010"), hexsides=ford), "A")["2011"] == 5.5


@rule("kesselschlacht", "11.1.4.d", "11.1.4.e")
def test_a_river_is_paid_on_top_and_weather_changes_prices() -> None:
    sides = [river("2010", "2011", "minor")]
    assert reach(axis(infantry("A", "2010"), hexsides=sides), "A")["2011"] == 4
    t = axis(infantry("A", "2010", movement=1), hexsides=sides)
    t.choose(["pick", "A"])
    assert "2011 costs 2 (across the minor, clear in snow)" in t.refuses(["go", "2011"]).message
    for weather, left in (("snow", 9), ("mud", 8), ("heavy_snow", 8)):
        assert reach(axis(panzers("P", "2010"), weather=weather), "P")["2011"] == left


@rule("kesselschlacht", "11.1.5.1", "11.1.5.2", "11.1.5-ex")
@pytest.mark.parametrize(
    ("weather", "paved", "dirt"), [("snow", 7, 7), ("mud", 7, 4), ("heavy_snow", 4, 4)]
)
def test_roads_in_all_weathers(weather: str, paved: float, dirt: float) -> None:
    hexes = [f"20{row}" for row in range(10, 17)]
    for kind, left in (("paved", paved), ("dirt", dirt)):
        t = axis(
            infantry("A", "2010", movement=10), hexsides=road(*hexes, kind=kind), weather=weather
        )
        assert reach(t, "A")["2016"] == left


@rule("kesselschlacht", "16.1.1.c", "16.2.a")
def test_guns_never_leave_the_road() -> None:
    guns = {"type": "artillery", "mobility": "motorized", "movement": 6, "group": "ARF"}
    sides = road("2010", "2011", "2012", kind="dirt")
    t = axis(infantry("A", "2010", **guns), infantry("B", "2010"), hexsides=sides, weather="mud")
    t.choose(["pick", "A"], ["pick", "B"])
    assert t.offered("go") == ["2011"]
    t.refuses(["go", "2009"], "16.1.1.c")
    t.choose(["go", "2011"])
    assert "4 points" in t.match.state.stack[-1].prompt(t.state), (
        "in mud at the price of the ground"
    )
    t = soviet(rifle("G", "2210", type="artillery", activated=True))
    t.choose(["pick", "G"])
    assert sorted(t.offered("go")) == ["2209", "2211"]
    t.refuses(["go", "2310"], "16.2.a")


@rule("kesselschlacht", "11.3.3")
def test_units_out_of_supply_may_go_nearer_to_a_road_even_in_a_zone() -> None:
    """R-73: the zone in the hex of the unit itself does not matter to its line."""
    cut_off = rifle("R", "2221", grade="out", back_movement=1, activated=True)
    t = soviet(cut_off, infantry("G", "2320"))
    assert "2220" in reach(t, "R")
    t.move("R", "2220")
    t = soviet(cut_off, infantry("G", "2320"))
    t.choose(["pick", "R"])
    t.refuses(["go", "2222"], "11.3.3")


@rule("kesselschlacht", "11.1.2.a")
def test_a_full_hex_is_entered_where_the_only_way_on_leads_through_another() -> None:
    crowds = [infantry(f"{h}-{i}", h) for h in ("2009", "1910", "2110") for i in range(3)]
    sides = [river(h, n) for h in ("1910", "2110") for n in ring(h) if n not in ("2009", "2010")]
    t = axis(infantry("A", "2010", movement=3), *crowds, hexsides=sides)
    t.choose(["pick", "A"])
    assert {"2009", "1910", "2110"} <= set(t.offered("go"))
    t.choose(["go", "1910"], ["go", "2009"], ["go", "2008"])


# ---- queries ----


@rule("kesselschlacht", "11.1.1.b", "11.1.1.a")
def test_ways_of_units_together_and_why_there_is_none() -> None:
    t = axis(infantry("A", "2010"), panzers("P", "2010"), hexsides=road("2010", "2011", "2012"))
    game, s = t.match.game, t.state
    assert {**game.path(s, ["A", "P"], "2012")} == {
        "hexes": ["2010", "2011", "2012"],
        "rolls": [],
        "points": 5,
        "chance": 1.0,
    }
    assert game.group_reach(s, ["A", "P"])["hexes"]["2016"]["points"] == 1
    with pytest.raises(Exception, match="A needs 8 points to get to 2019 and has 6"):
        game.path(s, ["A", "P"], "2019")


def test_the_ways_of_one_class_are_those_found_for_units_that_pay_differently() -> None:
    """Where no die is rolled and all pay alike a quicker search says the same, step by step."""
    enemy = rifle("E", "2206")
    t = axis(infantry("A", "2010"), infantry("B", "2010", movement=4), enemy)
    s = t.state
    force = starting_force(s, s.world.roster.index["A"])
    terms, start = force.terms(s), Way(force.hex, 1.0, (12, 8), None, False)
    quick = ways_of(terms, start, [0, 0], lambda die: ())
    general = ways_of(terms._replace(dice=(0, NEVER)), start, [0, 0], lambda die: ())
    assert len(quick) > 40
    assert quick.keys() == general.keys()
    for h, (way,) in quick.items():
        other = best(general[h])
        assert way.points == other.points
        assert [w.hex for w in way.path()] == [w.hex for w in other.path()]


@rule("kesselschlacht", "11.1.2.a", "11.1.a")
def test_who_was_hemmed_in_by_friends_moves_once_they_have_made_room() -> None:
    walls = [river("2010", h) for h in ring("2010") if h != "2009"]
    full = [infantry(f"B{i}", "2009") for i in range(3)]
    t = axis(infantry("A", "2010", movement=1), *full, hexsides=walls)
    assert "A" not in t.offered("pick")
    t.refuses(["pick", "A"], "11.1.2.a")
    t.move("B0", "2008")
    t.move("A", "2009")
    assert t.where("A") == "2009"


@rule("kesselschlacht", "13.3.b")
def test_who_goes_on_does_not_share_the_status_of_the_hex_where_others_stay() -> None:
    """R-46: neither when one is left behind there, nor when one waits there for the others to stop."""
    units = [infantry("A", "2010"), infantry("B", "2010"), infantry("D", "2009", status="DO")]
    for parting in (["drop", "A"], ["split", "B"]):
        t = axis(*units)
        t.choose(["pick", "A"], ["pick", "B"], ["go", "2009"], parting)
        if parting[0] == "split":
            t.choose(["stop"])
        assert (t.status("A"), t.status("B")) == ("DO", "ok")
        t.choose(["go", "2008"], ["stop"])
        assert t.status("B") == "ok"
        stays = axis(*units)
        stays.choose(["pick", "A"], ["pick", "B"], ["go", "2009"], ["split", "B"], ["stop"])
        stays.choose(["stop"])
        assert stays.status("B") == "DO"
