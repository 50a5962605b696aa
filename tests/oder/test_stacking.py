"""Stacking (6.0) in Watch on the Oder: who may share a hex, when it is checked and what it costs."""

from typing import Any

import pytest

from tests.oder.table import (
    Table,
    fortress,
    infantry,
    new_table,
    panzer,
    rifle,
    shock,
    table,
    tank,
)
from tests.rules import rule


def ends_movement(units: list[dict[str, Any]], side: str = "german", **more: Any) -> Table:
    """A table whose Movement Phase was just ended with these units on it."""
    t = table(units, phase=f"{side}-move", **more)
    t.choose(["end"])
    return t


@rule("oder", "6.0", "6.2")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_three_units_of_a_side_share_a_hex(count: int) -> None:
    t = ends_movement([panzer(f"P{i}", "2212") for i in range(count)])

    assert (t.kind != "overstack") == (count <= 3)


@rule("oder", "6.2.exc1")
@pytest.mark.parametrize(
    ("others", "legal"), [([], True), ([rifle], False), ([tank], False), ([shock], False)]
)
def test_a_shock_army_shares_its_hex_with_nobody(others: list[Any], legal: bool) -> None:
    units = [shock("S", "3010"), *(make("O", "3010") for make in others)]
    t = ends_movement(units, "soviet")

    assert (t.kind != "overstack") == legal


@rule("oder", "6.1")
def test_fortress_commands_and_markers_take_no_room() -> None:
    units = [infantry(f"I{i}", "2212") for i in range(3)]
    forts = [fortress("F1", "2212"), fortress("F2", "2212")]
    t = ends_movement(
        [*units, *forts],
        markers={"air": "2212", "naval": "2212"},
        hexes={"2212": {"coastal": True}},
    )

    assert t.kind == "combat"
    assert len(t.view(None)["units"]) == 5


@rule("oder", "6.0.imp1")
def test_nobody_enters_a_hex_with_enemies() -> None:
    t = table([panzer("P", "2212"), rifle("R", "2214")], phase="german-move")
    t.choose(["pick", "P"])
    t.refuses(["go", "2214"], "6.0.imp1")
    t.choose(["go", "2213"])
    with pytest.raises(Exception, match="both sides"):
        table([panzer("P", "2212"), rifle("R", "2212")])

    t = table([panzer("P", "2212"), rifle("R", "2213")], phase="german-move")
    t.choose(["pick", "P"])
    assert "2213" not in t.offered("go")
    t.refuses(["go", "2213"], "6.0.imp1")


@rule("oder", "6.3", "6.3.p1")
def test_any_number_may_pass_through_a_hex() -> None:
    """R-38: shock armies too, both ways."""
    units = [rifle(f"R{i}", "3010") for i in range(3)] + [shock("S", "3011"), tank("T", "3014")]
    t = table(units, phase="soviet-move")

    t.move("S", "3010", "3009")
    t.choose(["pick", "T"], ["go", "3013"], ["go", "3012"], ["go", "3011"], ["go", "3010"])
    t.choose(["go", "3109"], ["stop"])
    t.choose(["end"])
    assert t.kind == "combat"


@rule("oder", "6.3", "6.4")
def test_an_overstack_may_be_moved_into_and_out_of_again_but_not_left_at_the_end() -> None:
    """R-36: ending the phase is not refused but punished, and warned of."""
    units = [panzer(f"P{i}", "2212") for i in range(3)] + [panzer("Q", "2213")]
    t = table(units, phase="german-move")

    t.move("Q", "2212")
    prompt = t.match.state.stack[-1].prompt(t.state)
    assert "2212" in prompt
    t.move("P0", "2211")
    assert "2212" not in t.match.state.stack[-1].prompt(t.state)
    t.choose(["end"])
    assert t.kind == "combat"


@rule("oder", "6.4", "6.4.imp1", "4.2.1.a")
def test_the_opponent_removes_what_is_too_much_and_scores_for_it() -> None:
    t = ends_movement([panzer(f"P{i}", "2212") for i in range(5)], dice=[6, 6])

    assert (t.side, t.kind) == ("soviet", "overstack")
    assert t.offered("remove") == ["P0", "P1", "P2", "P3", "P4"]
    t.refuses(["end"], "6.4")
    t.choose(["remove", "P3"])
    assert t.kind == "overstack"
    t.refuses(["remove", "P3"], "6.4")
    t.choose(["remove", "P0"])
    assert t.kind == "combat"
    assert t.points("soviet") == 2
    assert [t.where(f"P{i}") for i in range(5)] == [None, "2212", "2212", None, "2212"]


