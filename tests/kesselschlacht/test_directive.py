"""The Directive, the recall, and the ways of those who must go. 8, 9.2.2"""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.kesselschlacht.rules import directive, lines
from hexfront.games.kesselschlacht.rules.attackers import why_no_attack
from hexfront.games.kesselschlacht.sides import SOVIET
from tests.kesselschlacht.results_table import then
from tests.kesselschlacht.table import (
    Json,
    Table,
    hq,
    hungarian,
    infantry,
    panzer,
    rifle,
    river,
    road,
    table,
    tank,
)
from tests.rules import rule

CORPS = "4th Guards Tank Corps"
FIVE = "5th Guards Tank Corps"
SOUTH: Json = {
    f"{column:02d}{row}": {"south": True} for column in range(1, 59) for row in range(20, 32)
}
"""South of the Dnestr on these maps: rows 20 and more."""
DNESTR = [river(f"{c:02d}19", f"{c:02d}20") for c in range(1, 59)]
DNESTR += [river(f"{c:02d}19", f"{c - 1:02d}20") for c in range(2, 59, 2)]
DNESTR += [river(f"{c:02d}19", f"{c + 1:02d}20") for c in range(2, 58, 2)]
"""Even columns lie lower: their last hex in the north touches three in the south."""
AXIS = [hq("III Panzer Korps", "5005"), infantry("G0", "5005")]
KEEP = [hq("60th Army", "2205")]
ROAD = road(*[f"22{row:02d}" for row in range(1, 16)])
BRIGADES = [tank(f"T{i}", "2216") for i in (1, 2)] + [tank(f"T{i}", "2217") for i in (3, 4)]


def over(name: str, where: str = "3025", **more: Any) -> Json:
    """A German unit that crossed in the last Axis player turn."""
    return infantry(name, where, crossed=True, started_north=True, **more)


def march(*units: Json, dice: list[int] | None = None, done: bool = True, **more: Any) -> Table:
    """Phase F of turn 3 of the campaign, reached from phase E."""
    said: Json = {"scenario": "campaign", "turn": 3, "hexes": SOUTH, "hexsides": [*ROAD, *DNESTR]}
    t = table([*AXIS, *KEEP, *units], **{"phase": "positions", **said, **more})
    t.dice(*(dice or []))
    if done:
        t.choose(["done"])
    return t


def names(t: Table, units: int) -> list[str]:
    return [name for i, name in enumerate(t.state.world.roster.ids) if units >> i & 1]


@rule("kesselschlacht", "8.1.2.b", "8.1.2-ex", "4.0.F")
def test_the_first_crossing_makes_the_soviets_name_a_corps_of_the_first_ukrainian_front() -> None:
    t = march(
        over("G1"),
        hq(CORPS, "2215"),
        *BRIGADES,
        hq(FIVE, "2210"),
        hq("5th Mechanized Corps", "2211"),
        hq("6th Guards Tank Corps", "2212"),
    )
    assert (t.kind, t.side, t.state.phase) == ("directive", "soviet", "directive")
    assert t.offered("name") == ["SV-4GTC-HQ", "SV-6GTC-HQ"]
    t.refuses(["name", "SV-60A-HQ"], "8.1.2.b")
    t.refuses(["name", "T1"], "8.1.2.b")
    t.refuses(["name", "SV-7GTC-HQ"], "8.1.2.b")
    t.refuses(["name", "SV-5MC-HQ"], "8.1.2-ex")
    t.refuses(["name", "SV-5GTC-HQ"], "8.1.2-ex")
    t.refuses(["pass"], "8.1.2.b")


@rule("kesselschlacht", "8.1.1.a", "4.0.F")
@pytest.mark.parametrize(("turn", "asked"), [(1, False), (2, True), (7, True), (8, False)])
def test_it_is_issued_from_25_to_30_march_only(turn: int, asked: bool) -> None:
    two = [hq(CORPS, "2215"), hq("6th Guards Tank Corps", "2212")]
    t = march(over("G1"), *two, turn=turn)
    assert (t.state.phase == "directive") is asked


