"""Garrisons: supply from their own hex, and who takes them over when it is lost. 10.7"""

from __future__ import annotations

import pytest

from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.queries.supply import supply_report
from hexfront.games.kesselschlacht.rules import supply
from hexfront.games.kesselschlacht.rules.organisation import of_first_panzer_army
from hexfront.games.kesselschlacht.rules.sequence import SEQUENCE, Turn
from hexfront.games.kesselschlacht.sides import AXIS, RT
from hexfront.kernel.match import position_match
from tests.kesselschlacht.table import Json, Table, hq, rifle, river, still, table
from tests.rules import rule

KHOTIN = "AX-GAR-KHOT"
"""Set up in 3426."""


def garrison(where: str, **more: str) -> Json:
    return {"id": KHOTIN, "hex": where, **more}


def grade(t: Table) -> str:
    return supply.grade_now(t.state, t.index(KHOTIN))


def enter(t: Table, name: str, number: str) -> None:
    """As a move or an advance does it, with the turn going on."""
    t.state.stack = [Turn(len(SEQUENCE))]
    t.state.lift(t.index(name))
    t.state.put(t.index(name), GRID.index(number))


@rule("kesselschlacht", "10.7.a")
@pytest.mark.parametrize(
    ("where", "found"), [("3426", "attack"), ("3425", "attack"), ("3424", "out")]
)
def test_a_garrison_is_supplied_in_its_hex_and_next_to_it(where: str, found: str) -> None:
    assert grade(still([garrison(where)])) == found
    assert grade(still([garrison(where, status=RT)])) == found


@rule("kesselschlacht", "10.7.a")
def test_the_supply_query_shows_the_way_to_its_hex_without_points() -> None:
    for where, path in (("3426", ["3426"]), ("3425", ["3425", "3426"]), ("3424", None)):
        t = still([garrison(where)])
        found = supply_report(t.state, AXIS)[KHOTIN]
        assert (found["path"], found["points"]) == (path, None)


@rule("kesselschlacht", "10.7.a")
def test_a_position_may_say_where_a_garrison_was_set_up() -> None:
    """A made-up one was set up where it stands, if nothing is said."""
    made_up = {"id": "X", "side": "axis", "group": "garrison", "type": "garrison"}
    for more, found in (({}, "attack"), ({"post": "2012"}, "out"), ({"post": "2011"}, "attack")):
        t = still([{**made_up, "hex": "2010", **more}])
        again = position_match(t.match.game, t.match.game.position_of(t.state))
        for state in (t.state, again.state):
            assert supply.grade_now(state, t.index("X")) == found  # type: ignore[arg-type]


@rule("kesselschlacht", "10.7.a")
def test_its_line_needs_a_bridge_and_a_hex_free_of_enemies() -> None:
    t = still([garrison("3425")], hexsides=[river("3425", "3426", bridge="standing")])
    assert grade(t) == "attack"
    t.state.set_standing(0)
    assert grade(t) == "out"
    assert grade(still([garrison("3425"), rifle("R", "3427")])) == "out"  # a zone in its hex
    assert grade(still([garrison("3425"), hq("1st Guards Army", "3426")])) == "out"
    lifted = still([garrison("3425"), rifle("R", "3427"), hq("III Panzer Korps", "3426")])
    assert grade(lifted) == "attack"


@rule("kesselschlacht", "10.7.a")
def test_a_garrison_next_to_a_corps_is_not_supplied_by_it() -> None:
    assert grade(still([garrison("3020"), hq("III Panzer Korps", "3020")])) == "out"


@rule("kesselschlacht", "10.7.c")
def test_a_captured_hex_gives_the_garrison_to_the_nearest_corps_for_good() -> None:
    near, far = hq("XLVIII Panzer Korps", "3420"), hq("III Panzer Korps", "3418")
    t = still([garrison("3424"), near, far, hq("First Panzer Army", "3424"), rifle("R", "3428")])
    enter(t, "R", "3426")
    assert t.state.parent[t.index(KHOTIN)] == t.index("AX-XLVIII-HQ")
    assert not of_first_panzer_army(t.state, t.index(KHOTIN))
    assert grade(t) == "attack"  # 4 points to its corps
    enter(t, "R", "3428")
    t.state.put(t.index("AX-III-HQ"), GRID.index("3424"))
    assert t.state.parent[t.index(KHOTIN)] == t.index("AX-XLVIII-HQ")


