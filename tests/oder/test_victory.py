"""Victory (4.0) in Watch on the Oder: sudden death, points for both sides, exact halves."""

from typing import Any

import pytest

from hexfront.games.oder.game import load
from hexfront.kernel.match import position_match
from tests.oder.table import Table, infantry, panzer, rifle, ring, shock, table, tank
from tests.rules import rule

USIR = ["1218", "1219", "1220", "1318", "1319", "1320"]


def check(side: str, *units: dict[str, Any], turn: int = 4, **more: Any) -> Table:
    """The sudden death check of a side, with these units; the game goes on to the next decision."""
    return table(list(units), phase=f"{side}-check", turn=turn, **more)


def result(t: Table) -> tuple[str, str] | None:
    """Who has won and how, None while the game goes on."""
    found = t.view(None)["result"]
    return None if found is None else (found["winner"], found["by"])


# ---- sudden death ----


@rule("oder", "4.1", "4.1.1", "1.3.b", "1.3.imp1")
@pytest.mark.parametrize(
    ("hexes", "won"),
    [
        (["3510", "3512"], True),
        (["3510", "3510"], True),
        (["3503", "3521"], True),
        (["3510", "3410"], False),
        (["3510"], False),
    ],
)
def test_two_supplied_german_units_on_the_east_edge_win_at_once(
    hexes: list[str], won: bool
) -> None:
    t = check("german", *(infantry(f"G{i}", h) for i, h in enumerate(hexes)))

    assert result(t) == (("german", "sudden death") if won else None)
    assert (t.side is None) == won


@rule("oder", "4.1.1", "4.1.2.a")
def test_in_a_scenario_without_that_goal_the_edges_win_nothing() -> None:
    east = [{"id": "G-26", "hex": "3510"}, {"id": "G-9", "hex": "3512"}]
    west = [
        {"id": "S-28", "hex": "1010"},
        {"id": "S-39", "hex": "1012"},
        {"id": "S-11G", "hex": "2408"},
    ]
    for scenario, won in (("campaign", True), ("gumbinnen", False)):
        for side, units in (("german", east), ("soviet", west)):
            position = {"phase": f"{side}-check", "turn": 1, "units": units, "scenario": scenario}
            state = position_match(load(), position, seed="00").state
            assert (state.result is not None) == won, (scenario, side)


@rule("oder", "4.1.1.p1", "8.0.p3")
def test_german_units_out_of_supply_on_the_east_edge_do_not_count() -> None:
    ring_ = [rifle(f"R{h}", h) for h in ring("3512", 2)]
    units = [infantry("A", "3512"), infantry("B", "3512")]
    t = check("german", *units, *ring_)

    assert {t.supply("A"), t.supply("B")} == {"out"}
    assert result(t) is None


@rule("oder", "4.1.1")
@pytest.mark.parametrize(
    "hex_", [{"coastal": True}, {"city": "C", "original": "german"}], ids=["coastal", "fortress"]
)
def test_fortress_and_coastal_supply_count_for_sudden_death(hex_: dict[str, Any]) -> None:
    """R-19"""
    ring_ = [rifle(f"R{h}", h) for h in ring("3512", 2)]
    units = [infantry("A", "3512"), infantry("B", "3512")]
    t = check("german", *units, *ring_, hexes={"3512": hex_})

    assert result(t) == ("german", "sudden death")


@rule("oder", "4.1.1.imp1", "8.3.imp3")
def test_aerial_supply_does_not_count_for_sudden_death() -> None:
    """R-19: the marker is retrieved before, and would not count if it were not."""
    ring_ = [rifle(f"R{h}", h) for h in ring("3512", 2)]
    units = [infantry("A", "3512"), infantry("B", "3512")]
    hexes = {"3512": {"coastal": True}}
    t = check("german", *units, *ring_, hexes=hexes, markers={"aerial": "A"})
    assert result(t) is None

    t = table([*units, *ring_], phase="retrieve", hexes=hexes, markers={"aerial": "A"})
    assert result(t) == ("german", "sudden death")  # without the marker it is coastal supply


@rule("oder", "4.1.2", "4.1.2.a", "4.1.2.b", "4.1.2.c")
@pytest.mark.parametrize(
    ("hexes", "won"),
    [
        (["1010", "1012", "2408"], True),
        (["1010", "1010", "1218"], True),
        (["2408", "1320"], True),
        (["1010", "1012"], False),
        (["2408"], False),
        (["1218", "1219", "1220"], False),
        (["1010", "2408"], False),
        (["1010", "1012", "2408", "1319"], True),
    ],
)
def test_two_of_three_conditions_win_for_the_soviets(hexes: list[str], won: bool) -> None:
    """R-18: two units on the west edge, in one hex or in two."""
    units = [rifle(f"S{i}", h) for i, h in enumerate(hexes)]
    t = check("soviet", *units, infantry("G", "2012"))

    assert result(t) == (("soviet", "sudden death") if won else None)


@rule("oder", "4.1.2.c")
@pytest.mark.parametrize("number", USIR)
def test_any_hex_of_upper_silesia_does(number: str) -> None:
    t = check("soviet", rifle("A", "2408"), tank("B", number), infantry("G", "2012"))

    assert result(t) == ("soviet", "sudden death")


