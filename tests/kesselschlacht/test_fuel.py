"""Fuel of First Panzer Army (10.5): bought before moving, per force, from the own corps."""

from typing import Any

import pytest

from hexfront.games.kesselschlacht.rules import fuel
from tests.kesselschlacht.table import Json, Table, hq, infantry, panzer, rifle, road, table
from tests.rules import rule

III, LIX, ARMY = "AX-III-HQ", "AX-LIX-HQ", "AX-1PZA-HQ"
FREE = {"free_two_mp_always": True}


def start(*units: Json, phase: str = "axis-move", fuel: Json | None = None, **more: Any) -> Table:
    """An Axis Movement Phase with the HQ of III Panzer Korps in 2012."""
    corps = (
        []
        if more.pop("without_hq", False)
        else [hq("III Panzer Korps", "2012", **more.pop("hq", {}))]
    )
    track = {III: 6} if fuel is None else fuel
    return table([*units, *corps], phase=phase, fuel=track, **more)


def lix(name: str, where: str, **more: Any) -> Json:
    return panzer(name, where, formation="LIX Army Korps", **more)


def left(t: Table, corps: str = III) -> int:
    return t.state.fuel[t.index(corps)]


def path(column: str, first: int, last: int) -> list[list[str]]:
    step = 1 if last > first else -1
    return [["go", f"{column}{row:02}"] for row in range(first, last + step, step)]


@rule("kesselschlacht", "10.5.1.a", "10.5.2.a", "2.2.7.c")
def test_fuel_is_bought_before_the_first_step_one_point_for_each() -> None:
    t = start(panzer("P", "2010"))
    t.choose(["pick", "P"])
    assert t.offered("go") == []
    assert t.offered("fuel") == [1, 2, 3, 4, 5, 6]
    said = t.refuses(["go", "2008"], "10.5.1.a").message
    assert "2008 needs 2, so 2 fuel; III Panzer Korps HQ can spend 6" in said
    assert (
        "needs 7 points to get to 2003 and has 6" in t.refuses(["go", "2003"], "11.1.6.a").message
    )
    t.refuses(["fuel", 0], "10.5.1.a")
    t.choose(["fuel", 6], *path("20", 9, 4))
    assert t.where("P") == "2004"
    assert left(t) == 0
    t.refuses(["fuel", 1])


@rule("kesselschlacht", "10.5.2.a", "10.5.2.A.b")
def test_nothing_is_added_once_a_force_has_bought() -> None:
    t = start(panzer("P", "2010"), panzer("Q", "2010"))
    t.choose(["pick", "P"], ["fuel", 2])
    t.refuses(["fuel", 2], "10.5.2.A.b")
    t.refuses(["pick", "Q"], "11.1.1.a")
    t.choose(["go", "2009"])
    t.refuses(["fuel", 2], "10.5.2.A.b")


@rule("kesselschlacht", "10.5.1.b", "10.5.4.b", "10.4")
def test_without_a_line_to_its_own_corps_a_unit_has_two_points() -> None:
    far = panzer("P", "2023", grade="attack")
    t = start(far, hq("LIX Army Korps", "2024"), fuel={III: 6, LIX: 6})
    t.choose(["pick", "P"])
    said = t.refuses(["fuel", 2], "10.5.1.b").message
    assert "no line of 10 points" in said
    t.choose(["go", "2022"])
    t.choose(["go", "2021"])
    t.refuses(["go", "2020"])
    assert left(t) == 6
    t = start(panzer("P", "2010", grade="out"))
    t.choose(["pick", "P"])
    t.refuses(["fuel", 2], "10.5.4.b")
    t.choose(["go", "2009"], ["go", "2008"])
    assert left(t) == 6


@rule("kesselschlacht", "10.5.1-note")
def test_fuel_users_show_no_allowance_but_on_the_reverse() -> None:
    specs = start().state.world.roster.specs
    users = [spec for spec in specs if spec.fuel]
    assert len(users) > 20
    assert all(spec.movement is None and spec.back_movement == 2 for spec in users)


@rule("kesselschlacht", "10.5.2.b")
def test_a_force_buys_ten_at_most_in_each_phase() -> None:
    for phase in ("axis-move", "axis-motorized"):
        t = start(panzer("P", "2010"), fuel={III: 25}, phase=phase)
        t.choose(["pick", "P"])
        assert max(t.offered("fuel")) == 10
        assert "at most 10" in t.refuses(["fuel", 11], "10.5.2.b").message
        t.choose(["fuel", 10])
        assert left(t) == 15