@rule("kesselschlacht", "8.0", "8.1.1.b", "8.1.1-note")
def test_without_a_crossing_from_the_north_nothing_happens() -> None:
    two = [hq(CORPS, "2215"), hq("6th Guards Tank Corps", "2212")]
    stood = infantry("G1", "3025", started_north=True)
    for unit in (stood, infantry("G1", "3025", crossed=True, started_north=False)):
        t = march(unit, *two)
        assert t.state.phase == "activation"
        t.refuses(["name", "SV-4GTC-HQ"], "8.1.1.b")
    assert march(over("G1"), *two).state.phase == "directive"


@rule("kesselschlacht", "8.1.1.b")
def test_scenario_1_has_no_directive() -> None:
    two = [hq(CORPS, "2215"), hq("6th Guards Tank Corps", "2212")]
    t = march(over("G1"), *two, scenario="march31", turn=8)
    assert t.state.phase == "activation"


@rule("kesselschlacht", "8.1")
def test_it_is_issued_once() -> None:
    two = [hq(CORPS, "2225"), hq("6th Guards Tank Corps", "2212")]
    t = march(over("G1"), *two, directive="done", directive_hq="SV-4GTC-HQ")
    assert t.state.phase == "activation"
    t.refuses(["name", "SV-6GTC-HQ"], "8.1.1.b")


@rule("kesselschlacht", "2.4.9", "8.1.2.a")
def test_german_units_of_any_kind_that_went_over_in_the_last_axis_turn_are_counted() -> None:
    crossed: Json = {"crossed": True, "started_north": True}
    t = march(
        panzer("P1", "3025", **crossed), panzer("P2", "3025", **crossed),
        hq("XXIV Panzer Korps", "3026", **crossed), hungarian("H1", "3027", **crossed),
        infantry("G1", "3028", started_north=True), hq(CORPS, "2215"), hq("6th Guards Tank Corps", "2212"),
    )  # fmt: skip
    assert "three German units" in t.match.state.stack[-1].prompt(t.state)


@rule("kesselschlacht", "2.4.9", "8.1.2.a")
def test_those_who_were_north_when_the_axis_turn_began_and_went_over_are_noted_at_its_end() -> None:
    """R-83: not a unit that was south then and went to and fro."""
    bridge = river("2219", "2220", bridge="standing")
    units = [infantry("G1", "2219"), infantry("G2", "2220"), hungarian("H1", "2218")]
    t = march(*units, phase="axis-move", done=False, hexsides=[*DNESTR, bridge])
    t.move("G1", "2220", "2221")
    t.move("G2", "2219", "2220")
    t.move("H1", "2219", "2220")
    while t.state.phase.startswith("axis"):
        t.choose(["end"])
    assert names(t, t.state.crossed) == ["G1", "H1"]
    assert directive.crossed_over(t.state) == [t.index("G1")]


@rule("kesselschlacht", "2.4.9", "8.1.2.a")
def test_who_went_over_and_fell_back_in_the_south_after_its_attack_has_crossed_but_not_who_died() -> (
    None
):
    """R-83: only those are left out whom the retreat itself drove over."""
    bridge = river("2219", "2220", bridge="standing")
    units = [infantry("G1", "2219"), infantry("G2", "2219"), rifle("R", "2222")]
    t = march(*units, phase="axis-move", done=False, hexsides=[*DNESTR, bridge])
    t.move("G1", "2220", "2221")
    t.move("G2", "2220", "2221")
    t.choose(["end"])
    then(t, "Br1", "2222", ["G1"])
    t.choose(["retreat", "2220"])
    t.choose(["retreat", t.offered("retreat")[0]])
    then(t, "Ae1", t.where("R") or "", ["G2"])
    while t.state.phase.startswith("axis"):
        t.choose(["end"])
    assert names(t, t.state.crossed) == ["G1"]


@rule("kesselschlacht", "8.1.2.a")
def test_only_hungarians_over_the_river_do_not_use_the_directive_up() -> None:
    crossed: Json = {"crossed": True, "started_north": True}
    two = [hq(CORPS, "2215"), hq("6th Guards Tank Corps", "2212")]
    t = march(hungarian("H1", "3027", **crossed), *two)
    assert (t.state.phase, t.state.directive) == ("activation", "")