@rule("oder", "6.4.imp1", "9.1.p1")
@pytest.mark.parametrize("regroups", [True, False])
def test_units_removed_for_overstacking_regroup_by_option(regroups: bool) -> None:
    """R-25"""
    units = [infantry(f"I{i}", "2212") for i in range(4)]
    t = table(units, phase="german-move", turn=2, options={"overstack_regroup": regroups})
    t.dice(3)
    t.choose(["end"], ["remove", "I0"])

    assert t.points("soviet") == 1
    assert t.view(None)["off_map"]["queue"] == ({"I0": 5} if regroups else {})
    assert t.view(None)["off_map"]["eliminated"] == ([] if regroups else ["I0"])


@rule("oder", "6.4", "6.2.exc1")
@pytest.mark.parametrize(
    ("stack", "offered"),
    [
        (["S", "R1"], ["S", "R1"]),
        (["S", "R1", "R2"], ["S"]),
        (["S", "Z"], ["S", "Z"]),
        (["S", "Z", "R1"], ["S", "Z", "R1"]),
        (["S", "R1", "R2", "R3"], ["S"]),
        (["S", "R1", "R2", "R3", "R4"], ["S", "R1", "R2", "R3", "R4"]),
    ],
)
def test_only_units_of_a_smallest_cure_may_be_removed(stack: list[str], offered: list[str]) -> None:
    """R-37. Of a shock army and four others two must go: the army and any other."""
    units = [(shock if name in "SZ" else rifle)(name, "3010") for name in stack]
    t = ends_movement(units, "soviet")

    if len(offered) == 1:  # taken by itself
        assert t.kind == "combat"
        assert [name for name in stack if t.where(name) is None] == offered
    else:
        assert (t.side, t.kind) == ("german", "overstack")
        assert sorted(t.offered("remove")) == sorted(offered)


@rule("oder", "6.4")
def test_any_number_of_units_in_a_hex_is_put_right_one_after_another() -> None:
    units = [*(infantry(f"I{n}", "2212") for n in range(40)), rifle("R", "3010")]
    t = ends_movement(units)
    while t.kind == "overstack":
        t.choose(["remove", t.offered("remove")[0]])
    assert sum(t.where(unit["id"]) == "2212" for unit in units) == 3


@rule("oder", "6.4", "6.1")
def test_a_fortress_command_is_never_the_one_that_is_too_many() -> None:
    t = ends_movement([*(infantry(f"I{i}", "2212") for i in range(4)), fortress("F", "2212")])

    assert "F" not in t.offered("remove")
    t.refuses(["remove", "F"], "6.1")


@rule("oder", "6.3", "6.4")
def test_stacks_are_checked_at_the_end_of_every_phase() -> None:
    units = [infantry(f"I{i}", "2212") for i in range(4)] + [rifle("R", "3010")]
    t = table(units, phase="german-declare", turn=3)

    t.choose(["order", "move/fight"])
    assert (t.side, t.kind) == ("soviet", "overstack")
    t.choose(["remove", "I2"])
    assert (t.side, t.kind) == ("german", "markers")


@rule("oder", "6.4", "4.2.1.c")
def test_an_overstack_is_judged_by_the_supply_of_the_moment() -> None:
    """R-23: all around are Soviet zones, so the stack has no line."""
    ring = [rifle(f"R{h}", h) for h in ("2009", "2010", "2112", "2312", "2410", "2409", "2208")]
    units = [infantry(f"I{i}", "2210") for i in range(4)]
    t = table([*units, *ring], phase="german-move", turn=7)
    t.dice(1, 1)

    assert t.supply("I0") == "out"
    t.choose(["end"], ["remove", "I0"])
    assert t.points("soviet") == 2
    assert t.view(None)["off_map"]["eliminated"] == ["I0"]  # turn 9


@rule("oder", "6.2")
def test_the_limit_holds_for_the_set_up_too() -> None:
    t = new_table()
    t.choose(["place", "S-3Sh", "3510"])
    t.refuses(["place", "S-61", "1920"], "6.2")