@rule("kesselschlacht", "10.5.2.c")
def test_a_force_pays_once_not_each_unit() -> None:
    t = start(panzer("P", "2010"), panzer("Q", "2010"), panzer("R", "2010"))
    t.choose(["pick", "P"], ["pick", "Q"], ["pick", "R"], ["fuel", 4], *path("20", 9, 6))
    assert [t.where(u) for u in "PQR"] == ["2006"] * 3
    assert left(t) == 2


@rule("kesselschlacht", "10.5.2.d")
def test_half_points_are_used_whole_points_are_bought() -> None:
    way = [f"20{row:02}" for row in range(10, 4, -1)]
    t = start(panzer("P", "2010"), hexsides=road(*way))
    t.choose(["pick", "P"])
    assert "2005 needs 2½, so 3 fuel" in t.refuses(["go", "2005"], "10.5.1.a").message
    t.refuses(["fuel", -1], "10.5.2.d")
    t.choose(["fuel", 3], *path("20", 9, 5))
    assert "½ point left" in t.match.state.stack[-1].prompt(t.state)


@rule("kesselschlacht", "10.5.2.B")
def test_what_is_not_used_is_lost() -> None:
    t = start(panzer("P", "2010"))
    t.choose(["pick", "P"], ["fuel", 6], *path("20", 9, 6), ["stop"])
    assert left(t) == 0
    t.refuses(["pick", "P"], "11.1.6.a")
    t = start(panzer("P", "2010"))
    t.choose(["pick", "P"], ["fuel", 4], ["stop"])
    assert left(t) == 2
    t.refuses(["pick", "P"], "11.1.6.a")


@rule("kesselschlacht", "10.5.2-eg")
def test_worked_example_a_second_force_finds_no_fuel() -> None:
    t = start(
        lix("A", "2010"), lix("B", "2011"), hq("LIX Army Korps", "2013"), fuel={LIX: 6, III: 0}
    )
    t.choose(["pick", "A"], ["fuel", 6], *path("20", 9, 4))
    t.choose(["pick", "B"])
    assert "has no fuel; B has 2 points" in t.refuses(["fuel", 1], "10.5.4.a").message
    assert "has 2" in t.refuses(["go", "2014"], "11.1.6.a").message
    t.choose(["go", "2012"], ["go", "2113"])
    assert t.where("B") == "2113"


@rule("kesselschlacht", "10.5.2-eg.b")
def test_worked_example_a_second_force_has_no_line() -> None:
    t = start(lix("B", "2030", grade="attack"), hq("LIX Army Korps", "2013"), fuel={LIX: 6})
    t.choose(["pick", "B"])
    t.refuses(["fuel", 1], "10.5.1.b")
    t.refuses(["go", "2027"], "11.1.6.a")
    t.choose(["go", "2029"], ["go", "2028"])
    assert left(t, LIX) == 6


@rule("kesselschlacht", "10.5.2.A-eg", "10.5.2.A.a", "10.5.2.A.b")
def test_worked_example_a_force_splits_and_shares_what_is_left() -> None:
    def split() -> Table:
        t = start(panzer("P", "2010"), panzer("Q", "2010"), fuel={III: 9})
        t.choose(["pick", "P"], ["pick", "Q"], ["fuel", 9], ["go", "2009"], ["go", "2008"])
        t.choose(["split", "Q"])
        return t

    t = split()
    t.choose(["go", "2007"], ["stop"])
    assert t.kind == "group"
    assert "6 points left" in t.match.state.stack[-1].prompt(t.state)
    t.choose(["go", "2108"], ["go", "2208"], ["go", "2308"], *path("23", 7, 5))
    assert t.where("Q") == "2305"
    assert left(t) == 0
    t = split()
    t.choose(*path("20", 7, 4), ["stop"])
    assert "3 points left" in t.match.state.stack[-1].prompt(t.state)
    assert "has 3" in t.refuses(["go", "2004"], "11.1.6.a").message
    t.refuses(["fuel", 1], "10.5.2.A.b")