@rule("kesselschlacht", "8.1.2.c")
def test_the_die_says_how_many_brigades_are_bound_and_the_soviets_which() -> None:
    """Three crossed: the second column; a 4 binds two."""
    t = march(*[over(f"G{i}") for i in (1, 2, 3)], hq(CORPS, "2215"), *BRIGADES, dice=[4, 6])
    assert t.kind == "directive"
    assert sorted(t.offered("bind")) == ["T1", "T2", "T3", "T4"]
    t.refuses(["bind", "SV-60A-HQ"], "8.1.2.c")
    t.refuses(["name", "SV-4GTC-HQ"], "8.1.2.c")
    t.choose(["bind", "T2"])
    t.refuses(["bind", "T2"], "8.1.2.c")
    t.choose(["bind", "T3"])
    assert names(t, t.state.bound) == ["T2", "T3"]
    assert (t.state.directive, t.state.directive_hq) == ("issued", t.index("SV-4GTC-HQ"))


@rule("kesselschlacht", "8.1.2.c")
def test_no_more_brigades_are_bound_than_the_corps_has() -> None:
    many = [over(f"G{i}", f"30{20 + i // 3}") for i in range(1, 16)]
    t = march(*many, hq(CORPS, "2215"), *BRIGADES, dice=[6, 6])
    assert names(t, t.state.bound) == ["T1", "T2", "T3", "T4"]
    none = march(over("G1"), hq(CORPS, "2215"), *BRIGADES, dice=[1, 6])
    assert (none.state.directive, none.state.bound) == ("issued", 0)


@rule("kesselschlacht", "8.1.4.a")
def test_brigades_that_went_south_before_do_not_count_while_others_are_north() -> None:
    """R-80: of the two that the die binds one must come from the north; R-82: the HQ too."""
    units = [
        hq(CORPS, "2215"),
        tank("T1", "2221"),
        tank("T2", "2222"),
        tank("T3", "2216"),
        tank("T4", "2217"),
        tank("T5", "2217"),
    ]
    t = march(*[over(f"G{i}") for i in (1, 2, 3)], *units, dice=[4, 6])
    assert sorted(t.offered("bind")) == ["T3", "T4", "T5"]
    t.refuses(["bind", "T1"], "8.1.4.a")
    t = march(*[over(f"G{i}") for i in (1, 2, 3)], *units[:4], dice=[4, 6])
    assert names(t, t.state.bound) == ["T1", "T3"]
    there = [
        hq(CORPS, "2221"),
        hq("6th Guards Tank Corps", "2212"),
        hq("7th Guards Tank Corps", "2213"),
    ]
    march(over("G1"), *there).refuses(["name", "SV-4GTC-HQ"], "8.1.4.a")


ISSUED: Json = {"directive": "issued", "directive_hq": "SV-4GTC-HQ"}


@rule("kesselschlacht", "8.1.3.a")
def test_the_headquarters_and_the_bound_brigades_activate_eligible_or_not() -> None:
    """R-165: nobody else of the corps does, unless that is agreed; R-79: a shaken HQ too."""
    units = [hq(CORPS, "2615", status="DO"), tank("T1", "3616", bound=True), tank("T2", "2616")]
    t = march(*units, dice=[6], **ISSUED)
    assert names(t, t.state.activated) == ["SV-4GTC-HQ", "T1"]
    assert names(t, t.state.ineligible) == []
    t.refuses(["activate", "SV-4GTC-HQ"])
    whole = march(*units, dice=[6], options={"directive_whole_corps": True}, **ISSUED)
    assert names(whole, whole.state.activated) == ["SV-4GTC-HQ", "T1", "T2"]


@rule("kesselschlacht", "8.1.3.b")
def test_the_directive_uses_one_of_the_four_corps_each_turn() -> None:
    others = (
        "6th Guards Tank Corps",
        "7th Guards Tank Corps",
        "10th Guards Tank Corps",
        "11th Guards Tank Corps",
    )
    units = [hq(CORPS, "2215"), tank("T1", "2216", bound=True)]
    t = march(
        *units,
        *[hq(name, f"22{i:02d}") for i, name in enumerate(others, 5)],
        dice=[6] * 4,
        **ISSUED,
    )
    for name in ("SV-6GTC-HQ", "SV-7GTC-HQ", "SV-10GTC-HQ"):
        t.choose(["activate", name])
    t.refuses(["activate", "SV-11GTC-HQ"], "9.1.3.a")


