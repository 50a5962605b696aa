"""Tempting choices that are refused: the case is right and the sentence is true."""

from __future__ import annotations

import pytest

from tests.kesselschlacht.air_table import sky, transport
from tests.kesselschlacht.table import CORPS, Json, hq, infantry, new_table, rifle, table, tank
from tests.kesselschlacht.test_directive import BRIGADES, ROAD, march, over
from tests.kesselschlacht.test_optional_rules import campaign
from tests.kesselschlacht.test_soviet_movement import ineligible
from tests.rules import rule

TANKS, TANKS_HQ = "4th Guards Tank Corps", "SV-4GTC-HQ"
GONE: Json = {"fifth_guards": "gone"}


@rule("kesselschlacht", "9.2.1-ex", "9.2.1.d")
def test_why_the_priority_armies_are_not_rolled_for_again() -> None:
    """38th Army failed, 40th is eligible all the same."""
    armies = [hq("38th Army", "2210"), hq("40th Army", "2213")]
    t = march(*armies, **GONE)
    t.dice(3, 6)
    t.choose(["priority"])
    said = t.refuses(["priority"], "9.2.1-ex").message
    assert said == "38th Army HQ has failed its roll: any army may be named now."
    t.refuses(["activate", "SV-38A-HQ"], "9.1.3.b")
    assert ["activate", "SV-40A-HQ"] in t.choices
    neither = march(hq(TANKS, "2210"), **GONE)
    neither.refuses(["priority"], "9.2.1.d")


@rule("kesselschlacht", "8.2.a")
def test_nothing_is_tried_before_the_recall_is_decided() -> None:
    south = hq(TANKS, "2225")
    t = march(south, turn=8, directive="done", directive_hq=TANKS_HQ, **GONE)
    for choice in (["priority"], ["activate", "SV-60A-HQ"], ["end"]):
        t.refuses(choice, "8.2.a")


@rule("kesselschlacht", "8.1.3.a")
def test_a_brigade_that_the_directive_does_not_bind_is_told_so() -> None:
    """R-165: it is not activated, and it does not close up either."""
    other = hq("6th Guards Tank Corps", "2212")
    t = march(over("G1"), hq(TANKS, "2215"), *BRIGADES, other, dice=[1], **GONE)
    t.choose(["name", TANKS_HQ], ["end"])
    said = t.refuses(["pick", "T1"], "8.1.3.a").message
    assert said == (
        "The Directive moves 4th Guards Tank Corps HQ and the brigades it binds, not T1."
    )


@rule("kesselschlacht", "4.0.H", "9.1-ex")
def test_who_failed_to_be_activated_does_not_close_up() -> None:
    t = table(
        [hq(TANKS, "2205", tried=True), tank("T", "2220"), rifle("Q", "2206", activated=True)],
        "soviet-move",
        hexsides=ROAD,
    )
    assert "could not be tried" in t.refuses(["pick", "T"], "4.0.H").message


@rule("kesselschlacht", "11.3.4.1", "11.3.4.2", "11.3.4.b")
def test_why_a_formation_does_not_close_up() -> None:
    army, name = "1st Guards Army", "SV-1GA-HQ"
    t = ineligible(hq(army, "2212", status="DO"), rifle("N", "2213"))
    assert "within one hex of a road already" in t.refuses(["pick", name], "11.3.4.b").message
    assert (
        "within six points of 1st Guards Army HQ already"
        in t.refuses(["pick", "N"], "11.3.4.b").message
    )
    t = ineligible(hq(army, "2412"), rifle("N", "2413"))
    assert "neither west nor south" in t.refuses(["pick", name], "11.3.4.1").message
    south = {f"{c}{r:02d}": {"south": True} for c in range(20, 30) for r in range(1, 32)}
    t = ineligible(hq(army, "2412"), rifle("N", "2413"), hexes=south)
    assert "neither west nor north" in t.refuses(["pick", name], "11.3.4.1").message


@rule("kesselschlacht", "6.3.1.a")
def test_nobody_lands_in_a_sector_that_is_not_there() -> None:
    t = sky([transport("T")], [hq(CORPS, "1510"), rifle("R", "2020")], "initiative")
    said = t.refuses(["land", "T", 25], "6.3.1.a").message
    assert said == "There is no sector 25; they are 1 to 24."


@rule("kesselschlacht", "6.7.2.A.a")
def test_nothing_is_divided_before_a_transport_has_landed() -> None:
    t = sky([transport("T")], [hq(CORPS, "1510"), rifle("R", "2020")], "initiative")
    t.refuses(["deliver", "AX-III-HQ", 1, 1], "6.7.2.A.a")


@rule("kesselschlacht", "18.2-ax-reinf.gt3", "19.1.2", "18.2-ax-air")
@pytest.mark.parametrize(
    ("scenario", "name", "case", "said"),
    [
        ("campaign", "AA-JU52T", "18.2-ax-reinf.gt3", "comes on turn 3"),
        ("campaign", "AA-JU88-X", "19.1.2", "only by an optional rule"),
        ("march31", "AA-JU88-X", "19.1.2", "only by an optional rule"),
    ],
)
def test_why_an_aircraft_is_not_there(scenario: str, name: str, case: str, said: str) -> None:
    units = [infantry("G", "5005"), hq(CORPS, "5006")]
    turn = 2 if scenario == "campaign" else 8
    t = table(units, "air-combat", turn, blank=False, scenario=scenario)
    assert said in t.refuses_plan("axis", ["fly", name, 3], case).message


@rule("kesselschlacht", "15.2", "15.2.1.a")
def test_a_train_too_many_is_not_assigned() -> None:
    t = new_table("march31")
    while t.kind != "pontoons":
        if t.kind == "points":
            verb, total = (
                ("allot-ammo", 15) if t.choices[0][0] == "allot-ammo" else ("allot-fuel", 25)
            )
            t.choose([verb, "AX-III-HQ", total])
        else:
            t.choose(next((c for c in t.choices if c[0] == "place"), ["done"]))
    t.plan("axis", ["assign", "AX-III-HQ"])
    said = t.refuses_plan("axis", ["assign", "AX-LIX-HQ"], "15.2").message
    assert said == "Every pontoon train is assigned already: take one back first."


@rule("kesselschlacht", "19.3.1.4", "18.1-ax-reinf.a")
def test_a_reinforcement_that_comes_earlier_says_so_in_the_set_up() -> None:
    s = campaign({"19.3.1": 8}, then=[6, 4])
    assert s.margarethe == 4
    assert s.why(("place", "AX-9SS-1", "0101")).message.endswith("comes on turn 10.")
