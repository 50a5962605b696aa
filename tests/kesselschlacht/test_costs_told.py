"""What an order would cost, told before it is given: fuel, ammunition, retreats, loads; chances."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from hexfront.games.kesselschlacht.game import load
from hexfront.kernel.refusal import Refused
from tests.kesselschlacht.air_table import sky, transport
from tests.kesselschlacht.results_table import result
from tests.kesselschlacht.table import Json, Table, hq, infantry, panzer, rifle, river, table

III, LIX, ARMY = "AX-III-HQ", "AX-LIX-HQ", "AX-1PZA-HQ"
GAME = load()


def corps(*units: Json, **more: Any) -> Table:
    there = [hq("III Panzer Korps", "2012"), hq("LIX Army Korps", "2013")]
    return table([*units, *there], phase="axis-move", fuel={III: 6, LIX: 5}, **more)


def told(t: Table, name: str, side: int | None = None) -> Any:
    return GAME.queries[name](t.state, side)


def test_a_path_says_what_is_bought_before_it_and_who_pays() -> None:
    t = corps(panzer("P", "2010"))
    t.choose(["pick", "P"])
    path = GAME.path(t.state, ["P"], "2006")
    assert (path["before"], path["spends"]) == ([["fuel", 4]], {"fuel": {III: 4}})
    assert GAME.group_reach(t.state, ["P"])["hexes"]["2006"]["fuel"] == 4
    steps = [["go", b] for _, b in pairwise(path["hexes"])]
    t.choose(*path["before"], *steps)
    assert t.where("P") == "2006"
    assert t.state.fuel[t.index(III)] == 2


def test_a_unit_that_waits_is_told_the_points_that_are_left_for_it() -> None:
    """Not those of a move that begins: the fuel was bought for both of them. 10.5.2.A"""
    t = corps(panzer("P", "2010"), panzer("Q", "2010"))
    t.choose(["pick", "P"], ["pick", "Q"], ["fuel", 6], ["go", "2009"], ["go", "2008"])
    t.choose(["split", "Q"])
    assert GAME.reach(t.state, "Q")["hexes"]["2007"] == 3
    t.choose(["go", "2108"])
    assert GAME.path(t.state, ["Q"], "2006")["points"] == 1
    t.choose(["stop"])
    assert GAME.reach(t.state, "Q")["hexes"]["2007"] == 2
    t = corps(panzer("P", "2010"), panzer("Q", "2010"), rifle("R", "2009"))
    t.choose(["pick", "P"], ["pick", "Q"], ["fuel", 2], ["split", "Q"], ["go", "2011"])
    assert "2110" in GAME.reach(t.state, "Q")["hexes"], "it has taken no step and may infiltrate"


def test_every_corps_pays_and_those_on_foot_pay_nothing() -> None:
    t = corps(panzer("P", "2010"), panzer("Q", "2010", formation="LIX Army Korps"))
    t.choose(["pick", "P"], ["pick", "Q"])
    assert GAME.path(t.state, ["P", "Q"], "2008")["spends"] == {"fuel": {III: 2, LIX: 2}}
    on_foot = corps(infantry("G", "2010"))
    on_foot.choose(["pick", "G"])
    assert "before" not in GAME.path(on_foot.state, ["G"], "2008")
    assert "fuel" not in GAME.group_reach(on_foot.state, ["G"])["hexes"]["2008"]


def test_the_armys_hq_is_told_which_corps_to_draw_from() -> None:
    t = corps(hq("First Panzer Army", "2011"))
    t.choose(["pick", ARMY])
    path = GAME.path(t.state, [ARMY], "2009")
    assert path["before"] == [["draw", III], ["fuel", 2]]
    t.choose(*path["before"])
    assert "before" not in GAME.path(t.state, [ARMY], "2009"), "it is bought"


def test_a_way_of_retreat_is_told_to_its_end_though_its_last_steps_are_taken_by_themselves() -> (
    None
):
    """Zones on both sides leave only the hexes straight on behind the first one."""
    beside = [infantry(f"G{h}", h) for h in ("2213", "1813")]
    t = result("Dr3", "2010", ["G2009"], [rifle("R", "2010"), infantry("G2009", "2009"), *beside])
    (way,) = [way for way in told(t, "retreat")["ways"] if way["chosen"][0] == "2011"]
    assert way["chosen"] == ["2011"]
    assert way["path"] == ["2011", "2012", "2013"]


def test_an_attack_says_what_ammunition_it_takes() -> None:
    units = [infantry("G1", "2010"), infantry("G2", "1911"), rifle("R", "2011")]
    t = table([*units, hq("III Panzer Korps", "2008")], phase="axis-combat", ammo={III: 1})
    odds = GAME.odds(t.state, "2011", ["G1", "G2"], {}, None)
    assert odds["spends"] == {"ammo": {III: 1}}, "there is one point for the two of them"


def test_the_ways_of_a_retreat_are_told_with_what_they_cost() -> None:
    shut = [river("2010", "1910"), river("2010", "1911"), river("2010", "2011")]
    walls = [rifle(f"B{h}", h, size="II") for h in ("2009", "2110", "2111")]
    t = result("Dr2", "2010", ["B2009"], [infantry("G", "2010"), *walls], hexsides=shut)
    ways = told(t, "retreat", 0)["ways"]
    assert [way["words"] for way in ways] == ["1 disrupted"] * len(ways)
    assert {way["path"][0] for way in ways} == set(t.offered("retreat"))
    assert all(len(way["path"]) == 2 for way in ways)
    assert told(t, "retreat", 1) == {"units": [], "ways": []}, "the enemy is not told"
    t.choose(*[["retreat", h] for h in ways[-1]["chosen"]])
    assert ways[-1]["status"] == {"G": t.status("G")} == {"G": "DIS"}
    dry = result("Dr1", "2010", ["B2009"], [infantry("G", "2010"), *walls])
    assert {way["words"] for way in told(dry, "retreat")["ways"]} == {"no cost"}


def test_what_a_transport_can_be_loaded_with_instead_is_told() -> None:
    t = sky([transport("JU", 10), transport("HE", 10)], [hq("III Panzer Korps", "1212")], "cargo")
    t.plan("axis", ["load", "JU", 2, 8])
    report = GAME.queries["air"](t.match.state_for(0), 0)
    assert report["aircraft"]["JU"]["cargo"] == [2, 8]
    for ammo, (least, most) in enumerate(report["aircraft"]["JU"]["room"]):
        t.plan("axis", ["take", "JU"], ["load", "JU", ammo, most])
        t.plan("axis", ["take", "JU"])
        with pytest.raises(Refused):
            t.plan("axis", ["load", "JU", ammo, most + 1])
        t.plan("axis", ["load", "JU", ammo, least])
    assert "stock" not in GAME.queries["air"](t.match.state, 1)


def test_activation_has_its_chance() -> None:
    t = table([hq("1st Guards Army", "2030"), rifle("R", "2029")], phase="activation", blank=False)
    for said in told(t, "activation").values():
        assert said["percent"] == (None if said["needed"] is None else round(said["needed"] / 0.06))
