"""Supply (8.0) in Watch on the Oder: lines, fortresses, coasts and the aerial supply marker."""

from itertools import pairwise
from typing import Any

import pytest

from hexfront.games.oder.loading.load import GRID
from tests.oder.table import (
    Table,
    fortress,
    infantry,
    panzer,
    rifle,
    ring,
    table,
    tank,
)
from tests.rules import rule

POCKET = [rifle(f"R{h}", h) for h in ring("2010", 2)]
"""Soviets all around 2010, two hexes away, so that nobody there has a line."""


def pocket(*units: dict[str, Any], **more: Any) -> Table:
    """A table with German units in the pocket at 2010."""
    more.setdefault("phase", "german-move")
    return table([*units, *POCKET], **more)


def report(t: Table, side: str) -> dict[str, Any]:
    """The `supply` query."""
    number = t.match.game.sides.index(side)
    found: dict[str, Any] = t.match.game.supply(t.state, number)["units"]
    return found


# ---- lines ----


@rule("oder", "8.1", "8.1.p1", "8.2.a", "1.3.d")
def test_a_german_unit_traces_any_way_to_the_west_edge() -> None:
    t = table([infantry("G", "3403")])

    line = report(t, "german")["G"]
    assert (line["supplied"], line["state"]) == (True, "regular")
    hexes = [GRID.index(h) for h in line["path"]]
    assert line["path"][0] == "3403"
    assert line["path"][-1].startswith("10")
    assert all(GRID.distance(a, b) == 1 for a, b in pairwise(hexes))


@rule("oder", "8.2.a", "4.1.2.c")
@pytest.mark.parametrize("number", ["1218", "1219", "1220", "1318", "1319", "1320"])
def test_upper_silesia_is_a_german_source(number: str) -> None:
    # The unit and the six hexes are shut off from the edge by Soviets on every side.
    region = GRID.set_of("1218", "1219", "1220", "1318", "1319", "1320")
    near = GRID.expand(GRID.expand(region))
    wall = GRID.names(GRID.expand(near) & ~near)
    t = table([infantry("G", number), *(rifle(f"R{h}", h) for h in wall)])

    assert report(t, "german")["G"]["path"] == [number]
    assert t.supply("G") == "regular"


@rule("oder", "8.4", "1.3.b", "1.3.imp1")
def test_a_soviet_unit_traces_to_the_east_edge() -> None:
    """R-24: it is in regular supply or out, on a coast or in a city as well."""
    t = table([rifle("R", "1010"), rifle("C", "3503")])

    assert report(t, "soviet")["R"]["path"][-1].startswith("35")
    assert report(t, "soviet")["C"]["path"] == ["3503"]
    wall = [infantry(f"I{h}", h) for h in ring("2010", 2)]
    t = table([rifle("R", "2010"), *wall], hexes={"2010": {"city": "C", "coastal": True}})
    assert report(t, "soviet")["R"] == {"supplied": False, "state": "out", "path": None}


@rule("oder", "8.1.p2", "8.2.a", "8.4")
@pytest.mark.parametrize(("side", "edge"), [("german", "1010"), ("soviet", "3510")])
def test_a_source_with_an_enemy_on_it_is_none(side: str, edge: str) -> None:
    """A unit walled in by the sea has one neighbour, which is on its edge of the map."""
    made, enemy = (infantry, rifle) if side == "german" else (rifle, infantry)
    inland = "1110" if side == "german" else "3410"
    sea = [(inland, n) for n in ring(inland) if n != edge]
    assert table([made("U", inland)], sea=sea).supply("U") == "regular"
    assert table([made("U", inland), enemy("E", edge)], sea=sea).supply("U") == "out"


@rule("oder", "8.1.p2")
def test_a_line_does_not_run_over_sea_hexsides() -> None:
    everywhere = [(a, b) for a in ["1110"] for b in ring("1110")]
    t = table([infantry("G", "1110")], sea=everywhere)
    assert t.supply("G") == "out"
    t = table([infantry("G", "1110")], sea=everywhere[:-1])
    assert t.supply("G") == "regular"