@rule("kesselschlacht", "10.7.c")
def test_nearest_is_counted_in_points_and_an_army_hq_is_no_corps() -> None:
    # 3420 is nearer, but the hexes around it are mountains.
    hexes = {n: {"terrain": "mountainous"} for n in ("3420", "3421", "3422", "3423")}
    hexes |= {
        n: {"terrain": "mountainous"} for n in ("3322", "3522", "3323", "3523", "3321", "3521")
    }
    t = still(
        [
            garrison("3424"),
            hq("XLVIII Panzer Korps", "3420"),
            hq("III Panzer Korps", "3430"),
            rifle("R", "3628"),
        ],
        hexes=hexes,
    )
    enter(t, "R", "3426")
    assert t.state.parent[t.index(KHOTIN)] == t.index("AX-III-HQ")
    assert of_first_panzer_army(t.state, t.index(KHOTIN))


@rule("kesselschlacht", "10.7.c")
def test_an_hq_or_a_friend_captures_nothing() -> None:
    t = still([garrison("3424"), hq("III Panzer Korps", "3420"), hq("1st Guards Army", "3428")])
    enter(t, "SV-1GA-HQ", "3426")
    enter(t, "AX-III-HQ", "3423")
    assert t.state.parent[t.index(KHOTIN)] == -1


@rule("kesselschlacht", "10.7.c")
def test_of_corps_equally_near_the_axis_choose() -> None:
    corps = [
        hq("III Panzer Korps", "3420"),
        hq("LIX Army Korps", "3428"),
        hq("XXIV Panzer Korps", "3414"),
    ]
    t = still([garrison("3424"), *corps, rifle("R", "3626")])
    enter(t, "R", "3426")
    t.state.settle()
    assert (t.side, t.kind) == ("axis", "assign-garrison")
    assert t.choices == [["reassign", "AX-III-HQ"], ["reassign", "AX-LIX-HQ"]]
    said = t.refuses(["reassign", "AX-XXIV-HQ"], "10.7.c")
    assert "LIX Army Korps HQ" in said.message
    t.refuses(["end"], "10.7.c")
    t.state.stack = t.state.stack[1:]  # nothing more of this turn
    events = t.choose(["reassign", "AX-III-HQ"])
    assert t.state.parent[t.index(KHOTIN)] == t.index("AX-III-HQ")
    assert [e["what"] for e in events] == ["garrison-assigned"]


@rule("kesselschlacht", "10.7.c")
def test_a_captured_hex_supplies_no_more_even_when_no_corps_is_left() -> None:
    t = still([garrison("3425"), rifle("R", "3428")])
    assert grade(t) == "attack"
    enter(t, "R", "3426")
    enter(t, "R", "3430")
    assert t.state.parent[t.index(KHOTIN)] == -1
    assert grade(t) == "out"


@rule("kesselschlacht", "10.7.c")
@pytest.mark.parametrize("hexes", [{"3426": {"control": "soviet"}}, {}])
def test_in_a_position_too_a_garrison_whose_hex_is_captured_is_under_the_nearest_corps(
    hexes: Json,
) -> None:
    captor = rifle("R", "3430" if hexes else "3426")
    units = [garrison("3423"), hq("III Panzer Korps", "3420"), hq("LIX Army Korps", "3418"), captor]
    for order in ((0, 1, 2, 3), (1, 3, 2, 0)):  # whoever is listed first
        t = table([units[i] for i in order], "axis-move", hexes=hexes)
        assert t.state.parent[t.index(KHOTIN)] == t.index("AX-III-HQ")
        assert t.grade(KHOTIN) == "attack"
    said = table([garrison("3423", parent="AX-LIX-HQ"), *units[1:]], "axis-move", hexes=hexes)
    assert said.state.parent[said.index(KHOTIN)] == said.index("AX-LIX-HQ")
    even = [*units[:2], hq("LIX Army Korps", "3420"), captor]
    t = table(even, "axis-move", hexes=hexes)
    t.choose(["end"])
    assert t.offered("reassign") == ["AX-III-HQ", "AX-LIX-HQ"]
