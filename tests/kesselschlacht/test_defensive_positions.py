"""Defensive positions, hasty and prepared. 7"""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.kesselschlacht.rules import defensive_positions
from hexfront.games.kesselschlacht.sides import STATUS_WORDS
from tests.kesselschlacht.table import (
    CORPS,
    Json,
    Table,
    hq,
    hungarian,
    infantry,
    panzer,
    rifle,
    table,
    unit,
)
from tests.rules import rule

CORPS_HQ = hq(CORPS, "2010")


def positions(*units: Json, **more: Any) -> Table:
    """Phase E, with the corps HQ in 2010 and the infantry beside it."""
    return table([CORPS_HQ, *units], phase="positions", **more)


def hasty(t: Table) -> list[str]:
    return t.state.world.grid.names(t.state.hasty)


def prepared(t: Table) -> list[str]:
    return t.state.world.grid.names(t.state.prepared)


def held(kind: str, **more: Any) -> Json:
    """The hex 2012 with a position."""
    return {"2012": {kind: True, **more}}


@rule("kesselschlacht", "7.0.a", "4.0.E")
def test_only_german_leg_infantry_makes_positions() -> None:
    t = positions(
        infantry("G1", "2012"),
        infantry("KG", "2111", size="KG"),
        panzer("P1", "2011"),
        unit("axis", "M1", "2009", type="mot_infantry", mobility="motorized"),
        hq("Hungarian VII Corps", "1810"),
        hungarian("H1", "1811"),
        rifle("R1", "2020"),
    )
    assert t.offered("hasty") == ["2012", "2111"]
    for number in ("2011", "2009", "1811", "2020", "3030"):
        t.refuses(["hasty", number], "7.0.a")
    t.choose(["hasty", "2012"])
    assert hasty(t) == ["2012"]
    t.refuses(["go", "2012"], "4.0.E")


@rule("kesselschlacht", "7.0.a")
def test_a_garrison_cannot_dig_in_before_it_gets_a_corps() -> None:
    """R-48"""
    garrison = unit("axis", "KAM", "2012", type="garrison", group="garrison")
    t = positions(garrison, infantry("G1", "2111"))
    assert t.refuses(["hasty", "2012"], "7.1.1.a").message == "KAM has no corps HQ on the map."
    given = positions({**garrison, "parent": "AX-III-HQ"}, infantry("G1", "2111"))
    assert given.offered("hasty") == ["2012", "2111"]


@rule("kesselschlacht", "7.1.1.a")
def test_infantry_next_to_the_enemy_and_attacked_last_turn_digs_in_within_ten_points() -> None:
    t = positions(infantry("G1", "2020", was_attacked_before=True), rifle("R1", "2021"))
    assert t.offered("hasty") == ["2020"]
    far = positions(infantry("G1", "2020"), infantry("G2", "2021"), infantry("G3", "2111"))
    refused = far.refuses(["hasty", "2021"], "7.1.1.a")
    assert "11 points" in refused.message
    assert "10 at most" in refused.message


@rule("kesselschlacht", "7.1")
def test_a_position_is_hasty_before_it_is_prepared_and_never_both() -> None:
    t = positions(infantry("G1", "2012"), infantry("G2", "2111"), hexes=held("prepared"))
    t.refuses(["hasty", "2012"], "7.1.4.a")
    t.refuses(["prepare", "2012"], "7.1.4.a")
    t.refuses(["prepare", "2111"], "7.1")


@rule("kesselschlacht", "7.1.2.a", "7.1.2.b")
def test_a_hasty_position_of_the_turn_before_may_be_prepared_but_need_not() -> None:
    t = positions(infantry("G1", "2012"), infantry("G2", "2111"), hexes=held("hasty"))
    t.choose(["hasty", "2111"])
    t.refuses(["prepare", "2111"], "7.1.2.a")
    assert t.offered("prepare") == ["2012"]
    t.choose(["done"])
    assert (hasty(t), prepared(t)) == (["2012", "2111"], [])
    later = positions(infantry("G1", "2012"), hexes=held("hasty"))
    later.choose(["prepare", "2012"])
    assert (hasty(later), prepared(later)) == ([], ["2012"])


@rule("kesselschlacht", "7.1.2.a")
def test_infantry_that_was_attacked_last_turn_does_not_improve_its_position() -> None:
    """R-51"""
    attacked = infantry("G1", "2012", was_attacked_before=True)
    t = positions(attacked, panzer("P1", "2012"), infantry("G3", "2111"), hexes=held("hasty"))
    t.refuses(["prepare", "2012"], "7.1.2.a")
    helped = positions(attacked, infantry("G2", "2012"), hexes=held("hasty"))
    assert helped.offered("prepare") == ["2012"]
    this_turn = infantry("G1", "2012", was_attacked=True)
    assert positions(this_turn, hexes=held("hasty")).offered("prepare") == ["2012"]


@rule("kesselschlacht", "7.1.3.a")
def test_one_infantry_unit_is_enough_for_its_whole_stack() -> None:
    no_hq = infantry("G1", "2012", formation="LIX Army Korps")
    t = positions(panzer("P1", "2012"), no_hq, infantry("G2", "2012"))
    assert t.offered("hasty") == ["2012"]


