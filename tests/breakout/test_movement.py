"""Movement (12.0 to 12.5) with zones of control, rivers, Korpsgruppe traffic and exits."""

from typing import Any

import pytest

from hexfront.kernel.fields import Json
from tests.breakout.table import Table, garrison, german, guns, panzer, soviet, support, table, tank
from tests.rules import rule

SMALL, BIG = "Zbruch", "Dnestr"
CORNER = [
    german(f"W{i}", h) for i, h in enumerate(("0201", "0202", "0203", "0204", "0205", "0106"))
]
"""A wall that cuts the hexes 0101 to 0105 off from every Soviet source, in any weather."""


def points(t: Table) -> dict[str, int]:
    """The points left of the units that are on the move."""
    left: dict[str, int] = t.view(t.side)["planned"]["points"]
    return left


def dice_of(events: list[Json]) -> list[int]:
    """The faces of the dice that fell."""
    return [event["face"] for event in events if event["what"] == "die"]


# 12.0 Movement -------------------------------------------------------------------------------------


@rule("breakout", "12.0")
def test_nobody_has_to_move() -> None:
    t = table([german("I1", "2218"), soviet("R1", "3010")], phase="german-move")

    t.choose(["end"])

    assert t.where("I1") == "2218"
    assert t.state.phase == "german-combat"


@rule("breakout", "12.0")
def test_a_picked_unit_that_stops_at_once_has_not_moved() -> None:
    t = table([german("I1", "2218")], phase="german-move")

    t.choose(["pick", "I1"], ["stop"])

    assert t.offered("pick") == ["I1"]


@rule("breakout", "12.0", "2.7.a", "12.1")
def test_a_garrison_does_not_move() -> None:
    t = table([garrison("G1", "2218"), german("I1", "2218")], phase="german-move")

    assert t.offered("pick") == ["I1"]
    t.refuses(["pick", "G1"], "2.7.a")
    t.choose(["pick", "I1"])
    t.refuses(["pick", "G1"], "2.7.a")


@rule("breakout", "12.0.a")
def test_units_of_one_hex_move_singly_or_as_a_stack() -> None:
    units = [german("I1", "2218"), german("I2", "2218"), german("I3", "2218"), german("I4", "2219")]
    t = table(units, phase="german-move")

    t.move("I1", "2217")
    t.choose(["pick", "I2"], ["pick", "I3"], ["go", "2318"], ["stop"])

    assert [t.where(f"I{i}") for i in (1, 2, 3, 4)] == ["2217", "2318", "2318", "2219"]


@rule("breakout", "12.0.a")
def test_a_group_starts_from_one_hex_and_nobody_joins_it_underway() -> None:
    units = [german("I1", "2218"), german("I2", "2219"), german("I3", "2217"), german("I4", "2218")]
    t = table(units, phase="german-move")

    t.refuses(["go", "2217"], "12.0.a")
    t.choose(["pick", "I1"])
    assert t.offered("pick") == ["I4"]
    t.refuses(["pick", "I1"], "12.0.a")
    t.refuses(["pick", "I2"], "12.0.a")
    t.refuses(["drop", "I2"], "12.0.a")
    t.refuses(["drop", "I1"], "12.0.a")
    t.choose(["go", "2217"])
    t.refuses(["pick", "I3"], "12.0.a")
    t.refuses(["end"], "12.0.a")
    t.refuses(["top", "I3"], "12.0.a")


@rule("breakout", "12.0.a", "12.0.e")
def test_a_unit_left_behind_on_the_way_has_moved() -> None:
    t = table([german("I1", "2218"), german("I2", "2218")], phase="german-move")

    t.choose(
        ["pick", "I1"], ["pick", "I2"], ["go", "2217"], ["drop", "I1"], ["go", "2216"], ["stop"]
    )

    assert (t.where("I1"), t.where("I2")) == ("2217", "2216")
    t.refuses(["pick", "I1"], "12.0.e")
    t.refuses(["pick", "I2"], "12.0.e")


@rule("breakout", "12.0.a", "12.0.e")
def test_a_unit_that_has_moved_joins_no_fresh_group() -> None:
    units = [german("I1", "2218"), german("I2", "2217"), german("I3", "2217", "1-1")]
    t = table(units, phase="german-move")

    t.move("I1", "2217")
    t.choose(["pick", "I2"])
    assert t.offered("pick") == ["I3"]
    t.refuses(["pick", "I1"], "12.0.e")


@rule("breakout", "12.0.a")
def test_a_unit_dropped_before_the_first_step_may_still_move() -> None:
    t = table([german("I1", "2218"), german("I2", "2218")], phase="german-move")

    t.choose(["pick", "I1"], ["pick", "I2"], ["drop", "I1"], ["go", "2217"], ["stop"])

    t.move("I1", "2219")
    assert (t.where("I1"), t.where("I2")) == ("2219", "2217")


@rule("breakout", "12.0.a", "6.3")
def test_a_group_keeps_its_order_and_goes_on_top() -> None:
    # R-71, whoever was picked first
    units = [german("A", "2218"), german("B", "2218"), german("C", "2218"), german("D", "2217")]
    t = table(units, phase="german-move")

    t.choose(["pick", "C"], ["pick", "A"], ["go", "2217"], ["stop"])

    assert stack(t, "2217") == ["A", "C", "D"]
    assert stack(t, "2218") == ["B"]


@rule("breakout", "6.3")
def test_the_owner_names_the_top_of_a_stack_in_his_movement() -> None:
    units = [german("A", "2218"), german("B", "2218"), soviet("R1", "3010"), soviet("R2", "3010")]
    t = table(units, phase="german-move")

    t.refuses(["top", "A"], "6.3")
    t.refuses(["top", "R2"], "3.0")
    t.choose(["top", "B"])

    assert stack(t, "2218") == ["B", "A"]
    assert sorted(t.offered("pick")) == ["A", "B"]