@rule("oder", "8.1.p2", "10.2.imp1.2")
def test_a_line_runs_over_land_bridges() -> None:
    """R-58: Soviets at Tilsit and before Memel cut the shore, but not the Curonian Spit."""
    units = [infantry("M", "2806"), rifle("A", "2807"), rifle("B", "2808"), rifle("C", "2906")]
    t = table(units, blank=False)

    assert t.supply("M") == "regular"
    assert {"2706", "2607", "2507"} <= set(report(t, "german")["M"]["path"])


@rule("oder", "7.4", "7.4.p1", "8.1.p3")
def test_a_line_leads_out_of_and_into_a_zone_but_not_through_one() -> None:
    """R-51"""
    # The unit stands in a zone and so does the edge hex it traces to, and they are adjacent.
    t = table([infantry("G", "1110"), rifle("A", "1111"), rifle("B", "1109")])
    assert t.state.zoc(1) >> GRID.index("1010") & 1
    assert report(t, "german")["G"]["path"] in (["1110", "1010"], ["1110", "1011"])
    # One hex farther back, with a hex in a zone between, there is no line.
    shut = [rifle(f"R{h}", h) for h in ("1109", "1112", "1411")]
    t = table([infantry("G", "1211"), infantry("F", "1111"), *shut])
    assert t.supply("F") == "regular"
    assert t.state.zoc(1) >> GRID.index("1111") & 1
    assert t.supply("G") == "out"  # F's presence does not open 1111


@rule("oder", "7.4", "8.1.p1")
def test_a_unit_on_a_source_is_in_supply_without_a_line() -> None:
    around = [rifle(f"R{h}", h) for h in ring("1010")]
    t = table([infantry("G", "1010"), *around])

    assert report(t, "german")["G"]["path"] == ["1010"]


@rule("oder", "8.1.p4", "3.1.p3")
@pytest.mark.parametrize("control", [False, True])
def test_enemy_control_does_not_stop_a_line(control: bool) -> None:
    """R-52: with the option a source must be under its side's control."""
    hexes = {
        f"{column}{row:02d}": {"control": "soviet"} for column in (10, 11) for row in range(3, 22)
    }
    hexes |= {h: {"control": "soviet"} for h in ("1218", "1219", "1220", "1318", "1319", "1320")}
    t = table([infantry("G", "1510")], hexes=hexes, options={"source_needs_control": control})

    assert t.supply("G") == ("out" if control else "regular")


@rule("oder", "8.1.imp1")
def test_the_air_marker_cuts_no_line() -> None:
    corridor = [infantry(f"I{h}", h) for h in ("3310", "3314", "3210", "3214")]
    t = table([rifle("R", "3212"), *corridor], markers={"air": "3412"})

    assert t.supply("R") == "regular"


# ---- fortress and coast ----


@rule("oder", "8.2.b", "8.2.imp1")
@pytest.mark.parametrize(
    ("hex_", "state"),
    [
        ({"city": "C", "original": "german"}, "fortress"),
        ({"town": "T", "original": "german"}, "out"),
        ({"city": "C", "original": "soviet", "control": "german"}, "out"),
        ({"city": "C", "original": "german", "ever": ["german", "soviet"]}, "out"),
    ],
)
def test_a_german_city_that_never_was_soviet_supplies_its_units(
    hex_: dict[str, Any], state: str
) -> None:
    """R-55, R-57"""
    t = pocket(infantry("G", "2010"), hexes={"2010": hex_})

    assert t.supply("G") == state
    assert report(t, "german")["G"]["supplied"] == (state != "out")
    assert report(t, "german")["G"]["path"] is None


@rule("oder", "8.2.b.imp1")
def test_fortress_supply_has_nothing_to_do_with_fortifications_or_commands() -> None:
    """R-55"""
    t = pocket(
        infantry("G", "2010"), fortress("F", "2010"), hexes={"2010": {"town": "T", "fort": True}}
    )
    assert (t.supply("G"), t.supply("F")) == ("out", "out")
    city = {"city": "C", "original": "german"}
    t = pocket(fortress("F", "2010"), hexes={"2010": city})
    assert t.supply("F") == "fortress"


@rule("oder", "8.2.c", "8.2.imp1")
def test_a_german_unit_on_the_coast_is_in_coastal_supply() -> None:
    t = pocket(infantry("G", "2010"), infantry("H", "2011"), hexes={"2010": {"coastal": True}})

    assert (t.supply("G"), t.supply("H")) == ("coastal", "out")
    unit = next(u for u in t.view(None)["units"] if u["id"] == "G")
    assert (unit["supplied"], unit["supply"]) == (True, "coastal")