@rule("kesselschlacht", "10.5.2.A.b")
def test_a_part_that_was_split_off_waits_where_it_is() -> None:
    t = start(panzer("P", "2010"), panzer("Q", "2010"))
    t.choose(["pick", "P"], ["pick", "Q"])
    t.refuses(["split", "Q"], "11.1.a")
    t.choose(["fuel", 3], ["go", "2009"], ["split", "Q"], ["go", "2008"], ["go", "2007"])
    assert t.where("Q") == "2009", "nothing is left for it to go on with"
    assert t.kind == "move"
    t.refuses(["pick", "Q"], "11.1.6.a")


@rule("kesselschlacht", "10.5.2.A.b", "11.2.2.c")
def test_who_leaves_the_map_pays_for_that_from_what_all_parts_share() -> None:
    t = start(panzer("P", "0312"), panzer("Q", "0312"), hq={"hex": "0412"})
    t.choose(["pick", "P"], ["pick", "Q"], ["fuel", 4], ["go", "0212"], ["split", "Q"])
    t.choose(["go", "0112"], ["exit"])
    assert "1 point left" in t.match.state.stack[-1].prompt(t.state), "one, one and one are paid"
    t.choose(["go", "0112"])
    assert t.kind == "move"
    t.refuses(["exit"])


@rule("kesselschlacht", "10.5.3")
def test_each_corps_pays_for_its_own_units_in_a_mixed_force() -> None:
    units = [panzer("P", "2010"), lix("Q", "2010"), hq("LIX Army Korps", "2013")]
    t = start(*units, fuel={III: 8, LIX: 7})
    t.choose(["pick", "P"], ["pick", "Q"], ["fuel", 5], *path("20", 9, 5))
    assert (left(t), left(t, LIX)) == (3, 2)
    t = start(*units, fuel={III: 4, LIX: 7})
    t.choose(["pick", "P"], ["pick", "Q"])
    assert "III Panzer Korps HQ has 4 fuel, not 5" in t.refuses(["fuel", 5], "10.5.3").message


@rule("kesselschlacht", "10.5.3", "10.5.4.a")
def test_a_corps_without_fuel_brings_two_points_into_a_mixed_force() -> None:
    units = [panzer("P", "2010"), lix("Q", "2010"), hq("LIX Army Korps", "2013")]
    t = start(*units, fuel={III: 8, LIX: 0})
    t.choose(["pick", "P"], ["pick", "Q"], ["fuel", 5], ["go", "2009"], ["go", "2008"])
    t.refuses(["go", "2007"], "11.1.6.a")
    t.choose(["drop", "Q"], ["go", "2007"], ["stop"])
    assert left(t) == 3


@rule("kesselschlacht", "10.5.4.a", "10.4.1.2", "10.4.2.b")
@pytest.mark.parametrize("phase", ["axis-move", "axis-motorized"])
def test_a_corps_without_fuel_has_two_points_in_each_phase(phase: str) -> None:
    t = start(panzer("P", "2010"), fuel={III: 0}, phase=phase)
    t.choose(["pick", "P"])
    t.refuses(["go", "2007"], "11.1.6.a")
    t.choose(["go", "2009"], ["go", "2008"])
    assert t.where("P") == "2008"
    t.choose(["pick", III], ["go", "2013"], ["go", "2014"])
    assert t.where(III) == "2014"


@rule("kesselschlacht", "10.5.1.a")
def test_everybody_may_have_the_free_points_if_that_was_agreed() -> None:
    t = start(panzer("P", "2010"), options=FREE)
    t.choose(["pick", "P"], ["fuel", 0], ["go", "2009"], ["go", "2008"])
    assert left(t) == 6


@rule("kesselschlacht", "16.1.1.a")
def test_the_artillery_buys_only_for_more_than_two_points() -> None:
    way = [f"20{row:02}" for row in range(10, 0, -1)]
    gun = panzer("G", "2010", type="artillery")
    t = start(gun, hexsides=road(*way), fuel={III: 5})
    t.choose(["pick", "G"], ["fuel", 0], *path("20", 9, 6))
    assert t.where("G") == "2006"
    assert left(t) == 5
    t = start(gun, hexsides=road(*way), fuel={III: 5})
    t.choose(["pick", "G"], ["fuel", 3], *path("20", 9, 4))
    assert left(t) == 2
    t = start(gun, hexsides=road(*way), fuel={III: 1})
    assert t.match.game.reach(t.state, "G")["hexes"]["2006"] == 0, "two free points are more than 1"