def stack(t: Table, number: str) -> list[str]:
    """The units in a hex, top first."""
    s = t.state
    return s.world.roster.names(s.units_in(s.world.grid.index(number)))


@rule("breakout", "12.0.b", "14.0.tec.clear", "14.0.tec.forest", "14.0.tec.rough", "14.0.tec.marsh")
def test_a_unit_pays_for_each_hex_as_it_enters_it() -> None:
    ground = {"2217": "clear", "2216": "forest", "2215": "marsh", "2214": "rough"}
    t = table(
        [panzer("P1", "2218"), german("I1", "2318")],
        phase="german-move",
        hexes={number: {"terrain": terrain} for number, terrain in ground.items()},
    )

    t.choose(["pick", "P1"], ["go", "2217"])
    assert points(t) == {"P1": 9}
    t.choose(["go", "2216"])
    assert points(t) == {"P1": 7}
    t.choose(["go", "2215"])
    assert points(t) == {"P1": 4}
    t.choose(["go", "2214"])
    assert points(t) == {"P1": 2}
    t.choose(
        ["stop"], ["pick", "I1"], ["go", "2217"], ["go", "2216"], ["go", "2215"], ["go", "2214"]
    )
    assert points(t) == {"I1": 3}


@rule("breakout", "12.0.b")
def test_a_step_goes_to_an_adjacent_hex_free_of_the_enemy() -> None:
    t = table([german("I1", "2218"), soviet("R1", "2217")], phase="german-move", weather="storm")

    t.choose(["pick", "I1"])

    t.refuses(["go", "2216"], "12.0.b")
    t.refuses(["go", "2217"], "6.0.d")
    assert sorted(t.offered("go")) == ["2118", "2119", "2219", "2318", "2319"]


@rule("breakout", "12.0.c")
def test_units_move_only_in_their_owners_movement_segments() -> None:
    units = [german("I1", "2218"), soviet("R1", "3010")]

    table(units, phase="german-combat").refuses(["pick", "I1"], "12.0.c")
    table(units, phase="german-mech").refuses(["go", "2217"], "12.0.c")
    t = table(units, phase="soviet-move")
    t.refuses(["pick", "I1"], "3.0")
    t.choose(["pick", "R1"])
    t.refuses(["pick", "I1"], "3.0")


@rule("breakout", "12.0.c")
def test_nobody_fights_in_a_movement_segment() -> None:
    t = table([german("I1", "2218"), soviet("R1", "2217")], phase="german-move")

    t.refuses(["target", "2217"], "5.0")
    t.refuses(["probe", "2118"], "5.0")


@rule("breakout", "12.0.d")
def test_an_advance_uses_no_movement_points() -> None:
    t = table(
        [german("I1", "2218", "9-9"), soviet("R1", "2217", "1-1"), soviet("R2", "3001")],
        phase="german-combat",
        order="fight/move",
        rivers=[("2218", "2217", BIG)],
        dice=[1],
    )
    t.attack("2217", "I1")
    t.choose(["advance", "I1"], ["end"], ["end"])
    assert t.where("I1") == "2217"

    t.choose(["pick", "I1"])

    assert points(t) == {"I1": 7}


@rule("breakout", "12.0.d")
def test_a_retreat_uses_no_movement_points() -> None:
    t = table(
        [german("I1", "2218"), tank("T1", "2217"), tank("T2", "2118")],
        phase="soviet-combat",
        impulse=2,
        dice=[2],
    )
    t.attack("2218", "T1")  # 2:1, the second die face retreats
    t.choose(["retreat", "I1", "2219"], ["done"], ["end"], ["order", "move/fight"])

    t.choose(["pick", "I1"])

    assert points(t) == {"I1": 7}


@rule("breakout", "12.0.e", "12.2")
def test_a_unit_cannot_spend_more_than_it_has() -> None:
    t = table([german("I1", "2218"), panzer("P1", "2218")], phase="german-move")

    t.choose(["pick", "I1"], ["pick", "P1"], *[["go", f"22{row}"] for row in range(17, 10, -1)])

    assert points(t) == {"I1": 0, "P1": 3}
    t.refuses(["go", "2210"], "12.2")
    t.choose(["drop", "I1"], ["go", "2210"])
    assert points(t) == {"P1": 2}


@rule("breakout", "12.0.e")
def test_a_unit_without_points_stops_by_itself() -> None:
    t = table([german("I1", "2218"), german("I2", "2318")], phase="german-move")

    t.choose(["pick", "I1"], *[["go", f"22{row}"] for row in range(17, 10, -1)])

    assert t.kind == "move"
    assert t.offered("pick") == ["I2"]
    t.refuses(["pick", "I1"], "12.0.e")


@rule("breakout", "12.0.f")
def test_unused_points_are_not_saved() -> None:
    t = table([german("I1", "2218"), soviet("R1", "4010")], phase="german-move")

    t.move("I1", "2217")
    t.choose(["end"], ["end"], ["end"], ["order", "move/fight"], ["pick", "I1"])

    assert points(t) == {"I1": 7}  # not 13


# 12.1 Movement factors -----------------------------------------------------------------------------


