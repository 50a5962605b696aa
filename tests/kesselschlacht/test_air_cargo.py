"""Cargo, the initiative, and what nobody else learns of the cargo."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hexfront.games.kesselschlacht.rules.refusals import AIR_VERBS, not_now
from hexfront.games.kesselschlacht.rules.sequence import AIR, IN_ORDER, Turn
from hexfront.games.kesselschlacht.sides import AXIS, SOVIET
from hexfront.games.kesselschlacht.state import State
from hexfront.kernel.refusal import Refused
from tests.kesselschlacht.air_table import (
    bomber,
    fighter,
    fighter_bomber,
    sky,
    told,
    transport,
)
from tests.kesselschlacht.table import Table, hq, rifle, table
from tests.rules import rule

TRANSPORTS = [transport("JU", 20), transport("HE", 15)]


def cargo(*aircraft: Any, **more: Any) -> Table:
    return table([rifle("R", "2010")], phase="cargo", aircraft=list(aircraft), **more)


@rule("kesselschlacht", "6.7.1.A.a", "6.7.1.a", "2.3.4")
def test_a_transport_carries_any_whole_mix_up_to_its_capacity() -> None:
    t = cargo(*TRANSPORTS)
    t.refuses_plan("axis", ["load", "HE", 11, 4], "6.7.1.A.a")
    refusal = t.refuses_plan("axis", ["load", "HE", 10, 6], "6.7.1.A.a")
    assert "carries 15 points, 16" in refusal.message
    t.refuses_plan("axis", ["load", "HE", 0, 0], "6.7.1.a")
    t.refuses_plan("axis", ["load", "HE", -1, 3], "6.7.1.a")
    t.plan("axis", ["load", "HE", 10, 5], ["done"])
    assert t.state.manifests == {1: (10, 5)}


@rule("kesselschlacht", "6.7.1.A.a")
def test_the_limit_of_one_transport_is_not_that_of_the_stock() -> None:
    """As an owner's overlay could have it."""
    t = cargo(*TRANSPORTS)
    tables = t.state.world.tables
    tables["air_supply"] = {**tables["air_supply"], "ammunition": 15}
    t.refuses_plan("axis", ["load", "JU", 11, 0], "6.7.1.A.a")
    t.plan("axis", ["load", "JU", 10, 0], ["load", "HE", 5, 0])


@rule("kesselschlacht", "6.7.1.a", "6.7.3", "10.5.6.a")
def test_the_stock_of_a_day_is_for_all_transports_together() -> None:
    """R-117."""
    t = cargo(*TRANSPORTS)
    t.plan("axis", ["load", "HE", 4, 11])
    t.refuses_plan("axis", ["load", "JU", 7, 0], "6.7.1.a")
    refusal = t.refuses_plan("axis", ["load", "JU", 0, 10], "6.7.1.a")
    assert "6 ammunition and 9 fuel points are left" in refusal.message
    t.plan("axis", ["load", "JU", 6, 9], ["done"])
    assert t.state.manifests == {0: (6, 9), 1: (4, 11)}


@rule("kesselschlacht", "6.7.1.A.a", "6.1.1.d", "2.3.1")
def test_only_transports_are_loaded_and_each_once() -> None:
    t = cargo(*TRANSPORTS, fighter_bomber("FW"))
    t.refuses_plan("axis", ["load", "FW", 1, 1], "6.1.1.d")
    t.plan("axis", ["load", "HE", 2, 2])
    t.refuses_plan("axis", ["load", "HE", 1, 1], "6.7.1.A.a")
    t.plan("axis", ["take", "HE"], ["load", "HE", 1, 1])
    t.refuses_plan("axis", ["take", "JU"], "6.7.1.A.a")
    with pytest.raises(Refused, match="type"):
        cargo(transport("LI2") | {"side": "soviet"})


