"""Advance after combat. 13.4, 3.3.2

Soviet divisions attack Germans in 2010, who go south along 2011, 2012, 2013 where nothing else is said.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.kesselschlacht.results_table import result, then
from tests.kesselschlacht.table import (
    Json,
    Table,
    battalion,
    hq,
    infantry,
    panzer,
    relief,
    rifle,
    river,
    road,
    tank,
)
from tests.rules import rule

SOUTH = ("2011", "2012", "2013")


def pursuit(
    n: int,
    units: list[Json],
    attackers: tuple[str, ...] = ("R1",),
    path: tuple[str, ...] = SOUTH,
    **more: Any,
) -> Table:
    """The defenders of 2010 have gone n hexes along a path."""
    t = result(f"Dr{n}", "2010", list(attackers), units, **more)
    for h in path[:n]:
        if ["retreat", h] in t.choices:
            t.choose(["retreat", h])
    return t


def stops(t: Table, name: str) -> list[str]:
    return [h for u, h in t.offered("advance") if u == name]


@rule("kesselschlacht", "13.4.1.a", "13.4.2.a")
@pytest.mark.parametrize(
    ("n", "hexes"), [(1, ["2010"]), (2, ["2010", "2011"]), (3, ["2010", "2011", "2012"])]
)
def test_attackers_follow_as_far_as_they_like(n: int, hexes: list[str]) -> None:
    t = pursuit(n, [infantry("G1", "2010"), rifle("R1", "2009")])
    assert t.side == "soviet"
    assert stops(t, "R1") == hexes
    t.refuses(["advance", "R1", SOUTH[n - 1]], "13.4.1.a")
    t.choose(["advance", "R1", hexes[-1]])
    assert t.where("R1") == hexes[-1]
    assert not t.choices


@rule("kesselschlacht", "13.4.1.a")
def test_after_a_hex_was_destroyed_only_that_hex_is_entered() -> None:
    t = result("De1", "2010", ["R1"], [infantry("G1", "2010"), rifle("R1", "2009")])
    assert stops(t, "R1") == ["2010"]
    t.refuses(["advance", "R1", "2011"], "13.4.1.d")


@rule("kesselschlacht", "13.4.1.a", "13.4.1.b")
def test_advancing_is_voluntary_and_comes_at_once() -> None:
    t = pursuit(1, [infantry("G1", "2010"), rifle("R1", "2009"), rifle("R2", "2009")], ("R1", "R2"))
    t.refuses(["target", "2011"], "13.4.1.b")
    t.refuses(["end"], "13.4.1.b")
    t.choose(["advance", "R2", "2010"])
    t.choose(["done"])
    assert (t.where("R1"), t.where("R2")) == ("2009", "2010")
    assert not t.choices


@rule("kesselschlacht", "13.4.1.d")
def test_a_force_ends_together_on_the_path() -> None:
    units = [infantry("G1", "2010"), *[rifle(f"R{i}", "2009") for i in (1, 2)], rifle("R3", "2110")]
    t = pursuit(3, units, ("R1", "R2", "R3"))
    t.refuses(["advance", "R1", "2111"], "13.4.1.d")
    t.choose(["advance", "R1", "2011"])
    assert stops(t, "R2") == ["2011"]
    t.refuses(["advance", "R2", "2010"], "13.4.1.d")
    t.refuses(["advance", "R1", "2012"], "13.4.1.d")
    assert stops(t, "R3") == ["2010", "2011", "2012"]  # a force of its own
    t.choose(["advance", "R2", "2011"])
    t.refuses(["advance", "R3", "2011"], "3.1.3.a")  # two are in it
    t.choose(["advance", "R3", "2012"])
    assert [t.where(f"R{i}") for i in (1, 2, 3)] == ["2011", "2011", "2012"]


@rule("kesselschlacht", "13.4.1.d")
@pytest.mark.parametrize("status", ["DO", "DIS", "RT"])
def test_shaken_attackers_do_not_advance(status: str) -> None:
    units = [
        infantry("G1", "2010"),
        rifle("R1", "2009"),
        rifle("R2", "2110", status=status),
    ]
    t = pursuit(1, units, ("R1", "R2"))
    t.refuses(["advance", "R2", "2010"], "13.4.1.d")


@rule("kesselschlacht", "13.4.3.a")
def test_only_those_who_attacked_the_hex_advance() -> None:
    t = pursuit(1, [infantry("G1", "2010"), rifle("R1", "2009"), rifle("R2", "2009")])
    assert stops(t, "R2") == []
    t.refuses(["advance", "R2", "2010"], "13.4.3.a")


@rule("kesselschlacht", "3.3.2.a", "13.4.2.b")
def test_a_zone_of_a_crack_unit_stops_the_advance_where_it_is_entered() -> None:
    units = [infantry("G1", "2010"), rifle("R1", "2009"), infantry("A", "2211", quality="A")]
    # The zone of A is in 2111 and 2112.
    t = pursuit(3, units, path=("2111", "2112", "2113"))
    assert stops(t, "R1") == ["2010", "2111"]
    t.refuses(["advance", "R1", "2112"], "3.3.2.a")


@rule("kesselschlacht", "3.3.2.a")
def test_the_vacated_hex_itself_may_be_in_such_a_zone() -> None:
    units = [infantry("G1", "2010"), rifle("R1", "2009"), infantry("A", "2110", quality="A")]
    t = pursuit(3, units)
    assert stops(t, "R1") == ["2010"]


@rule("kesselschlacht", "3.3.2.b", "3.3.2.c", "13.4.2.b")
@pytest.mark.parametrize(
    "more",
    [
        {"quality": "B"},
        {"quality": "C"},
        *[{"quality": "A", "status": x} for x in ("DO", "DIS", "RT")],
    ],
)
def test_other_zones_do_not(more: Json) -> None:
    units = [infantry("G1", "2010"), rifle("R1", "2009"), infantry("A", "2110", **more)]
    assert stops(pursuit(3, units), "R1") == ["2010", "2011", "2012"]


HIDDEN_HEX = "2111"
"""Beside 2010 and 2011 of the path."""


def worlds(*units: Json, **more: Any) -> tuple[Table, Table]:
    """The same pursuit with a crack unit under the top one of 2111, and with one that is none."""
    top = infantry("X1", HIDDEN_HEX)
    below = [infantry("X2", HIDDEN_HEX, quality=quality) for quality in ("A", "B")]
    found = [
        pursuit(3, [infantry("G1", "2010"), *units, top, unit], ("R1",), **more) for unit in below
    ]
    return found[0], found[1]


@rule("kesselschlacht", "3.6.a", "13.4.2.b", "3.3.2.a")
def test_a_crack_unit_that_lies_unseen_stops_who_comes_there_and_nobody_is_told_before() -> None:
    crack, none = worlds(rifle("R1", "2009"))
    assert crack.choices == none.choices
    assert stops(crack, "R1") == ["2010", "2011", "2012"]
    assert crack.view("soviet") == none.view("soviet")
    ask = crack.match.game.queries["advance"]
    assert ask(crack.match.state, 1) == ask(none.match.state, 1)
    events = crack.choose(["advance", "R1", "2012"])
    assert [e["what"] for e in events][:2] == ["advance", "stopped"]
    none.choose(["advance", "R1", "2012"])
    assert (crack.where("R1"), none.where("R1")) == ("2010", "2012")
    assert crack.match.state.reveals == none.match.state.reveals > 0, "nobody takes it back"


@rule("kesselschlacht", "13.4.2.b", "3.3.2.a")
def test_a_crack_unit_that_is_seen_is_a_reason_not_to_be_asked_for_more() -> None:
    agreed, _ = worlds(rifle("R1", "2009"), options={"inspect_all_in_combat_phase": True})
    top = infantry("X2", HIDDEN_HEX, quality="A")
    units = [infantry("G1", "2010"), rifle("R1", "2009"), top, infantry("X1", HIDDEN_HEX)]
    for t in (agreed, pursuit(3, units)):
        assert stops(t, "R1") == ["2010"]
        t.refuses(["advance", "R1", "2011"], "3.3.2.a")


@rule("kesselschlacht", "13.4.2.b", "13.4.1.d", "10.5.2.B")
def test_who_is_stopped_unseen_binds_their_force_and_has_paid_for_the_whole_way() -> None:
    units = [infantry("G1", "2010"), rifle("R1", "2009"), rifle("R2", "2009"), rifle("R3", "2110")]
    units += [infantry("X1", HIDDEN_HEX), infantry("X2", HIDDEN_HEX, quality="A")]
    t = pursuit(3, units, ("R1", "R2", "R3"))
    t.choose(["advance", "R1", "2011"])
    assert (t.where("R1"), stops(t, "R2")) == ("2010", ["2010"])
    t.choose(["advance", "R2", "2010"])
    stopped = t.choose(["advance", "R3", "2012"])[0]
    assert (stopped["what"], stopped["hex"], stopped["to"]) == ("stopped", "2110", "2010")
    said = "R3 stops in 2110, as there is no room in 2010, where it would have to stop."
    assert t.match.game.describe(stopped) == said
    assert t.where("R3") == "2110", "it has to stop in 2010, which is full"
    tanks = [rifle("E1", "2010"), panzer("P1", "2009"), hq("III Panzer Korps", "2007")]
    tanks += [rifle("S1", HIDDEN_HEX), rifle("S2", HIDDEN_HEX, quality="A")]
    t = result("Dr3", "2010", ["P1"], tanks, phase="axis-combat", fuel={"AX-III-HQ": 5})
    t.choose(*[["retreat", h] for h in SOUTH])
    t.choose(["advance", "P1", "2012"])
    assert (t.where("P1"), t.state.fuel[t.index("AX-III-HQ")]) == ("2010", 2)


@rule("kesselschlacht", "13.4.2.b")
def test_hqs_and_small_stacks_have_no_zone_to_stop_anybody() -> None:
    for other in (hq("III Panzer Korps", "2110", quality="A"), battalion("A", "2110", quality="A")):
        units = [infantry("G1", "2010"), rifle("R1", "2009"), other]
        assert stops(pursuit(3, units), "R1") == ["2010", "2011", "2012"]


@rule("kesselschlacht", "3.3.2.a")
def test_the_retreated_unit_itself_stops_those_who_come_next_to_it() -> None:
    units = [infantry("G1", "2010", quality="A"), rifle("R1", "2009")]
    assert stops(pursuit(3, units), "R1") == ["2010", "2011", "2012"]  # the last is next to it
    assert stops(pursuit(2, units), "R1") == ["2010", "2011"]


@rule("kesselschlacht", "13.4.3.b")
def test_no_advance_over_a_major_river_without_a_bridge() -> None:
    units = [infantry("G1", "2010"), rifle("R1", "2009"), rifle("R2", "2110")]
    t = pursuit(2, units, ("R1", "R2"), hexsides=[river("2010", "2011"), river("2009", "2010")])
    assert stops(t, "R1") == []
    assert stops(t, "R2") == ["2010"]
    t.refuses(["advance", "R1", "2010"], "13.4.3.b")
    t.refuses(["advance", "R2", "2011"], "13.4.3.b")
    over = [river("2010", "2011", bridge="standing"), river("2009", "2010", kind="minor")]
    t = pursuit(2, units, ("R1", "R2"), hexsides=over)
    assert stops(t, "R1") == ["2010", "2011"]


@rule("kesselschlacht", "13.4.1.c", "13.4.3.b")
def test_an_advance_costs_nothing_in_any_terrain() -> None:
    swamp = {h: {"terrain": "swamp"} for h in ("2010", "2011", "2012")}
    units = [
        rifle("R1", "2010"),
        relief("P1", "2009", type="armor", mobility="motorized"),
        relief("G1", "2009"),
    ]
    t = pursuit(3, units, ("P1", "G1"), phase="axis-combat", hexes=swamp)
    t.choose(["advance", "P1", "2012"], ["advance", "G1", "2012"])
    assert (t.where("P1"), t.where("G1")) == ("2012", "2012")
    assert not t.state.fuel


@rule("kesselschlacht", "16.1.3.a")
def test_the_german_guns_never_advance() -> None:
    gun = {"type": "artillery", "mobility": "motorized"}
    units = [infantry("G1", "2009"), infantry("Gun", "2009", **gun), rifle("R1", "2010")]
    t = pursuit(1, units, ("G1", "Gun"), phase="axis-combat")
    t.refuses(["advance", "Gun", "2010"], "16.1.3.a")


@rule("kesselschlacht", "16.2.a")
def test_soviet_guns_advance_along_roads() -> None:
    units = [infantry("G1", "2010"), rifle("R1", "2009"), rifle("Gun", "2009", type="artillery")]
    t = pursuit(2, units, ("R1", "Gun"), hexsides=road("2009", "2010"))
    assert stops(t, "Gun") == ["2010"]
    t.refuses(["advance", "Gun", "2011"], "16.2.a")


@rule("kesselschlacht", "9.2.2.A.c")
def test_the_corps_that_leaves_does_not_advance() -> None:
    leaving = {"formation": "5th Guards Tank Corps"}
    units = [infantry("G1", "2010"), tank("T1", "2009", **leaving), rifle("R1", "2009"),
             hq("5th Guards Tank Corps", "2006")]  # fmt: skip
    t = pursuit(1, units, ("T1", "R1"), fifth_guards="leaving")
    t.state.fifth_guards = "leaving"
    t.refuses(["advance", "T1", "2010"], "9.2.2.A.c")


@rule("kesselschlacht", "11.3.1.a")
def test_an_advance_does_not_cross_a_forbidden_line() -> None:
    west = {h: {"west_of_seret": True} for h in ("2011", "2012", "2013")}
    units = [infantry("G1", "2010"), rifle("R1", "2009"), tank("T1", "2110"),
             hq("1st Guards Army", "2006"), hq("4th Guards Tank Corps", "2206")]  # fmt: skip
    t = pursuit(2, units, ("R1", "T1"), hexes=west)
    assert stops(t, "R1") == ["2010"]
    assert stops(t, "T1") == ["2010", "2011"]
    t.refuses(["advance", "R1", "2011"], "11.3.1.a")


@rule("kesselschlacht", "11.3.1.b", "11.2.2.b", "11.3.2")
@pytest.mark.parametrize(
    ("case", "attacker", "defender", "more"),
    [
        ("11.3.1.b", rifle("A", "2009", formation="60th Army"), infantry("D", "2010"),
         {"hexes": {"2010": {"west_of_strypa": True}}}),
        ("11.3.2", rifle("A", "2009"), infantry("D", "2010"), {"hexes": {"2009": {"south": True}}}),
        ("11.2.2.b", infantry("A", "2009", locked=True), rifle("D", "2010"),
         {"hexes": {"2009": {"south": True}}, "phase": "axis-combat"}),
    ],
)  # fmt: skip
def test_an_advance_keeps_to_the_other_lines_too(
    case: str, attacker: Json, defender: Json, more: Json
) -> None:
    other = rifle if attacker["side"] == "soviet" else infantry
    units = [attacker, defender, other("A2", "2110"), hq("60th Army", "2005")]
    t = pursuit(1, units, ("A", "A2"), **more)
    t.refuses(["advance", "A", "2010"], case)
    assert stops(t, "A2") == ["2010"]


@rule("kesselschlacht", "11.2.2.b")
def test_an_advance_south_of_the_dnestr_binds() -> None:
    south = {h: {"south": True} for h in ("2010", "2011", "2012", "2013")}
    units = [rifle("R1", "2010"), infantry("G1", "2009"), infantry("G2", "2110")]
    t = pursuit(1, units, ("G1", "G2"), phase="axis-combat", hexes=south)
    t.choose(["advance", "G1", "2010"])
    assert t.state.locked == 1 << t.index("G1")


# Fuel -------------------------------------------------------------------------------------------

CORPS = hq("III Panzer Korps", None)["id"]


def tanks(n: int, points: int, units: list[Json] | None = None, **more: Any) -> Table:
    """P1 and P2 of III Panzer Korps have driven a battalion n hexes south."""
    all_units = [
        rifle("R1", "2010", size="II"),
        panzer("P1", "2009"),
        panzer("P2", "2009"),
        hq("III Panzer Korps", "2007"),
        *(units or []),
    ]
    attackers = tuple(u["id"] for u in all_units if u.get("side") == "axis")
    t = result(f"Dr{n}", "2010", list(attackers), all_units, phase="axis-combat", **more)
    t.state.fuel = {t.index(CORPS): points}
    for h in SOUTH[:n]:
        if ["retreat", h] in t.choices:
            t.choose(["retreat", h])
    return t


def left(t: Table) -> int:
    return t.state.fuel[t.index(CORPS)]


@rule("kesselschlacht", "13.4.4.a")
def test_a_force_of_first_panzer_army_pays_once() -> None:
    t = tanks(2, 5)
    t.choose(["advance", "P1", "2011"])
    assert left(t) == 3
    t.choose(["advance", "P2", "2011"])
    assert left(t) == 3


@rule("kesselschlacht", "13.4.4.a")
def test_another_force_pays_for_itself_and_leg_units_pay_nothing() -> None:
    t = tanks(2, 5, [panzer("P3", "2110"), infantry("G1", "1910")])
    t.choose(["advance", "P1", "2011"], ["advance", "P3", "2010"])
    assert left(t) == 2
    t.choose(["advance", "G1", "2011"])
    assert left(t) == 2


@rule("kesselschlacht", "13.4.4.a", "10.5.2.e", "11.1.7-ex")
def test_an_advance_costs_what_moving_costs_in_whole_points() -> None:
    mud = tanks(2, 5, weather="mud")
    mud.choose(["advance", "P1", "2011"])
    assert left(mud) == 1  # clear hexes cost two in mud
    by_road = tanks(3, 5, hexsides=road("2009", "2010", "2011", "2012"))
    by_road.choose(["advance", "P1", "2012"])
    assert left(by_road) == 3  # three halves


@rule("kesselschlacht", "13.4.4.a", "13.4.4.b")
def test_too_little_fuel_for_the_next_hex() -> None:
    t = tanks(2, 1)
    assert stops(t, "P1") == ["2010"]
    refused = t.refuses(["advance", "P1", "2011"], "13.4.4.b")
    assert "2 fuel" in refused.message
    t.choose(["advance", "P1", "2010"])
    assert left(t) == 0
    t = tanks(2, 1, weather="mud")  # less than the first hex costs: what is there is spent
    t.choose(["advance", "P1", "2010"])
    assert left(t) == 0


@rule("kesselschlacht", "13.4.4.b")
def test_without_fuel_or_out_of_supply_only_the_defenders_hex_is_entered() -> None:
    t = tanks(2, 0)
    assert stops(t, "P1") == ["2010"]
    t.choose(["advance", "P1", "2010"])
    assert (t.where("P1"), left(t)) == ("2010", 0)
    t = tanks(2, 9)
    t.state.grade[t.index("P1")] = "out"
    t.state.settle()
    assert stops(t, "P1") == ["2010"]
    assert stops(t, "P2") == ["2010", "2011"]
    t.choose(["advance", "P1", "2010"])
    assert left(t) == 9


@rule("kesselschlacht", "13.4.4.a", "13.3.5.A.a")
def test_the_limit_of_a_disorganized_hq_counts() -> None:
    t = tanks(3, 9)
    s, corps = t.state, t.index(CORPS)
    s.set_status(corps, "DO")
    s.fuel_spent = {corps: 4}
    s.settle()
    assert stops(t, "P1") == ["2010", "2011"]
    t.choose(["advance", "P1", "2011"])
    assert (left(t), s.fuel_spent[corps]) == (7, 6)


@rule("kesselschlacht", "13.4.1.d", "13.3.b")
def test_the_next_combat_begins_only_after_the_advance() -> None:
    t = pursuit(1, [infantry("G1", "2010"), rifle("R1", "2009")])
    t.choose(["advance", "R1", "2010"])
    then(t, "Dr1", "2011", ["R1"])
    t.choose(["retreat", "2012"])
    assert stops(t, "R1") == ["2011"]