@rule("breakout", "12.1", "14.0.mf")
@pytest.mark.parametrize(
    ("weather", "foot", "mech"), [("storm", 5, 7), ("thaw", 7, 10), ("frost", 9, 13)]
)
def test_mobility_and_weather_give_the_allowance(weather: str, foot: int, mech: int) -> None:
    t = table([german("I1", "2218"), panzer("P1", "2218")], phase="german-move", weather=weather)
    t.choose(["pick", "I1"], ["pick", "P1"])
    assert points(t) == {"I1": foot, "P1": mech}

    units = [soviet("R1", "2203"), tank("T1", "2203"), guns("A1", "2203"), support("S1", "2203")]
    t = table(units, phase="soviet-move", weather=weather)
    t.choose(["pick", "R1"], ["pick", "T1"], ["pick", "A1"], ["pick", "S1"])
    assert points(t) == {"R1": foot, "T1": mech, "A1": mech, "S1": mech}


@rule("breakout", "12.1.a")
def test_in_storm_foot_units_of_both_sides_have_five_points() -> None:
    t = table([german("I1", "2218"), panzer("P1", "2218")], phase="german-move", weather="storm")
    t.choose(["pick", "I1"], ["pick", "P1"], *[["go", f"22{row}"] for row in range(17, 12, -1)])
    t.refuses(["go", "2212"], "12.2")

    t = table([soviet("R1", "2203"), tank("T1", "2203")], phase="soviet-move", weather="storm")
    t.choose(["pick", "R1"], ["pick", "T1"], *[["go", f"22{row:02}"] for row in range(4, 9)])
    t.refuses(["go", "2209"], "12.2")


@rule("breakout", "12.1.b", "8.3")
def test_a_soviet_unit_out_of_supply_moves_half_as_far() -> None:
    units = [*CORNER, soviet("R1", "0101"), tank("T1", "0101")]
    t = table(units, phase="soviet-move", weather="storm")

    t.choose(["pick", "R1"], ["pick", "T1"])
    assert points(t) == {"R1": 3, "T1": 4}  # halves of 5 and 7, rounded up
    t.choose(["go", "0102"], ["go", "0103"], ["go", "0104"])

    t.refuses(["go", "0105"], "12.2")
    t.choose(["drop", "R1"], ["go", "0105"])
    assert t.where("T1") == "0105"


@rule("breakout", "12.1.b")
def test_a_german_unit_out_of_communications_moves_at_full_rate() -> None:
    ring = [
        soviet(f"R{i}", h) for i, h in enumerate(("2215", "1917", "1920", "2221", "2520", "2517"))
    ]
    t = table([german("I1", "2218"), *ring], phase="german-move")
    assert not t.match.game.supply(t.state, 0)["units"]["I1"]["supplied"]

    t.choose(["pick", "I1"])

    assert points(t) == {"I1": 7}


# 12.2 All costs at once ----------------------------------------------------------------------------


@rule("breakout", "12.2")
def test_a_hex_is_entered_only_if_all_of_it_can_be_paid() -> None:
    t = table(
        [panzer("P1", "2218"), german("I1", "2218")],
        phase="german-move",
        weather="storm",
        hexes={
            "2217": {"terrain": "marsh"},
            "2216": {"terrain": "rough"},
            "2215": {"terrain": "marsh"},
        },
    )

    t.choose(["pick", "P1"], ["pick", "I1"], ["go", "2217"], ["go", "2216"])

    assert points(t) == {"P1": 2, "I1": 3}
    t.refuses(["go", "2215"], "12.2")
    t.choose(["drop", "P1"], ["go", "2215"])
    assert points(t) == {"I1": 2}


@rule("breakout", "12.2", "12.3.b")
def test_there_is_no_guaranteed_move_of_one_hex() -> None:
    units = [tank("T1", "0101"), german("W1", "0201"), german("W2", "0202"), german("W3", "0103")]
    t = table(
        units,
        phase="soviet-move",
        weather="storm",
        hexes={"0102": {"terrain": "marsh"}},
        rivers=[("0101", "0102", SMALL)],
        dice=[4],
    )

    t.choose(["pick", "T1"])
    assert points(t) == {"T1": 4}
    t.choose(["go", "0102"])

    assert t.where("T1") == "0101"  # 3 and 2 are 5


@rule("breakout", "12.2")
def test_a_unit_that_cannot_pay_for_any_hex_is_not_picked() -> None:
    # Half of 7 points are 4: not enough for marsh over a big river, which takes 1 more at least.
    units = [guns("A1", "0101"), german("W1", "0201"), german("W2", "0202"), german("W3", "0103")]
    t = table(
        units,
        phase="soviet-move",
        weather="storm",
        hexes={"0102": {"terrain": "marsh"}},
        rivers=[("0101", "0102", BIG)],
        options={"flat_river_cost": True},
    )

    assert t.offered("pick") == []
    t.refuses(["pick", "A1"], "12.2")


# 12.3 Rivers ---------------------------------------------------------------------------------------


@rule("breakout", "12.3", "14.0.river")
def test_frost_freezes_every_river() -> None:
    t = table(
        [german("I1", "2218")],
        phase="german-move",
        weather="frost",
        rivers=[("2218", "2217", BIG)],
    )

    events = t.choose(["pick", "I1"], ["go", "2217"])

    assert dice_of(events) == []
    assert points(t) == {"I1": 8}


@rule("breakout", "12.3", "14.0.tec.town", "14.0.tec.fort")
@pytest.mark.parametrize("kind", ["town", "fort"])
def test_towns_and_fortified_localities_have_bridges(kind: str) -> None:
    t = table(
        [german("I1", "2218")],
        phase="german-move",
        hexes={"2217": {kind: "Bridges", "terrain": "marsh"}},
        rivers=[("2218", "2217", BIG), ("2217", "2216", BIG)],
    )

    entering = t.choose(["pick", "I1"], ["go", "2217"])
    leaving = t.choose(["go", "2216"])

    assert dice_of(entering) == dice_of(leaving) == []
    assert points(t) == {"I1": 5}