@rule("kesselschlacht", "6.7.1.A.b")
def test_the_cargo_is_sealed_before_the_initiative_and_the_other_side_never_sees_it() -> None:
    t = cargo(transport("JU", 20), fighter_bomber("FW"))
    t.dice(1)
    events = t.plan("axis", ["load", "JU", 7, 13], ["done"])
    assert [e["what"] for e in events if e["what"] in ("cargo", "die")] == ["cargo", "die"]
    t.refuses(["load", "JU", 1, 1], "6.7.1.A.b")
    assert t.state.written("", AXIS)["manifests"] == {"JU": [7, 13]}
    for other in (SOVIET, None):
        assert "manifests" not in t.state.written("", other)
    assert "13" not in json.dumps(told(events, "cargo"))


@rule("kesselschlacht", "6.7.1.A.b")
def test_only_the_axis_plans_the_cargo() -> None:
    t = cargo(transport("JU", 20), fighter("YAK", "soviet"))
    assert t.kind == "cargo"
    assert t.match.deciders == (AXIS,)
    with pytest.raises(Refused):
        t.plan("soviet", ["done"])
    t.refuses_plan("axis", ["fly", "JU", 3], "6.7.1.A.b")


@rule("kesselschlacht", "4.0.B", "6.2")
@pytest.mark.parametrize(("face", "holder"), [(3, "axis"), (4, "soviet")])
def test_one_die_of_the_axis_decides_the_initiative(face: int, holder: str) -> None:
    t = cargo(transport("JU"), bomber("HE"), bomber("PE", "soviet"))
    t.dice(face)
    events = t.plan("axis", ["done"])
    assert told(events, "initiative") == [
        {"what": "initiative", "case": "6.2", "side": holder, "die": face}
    ]
    assert (t.side, t.kind) == (holder, "missions")


@rule("kesselschlacht", "4.0.B", "6.7.2.b", "6.1.1.d")
def test_only_the_holder_flies_by_surprise() -> None:
    units = [hq("III Panzer Korps", "2010"), rifle("R", "3010")]
    t = sky([transport("JU"), bomber("PE", "soviet")], units, "initiative", "soviet")
    assert t.side == "soviet"
    t.refuses(["paradrop", "JU", "AX-III-HQ"], "6.1.1.d")
    t.choose(["bomb", "2010"], ["join", "PE"])


@rule("kesselschlacht", "4.0.B", "6.2.1.a")
def test_fighters_alone_are_not_asked_for_surprise_missions() -> None:
    t = sky([fighter("ME"), bomber("PE", "soviet")], phase="initiative")
    assert t.kind == "allocation"


def between_phases(weather: str) -> State:
    """The turn goes on after its weather is known."""
    flyers = [transport("JU"), fighter_bomber("FW"), fighter_bomber("IL", "soviet")]
    t = table([rifle("R", "2010")], phase="cargo", aircraft=flyers, weather=weather)
    s = t.state.copy()
    s.stack = [Turn(IN_ORDER.index("cargo"))]
    s.events = []
    return s


@rule("kesselschlacht", "5.0.2.1", "6.0")
def test_heavy_snow_leaves_out_all_air_phases() -> None:
    s = between_phases("heavy_snow")
    for _ in AIR:
        s.stack[-1].offer(s)
    assert s.stack == [Turn(IN_ORDER.index("positions"))]
    assert s.events == []
    assert s.initiative == ""
    assert s.rolls == 0
    for choice in AIR_VERBS:
        refusal = not_now(s, (choice, "FW"))
        assert refusal is not None
        assert refusal.rule == "5.0.2.1"


@rule("kesselschlacht", "6.0", "4.0.B", "4.0.C", "4.0.D")
def test_air_verbs_have_phases_of_their_own() -> None:
    s = between_phases("snow")
    assert s.why(("load", "FW", 1, 1)).rule == "6.7.1.A.b"
    assert s.why(("fly", "FW", 3)).rule == "6.3.2.a"
    assert s.why(("bomb", "2010")).rule == "6.5.a"
    s.settle()
    assert s.phase == "cargo"
