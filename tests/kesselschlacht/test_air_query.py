"""The `air` query, positions with aircraft, and that no plan leaks."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from hexfront.games.kesselschlacht.game import load
from hexfront.games.kesselschlacht.queries.air import air_report
from hexfront.games.kesselschlacht.rules.arrivals import aircraft_available
from hexfront.games.kesselschlacht.sides import AXIS, SIDES, SOVIET
from hexfront.games.kesselschlacht.state import State
from hexfront.kernel.offer import sample
from hexfront.kernel.refusal import Refused
from tests.games.random_player import RandomPlayer
from tests.kesselschlacht.air_table import (
    bomber,
    fighter,
    fighter_bomber,
    sky,
    transport,
)
from tests.kesselschlacht.table import Table, hq, infantry, rifle, table
from tests.rules import rule

UNITS = [hq("III Panzer Korps", "1212"), infantry("G", "1213"), rifle("R", "2210")]
SQUADRONS = [
    transport("JU", 20),
    fighter_bomber("FW"),
    fighter("ME"),
    bomber("HE"),
    fighter_bomber("IL", "soviet"),
    fighter("YAK", "soviet"),
    bomber("PE", "soviet"),
]


def own(t: Table, side: int | None) -> State:
    """The state in which a side plans."""
    state = t.match.state_for(side)
    assert isinstance(state, State)
    return state


def seen(t: Table, side: str | None) -> str:
    """All that a side's own state tells it of the sky."""
    number = None if side is None else SIDES.index(side)
    state = own(t, number)
    report = air_report(state, number)
    return json.dumps([report, state.written("", number)], sort_keys=True)


def test_the_sky_in_words() -> None:
    t = sky(SQUADRONS, UNITS, sectors={"FW": 8, "YAK": 8}, hexes={"1214": {"airfield": "axis"}})
    report = load().queries["air"](t.state, None)
    assert report["initiative"] == "axis"
    assert report["sectors"]["8"] == {
        "control": ["axis", "soviet"],
        "airfield": True,
        "barred": True,
        "receivers": ["AX-III-HQ"],
    }
    assert list(report["sectors"]) == ["8"]
    assert report["aircraft"]["FW"]["support"]
    assert report["aircraft"]["JU"]["sector"] is None
    assert "receivers" not in air_report(t.state, SOVIET)["sectors"]["8"]


@rule("kesselschlacht", "6.7.1.A.b", "6.3.2.a", "6.1.1.c", "4.0.C")
def test_two_plans_look_the_same_to_the_other_side_until_they_are_shown() -> None:
    looks: dict[str, set[tuple[str, ...]]] = {"soviet": set(), "spectator": set()}
    for ammo, sector, fights in ((7, 8, True), (2, 3, False)):
        t = table(UNITS, "cargo", aircraft=SQUADRONS, sectors={"YAK": 8, "PE": 8, "FW": 8})
        found: list[tuple[str, ...]] = []

        def look(t: Table = t, found: list[tuple[str, ...]] = found) -> None:
            found.append((seen(t, "soviet"), seen(t, None)))

        t.plan("axis", ["load", "JU", ammo, 1])
        look()
        t.dice(1, 6, 6, 6, 6)
        t.plan("axis", ["done"])
        look()
        t.choose(["done"])
        t.plan("axis", ["fly", "ME", sector])
        look()
        t.plan("axis", ["take", "ME"], ["done"])
        look()
        t.plan("soviet", ["done"])
        assert t.kind == "roles"
        if fights:
            t.plan("axis", ["fight", "FW"])
        look()
        looks["soviet"].add(tuple(soviet for soviet, _ in found))
        looks["spectator"].add(tuple(nobody for _, nobody in found))
    assert all(len(each) == 1 for each in looks.values())


@rule("kesselschlacht", "6.7.1.A.b")
def test_a_side_sees_its_own_plans() -> None:
    t = table(UNITS, "cargo", aircraft=SQUADRONS)
    t.plan("axis", ["load", "JU", 7, 4])
    assert air_report(own(t, AXIS), AXIS)["aircraft"]["JU"]["cargo"] == [7, 4]
    t.dice(4)
    t.plan("axis", ["done"])
    assert air_report(t.state, AXIS)["aircraft"]["JU"]["cargo"] == [7, 4]
    t.choose(["done"])
    t.plan("soviet", ["fly", "IL", 5])
    assert air_report(own(t, SOVIET), SOVIET)["aircraft"]["IL"]["sector"] == 5
    assert air_report(own(t, AXIS), AXIS)["aircraft"]["IL"]["sector"] is None


def test_a_position_lists_its_aircraft() -> None:
    t = table(UNITS, "missions", aircraft=[{"id": "AA-109-1"}, {"id": "AA-JU87", "load": 9}])
    assert t.state.world.aircraft.ids == ("AA-109-1", "AA-JU87")
    assert [spec.load for spec in t.state.world.aircraft.specs] == [0, 9]
    assert table(UNITS, "axis-move").state.world.aircraft.count == 0
    wrong: list[Any] = [
        [{"id": "X"}],
        [{"id": "AA-109-1"}, {"id": "AA-109-1"}],
        ["AA-109-1"],
        [{"id": "AA-109-1", "speed": 3}],
    ]
    for aircraft in wrong:
        with pytest.raises(Refused):
            table(UNITS, "missions", aircraft=aircraft)
    for more in ({"manifests": {"JU": [1]}}, {"sectors": {"XX": 1}}, {"sorties": {"JU": "lost"}}):
        with pytest.raises(Refused):
            sky(SQUADRONS, UNITS, **more)


@pytest.mark.parametrize("seed", range(12))
def test_random_players_get_through_the_air_phases_of_a_turn(seed: int) -> None:
    """What is conserved: nobody flies twice, nothing flies after the missions but ground support."""
    squadrons = [{"id": spec.id} for spec in load().data.aircraft]
    units = [*UNITS, hq("LIX Army Korps", "2110"), rifle("R2", "1710"), rifle("R3", "4012")]
    t = table(units, "cargo", turn=8, aircraft=squadrons)
    s = t.state.copy()
    player, rng = RandomPlayer(seed), Random(seed)
    taken = 0
    while s.phase in ("cargo", "initiative", "air-combat", "missions") and s.turn == 8:
        choice = player.choose(s.choices, s.decider) if seed % 2 else sample(s.choices, rng)
        s.apply(choice)
        taken += 1
        assert taken < 500
        assert sum(s.ammo.values()) <= 10
        assert sum(s.fuel.values()) <= 20
        for a in range(s.world.aircraft.count):
            assert not (s.sectors[a] and s.sorties[a])
            assert aircraft_available(s, a) or not s.sectors[a]


def test_aircraft_are_written_out_with_a_position() -> None:
    more: Any = {"sectors": {"FW": 8, "ME": 3}, "as_fighters": ["ME"], "sorties": {"PE": "aborted"}}
    t = sky(SQUADRONS, UNITS, manifests={"JU": [3, 4]}, air_supplied=["AX-III-HQ"], **more)
    again = load().position(load().position_of(t.state), t.state.dice)
    assert again.world.aircraft.specs == t.state.world.aircraft.specs
    for name in (
        "sectors",
        "sorties",
        "as_fighters",
        "manifests",
        "air_supplied",
        "barred",
        "initiative",
    ):
        assert getattr(again, name) == getattr(t.state, name), name