@rule("breakout", "12.3", "12.3.a")
@pytest.mark.parametrize("weather", ["thaw", "storm"])
def test_every_other_crossing_costs_a_die(weather: str) -> None:
    t = table(
        [german("I1", "2218")],
        phase="german-move",
        weather=weather,
        rivers=[("2218", "2217", SMALL)],
        dice=[1],
    )

    events = t.choose(["pick", "I1"], ["go", "2217"])

    assert dice_of(events) == [1]
    assert points(t) == {"I1": {"thaw": 7, "storm": 5}[weather] - 1}


@rule("breakout", "12.3.b", "14.0.river")
@pytest.mark.parametrize(
    ("weather", "river", "extras"),
    [
        ("thaw", SMALL, [0, 1, 1, 1, 2, 3]),
        ("storm", SMALL, [0, 1, 1, 2, 2, 3]),
        ("thaw", "Dnestr", [1, 1, 1, 2, 3, 3]),
        ("thaw", "Southern Bug", [1, 1, 1, 2, 3, 3]),
        ("storm", "Prut", [1, 1, 2, 2, 3, 3]),
    ],
)
def test_the_river_table(weather: str, river: str, extras: list[int]) -> None:
    for face, extra in enumerate(extras, 1):
        t = table(
            [panzer("P1", "2218")],
            phase="german-move",
            weather=weather,
            hexes={"2217": {"terrain": "forest"}},
            rivers=[("2218", "2217", river)],
            dice=[face],
        )
        t.choose(["pick", "P1"], ["go", "2217"])
        assert points(t) == {"P1": {"thaw": 10, "storm": 7}[weather] - 2 - extra}


def at_the_bank(face: int, left: int = 3, **more: Any) -> Table:
    """P1 stands in 2218 with some points left; 2217 is forest beyond a small river."""
    walk = 10 - left
    t = table(
        [panzer("P1", f"22{18 + walk}")],
        phase="german-move",
        hexes={"2217": {"terrain": "forest"}},
        rivers=[("2218", "2217", SMALL), ("2218", "2118", SMALL), ("2218", "2318", SMALL)],
        dice=[face],
        **more,
    )
    t.choose(["pick", "P1"], *[["go", f"22{row}"] for row in range(17 + walk, 17, -1)])
    assert points(t) == {"P1": left}
    return t


@rule("breakout", "12.3.b", "12.2")
def test_a_crossing_that_costs_too_much_fails_and_the_unit_stays() -> None:
    t = at_the_bank(4)
    t.choose(["go", "2217"])
    assert t.where("P1") == "2217"  # 2 and 1 are 3

    t = at_the_bank(5)
    events = t.choose(["go", "2217"])
    assert t.where("P1") == "2218"  # 2 and 2 are 4
    assert [event["what"] for event in events] == ["die", "crossing", "held"]


@rule("breakout", "12.3.b")
def test_an_attempt_needs_the_points_of_the_luckiest_die() -> None:
    t = at_the_bank(1, left=2)
    assert "2217" in t.offered("go")  # forest and nothing more
    t = at_the_bank(1, left=1)
    assert "2118" in t.offered("go")  # clear and nothing more
    t.refuses(["go", "2217"], "12.2")

    big = table([panzer("P1", "2227")], phase="german-move", rivers=[("2218", "2118", BIG)])
    big.choose(["pick", "P1"], *[["go", f"22{row}"] for row in range(26, 17, -1)])
    assert points(big) == {"P1": 1}
    big.refuses(["go", "2118"], "12.2")  # one more at least


@rule("breakout", "12.3.b")
def test_after_a_failed_crossing_a_unit_goes_on_but_rolls_no_more() -> None:
    # R-38, failed_crossing = no_more_rolls
    t = at_the_bank(6)

    t.choose(["go", "2217"])

    assert points(t) == {"P1": 3}
    assert sorted(t.offered("go")) == ["2119", "2219", "2319"]
    t.refuses(["go", "2217"], "12.3.b")
    t.refuses(["go", "2118"], "12.3.b")
    t.choose(["go", "2119"], ["go", "2118"])  # round the spring
    assert points(t) == {"P1": 1}
    t.refuses(["go", "2218"], "12.3.b")  # nor later in the segment
    t.choose(["stop"])
    t.refuses(["pick", "P1"], "12.0.e")


@rule("breakout", "12.3.b", "3.2.6")
def test_who_crosses_alone_leaves_the_stand_fast_order_of_the_others_behind() -> None:
    units = [german("F", "2413", setup_hex="2413"), panzer("P", "2413", setup_hex="2213")]
    t = table(
        units, phase="german-move", turn=1, rivers=[("2418", "2318", SMALL), ("2418", "2319", SMALL)],
        dice=[6],
    )  # fmt: skip
    t.choose(["pick", "F"], ["pick", "P"], *[["go", f"24{row}"] for row in range(14, 19)])
    t.choose(["go", "2318"])
    assert (t.where("F"), t.where("P")) == ("2418", "2318")
    assert {"2217", "2218"} <= set(t.offered("go"))


@rule("breakout", "12.3.b")
def test_after_a_failed_first_step_a_unit_cannot_stop_and_start_again() -> None:
    t = table(
        [tank("T1", "0102"), *CORNER],
        phase="soviet-move",
        weather="storm",
        hexes={"0103": {"terrain": "rough"}},
        rivers=[("0102", "0103", SMALL)],
        dice=[6],
    )

    t.choose(["pick", "T1"], ["go", "0103"])  # 4 points do not pay 2 and 3
    assert t.choices == [["go", "0101"], ["stop"]]
    t.choose(["stop"])

    assert t.where("T1") == "0102"
    t.refuses(["pick", "T1"], "12.0.e")


