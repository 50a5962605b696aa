"""Stacking (6.0 to 6.2): who may share a hex, when it is checked and what it costs."""

from typing import Any

import pytest

from tests.breakout.table import (
    Table,
    garrison,
    german,
    germans,
    guns,
    panzer,
    soviet,
    soviets,
    support,
    table,
    tank,
    tiger,
)
from tests.rules import rule

EIGHT = "/".join(f"{n}-{n}" for n in range(8, 0, -1))
"""The strengths of a division of eight steps."""


def ends_movement(units: list[dict[str, Any]], side: str = "german", **more: Any) -> Table:
    """A table whose movement segment was just ended with these units on it."""
    t = table(units, phase=f"{side}-move", **more)
    t.choose(["end"])
    return t


@rule("breakout", "6.0", "6.0.a")
def test_garrisons_and_markers_take_no_room() -> None:
    nine_steps = [german("A", "2218"), german("B", "2218"), tiger("T", "2218")]
    t = ends_movement([*nine_steps, garrison("G", "2218")], markers={"kg": {"Br": "2218"}})

    assert t.kind == "combat"
    assert [t.where(u) for u in ("A", "B", "T", "G")] == ["2218"] * 4


@rule("breakout", "6.1")
@pytest.mark.parametrize(
    ("steps", "legal"),
    [((4, 4, 1), True), ((8, 1), True), ((4, 4, 2), False), ((8, 2), False), ((5, 5), False)],
)
def test_nine_german_steps_share_a_hex(steps: tuple[int, ...], legal: bool) -> None:
    # The counters are of eight steps: the steps left count, not the full strength. R-54
    units = [panzer(f"P{i}", "2218", EIGHT, steps=n) for i, n in enumerate(steps)]

    t = ends_movement(units)

    assert (t.kind != "overstack") == legal


@rule("breakout", "6.2")
@pytest.mark.parametrize(
    ("units", "legal"),
    [
        ([soviet("A", "2218"), tank("B", "2218"), guns("G", "2218")], True),
        ([soviet("A", "2218"), soviet("B", "2218", steps=1), support("U", "2218")], True),
        ([soviet("A", "2218"), tank("B", "2218"), support("U", "2218")], False),
        ([soviet("A", "2218"), guns("G", "2218"), guns("H", "2218")], False),
        ([guns("G", "2218"), guns("H", "2218")], False),
        ([soviet("A", "2218"), tank("B", "2218"), soviet("C", "2218", steps=1)], False),
    ],
)
def test_four_soviet_steps_and_one_of_artillery_share_a_hex(
    units: list[dict[str, Any]], legal: bool
) -> None:
    t = ends_movement(units, "soviet")

    assert (t.kind != "overstack") == legal


@rule("breakout", "6.1")
def test_the_18th_artillery_division_counts_like_any_german_unit() -> None:
    t = ends_movement([panzer("P", "2218", EIGHT), {"id": "18AD", "hex": "2218"}])

    assert t.kind == "overstack"


@rule("breakout", "6.0.b")
def test_a_full_hex_may_be_passed_but_not_ended_in() -> None:
    units = [german("M", "2218"), german("A", "2217"), german("B", "2217"), *soviets("3020")]

    through = table(units, phase="german-move")
    through.move("M", "2217", "2216")
    through.choose(["end"])
    assert through.kind == "combat"

    into = table(units, phase="german-move")
    into.move("M", "2217")
    into.choose(["end"])
    assert (into.kind, into.side) == ("overstack", "soviet")


@rule("breakout", "6.0.b")
def test_stacking_is_checked_after_combat_and_arrivals_too() -> None:
    crowd = [german("A", "0110"), german("B", "0110"), german("C", "2218")]
    for phase in ("german-combat", "german-mech"):
        t = table([*crowd, german("D", "0110")], phase=phase)
        t.choose(["end"])
        assert (t.kind, t.side) == ("overstack", "soviet"), phase

    t = table(crowd, phase="reinforcement", turn=3, reinforcements=["349"])
    t.choose(["place", "349", "0110"], ["done"])
    assert (t.state.phase, t.kind, t.side) == ("reinforcement", "overstack", "soviet")
    t.choose(["remove", "349"])
    assert t.kind != "overstack"