@rule("kesselschlacht", "8.1.3.e", "8.1.4.b")
def test_once_all_are_south_a_normal_attempt_is_needed() -> None:
    units = [hq(CORPS, "2221"), tank("T1", "2222", bound=True), tank("T2", "2216")]
    t = march(*units, dice=[6], **ISSUED)
    assert (t.state.directive, t.state.activated) == ("done", 0)


@rule("kesselschlacht", "8.1.3.a")
def test_a_bound_brigade_that_is_lost_lowers_the_number_and_a_lost_headquarters_ends_it() -> None:
    """R-80, R-190"""
    units = [hq(CORPS, "2221"), tank("T1", None, bound=True), tank("T2", "2216")]
    t = march(*units, eliminated=["T1"], dice=[6], **ISSUED)
    assert t.state.directive == "done"
    lost = march(
        {"id": "SV-4GTC-HQ"}, tank("T1", "2216", bound=True, parent="SV-60A-HQ"),
        eliminated=["SV-4GTC-HQ"], dice=[6], **ISSUED,
    )  # fmt: skip
    assert (lost.state.directive, lost.state.activated) == ("done", 0)


@rule("kesselschlacht", "19.2.1")
def test_with_vatutin_alive_the_soviets_may_ignore_the_directive() -> None:
    two = [hq(CORPS, "2215"), hq("6th Guards Tank Corps", "2212")]
    t = march(over("G1"), *two, optional=["19.2.1"], dice=[6])
    t.choose(["pass"])
    assert (t.state.directive, t.state.phase) == ("", "activation")


# The ways of those who must go ------------------------------------------------------------------


def orders(*units: Json, **more: Any) -> Table:
    """Units under the Directive, on a map with one bridge over the Dnestr at 2219."""
    bridge = river("2219", "2220", bridge="standing")
    said: Json = {"hexsides": [*ROAD, *DNESTR, bridge], **ISSUED}
    return march(*units, done=False, **{**said, **more})


def may_go(t: Table, name: str, points: int | None = None) -> list[str] | None:
    found = directive.may_go(t.state, t.index(name), points)
    return None if found is None else t.state.world.grid.names(found)


def step(t: Table, name: str, to: str) -> None:
    s, u = t.state, t.index(name)
    s.lift(u)
    s.put(u, s.world.grid.index(to))


@rule("kesselschlacht", "8.1.3.c")
def test_bound_units_take_the_way_of_the_fewest_points_as_far_as_they_can() -> None:
    units = [hq(CORPS, "2116"), tank("T1", "2216", bound=True, activated=True), tank("T2", "2216")]
    t = orders(*units)
    assert may_go(t, "T1") == ["2217"]
    assert may_go(t, "T2") is None
    u = t.index("T1")
    assert directive.advice(t.state, (u,), 0).stop
    assert not directive.advice(t.state, (u,), 2).stop
    assert names(t, directive.duties(t.state)) == ["T1"]
    step(t, "T1", "2217")
    assert may_go(t, "T1", 6) == ["2218"]
    step(t, "T1", "2220")
    assert may_go(t, "T1") is None
    assert names(t, directive.duties(t.state)) == []


@rule("kesselschlacht", "8.1.3.c")
def test_the_movement_does_not_end_before_units_under_orders_have_moved() -> None:
    brigades = [tank(f"T{i}", "2216", bound=True, activated=True) for i in (1, 2)]
    t = orders(hq(CORPS, "2116"), *brigades, phase="soviet-move")
    assert "T1 and one other unit are under orders" in t.view("soviet")["decision"]["prompt"]
    assert t.view("soviet")["has_to_move"] == ["T1", "T2"]
    assert "has_to_move" not in t.view("axis")
    assert "have to move first" in t.refuses(["end"], "8.1.3.c").message
    for name, late in (("T1", ["T2"]), ("T2", None)):
        t.choose(["pick", name])
        while ways := t.offered("go"):
            t.choose(["go", ways[0]])
        assert t.view("soviet").get("has_to_move") == late