@rule("breakout", "12.3.b")
def test_option_a_failed_crossing_ends_the_move() -> None:
    t = at_the_bank(6, options={"failed_crossing": "ends_move"})

    t.choose(["go", "2217"])

    assert t.where("P1") == "2218"
    assert t.kind == "move"
    t.refuses(["pick", "P1"], "12.0.e")


@rule("breakout", "12.3.b")
def test_option_a_failed_crossing_may_be_tried_again() -> None:
    t = at_the_bank(6, options={"failed_crossing": "free"})

    t.choose(["go", "2217"])
    t.dice(5, 1)
    t.choose(["go", "2217"])
    assert t.where("P1") == "2218"
    t.choose(["go", "2217"])

    assert t.where("P1") == "2217"
    assert points(t) == {"P1": 1}


@rule("breakout", "12.3.c")
def test_a_stack_rolls_once() -> None:
    units = [german(f"I{i}", "2218", "1-1") for i in (1, 2, 3)]
    rivers = [("2218", "2217", SMALL)]

    t = table(units, phase="german-move", rivers=rivers, dice=[4])
    together = t.choose(["pick", "I1"], ["pick", "I2"], ["pick", "I3"], ["go", "2217"])
    assert dice_of(together) == [4]
    assert points(t) == {"I1": 5, "I2": 5, "I3": 5}

    t = table(units, phase="german-move", rivers=rivers, dice=[1, 5, 6])
    apart = [*t.move("I1", "2217"), *t.move("I2", "2217"), *t.move("I3", "2217")]
    assert dice_of(apart) == [1, 5, 6]


@rule("breakout", "12.3.c", "12.2")
def test_those_of_a_stack_who_can_pay_cross_and_the_others_stay() -> None:
    # Foot has 7 points and mechanized 10; after six clear hexes they have 1 and 4.
    units = [german("I1", "2224"), panzer("P1", "2224"), german("I2", "2224")]
    t = table(
        units,
        phase="german-move",
        rivers=[("2218", "2217", SMALL), ("2218", "2118", SMALL)],
        dice=[4],
    )
    t.choose(["pick", "I1"], ["pick", "P1"], ["pick", "I2"])
    t.choose(*[["go", f"22{row}"] for row in range(23, 17, -1)])
    assert points(t) == {"I1": 1, "P1": 4, "I2": 1}

    t.choose(["go", "2217"])

    assert (t.where("P1"), t.where("I1"), t.where("I2")) == ("2217", "2218", "2218")
    assert points(t) == {"P1": 2}
    t.choose(["go", "2216"], ["stop"])
    assert points(t) == {"I1": 1, "I2": 1}  # they have their turn, without another die
    t.refuses(["go", "2118"], "12.3.b")
    t.choose(["drop", "I1"], ["go", "2219"])
    assert [t.where(u) for u in ("P1", "I1", "I2")] == ["2216", "2218", "2219"]


@rule("breakout", "12.3.c", "7.2")
def test_a_stack_split_at_a_river_into_a_zone() -> None:
    units = [german("I1", "2224"), panzer("P1", "2224"), soviet("R1", "2116")]
    t = table(units, phase="german-move", rivers=[("2218", "2217", SMALL)], dice=[6])
    t.choose(["pick", "P1"], ["pick", "I1"], *[["go", f"22{row}"] for row in range(23, 17, -1)])

    t.choose(["go", "2217"])

    assert (t.where("P1"), t.where("I1")) == ("2217", "2218")
    assert points(t) == {"I1": 1}  # the panzers were stopped by the zone, the infantry goes on
    t.refuses(["go", "2217"], "12.3.b")
    t.choose(["go", "2219"])
    assert t.where("I1") == "2219"


@rule("breakout", "12.3.c")
def test_option_the_move_of_those_who_stay_ends() -> None:
    units = [german("I1", "2224"), panzer("P1", "2224")]
    t = table(
        units,
        phase="german-move",
        rivers=[("2218", "2217", SMALL)],
        dice=[4],
        options={"failed_crossing": "ends_move"},
    )
    t.choose(["pick", "I1"], ["pick", "P1"], *[["go", f"22{row}"] for row in range(23, 17, -1)])

    t.choose(["go", "2217"])

    assert points(t) == {"P1": 2}
    t.choose(["stop"])
    t.refuses(["pick", "I1"], "12.0.e")


@rule("breakout", "12.3.d")
def test_option_every_rolled_crossing_costs_three_more() -> None:
    # no die, no difference between rivers
    rivers = [("2218", "2217", SMALL), ("2217", "2216", BIG), ("2216", "2215", BIG)]
    t = table(
        [panzer("P1", "2218")],
        phase="german-move",
        rivers=rivers,
        options={"flat_river_cost": True},
    )

    events = t.choose(["pick", "P1"], ["go", "2217"])
    assert points(t) == {"P1": 6}
    events += t.choose(["go", "2216"])
    assert points(t) == {"P1": 2}
    assert dice_of(events) == []
    t.refuses(["go", "2215"], "12.2")


@rule("breakout", "12.3.d")
def test_option_free_crossings_stay_free() -> None:
    rivers = [("2218", "2217", BIG)]
    flat = {"flat_river_cost": True}
    town = {"2218": {"town": "Bridges"}}

    frost = table(
        [german("I1", "2218")], phase="german-move", weather="frost", rivers=rivers, options=flat
    )
    frost.choose(["pick", "I1"], ["go", "2217"])
    assert points(frost) == {"I1": 8}

    bridge = table(
        [german("I1", "2218")], phase="german-move", rivers=rivers, options=flat, hexes=town
    )
    bridge.choose(["pick", "I1"], ["go", "2217"])
    assert points(bridge) == {"I1": 6}

    kg = {"kg": {"Br": "2217"}}
    traffic = table(
        [german("I1", "2218")], phase="german-move", rivers=rivers, options=flat, markers=kg
    )
    traffic.choose(["pick", "I1"], ["go", "2217"])
    assert points(traffic) == {"I1": 7}