@rule("kesselschlacht", "13.3.5.A.a", "13.3.5.A.b", "13.3.5.A-note")
def test_a_shaken_hq_spends_little_or_nothing() -> None:
    t = start(panzer("P", "2010"), panzer("Q", "2011"), hq={"status": "DO"}, fuel={III: 12})
    t.choose(["pick", "P"])
    assert "can spend 6 more this turn, not 7" in t.refuses(["fuel", 7], "13.3.5.A.a").message
    t.choose(["fuel", 4], ["stop"], ["pick", "Q"])
    assert t.offered("fuel") == [1, 2]
    t.choose(["fuel", 2], ["stop"])
    assert left(t) == 6
    assert fuel.available(t.state, t.index(III)) == 0
    t = start(panzer("P", "2010"), hq={"status": "DIS"}, fuel={III: 12}, phase="axis-motorized")
    t.choose(["pick", "P"])
    t.refuses(["fuel", 1], "13.3.5.A.b")
    t.refuses(["go", "2007"], "11.1.6.a")
    t.choose(["go", "2009"], ["go", "2008"])
    assert left(t) == 12


@rule("kesselschlacht", "13.3.5.A.a", "13.3.5.A-note")
@pytest.mark.parametrize(("before", "offered", "reached"), [(5, [1], 1), (6, [], 2), (8, [], 2)])
def test_what_was_spent_before_the_hq_was_shaken_counts_too(
    before: int, offered: list[int], reached: int
) -> None:
    """R-65: six for the turn, not for the phase or from now on."""
    t = start(panzer("P", "2010"), fuel={III: 12})
    fuel.spend(t.state, t.index(III), before, "10.5.2.a")
    t.state.set_status(t.index(III), "DO")
    assert (
        max(abs(int(h) - 2010) for h in t.match.game.reach(t.state, "P")["hexes"] if h[:2] == "20")
        == reached
    )
    t.choose(["pick", "P"])
    assert t.offered("fuel") == offered
    if not offered:
        assert (
            f"6 fuel in a turn and has spent {before}"
            in t.refuses(["fuel", 1], "13.3.5.A.a").message
        )


@rule("kesselschlacht", "10.5.7")
def test_the_army_hq_draws_on_one_corps_a_turn() -> None:
    army = hq("First Panzer Army", "2010")
    t = start(army, hq("LIX Army Korps", "2013"), fuel={III: 3, LIX: 5})
    t.choose(["pick", ARMY])
    assert t.offered("fuel") == []
    t.refuses(["fuel", 2], "10.5.7")
    assert sorted(t.offered("draw")) == [III, LIX]
    t.choose(["draw", LIX], ["fuel", 2], ["go", "2009"], ["stop"])
    assert (left(t), left(t, LIX)) == (3, 3)
    t = start(army, hq("LIX Army Korps", "2030"), fuel={III: 3, LIX: 5})
    t.choose(["pick", ARMY])
    assert t.offered("draw") == [III]
    t.refuses(["draw", LIX], "10.5.7")
    t = start(army, hq("LIX Army Korps", "2013"), fuel={III: 0, LIX: 5}, fuel_source=III)
    t.choose(["pick", ARMY])
    t.refuses(["draw", LIX], "10.5.7")
    t.choose(["go", "2009"], ["go", "2008"])
    assert left(t, LIX) == 5


@rule("kesselschlacht", "10.5.6.b")
def test_points_stay_with_their_corps() -> None:
    t = start(lix("Q", "2010"), hq("LIX Army Korps", "2012"), fuel={III: 9, LIX: 0})
    t.choose(["pick", "Q"])
    t.refuses(["fuel", 1], "10.5.4.a")


@rule("kesselschlacht", "10.5.5")
def test_only_moving_costs_fuel() -> None:
    t = start(infantry("A", "2010"), panzer("P", "2010"))
    t.choose(["pick", "A"], ["go", "2009"], ["stop"], ["end"])
    assert left(t) == 6


@rule("kesselschlacht", "2.4.1")
def test_each_corps_of_the_army_has_its_own_track_that_goes_beyond_20() -> None:
    t = start(hq("XXIV Panzer Korps", "2110"), fuel={III: 33})
    roster = t.state.world.roster
    assert [roster.specs[hq_].group for hq_ in roster.corps] == ["1PzA"] * 6
    t.choose(["pick", III], ["fuel", 10])
    assert t.state.fuel[t.index(III)] == 23
    assert t.view("soviet")["fuel"] == {III: 23}