@rule("oder", "4.1.2.p1", "4.1.2.b")
def test_soviet_units_out_of_supply_do_not_count() -> None:
    wall = [infantry(f"I{h}", h) for h in ring("2408", 2)]
    t = check("soviet", rifle("A", "2408"), rifle("B", "1319"), *wall)

    assert t.supply("A") == "out"
    assert result(t) is None


@rule("oder", "4.1.2.b", "4.1.2.c")
@pytest.mark.parametrize("needs_unit", [True, False])
def test_an_empty_hex_under_soviet_control_does_by_option(needs_unit: bool) -> None:
    """R-17"""
    hexes = {"2408": {"control": "soviet"}, "1219": {"control": "soviet"}}
    t = check(
        "soviet", infantry("G", "2012"), hexes=hexes, options={"sd_requires_unit": needs_unit}
    )

    assert result(t) == (None if needs_unit else ("soviet", "sudden death"))


@rule("oder", "4.1.2.b")
def test_without_that_option_a_unit_there_must_still_be_in_supply() -> None:
    """R-17"""
    wall = [infantry(f"I{h}", h) for h in ring("2408", 2)]
    hexes = {"1219": {"control": "soviet"}}
    t = check("soviet", rifle("A", "2408"), *wall, hexes=hexes, options={"sd_requires_unit": False})

    assert result(t) is None


@rule("oder", "4.1.2.p1", "5.1.G6", "5.1.S6", "4.1.1.p1")
def test_sudden_death_is_tested_only_in_its_phase() -> None:
    """R-16, R-21: the other side has a turn to answer."""
    east = [infantry("A", "3510"), infantry("B", "3510")]
    t = check("soviet", *east, rifle("R", "2012"))
    assert result(t) is None
    assert (t.side, t.kind) == ("soviet", "order")

    west = [rifle("A", "2408"), rifle("B", "1219")]
    t = check("german", *west, infantry("G", "2012"), turn=8)
    assert result(t) == ("soviet", "points")


# ---- points ----


@rule("oder", "4.0", "4.2", "4.3.G", "4.3.S.1", "4.3.S.2", "4.3.D")
@pytest.mark.parametrize(
    ("german", "soviet", "winner"),
    [
        (30, 14, "german"),
        (30, 15, "draw"),
        (30, 16, "soviet"),
        (31, 15, "german"),
        (31, 16, "soviet"),
        (29, 0, "soviet"),
        (29, 14, "soviet"),
        (0, 0, "soviet"),
        (40, 20, "draw"),
        (41, 20, "german"),
    ],
)
def test_the_points_decide_after_turn_8_with_exact_halves(
    german: int, soviet: int, winner: str
) -> None:
    """R-20"""
    t = check(
        "german", infantry("G", "1510"), rifle("R", "3010"), turn=8,
        vp={"german": german, "soviet": soviet},
    )  # fmt: skip

    assert result(t) == (winner, "points")
    assert t.view(None)["result"]["vp"] == {"german": german, "soviet": soviet}
    assert t.choices == []


@rule("oder", "4.2", "4.1")
def test_before_turn_8_the_points_do_not_end_the_game() -> None:
    t = check("german", infantry("G", "1510"), rifle("R", "3010"), turn=7, vp={"german": 90})

    assert result(t) is None
    assert t.state.turn == 8


@rule("oder", "4.2")
def test_what_is_declined_on_turn_8_still_counts() -> None:
    """R-21"""
    units = [rifle("A", None, due=8), infantry("G", "1510")]
    t = table(
        units, phase="soviet-arrivals", turn=8, vp={"german": 30, "soviet": 14},
        hexes={"3510": {"original": "soviet"}},
    )  # fmt: skip

    t.choose(["forfeit", "A"])
    assert result(t) == ("draw", "points")


@rule("oder", "2.1.p5", "4.0")
def test_points_are_kept_for_each_side_by_what_they_are_for() -> None:
    units = [panzer(f"P{i}", "2212") for i in range(4)] + [shock("S", "3010"), rifle("R", "3010")]
    t = table(units, phase="german-move", dice=[6, 6])

    t.choose(["end"], ["remove", "P0"])
    score = t.view(None)["score"]
    assert score["soviet"]["eliminated"] == 1
    assert sum(score["soviet"].values()) == t.points("soviet")
    standing = load().standing(t.state)
    assert standing["vp"] == sum(standing["causes"].values())
    assert standing["vp"] == t.points("soviet") - t.points("german") / 2


@rule("oder", "4.3.G", "4.3.S.1", "4.1")
def test_the_margin_of_a_result_is_above_zero_for_the_winner_only() -> None:
    game = load()
    for german in range(60):
        for soviet in range(40):
            t = {"vp": {"german": german, "soviet": soviet}, "by": "points"}
            won = german >= 30 and 2 * soviet < german
            drawn = german >= 30 and 2 * soviet == german
            ahead = game.margin({**t, "winner": "x"}, 0)
            assert (ahead > 0, ahead == 0) == (won, drawn)
            assert game.margin({**t, "winner": "x"}, 1) == -ahead
    sudden = {"vp": {"german": 0, "soviet": 9}, "by": "sudden death", "winner": "german"}
    assert game.margin(sudden, 0) > 0
    assert game.anchor("campaign") is None