@rule("breakout", "6.0.b", "6.0.d")
def test_no_retreat_into_a_full_hex_or_onto_an_enemy() -> None:
    full = [soviet("F1", "2216"), soviet("F2", "2216")]
    units = [german("A", "2218"), german("B", "2116"), soviet("R", "2217"), *full]
    t = table(units, dice=[1])

    t.attack("2217", "A")  # 4:5, die 1: DR

    assert t.kind == "retreat"
    t.refuses(["retreat", "R", "2216"], "13.9.c")
    t.refuses(["retreat", "R", "2218"], "6.0.d")
    t.choose(["retreat", "R", "2317"])
    assert t.where("R") == "2317"


@rule("breakout", "6.0.b")
def test_no_advance_beyond_the_limit() -> None:
    attackers = [german("A", "2218"), german("B", "2218"), german("C", "2318")]
    t = table([*attackers, guns("G", "2217")])
    t.attack("2217", "A", "B", "C")  # artillery alone dies at once

    t.choose(["advance", "A"], ["advance", "B"])

    assert (t.where("A"), t.where("B")) == ("2217", "2217")
    assert t.kind == "combat"  # with eight steps there, C is not even asked

    t = table([*attackers, tiger("T", "2318"), guns("G", "2217")])
    t.attack("2217", "A", "B", "C", "T")
    t.choose(["advance", "A"], ["advance", "B"])
    t.refuses(["advance", "C"], "6.0.b")
    t.choose(["advance", "T"])
    assert t.where("T") == "2217"


@rule("breakout", "6.0.b", "6.1")
def test_no_probe_beyond_the_limit() -> None:
    units = [german("A", "2218"), german("B", "2218"), german("C", "2218"), *soviets("2216")]
    t = table(units)

    t.choose(["probe", "2217"], ["join", "A"], ["join", "B"])

    t.refuses(["join", "C"], "6.1")
    t.choose(["declare"])
    t.refuses(["probe", "2217"], "6.1")


@rule("breakout", "6.0.c")
def test_the_opponent_removes_one_unit_where_one_is_enough() -> None:
    units = [panzer("P", "2218", EIGHT), tiger("T1", "2218"), tiger("T2", "2218")]
    t = ends_movement(units)

    assert t.side == "soviet"
    assert t.offered("remove") == ["P", "T1", "T2"]
    t.refuses(["end"], "6.0.c")
    t.choose(["remove", "P"])

    assert (t.where("P"), t.steps("P")) == (None, 0)
    assert t.kind == "combat"
    t.refuses(["remove", "T1"])


@rule("breakout", "6.0.c")
def test_only_a_smallest_cure_is_offered() -> None:
    units = [
        panzer("P", "2218", EIGHT),
        german("I", "2218", "2-2/1-1"),
        tiger("T", "2218"),
        garrison("G", "2218"),
        *germans("2520"),
        *soviets("3020"),
    ]
    t = ends_movement(units)  # two steps too many

    assert t.offered("remove") == ["P", "I"]
    t.refuses(["remove", "T"], "6.0.c")
    t.refuses(["remove", "G"], "6.0.a")
    t.refuses(["remove", "G2520"], "6.0.c")
    t.refuses(["remove", "S3020"], "6.0.c")


@rule("breakout", "6.0.c")
def test_a_cure_may_take_several_units() -> None:
    units = [soviet("A", "2218"), soviet("B", "2218"), tank("C", "2218"), support("U", "2218")]
    t = ends_movement(units, "soviet", dice=[1])  # seven steps: two units have to go
    assert t.offered("remove") == ["A", "B", "C", "U"]

    t.choose(["remove", "U"])

    assert t.side == "german"
    assert t.offered("remove") == ["A", "B", "C"]
    t.choose(["remove", "C"])
    assert t.kind == "combat"
    assert (t.where("A"), t.where("B")) == ("2218", "2218")