@rule("oder", "8.2.b", "8.2.c", "8.2.a")
def test_a_line_comes_before_fortress_and_fortress_before_coast() -> None:
    """R-54"""
    hexes = {"2010": {"city": "C", "original": "german", "coastal": True}}
    assert pocket(infantry("G", "2010"), hexes=hexes).supply("G") == "fortress"
    assert table([infantry("G", "2010")], hexes=hexes).supply("G") == "regular"


# ---- aerial supply ----


@rule("oder", "8.3", "8.3.p3", "8.3.p1", "8.5")
def test_the_aerial_marker_supplies_a_unit_before_it_moves() -> None:
    t = pocket(panzer("P", "2010"), phase="german-move")
    assert t.supply("P") == "out"
    assert t.match.game.reach(t.state, "P")["hexes"]

    t.choose(["aerial", "P"])
    assert t.supply("P") == "aerial"
    assert t.view("soviet")["markers"]["aerial"] == "P"
    t.choose(["pick", "P"])
    assert t.view("german")["planned"]["points"] == {"P": 6}


@rule("oder", "8.3.p1", "10.0.p8")
def test_the_aerial_marker_lets_a_unit_move_that_could_not() -> None:
    """R-49: nothing else changes supply within one's own Movement Phase."""
    marsh = {h: {"terrain": "marsh"} for h in ring("2010")}
    river = [("2010", h) for h in ring("2010")]
    t = pocket(panzer("P", "2010"), hexes=marsh, rivers=river)

    assert t.offered("pick") == []  # marsh and river cost 4, it has 3
    t.choose(["aerial", "P"])
    assert t.offered("pick") == ["P"]


@rule("oder", "8.3.imp2")
def test_the_aerial_marker_supplies_one_unit_of_a_stack() -> None:
    t = pocket(panzer("P", "2010"), infantry("I", "2010"))

    t.choose(["aerial", "P"])
    assert (t.supply("P"), t.supply("I")) == ("aerial", "out")
    t.refuses(["aerial", "I"], "8.3")


@rule("oder", "8.3.p1", "8.3.imp2")
def test_the_aerial_marker_goes_to_any_german_unit_on_the_map() -> None:
    """R-34"""
    units = [fortress("F", "2010"), infantry("G", "1210"), infantry("D", None, due=6)]
    t = table([*units, rifle("R", "3010")], phase="german-move")

    assert t.offered("aerial") == ["F", "G"]
    t.refuses(["aerial", "R"], "8.3")
    t.refuses(["aerial", "D"], "8.3")


@rule("oder", "8.3.p1")
def test_the_aerial_marker_is_not_for_a_unit_on_the_move_nor_for_other_phases() -> None:
    """R-32"""
    t = table([panzer("P", "1510"), rifle("R", "3010")], phase="german-move")
    t.choose(["pick", "P"], ["go", "1511"])
    t.refuses(["aerial", "P"], "8.3.p1")
    t.choose(["stop"], ["end"])
    assert t.offered("aerial") == ["P"]  # the German Combat Phase
    t.choose(["end"])
    t.refuses(["aerial", "P"], "8.3.p1")  # the Soviet declaration
    t.choose(["order", "move/fight"])
    assert t.side == "soviet"
    t.refuses(["aerial", "P"], "8.3.p1")  # the Soviet Movement Phase


@rule("oder", "8.3.p2")
def test_the_aerial_marker_goes_with_its_unit_and_is_gone_with_it() -> None:
    """R-33"""
    units = [panzer(f"P{i}", "2010") for i in range(3)] + [panzer("Q", "2009")]
    t = pocket(*units)
    t.choose(["aerial", "Q"])
    t.move("Q", "2010")
    assert t.view(None)["markers"]["aerial"] == "Q"
    t.dice(1, 1)
    t.choose(["end"], ["remove", "Q"])
    assert t.view(None)["markers"]["aerial"] is None
    assert t.view(None)["markers"]["aerial_used"]
    assert t.offered("aerial") == []
    assert t.points("soviet") == 1  # it was supplied by air


