"""Soviet supply (8.0) and German communications (9.0), with a slow, plain tracer to compare with."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.games.breakout.game import load
from hexfront.games.breakout.loading.load import GRID
from hexfront.games.breakout.rules.supply import line_of
from hexfront.games.breakout.sides import GERMAN, SIDES, SOVIET
from hexfront.games.breakout.state import State
from hexfront.kernel.dice import FastDice
from hexfront.kernel.fields import Json
from hexfront.kernel.game import check_options
from tests.breakout.table import (
    Table,
    german,
    germans,
    guns,
    panzer,
    ring,
    soviet,
    soviets,
    support,
    table,
    tank,
)
from tests.rules import rule

POCKET = germans(*ring("2019", 2))
"""Twelve divisions around 2019: every hex next to it is in their zone."""


def supplied(t: Table, name: str) -> bool:
    """Whether a unit has its line, by the query."""
    side = t.state.world.roster.side[t.state.world.roster.index[name]]
    found: bool = t.match.game.supply(t.state, side)["units"][name]["supplied"]
    return found


def points(t: Table, name: str) -> int:
    """The movement points of a unit that begins its move."""
    t.choose(["pick", name])
    left: int = t.view(t.side)["planned"]["points"][name]
    return left


def factors(t: Table, target: str, *units: str) -> dict[str, int]:
    """The factors the units attack with."""
    lines = t.odds(target, list(units))["lines"]
    return {line["unit"]: line["factor"] for line in lines if line["role"] == "attack"}


# ---- against a slow, plain tracer ------------------------------------------------------------------

NEAR = {n: [GRID.number(m) for m in GRID.neighbours(GRID.index(n))] for n in GRID.names(GRID.all)}
SOVIET_SOURCES = {f"{c:02d}01" for c in range(11, 48)} | {f"47{r:02d}" for r in range(1, 30)}
GERMAN_SOURCES = {f"01{r:02d}" for r in range(1, 30)} | {
    f"{c:02d}{29 if c % 2 else 28}" for c in range(1, 47)
}


def has_line(side: int, start: str, enemies: set[str], storm: bool, option: str) -> bool:
    """Whether a unit of a side in a hex can trace its line: 8.2, 8.4, 9.2, word by word. R-28, R-29"""
    sources = GERMAN_SOURCES if side == GERMAN else SOVIET_SOURCES
    ezoc = set() if storm else enemies | {n for e in enemies for n in NEAR[e]}
    last_may_be_in_ezoc = option == "both" or (option == "soviet_only" and side == SOVIET)
    if start in sources:  # 8.4.a, 9.2.c
        return True
    seen, waiting = {start}, [start]
    while waiting:
        for n in NEAR[waiting.pop()]:
            if n in seen or n in enemies:
                continue
            seen.add(n)
            if n in sources and (last_may_be_in_ezoc or n not in ezoc):
                return True
            if n not in ezoc:
                waiting.append(n)
    return False


OPTIONS = ("soviet_only", "neither", "both")
WORLDS = {
    o: load().world(load().scenario(), check_options(load(), {"source_in_ezoc": o}))
    for o in OPTIONS
}
CENTRES = ["0101", "0129", "0326", "1101", "1203", "2019", "2328", "4528", "4628", "4729", "4603"]


@st.composite
def sieges(draw: st.DrawFn) -> tuple[str, set[str]]:
    """A place, and enemies around it: a ring with gaps and some anywhere near."""
    centre = draw(st.sampled_from(CENTRES))
    circle = ring(centre, draw(st.integers(1, 4)))
    gaps = draw(st.sets(st.sampled_from(circle), max_size=3))
    near = [h for r in range(6) for h in ring(centre, r)]
    strays = draw(st.sets(st.sampled_from(near), max_size=8))
    return centre, (set(circle) - gaps if draw(st.booleans()) else set()) | strays


def besieged(side: int, enemies: set[str], storm: bool, option: str) -> State:
    """A state with one enemy unit in each of some hexes."""
    s = State(WORLDS[option], FastDice(0))
    s.set_weather("storm" if storm else "thaw")
    units = [u for u in range(s.world.roster.count) if s.world.roster.side[u] != side]
    for u, h in zip(units, sorted(enemies), strict=False):
        s.put(u, GRID.index(h))
    return s


@rule(
    "breakout", "8.2", "8.2.a", "8.2.b", "8.4", "8.4.a", "9.2", "9.2.a", "9.2.c", "7.4.a", "7.4.b"
)
@given(sieges(), st.sampled_from((GERMAN, SOVIET)), st.booleans(), st.sampled_from(OPTIONS))
def test_lines_are_those_of_a_plain_tracer(
    siege: tuple[str, set[str]], side: int, storm: bool, option: str
) -> None:
    centre, enemies = siege
    s = besieged(side, enemies, storm, option)
    enemies = set(GRID.names(s.occupied[1 - side]))
    for start in (h for r in range(6) for h in ring(centre, r) if h not in enemies):
        expected = has_line(side, start, enemies, storm, option)
        assert bool(s.net(side) >> GRID.index(start) & 1) == expected, start
        check_line(s, side, start, line_of(s, side, GRID.index(start)), expected, option)


def check_line(
    s: State, side: int, start: str, line: list[int] | None, expected: bool, option: str
) -> None:
    """The line shown to the player is one they could trace themselves."""
    assert (line is not None) == expected
    if line is None or len(line) == 1:
        return
    path = [GRID.number(h) for h in line]
    assert path[0] == start
    assert all(b in NEAR[a] for a, b in pairwise(path))
    enemies, ezoc = s.occupied[1 - side], s.zoc(1 - side)
    assert not any((enemies | ezoc) >> h & 1 for h in line[1:-1])
    assert path[-1] in (GERMAN_SOURCES if side == GERMAN else SOVIET_SOURCES)
    assert not enemies >> line[-1] & 1
    if option == "neither" or (option == "soviet_only" and side == GERMAN):
        assert not ezoc >> line[-1] & 1


@rule("breakout", "8.2", "9.2")
@given(st.sampled_from((GERMAN, SOVIET)), st.lists(st.sampled_from(ring("2019", 2)), max_size=40))
def test_lines_follow_every_change_at_once(side: int, changes: list[str]) -> None:
    # Besiegers come and go; what was remembered of the lines before must not be believed.
    s = besieged(side, set(ring("2019", 2)), False, "soviet_only")
    away: dict[str, int] = {}
    for number in changes:
        if number in away:
            s.put(away.pop(number), GRID.index(number))
        else:
            away[number] = s.units_in(GRID.index(number))[0]
            s.lift(away[number])
        enemies = set(ring("2019", 2)) - set(away)
        expected = has_line(side, "2019", enemies, False, "soviet_only")
        assert bool(s.net(side) >> GRID.index("2019") & 1) == expected


# ---- 8.1 Soviet supply -----------------------------------------------------------------------------


@rule("breakout", "8.1", "8.3", "8.3.a")
def test_a_corps_without_supply_moves_and_attacks_at_half() -> None:
    for units, move, attack in (([], 7, 5), (POCKET, 4, 3)):
        t = table([soviet("R", "2019"), *units], phase="soviet-move")
        assert points(t, "R") == move
        t = table([soviet("R", "2019"), german("D", "2020"), *units], phase="soviet-combat")
        assert factors(t, "2020", "R") == {"R": attack}


CORNER = germans("0104", "0402")
"""They cut 0101, 0102, 0201 and 0202 off: 0203 between them is in both zones, 0304 is free."""


@rule("breakout", "8.1.a", "8.3.e")
def test_a_unit_may_go_into_isolation_at_full_allowance_and_is_halved_next_time() -> None:
    t = table([soviet("R", "0203"), *CORNER], phase="soviet-move")
    assert supplied(t, "R")

    assert points(t, "R") == 7
    t.choose(["go", "0202"], ["go", "0201"], ["go", "0202"], ["go", "0201"], ["go", "0202"])
    t.choose(["stop"])

    assert (t.where("R"), supplied(t, "R")) == ("0202", False)
    t.choose(["end"], ["end"], ["order", "move/fight"])
    assert points(t, "R") == 4


@rule("breakout", "8.1.a", "8.3")
def test_a_unit_that_starts_isolated_is_halved_although_it_gets_out() -> None:
    t = table([soviet("R", "0201"), *CORNER], phase="soviet-move")
    assert not supplied(t, "R")

    assert points(t, "R") == 4
    t.choose(["go", "0202"], ["go", "0203"])

    assert (t.where("R"), supplied(t, "R")) == ("0203", True)
    t.refuses(["go", "0304"], "7.2")
    t.choose(["end"], ["end"], ["order", "move/fight"])
    assert points(t, "R") == 7


@rule("breakout", "8.1.b")
def test_attack_supply_is_judged_anew_for_each_attack() -> None:
    units = [soviet("R", "0103"), tank("S", "0502", "9-9/5-5"), german("A", "0104")]
    t = table([*units, german("B", "0402", "1-1")], phase="soviet-combat", dice=[3])
    assert factors(t, "0104", "R") == {"R": 3}

    t.attack("0402", "S")  # 9:1, automatic: B is gone and its zone with it
    t.choose(["done"])
    happened = t.attack("0104", "R")

    result = next(event for event in happened if event["what"] == "result")
    assert (result["odds"]["attack"], result["odds"]["column"]) == (5, "1:1")


@rule("breakout", "8.1.b")
def test_attack_supply_is_fixed_with_the_declaration() -> None:
    # R-43: what happens later in the combat does not change it
    units = [soviet("R", "0103"), soviet("Q", "0103"), german("A", "0104"), german("B", "0402")]
    t = table(units, phase="soviet-combat", markers={"air": {"soviet": 1}})

    t.attack("0104", "R", "Q")

    assert t.kind == "air"
    assert t.view("german")["combat"]["odds"]["attack"] == 3 + 3


@rule("breakout", "8.3")
@pytest.mark.parametrize(
    ("weather", "foot", "mech"), [("storm", 3, 4), ("thaw", 4, 5), ("frost", 5, 7)]
)
def test_half_allowances_are_rounded_up(weather: str, foot: int, mech: int) -> None:
    walls = germans(*ring("2019", 3))
    units = [soviet("R", "2019"), tank("T", "2019"), guns("G", "2019"), *walls]

    for name, left in (("R", foot), ("T", mech), ("G", mech)):
        assert points(table(units, phase="soviet-move", weather=weather), name) == left


@rule("breakout", "8.3")
def test_the_fifth_point_of_an_isolated_corps_is_refused() -> None:
    walls = germans(*ring("2019", 5))
    t = table([soviet("R", "2019"), *walls], phase="soviet-move")

    t.choose(["pick", "R"], ["go", "2018"], ["go", "2017"], ["go", "2016"])
    t.refuses(["go", "2118"], "12.2")
    t.choose(["go", "2017"])

    assert t.where("R") == "2017"
    t.refuses(["go", "2018"], "12.0.e")
    t.refuses(["pick", "R"], "12.0.e")


# ---- 8.2 Sources -----------------------------------------------------------------------------------


@rule("breakout", "8.2.c")
def test_soviet_sources_are_the_north_and_east_edge() -> None:
    board = WORLDS["soviet_only"].board
    found = set(GRID.names(board.sources[SOVIET]))

    assert found == SOVIET_SOURCES
    assert {"1101", "1201", "4601", "4701", "4715", "4729"} <= found
    assert not {"1001", "0101", "4628", "2502"} & found


@rule("breakout", "8.2.a")
def test_a_long_and_winding_line_is_good_and_one_gap_spoils_it() -> None:
    # In Storm only units bar the way: walls across the map with one door each, and the north edge.
    doors = ("1228", "1602", "2028", "2402")
    walls = [h for h in NEAR if h[:2] in ("12", "16", "20", "24") and h not in doors]
    edge = [f"{column}01" for column in range(11, 25) if column not in (12, 16, 20, 24)]

    t = table([soviet("R", "1003"), *germans(*walls, *edge)], weather="storm")
    line = t.match.game.supply(t.state, SOVIET)["units"]["R"]["path"]
    assert line is not None
    assert line[-1] == "2501"
    assert {*doors} <= {*line}
    assert len(line) > 60

    t = table([soviet("R", "1003"), *germans(*walls, *edge, "1602")], weather="storm")
    assert not supplied(t, "R")


@rule("breakout", "8.2.b")
def test_a_source_with_a_german_in_it_is_no_source() -> None:
    # R sees no source but 1101: its way east is walled off.
    wall = germans(*[f"12{r:02d}" for r in range(1, 29)])
    for edge, expected in (([], True), (germans("1101"), False), (germans("3001"), True)):
        t = table([soviet("R", "1003"), *wall, *edge], weather="storm")
        assert supplied(t, "R") == expected


# ---- 8.3 Out of supply -----------------------------------------------------------------------------


@rule("breakout", "8.3.a")
def test_attack_factors_are_halved_unit_by_unit_and_rounded_up() -> None:
    lonely = [soviet("A", "2019", "5-5/1-1"), soviet("B", "2019", "1-1"), tank("C", "2019", "1-1")]
    fed = soviet("F", "2021", "4-4/1-1")
    cage = [u for u in POCKET if u["hex"] != "2021"]
    t = table([*lonely, fed, german("D", "2020"), *cage], phase="soviet-combat")
    assert (supplied(t, "A"), supplied(t, "F")) == (False, True)

    assert factors(t, "2020", "A", "B", "C") == {"A": 3, "B": 1, "C": 1}
    assert factors(t, "2020", "A", "F") == {"A": 3, "F": 4}
    assert t.odds("2020", ["A", "F"])["attack"] == 7


@rule("breakout", "8.3.a")
@pytest.mark.parametrize(("option", "sum_"), [("per_unit", 3 + 1 + 1), ("per_sum", 4)])
def test_halving_by_unit_or_by_sum(option: str, sum_: int) -> None:
    # R-47
    lonely = [soviet("A", "2019", "5-5/1-1"), soviet("B", "2019", "1-1"), tank("C", "2019", "1-1")]
    t = table(
        [*lonely, german("D", "2020"), *POCKET], phase="soviet-combat", options={"halve": option}
    )

    assert t.odds("2020", ["A", "B", "C"])["attack"] == sum_


@rule("breakout", "8.3.b")
def test_artillery_and_support_units_without_supply_do_not_attack() -> None:
    units = [soviet("A", "2019"), guns("G", "2019"), support("U", "2019"), german("D", "2020")]
    t = table([*units, *POCKET], phase="soviet-combat")
    t.choose(["target", "2020"])
    assert t.offered("join") == ["A"]
    t.refuses(["join", "U"], "8.3.b")
    t.refuses(["join", "G"], "13.2.d")

    t = table(units, phase="soviet-combat")
    t.choose(["target", "2020"])
    assert t.offered("join") == ["A", "G", "U"]

    t = table([support("U", "2019"), german("D", "2020"), *POCKET], phase="soviet-combat")
    t.refuses(["target", "2020"], "8.3.b")


@rule("breakout", "8.3.c")
def test_defence_is_not_affected() -> None:
    units = [soviet("A", "2019", "6-6/1-1"), guns("G", "2019", "6-1"), german("D", "2020", "12-1")]
    t = table([*units, *POCKET])
    assert not supplied(t, "A")

    assert t.odds("2019", ["D"])["defence"] == 7


@rule("breakout", "8.3.d")
def test_nobody_starves() -> None:
    t = table([soviet("R", "2019"), *POCKET], phase="soviet-order", turn=2)
    while t.state.result is None:
        assert not supplied(t, "R")
        order = ["order", "move/fight"]
        t.choose(next(c for c in (["end"], ["done"], order) if c in t.choices))

    assert (t.where("R"), t.steps("R")) == ("2019", 2)


# ---- 8.4 Lines and zones ---------------------------------------------------------------------------


@rule("breakout", "8.4")
def test_no_line_runs_through_a_zone_not_even_over_own_units() -> None:
    # The only chain from 2019 leads over 2018, next to the Germans in 1917 and 2117.
    cage = germans(*[h for h in ring("2019", 2) if h != "2017"], "1917", "2117")
    t = table([soviet("R", "2019"), soviet("S", "2018"), soviet("T", "2017"), *cage])

    assert not supplied(t, "R")


@rule("breakout", "8.4")
@pytest.mark.parametrize(
    ("option", "expected"), [("soviet_only", True), ("neither", False), ("both", True)]
)
def test_a_soviet_line_may_end_in_an_edge_hex_in_a_zone(option: str, expected: bool) -> None:
    # R-28: all around 2502 is in German zones, but 2501 and 2601 are sources.
    cage = germans(*ring("2502", 2), "2401")
    t = table([soviet("R", "2502"), *cage], options={"source_in_ezoc": option})

    assert supplied(t, "R") == expected


@rule("breakout", "8.4.a")
def test_a_unit_on_a_source_is_in_supply() -> None:
    t = table([soviet("R", "2501"), *germans("2502", "2401", "2601")])
    assert supplied(t, "R")

    t = table([soviet("R", "2503"), *germans(*ring("2503", 2))])
    assert not supplied(t, "R")


# ---- 9.0 German communications ---------------------------------------------------------------------


@rule("breakout", "9.1", "9.2.d")
def test_germans_cut_off_move_and_attack_in_full() -> None:
    ringed = [panzer("P", "2019", "6-6/5-5"), german("I", "2019"), *soviets(*ring("2019", 2))]
    t = table(ringed, phase="german-move")
    assert not supplied(t, "P")
    assert points(t, "P") == 10
    t = table(ringed, phase="german-move")
    assert points(t, "I") == 7

    t = table([*ringed, soviet("R", "2020")])
    assert factors(t, "2020", "P", "I") == {"P": 6, "I": 4}


@rule("breakout", "9.2", "9.2.e")
def test_communications_change_with_every_unit_that_moves() -> None:
    gap = [h for h in ring("2019", 2) if h not in ("2017", "2118", "1918")]
    t = table([german("D", "2019"), soviet("S", "2015"), *soviets(*gap)], phase="soviet-move")
    assert supplied(t, "D")

    t.choose(["pick", "S"], ["go", "2016"], ["go", "2017"], ["stop"])

    assert not supplied(t, "D")


@rule("breakout", "9.2.a")
@pytest.mark.parametrize(
    ("option", "expected"), [("soviet_only", False), ("neither", False), ("both", True)]
)
def test_a_german_line_may_not_end_in_an_edge_hex_in_a_zone(option: str, expected: bool) -> None:
    # R-29: all around 0220 is in Soviet zones, the sources 0120 and 0121 too.
    t = table([german("D", "0220")], options={"source_in_ezoc": option})
    assert supplied(t, "D")

    cage = soviets(*ring("0220", 2))
    t = table([german("D", "0220"), *cage], options={"source_in_ezoc": option})
    assert supplied(t, "D") == expected


@rule("breakout", "9.2.b")
def test_german_sources_are_the_west_and_south_edge() -> None:
    found = set(GRID.names(WORLDS["soviet_only"].board.sources[GERMAN]))

    assert found == GERMAN_SOURCES
    assert {"0101", "0129", "0228", "0329", "4529", "4628"} <= found
    assert not {"0201", "4729", "0328"} & found


@rule("breakout", "9.2.c")
def test_a_german_on_a_source_has_communications() -> None:
    t = table([german("D", "0129"), german("E", "4628"), *soviets("0128", "4627")])

    assert supplied(t, "D")
    assert supplied(t, "E")


@rule("breakout", "9.2.e", "4.2")
def test_a_division_lost_while_cut_off_costs_its_full_steps() -> None:
    for cage, points_ in (([], 0), (soviets(*ring("2019", 2)), 4)):
        units = [german("D", "2019", steps=1), tank("T", "2018", "9-9/5-5"), *cage]
        t = table(units, phase="soviet-combat")

        t.attack("2019", "T")  # 9:1: automatic

        assert t.where("D") is None
        assert t.vp()["divisions"] == points_


@rule("breakout", "8.2", "9.2")
def test_the_query_tells_the_line_or_that_there_is_none() -> None:
    t = table([soviet("R", "2003"), german("D", "0320"), *soviets("4001")])
    soviet_lines = t.match.game.supply(t.state, SIDES.index("soviet"))["units"]
    german_lines = t.match.game.supply(t.state, SIDES.index("german"))["units"]

    assert soviet_lines["R"] == {
        "supplied": True,
        "state": "regular",
        "path": ["2003", "2002", "2001"],
    }
    assert soviet_lines["S4001"]["path"] == ["4001"]
    assert (german_lines["D"]["path"] or [""])[-1] in GERMAN_SOURCES
    ringed: list[Json] = [german("D", "2019"), *soviets(*ring("2019", 2))]
    t = table(ringed)
    lines = t.match.game.supply(t.state, SIDES.index("german"))["units"]
    assert lines["D"] == {"supplied": False, "state": "out", "path": None}