@rule("kesselschlacht", "8.1.3.c")
def test_where_the_best_hex_is_full_the_next_best_will_do() -> None:
    """R-84"""
    full = [tank("T3", "2218"), tank("T4", "2218")]
    t = orders(hq(CORPS, "2116"), tank("T1", "2216", bound=True, activated=True), *full)
    assert may_go(t, "T1", 4) == ["2217"]
    step(t, "T1", "2217")
    assert directive.advice(t.state, (t.index("T1"),), 2).stop
    assert may_go(t, "T1", 4) == ["2218"]


@rule("kesselschlacht", "8.1.3.d")
def test_they_may_enter_enemy_zones_but_not_go_from_zone_to_zone() -> None:
    t = orders(hq(CORPS, "2116"), tank("T1", "2216", bound=True), infantry("E1", "2418"))
    assert may_go(t, "T1") == ["2217"]
    step(t, "T1", "2217")
    assert may_go(t, "T1") == ["2218"]
    near = orders(hq(CORPS, "2116"), tank("T1", "2216", bound=True), infantry("E1", "2317"))
    assert "2217" not in (may_go(near, "T1") or [])


@rule("kesselschlacht", "8.1.3.c")
def test_without_a_bridge_they_go_to_the_bank() -> None:
    """R-85"""
    t = orders(
        hq(CORPS, "2116"), tank("T1", "2217", bound=True, activated=True), hexsides=[*ROAD, *DNESTR]
    )
    assert may_go(t, "T1") == ["2118", "2218", "2318"]
    step(t, "T1", "2219")
    assert may_go(t, "T1") == []
    assert directive.duties(t.state) == 0
    train: Json = {"side": "soviet", "state": "carried", "carrier": "SV-4GTC-HQ"}
    held = [infantry(f"E{c}", f"{c}20") for c in range(18, 28)]
    away = orders(
        hq(CORPS, "2116"),
        tank("T1", "2218", bound=True),
        *held,
        trains=[train],
        hexsides=[*ROAD, *DNESTR],
    )
    assert may_go(away, "T1") != ["2219"]


@rule("kesselschlacht", "8.1.3.f")
def test_bound_units_that_are_south_are_no_exception_to_the_lock() -> None:
    t = orders(hq(CORPS, "2221", locked=True), tank("T1", "2222", bound=True, locked=True))
    assert may_go(t, "T1") is None
    assert lines.recalled(t.state, t.index("T1")) is False


# The recall -------------------------------------------------------------------------------------

RECALL: Json = {"turn": 8, "directive": "done", "directive_hq": "SV-4GTC-HQ"}


@rule("kesselschlacht", "8.2.a", "8.2.1", "8.2.1-ex")
def test_on_31_march_a_corps_south_of_the_river_may_be_recalled() -> None:
    units = [
        hq(CORPS, "2221"), tank("T1", "2222"), tank("T2", "2215"), hq("6th Guards Tank Corps", "2212"),
        hq("7th Guards Tank Corps", "2223"), hq("5th Mechanized Corps", "2224"), hq("18th Army", "2225"),
    ]  # fmt: skip
    t = march(*units, **RECALL, fifth_guards="gone")
    assert t.kind == "recall"
    assert t.offered("recall") == ["SV-4GTC-HQ", "SV-7GTC-HQ"]
    t.refuses(["recall", "SV-6GTC-HQ"], "8.2.1")
    t.refuses(["recall", "SV-18A-HQ"], "8.2.1")
    t.refuses(["recall", "SV-5MC-HQ"], "8.2.1-ex")
    t.refuses(["activate", "SV-6GTC-HQ"], "8.2.a")
    bound = [{**unit, "bound": unit["id"] == "T2"} for unit in units]
    sent = march(*bound, **{**RECALL, "directive": "issued"}, fifth_guards="gone")
    sent.choose(["recall", "SV-4GTC-HQ"])
    assert sent.state.directive == "done", "it is not sent south any more"
    t.choose(["recall", "SV-4GTC-HQ"])
    assert names(t, t.state.activated) == ["SV-4GTC-HQ", "T1", "T2"]
    assert t.state.corps_attempts == 1
    declined = march(*units, **RECALL, fifth_guards="gone")
    declined.choose(["pass"])
    assert (declined.state.recall_order, declined.state.activated) == ("", 0)