@rule("oder", "8.3.p3", "8.2.b")
@pytest.mark.parametrize("first", [True, False])
def test_aerial_supply_comes_before_fortress_and_coast_by_option(first: bool) -> None:
    """R-54"""
    hexes = {"2010": {"city": "C", "original": "german"}, "2011": {"coastal": True}}
    units = [infantry("F", "2010"), infantry("C", "2011")]
    for unit, other in (("F", "fortress"), ("C", "coastal")):
        t = pocket(*units, hexes=hexes, options={"aerial_before_fortress": first})
        t.choose(["aerial", unit])
        assert t.supply(unit) == ("aerial" if first else other)


# ---- what it does ----


@rule("oder", "8.0", "8.5", "10.1", "2.2.p4", "back.2", "2.1.p7")
@pytest.mark.parametrize(("supplied", "points"), [(True, [6, 4]), (False, [3, 2])])
def test_a_unit_out_of_supply_has_half_its_movement(supplied: bool, points: list[int]) -> None:
    """R-48"""
    units = [panzer("P", "2010"), infantry("I", "2010")]
    t = table(units, phase="german-move") if supplied else pocket(*units)

    t.choose(["pick", "P"], ["pick", "I"])
    assert list(t.view("german")["planned"]["points"].values()) == points


@rule("oder", "8.5", "8.4")
def test_soviet_units_out_of_supply_have_half_too() -> None:
    wall = [infantry(f"I{h}", h) for h in ring("2010", 2)]
    t = table([tank("T", "2010"), rifle("R", "2010"), *wall], phase="soviet-move")

    t.choose(["pick", "T"], ["pick", "R"])
    assert t.view("soviet")["planned"]["points"] == {"T": 3, "R": 2}


@rule("oder", "8.2.imp1", "8.2.b", "8.2.c")
def test_fortress_and_coastal_supply_are_as_good_as_any_for_moving() -> None:
    hexes = {"2010": {"city": "C", "original": "german"}, "2011": {"coastal": True}}
    t = pocket(panzer("F", "2010"), panzer("C", "2011"), hexes=hexes)

    for unit in ("F", "C"):
        t.choose(["pick", unit])
        assert t.view("german")["planned"]["points"] == {unit: 6}
        t.choose(["stop"])


@rule("oder", "8.0.p1")
def test_supply_is_judged_when_a_unit_starts_to_move_and_holds_for_its_move() -> None:
    # 1110 touches the edge; 1210 behind it is free of zones, but all around it there are some.
    wall = [rifle(f"R{h}", h) for h in ("1108", "1111", "1410")]
    t = table([panzer("P", "1110"), *wall], phase="german-move")
    assert t.supply("P") == "regular"

    t.choose(["pick", "P"], ["go", "1210"])
    assert t.supply("P") == "out"
    assert t.view("german")["planned"]["points"] == {"P": 5}


@rule("oder", "8.0.p1", "8.1.p4")
def test_a_source_taken_in_the_phase_supplies_those_who_move_after_that() -> None:
    """R-49, R-52: three points do not take G over a river into a marsh, six do."""
    sources = [f"10{row:02d}" for row in range(3, 22)]
    sources += ["1218", "1219", "1220", "1318", "1319", "1320"]
    hexes = {h: {"control": "soviet"} for h in sources}
    hexes |= {h: {"terrain": "marsh"} for h in ring("1510")}
    t = table(
        [panzer("P", "1110"), panzer("G", "1510"), panzer("H", "1510")],
        phase="german-move",
        rivers=[("1510", h) for h in ring("1510")],
        hexes=hexes,
        options={"source_needs_control": True},
    )
    assert t.supply("G") == "out"
    assert t.offered("pick") == ["P"]
    t.refuses(["pick", "G"])

    t.move("P", "1010")
    assert t.supply("G") == "regular"
    assert t.offered("pick") == ["G", "H"]
    t.choose(["pick", "G"])
    assert t.offered("pick") == ["H"]
    assert set(t.offered("go")) == set(ring("1510"))


@rule("oder", "8.7", "8.0.p3")
def test_nobody_is_lost_for_want_of_supply() -> None:
    t = pocket(infantry("G", "2010"), phase="german-declare", turn=5)

    while t.match.state.stack:
        t.choose(t.choices[-1])
    assert t.where("G") == "2010"
    assert t.match.state.result is not None