@rule("kesselschlacht", "7.1.3.b", "7.1.4-ex.a")
def test_a_shaken_unit_that_comes_into_a_position_shares_it_but_makes_none() -> None:
    t = positions(
        infantry("G1", "2012", status="RT"), infantry("G2", "2111"), hexes=held("prepared")
    )
    defensive_positions.upkeep(t.state, t.state.where[t.index("G1")])
    assert prepared(t) == ["2012"]
    t.choose(["clear", "2012"])
    t.refuses(["hasty", "2012"], "7.1.4.b")


@rule("kesselschlacht", "2.4.6", "7.1.4.a")
def test_hasty_positions_are_as_many_as_there_are_markers() -> None:
    hexes = [f"20{row}" for row in range(11, 20)] + [f"21{row}" for row in range(11, 20)]
    t = positions(*[infantry(f"G{h}", h) for h in hexes], hexes={hexes[0]: {"hasty": True}})
    for h in hexes[1:12]:
        t.choose(["hasty", h])
    assert "12 markers" in t.refuses(["hasty", hexes[12]], "2.4.6").message
    later = positions(
        *[infantry(f"G{h}", h) for h in hexes], hexes={h: {"hasty": True} for h in hexes[:12]}
    )
    later.choose(["clear", hexes[0]], ["hasty", hexes[12]])
    later.choose(["prepare", hexes[1]], ["hasty", hexes[13]])
    assert len(hasty(later)) == 12


@rule("kesselschlacht", "2.4.7", "7.1.4.a")
def test_prepared_positions_are_as_many_as_there_are_markers() -> None:
    hexes = [f"20{row}" for row in range(11, 20)]
    t = positions(
        *[infantry(f"G{h}", h) for h in hexes],
        hexes={h: {"prepared": h != "2019", "hasty": h == "2019"} for h in hexes},
    )
    t.refuses(["prepare", "2019"], "2.4.7")
    assert hasty(t) == ["2019"]


@pytest.mark.parametrize("status", ["DO", "DIS", "RT"])
@rule("kesselschlacht", "7.1.4.b")
def test_shaken_infantry_and_infantry_of_a_shaken_headquarters_make_no_position(
    status: str,
) -> None:
    unit_shaken = positions(infantry("G1", "2012", status=status), infantry("G2", "2111"))
    assert STATUS_WORDS[status] in unit_shaken.refuses(["hasty", "2012"], "7.1.4.b").message
    other = {"formation": "XXIV Panzer Korps"}
    t = table(
        [
            hq(CORPS, "2010", status=status),
            infantry("G1", "2012"),
            hq("XXIV Panzer Korps", "2213"),
            infantry("G2", "2212", **other),
        ],
        phase="positions",
    )
    assert "III Panzer" in t.refuses(["hasty", "2012"], "7.1.4.b").message
    assert t.offered("hasty") == ["2212"]


@rule("kesselschlacht", "7.1.4.b")
def test_infantry_that_is_cut_off_makes_no_position() -> None:
    lone = positions(
        infantry("G1", "0101"), infantry("G2", "2012"), rifle("R1", "0102"), rifle("R2", "0201")
    )
    assert "out of supply" in lone.refuses(["hasty", "0101"], "7.1.4.b").message


@rule("kesselschlacht", "7.1.4-ex.b")
def test_a_corps_without_fuel_and_ammunition_still_digs_in() -> None:
    t = positions(infantry("G1", "2017"), fuel={"AX-III-HQ": 0}, ammo={"AX-III-HQ": 0})
    assert t.offered("hasty") == ["2017"]


@rule("kesselschlacht", "7.1.4-ex.c")
def test_infantry_in_a_position_that_is_cut_off_may_stay_but_not_improve_it() -> None:
    t = positions(
        infantry("G1", "0101"),
        infantry("G2", "2012"),
        rifle("R1", "0102"),
        rifle("R2", "0201"),
        hexes={"0101": {"hasty": True}},
    )
    t.refuses(["prepare", "0101"], "7.1.4.b")
    t.choose(["done"])
    assert hasty(t) == ["0101"]


@rule("kesselschlacht", "7.1.5.a", "7.1.5.d")
def test_a_position_stays_only_while_infantry_does() -> None:
    t = positions(
        infantry("G1", "2012"), infantry("G2", "2012"), panzer("P1", "2012"), hexes=held("hasty")
    )
    s, h = t.state, t.state.world.grid.index("2012")
    s.lift(t.index("G1"))
    defensive_positions.upkeep(s, h)
    assert hasty(t) == ["2012"]
    s.lift(t.index("G2"))
    defensive_positions.upkeep(s, h)
    assert hasty(t) == []


@rule("kesselschlacht", "7.1.5.a")
def test_positions_are_given_up_freely_but_not_in_the_phase_they_were_made_in() -> None:
    others = [infantry("G2", "2111"), infantry("G3", "1910")]
    t = positions(infantry("G1", "2012"), *others, hexes=held("prepared"))
    t.choose(["hasty", "2111"], ["clear", "2012"])
    assert (hasty(t), prepared(t)) == (["2111"], [])
    t.refuses(["clear", "2111"], "7.1.5.a")
    t.refuses(["clear", "2012"], "7.1.5.a")
    t.choose(["hasty", "2012"])
    t.refuses(["prepare", "2012"], "7.1.2.a")


@rule("kesselschlacht", "4.0.E")
def test_a_position_is_made_in_phase_e_only() -> None:
    t = table([CORPS_HQ, infantry("G1", "2012")], phase="axis-move")
    t.refuses(["hasty", "2012"], "4.0.E")