# 12.4 Korpsgruppe traffic --------------------------------------------------------------------------

KG = {"kg": {"Br": "2219"}}


@rule("breakout", "12.4")
def test_german_units_enter_the_range_of_a_korpsgruppe_for_nothing() -> None:
    marsh = {
        "2220": {"terrain": "marsh"},
        "2219": {"terrain": "marsh"},
        "2218": {"terrain": "marsh"},
    }
    t = table([panzer("P1", "2221")], phase="german-move", markers=KG, hexes=marsh)

    t.choose(["pick", "P1"], ["go", "2220"], ["go", "2219"], ["go", "2218"])

    assert points(t) == {"P1": 10}


@rule("breakout", "12.4")
def test_soviet_units_pay_there_as_elsewhere() -> None:
    # Its own zone does not yet reach into the range when it begins to move.
    marsh = {"2220": {"terrain": "marsh"}}
    t = table([tank("T1", "2222")], phase="soviet-move", markers=KG, hexes=marsh)

    t.choose(["pick", "T1"], ["go", "2221"], ["go", "2220"])

    assert points(t) == {"T1": 6}


@rule("breakout", "12.4.a")
def test_costs_start_again_outside_the_range() -> None:
    # 2220 is seven clear hexes from 2227: the last one is free, and so is the way across.
    t = table([german("I1", "2227"), panzer("P1", "2227")], phase="german-move", markers=KG)
    t.choose(["pick", "I1"], ["pick", "P1"], *[["go", f"22{row}"] for row in range(26, 17, -1)])
    assert points(t) == {"I1": 1, "P1": 4}

    t.choose(["go", "2217"])

    assert points(t) == {"I1": 0, "P1": 3}
    t.refuses(["go", "2216"], "12.2")


@rule("breakout", "12.4", "12.4.a", "12.2")
def test_a_unit_without_points_still_moves_in_the_range() -> None:
    #
    t = table([german("I1", "2228"), panzer("P1", "2228")], phase="german-move", markers=KG)
    t.choose(["pick", "I1"], ["pick", "P1"], *[["go", f"22{row}"] for row in range(27, 20, -1)])
    assert points(t) == {"I1": 0, "P1": 3}

    t.choose(["drop", "P1"], ["go", "2220"], ["go", "2219"], ["go", "2218"])

    assert t.where("I1") == "2218"
    assert points(t) == {"I1": 0}
    assert sorted(t.offered("go")) == ["2119", "2219", "2319"]
    t.refuses(["go", "2217"], "12.2")


@rule("breakout", "12.4.b")
def test_rivers_into_the_range_are_crossed_without_a_die() -> None:
    rivers = [("2221", "2220", BIG), ("2220", "2219", BIG), ("2218", "2217", SMALL)]
    t = table([german("I1", "2221")], phase="german-move", markers=KG, rivers=rivers, dice=[6])

    inside = t.choose(["pick", "I1"], ["go", "2220"], ["go", "2219"], ["go", "2218"])
    assert dice_of(inside) == []
    assert points(t) == {"I1": 7}

    outside = t.choose(["go", "2217"])
    assert dice_of(outside) == [6]
    assert points(t) == {"I1": 3}


@rule("breakout", "12.4.b", "12.3.b")
def test_a_failed_crossing_elsewhere_does_not_bar_those_of_the_range() -> None:
    rivers = [("2221", "2121", SMALL), ("2221", "2220", BIG)]
    t = table(
        [german("I1", "2227")],
        phase="german-move",
        markers=KG,
        rivers=rivers,
        hexes={"2121": {"terrain": "forest"}},
        dice=[4],
    )
    t.choose(["pick", "I1"], *[["go", f"22{row}"] for row in range(26, 20, -1)], ["go", "2121"])
    assert t.where("I1") == "2221"

    t.refuses(["go", "2121"], "12.3.b")
    t.choose(["go", "2220"])
    assert points(t) == {"I1": 1}


@rule("breakout", "12.4.b")
def test_two_korpsgruppen_make_a_corridor() -> None:
    marsh = {f"22{row}": {"terrain": "marsh"} for row in range(15, 21)}
    kg = {"kg": {"Br": "2219", "Go": "2216"}}
    t = table([panzer("P1", "2221")], phase="german-move", markers=kg, hexes=marsh)

    t.choose(["pick", "P1"], *[["go", f"22{row}"] for row in range(20, 14, -1)])

    assert points(t) == {"P1": 10}


@rule("breakout", "12.4.c")
def test_in_storm_there_is_no_traffic_control() -> None:
    t = table(
        [panzer("P1", "2221")],
        phase="german-move",
        weather="storm",
        markers=KG,
        hexes={"2220": {"terrain": "marsh"}},
        rivers=[("2220", "2219", SMALL)],
        dice=[2],
    )

    events = t.choose(["pick", "P1"], ["go", "2220"])
    assert points(t) == {"P1": 4}
    events += t.choose(["go", "2219"])
    assert dice_of(events) == [2]
    assert points(t) == {"P1": 2}


