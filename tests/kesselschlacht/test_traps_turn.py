"""Traps of the air, positions, activation, movement and bridges: exactly at a limit, two rules at once.

Each was written down from the rulebook before it was played.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.kesselschlacht.air_table import bomber, fighter, fighter_bomber, sky, transport
from tests.kesselschlacht.table import (
    ARMY,
    CORPS,
    Json,
    Table,
    battalion,
    hq,
    hungarian,
    infantry,
    new_table,
    panzer,
    relief,
    rifle,
    river,
    road,
    table,
    tank,
)
from tests.rules import rule

III, LIX, MAUSS = "AX-III-HQ", "AX-LIX-HQ", "AX-MAUSS-HQ"
TANKS, TANKS_HQ = "4th Guards Tank Corps", "SV-4GTC-HQ"
LIX_KORPS = "LIX Army Korps"
COLUMN = [f"22{row:02d}" for row in range(1, 31)]
"""From the Soviet source in 2201 south."""
FIELD = {"1512": {"airfield": "axis"}}
"""In sector 8."""


def reach(t: Table, name: str) -> dict[str, float]:
    return {**t.match.game.reach(t.state, name)["hexes"]}


def axis(*units: Json, phase: str = "axis-move", **more: Any) -> Table:
    """III Panzer Korps in 2012; all are in supply unless said otherwise."""
    everybody = [{"grade": "attack", **unit} for unit in units]
    if not any(unit["id"] == III for unit in units):
        everybody.append(hq(CORPS, "2012"))
    return table(everybody, phase, **{"fuel": {III: 12, LIX: 12}, **more})


def activating(*units: Json, **more: Any) -> Table:
    """6th Guards Tank Corps can be tried beside those who are listed."""
    other = hq("6th Guards Tank Corps", "2203")
    return table([*units, other], "activation", hexsides=road(*COLUMN), **more)


# ---- the air ----


@rule("kesselschlacht", "6.7.2.A-note", "6.7.2.A.b")
def test_a_drop_and_a_landing_in_one_sector_feed_two_hqs_in_all() -> None:
    units = [
        {"id": name, "hex": at} for name, at in ((III, "1510"), (LIX, "1511"), (MAUSS, "1513"))
    ]
    planes = [transport(name) for name in "TUV"]
    loads = {name: [2, 2] for name in "TUV"}
    t = sky(planes, units, "initiative", manifests=loads, hexes=FIELD)
    t.choose(["paradrop", "T", III], ["land", "U", 8], ["deliver", LIX, 1, 1])
    t.refuses(["deliver", MAUSS, 1, 1], "6.7.2.A-note")
    t.choose(["deliver", III, 1, 1])
    t.refuses(["paradrop", "V", MAUSS], "6.7.2.A-note")
    t.choose(["paradrop", "V", LIX])
    assert [t.state.fuel[t.index(name)] for name in (III, LIX)] == [3, 3]


@rule("kesselschlacht", "6.7.2.c", "6.7.2.d")
@pytest.mark.parametrize(
    ("on_field", "verb"), [([], "land"), ([rifle("R", "1512")], "paradrop"), ([hq(ARMY, "1512")], "land")]
)  # fmt: skip
def test_an_airfield_is_lost_to_a_combat_unit_and_not_to_an_hq(
    on_field: list[Json], verb: str
) -> None:
    """R-19, R-118"""
    units = [hq(CORPS, "1510"), *on_field]
    t = sky([transport("T")], units, sectors={"T": 8}, manifests={"T": [2, 2]}, hexes=FIELD)
    assert {choice[0] for choice in t.choices} == {verb, "done"}


@rule("kesselschlacht", "6.4.4.a", "6.7.2.d", "6.3.1.c")
@pytest.mark.parametrize(
    ("soviet", "dice", "lands"),
    [
        ([fighter("S", "soviet")], [6, 6], False),
        ([fighter("S", "soviet")], [1, 1], True),
        ([fighter("S", "soviet"), bomber("C", "soviet")], [1, 1], True),
        ([fighter("S", "soviet"), fighter_bomber("C", "soviet")], [1, 1], False),
    ],
)
def test_supplies_land_where_no_soviet_fighter_or_fighter_bomber_is_left(
    soviet: list[Json], dice: list[int], lands: bool
) -> None:
    """R-111: a bomber that is left does not bar them, nor do fighters that both went home."""
    units = [hq(CORPS, "1510"), rifle("R", "1515")]
    planes = [transport("T"), fighter("F"), *soviet]
    t = sky(planes, units, "air-combat", manifests={"T": [2, 2]}, hexes=FIELD, dice=dice)
    t.plan("axis", ["fly", "T", 8], ["fly", "F", 8], ["done"])
    t.plan("soviet", *(["fly", plane["id"], 8] for plane in soviet), ["done"])
    if t.kind == "roles":
        t.plan("soviet", ["done"])
    if not lands and t.side == "axis":
        t.refuses(["land", "T", 8], "6.7.2.d")
    assert (["land", "T", 8] in t.choices) is lands


@rule("kesselschlacht", "6.5.1.b")
@pytest.mark.parametrize(("a", "b"), [("2010", "2110"), ("2009", "2109"), ("1508", "1509")])
def test_a_bridge_between_sectors_is_bombed_from_the_western_or_southern_one(
    a: str, b: str
) -> None:
    """R-125: sector 8 is west of columns 21 and south of row 8."""
    side = [river(a, b, bridge="standing")]
    for sector in (2, 8, 9):
        t = sky([fighter_bomber("X")], sectors={"X": sector}, hexsides=side)
        assert (["raid", f"{a}-{b}"] in t.choices) is (sector == 8)


# ---- positions ----


@rule("kesselschlacht", "7.1.4.b", "7.1.3.a")
def test_one_regiment_of_a_steady_corps_digs_in_for_a_hex_whose_other_hq_is_shaken() -> None:
    units = [infantry("G", "2010"), hq(CORPS, "2012", status="DO"), infantry("K", "2014")]
    other = [infantry("L", "2010", formation=LIX_KORPS), hq(LIX_KORPS, "2008")]
    t = axis(*units, *other, phase="positions")
    t.refuses(["hasty", "2014"], "7.1.4.b")
    t.choose(["hasty", "2010"])


@rule("kesselschlacht", "2.4.6", "7.1.2.b", "2.4.7")
def test_improving_a_position_gives_its_hasty_marker_back() -> None:
    hexes = [f"{column}{row}" for column in (10, 12, 14, 16) for row in (10, 12, 14)]
    units = [infantry(f"G{n}", h) for n, h in enumerate(hexes)] + [infantry("X", "1311")]
    dug = {h: {"hasty": True} for h in hexes}
    t = axis(*units, hq(CORPS, "1312"), phase="positions", hexes=dug)
    t.refuses(["hasty", "1311"], "2.4.6")
    t.choose(["prepare", hexes[0]], ["hasty", "1311"])


# ---- activation ----


@rule("kesselschlacht", "9.1.1.2.a", "9.1.1.2.c", "5.0.2.2")
@pytest.mark.parametrize(
    ("unit", "weather", "points"),
    [
        ("2216", "snow", None),  # twelve halves
        ("2217", "snow", "6½"),
        ("2216", "heavy_snow", "12"),
        ("2810", "snow", "7½"),
        ("2216", "mud", None),  # a paved road
    ],
)
def test_the_way_to_the_hq_may_cost_six_points(unit: str, weather: str, points: str | None) -> None:
    t = activating(hq(TANKS, "2204"), tank("T", unit), weather=weather)
    if points is None:
        assert ["activate", TANKS_HQ] in t.choices
    else:
        assert f"is {points} points" in t.refuses(["activate", TANKS_HQ], "9.1.1.2.a").message


@rule("kesselschlacht", "9.1.3.a", "9.1.3.b", "8.1.3.b")
def test_who_was_sent_fills_a_place_and_is_not_tried_though_shaken() -> None:
    sent: Json = {"directive": "issued", "directive_hq": TANKS_HQ, "scenario": "campaign"}
    corps = ["7th Guards Tank Corps", "10th Guards Tank Corps", "11th Guards Tank Corps"]
    others = [hq(name, f"22{5 + n:02d}") for n, name in enumerate(corps)]
    t = activating(hq(TANKS, "2210", status="DO"), *others, fifth_guards="gone", **sent)
    t.refuses(["activate", TANKS_HQ], "9.1.3.b")
    t.dice(6, 6, 6)
    t.choose(*(["activate", unit["id"]] for unit in others))
    assert t.state.phase == "soviet-move", "4 of 4"


# ---- movement ----


@rule("kesselschlacht", "11.2.2.c", "11.1.6.b")
@pytest.mark.parametrize(
    ("place", "leaves"),
    [("0101", True), ("0131", True), ("5831", True), ("2001", False), ("5810", False)],
)
def test_corners_belong_to_the_west_and_the_south_edge(place: str, leaves: bool) -> None:
    t = axis(infantry("G", place))
    t.choose(["pick", "G"])
    assert (["exit"] in t.choices) is leaves


@rule("kesselschlacht", "10.5.3", "13.3.5.A.a")
def test_a_force_of_two_corps_is_held_back_by_the_shaken_hq() -> None:
    units = [panzer("P", "2010"), panzer("Q", "2010", formation=LIX_KORPS)]
    t = axis(*units, hq(LIX_KORPS, "2011", status="DO"), fuel_spent={LIX: 2})
    t.choose(["pick", "P"], ["pick", "Q"])
    assert t.offered("fuel") == [1, 2, 3, 4]
    assert "can spend 4 more" in t.refuses(["fuel", 5], "13.3.5.A.a").message


@rule("kesselschlacht", "10.5.1.a", "11.1.1.b")
def test_relief_tanks_go_free_beside_tanks_on_fuel_and_hold_them_to_their_allowance() -> None:
    tanks = relief("R", "2010", type="armor", mobility="motorized", movement=8)
    t = axis(panzer("P", "2010"), tanks, hq("XLVIII Panzer Korps", "2009"))
    t.choose(
        ["pick", "P"], ["pick", "R"], ["fuel", 10], *(["go", f"20{n:02d}"] for n in range(9, 1, -1))
    )
    assert (t.where("P"), t.where("R")) == ("2002", "2002")
    assert t.state.fuel[t.index(III)] == 2


@rule("kesselschlacht", "11.1.4.d", "11.1.5.1")
@pytest.mark.parametrize(
    ("bridge", "kind", "left"),
    [
        (["blown", "standing"], "major", 0.5),
        (["blown", "blown"], "major", None),
        ("standing", "minor", 0.5),
        ("blown", "minor", None),
    ],
)
def test_a_road_needs_one_bridge_that_stands(bridge: Any, kind: str, left: float | None) -> None:
    """R-11, R-59: without it a minor river is crossed like any other, for two points."""
    sides = [*road("2010", "2009"), river("2010", "2009", kind, bridge=bridge)]
    assert reach(axis(infantry("G", "2010", movement=1), hexsides=sides), "G").get("2009") == left


@rule("kesselschlacht", "15.2", "11.1.5.2")
@pytest.mark.parametrize(("south", "left"), [("paved", 5.5), ("dirt", 5)])
def test_a_pontoon_between_a_paved_and_a_dirt_road_is_a_dirt_road(south: str, left: float) -> None:
    """R-181: in mud it then saves nothing."""
    roads = [*road("2009", "2010"), *road("2011", "2012", kind=south)]
    train = {"side": "axis", "state": "built", "between": ["2010", "2011"]}
    sides = [*roads, river("2010", "2011")]
    t = table([infantry("G", "2010", movement=6)], phase="axis-move", weather="mud", hexsides=sides,
              trains=[train])  # fmt: skip
    assert t.match.game.reach(t.state, "G")["hexes"]["2011"] == left


@rule("kesselschlacht", "18.1-ax-reinf.gt11a", "11.1.2.a")
def test_the_fourth_through_the_gate_has_to_go_on() -> None:
    names = ["AX-9SS-1", "AX-9SS-2", "AX-9SS-3", "AX-10SS-1"]
    t = table([], "axis-move", turn=11, queue=dict.fromkeys(names, 11))
    for name in names[:3]:
        t.choose(["place", name, "0103"], ["stop"])
    t.refuses(["place", names[3], "0104"], "18.1-ax-reinf.gt11a")
    t.choose(["place", names[3], "0103"])
    t.refuses(["stop"], "11.1.2.a")
    t.choose(["go", "0104"], ["stop"], ["end"])


@rule("kesselschlacht", "18.1-ax-reinf.a", "18.1-ax-reinf.gt11a")
def test_an_area_is_open_where_no_enemy_and_no_zone_is_and_the_limit_lasts_two_movements() -> None:
    """R-95: 1 for the hex of entry and 1 for a step leave 2 of the 4 for the second movement."""
    t = table([rifle("E", "0101")], "axis-move", turn=11, queue={"AX-9SS-1": 11})
    assert [place[1] for place in t.offered("place")] == ["0103", "0104", "0105"]
    t.choose(["place", "AX-9SS-1", "0104"], ["go", "0105"], ["stop"], ["end"])
    while t.state.phase != "axis-motorized":
        t.choose(["end"])
    assert max(reach(t, "AX-9SS-1").values()) == 1


# ---- bridges ----


@rule("kesselschlacht", "15.2.2.b", "15.2.2.c")
@pytest.mark.parametrize(
    ("at", "builds"), [("2014", True), ("2015", False), ("2005", True), ("2004", False)]
)
def test_either_end_of_a_pontoon_may_be_the_one_near_the_hq(at: str, builds: bool) -> None:
    """R-105: the labour in 2010 may stand across the river from its HQ."""
    trains = [{"side": "axis", "state": "carried", "carrier": III}]
    t = axis(infantry("G", "2010"), hq(CORPS, at), hexsides=[river("2010", "2009")], trains=trains)
    assert (["build", "G", "2009"] in t.choices) is builds


@rule("kesselschlacht", "15.2.2.c", "15.2.3.a")
@pytest.mark.parametrize(
    ("unit", "case"),
    [
        (infantry("G", "2010", mobility="motorized"), None),
        (battalion("G", "2010"), None),
        (panzer("G", "2010"), "15.2.2.c"),
        (panzer("G", "2010", type="artillery"), "15.2.2.c"),
        (infantry("G", "2010", formation=LIX_KORPS), "15.2.1.b"),
        (infantry("G", "2010", status="DO"), "15.2.3.a"),
        (hungarian("G", "2010"), "15.2.1.b"),
    ],
)
def test_infantry_of_the_hq_with_the_train_builds_on_foot_or_on_wheels(
    unit: Json, case: str | None
) -> None:
    trains = [{"side": "axis", "state": "carried", "carrier": III}]
    t = axis(unit, infantry("K", "2020"), hexsides=[river("2010", "2009")], trains=trains)
    if case is None:
        t.choose(["build", "G", "2009"])
    else:
        t.refuses(["build", "G", "2009"], case)


@rule("kesselschlacht", "15.2.3.d", "13.3.b")
def test_a_garrison_that_catches_disorder_from_arrivals_loses_its_pontoon() -> None:
    built = [{"side": "axis", "state": "built", "between": ["2010", "2009"], "garrison": "G"}]
    for others, state in (([], "lost"), ([infantry("H", "2009")], "built")):
        t = axis(
            infantry("G", "2010"), infantry("D", "2011", status="DO"), *others,
            hexsides=[river("2010", "2009")], trains=built,
        )  # fmt: skip
        t.move("D", "2010")
        assert t.state.trains[0].state == state


# ---- the set-up ----


@rule("kesselschlacht", "18.1-ax-points")
def test_a_refused_division_of_points_says_in_what_order_the_corps_are_named() -> None:
    t = new_table("march31")
    while t.kind == "setup":
        t.choose(next((c for c in t.choices if c[0] == "place"), ["done"]))
    assert "not 16" in t.refuses(["allot-ammo", III, 15, LIX, 1], "18.1-ax-points").message
    order = t.refuses(["allot-ammo", LIX, 10, III, 5], "18.1-ax-points").message
    assert order.index(III) < order.index(LIX)
    t.choose(["allot-ammo", III, 5, LIX, 10])