@rule("breakout", "6.0.c", "6.1")
def test_any_number_of_units_in_a_hex_is_put_right_one_after_another() -> None:
    """35 steps too many: the division with four of them and 31 others go. All ways were once tried."""
    units = [german("D", "2218"), *(german(f"G{n}", "2218", "1-1") for n in range(40))]
    t = ends_movement(units)
    assert t.offered("remove") == ["D", *(f"G{n}" for n in range(40))]
    while t.kind == "overstack":
        t.choose(["remove", t.offered("remove")[-1]])
    assert t.where("D") is None
    assert sum(t.where(unit["id"]) == "2218" for unit in units) == 9


@rule("breakout", "6.0.c", "6.2")
def test_soviet_artillery_and_other_units_are_put_right_separately() -> None:
    mixed = [tank("A", "2218"), tank("B", "2218"), support("U", "2218")]
    t = ends_movement([*mixed, guns("G", "2218"), guns("H", "2218")], "soviet")

    assert t.offered("remove") == ["A", "B", "U"]
    t.choose(["remove", "U"])
    assert t.offered("remove") == ["G", "H"]
    t.choose(["remove", "G"])

    assert t.kind == "combat"


@rule("breakout", "6.0.c", "11.1")
def test_a_unit_lost_to_overstacking_counts_as_eliminated() -> None:
    # a rifle corps rolls for its return, a division that is cut off scores
    units = [soviet("A", "2218"), soviet("B", "2218"), soviet("C", "2218")]
    t = ends_movement(units, "soviet", dice=[3])
    t.choose(["remove", "B"])
    assert t.view(None)["off_map"]["queue"] == {"B": 6}

    pocket = [panzer("P", "2018", EIGHT), german("I", "2018"), *soviets("2016", "2020")]
    pocket += soviets("1818", "2218", "1817", "1819", "2217", "2219")
    t = ends_movement(pocket)
    t.choose(["remove", "P"])
    assert t.vp()["divisions"] == 8


@rule("breakout", "6.0.d", "6.0")
def test_enemies_never_share_a_hex() -> None:
    t = table([german("I", "2218"), *soviets("2217")], phase="german-move", weather="storm")
    t.choose(["pick", "I"])
    t.refuses(["go", "2217"], "6.0.d")

    t = table([soviet("R", "2218"), garrison("G", "2217")], phase="soviet-move", weather="storm")
    t.choose(["pick", "R"])
    t.refuses(["go", "2217"], "6.0.d")

    t = table([soviet("R", "2218"), *germans("2216")])
    t.refuses(["probe", "2218"], "13.6")

    t = table(soviets("0110"), "reinforcement", 3, "storm", reinforcements=["349"])
    t.refuses(["place", "349", "0110"], "6.0.d")


@rule("breakout", "6.0.e")
def test_a_korpsgruppe_marker_lies_with_soviet_units() -> None:
    kg = {"kg": {"Br": "2217", "Ch": "2318"}}
    units = [soviet("R", "2218"), tiger("T", "2318")]
    t = table(units, phase="soviet-move", weather="storm", markers=kg)

    t.choose(["pick", "R"])
    t.refuses(["go", "2318"], "6.0.d")
    t.choose(["go", "2217"], ["stop"])
    assert t.where("R") == "2217"

    t = table(soviets("2217"), phase="kg")
    t.choose(["place", "Br", "2217"])
    assert t.view(None)["markers"]["kg"] == {"Br": "2217"}


@rule("breakout", "6.0.c")
def test_the_mover_is_warned_of_a_stack_that_is_too_large() -> None:
    t = table([german("A", "2218"), german("B", "2218"), panzer("C", "2218")], "german-move")
    assert "too many units in 2218" in t.state.stack[-1].prompt(t.state)
    t.move("C", "2219")
    assert "too many" not in t.state.stack[-1].prompt(t.state)
