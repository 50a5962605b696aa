"""Supplies by air: landed at airfields, dropped by parachute."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.kesselschlacht.rules.supply import can_draw
from hexfront.games.kesselschlacht.sides import STATUS_WORDS
from hexfront.kernel.fields import Json
from hexfront.kernel.offer import by_verb
from tests.kesselschlacht.air_table import bomber, fighter, fighter_bomber, sky, told, transport
from tests.kesselschlacht.table import Table, hq, panzer, rifle
from tests.rules import rule

III, XXIV, LIX, XLVI = "AX-III-HQ", "AX-XXIV-HQ", "AX-LIX-HQ", "AX-XLVI-HQ"
CORPS = [
    hq("III Panzer Korps", "1212"),
    hq("XXIV Panzer Korps", "1310"),
    hq("LIX Army Korps", "1412"),
    hq("XLVI Panzer Korps", "2212"),
    hq("XLVIII Panzer Korps", "1512"),
    hq("Hungarian VII Corps", "1612"),
    hq("First Panzer Army", "1712"),
    rifle("R", "1901"),
]
"""Three corps HQs of First Panzer Army in sector 8, one in sector 9, and HQs that get nothing."""
FIELD: Json = {"1214": {"airfield": "axis"}}


def flight(phase: str = "missions", loads: Any = None, **more: Any) -> Table:
    """A transport that carries 6 ammunition and 9 fuel points; in sector 8 unless by surprise."""
    aircraft = [transport("JU", 20), transport("HE"), *more.pop("others", [])]
    sectors = {} if phase == "initiative" else {"JU": 8}
    said = {"sectors": sectors | more.pop("sectors", {}), "manifests": loads or {"JU": [6, 9]}}
    return sky(aircraft, more.pop("units", CORPS), phase, **said, **more)


def track(t: Table, name: str) -> tuple[int, int]:
    u = t.index(name)
    return t.state.ammo.get(u, 0), t.state.fuel.get(u, 0)


@rule("kesselschlacht", "6.7.2.A.a", "6.7.2.c", "6.7.3")
def test_a_landed_load_is_divided_between_two_hqs_of_the_sector() -> None:
    t = flight(hexes=FIELD, fuel={III: 4})
    assert t.offered("land") == [["JU", 8]]
    events = t.choose(["land", "JU", 8])
    assert told(events, "landed")[0]["sector"] == 8
    t.refuses(["deliver", XLVI, 1, 1], "6.7.2.A.a")
    t.refuses(["deliver", III, 7, 0], "6.7.2.A.a")
    t.refuses(["bomb", "1901"], "6.7.2.A.a")
    t.choose(["deliver", III, 0, 9], ["deliver", XXIV, 4, 0])
    refusal = t.refuses(["deliver", LIX, 1, 0], "6.7.2.A-note")
    assert "no more than 2" in refusal.message
    t.choose(["deliver", III, 2, 0])
    assert (track(t, III), track(t, XXIV), track(t, LIX)) == ((2, 13), (4, 0), (0, 0))
    assert t.kind == "missions"
    assert t.state.sorties[0] == "flown"


@rule("kesselschlacht", "6.7.2.A.a")
def test_what_is_not_given_is_lost() -> None:
    t = flight(hexes=FIELD)
    t.choose(["land", "JU", 8], ["deliver", III, 1, 1], ["done"])
    assert track(t, III) == (1, 1)
    assert t.kind == "missions"
    t.refuses(["land", "JU", 8], "6.1.2")


@rule("kesselschlacht", "6.7.2.c", "6.7.2.A.b")
def test_where_the_axis_holds_no_airfield_the_whole_load_is_dropped_on_one_hq() -> None:
    """R-118: a Soviet airfield counts as none."""
    for hexes in ({}, {"1214": {"airfield": "soviet"}}):
        t = flight(hexes=hexes)
        t.refuses(["land", "JU", 8], "6.7.2.a")
        assert {u for _, u in t.offered("paradrop")} == {LIX, XXIV, III}
        t.refuses(["paradrop", "JU", XLVI], "6.7.2.c")
        t.refuses(["paradrop", "HE", III], "6.7.2.b")
        events = t.choose(["paradrop", "JU", III])
        assert [(e["unit"], e["ammo"], e["fuel"]) for e in told(events, "delivered")] == [
            (III, 6, 9)
        ]
        assert track(t, III) == (6, 9)
        assert t.kind == "missions"


@rule("kesselschlacht", "6.7.2.c")
def test_an_airfield_has_to_be_used() -> None:
    t = flight(hexes=FIELD)
    t.refuses(["paradrop", "JU", III], "6.7.2.c")
    t.refuses(["land", "JU", 9], "6.7.2.c")


@rule("kesselschlacht", "6.7.2.c", "6.7.2.A.b")
def test_without_an_hq_in_the_sector_the_cargo_is_lost() -> None:
    t = flight(sectors={"JU": 1})
    assert t.choices == [["done"]]
    t.refuses(["land", "JU", 1], "6.7.2.a")
    t.refuses(["paradrop", "JU", III], "6.7.2.c")
    landing = flight(sectors={"JU": 1}, hexes={"0101": {"airfield": "axis"}})
    landing.refuses(["land", "JU", 1], "6.7.2.A.a")


@rule("kesselschlacht", "6.7.a", "6.1.1.d")
@pytest.mark.parametrize("name", ["AX-XLVIII-HQ", "AX-HVII-HQ", "AX-1PZA-HQ", "R"])
def test_only_corps_hqs_of_first_panzer_army_are_supplied_by_air(name: str) -> None:
    t = flight("initiative")
    refusal = t.refuses(["paradrop", "JU", name], "6.7.a")
    assert "only those" in refusal.message
    assert name not in [u for _, u in t.offered("paradrop")]


@rule("kesselschlacht", "6.7.b", "6.7.a")
def test_corps_that_have_broken_out_still_depend_on_their_own_hq_and_on_the_air() -> None:
    units = [
        hq("XLVIII Panzer Korps", "0103"),
        hq("III Panzer Korps", "0203"),
        panzer("P", "0103"),
        panzer("Q", "0103", formation="LIX Army Korps"),
        hq("LIX Army Korps", "5020"),
        rifle("R", "5825"),
    ]
    t = flight("initiative", units=units)
    assert can_draw(t.state, t.index("P"))
    assert not can_draw(t.state, t.index("Q"))
    t.choose(["paradrop", "JU", III])
    assert track(t, III) == (6, 9)


@rule("kesselschlacht", "6.1.1.d")
def test_only_transports_bring_supplies() -> None:
    t = flight("initiative", others=[bomber("B")])
    t.refuses(["paradrop", "B", III], "6.1.1.d")
    t.refuses(["land", "B", 8], "6.1.1.d")


@rule("kesselschlacht", "6.7.2.d", "6.3.1.c", "6.4.4.b", "6.3.2.b")
@pytest.mark.parametrize("plane", [fighter("S", "soviet"), fighter_bomber("S", "soviet")])
def test_soviet_fighters_of_any_part_in_the_sector_bar_supplies(plane: Json) -> None:
    """R-111."""
    t = flight(others=[plane], sectors={"S": 8}, hexes=FIELD)
    refusal = t.refuses(["land", "JU", 8], "6.7.2.d")
    assert "S is in sector 8" in refusal.message
    drop = flight(others=[plane], sectors={"S": 8})
    drop.refuses(["paradrop", "JU", III], "6.7.2.d")
    assert drop.offered("paradrop") == []
    free = flight(others=[plane], sectors={"S": 8}, options={"paradrop_needs_control": False})
    free.choose(["paradrop", "JU", III])


@rule("kesselschlacht", "6.7.2.d")
def test_a_soviet_fighter_bomber_that_has_bombed_and_gone_still_bars_supplies() -> None:
    """What counts is who was there when the air combat was over."""
    planes = [fighter_bomber("S", "soviet")]
    t = flight(others=planes, sectors={"S": 8}, hexes=FIELD, initiative="soviet")
    t.choose(["bomb", "1512"], ["join", "S"], ["declare"], ["done"])
    assert (t.side, t.state.sectors[2]) == ("axis", 0)
    assert t.offered("land") == []
    t.refuses(["land", "JU", 8], "6.7.2.d")


@rule("kesselschlacht", "6.7.2.d", "6.3.2.b")
def test_soviet_bombers_do_not_bar_supplies() -> None:
    t = flight(others=[bomber("S", "soviet")], sectors={"S": 8}, hexes=FIELD)
    t.choose(["land", "JU", 8])


@rule("kesselschlacht", "6.7.2.d", "6.4.4.b")
def test_a_transport_that_survives_a_second_round_cannot_unload_beside_soviet_fighters() -> None:
    """R-111."""
    t = flight("air-combat", others=[fighter("S", "soviet")], sectors={"S": 8}, hexes=FIELD)
    t.plan("axis", ["done"])
    t.dice(6)
    t.choose(["attack"])
    assert t.kind == "missions"
    assert t.state.sorties[0] == ""
    t.refuses(["land", "JU", 8], "6.7.2.d")


@rule("kesselschlacht", "6.7.4", "6.4.2.b")
def test_the_cargo_of_a_transport_that_aborts_is_lost() -> None:
    others = [fighter("S", "soviet"), bomber("B")]
    sectors = {"S": 8, "HE": 8, "B": 7}
    t = flight("air-combat", others=others, sectors=sectors, hexes=FIELD)
    t.dice(1)
    t.choose(["attack"])
    assert t.state.sorties[:2] == ["aborted", "aborted"]
    assert t.kind == "missions"
    t.refuses(["land", "JU", 8], "6.4.2.b")
    t.state.reset("turn")
    assert t.state.manifests == {}
    assert t.state.sorties[:2] == ["", ""]
    assert all(track(t, corps) == (0, 0) for corps in (III, XXIV, LIX))


@rule("kesselschlacht", "6.7.2.a", "6.2.1.a")
def test_by_surprise_each_transport_goes_to_an_airfield_or_onto_an_hq() -> None:
    """R-119."""
    spoiler = fighter("S", "soviet")
    t = flight("initiative", {"JU": [6, 9], "HE": [4, 0]}, others=[spoiler], hexes=FIELD)
    assert {sector for _, sector in t.offered("land")} == {8}
    t.refuses(["land", "JU", 9], "6.7.2.a")
    t.choose(["paradrop", "JU", III], ["land", "HE", 8], ["deliver", XXIV, 4, 0])
    assert (track(t, III), track(t, XXIV)) == ((6, 9), (4, 0))


@rule("kesselschlacht", "6.7.2.A-note")
def test_no_more_than_two_hqs_of_a_sector_get_supplies_in_a_turn() -> None:
    t = flight("initiative", {"JU": [6, 9], "HE": [4, 0]}, air_supplied=[III, XXIV])
    t.refuses(["paradrop", "JU", LIX], "6.7.2.A-note")
    assert {u for _, u in t.offered("paradrop")} == {III, XXIV, XLVI}
    t.choose(["paradrop", "JU", XLVI], ["paradrop", "HE", III])


@rule("kesselschlacht", "13.3.5.a")
@pytest.mark.parametrize("status", ["DO", "DIS", "RT"])
def test_a_shaken_hq_gets_nothing(status: str) -> None:
    """R-126: at an airfield the load may go to another HQ."""
    units = [{**CORPS[0], "status": status}, *CORPS[1:]]
    t = flight(hexes=FIELD, units=units)
    t.choose(["land", "JU", 8])
    refusal = t.refuses(["deliver", III, 1, 0], "13.3.5.a")
    assert STATUS_WORDS[status] in refusal.message
    t.choose(["deliver", XXIV, 6, 9])
    drop = flight(units=units)
    drop.refuses(["paradrop", "JU", III], "13.3.5.a")


@rule("kesselschlacht", "6.7.1.A.b")
def test_an_empty_transport_flies_like_any_other() -> None:
    """What is offered would tell the other side what is on board."""
    t = flight(hexes=FIELD, loads={"HE": [1, 1]})
    t.choose(["land", "JU", 8])
    assert t.kind == "missions"
    drop = flight("initiative", loads={"HE": [1, 1]}, air_supplied=[III])
    drop.choose(["paradrop", "JU", XXIV])
    assert "AX-LIX-HQ" in [
        u for _, u in drop.offered("paradrop")
    ]  # an empty drop counts for nobody


@rule("kesselschlacht", "6.7.3", "6.7.1.a")
def test_points_keep_on_the_track_and_the_stock_does_not() -> None:
    t = flight("initiative", fuel={III: 4}, ammo={III: 1})
    t.choose(["paradrop", "JU", III])
    t.state.reset("turn")
    assert track(t, III) == (7, 13)
    assert t.state.air_supplied == 0


def test_supplies_flown_in_for_a_player_go_where_the_corps_have_least() -> None:
    """The first transport to the poor corps of sector 9, the second to the others."""
    hexes: Json = {**FIELD, "2214": {"airfield": "axis"}}
    fuel = {III: 3, XXIV: 3, LIX: 3, XLVI: 0}
    t = flight("initiative", {"HE": [0, 8], "JU": [6, 9]}, hexes=hexes, fuel=fuel)
    game, landed = t.match.game, []
    while choice := game.suggest(by_verb(t.state.choices), lambda: game.view(t.state, 0)):
        landed += [choice[1:]] if choice[0] == "land" else []
        t.choose(list(choice))
    assert landed == [("HE", 9), ("JU", 8)]
    assert track(t, XLVI) == (0, 8)


def test_transports_and_their_escort_are_sent_for_a_player_to_the_corps_that_have_least() -> None:
    """Not all to the poorest: the second transport and fighter go to the sector after that."""
    aircraft = [transport("AA-HE111T"), transport("AA-JU52T", 20)]
    aircraft += [fighter("AA-109-1"), fighter("AA-109-2")]
    t = sky(aircraft, CORPS, "air-combat", fuel={III: 3, XXIV: 3, LIX: 3, XLVI: 0})
    game, plan, sent = t.match.game, t.match.state_for(0), {}
    while choice := game.suggest(by_verb(plan.choices), lambda: game.view(plan, 0)):
        sent[choice[1]] = choice[2]
        plan.apply(choice)
    assert sent == {"AA-HE111T": 9, "AA-109-1": 9, "AA-JU52T": 8, "AA-109-2": 8}
