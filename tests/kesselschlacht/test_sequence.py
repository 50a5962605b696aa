"""The order of a turn and of the game (4.0), and what differs between the scenarios (18)."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.kesselschlacht.rules.directive import called_for
from hexfront.games.kesselschlacht.rules.recall import offered
from hexfront.games.kesselschlacht.rules.sequence import IN_ORDER
from hexfront.games.kesselschlacht.rules.supply import can_draw
from hexfront.kernel.refusal import Refused
from tests.kesselschlacht.table import (
    Json,
    Table,
    hq,
    infantry,
    panzer,
    rifle,
    river,
    road,
    table,
    tank,
)
from tests.rules import rule

III = "AX-III-HQ"
ROAD = road(*[f"22{row:02}" for row in range(1, 13)])
BOTH = [hq("III Panzer Korps", "5005"), infantry("A", "5005"), rifle("R", "2210")]


def turn_of(turn: int, **more: Any) -> list[str]:
    """The phases that a turn went through when nobody did anything."""
    t = table([*BOTH, hq("1st Guards Army", "2210")], phase="axis-motorized", turn=turn - 1, **more)
    t.dice(*[6] * 9)
    told: list[str] = []
    while t.state.turn <= turn and not t.match.over:
        happened = t.choose(next(c for c in ENDS if c in t.choices))
        told += [e["phase"] for e in happened if e["what"] == "phase" and e["turn"] == turn]
    return told


ENDS: list[list[Any]] = [["end"], ["done"], ["pass"]]


@rule("kesselschlacht", "4.0.a")
def test_the_phases_follow_in_order_and_those_that_do_not_apply_are_left_out() -> None:
    told = turn_of(9)  # heavy snow
    assert told == [
        p for p in IN_ORDER if p not in ("cargo", "initiative", "air-combat", "missions")
    ]
    assert [p for p in turn_of(11) if p != "cargo"] == [p for p in IN_ORDER if p != "cargo"]


@rule("kesselschlacht", "4.0.b")
@pytest.mark.parametrize(("turn", "over"), [(16, False), (17, True)])
def test_the_game_ends_after_turn_17(turn: int, over: bool) -> None:
    t = table(BOTH, phase="recovery", turn=turn)
    assert t.match.over is over
    assert (t.state.result is not None) is over


@rule("kesselschlacht", "4.0.c")
def test_the_phasing_player_decides_and_the_other_waits() -> None:
    units = [{"grade": "attack", **u} for u in BOTH]
    for phase, side in (("soviet-move", 1), ("axis-move", 0)):
        t = table([*units, tank("T", "2211", activated=True)], phase=phase, hexsides=ROAD)
        assert t.match.deciders == (side,)
        with pytest.raises(Refused) as refused:
            t.match.choose(("end",), 1 - side)
        assert refused.value.rule == "4.0.c"


def campaign(phase: str, *units: Json, **more: Any) -> Table:
    t = table([*BOTH, hq("60th Army", "2205"), *units], phase=phase, hexsides=ROAD, **more)
    t.dice(1, 1, 1)
    return t


@rule("kesselschlacht", "18.1-special", "18.2-special")
def test_directive_recall_and_the_leaving_corps_belong_to_the_campaign() -> None:
    corps = [hq("5th Guards Tank Corps", "2206"), hq("4th Guards Tank Corps", "2212")]
    over = infantry("G", "3025", crossed=True, started_north=True)
    hexes: Json = {"3025": {"south": True}}
    for scenario, turn, there in (("campaign", 4, True), ("march31", 8, False)):
        t = campaign("positions", over, *corps, turn=turn, scenario=scenario, hexes=hexes)
        t.choose(["done"])
        assert bool(t.state.directive) is there
        assert (t.state.fifth_guards == "leaving") is there
        assert bool(t.state.activated) is there


@rule("kesselschlacht", "18.1-special")
def test_scenario_1_has_neither_directive_nor_recall_whatever_the_turn() -> None:
    over = infantry("G", "3025", crossed=True, started_north=True)
    for scenario, there in (("campaign", True), ("march31", False)):
        t = campaign("positions", over, scenario=scenario, hexes={"3025": {"south": True}})
        t.state.turn = 4
        assert called_for(t.state) is there
    t.state.turn = t.state.world.tables["directive_turns"]["recall"]
    assert not offered(t.state)


@rule("kesselschlacht", "18.1-ax-supplynote", "18.2-ax-supplynote")
@pytest.mark.parametrize("scenario", ["march31", "campaign"])
def test_supply_is_judged_when_a_unit_moves_and_not_only_at_the_check(scenario: str) -> None:
    units = [hq("III Panzer Korps", "2010"), panzer("P", "2012"), rifle("R", "4010")]
    t = table(units, phase="axis-move", fuel={III: 12}, scenario=scenario)
    assert (t.grade("P"), can_draw(t.state, t.index("P"))) == ("attack", True)
    t.choose(["pick", III], ["fuel", 9], *[["go", f"20{row:02}"] for row in range(9, 0, -1)])
    assert (t.grade("P"), can_draw(t.state, t.index("P"))) == ("attack", False)
    t.choose(["pick", "P"])
    t.refuses(["fuel", 3], "10.5.1.b")


@rule("kesselschlacht", "5.0.1.a", "5.0.1.b")
def test_mud_costs_more_than_snow_and_takes_dirt_roads_away() -> None:
    """Each class of mobility has its own column; the paved road stays."""
    terrain = table(BOTH).state.world.tables["terrain"]["clear"]
    for kind, in_mud in (("dirt", False), ("paved", True)):
        for weather, column in (("snow", 0), ("mud", 1)):
            units = [infantry("F", "2010"), panzer("P", "2110"), hq("III Panzer Korps", "2009")]
            t = table(
                [{"grade": "attack", **u} for u in units],
                phase="axis-move",
                fuel={III: 9},
                weather=weather,
                hexsides=[*road("2010", "2011", kind=kind), river("3010", "3011")],
            )
            left = {**t.match.game.reach(t.state, "F")["hexes"]}
            on_road = weather == "snow" or in_mud
            cost = 0.5 if on_road else terrain["leg"][column]
            assert left["2011"] == 6 - cost
            assert left["2009"] == 6 - terrain["leg"][column]
            panzers = {**t.match.game.reach(t.state, "P")["hexes"]}
            assert panzers["2111"] == 9 - terrain["motorized"][column]


@rule("kesselschlacht", "4.0.G", "10.0")
def test_all_soviet_units_are_checked_before_hqs_are_activated() -> None:
    far = [rifle("R", "2225", grade="attack"), tank("T", "2211", grade="out")]
    t = table([*BOTH[:2], hq("4th Guards Tank Corps", "2210"), *far], "positions", hexsides=ROAD)
    assert (t.grade("R"), t.grade("T")) == ("attack", "out")
    t.choose(["done"])
    assert (t.state.phase, t.grade("R"), t.grade("T")) == ("activation", "out", "attack")


@rule("kesselschlacht", "5.0.2.2")
def test_roads_cost_a_whole_point_in_heavy_snow() -> None:
    for weather, left in (("snow", 5.5), ("heavy_snow", 5)):
        units = [infantry("F", "2010", grade="attack"), hq("III Panzer Korps", "2009")]
        way = road("2010", "2011")
        t = table(units, phase="axis-move", weather=weather, hexsides=way)
        assert t.match.game.reach(t.state, "F")["hexes"]["2011"] == left


@rule("kesselschlacht", "9.2.2.A.b", "9.2.2.C")
def test_the_leaving_corps_takes_an_attempt_though_its_hq_has_left_before() -> None:
    last = tank("T", "2212", formation="5th Guards Tank Corps")
    t = campaign("positions", last, scenario="campaign", turn=5, fifth_guards="leaving")
    t.choose(["done"])
    assert t.state.corps_attempts == 1
    assert t.state.activated == 1 << t.index("T")
