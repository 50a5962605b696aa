"""Allocation to sectors, parts of fighter-bombers, air combat."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hexfront.games.kesselschlacht.rules.air_combat import (
    contested,
    controllers,
    maneuver_shift,
    odds_column,
)
from hexfront.games.kesselschlacht.rules.aircraft import ready
from hexfront.games.kesselschlacht.sides import AXIS, SOVIET
from hexfront.kernel.fields import Json
from tests.kesselschlacht.air_table import (
    bomber,
    fighter,
    fighter_bomber,
    sky,
    told,
    transport,
)
from tests.kesselschlacht.table import Table, rifle
from tests.rules import rule

TARGETS = [rifle("R", "1210")]


def combat(aircraft: list[Json], initiative: str = "axis", **sectors: Any) -> Table:
    """Before the allocation, or with aircraft already in sectors."""
    return sky(aircraft, TARGETS, "air-combat", initiative, sectors=sectors)


def shots(events: list[Json]) -> list[tuple[str, str]]:
    return [(e["side"], e["result"]) for e in told(events, "air-attack")]


# Allocation -------------------------------------------------------------------------------------


@rule("kesselschlacht", "6.3.2.a", "2.3", "6.3.1.a", "4.0.C", "6.7.2.b")
def test_both_sides_send_aircraft_to_any_sectors_in_secret() -> None:
    """R-164: some may stay in their box."""
    t = combat([fighter("ME"), transport("JU"), fighter("YAK", "soviet")])
    assert {c[2] for c in t.planned("axis") if c[0] == "fly"} == set(range(1, 25))
    t.plan("axis", ["fly", "JU", 24], ["done"])
    assert t.state.sectors == [0, 0, 0]
    assert "24" not in json.dumps(t.state.written("", SOVIET)["sectors"])
    assert t.planned("soviet") == [["fly", "YAK", n] for n in range(1, 25)] + [["done"]]
    events = t.plan("soviet", ["fly", "YAK", 1], ["done"])
    assert [(e["side"], e["sectors"]) for e in told(events, "allocated")] == [
        ("axis", {"JU": 24}),
        ("soviet", {"YAK": 1}),
    ]


@rule("kesselschlacht", "6.3.2.a", "6.3.1.a")
def test_an_aircraft_goes_to_one_sector_and_can_be_taken_back() -> None:
    t = combat([fighter("ME"), fighter("YAK", "soviet")])
    t.plan("axis", ["fly", "ME", 3])
    t.refuses_plan("axis", ["fly", "ME", 4], "6.3.2.a")
    t.plan("axis", ["take", "ME"])
    t.refuses_plan("axis", ["take", "ME"], "6.3.2.a")
    t.refuses_plan("axis", ["fly", "ME", 25], "6.3.1.a")
    t.refuses_plan("axis", ["fly", "YAK", 4], "2.3.1")
    t.refuses_plan("axis", ["bomb", "1210"], "6.3.2.a")


@rule("kesselschlacht", "6.2.1.b", "6.3.2.a", "6.1.2")
def test_who_flew_by_surprise_is_gone_for_the_turn() -> None:
    t = sky([fighter_bomber("FW"), fighter("ME")], TARGETS, "initiative")
    t.choose(["bomb", "1210"], ["join", "FW"], ["declare"])
    t.refuses(["bomb", "1210"], "6.2.1.b")
    t.choose(["done"])
    t.refuses_plan("axis", ["fly", "FW", 8], "6.1.2")
    t.plan("axis", ["fly", "ME", 8], ["done"])
    assert t.state.sectors == [0, 0]


# When there is a fight --------------------------------------------------------------------------


@rule("kesselschlacht", "6.4", "6.3.2.b", "6.1.1.b")
def test_a_fight_needs_fighters_or_fighter_bombers_on_one_side_and_anybody_on_the_other() -> None:
    alone = combat([bomber("HE"), bomber("PE", "soviet")], HE=3, PE=3)
    assert alone.kind == "missions"
    assert not contested(alone.state, 3)
    assert controllers(alone.state, 3) == [AXIS, SOVIET]
    apart = combat([fighter("ME"), fighter("YAK", "soviet"), bomber("HE")], ME=3, YAK=4, HE=3)
    assert apart.kind == "missions"
    assert apart.state.rolls == 0
    assert controllers(apart.state, 3) == [AXIS]
    fought = combat([transport("JU"), fighter("YAK", "soviet")], JU=3, YAK=3)
    assert (fought.kind, fought.side) == ("pursuit", "soviet")


@rule("kesselschlacht", "6.1.1.c", "6.1.1.a", "6.1.1.b", "4.0.C")
def test_fighter_bombers_choose_their_part_when_their_sector_is_fought_for() -> None:
    """R-110: in secret, both at once."""
    aircraft = [fighter_bomber("FW"), bomber("HE"), fighter("ME"), fighter_bomber("IL", "soviet")]
    t = combat(aircraft)
    t.plan("axis", ["fly", "FW", 3], ["fly", "HE", 3], ["fly", "ME", 3], ["done"])
    t.plan("soviet", ["fly", "IL", 3], ["done"])
    assert t.kind == "roles"
    assert t.match.deciders == (AXIS, SOVIET)
    t.refuses_plan("axis", ["fight", "HE"], "6.1.1.b")
    t.refuses_plan("axis", ["fight", "ME"], "6.1.1.c")
    t.refuses_plan("axis", ["fight", "IL"], "2.3.1")
    t.plan("axis", ["fight", "FW"])
    t.refuses_plan("axis", ["fight", "FW"], "6.1.1.c")
    t.plan("axis", ["done"])
    assert t.state.as_fighters == 0
    assert t.state.rolls == 0
    t.dice(6, 6)
    events = t.plan("soviet", ["fight", "IL"], ["done"])
    assert [e["fighters"] for e in told(events, "roles")] == [["FW"], ["IL"]]


@rule("kesselschlacht", "6.3.2.b")
def test_every_contested_sector_is_fought_for_before_any_mission() -> None:
    aircraft = [bomber("HE"), *(fighter(f"ME{n}") for n in (1, 2, 24))]
    aircraft += [fighter(f"YAK{n}", "soviet") for n in (1, 2, 24)]
    flown: list[Any] = [["fly", f"YAK{n}", n] for n in (1, 2, 24)]
    t = combat(aircraft, HE=8, ME1=1, ME2=2, ME24=24)
    events = t.plan("soviet", *flown, ["done"])
    fought = [e["sector"] for e in told(events, "air-attack")]
    assert fought == [1, 1, 2, 2, 24, 24]
    assert t.kind == "missions"


@rule("kesselschlacht", "6.1.1.c")
def test_unopposed_fighter_bombers_are_not_asked() -> None:
    t = combat([fighter_bomber("FW"), fighter("YAK", "soviet")], FW=8, YAK=3)
    assert t.kind == "missions"
    assert t.side == "axis"


# The first round --------------------------------------------------------------------------------

PAIR = [fighter("ME"), bomber("HE"), fighter("YAK", "soviet"), bomber("PE", "soviet")]


def meet(*dice: int, initiative: str = "axis", aircraft: list[Json] | None = None) -> Any:
    """Everybody flies to sector 8; the events of the first round."""
    aircraft = aircraft or PAIR
    t = combat(aircraft, initiative)
    t.dice(*dice)
    events: list[Json] = []
    for side in ("axis", "soviet"):
        fly: list[Any] = [["fly", a["id"], 8] for a in aircraft if a["side"] == side]
        events += t.plan(side, *fly, ["done"])
    return t, events


@rule("kesselschlacht", "6.4.1.a", "6.4.1.b", "6.4.4.a")
@pytest.mark.parametrize("holder", ["axis", "soviet"])
def test_both_fighter_groups_shoot_before_results_count_the_holder_first(holder: str) -> None:
    other = "soviet" if holder == "axis" else "axis"
    t, events = meet(1, 1, initiative=holder)
    assert shots(events) == [(holder, "DA"), (other, "DA")]
    assert [e["aircraft"] for e in told(events, "aborted")] == [
        ["YAK" if holder == "axis" else "ME"],
        ["ME" if holder == "axis" else "YAK"],
    ]
    assert (t.kind, t.side) == ("missions", holder)  # nobody is left to attack the bombers
    t.choose(["done"])
    assert (t.kind, t.side) == ("missions", other)


@rule("kesselschlacht", "6.4.1.a")
def test_bombers_are_no_targets_while_there_are_enemy_fighters() -> None:
    _, events = meet(6, 6)
    assert [e["against"] for e in told(events, "air-attack")] == [["YAK"], ["ME"]]


@rule("kesselschlacht", "6.3.1.c", "6.4.1.A")
def test_after_a_draw_both_sides_control_the_sector_and_nobody_gets_a_second_round() -> None:
    t, events = meet(6, 6)
    assert shots(events) == [("axis", "-"), ("soviet", "-")]
    assert controllers(t.state, 8) == [AXIS, SOVIET]
    assert t.kind == "missions"


@rule("kesselschlacht", "6.4.2.b", "6.4.4.b", "6.1.2-ex", "6.4.1.A")
def test_the_winner_may_attack_bombers_transports_and_fighter_bombers_in_a_second_round() -> None:
    aircraft = [*PAIR, fighter_bomber("IL", "soviet")]
    t = combat(aircraft, ME=8, HE=8, YAK=8, PE=8, IL=8)
    t.dice(1, 6, 1)
    events = t.plan("soviet", ["done"])
    assert (t.kind, t.side) == ("pursuit", "axis")
    t.refuses(["bomb", "1210"], "6.4.1.A")
    events = t.choose(["attack"])
    assert told(events, "air-attack")[0]["against"] == ["PE", "IL"]
    assert t.state.sorties == ["", "", "aborted", "aborted", "aborted"]
    assert controllers(t.state, 8) == [AXIS]


@rule("kesselschlacht", "6.4.4.b", "6.4.1.A")
def test_the_second_round_is_a_choice_and_survivors_fly_their_missions() -> None:
    aircraft = [fighter("ME"), fighter("YAK", "soviet"), bomber("PE", "soviet")]
    units = [rifle("R", "1210"), {"id": "G", "side": "axis", "hex": "1212"}]
    for choice, dice in ((["pass"], [1, 6]), (["attack"], [1, 6, 6])):
        t = sky(aircraft, units, "air-combat", sectors={"ME": 8, "YAK": 8})
        t.dice(*dice)
        t.plan("soviet", ["fly", "PE", 8], ["done"])
        t.choose(choice)
        assert (t.kind, t.side) == ("missions", "soviet")
        assert t.offered("bomb") == ["1212"]
        t.choose(["bomb", "1212"])
        t.refuses(["join", "YAK"], "6.4.2.b")


@rule("kesselschlacht", "6.4.2.b")
def test_who_aborts_is_back_next_turn() -> None:
    """R-124."""
    t, _ = meet(1, 6)
    assert t.state.sorties[2] == "aborted"
    assert t.state.sectors[2] == 0
    t.state.reset("turn")
    assert ready(t.state, SOVIET) == [2, 3]


@rule("kesselschlacht", "6.4")
def test_fighters_without_opponents_have_one_attack_on_the_others() -> None:
    """R-112: these do not shoot back; their own strength is their defence."""
    t = combat([fighter("ME"), bomber("PE", "soviet", strength=2)], ME=8, PE=8)
    t.dice(6)
    events = t.choose(["attack"])
    assert [e["strengths"] for e in told(events, "air-attack")] == [[4, 2]]
    assert t.kind == "missions"


# The die ----------------------------------------------------------------------------------------

ODDS = ["1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1"]


@rule("kesselschlacht", "6.4.2.a", "2.3.2")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(7, 4, "3:2"), (5, 4, "1:1"), (8, 4, "2:1"), (3, 4, "1:2"), (1, 9, "1:3"), (40, 4, "4:1")],
)
def test_odds_are_rounded_down_for_the_defender(attack: int, defence: int, odds: str) -> None:
    """R-113: off the table the last column counts."""
    assert ODDS[odds_column(ODDS, attack, defence)] == odds
    aircraft = [fighter("ME", strength=attack), fighter("YAK", "soviet", strength=defence)]
    _, events = meet(6, 6, aircraft=aircraft)
    assert told(events, "air-attack")[0]["odds"] == odds


@rule("kesselschlacht", "6.4.3.1", "6.4.3.2", "6.4.3.3", "2.3.3")
@pytest.mark.parametrize(
    ("lead", "shift"), [(-4, 0), (0, 0), (3, 0), (4, 1), (9, 1), (10, 2), (14, 2)]
)
def test_a_lead_in_maneuver_shifts_to_the_right(lead: int, shift: int) -> None:
    assert maneuver_shift([4, 10], lead) == shift
    aircraft = [fighter("ME", maneuver=20 + lead), fighter("YAK", "soviet", maneuver=20)]
    _, events = meet(6, 6, aircraft=aircraft)
    shot = told(events, "air-attack")[0]
    assert (shot["shift"], shot["odds"]) == (shift, ODDS[2 + shift])


@rule("kesselschlacht", "6.4.3")
def test_the_best_attacker_is_compared_with_the_worst_defender() -> None:
    """R-121: only those who shoot and those who are shot at."""
    aircraft = [
        fighter("A1", maneuver=8),
        fighter("A2", maneuver=12),
        bomber("HE", maneuver=30),
        fighter("S1", "soviet", maneuver=6),
        fighter("S2", "soviet", maneuver=11),
        bomber("PE", "soviet", maneuver=1),
    ]
    _, events = meet(6, 6, aircraft=aircraft)
    assert [e["shift"] for e in told(events, "air-attack")] == [1, 0]


@rule("kesselschlacht", "6.4.2.b")
@pytest.mark.parametrize(("face", "result"), [(2, "DA"), (3, "-")])
def test_the_die_decides_whether_all_opponents_of_the_fight_abort(face: int, result: str) -> None:
    aircraft = [
        fighter("ME", strength=8),
        fighter("S1", "soviet"),
        fighter("S2", "soviet"),
        bomber("PE", "soviet"),
    ]
    t, events = meet(face, 6, aircraft=aircraft)
    assert shots(events)[0] == ("axis", result)
    gone = "aborted" if result == "DA" else ""
    assert t.state.sorties == ["", gone, gone, ""]


@rule("kesselschlacht", "6.1.2", "6.1.1.c", "6.1.2-ex")
def test_who_fought_as_a_fighter_has_flown_its_mission() -> None:
    """R-110."""
    t = combat([fighter_bomber("FW"), bomber("HE"), fighter("YAK", "soviet")], HE=8, YAK=8)
    t.plan("axis", ["fly", "FW", 8], ["done"])
    t.dice(1, 6)
    t.plan("axis", ["fight", "FW"], ["done"])
    t.choose(["bomb", "1210"])
    t.refuses(["join", "FW"], "6.1.2")
    t.choose(["join", "HE"], ["declare"])
    assert t.state.sorties == ["", "flown", "aborted"]
    assert told(t.choose(["done"]), "ground-support") == []