@rule("kesselschlacht", "10.5.7")
def test_the_army_hq_keeps_its_corps_in_the_second_movement() -> None:
    units = [hq("First Panzer Army", "2010"), hq("LIX Army Korps", "2013"), infantry("A", "2012")]
    t = start(*units, fuel={III: 3, LIX: 5})
    t.choose(["pick", ARMY], ["draw", LIX], ["fuel", 2], ["go", "2009"], ["stop"], ["end"])
    while t.state.phase != "axis-motorized":
        t.choose(["end"])
    t.choose(["pick", ARMY])
    assert t.offered("draw") == []
    t.refuses(["draw", III], "10.5.7")
    t.choose(["fuel", 3], ["go", "2008"])
    assert (left(t), left(t, LIX)) == (3, 0)


@rule("kesselschlacht", "10.5.2.a", "10.5.3", "11.1.1.b")
def test_the_way_to_a_hex_says_what_fuel_it_needs() -> None:
    """By what the motorized units pay, not by the points that the slowest of the force has left."""
    t = start(panzer("P", "2010"), infantry("G", "2010", movement=4))
    game = t.match.game
    assert game.path(t.state, ["P"], "2007")["fuel"] == 3
    t.choose(["pick", "P"], ["pick", "G"])
    way = game.path(t.state, ["P", "G"], "2007")
    assert way["fuel"] == 3
    reach = game.group_reach(t.state, ["P", "G"])["hexes"]
    assert {h: arrival["fuel"] for h, arrival in reach.items() if h in ("2009", "2006")} == {
        "2009": 1,
        "2006": 4,
    }
    t.choose(["fuel", way["fuel"]])
    assert "fuel" not in game.path(t.state, ["P", "G"], "2007")
    t.choose(["go", "2009"], ["go", "2008"], ["go", "2007"])
    assert left(t) == 3


@rule("kesselschlacht", "10.5.7")
def test_the_armys_hq_has_no_more_points_than_its_corps() -> None:
    t = start(hq("First Panzer Army", "2010"), hq("LIX Army Korps", "2011"), fuel={III: 6, LIX: 2})
    t.choose(["pick", ARMY], ["draw", LIX])
    assert "2008" in (hexes := t.match.game.group_reach(t.state, [ARMY])["hexes"])
    assert hexes["2008"]["fuel"] == 2
    assert "2007" not in hexes


@rule("kesselschlacht", "16.1.1.a", "10.5.1.a")
def test_guns_go_without_fuel_but_not_the_tanks_that_move_with_them() -> None:
    gun: Json = {"type": "artillery", "mobility": "motorized", "movement": "fuel"}
    t = start(panzer("P", "2010"), infantry("Gun", "2010", **gun), hexsides=road("2010", "2009"))
    t.choose(["pick", "Gun"])
    assert t.offered("fuel")[0] == 0
    t.choose(["pick", "P"])
    assert t.offered("fuel")[0] == 1


@rule("kesselschlacht", "10.5.2.A.b")
def test_who_took_the_free_points_is_told_so() -> None:
    t = start(panzer("P", "2010"), options=FREE)
    t.choose(["pick", "P"], ["fuel", 0])
    assert "without fuel were taken" in t.refuses(["fuel", 2], "10.5.2.A.b").message


@rule("kesselschlacht", "11.1.2.a", "10.5.2.A.a")
def test_one_of_a_force_stays_in_the_room_that_the_others_leave_by_going_on() -> None:
    friends = [infantry("X", "2009"), infantry("Y", "2009")]
    t = start(panzer("P", "2010"), panzer("Q", "2010"), *friends)
    t.choose(["pick", "P"], ["pick", "Q"], ["fuel", 3], ["go", "2009"])
    assert ["stop"] not in t.choices, "four would be there"
    t.choose(["drop", "Q"])
    t.refuses(["stop"], "11.1.2.a")
    t.choose(["go", "2008"], ["stop"])
    assert (t.where("P"), t.where("Q"), left(t)) == ("2008", "2009", 3)
    t = start(panzer("P", "2010"), panzer("Q", "2010"), *friends)
    t.choose(["pick", "P"], ["pick", "Q"], ["fuel", 3], ["go", "2009"], ["split", "Q"])
    t.choose(["go", "2008"], ["stop"], ["go", "2109"])
    assert (t.where("P"), t.where("Q")) == ("2008", "2109")


