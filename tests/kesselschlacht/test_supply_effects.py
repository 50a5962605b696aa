"""What supply does for a unit: strength, attacks, digging in. 10.2 to 10.4, 10.7"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexfront.games.kesselschlacht.rules import supply
from hexfront.games.kesselschlacht.rules.attackers import why_no_attack
from hexfront.games.kesselschlacht.rules.battle import Battle
from hexfront.games.kesselschlacht.rules.defensive_positions import upkeep, why_not_dig
from hexfront.games.kesselschlacht.rules.strengths import attack_strength, defence_strength
from hexfront.games.kesselschlacht.sides import AXIS, SNOW, SOVIET
from tests.kesselschlacht.table import (
    CORPS,
    Json,
    Table,
    hq,
    infantry,
    relief,
    rifle,
    ring,
    road,
    still,
    table,
)
from tests.rules import rule

ARMY = "1st Guards Army"
COLUMN = [f"22{row:02d}" for row in range(1, 11)]


def strengths(t: Table, name: str, *paid: str) -> tuple[int, int]:
    """Attack and defence of a unit in a combat with nobody in particular."""
    u = t.index(name)
    battle = Battle(AXIS, 0, (u,), (u,), paid=tuple(t.index(n) for n in paid))
    return attack_strength(t.state, battle, u).value, defence_strength(t.state, battle, u).value


def refused(t: Table, name: str) -> str | None:
    """The case by which a Soviet unit may not attack."""
    reason = why_no_attack(t.state, SOVIET, t.index(name))
    return None if reason is None else reason.rule


def soviet(place: str, hq_at: str, **more: object) -> Table:
    """A division 4-5, reverse 2-3, at a road from the source 2201 to 2210; checked."""
    unit = rifle("R", place, attack=4, defence=5, back_attack=2, back_defence=3)
    t = still(
        [unit, hq(ARMY, hq_at)], hexsides=road(*COLUMN), weather=SNOW, phase="soviet-combat", **more
    )
    supply.check_phase(t.state, "activation")
    t.state.activated = 1 << t.index("R")
    return t


@rule("kesselschlacht", "10.2.b", "10.2.1.b")
def test_to_attack_a_soviet_unit_is_activated_and_in_attack_supply_at_that_moment() -> None:
    t = soviet("2210", "2209")
    assert refused(t, "R") is None
    assert strengths(t, "R") == (4, 5)
    t.state.activated = 0
    assert refused(t, "R") == "4.0.I"
    t.state.activated = 1 << t.index("R")
    s, head = t.state, t.index("SV-1GA-HQ")
    s.suppose(head, s.world.grid.index("4020"))
    assert t.grade("R") == "attack"  # as checked
    assert refused(t, "R") == "10.2.2.b"


@rule("kesselschlacht", "10.2.2.b")
def test_in_general_supply_a_unit_does_not_attack_and_defends_normally() -> None:
    t = soviet("2210", "4020")
    assert t.grade("R") == "general"
    assert refused(t, "R") == "10.2.2.b"
    assert strengths(t, "R")[1] == 5


@rule("kesselschlacht", "10.2.3.a")
def test_a_soviet_unit_out_of_supply_does_not_attack_and_defends_at_half() -> None:
    t = soviet("4020", "4020")
    assert t.grade("R") == "out"
    assert refused(t, "R") == "10.2.3.a"
    assert strengths(t, "R")[1] == 3


def axis(unit: Json, head: str, **more: object) -> Table:
    """A unit far from its corps HQ, checked."""
    t = still([unit, hq(head, "4020")], weather=SNOW, **more)
    supply.check_phase(t.state, "axis-combat")
    assert t.grade(unit["id"]) == "out"
    return t


@rule("kesselschlacht", "10.3.2.a", "10.4.2.a")
@pytest.mark.parametrize(("make", "head"), [(infantry, CORPS), (relief, "XLVIII Panzer Korps")])
def test_axis_units_out_of_supply_attack_with_their_reverse_and_defend_normally(
    make: Callable[..., Json], head: str
) -> None:
    t = axis(make("G", "2010", attack=3, defence=3, back_attack=2, back_defence=3), head)
    assert strengths(t, "G") == (2, 3)


@rule("kesselschlacht", "10.7.b")
def test_a_garrison_out_of_supply_attacks_at_half_and_defends_normally() -> None:
    post: Json = {
        "id": "AX-GAR-KHOT",
        "attack": 2,
        "defence": 3,
        "back_attack": 1,
        "back_defence": 3,
    }
    t = still([{**post, "hex": "3420"}], weather=SNOW)
    supply.check_phase(t.state, "axis-combat")
    assert t.grade("AX-GAR-KHOT") == "out"
    assert strengths(t, "AX-GAR-KHOT") == (1, 3)
    spec = t.state.world.roster.specs[t.index("AX-GAR-KHOT")]
    assert spec.back_movement == spec.movement


@rule("kesselschlacht", "10.4.1.3")
def test_without_ammunition_a_supplied_unit_attacks_at_half_face_up() -> None:
    t = still([infantry("G", "2010", attack=3), hq(CORPS, "2012")], weather=SNOW)
    supply.check_phase(t.state, "axis-combat")
    assert not t.state.flipped(t.index("G"))
    assert strengths(t, "G")[0] == 2
    assert strengths(t, "G", "G")[0] == 3


@rule("kesselschlacht", "10.7.c", "10.3.1-note")
def test_only_units_of_first_panzer_army_need_ammunition() -> None:
    t = still([relief("G", "2010", attack=3), hq("XLVIII Panzer Korps", "2012")], weather=SNOW)
    assert strengths(t, "G")[0] == 3
    post: Json = {"id": "AX-GAR-KHOT", "hex": "3426", "attack": 3}
    assert strengths(still([post], weather=SNOW), "AX-GAR-KHOT")[0] == 3
    taken = still([{**post, "parent": "AX-III-HQ"}, hq(CORPS, "3425")], weather=SNOW)
    assert strengths(taken, "AX-GAR-KHOT")[0] == 2
    assert strengths(taken, "AX-GAR-KHOT", "AX-GAR-KHOT")[0] == 3


@rule("kesselschlacht", "10.3.2.b", "10.4.2.c")
@pytest.mark.parametrize(("make", "head"), [(infantry, CORPS), (relief, "XLVIII Panzer Korps")])
def test_units_out_of_supply_do_not_dig_in_but_keep_what_they_have(
    make: Callable[..., Json], head: str
) -> None:
    units = [make("G", "2010"), hq(head, "2014")]
    supplied = table(units, phase="positions")
    assert supplied.offered("hasty") == ["2010"]
    cut = still(
        [*units, *[rifle(f"R{h}", h) for h in ring("2010", 2)]], hexes={"2010": {"hasty": True}}
    )
    reason = why_not_dig(cut.state, cut.index("G"))
    assert reason is not None
    assert reason.rule == "7.1.4.b"
    upkeep(cut.state, cut.state.where[cut.index("G")])
    assert cut.state.hasty
