"""Odds and luck in a game's own words: nothing is bound to a ratio or to six faces."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfront.hexes import Grid
from hexfront.kernel.luck import Fortune, Luck
from hexfront.kernel.views import LuckFacts
from hexfront.mechanics.fortunes import combat_fortunes
from hexfront.mechanics.odds import Odds

FACTS: LuckFacts = {
    "kind": "rout", "turn": 3, "phase": "axis-combat", "hex": None, "column": "quality A", "die": 11,
    "result": "stands",
}  # fmt: skip


def test_a_fortune_may_be_any_roll_with_any_distribution() -> None:
    two_dice = {1.0: Fraction(33, 36), 0.0: Fraction(3, 36)}
    luck = Luck([Fortune(0, 7, FACTS, 0.0, two_dice)], "units", "").as_json(("axis", "soviet"))
    [roll] = luck["combats"]
    assert (roll["kind"], roll["die"], roll["hex"]) == ("rout", 11, None)
    assert roll["expected"] == 0.917
    assert luck["sides"]["axis"]["gain"] == -0.917
    assert luck["sides"]["axis"]["luckier"] == pytest.approx(33 / 36 + 3 / 72, abs=1e-4)


def test_the_chances_of_a_combat_are_those_of_its_odds_whatever_dice_it_has() -> None:
    odds = {"column": "-2", "ways": {"DR": 10, "NE": 26}, "of": 36}
    grid = Grid(3, 3)
    here = grid.index("0202")
    fought = {"what": "result", "side": 1, "hex": here, "die": 9, "result": "DR", "odds": odds}
    [roll] = combat_fortunes(grid, [(4, fought)], lambda _, code: float(code == "DR"))
    assert roll.chances == {1.0: Fraction(10, 36), 0.0: Fraction(26, 36)}
    assert roll.facts["column"] == "-2"


def test_odds_tell_their_computation_in_order_and_in_words() -> None:
    odds = Odds(
        attack=29, defence=4, ratio=7, ratio_rule="13.8.b", column=9, columns=("6:1", "7:1", "8:1"),
        shifts=[(2, "13.8.2.e", "concentric attack"), (-1, "14.0", "defender in a town")],
        modifiers=[(1, "5.2.1", "German attack on turn 1")], automatic="DE", results=("DE",),
    ).as_json()  # fmt: skip
    assert odds["headline"] == "29 to 4 = 7:1"
    assert [
        (step["group"], step["value"], step["rule"], step["good"]) for step in odds["steps"]
    ] == [
        ("Ratio", "7:1", "13.8.b", None),
        ("Column shifts", "+2", "13.8.2.e", True),
        ("Column shifts", "-1", "14.0", False),
        ("Die +1", "+1", "5.2.1", False),
    ]
    assert odds["columns"][odds["at"]] == odds["column"] == ">8:1"
    assert odds["short"] == ">8:1 +1"
    assert (odds["ways"], odds["of"], odds["results"]) == ({"DE": 1}, 1, {"DE": 1.0})


def test_odds_count_the_falls_that_give_each_result() -> None:
    odds = Odds(columns=("1:1", "2:1"), results=("DR", "AS", "DR", "EX", "AS", "AS")).as_json()
    assert (odds["ways"], odds["of"]) == ({"DR": 2, "AS": 3, "EX": 1}, 6)
    assert (odds["at"], odds["columns"]) == (1, ["<1:1", "1:1", "2:1", ">2:1"])