@rule("kesselschlacht", "11.1.2.a")
def test_nobody_stays_where_there_is_no_room_without_the_others_either() -> None:
    friends = [infantry(name, "2009") for name in ("X", "Y", "Z")]
    t = start(panzer("P", "2010"), panzer("Q", "2010"), *friends)
    t.choose(["pick", "P"], ["pick", "Q"], ["fuel", 3], ["go", "2009"])
    said = t.refuses(["drop", "Q"], "11.1.2.a").message
    assert said == "2009 has 3 of your combat units: 1 more would be over the limit of 3."


@rule("kesselschlacht", "10.5.2.A.b", "11.2.1.a")
def test_a_force_may_break_apart_where_it_stands_once_its_fuel_is_bought() -> None:
    """Both parts share what was bought, and each may begin with an infiltration."""
    t = start(panzer("P", "2010"), panzer("Q", "2010"), rifle("R", "2009"))
    t.choose(["pick", "P"], ["pick", "Q"], ["fuel", 4], ["split", "Q"], ["go", "2110"])
    assert t.where("P") == "2110", "from zone to zone, and there it ends"
    assert t.kind == "group"
    assert "3 points left" in t.match.state.stack[-1].prompt(t.state)
    t.choose(["go", "1910"])
    assert t.where("Q") == "1910"
    assert t.kind == "move"
    t = start(panzer("P", "2010"), panzer("Q", "2010"))
    t.choose(["pick", "P"], ["pick", "Q"], ["fuel", 3], ["split", "Q"], ["go", "2009"], ["stop"])
    assert ["stop"] in t.choices, "it may stay where it has been all the time"
    t.choose(["go", "2011"], ["go", "2012"])
    assert t.kind == "move"
    t.refuses(["pick", "Q"], "11.1.6.a")


@rule("kesselschlacht", "11.1.6.a", "10.5.2.B")
def test_infantry_left_behind_before_the_first_step_has_not_moved_but_tanks_wasted_their_fuel() -> (
    None
):
    units = [panzer("P", "2010"), panzer("Q", "2010"), infantry("G", "2010")]
    for last in (["go", "2009"], None):
        t = start(*units)
        t.choose(["pick", "P"], ["pick", "Q"], ["pick", "G"], ["fuel", 2], ["drop", "Q"])
        t.refuses(["split", "G"], "11.1.a")
        t.choose(*([["drop", "G"], last] if last else []), ["stop"])
        assert "has had its move" in t.refuses(["pick", "Q"], "11.1.6.a").message
        t.refuses(["pick", "P"], "11.1.6.a")
        t.choose(["pick", "G"], ["go", "2011"])
        assert t.where("G") == "2011"


@rule("kesselschlacht", "10.5.7")
def test_the_way_of_the_armys_hq_is_paid_by_a_corps_that_has_the_fuel_for_it() -> None:
    army = hq("First Panzer Army", "2010")
    other = hq("LIX Army Korps", "2009")
    for picked in ([], [["pick", "AX-1PZA-HQ"]]):
        t = start(army, other, fuel={III: 2, "AX-LIX-HQ": 8})
        t.choose(*picked)
        way = t.match.game.path(t.state, ["AX-1PZA-HQ"], "2015", None)
        assert way["before"] == [["draw", "AX-LIX-HQ"], ["fuel", 5]]
        assert way["spends"] == {"fuel": {"AX-LIX-HQ": 5}}
    t = start(army, other, lix("Q", "2010"), fuel={III: 8, "AX-LIX-HQ": 5})
    way = t.match.game.path(t.state, ["AX-1PZA-HQ", "Q"], "2013", None)
    assert way["spends"] == {"fuel": {"AX-LIX-HQ": 3}}, "one corps pays once for both"


@rule("kesselschlacht", "13.3.1.a", "10.5.2.B")
def test_fuel_gives_a_disorganized_unit_two_points_and_no_more() -> None:
    t = start(panzer("P", "2010", status="DO"))
    t.choose(["pick", "P"], ["fuel", 5], ["go", "2009"])
    assert t.offered("go")
    t.choose(["go", "2008"])
    assert t.where("P") == "2008"
    assert t.kind == "move", "three points are wasted"