@rule("kesselschlacht", "8.2.a", "8.2.b")
def test_there_is_no_recall_on_other_turns_or_without_a_directive() -> None:
    units = [hq(CORPS, "2221"), hq("6th Guards Tank Corps", "2212")]
    for said in ({"turn": 7}, {"turn": 9}, {"directive": None}):
        t = march(*units, **{**RECALL, **said}, fifth_guards="gone")
        assert t.kind == "activation"
        t.refuses(["recall", "SV-4GTC-HQ"], "8.2.a" if "turn" in said else "8.2.b")


ACTIVE: Json = {"turn": 9, "directive": "done", "recall_order": "active", "recall_hq": "SV-4GTC-HQ"}


@rule("kesselschlacht", "8.2.2.b")
def test_the_recalled_corps_is_activated_each_turn_until_all_of_it_is_north() -> None:
    others = (
        "6th Guards Tank Corps",
        "7th Guards Tank Corps",
        "10th Guards Tank Corps",
        "11th Guards Tank Corps",
    )
    corps = [hq(name, f"22{i:02d}") for i, name in enumerate(others, 5)]
    t = march(
        hq(CORPS, "2215"), tank("T1", "2222"), *corps, fifth_guards="gone", dice=[6] * 3, **ACTIVE
    )
    assert names(t, t.state.activated) == ["SV-4GTC-HQ", "T1"]
    for name in ("SV-6GTC-HQ", "SV-7GTC-HQ", "SV-10GTC-HQ"):
        t.choose(["activate", name])
    t.refuses(["activate", "SV-11GTC-HQ"], "9.1.3.a")
    home = march(hq(CORPS, "2215"), tank("T1", "2216"), *corps, fifth_guards="gone", **ACTIVE)
    assert (home.state.recall_order, home.state.activated) == ("done", 0)


@rule("kesselschlacht", "8.2.2.a", "11.3.2-ex")
def test_the_recalled_go_north_the_quickest_way_clear_of_enemies_and_their_zones() -> None:
    t = orders(hq(CORPS, "2222"), tank("T1", "2223"), **ACTIVE)
    assert may_go(t, "T1") == ["2222"]
    assert lines.recalled(t.state, t.index("T1"))
    blocked = orders(hq(CORPS, "2222"), tank("T1", "2223"), infantry("E1", "2323"), **ACTIVE)
    assert may_go(blocked, "T1") == ["2123"]
    step(t, "T1", "2219")
    assert may_go(t, "T1") is None


@rule("kesselschlacht", "8.2.2.a")
def test_with_the_crossing_blocked_they_come_nearer_to_it() -> None:
    """R-87"""
    enemy = infantry("E1", "2218")
    t = orders(hq(CORPS, "2222"), tank("T1", "2225"), enemy, **ACTIVE)
    assert may_go(t, "T1") == ["2224"]
    no_way = orders(hq(CORPS, "2222"), tank("T1", "2225"), hexsides=[*ROAD, *DNESTR], **ACTIVE)
    assert may_go(no_way, "T1") == []


# 5th Guards Tank Corps --------------------------------------------------------------------------

LEAVING: Json = {"fifth_guards": "leaving", "directive": None, "turn": 4}


@rule("kesselschlacht", "9.2.2.A.c")
def test_the_leaving_corps_goes_off_the_southern_edge_clear_of_enemies_and_their_zones() -> None:
    units = [hq(FIVE, "2225", activated=True), tank("T5", "2229", formation=FIVE, activated=True)]
    t = orders(*units, **LEAVING)
    u = t.index("T5")
    assert may_go(t, "T5") == ["2130", "2230", "2330"]
    assert names(t, directive.duties(t.state)) == ["SV-5GTC-HQ", "T5"]
    step(t, "T5", "2231")
    assert directive.advice(t.state, (u,), 1) == (0, False, True)
    assert directive.advice(t.state, (u,), 2) == (0, True, False)
    blocked = orders(*units, infantry("E1", "2330"), **LEAVING)
    assert may_go(blocked, "T5") == ["2130"]


