"""Zones of control in Kesselschlacht. 3.2, 3.3.2"""

from __future__ import annotations

import pytest

from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.rules.zones import quality_zone
from hexfront.games.kesselschlacht.sides import AXIS, DIS, DO, OK, RT, SOVIET
from tests.kesselschlacht.table import Table, battalion, hq, infantry, rifle, ring, river, still
from tests.rules import rule


def zoc(t: Table, side: str) -> list[str]:
    """The `zoc` query."""
    hexes: list[str] = t.match.game.zoc(t.state, t.match.game.sides.index(side))["hexes"]
    return hexes


@rule("kesselschlacht", "3.2", "3.2.1.a", "2.2.2")
@pytest.mark.parametrize("size", ["III", "KG", "X", "XX"])
def test_units_from_the_regiment_up_control_the_six_hexes_around(size: str) -> None:
    t = still([infantry("G", "2010", size=size)])
    assert zoc(t, "axis") == ring("2010")


@rule("kesselschlacht", "3.2.1.a", "3.2.1.b", "2.2.2")
def test_it_takes_three_battalions_to_control_anything() -> None:
    two = [battalion("B1", "2010"), battalion("B2", "2010")]
    assert zoc(still(two[:1]), "axis") == []
    assert zoc(still(two), "axis") == []
    assert zoc(still([*two, battalion("B3", "2010")]), "axis") == ring("2010")


@rule("kesselschlacht", "3.2.1.c")
def test_an_hq_controls_nothing_and_is_no_third_battalion() -> None:
    t = still([battalion("B1", "2010"), battalion("B2", "2010"), hq("III Panzer Korps", "2010")])
    assert zoc(t, "axis") == []


@rule("kesselschlacht", "3.2.1.d")
@pytest.mark.parametrize("quality", ["A", "B", "C"])
def test_quality_does_not_matter_for_a_zone(quality: str) -> None:
    assert zoc(still([rifle("R", "2010", quality=quality)]), "soviet") == ring("2010")


@rule("kesselschlacht", "13.3.3.a")
@pytest.mark.parametrize(("status", "hexes"), [(OK, 6), (DO, 6), (DIS, 6), (RT, 0)])
def test_only_rout_takes_the_zone_away(status: str, hexes: int) -> None:
    t = still([rifle("R", "2010", status=status)])
    assert len(zoc(t, "soviet")) == hexes


@rule("kesselschlacht", "13.3.3.a")
def test_a_zone_goes_and_comes_with_the_status_and_with_the_units() -> None:
    t = still([rifle("R", "2010"), battalion("B1", "3010"), battalion("B2", "3010")])
    s, r, b = t.state, t.index("R"), t.index("B1")
    assert zoc(t, "soviet") == ring("2010")
    s.set_status(r, RT)
    assert zoc(t, "soviet") == []
    s.set_status(r, DIS)
    s.lift(r)
    s.put(r, GRID.index("2510"))
    assert zoc(t, "soviet") == ring("2510")
    s.suppose(r, GRID.index("2010"))
    assert zoc(t, "soviet") == ring("2010")
    assert zoc(t, "axis") == []
    s.lift(b)
    assert zoc(t, "axis") == []


@rule("kesselschlacht", "3.2.2.a")
def test_zones_of_both_sides_lie_over_each_other() -> None:
    t = still([infantry("G", "2010"), rifle("R", "2012"), rifle("Q", "2112")])
    assert "2011" in zoc(t, "axis")
    assert "2011" in zoc(t, "soviet")
    assert zoc(t, "soviet").count("2011") == 1


@rule("kesselschlacht", "3.2.2.b")
def test_a_friend_lifts_the_zone_for_lines_and_retreats_not_for_movement() -> None:
    t = still([rifle("R", "2010"), infantry("G", "2011"), hq("III Panzer Korps", "2009")])
    s = t.state
    here, there = GRID.set_of("2011", "2009"), GRID.set_of("2110")
    assert s.zoc(SOVIET) & here == here  # movement
    assert not s.hostile(AXIS) & here  # lines, retreats: an HQ will do. R-71
    assert s.hostile(AXIS) & there


@rule("kesselschlacht", "3.2.3.a")
def test_a_zone_needs_a_bridge_over_a_major_river() -> None:
    over = [
        river("2010", "2011", bridge="standing"),
        river("2010", "2009"),
        river("2010", "2110", "minor"),
    ]
    t = still([rifle("R", "2010")], hexsides=over)
    assert zoc(t, "soviet") == sorted({*ring("2010")} - {"2009"})
    t.state.set_standing(0)
    assert zoc(t, "soviet") == sorted({*ring("2010")} - {"2009", "2011"})


@rule("kesselschlacht", "3.2.3.b")
def test_a_zone_leads_out_of_a_city_but_into_none() -> None:
    t = still([rifle("R", "2010")], hexes={"2010": {"city": "A"}, "2011": {"city": "B"}})
    assert zoc(t, "soviet") == sorted({*ring("2010")} - {"2011"})
    town = still([rifle("R", "2010")], hexes={"2011": {"town": "B"}})
    assert zoc(town, "soviet") == ring("2010")


# ---- zones that stop an advance ----


@rule("kesselschlacht", "3.3.2.a", "3.3.2.b")
@pytest.mark.parametrize(("quality", "hexes"), [("A", 6), ("B", 0), ("C", 0)])
def test_only_crack_units_stop_an_advance(quality: str, hexes: int) -> None:
    t = still([rifle("R", "2010", quality=quality)])
    assert quality_zone(t.state, SOVIET).bit_count() == hexes


@rule("kesselschlacht", "3.3.2.c")
@pytest.mark.parametrize("status", [DO, DIS, RT])
def test_shaken_crack_units_stop_no_advance(status: str) -> None:
    t = still([rifle("R", "2010", quality="A", status=status)])
    assert not quality_zone(t.state, SOVIET)


@rule("kesselschlacht", "3.3.2.a")
def test_a_crack_battalion_counts_in_a_hex_that_has_a_zone() -> None:
    crack = battalion("B1", "2010", quality="A")
    alone = still([crack, hq("III Panzer Korps", "2012", quality="A"), infantry("G2", "2012")])
    assert not quality_zone(alone.state, AXIS)  # neither a battalion nor an HQ has a zone
    t = still([crack, infantry("G", "2010")])
    assert GRID.names(quality_zone(t.state, AXIS)) == ring("2010")