@rule("breakout", "12.4.d", "7.1")
def test_a_soviet_zone_in_one_hex_of_the_range_negates_all_of_it() -> None:
    # 2217 touches 2218 of the range of 2219; the German unit in 2218 does not help.
    units = [german("I1", "2221"), german("I2", "2218"), soviet("R1", "2217"), german("I3", "3021")]
    kg = {"kg": {"Br": "2219", "Go": "3019"}}
    t = table(units, phase="german-move", markers=kg)

    t.choose(["pick", "I1"], ["go", "2220"])
    assert points(t) == {"I1": 6}
    t.choose(["stop"], ["pick", "I3"], ["go", "3020"])
    assert points(t) == {"I3": 7}  # the other marker still works


@rule("breakout", "12.4.d", "13.4.c")
def test_a_negated_korpsgruppe_still_helps_in_combat() -> None:
    units = [german("I1", "2218"), soviet("R1", "2217")]
    t = table(units, phase="german-combat", markers=KG)

    t.attack("2217", "I1")

    assert t.offered("kg") == ["Br"]


@rule("breakout", "12.4.e", "12.4.d")
def test_a_screened_korpsgruppe_works() -> None:
    # 2216 is two hexes from 2218, the nearest hex of the range; its zone ends short of it.
    units = [german("I1", "2221"), german("I2", "2217"), soviet("R1", "2216")]
    t = table(units, phase="german-move", markers=KG)

    t.choose(["pick", "I1"], ["go", "2220"], ["go", "2219"], ["go", "2218"])

    assert points(t) == {"I1": 7}


# 12.5 The no-go area -------------------------------------------------------------------------------


@rule("breakout", "12.5")
def test_soviet_units_do_not_enter_the_no_go_area() -> None:
    units = [soviet("R1", "2218"), german("I1", "2217")]
    no_go = {"2118": {"no_go": True}, "2217": {"no_go": True}}

    t = table(units, phase="soviet-move", hexes=no_go)
    t.choose(["pick", "R1"])
    assert "2118" not in t.offered("go")
    t.refuses(["go", "2118"], "12.5")

    t = table(units, phase="soviet-combat", hexes=no_go)
    t.refuses(["target", "2217"], "12.5")


@rule("breakout", "12.5", "13.9.d")
def test_soviet_units_do_not_retreat_into_the_no_go_area() -> None:
    no_go = {number: {"no_go": True} for number in ("2118", "2217", "2318")}
    t = table(
        [german("I1", "2219", "9-9"), soviet("R1", "2218")],
        phase="german-combat",
        hexes=no_go,
        dice=[1],
    )

    t.attack("2218", "I1")  # 1:1, a retreat

    assert sorted(hex_ for _, hex_ in t.offered("retreat")) == ["2119", "2319"]
    t.refuses(["retreat", "R1", "2118"], "13.9.d")


@rule("breakout", "12.5")
def test_german_units_may_enter_it_and_fight_from_it() -> None:
    no_go = {"2217": {"no_go": True}}
    t = table([german("I1", "2216"), soviet("R1", "3010")], phase="german-move", hexes=no_go)
    t.move("I1", "2217")
    assert t.where("I1") == "2217"

    t = table([german("I1", "2217"), soviet("R1", "2218")], phase="german-combat", hexes=no_go)
    assert t.offered("target") == ["2218"]


@rule("breakout", "12.5", "10.1.d")
def test_every_german_entry_hex_lies_in_the_no_go_area_and_ternopol_does_not() -> None:
    #
    board = table([], phase="soviet-move", blank=False).state.world.board
    entry = board.grid.set_of(*[f"01{row:02}" for row in range(1, 14)])

    assert entry & ~board.no_go == 0
    assert not board.no_go >> board.grid.index("0805") & 1


@rule("breakout", "12.5.a")
def test_soviet_zones_reach_into_it() -> None:
    units = [german("I1", "2215"), soviet("R1", "2218")]
    t = table(units, phase="german-move", hexes={"2217": {"no_go": True}})

    t.choose(["pick", "I1"], ["go", "2216"], ["go", "2217"])

    t.refuses(["go", "2216"], "7.2")
    t.refuses(["pick", "I1"], "7.2")


# 7.2 Zones of control ------------------------------------------------------------------------------


@rule("breakout", "7.2")
def test_the_first_enemy_zone_ends_the_move_of_the_whole_group() -> None:
    units = [panzer("P1", "2221"), german("I1", "2221"), soviet("R1", "2218")]
    t = table(units, phase="german-move")

    t.choose(["pick", "P1"], ["pick", "I1"], ["go", "2220"], ["go", "2219"])

    t.refuses(["go", "2220"], "7.2")
    t.refuses(["pick", "P1"], "7.2")
    t.refuses(["pick", "I1"], "7.2")


@rule("breakout", "7.2.a")
def test_from_zone_to_zone_only_by_way_of_a_free_hex() -> None:
    # 2018 and 1919 are in the zone of 2019, 1918 is not: the way of 16 Pz in the example.
    units = [panzer("16Pz", "2018"), soviet("R1", "2019")]
    t = table(units, phase="german-move")

    t.choose(["pick", "16Pz"])
    t.refuses(["go", "1919"], "7.2.a")
    t.refuses(["go", "2119"], "7.2.a")
    t.choose(["go", "1918"], ["go", "1919"])

    assert t.where("16Pz") == "1919"
    assert t.kind == "move"


@rule("breakout", "7.2.a", "7.1")
def test_a_unit_with_no_free_hex_around_it_cannot_move() -> None:
    # neither a Korpsgruppe nor friends around help
    ring = [soviet(f"R{i}", h) for i, h in enumerate(("2217", "2019", "2320"))]
    units = [german("I1", "2218"), german("I2", "2219"), *ring]
    t = table(units, phase="german-move", markers={"kg": {"Br": "2218"}})

    assert "I1" not in t.offered("pick")
    t.refuses(["pick", "I1"], "7.2.a")


