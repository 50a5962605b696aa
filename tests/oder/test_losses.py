"""Oder 4.2.1 and 9.1: what a lost unit is worth by its supply, and when it comes back."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.oder.rules.regroup import eliminate
from hexfront.games.oder.rules.victory import points
from hexfront.kernel.fields import Json
from tests.oder.table import Table, fortress, infantry, panzer, rifle, table
from tests.rules import rule

# Around 2010 clockwise from the north: 2009 2109 2110 2011 1910 1909.
RING = ("2009", "2110", "1910")
"""Enemies in these hexes cut 2010 off."""


def lost(unit: Json, dice: list[int], ring: Any = None, **more: Any) -> Table:
    """A position in which a unit has just been eliminated, surrounded by enemies or not."""
    enemies = [ring(f"X{h}", h) for h in RING] if ring else []
    more.setdefault("phase", "german-move")
    t = table([unit, infantry("Z", "1010"), *enemies], dice=dice, **more)
    eliminate(t.state, t.state.world.roster.index[unit["id"]])
    return t


def due(t: Table) -> Json:
    """Who returns when."""
    found: Json = t.view(None)["off_map"]["queue"]
    return found


@rule("oder", "4.2.1.a", "9.1.a")
def test_a_supplied_unit_is_worth_a_point_and_rolls_one_die() -> None:
    """R-22"""
    for unit, scorer in ((infantry("U", "2010"), "soviet"), (rifle("U", "2010"), "german")):
        t = lost(unit, [3])
        assert (t.points(scorer), due(t)) == (1, {"U": 7})


@rule("oder", "4.2.1.a", "9.1.b")
def test_a_unit_supplied_by_air_is_worth_a_point_but_rolls_two_dice() -> None:
    t = lost(infantry("U", "2010"), [1, 2], rifle, markers={"aerial": "U"})
    assert (t.points("soviet"), due(t)) == (1, {"U": 7})
    assert points(t.state)["soviet"]["eliminated"] == 1  # and not as one that was cut off


@rule("oder", "4.2.1.b", "9.1.b", "8.2.imp1")
@pytest.mark.parametrize(
    ("hex_", "supply"),
    [
        ({"city": "Posen", "original": "german", "control": "german"}, "fortress"),
        ({"coastal": True}, "coastal"),
    ],
)
def test_a_unit_in_fortress_or_coastal_supply_is_worth_two(hex_: Json, supply: str) -> None:
    unit, ring = infantry("U", "2010"), [rifle(f"X{h}", h) for h in RING]
    assert table([unit, *ring], "german-move", hexes={"2010": hex_}).supply("U") == supply
    t = lost(unit, [1, 1], rifle, hexes={"2010": hex_})
    assert (t.points("soviet"), due(t)) == (2, {"U": 6})


@rule("oder", "4.2.1.c", "9.1.b")
def test_a_unit_out_of_supply_is_worth_two_to_either_side() -> None:
    t = lost(infantry("U", "2010"), [1, 1], rifle)
    assert (t.points("soviet"), due(t)) == (2, {"U": 6})
    t = lost(rifle("U", "2010"), [1, 1], infantry)
    assert (t.points("german"), due(t)) == (2, {"U": 6})


@rule("oder", "9.0", "9.1.p1")
def test_units_of_both_sides_roll_as_soon_as_they_are_lost() -> None:
    t = table([panzer("P", "1909", "15-7"), rifle("D", "2010")], dice=[1, 2])
    events = t.attack("2010", "P")
    logged = [e["what"] for e in events if e["what"] in ("eliminated", "regroup", "advance")]
    assert logged == ["eliminated", "regroup"]  # points, dice, and only then the advance
    assert (due(t), t.kind) == ({"D": 6}, "advance")
    t = table([rifle("A", "2110", "20-5"), infantry("D", "2010")], "soviet-combat", dice=[1, 2])
    t.attack("2010", "A")
    assert due(t) == {"D": 6}


@rule("oder", "9.1.exc1", "2.2.3")
def test_fortress_commands_and_korpsgruppen_never_return() -> None:
    """R-99: but they score."""
    for unit in (fortress("U", "2010"), infantry("U", "2010", size="korpsgruppe")):
        t = lost(unit, [1])
        assert (t.points("soviet"), due(t)) == (1, {})
        assert t.view(None)["off_map"]["eliminated"] == ["U"]
        assert t.state.rolls == 0
    assert lost(infantry("U", "2010"), [1]).state.rolls == 1


@rule("oder", "9.1.imp1", "4.2.1.d.2")
@pytest.mark.parametrize(("turn", "die", "returns"), [(2, 6, True), (3, 6, False), (8, 1, False)])
def test_a_unit_due_after_the_last_turn_is_gone_and_scores_no_more(
    turn: int, die: int, returns: bool
) -> None:
    """R-26, R-94"""
    t = lost(rifle("U", "2010"), [die], turn=turn)
    assert due(t) == ({"U": turn + die} if returns else {})
    assert (t.points("german"), t.points("soviet")) == (1, 0)
    assert t.view(None)["off_map"]["eliminated"] == ([] if returns else ["U"])


@rule("oder", "9.1.1.p4", "9.1.1.p5", "9.1.1.p6", "4.2.1.imp1")
def test_points_stay_when_a_unit_returns_and_count_every_time() -> None:
    t = lost(rifle("U", "2010"), [1, 1, 1])
    s = t.state
    u = s.world.roster.index["U"]
    for times in (2, 3):
        del s.queue[u]
        s.put(u, s.world.grid.index("2010"))  # it has returned
        assert t.points("german") == times - 1
        eliminate(s, u)
        assert t.points("german") == times
        assert due(t) == {"U": 5}
