"""Positions from outside: what they leave out, what they cannot say, and that stacks are listed top first."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.kernel.match import position_match
from hexfront.kernel.refusal import Refused
from tests.kesselschlacht.air_table import bomber, fighter, fighter_bomber, sky, transport
from tests.kesselschlacht.table import (
    ARMY,
    CORPS,
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
TANKS = "4th Guards Tank Corps"
COLUMN = [f"22{row:02d}" for row in range(1, 25)]
"""From the Soviet source in 2201 south."""


def seen(t: Table, side: int) -> list[str]:
    return [unit["id"] for unit in t.match.game.view(t.state, side)["units"]]


# ---- what is listed ----


@rule("kesselschlacht", "3.6.a")
def test_stacks_are_listed_top_first() -> None:
    t = table([infantry("A", "2010"), infantry("B", "2010"), rifle("R", "2012")], "axis-move")
    assert seen(t, 1) == ["A", "R"], "of the enemy's stack only the top is seen"
    written = t.match.game.position_of(t.state)
    assert [unit["id"] for unit in written["units"]] == ["A", "B", "R"]


@rule("kesselschlacht", "6.1.a")
def test_without_a_list_the_scenario_s_aircraft_fly_over_its_map_and_none_over_a_blank_one() -> (
    None
):
    assert table([], "cargo", blank=False).planned("axis"), "its transports are loaded"
    assert table([], "cargo").state.phase == "soviet-move"
    assert table([], "cargo", blank=False, aircraft=[]).state.phase == "soviet-move"


# ---- what is left out ----


def crossing(*units: Json, phase: str, **more: Any) -> Table:
    """A bridge over the Dnestr from 2214 to 2215; two Soviet corps in the north."""
    south = {f"{column}{row}": {"south": True} for column in (21, 22, 23) for row in range(15, 20)}
    corps = [hq(TANKS, "3010"), hq("6th Guards Tank Corps", "3012")]
    return table(
        [*units, *corps, hq(CORPS, "2212")], phase, turn=3, scenario="campaign", hexes=south,
        hexsides=[river("2214", "2215", bridge="standing")], **{"fuel": {III: 9}, **more},
    )  # fmt: skip


def next_turn(t: Table) -> str:
    """The phase of the next decision after the air phases of the coming turn."""
    while t.state.turn == 3 or t.state.phase == "positions":
        offered = t.choices
        t.choose(next(c for c in (["end"], ["pass"], ["done"]) if c in offered))
    return t.state.phase


@rule("kesselschlacht", "8.1.1.b", "8.1.2.a")
@pytest.mark.parametrize("phase", ["axis-move", "axis-motorized"])
def test_an_axis_unit_that_is_north_began_there_if_nothing_else_is_said(phase: str) -> None:
    for said, asked in (({}, True), ({"started_north": False}, False)):
        t = crossing(panzer("P", "2214", **said), phase=phase)
        t.choose(["pick", "P"], ["fuel", 2], ["go", "2215"], ["stop"], ["end"])
        assert (next_turn(t) == "directive") is asked


@rule("kesselschlacht", "9.1.a", "8.1.3.a")
def test_units_are_activated_with_their_hq_if_nothing_else_is_said() -> None:
    on, ways = {"activated": True}, road(*COLUMN)
    units = [hq(ARMY, "2205", **on), rifle("A", "2206"), rifle("B", "2207", activated=False)]
    assert table(units, "soviet-move", hexsides=ways).offered("pick") == ["SV-1GA-HQ", "A"]
    sent: Json = {"directive": "issued", "directive_hq": "SV-4GTC-HQ"}
    units = [hq(TANKS, "2205", **on), tank("A", "2206", bound=True), tank("B", "2207")]
    t = table(units, "soviet-move", hexsides=ways, hexes={"2215": {"south": True}}, **sent)
    assert t.offered("pick") == ["SV-4GTC-HQ", "A"], "the Directive activates whom it binds"


@rule("kesselschlacht", "11.3.3")
def test_who_is_out_of_supply_when_a_soviet_movement_is_set_up_is_not_made_so_by_it() -> None:
    """R-73"""
    units = [rifle("R", "2010"), hq(ARMY, "2012", activated=True)]
    t = table(units, "soviet-move")
    t.move("R", "2009")
    t = table(units, "soviet-move")
    t.choose(["pick", "R"], ["go", "2011"])
    t.refuses(["stop"], "11.3.3")
    t = table([{**units[0], "grade": "general"}, units[1]], "soviet-move")
    t.choose(["pick", "R"], ["go", "2009"])
    t.refuses(["stop"], "11.3.3")


# ---- heavy snow ----


@rule("kesselschlacht", "5.0.2.1", "6.0")
@pytest.mark.parametrize("phase", ["cargo", "initiative", "air-combat", "missions"])
def test_no_air_phase_of_a_position_is_played_in_heavy_snow(phase: str) -> None:
    planes = [bomber("B"), transport("T"), fighter("F", "soviet")]
    units = [hq(CORPS, "1510"), rifle("R", "1513")]
    more: Json = {"sectors": {"B": 8}} if phase == "missions" else {}
    t = sky(planes, units, phase=phase, weather="heavy_snow", **more)
    assert t.state.phase == "soviet-move"
    assert sky(planes, units, phase=phase, **more).state.phase == phase


@rule("kesselschlacht", "5.0.2.1", "6.1.2", "6.4.2.b", "6.6.a")
@pytest.mark.parametrize(
    ("said", "case"),
    [
        ({"weather": "heavy_snow", "sectors": {"X": 8}}, "5.0.2.1"),
        ({"sectors": {"X": 8}, "as_fighters": ["X"]}, "6.1.2"),
        ({"sorties": {"X": "flown"}}, "6.1.2"),
        ({"sorties": {"X": "aborted"}}, "6.4.2.b"),
        ({"sectors": {"X": 9}}, "6.6.a"),
    ],
)
def test_why_a_fighter_bomber_does_not_support_an_attack(said: Json, case: str) -> None:
    units = [infantry("G", "1510"), hq(CORPS, "1508"), rifle("R", "1511")]
    t = sky([fighter_bomber("X")], units, phase="axis-combat", ammo={III: 4}, **said)
    t.choose(["target", "1511"])
    t.refuses(["join", "X"], case)


# ---- what a position cannot say ----


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ({"fuel": {"G": 5}}, "fuel"),
        ({"ammo": {"SV-4GTC-HQ": 5}}, "ammo"),
        ({"fuel_source": "AX-XLVIII-HQ"}, "fuel_source"),
        ({"directive": "issued"}, "which corps HQ"),
        ({"directive": "issued", "directive_hq": "SV-60A-HQ"}, "SV-60A-HQ"),
        ({"recall_order": "active", "recall_hq": "G"}, "G is no Soviet corps HQ"),
        ({"trains": [{"side": "axis", "carrier": "SV-4GTC-HQ"}]}, "pontoon"),
        ({"trains": [{"side": "axis", "carrier": "G"}]}, "pontoon"),
        ({"hexes": {"2010": {"hasty": True, "prepared": True}}}, "two positions in 2010"),
        ({"fuel_spent": {"AX-XLVIII-HQ": 5}}, "fuel_spent"),
        ({"air_supplied": ["SV-4GTC-HQ"]}, "air_supplied"),
        ({"gate": "2010"}, "gate 2010"),
        ({"hexes": {"2010": {"points": 5}}}, "points of 2010"),
        ({"hexes": {"2010": {"city": ["Ternopol"]}}}, "city in 2010"),
        ({"aircraft": [{"id": "AA-109-1", "side": "soviet"}]}, "side"),
        ({"aircraft": [{"id": "", "side": "soviet"}]}, "has an id"),
    ],
)
def test_points_orders_and_trains_belong_to_those_who_can_have_them(said: Json, word: str) -> None:
    with pytest.raises(Refused) as refused:
        table([infantry("G", "2010"), hq(CORPS, "2012")], **said)
    assert refused.value.kind == "malformed"
    assert word in refused.value.message


@pytest.mark.parametrize(
    ("unit", "word"),
    [
        (infantry("G", "2010", parent="SV-4GTC-HQ"), "SV-4GTC-HQ is no HQ"),
        (infantry("G", "2010", parent="G"), "G is no HQ"),
        (infantry("G", "2010", formation="Nowhere"), "Nowhere"),
        (infantry("G", "2010", nation="soviet"), "nation"),
        (infantry("G", "2010", group="1UK"), "group"),
        (infantry("G", "2010", grade="general"), "General Supply"),
        (hq(CORPS, "2010", side="soviet"), "side"),
        (hq(CORPS, "2010", group="2UK"), "group"),
        ({"id": "SV-5GTC-HQ", "hex": "2010", "formation": TANKS}, "of no other formation"),
        (hq(CORPS, "2010", type="infantry"), "type"),
        (infantry("G", "2010", post="2010"), "Only a garrison has a post"),
        (infantry("", "2010"), "has an id"),
    ],
)
def test_a_unit_belongs_to_its_side(unit: Json, word: str) -> None:
    with pytest.raises(Refused) as refused:
        table([unit])
    assert word in refused.value.message


def test_the_points_of_a_place_can_be_changed_alone() -> None:
    t = table(blank=False, hexes={"1904": {"points": 7}})
    assert t.match.game.position_of(t.state)["hexes"]["1904"]["points"] == 7
    t = table(blank=False, hexes={"1904": {"city": None}})
    assert "points" not in t.match.game.position_of(t.state)["hexes"]["1904"], "they go with it"


def test_attacks_of_units_under_the_armys_hq_are_written_and_read() -> None:
    units = [infantry("A", "2009", formation="First Panzer Army"), rifle("R", "2010")]
    t = table([*units, hq("First Panzer Army", "2007")], "axis-combat", dice=[3])
    t.choose(["target", "2010"], ["join", "A"], ["declare"])
    written = t.match.game.position_of(t.state)
    again = Table(position_match(t.match.game, written, seed="00"))
    assert again.state.attacks_made == {t.index("AX-1PZA-HQ"): 1}


def test_sectors_are_numbers_that_the_map_has() -> None:
    with pytest.raises(Refused, match="no air sector 25"):
        sky([fighter("F")], sectors={"F": 25})
    t = sky([transport("T")], sectors={"T": 8}, barred=[8, "9"])
    assert t.match.game.position_of(t.state)["barred"] == [8, 9]


@rule("kesselschlacht", "15.1.1.a")
def test_a_position_before_a_bridge_is_blown_begins_the_movement_no_second_time() -> None:
    """What was noted in the movement is still known: who went over the Dnestr in it."""
    side = [river("2010", "2011", bridge="standing")]
    south = {f"20{row}": {"south": True} for row in range(11, 15)}
    units = [infantry("G", "2010"), hq(CORPS, "2009")]
    t = table(units, "axis-move", 3, blank=True, hexsides=side, hexes=south, scenario="campaign")
    t.move("G", "2011")
    t.choose(["end"])
    assert t.kind == "demolition"
    written = t.match.game.position_of(t.state)
    again = Table(position_match(t.match.game, written, seed="00"))
    assert again.kind == "move"
    assert again.match.game.position_of(again.state) == written
    again.choose(["end"])
    assert again.choices == t.choices


def test_units_without_a_place_in_the_lists_stay_where_a_set_up_position_has_them() -> None:
    units = [{"id": "SV-1GA-D08", "formation": TANKS, "hex": "2914"}, rifle("R", "2913")]
    assert table(units, "setup-soviet", blank=False).choices == [["done"]], "none is taken back"


def test_no_list_puts_units_on_enemies() -> None:
    with pytest.raises(Refused, match="both sides in 3425"):
        table([{"id": "AX-III-HQ", "hex": None}, rifle("R", "3425")], "setup-axis", blank=False)


@rule("kesselschlacht", "15.2.1.a")
def test_a_side_without_an_hq_for_its_pontoon_train_assigns_none() -> None:
    units = [hq(TANKS, "2205"), hq("XLVIII Panzer Korps", "2012")]
    t = table(units, "setup-pontoons", scenario="campaign", turn=1)
    assert t.planned("axis") == [["done"]]
    t.refuses_plan("soviet", ["done"], "18.2-sov-pontoon")


@rule("kesselschlacht", "13.3.5.B.a", "13.3.5.B.b")
@pytest.mark.parametrize(("said", "attackers"), [({}, 4), ({"had_ammo": False}, 5)])
def test_a_corps_with_ammunition_had_some_when_the_combats_began(
    said: Json, attackers: int
) -> None:
    """R-66: with some four units attack, without any four combats are made."""
    units = [infantry(f"G{n}", h) for n, h in enumerate(("2009", "2009", "2009", "2110", "2110"))]
    corps = hq(CORPS, "2109", status="DO", **said)
    enemy = rifle("R", "2010")
    t = table([*units, corps, enemy], "axis-combat", ammo={III: 9}, begun=True)
    t.choose(["target", "2010"], ["join", "G0"], ["join", "G3"])
    assert sum(choice[0] == "leave" for choice in t.choices) == attackers


# ---- units that are made up ----


@rule("kesselschlacht", "2.2.1", "3.5.a")
@pytest.mark.parametrize(
    ("said", "mobility", "fuel", "group", "headquarters"),
    [
        ({}, "leg", False, "1PzA", III),
        ({"type": "armor"}, "motorized", True, "1PzA", III),
        ({"type": "artillery"}, "motorized", True, "1PzA", III),
        ({"type": "armor", "mobility": "leg"}, "leg", False, "1PzA", III),
        ({"type": "stug", "group": "ARF"}, "motorized", False, "ARF", "AX-XLVIII-HQ"),
        ({"type": "at", "formation": "II SS Panzer Korps"}, "motorized", False, "ARF", "AX-IISS-HQ"),
        ({"nation": "hungarian"}, "leg", False, "ARF", "AX-HVII-HQ"),
        ({"type": "garrison"}, "leg", False, "garrison", None),
    ],
)  # fmt: skip
def test_a_new_axis_unit_is_what_its_words_say(
    said: Json, mobility: str, fuel: bool, group: str, headquarters: str | None
) -> None:
    t = table([{"id": "U", "side": "axis", "hex": "2010", **said}], "axis-combat")
    (written,) = t.match.game.position_of(t.state)["units"]
    seen = written["mobility"], written["fuel"], written["group"], written["parent"]
    assert seen == (mobility, fuel, group, headquarters)


@rule("kesselschlacht", "2.2.1", "3.5.c", "16.2.a")
@pytest.mark.parametrize(
    ("said", "mobility", "group", "headquarters"),
    [
        ({}, "leg", "1UK", "SV-1GA-HQ"),
        ({"type": "artillery"}, "leg", "1UK", "SV-1GA-HQ"),
        ({"type": "armor", "formation": "5th Mechanized Corps"}, "motorized", "2UK", "SV-5MC-HQ"),
        ({"group": "2UK"}, "leg", "2UK", "SV-40A-HQ"),
    ],
)
def test_a_new_soviet_unit_is_what_its_words_say(
    said: Json, mobility: str, group: str, headquarters: str
) -> None:
    t = table([{"id": "U", "side": "soviet", "hex": "2010", **said}], "soviet-combat")
    (written,) = t.match.game.position_of(t.state)["units"]
    assert (written["mobility"], written["group"], written["parent"]) == (
        mobility,
        group,
        headquarters,
    )