@rule("breakout", "7.5")
def test_in_storm_units_pass_the_enemy_freely() -> None:
    units = [panzer("P1", "2220"), soviet("R1", "2118"), soviet("R2", "2318"), soviet("R3", "2115")]
    t = table(units, phase="german-move", weather="storm")

    t.choose(["pick", "P1"], *[["go", f"22{row}"] for row in range(19, 13, -1)])

    assert points(t) == {"P1": 1}


# 4.1.d Exits ---------------------------------------------------------------------------------------


@rule("breakout", "4.1.d", "4.1.d.2", "4.1.d.3")
def test_a_soviet_corps_leaves_the_map_for_a_point_each() -> None:
    t = table([soviet("R1", "0928"), soviet("R2", "4010")], phase="soviet-move")
    before = t.vp()["exits"]

    t.choose(["pick", "R1"], ["go", "0929"], ["exit"])

    assert t.where("R1") is None
    assert t.vp()["exits"] == before + 1
    assert t.view(None)["off_map"]["exited"] == ["R1"]
    assert t.view(None)["off_map"]["queue"] == {}
    assert t.offered("pick") == ["R2"]
    t.refuses(["pick", "R1"], "2.1")


@rule("breakout", "4.1.d")
@pytest.mark.parametrize("number", ["0729", "0828", "1129", "1628", "1729"])
def test_the_exit_hexes(number: str) -> None:
    t = table([soviet("R1", number), soviet("R2", "4010")], phase="soviet-move")

    t.choose(["pick", "R1"], ["exit"])

    assert t.vp()["exits"] == 1


@rule("breakout", "4.1.d")
@pytest.mark.parametrize("number", ["0529", "0628", "1828", "1929", "0928"])
def test_nobody_leaves_the_map_elsewhere(number: str) -> None:
    t = table([soviet("R1", number)], phase="soviet-move")

    t.choose(["pick", "R1"])

    t.refuses(["exit"], "4.1.d")


@rule("breakout", "4.1.d", "4.0.3")
def test_german_units_never_leave_the_map() -> None:
    t = table([german("I1", "0929")], phase="german-move")

    t.choose(["pick", "I1"])

    t.refuses(["exit"], "4.0.3")


@rule("breakout", "4.1.d.2")
def test_leaving_the_map_costs_a_point_of_each() -> None:
    # Seven hexes from 1122 to 1129: the rifle corps has nothing left.
    t = table([soviet("R1", "1122"), tank("T1", "1122")], phase="soviet-move")
    t.choose(["pick", "R1"], ["pick", "T1"], *[["go", f"11{row}"] for row in range(23, 30)])
    assert points(t) == {"R1": 0, "T1": 3}

    t.refuses(["exit"], "4.1.d.2")
    t.choose(["drop", "R1"], ["exit"])

    assert (t.where("R1"), t.where("T1")) == ("1129", None)
    assert t.vp()["exits"] == 1


@rule("breakout", "4.1.d")
def test_only_corps_score_but_others_may_leave_with_them() -> None:
    #
    units = [soviet("R1", "1129", steps=1), guns("A1", "1129"), support("S1", "1129")]
    t = table(units, phase="soviet-move")

    t.choose(["pick", "R1"], ["pick", "A1"], ["pick", "S1"], ["exit"])

    assert t.view(None)["off_map"]["exited"] == ["R1", "A1", "S1"]
    assert t.vp()["exits"] == 1


@rule("breakout", "4.1.d.1")
def test_exits_score_four_at_most() -> None:
    units = [tank(f"T{i}", "1129", "1-1") for i in range(4)] + [soviet("R9", "4010")]
    t = table(units, phase="soviet-move", exits=2)

    for i in range(4):
        t.choose(["pick", f"T{i}"], ["exit"])

    assert t.vp()["exits"] == 4


@rule("breakout", "4.1.d", "7.2", "7.2.b")
def test_an_enemy_zone_stops_who_enters_it_not_who_begins_there() -> None:
    units = [soviet("R1", "1129"), soviet("R2", "1128"), german("I1", "1028"), soviet("R3", "4010")]
    t = table(units, phase="soviet-move")

    t.choose(["pick", "R2"])
    t.refuses(["go", "1129"], "7.2.a")
    t.choose(["stop"], ["pick", "R1"], ["exit"])
    assert t.where("R1") is None

    units = [soviet("R1", "1227"), german("I1", "1028"), soviet("R3", "4010")]
    t = table(units, phase="soviet-move")
    t.choose(["pick", "R1"], ["go", "1228"], ["go", "1129"])
    t.refuses(["exit"], "7.2")
    t.refuses(["pick", "R1"], "7.2")


@rule("breakout", "4.1.d", "7.2.a", "7.2.b")
def test_a_unit_with_nowhere_else_to_go_may_still_leave_the_map() -> None:
    units = [soviet("R1", "1129"), german("I1", "1028"), german("I2", "1328"), soviet("R2", "4010")]
    t = table(units, phase="soviet-move")

    t.choose(["pick", "R1"])

    assert t.choices == [["exit"], ["stop"]]


@rule("breakout", "4.1.d.4")
def test_a_corps_out_of_supply_scores_when_it_leaves() -> None:
    wall = [german(f"W{i}", h) for i, h in enumerate(("0928", "1026", "1326", "1528"))]
    t = table([soviet("R1", "1228"), *wall], phase="soviet-move")
    assert not t.match.game.supply(t.state, 1)["units"]["R1"]["supplied"]

    t.choose(["pick", "R1"])
    assert points(t) == {"R1": 4}
    t.choose(["exit"])

    assert t.vp()["exits"] == 1
