"""Bombing of hexes and bridges, by surprise and after the air combat; ground support kept for combats."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.kesselschlacht.rules.bombing import bridge_sector, outcome
from hexfront.games.kesselschlacht.rules.missions import FlyHome, support, use_support
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
from tests.kesselschlacht.table import Table, hq, infantry, rifle, river
from tests.rules import rule

FRONT = [rifle("R1", "1210"), rifle("R2", "1210"), rifle("R3", "2210"), infantry("G", "1212")]
"""Two divisions in sector 8, one in sector 9, and a German regiment."""


def strike(t: Table, target: str, *aircraft: str) -> list[Json]:
    verb = "raid" if "-" in target else "bomb"
    joins: list[Any] = [["join", a] for a in aircraft]
    return t.choose([verb, target], *joins, ["declare"])


# Bombing ----------------------------------------------------------------------------------------


@rule("kesselschlacht", "6.5.a", "6.5.b", "6.5-note", "6.3.1.b")
def test_bombing_strikes_a_hex_of_the_own_sector_and_everybody_in_it() -> None:
    """R-123."""
    t = sky([bomber("HE"), bomber("JU")], FRONT, sectors={"HE": 8})
    assert t.offered("bomb") == ["1210"]
    refusal = t.refuses(["bomb", "2210"], "6.5.a")
    assert "sector 9" in refusal.message
    t.refuses(["bomb", "1211"], "6.5.a")
    t.refuses(["bomb", "1212"], "6.5.a")
    t.choose(["bomb", "1210"])
    t.refuses(["join", "JU"], "6.5.a")
    t.refuses(["declare"], "6.5.b")
    t.dice(1)
    t.choose(["join", "HE"])
    events = t.choose(["declare"])
    assert [e["purpose"] for e in told(events, "die")] == ["bombing"]
    assert (t.status("R1"), t.status("R2"), t.status("R3")) == ("DO", "DO", "ok")


@rule("kesselschlacht", "6.5.b", "13.3.b")
def test_bombed_units_share_the_worst_status() -> None:
    """R-46, after a position that no game could lead to."""
    units = [rifle("R1", "1210", status="DO"), rifle("R2", "1210")]
    t = sky([bomber("HE")], units, sectors={"HE": 8})
    t.dice(1)
    strike(t, "1210", "HE")
    assert (t.status("R1"), t.status("R2")) == ("DIS", "DIS")


@rule("kesselschlacht", "6.5.b", "6.1.3")
def test_the_strengths_of_a_mission_are_added_for_one_die() -> None:
    aircraft = [bomber("A", load=3), bomber("B", load=3), bomber("C", load=1)]
    t = sky(aircraft, FRONT, sectors={"A": 8, "B": 8, "C": 8})
    t.dice(1, 1)
    bombing = told(strike(t, "1210", "A", "B"), "bombing")
    assert [(e["strength"], e["result"]) for e in bombing] == [(6, "DIS")]
    assert told(strike(t, "1210", "C"), "bombing")[0]["result"] == "DO"


@rule("kesselschlacht", "6.5.b", "6.5.1.a")
@pytest.mark.parametrize(
    ("strength", "die", "result"),
    [
        (1, 1, ("DO", False)),
        (2, 2, ("", False)),
        (3, 1, ("DO", True)),
        (6, 1, ("DIS", True)),
        (7, 4, ("DO", False)),
        (40, 2, ("DIS", True)),
        (40, 7, ("", False)),
        (0, 1, ("", False)),
    ],
)
def test_the_bombing_table(strength: int, die: int, result: tuple[str, bool]) -> None:
    assert outcome(sky([], FRONT).state, strength, die) == result


@rule("kesselschlacht", "6.5.a", "2.3.2")
def test_neither_ground_nor_air_strength_changes_a_bombing() -> None:
    for strength in (1, 9):
        t = sky(
            [bomber("HE", strength=strength)],
            FRONT,
            sectors={"HE": 8},
            hexes={"1210": {"city": "X"}},
        )
        t.dice(2)
        assert told(strike(t, "1210", "HE"), "bombing")[0]["result"] == "DO"


@rule("kesselschlacht", "6.1.1.a", "6.1.1.b", "6.1.1.d", "2.3.4")
def test_only_bombers_and_fighter_bombers_bomb() -> None:
    aircraft = [fighter("ME"), transport("JU"), fighter_bomber("FW"), bomber("PE", "soviet")]
    sectors = {"ME": 8, "JU": 8, "FW": 8}
    t = sky(aircraft, FRONT, sectors=sectors)
    t.choose(["bomb", "1210"])
    t.refuses(["join", "ME"], "6.1.1.b")
    t.refuses(["join", "JU"], "6.1.1.d")
    t.refuses(["join", "PE"], "2.3.1")
    t.refuses(["join", "R1"], "6.5.a")
    t.choose(["join", "FW"])
    t.refuses(["join", "FW"], "6.5.b")
    t.refuses(["leave", "ME"], "6.5.b")
    t.refuses(["bomb", "1210"], "6.5.b")
    t.choose(["leave", "FW"], ["cancel"])
    assert t.kind == "missions"


@rule("kesselschlacht", "6.1.3-eg", "6.1.3", "6.2.1.a", "6.2.1.b", "6.1.2")
def test_a_unit_is_bombed_by_surprise_and_again_after_the_air_combat() -> None:
    units = [hq("38th Army", "1210"), infantry("G", "1212")]
    t = sky([fighter_bomber("FW"), bomber("HE")], units, "initiative")
    t.dice(1, 1)
    strike(t, "1210", "FW")
    assert t.status("SV-38A-HQ") == "DO"
    t.choose(["done"])
    t.plan("axis", ["fly", "HE", 8], ["done"])
    t.choose(["bomb", "1210"])
    t.refuses(["join", "FW"], "6.1.2")
    t.choose(["join", "HE"], ["declare"])
    assert t.status("SV-38A-HQ") == "DIS"


@rule("kesselschlacht", "6.2.1.a")
def test_surprise_is_free_of_enemy_aircraft_and_may_strike_anywhere() -> None:
    aircraft = [bomber("HE"), bomber("JU"), fighter("YAK", "soviet")]
    t = sky(aircraft, FRONT, "initiative", sectors={"YAK": 8})
    assert t.offered("bomb") == ["1210", "2210"]
    t.refuses(["fly", "HE", 8], "6.3.2.a")
    t.refuses(["join", "HE"], "6.5.b")
    t.refuses(["end"], "6.2.1.a")
    events = strike(t, "1210", "HE")
    assert not told(events, "air-attack")
    strike(t, "2210", "JU")
    assert t.state.sorties[:2] == ["flown", "flown"]


@rule("kesselschlacht", "6.1.a")
def test_flying_uses_no_points() -> None:
    t = sky([bomber("HE")], FRONT, sectors={"HE": 8}, fuel={"AX-III-HQ": 4}, ammo={"AX-III-HQ": 3})
    strike(t, "1210", "HE")
    u = t.index("AX-III-HQ")
    assert (t.state.fuel, t.state.ammo) == ({u: 4}, {u: 3})


@rule("kesselschlacht", "6.4.4.a", "13.3.5.a")
def test_all_missions_of_the_holder_come_first() -> None:
    """R-120."""
    units = [hq("III Panzer Korps", "1212"), rifle("R1", "1410")]
    aircraft = [transport("JU"), bomber("PE", "soviet"), bomber("HE")]
    more: Any = {"sectors": {"JU": 8, "PE": 8}, "manifests": {"JU": [2, 3]}}
    t = sky(aircraft, units, initiative="soviet", **more)
    assert t.side == "soviet"
    t.dice(1)
    strike(t, "1212", "PE")
    t.choose(["done"])
    assert t.side == "axis"
    refusal = t.refuses(["paradrop", "JU", "AX-III-HQ"], "13.3.5.a")
    assert "is disorganized" in refusal.message


# Bridges ----------------------------------------------------------------------------------------

CROSSING = [river("1210", "1211", bridge="standing"), river("2010", "2110", bridge="standing")]
RAIDERS = [fighter_bomber("FW", load=3), bomber("HE", load=3), bomber("PE", "soviet", load=9)]


@rule("kesselschlacht", "6.5.1.a", "15.1.a")
@pytest.mark.parametrize(("face", "stands"), [(1, False), (2, True)])
def test_a_star_destroys_a_bridge(face: int, stands: bool) -> None:
    t = sky(RAIDERS, FRONT, "initiative", hexsides=CROSSING)
    t.dice(face)
    events = strike(t, "1210-1211", "FW")
    assert told(events, "raid")[0]["destroyed"] is not stands
    assert bool(t.state.standing & 1) is stands
    assert t.status("R1") == "ok"


@rule("kesselschlacht", "6.5.1.a")
def test_pontoons_are_raided_too_and_only_standing_bridges() -> None:
    train = {"side": "soviet", "state": "built", "between": ["1212", "1213"]}
    sides = [river("1212", "1213"), river("1210", "1211", bridge="blown")]
    t = sky([*RAIDERS, fighter("ME")], FRONT, "initiative", hexsides=sides, trains=[train])
    assert t.offered("raid") == ["pontoon-1212-1213"]
    t.refuses(["raid", "1210-1211"], "6.5.1.a")
    t.choose(["raid", "pontoon-1212-1213"])
    t.refuses(["join", "ME"], "6.5.1.a")
    t.dice(1)
    t.choose(["join", "FW"], ["declare"])
    assert t.state.trains[0].state == "lost"


@rule("kesselschlacht", "6.5.1.c", "15.1.a")
def test_each_side_raids_one_bridge_a_turn_surprise_included() -> None:
    """R-122."""
    t = sky(RAIDERS, FRONT, "initiative", hexsides=CROSSING)
    t.dice(6)
    strike(t, "1210-1211", "FW")
    t.refuses(["raid", "2010-2110"], "6.5.1.c")
    t.choose(["done"])
    t.plan("axis", ["fly", "HE", 8], ["done"])
    t.plan("soviet", ["fly", "PE", 8], ["done"])
    t.refuses(["raid", "2010-2110"], "6.5.1.c")
    t.choose(["done"])
    t.choose(["raid", "2010-2110"])
    assert t.side == "soviet"


@rule("kesselschlacht", "6.5.1.d")
@pytest.mark.parametrize(
    ("who", "destroyed"), [(["FW"], True), (["HE"], False), (["FW", "HE"], True)]
)
def test_a_bomber_in_a_raid_adds_one_to_the_die(who: list[str], destroyed: bool) -> None:
    t = sky(RAIDERS, FRONT, "initiative", hexsides=CROSSING)
    t.dice(1)
    raid = told(strike(t, "1210-1211", *who), "raid")[0]
    assert raid["destroyed"] is destroyed  # with 3, row 1 has a star and row 2 none; with 6 both do
    assert raid["modifier"] == ("HE" in who)


@rule("kesselschlacht", "6.5.1.b")
def test_a_bridge_between_sectors_lies_in_the_western_or_southern_one() -> None:
    """R-125."""
    sides = [river("2010", "2110", bridge="standing"), river("1208", "1209", bridge="standing")]
    t = sky(RAIDERS, FRONT, sectors={"FW": 9, "HE": 8}, hexsides=sides)
    s = t.state
    assert [bridge_sector(s, b) for b in (0, 1)] == [8, 8]
    assert s.world.board.sector[s.world.grid.index("1208")] == 2
    t.choose(["raid", "2010-2110"])
    refusal = t.refuses(["join", "FW"], "6.5.a")
    assert "sector 9" in refusal.message
    alone = sky(RAIDERS, FRONT, sectors={"FW": 9}, hexsides=sides)
    alone.refuses(["raid", "2010-2110"], "6.5.a")


@rule("kesselschlacht", "6.5.b")
def test_a_pontoon_falls_when_bombs_shake_its_garrison() -> None:
    """15.2.3.d, with the garrison bombed."""
    train = {"side": "axis", "state": "built", "between": ["1212", "1213"], "garrison": "G"}
    sides = [river("1212", "1213")]
    more: Any = {"sectors": {"PE": 8}, "hexsides": sides, "trains": [train]}
    t = sky(RAIDERS, FRONT, initiative="soviet", **more)
    t.dice(1)
    strike(t, "1212", "PE")
    assert t.status("G") == "DIS"
    assert t.state.trains[0].state == "lost"


# Ground support ---------------------------------------------------------------------------------


@rule("kesselschlacht", "4.0.D", "6.6.c", "6.1.2")
def test_only_fighter_bombers_that_have_not_flown_stay_for_ground_support() -> None:
    aircraft = [
        fighter("ME"), fighter_bomber("F1"), fighter_bomber("F2"), fighter_bomber("F3"), bomber("HE"),
        transport("JU"), fighter_bomber("IL", "soviet"),
    ]  # fmt: skip
    over = dict.fromkeys(["ME", "F1", "F2", "F3", "HE", "JU"], 8)
    t = sky(aircraft, FRONT, sectors={**over, "IL": 9}, as_fighters=["F3"])
    strike(t, "1210", "F2")
    t.choose(["done"])
    events = t.choose(["done"])
    kept = [(e["side"], e["sectors"]) for e in told(events, "ground-support")]
    assert kept == [("axis", {"F1": 8}), ("soviet", {"IL": 9})]


@rule("kesselschlacht", "6.6.a", "6.6.c", "6.1.2")
def test_support_is_for_attacks_of_the_own_combat_in_that_sector() -> None:
    """R-114, R-127."""
    aircraft = [fighter_bomber("F1"), bomber("HE"), fighter_bomber("IL", "soviet")]
    t = sky(aircraft, FRONT, sectors={"F1": 8, "HE": 8, "IL": 8})
    s = t.state
    assert support(s, AXIS, 8) == []
    s.phase = "axis-combat"
    assert (support(s, AXIS, 8), support(s, AXIS, 9), support(s, SOVIET, 8)) == ([0], [], [])
    s.phase = "soviet-combat"
    assert (support(s, AXIS, 8), support(s, SOVIET, 8)) == ([], [2])
    use_support(s, 2)
    assert support(s, SOVIET, 8) == []
    assert s.sorties[2] == "flown"


@rule("kesselschlacht", "5.0.2.1")
def test_there_is_no_support_in_heavy_snow() -> None:
    t = sky([fighter_bomber("F1")], FRONT, sectors={"F1": 8}, weather="heavy_snow")
    t.state.phase = "axis-combat"
    assert support(t.state, AXIS, 8) == []


@rule("kesselschlacht", "4.0.D")
def test_fighters_go_home() -> None:
    s = sky([fighter("ME"), bomber("HE")], FRONT, sectors={"ME": 8, "HE": 8}).state
    s.stack.append(FlyHome())
    s.stack[-1].offer(s)
    assert s.sectors == [0, 0]
    assert s.sorties == ["flown", "flown"]
