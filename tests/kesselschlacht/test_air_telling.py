"""The log of the air phases in words."""

from __future__ import annotations

from hexfront.games.kesselschlacht.game import load
from hexfront.kernel.fields import Json
from tests.kesselschlacht.table import hq, infantry, rifle, river, table

AXIS = ("AA-JU52T", "AA-190-1", "AA-109-1", "AA-JU87")
SOVIET = ("SA-YAK9-1", "SA-IL2-1", "SA-PE2-1")


def words(events: list[Json]) -> list[str]:
    return [said for event in events if (said := load().describe(event))]


def test_the_log_of_the_air_phases() -> None:
    units = [hq("III Panzer Korps", "1212"), infantry("G", "1310"), rifle("R", "2210")]
    t = table(
        units, "cargo", aircraft=[{"id": name} for name in (*AXIS, *SOVIET)],
        hexes={"1214": {"airfield": "axis"}}, hexsides=[river("1212", "1213", bridge="standing")],
    )  # fmt: skip
    t.dice(1, 2, 6, 1, 1, 3)
    events = t.plan("axis", ["load", "AA-JU52T", 4, 9], ["done"])
    events += t.choose(["done"])
    events += t.plan("axis", *[["fly", name, 8] for name in AXIS], ["done"])
    events += t.plan("soviet", *[["fly", name, 8] for name in SOVIET], ["done"])
    events += t.plan("axis", ["fight", "AA-190-1"], ["done"])
    events += t.plan("soviet", ["done"])
    assert t.kind == "pursuit"
    events += t.choose(["attack"])
    events += t.choose(["land", "AA-JU52T", 8], ["deliver", "AX-III-HQ", 4, 9])
    events += t.choose(["raid", "1212-1213"], ["join", "AA-JU87"], ["declare"], ["done"])
    said = words(events)
    assert said[: said.index("Axis defensive positions.")] == [
        "The transports are loaded.",
        "Air initiative.",
        "Die 1: the Axis side has the air initiative.",
        "Air combat.",
        "Axis: Ju 52 TR, FW 190 (1), Bf 109 (1), Ju 87 to sector 8.",
        "Soviet: Yak-9 (1), Il-2 (1), Pe-2 (1) to sector 8.",
        "Sector 8: FW 190 (1) fights as a fighter.",
        "Sector 8: no Soviet fighter-bomber fights as a fighter.",
        "Sector 8: FW 190 (1), Bf 109 (1) attack Yak-9 (1), 9 to 4: 2:1, die 2: DA.",
        "Sector 8: Yak-9 (1) attacks FW 190 (1), Bf 109 (1), 4 to 9: 1:3, die 6: no effect.",
        "Yak-9 (1) aborts.",
        "Sector 8: FW 190 (1), Bf 109 (1) attack Il-2 (1), Pe-2 (1), 9 to 4, 1 to the right by "
        "maneuver: 3:1, die 1: DA.",
        "Il-2 (1), Pe-2 (1) abort.",
        "Air missions.",
        "Ju 52 TR lands in sector 8.",
        "Ju 52 TR brings III Panzer Korps HQ 4 ammunition and 9 fuel.",
        "Ju 87 raids the bridge 1212-1213 with strength 5, die 1 + 1: it is destroyed.",
        "The bridge 1212 to Monasterzyska (1213) is destroyed.",
    ]


def test_what_is_not_brought_is_not_named() -> None:
    brought: Json = {"what": "delivered", "aircraft": "AA-JU52T", "unit": "AX-III-HQ"}
    said = load().describe({**brought, "ammo": 0, "fuel": 3})
    assert said == "Ju 52 TR brings III Panzer Korps HQ 3 fuel."


def test_bombing_and_waiting_aircraft_in_words() -> None:
    describe = load().describe
    bombing: Json = {"what": "bombing", "aircraft": ["AA-JU87", "AA-190-1"], "hex": "2210"}
    bombing |= {"strength": 9, "die": 6, "result": ""}
    assert describe(bombing) == "Ju 87, FW 190 (1) bomb 2210 with strength 9, die 6: no effect."
    waiting: Json = {"what": "ground-support", "side": "axis", "sectors": {"AA-190-1": 8, "X": 3}}
    assert (
        describe(waiting) == "Kept for ground support: X over sector 3; FW 190 (1) over sector 8."
    )
    assert describe({"what": "allocated", "side": "axis", "sectors": {}}) == "Axis: nobody flies."
