"""Stacking and organisation in Kesselschlacht. 3.1, 3.5, 2.2"""

from __future__ import annotations

import pytest

from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.rules.organisation import (
    group_of,
    of_first_panzer_army,
    subordinates,
)
from hexfront.games.kesselschlacht.rules.stacking import counted, excess, room
from hexfront.games.kesselschlacht.sides import AXIS, DO, SOVIET
from tests.kesselschlacht.table import (
    Json,
    Table,
    battalion,
    hq,
    infantry,
    rifle,
    road,
    still,
    table,
    tank,
)
from tests.rules import rule

HERE = GRID.index("2010")


def has_room(t: Table, *names: str) -> bool:
    units = [t.index(name) for name in names]
    return room(t.state, t.state.world.roster.side[units[0]], HERE, units)


@rule("kesselschlacht", "3.1.2.a")
def test_two_soviet_units_share_a_hex_whatever_their_size() -> None:
    t = still([rifle("R1", "2010"), tank("T1", "2011"), rifle("R3", "2011")])
    assert has_room(t, "T1")
    assert not has_room(t, "T1", "R3")
    t.state.suppose(t.index("T1"), HERE)
    assert not has_room(t, "R3")


@rule("kesselschlacht", "3.1.2.b")
def test_three_axis_units_share_a_hex_whatever_their_size() -> None:
    t = still(
        [
            *[battalion(f"B{i}", "2010") for i in range(2)],
            infantry("G1", "2011"),
            infantry("G2", "2011"),
        ]
    )
    assert has_room(t, "G1")
    assert not has_room(t, "G1", "G2")


@rule("kesselschlacht", "3.1.2.c", "2.2.a")
def test_headquarters_take_no_room() -> None:
    full = [infantry(f"G{i}", "2010") for i in range(3)]
    t = still(
        [
            *full,
            hq("III Panzer Korps", "2010"),
            hq("First Panzer Army", "2011"),
            infantry("G4", "2011"),
        ]
    )
    assert has_room(t, "AX-1PZA-HQ")
    assert not has_room(t, "G4", "AX-1PZA-HQ")
    units = t.state.units_in(HERE)
    assert len(units) == 4  # an HQ is a unit
    assert counted(t.state, units) == 3  # but no combat unit
    assert excess(t.state, HERE) == 0


@rule("kesselschlacht", "3.1.2.d")
def test_markers_take_no_room() -> None:
    full = [infantry(f"G{i}", "2010", status=DO) for i in range(3)]
    t = still(full, hexes={"2010": {"hasty": True}})
    assert excess(t.state, HERE) == 0


@rule("kesselschlacht", "3.1.3.a")
def test_who_is_there_already_is_not_counted_twice_and_who_is_too_many_is() -> None:
    t = still([rifle(f"R{i}", "2010") for i in range(3)])
    assert excess(t.state, HERE) == 1
    assert excess(t.state, GRID.index("2012")) == 0
    two = still([rifle(f"R{i}", "2010") for i in range(2)])
    assert has_room(two, "R0", "R1")
    assert excess(two.state, HERE) == 0


@rule("kesselschlacht", "3.1.1.a", "3.1.1.c")
def test_all_units_of_a_hex_are_one_force_an_hq_alone_too() -> None:
    t = still(
        [infantry("G1", "2010"), hq("III Panzer Korps", "2010"), hq("First Panzer Army", "2011")]
    )
    assert {t.state.world.roster.ids[u] for u in t.state.units_in(HERE)} == {"G1", "AX-III-HQ"}
    assert t.state.units_in(GRID.index("2011")) == (t.index("AX-1PZA-HQ"),)


# ---- organisation ----


@rule("kesselschlacht", "3.5.a", "3.5.d", "3.5.e")
def test_a_unit_is_of_the_group_of_its_hq_and_a_garrison_of_none() -> None:
    t = still(
        [
            infantry("G", "2010"),
            hq("III Panzer Korps", "2010"),
            {"id": "AX-GAR-KHOT", "hex": "3426"},
        ]
    )
    s, garrison = t.state, t.index("AX-GAR-KHOT")
    assert group_of(s, t.index("G")) == "1PzA"
    assert of_first_panzer_army(s, t.index("G"))
    assert group_of(s, garrison) == "garrison"
    assert not of_first_panzer_army(s, garrison)
    s.parent[garrison] = t.index("AX-XLVIII-HQ")
    assert group_of(s, garrison) == "ARF"
    s.parent[garrison] = t.index("AX-III-HQ")
    assert of_first_panzer_army(s, garrison)


@rule("kesselschlacht", "3.5.b", "3.5.c")
def test_an_orphan_is_of_the_front_of_its_new_army() -> None:
    t = still([tank("T", "2010"), hq("4th Guards Tank Corps", "2010"), hq("40th Army", "2011")])
    s, u = t.state, t.index("T")
    assert group_of(s, u) == "1UK"
    s.parent[u] = t.index("SV-40A-HQ")
    assert group_of(s, u) == "2UK"
    assert subordinates(s, t.index("SV-40A-HQ")) == [u]
    assert subordinates(s, t.index("SV-4GTC-HQ")) == []


@rule("kesselschlacht", "2.2.3")
def test_every_combat_unit_but_garrisons_has_one_hq() -> None:
    s = still().state
    roster = s.world.roster
    for u in range(roster.count):
        assert (s.parent[u] < 0) == roster.garrison[u]
        if s.parent[u] >= 0:
            assert roster.hq[s.parent[u]]
            assert roster.specs[s.parent[u]].formation == roster.specs[u].formation


@rule("kesselschlacht", "2.2.b")
@pytest.mark.parametrize(
    ("grade", "flipped"), [("attack", False), ("general", False), ("out", True)]
)
def test_a_unit_out_of_supply_shows_its_reverse(grade: str, flipped: bool) -> None:
    t = still([rifle("R", "2010", grade=grade)])
    assert t.state.flipped(t.index("R")) is flipped


@rule("kesselschlacht", "3.4")
def test_units_face_all_ways() -> None:
    s = still([infantry("G", "2010")]).state
    assert not [name for name in type(s).declared if "facing" in name]
    assert s.zoc(AXIS).bit_count() == 6
    assert not s.zoc(SOVIET)


@rule("kesselschlacht", "3.1.1.b")
def test_all_units_of_a_hex_defend_together() -> None:
    def defence(*units: Json) -> int:
        attacker = rifle("R", "2209", activated=True)
        others = [attacker, hq("1st Guards Army", "2208", activated=True)]
        way = road(*[f"22{row:02}" for row in range(1, 10)])
        t = table([*units, *others], phase="soviet-combat", hexsides=way)
        found: int = t.odds("2210", ["R"])["defence"]
        return found

    units = [infantry("G1", "2210"), infantry("G2", "2210"), hq("III Panzer Korps", "2210")]
    assert defence(units[0]) == 3
    assert defence(*units[:2]) == 6
    assert defence(*units) == 6 + defence(units[2])
