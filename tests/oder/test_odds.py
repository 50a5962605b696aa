"""Oder 11.5: the odds, the two odds lines, the shift of turn 1, everything that modifies the die."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.oder.loading.load import GRID
from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.concentric import is_concentric
from tests.oder.table import Table, fortress, infantry, outcome, panzer, rifle, shock, table, tank
from tests.rules import rule

# Around 2010 clockwise from the north: 2009 2109 2110 2011 1910 1909.
NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST = (
    "2009",
    "2109",
    "2110",
    "2011",
    "1910",
    "1909",
)


def german_odds(attack: int, defence: int, **more: Any) -> Json:
    """The odds of a German attack of so many factors from the north-west on a Soviet in 2010."""
    units = [infantry("A", NORTH_WEST, f"{attack}-5"), rifle("D", "2010", f"5-{defence}")]
    return table(units, **more).odds("2010", ["A"])


def soviet_odds(attack: int, defence: int, **more: Any) -> Json:
    """The odds of a Soviet attack of so many factors from the south-east on a German in 2010."""
    units = [rifle("A", SOUTH_EAST, f"{attack}-5"), infantry("D", "2010", f"3-{defence}")]
    return table(units, "soviet-combat", **more).odds("2010", ["A"])


def modifiers(odds: Json) -> dict[str, int]:
    """The modifiers by their cases."""
    return {entry["rule"]: entry["value"] for entry in odds["modifiers"]}


# The ratio


@rule("oder", "11.5.ex1", "11.5.a.3")
def test_the_worked_example_26_against_7_is_3_to_1() -> None:
    assert german_odds(26, 7)["ratio"] == "3:1"


@rule("oder", "11.5.a.1", "11.5.a.2", "11.1", "2.2.p5")
def test_factors_of_all_attackers_and_of_all_defenders_are_added_up() -> None:
    units = [panzer("A", NORTH_WEST, "8-1"), infantry("B", SOUTH_WEST, "3-1")]
    stack = [rifle("D", "2010", "9-4"), tank("E", "2010", "9-1")]
    odds = table([*units, *stack]).odds("2010", ["A", "B"])
    assert (odds["attack"], odds["defence"], odds["ratio"]) == (11, 5, "2:1")
    assert [(line["role"], line["unit"], line["factor"]) for line in odds["lines"]] == [
        ("attack", "A", 8),
        ("attack", "B", 3),
        ("defence", "D", 4),
        ("defence", "E", 1),
    ]


@rule("oder", "11.5.a.3", "11.5.b.1", "11.5.b.2", "11.5.b.3")
@pytest.mark.parametrize(
    ("attack", "defence", "ratio"),
    [
        (7, 7, "1:1"),
        (13, 7, "1:1"),
        (14, 7, "2:1"),
        (7, 13, "1:1"),  # the fraction is dropped this way too
        (7, 14, "1:2"),
        (7, 20, "1:2"),
        (7, 21, "1:3"),
        (7, 28, "1:4"),
    ],
)
def test_the_fraction_is_dropped_both_ways(attack: int, defence: int, ratio: str) -> None:
    """R-59"""
    assert german_odds(attack, defence)["ratio"] == ratio


@rule("oder", "11.5.b.3")
def test_by_option_a_stronger_defender_rounds_against_the_attacker() -> None:
    """R-59"""
    assert german_odds(7, 13, options={"odds_b": "ceil"})["ratio"] == "1:2"
    assert german_odds(26, 7, options={"odds_b": "ceil"})["ratio"] == "3:1"


# The two odds lines and their ends


@rule("oder", "11.5.p1", "11.5.imp1", "data.crt")
def test_each_side_reads_its_own_odds_line() -> None:
    """R-60: the German line is a step better."""
    german, soviet = german_odds(15, 5), soviet_odds(20, 5)
    assert (german["column"], soviet["column"]) == ("3:1", "4:1")
    assert german["results"] == soviet["results"]
    assert german_odds(15, 5)["results"] != soviet_odds(15, 5)["results"]


@rule("oder", "11.5.p1")
def test_by_option_the_better_line_is_soviet() -> None:
    """R-60"""
    more: Json = {"options": {"better_odds_line": "soviet"}}
    assert soviet_odds(35, 5, **more)["automatic"] == "DE"
    assert german_odds(35, 5, **more)["column"] == "7:1"
    assert soviet_odds(5, 20, **more)["column"] == "1:4"


@rule("oder", "11.5.imp1")
@pytest.mark.parametrize(
    ("attack", "defence", "german", "soviet"),
    [
        (30, 5, "6:1", "6:1"),
        (35, 5, "DE", "7:1"),
        (40, 5, "DE", "DE"),
        (5, 15, "1:3", "1:3"),
        (5, 20, "1:4", "AL1"),
        (5, 25, "AL1", "AL1"),
    ],
)
def test_odds_past_the_ends_of_a_line_need_no_die(
    attack: int, defence: int, german: str, soviet: str
) -> None:
    for odds, expected in (
        (german_odds(attack, defence), german),
        (soviet_odds(attack, defence), soviet),
    ):
        assert expected in (odds["column"], odds["automatic"])
        if odds["automatic"]:
            assert odds["results"] == {odds["automatic"]: 1.0}


@rule("oder", "11.5.imp1")
def test_an_automatic_result_is_carried_out_without_a_die() -> None:
    """R-29: and a city does not change it."""
    units = [panzer("A", NORTH_WEST, "35-5"), rifle("D", "2010", "5-5")]
    t = table(units, hexes={"2010": {"city": "Posen"}}, dice=[1])
    event = outcome(t.attack("2010", "A"))
    assert (event["die"], event["result"]) == (None, "DE")
    assert t.where("D") is None
    t = table([panzer("A", NORTH_WEST, "4-5"), rifle("D", "2010", "5-25")], dice=[1])
    event = outcome(t.attack("2010", "A"))
    assert (event["die"], event["result"]) == (None, "AL1")
    assert t.where("A") is None


@rule("oder", "11.5.a.2")
def test_a_defence_of_nothing_is_past_the_right_end() -> None:
    """R-62"""
    units = [infantry("A", NORTH_WEST), rifle("D", "2010", "5-0")]
    assert table(units).odds("2010", ["A"])["automatic"] == "DE"


@rule("oder", "5.2.2")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (20, 5, "3:1"),
        (5, 5, "1:2"),
        (40, 5, "7:1"),  # 8:1 comes back onto the table
        (45, 5, ">7:1"),
        (10, 20, "1:3"),
        (5, 15, "<1:3"),
    ],
)
def test_on_turn_1_soviet_attacks_shift_a_column_left(
    attack: int, defence: int, column: str
) -> None:
    """R-28"""
    odds = soviet_odds(attack, defence, turn=1)
    assert odds["column"] == column
    assert [(s["columns"], s["rule"]) for s in odds["shifts"]] == [(-1, "5.2.2")]
    assert soviet_odds(attack, defence, turn=2)["shifts"] == []
    assert german_odds(attack, defence, turn=1)["shifts"] == []


# The die and its modifiers


@rule("oder", "5.2.1")
def test_on_turn_1_german_attack_rolls_are_lowered() -> None:
    assert modifiers(german_odds(15, 5, turn=1)) == {"5.2.1": -1}
    assert modifiers(german_odds(15, 5, turn=2)) == {}
    assert modifiers(soviet_odds(15, 5, turn=1)) == {}


@rule("oder", "11.5.1.clear", "11.5.1.rough", "11.5.1.town", "11.5.1.city", "data.tec")
@pytest.mark.parametrize(
    ("ground", "expected"),
    [
        ({"terrain": "clear"}, {}),
        ({"terrain": "marsh"}, {}),
        ({"terrain": "rough"}, {"11.5.1.rough": 1}),
        ({"terrain": "forest"}, {"11.5.1.rough": 1}),
        ({"town": "Thorn"}, {"11.5.1.town": 1}),
        ({"city": "Posen"}, {"11.5.1.city": 2}),
    ],
)
def test_the_defended_hex_modifies_the_die(ground: Json, expected: Json) -> None:
    assert modifiers(german_odds(15, 5, hexes={"2010": ground})) == expected
    assert modifiers(soviet_odds(15, 5, hexes={"2010": ground})) == expected


@rule("oder", "11.5.1.imp1")
def test_of_several_terrains_in_the_hex_one_counts() -> None:
    """R-63: the best for the defender; river and fortification come on top."""
    rough_town = {"terrain": "rough", "town": "Thorn"}
    assert sum(modifiers(german_odds(15, 5, hexes={"2010": rough_town})).values()) == 1
    fort_city = {"terrain": "forest", "city": "Posen", "fort": True}
    odds = soviet_odds(15, 5, hexes={"2010": fort_city}, rivers=[("2010", SOUTH_EAST)])
    assert modifiers(odds) == {"11.5.1.city": 2, "11.5.1.river": 1, "11.5.2": 1}


@rule("oder", "11.5.1.river")
def test_a_river_counts_when_every_attacker_crosses_one() -> None:
    """R-64"""
    units = [infantry("A", NORTH_WEST), infantry("B", SOUTH_WEST), rifle("D", "2010")]
    t = table(units, rivers=[("2010", NORTH_WEST)])
    assert modifiers(t.odds("2010", ["A"])) == {"11.5.1.river": 1}
    assert modifiers(t.odds("2010", ["A", "B"])) == {}
    t = table(units, rivers=[("2010", NORTH_WEST), ("2010", SOUTH_WEST)])
    assert modifiers(t.odds("2010", ["A", "B"])) == {"11.5.1.river": 1}


@rule("oder", "11.5.2", "11.5.2.imp1")
def test_an_intact_fortification_helps_germans_only() -> None:
    fort: Json = {"hexes": {"2010": {"fort": True}}}
    assert modifiers(soviet_odds(15, 5, **fort)) == {"11.5.2": 1}
    assert modifiers(german_odds(15, 5, **fort)) == {}
    ruin: Json = {"hexes": {"2010": {"fort": True, "fort_intact": False}}}
    assert modifiers(soviet_odds(15, 5, **ruin)) == {}


@rule("oder", "11.5.3", "11.5.3.G", "11.5.3.S", "5.4.p2", "5.4.p3")
def test_air_and_naval_markers_help_the_german_in_attack_and_defence() -> None:
    """R-89: both count, and the defended hex is what they look at."""
    coast = {"2010": {"coastal": True}, NORTH_WEST: {"coastal": True}}
    for hex_ in ("2010", NORTH, SOUTH):  # in the hex or next to it
        more: Json = {"hexes": coast, "markers": {"air": hex_}}
        assert modifiers(german_odds(15, 5, **more)) == {"11.5.3.G": -1}
        assert modifiers(soviet_odds(15, 5, **more)) == {"11.5.3.S": 1}
    far: Json = {"markers": {"air": "2008"}}
    assert modifiers(german_odds(15, 5, **far)) == {}
    naval: Json = {"hexes": coast, "markers": {"naval": "2010"}}
    assert modifiers(german_odds(15, 5, **naval)) == {"11.5.3.G": -1}
    assert modifiers(soviet_odds(15, 5, **naval)) == {"11.5.3.S": 1}
    beside: Json = {"hexes": coast, "markers": {"naval": NORTH_WEST}}
    assert modifiers(german_odds(15, 5, **beside)) == {}
    both: Json = {"hexes": coast, "markers": {"air": "2010", "naval": "2010"}}
    assert [m["value"] for m in german_odds(15, 5, **both)["modifiers"]] == [-1, -1]


@rule("oder", "5.4.p4.2")
def test_markers_add_no_factors() -> None:
    more: Json = {"hexes": {"2010": {"coastal": True}}}
    more["markers"] = {"air": "2010", "naval": "2010"}
    odds = german_odds(15, 5, **more)
    assert (odds["attack"], odds["defence"]) == (15, 5)


def surrounded(hexes: list[str], place: Json | None = None) -> Json:
    """The modifiers of a German attack from these hexes; the Soviet unit has a source next to it."""
    units = [infantry(f"A{h}", h, "9-5") for h in hexes]
    ground = {"2010": place} if place else {}
    odds = table([*units, rifle("D", "2010", "1-30")], hexes=ground).odds(
        "2010", [f"A{h}" for h in hexes]
    )
    return {rule_: value for rule_, value in modifiers(odds).items() if rule_.startswith("11.5.4")}


@rule("oder", "11.5.4.1", "11.5.4.2", "11.5.4.3")
@pytest.mark.parametrize(
    ("hexes", "case"),
    [
        ([NORTH, SOUTH], "11.5.4.1"),
        ([NORTH_WEST, SOUTH_EAST], "11.5.4.1"),
        ([NORTH, SOUTH_EAST, SOUTH_WEST], "11.5.4.2"),
        ([NORTH_EAST, SOUTH, NORTH_WEST], "11.5.4.2"),
        ([NORTH], None),
        ([NORTH, NORTH_EAST], None),
        ([NORTH, SOUTH_EAST], None),
        ([NORTH, NORTH_EAST, SOUTH_EAST], None),
    ],
)
def test_concentric_attacks(hexes: list[str], case: str | None) -> None:
    assert surrounded(hexes) == ({case: -1} if case else {})


@rule("oder", "11.5.4.3")
def test_four_hexes_are_concentric_whichever_they_are() -> None:
    """R-65: and never more than one modifier."""
    for left_out in range(6):
        hexes = [h for i, h in enumerate(ALL_ROUND) if i not in (left_out, (left_out + 1) % 6)]
        assert is_concentric({ALL_ROUND.index(h) for h in hexes})
        assert surrounded(hexes) == {"11.5.4.3": -1}
    assert surrounded(ALL_ROUND) == {"11.5.4.3": -1}


ALL_ROUND = [NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST]


@rule("oder", "11.5.4.exc1")
def test_a_city_cannot_be_attacked_concentrically() -> None:
    assert surrounded([NORTH, SOUTH], {"city": "Posen"}) == {}
    assert surrounded([NORTH, SOUTH], {"town": "Thorn"}) == {"11.5.4.1": -1}


@rule("oder", "11.5.4.1", "8.6.p2")
def test_every_concentric_attack_in_the_open_cuts_the_defender_off() -> None:
    """R-65: all hexes round it are then in a zone of control or under an attacker."""
    for pattern in range(64):
        hexes = [h for i, h in enumerate(ALL_ROUND) if pattern >> i & 1]
        if not is_concentric({ALL_ROUND.index(h) for h in hexes}):
            continue
        units = [infantry(f"A{h}", h) for h in hexes]
        t = table([*units, rifle("D", "2010")])
        assert t.supply("D") == "out"


@rule("oder", "8.6", "8.6.p1", "8.6.p2", "8.6.imp1")
def test_lack_of_supply_modifies_the_die_and_not_the_factors() -> None:
    wall = [rifle(f"W{h}", h, "1-1") for h in ("1907", "1709")]  # zones round the attacker
    units = [infantry("A", NORTH_WEST, "15-5"), rifle("D", "2010", "5-5")]
    t = table([*units, *wall])
    assert (t.supply("A"), t.supply("D")) == ("out", "regular")
    odds = t.odds("2010", ["A"])
    assert modifiers(odds) == {"8.6.p1": 1}
    assert (odds["attack"], odds["defence"]) == (15, 5)
    wall += [infantry(f"W{h}", h, "1-1") for h in ("2209", "2111")]
    t = table([*units, *wall])
    assert (t.supply("A"), t.supply("D")) == ("out", "out")
    assert modifiers(t.odds("2010", ["A"])) == {"8.6.p1": 1, "8.6.p2": -1}


@rule("oder", "8.6.p1")
def test_one_attacker_out_of_supply_is_enough_and_counts_once() -> None:
    """R-56"""
    wall = [rifle(f"W{h}", h, "1-1") for h in ("1907", "1709")]
    stack = [infantry("A", NORTH_WEST), infantry("B", NORTH_WEST)]
    t = table([*stack, infantry("C", SOUTH_WEST), rifle("D", "2010"), *wall])
    assert [t.supply(name) for name in "ABC"] == ["out", "out", "regular"]
    assert modifiers(t.odds("2010", ["C"])) == {}
    for units in (["A", "C"], ["A", "B"], ["A", "B", "C"]):
        assert modifiers(t.odds("2010", units)) == {"8.6.p1": 1}


@rule("oder", "8.6.p2", "8.3.imp2")
def test_a_defending_stack_with_one_unit_out_of_supply() -> None:
    """R-56: the marker supplies one unit only; by option all must lack supply."""
    ring = [rifle(f"S{h}", h, "15-5") for h in (NORTH, SOUTH_EAST, SOUTH_WEST)]
    stack = [infantry("D", "2010"), infantry("E", "2010")]
    more: Json = {"markers": {"aerial": "D"}}
    t = table([*ring, *stack], "soviet-combat", **more)
    assert (t.supply("D"), t.supply("E")) == ("aerial", "out")
    assert modifiers(t.odds("2010", [f"S{NORTH}"])) == {"8.6.p2": -1}
    t = table([*ring, *stack], "soviet-combat", **more, options={"defender_oos": "all"})
    assert modifiers(t.odds("2010", [f"S{NORTH}"])) == {}


@rule("oder", "11.5.p2", "11.5.p3")
def test_modifiers_add_up_and_plus_helps_the_defender() -> None:
    """R-66"""
    more: Json = {"hexes": {"2010": {"city": "Posen", "fort": True, "coastal": True}}}
    more["markers"] = {"air": "2010", "naval": "2010"}
    odds = soviet_odds(20, 5, rivers=[("2010", SOUTH_EAST)], **more)
    assert sum(entry["value"] for entry in odds["modifiers"]) == 6
    assert odds["results"] == {"AL1": 1.0}
    ladder = ["AL1", "AS", "DR", "EX", "DE"]  # ever better for the attacker
    plain = table(
        [infantry("A", NORTH_WEST, "15-5"), rifle("D", "2010", "5-5")]
    ).state.world.crt.results(5, 0, False)
    for modifier in range(1, 8):
        crt = german_table().state.world.crt
        harder = crt.results(5, modifier, False)
        assert all(ladder.index(b) <= ladder.index(a) for a, b in zip(plain, harder, strict=True))


def german_table(**more: Any) -> Table:
    """German A against Soviet D at 3:1."""
    units = [infantry("A", NORTH_WEST, "15-5"), rifle("D", "2010", "5-5")]
    return table(units, **more)


@rule("oder", "11.5.p4", "2.1.p8")
@pytest.mark.parametrize(
    ("die", "result"), [(1, "DE"), (2, "DE"), (3, "EX"), (4, "DR"), (5, "DR"), (6, "AS")]
)
def test_one_die_is_rolled_and_read_in_the_column(die: int, result: str) -> None:
    t = german_table(dice=[die, 1, 1])
    event = outcome(t.attack("2010", "A"))
    assert (event["die"], event["result"], event["odds"]["column"]) == (die, result, "3:1")


@rule("oder", "11.5.p4", "data.crt")
def test_the_modified_die_is_read_and_beyond_the_rows_the_last_counts() -> None:
    """R-61"""
    t = german_table(hexes={"2010": {"terrain": "rough"}}, dice=[1, 1])
    assert outcome(t.attack("2010", "A"))["result"] == "DE"
    t = german_table(hexes={"2010": {"terrain": "rough"}}, dice=[6, 1])
    assert outcome(t.attack("2010", "A"))["result"] == "AL1"
    crt = t.state.world.crt
    assert crt.row(-9) == crt.row(-3) == ("DE",) * 9
    assert crt.row(13) == crt.row(10) == ("AL1",) * 9


@rule("oder", "11.5.1.city")
def test_a_city_turns_retreats_into_exchanges_and_stalls_into_losses() -> None:
    """R-82, R-83: for whoever defends; other results stand."""
    city: Json = {"hexes": {"2010": {"city": "Posen"}}}
    for odds in (german_odds(25, 5, **city), soviet_odds(30, 5, **city)):
        # Three columns left of the right end, dice 3 to 8: DE DE EX DR DR AS
        assert odds["results"] == pytest.approx({"DE": 2 / 6, "EX": 3 / 6, "AL1": 1 / 6}, abs=0.01)


@rule("oder", "11.5.1.city")
def test_a_city_changes_its_own_results_and_not_those_of_open_ground() -> None:
    """R-82: at one column and with one modifier, in one game, whichever is asked first."""
    units = [infantry("C", "2010"), infantry("D", "1510")]
    units += [rifle("A", SOUTH_EAST, "30-5"), rifle("B", "1610", "30-5")]
    hexes = {"2010": {"city": "Posen"}, "1510": {"fort": True}}
    for order in (("2010", "1510"), ("1510", "2010")):
        t = table(units, "soviet-combat", rivers=[("1510", "1610")], hexes=hexes)
        found = {h: t.odds(h, ["A" if h == "2010" else "B"]) for h in order}
        city, open_ = found["2010"], found["1510"]
        assert city["column"] == open_["column"]
        assert sum(modifiers(city).values()) == sum(modifiers(open_).values()) == 2
        assert set(city["results"]) == {"DE", "EX", "AL1"}
        assert set(open_["results"]) == {"DE", "EX", "DR", "AS"}


@rule("oder", "11.5.1.town")
def test_a_town_changes_no_results() -> None:
    town: Json = {"hexes": {"2010": {"town": "Thorn"}}}
    assert set(german_odds(15, 5, **town)["results"]) == {"DE", "EX", "DR", "AS", "AL1"}


@rule("oder", "11.5.p4")
def test_the_log_shows_what_the_table_said_before_the_city() -> None:
    units = [infantry("A", NORTH_WEST, "25-5"), rifle("D", "2010", "5-5")]
    t = table(units, hexes={"2010": {"city": "Posen"}}, dice=[4, 6, 6, 6])
    event = outcome(t.attack("2010", "A"))
    assert (event["table"], event["result"]) == ("DR", "EX")
    assert "DR in a city" in t.match.game.describe(event)


# The query


@rule("oder", "2.3.imp1", "11.0")
def test_the_odds_query_refuses_what_could_not_be_declared() -> None:
    units = [fortress("F", NORTH_WEST), infantry("A", NORTH_WEST), rifle("D", "2010")]
    t = table([*units, rifle("E", "2510"), shock("S", SOUTH_EAST)])
    for names, target, case in (
        (["F"], "2010", "2.3.imp1"),
        (["A"], "2510", "11.0"),
        (["A"], NORTH, "11.0"),
        (["A", "D"], "2010", "11.0.p3"),
    ):
        with pytest.raises(Refused) as caught:
            t.odds(target, names)
        assert caught.value.rule == case


@rule("oder", "8.3.p3")
def test_the_odds_query_counts_aerial_supply() -> None:
    ring = [rifle(f"S{h}", h, "15-5") for h in (NORTH, SOUTH_EAST, SOUTH_WEST)]
    t = table([*ring, infantry("D", "2010")], "soviet-combat")
    assert modifiers(t.odds("2010", [f"S{NORTH}"])) == {"8.6.p2": -1}
    assert modifiers(t.odds("2010", [f"S{NORTH}"], aerial="D")) == {}
    assert t.supply("D") == "out"


def test_the_hexes_of_these_tests_are_the_ring() -> None:
    assert [GRID.number(h) for h in GRID.neighbours(GRID.index("2010"))] == ALL_ROUND