@rule("kesselschlacht", "9.2.2.B.b")
def test_the_corps_attacks_only_south_of_the_river() -> None:
    """R-166: also while it leaves, unless that is agreed otherwise."""
    acting: Json = {"formation": FIVE, "activated": True}
    units = [hq(FIVE, "2213"), tank("T5", "2212", **acting), tank("T6", "2228", **acting)]

    def cases(**more: Any) -> list[str | None]:
        t = orders(*units, **{**LEAVING, **more})
        found = [why_no_attack(t.state, SOVIET, t.index(name)) for name in ("T5", "T6")]
        return [refused.rule if refused else None for refused in found]

    assert cases(fifth_guards=None)[0] == "9.2.2.B.b"
    assert cases(fifth_guards=None)[1] != "9.2.2.B.b"
    assert cases()[1] == cases(fifth_guards=None)[1]
    assert cases(options={"leaving_corps_attacks": False})[1] == "9.2.2.A.a"


BRIDGE = river("2219", "2220", bridge="standing")
SENT: Json = {"directive": "issued", "directive_hq": "SV-4GTC-HQ"}


def moving(*units: Json, **more: Any) -> Table:
    """A Soviet Movement Phase of the campaign with a bridge over the Dnestr."""
    said = {"activated": True, "grade": "attack"}
    listed = [{**said, **each} for each in units]
    sides = [*ROAD, *DNESTR, BRIDGE]
    return march(*listed, phase="soviet-move", done=False, hexsides=sides, **more)


@rule("kesselschlacht", "8.1.3.c")
def test_who_is_sent_south_moves_alone_and_is_not_slowed_down_by_others() -> None:
    units = [
        hq(CORPS, "2225"),
        tank("B", "2215", bound=True),
        tank("S", "2215", movement=2),
    ]
    t = moving(*units, **SENT)
    t.choose(["pick", "B"])
    assert t.offered("pick") == []
    assert "moves alone" in t.refuses(["pick", "S"], "8.1.3.c").message
    t.choose(*[["go", f"22{row}"] for row in range(16, 21)], ["stop"])
    assert t.where("B") == "2220"
    t = moving(*units, **SENT)
    t.choose(["pick", "S"])
    t.refuses(["pick", "B"], "8.1.3.c")


@rule("kesselschlacht", "8.1.3.c", "11.3.3")
def test_the_hq_goes_south_though_a_brigade_that_is_left_will_be_out_of_supply() -> None:
    t = moving(hq(CORPS, "2215"), tank("U", "2909", activated=False), **SENT)
    t.choose(["pick", "SV-4GTC-HQ"], *[["go", f"22{row}"] for row in range(16, 21)], ["stop"])
    assert t.where("SV-4GTC-HQ") == "2220"


@rule("kesselschlacht", "9.2.2.A.c")
def test_the_leaving_corps_goes_on_out_of_supply() -> None:
    out = tank("T", "2220", formation=FIVE, grade="out", movement=4, back_movement=4)
    t = moving(hq(FIVE, "3025"), out, fifth_guards="leaving")
    t.choose(["pick", "T"], *[["go", f"22{row}"] for row in range(21, 25)])
    assert t.where("T") == "2224"


@rule("kesselschlacht", "8.2.2.a", "8.2.2.b")
def test_recalled_units_that_are_back_do_not_go_south_again() -> None:
    order = {"recall_order": "active", "recall_hq": "SV-4GTC-HQ", "turn": 9}
    t = moving(hq(CORPS, "2219"), tank("T1", "2219"), tank("T2", "2225"), **order)
    t.choose(["pick", "T1"])
    assert "2220" not in t.offered("go")
    t.refuses(["go", "2220"], "8.2.2.a")


@rule("kesselschlacht", "8.1.3.c")
def test_every_step_of_those_sent_south_is_on_a_most_direct_way() -> None:
    t = moving(hq(CORPS, "2215"), **SENT)
    t.choose(["pick", "SV-4GTC-HQ"])
    assert t.offered("go") == ["2216"]
    assert "not on it" in t.refuses(["go", "2116"], "8.1.3.c").message
    t.refuses(["stop"], "8.1.3.c")
    t.choose(["go", "2216"])
    assert t.offered("go") == ["2217"]
