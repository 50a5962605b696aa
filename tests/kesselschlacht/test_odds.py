"""Kesselschlacht 12.1, 12.2, 3.3.1, 13.3.7: strengths, percentage, quality, shifts and the die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused
from tests.kesselschlacht.fights import brigade, german, line, shifts, soviet
from tests.kesselschlacht.table import (
    Table,
    hq,
    hungarian,
    infantry,
    panzer,
    relief,
    rifle,
    river,
    tank,
)
from tests.rules import rule

LIX = "LIX Army Korps"


def results(t: Table, percentage: int, column: int, faces: Sequence[int]) -> dict[str, int]:
    """What the faces of the die bring by the table's own cells, which are reconstructed (R-197)."""
    crt = t.state.world.tables["combat_results"]
    at, rows = crt["columns"].index(column), crt["table"][str(percentage)]
    return dict(Counter(rows[str(face)][at] for face in faces))


# Strengths


@rule("kesselschlacht", "2.2.4", "2.2.5", "12.1.2.a")
def test_attackers_count_their_attack_and_defenders_their_defence() -> None:
    t = soviet(rifle("A", "2903", attack=5, defence=2), infantry("D", "2904", attack=3, defence=5))
    odds = t.odds("2904", ["A"])
    assert (odds["attack"], odds["defence"], odds["ratio"]) == (5, 5, "100%")


@rule("kesselschlacht", "12.1.2-eg", "12.1.2.a", "10.6.4.b", "10.6.3")
def test_the_worked_sum_of_two_forces_one_without_ammunition() -> None:
    units = [infantry(name, "2009") for name in "AB"]
    units += [infantry(name, "1910", formation=LIX) for name in "CD"]
    t = german(*units, hq(LIX, "1909"), rifle("E", "2010", defence=5))
    odds = t.odds("2010", list("ABCD"))
    assert [line(odds, name) for name in "ABCD"] == [3, 3, 2, 2]
    assert (odds["attack"], odds["ratio"], odds["column"]) == (10, "200%", "200% 0")


@rule("kesselschlacht", "12.1.3.a", "12.1.3.b", "12.1.3-eg")
@pytest.mark.parametrize(
    ("attack", "defence", "percentage", "used"),
    [
        (7, 3, 233, 200),
        (12, 5, 240, 200),
        (197, 99, 198, 150),
        (30, 2, 1500, 200),
        (1, 9, 11, 50),
        (7, 10, 70, 50),
        (3, 4, 75, 75),
        (1, 1, 100, 100),
    ],
)
def test_the_highest_table_not_above_the_percentage(
    attack: int, defence: int, percentage: int, used: int
) -> None:
    forces = [min(attack, 99), max(0, attack - 99)]
    units = [relief(name, "2009", attack=n) for name, n in zip("AB", forces, strict=True)]
    t = german(*units, rifle("D", "2010", defence=defence), hq("XLVIII Panzer Korps", "2008"))
    odds = t.odds("2010", ["A", "B"] if forces[1] else ["A"])
    assert (odds["ratio"], odds["column"].split()[0]) == (f"{percentage}%", f"{used}%")


@rule("kesselschlacht", "5.0.2.3", "2.2.4")
def test_heavy_snow_halves_attack_and_defence_but_not_below_one() -> None:
    units = [infantry("A", "2009", attack=5), infantry("B", "2009", attack=1)]
    units += [rifle("D", "2010", defence=5), rifle("E", "2010", defence=1)]
    t = german(*units, infantry("Z", "2009", attack=0), weather="heavy_snow")
    odds = t.odds("2010", ["A", "B"])
    assert [line(odds, name) for name in "ABDE"] == [3, 1, 3, 1]
    with pytest.raises(Refused) as refused:
        t.odds("2010", ["Z"])
    assert refused.value.rule == "2.2.4"
    routed = german(units[0], rifle("D", "2010", defence=5, status="RT"), weather="heavy_snow")
    assert line(routed.odds("2010", ["A"]), "D") == 1


@rule("kesselschlacht", "12.0.d", "10.2.3.a", "10.2.2.b")
def test_a_soviet_division_defends_by_its_supply() -> None:
    """General Supply defends in full, out of supply the reverse counts."""
    for grade, defence in (("attack", 5), ("general", 5), ("out", 3)):
        t = german(
            infantry("A", "2009"), rifle("D", "2010", defence=5, back_defence=3, grade=grade)
        )
        assert t.odds("2010", ["A"])["defence"] == defence


@rule("kesselschlacht", "10.4.2.a", "10.3.2.a", "12.1.2.a")
def test_axis_units_out_of_supply_attack_with_their_reverse_and_defend_normally() -> None:
    """R-25: other factors are applied to the reverse, all together and rounded once."""
    army = infantry("A", "2009", attack=5, back_attack=3, grade="out")
    arf = relief("B", "2009", attack=6, back_attack=3, grade="out")
    t = german(army, arf, rifle("D", "2010"), hexsides=[river("2009", "2010", "minor")])
    odds = t.odds("2010", ["A", "B"])
    assert (line(odds, "A"), line(odds, "B")) == (3, 3)  # 9/4 up, not half of 5 times 3/4
    t = soviet(rifle("A", "2903"), infantry("D", "2904", defence=3, back_defence=3, grade="out"))
    assert t.odds("2904", ["A"])["defence"] == 3


@rule("kesselschlacht", "12.2.1.b", "12.1.2.a")
def test_rivers_cut_the_strength_of_each_unit_by_its_own_hexside() -> None:
    units = [infantry("A", "2009", attack=7), infantry("B", "1910", attack=7)]
    units += [infantry("C", "2011", attack=7), rifle("D", "2010")]
    sides = [river("2009", "2010", "minor"), river("1910", "2010", "major", bridge="standing")]
    odds = german(*units, hexsides=sides).odds("2010", list("ABC"))
    assert [line(odds, name) for name in "ABC"] == [6, 4, 7]
    assert shifts(odds) == {}


@rule("kesselschlacht", "12.1.2.a")
def test_all_factors_of_a_unit_are_rounded_together() -> None:
    """R-25: 5 x 1/2 x 3/4 x 1/2 is 15/16, one and not more."""
    t = german(
        infantry("A", "2009", attack=5),
        rifle("D", "2010"),
        ammo=0,
        weather="heavy_snow",
        hexsides=[river("2009", "2010", "minor")],
    )
    assert line(t.odds("2010", ["A"]), "A") == 1


@rule("kesselschlacht", "12.2.1.b")
def test_a_column_is_lost_if_all_attack_across_a_major_river_without_a_bridge() -> None:
    """R-53, R-182"""
    units = [infantry("A", "2009"), infantry("B", "1910"), rifle("D", "2010")]
    over = [river("2009", "2010"), river("1910", "2010")]
    assert shifts(german(*units, hexsides=over).odds("2010", ["A", "B"])) == {"12.2.1.b": -1}
    assert shifts(german(*units, hexsides=over[:1]).odds("2010", ["A", "B"])) == {}
    bridged = [over[0], river("1910", "2010", bridge="standing")]
    assert shifts(german(*units, hexsides=bridged).odds("2010", ["A", "B"])) == {}


@rule("kesselschlacht", "19.3.1.5")
def test_enthusiastic_hungarians_fight_one_stronger_but_not_from_nothing() -> None:
    """R-26: who has no attack strength gets none."""
    units = [hungarian("H", "2009"), relief("G", "2009"), rifle("D", "2010")]
    units += [hq("Hungarian VII Corps", "2009"), hq("XLVIII Panzer Korps", "2008")]
    for result, attack in ((4, 3), (5, 4)):
        t = german(*units, margarethe=result)
        odds = t.odds("2010", ["H", "G"])
        assert (line(odds, "H"), line(odds, "G")) == (attack, 3)
        with pytest.raises(Refused) as refused:
            t.odds("2010", ["AX-HVII-HQ"])
        assert refused.value.rule == "2.2.4"
    t = soviet(rifle("A", "2903"), hungarian("H", "2904"), margarethe=5)
    assert t.odds("2904", ["A"])["defence"] == 4


# Quality


def quality(ours: str, theirs: str, **more: Any) -> Json:
    """The odds of attackers and defenders with these letters."""
    units = [relief(f"A{i}", "2009", quality=each) for i, each in enumerate(ours)]
    units += [rifle(f"D{i}", "2010", quality=each, **more) for i, each in enumerate(theirs)]
    t = german(*units, hq("XLVIII Panzer Korps", "2008"))
    return t.odds("2010", [unit["id"] for unit in units[: len(ours)]])


def quality_step(odds: Json) -> Json:
    found: Json = next(step for step in odds["steps"] if step["group"] == "Quality")
    return found


@rule("kesselschlacht", "3.3.1.a", "3.3.1.b", "12.1.4.a", "2.2.6")
@pytest.mark.parametrize(
    ("letters", "used", "points"),
    [
        *(("BC", "C", 3), ("BB", "B", 4), ("A", "A", 3), ("AC", "A", 4)),
        *(("CCC", "C", 3), ("ACC", "A", 5), ("C", "C", 1), ("ABC", "A", 6)),
    ],
)
def test_a_low_sum_uses_the_lowest_letter_a_high_one_the_highest(
    letters: str, used: str, points: int
) -> None:
    why = quality_step(quality(letters, "B"))["why"]
    assert why == f"quality {used} ({points}) against B (2)"


@rule("kesselschlacht", "3.3.1.a")
def test_who_does_not_attack_adds_no_quality() -> None:
    t = german(
        relief("A", "2009", quality="B"),
        relief("B", "1910", quality="A"),
        rifle("D", "2010", quality="B"),
        hq("XLVIII Panzer Korps", "2009", quality="A"),
    )
    assert quality_step(t.odds("2010", ["A"]))["why"] == "quality B (2) against B (2)"


@rule("kesselschlacht", "3.3", "3.3.1.a", "12.1.1.e")
def test_headquarters_in_the_defending_hex_count_for_quality() -> None:
    """R-27"""
    headquarters = hq("60th Army", "2010", quality="A")
    t = german(infantry("A", "2009"), rifle("D", "2010", quality="C"), headquarters)
    assert quality_step(t.odds("2010", ["A"]))["why"] == "quality B (2) against A (4)"


@rule("kesselschlacht", "3.3", "12.1.4.A", "12.1.4-eg")
def test_two_letters_give_the_first_column_whatever_the_percentage() -> None:
    """The worked example: two A and two C make 8, A and B make 5."""
    units = [infantry(f"A{i}", h, quality=q) for i, (h, q) in enumerate(
        [("2009", "A"), ("2009", "A"), ("1910", "C"), ("1910", "C")])]  # fmt: skip
    defenders = [
        rifle("D", "2010", quality="A", defence=3),
        rifle("E", "2010", quality="B", defence=2),
    ]
    odds = german(*units, *defenders).odds("2010", ["A0", "A1", "A2", "A3"])
    assert quality_step(odds)["why"] == "quality A (8) against A (5)"
    assert odds["column"] == "200% 0"
    assert quality("A", "C")["column"] == "100% +2"
    assert quality("C", "A")["column"] == "100% -2"
    assert quality("B", "C")["column"] == "100% +1"


@rule("kesselschlacht", "12.1.4.b", "13.3.7.6")
@pytest.mark.parametrize("status", ["ok", "DO", "DIS", "RT"])
def test_nothing_changes_the_quality_of_a_unit(status: str) -> None:
    odds = quality("B", "A", status=status, grade="out")
    assert quality_step(odds)["why"] == "quality B (2) against A (3)"


# Shifts


@rule("kesselschlacht", "12.1.5.a", "12.1.5-eg", "12.2.4", "6.6.b")
def test_the_worked_result() -> None:
    units = [
        relief("A", "2009", attack=12, quality="A"),
        rifle("D", "2010", defence=5, quality="C"),
    ]
    t = german(*units, hq("XLVIII Panzer Korps", "2008"), hexes={"2010": {"city": True}})
    odds = t.odds("2010", ["A"], aircraft=["AA-190-1", "AA-190-2"])
    assert [each["columns"] for each in odds["shifts"]] == [-2, 1, 1]
    assert (odds["headline"], odds["column"]) == ("12 to 5 = 240%", "200% +2")
    assert odds["ways"] == results(t, 200, 2, (1, 2, 3, 4, 5, 6))
    assert odds["of"] == 6


@rule("kesselschlacht", "12.2", "12.2-eg")
def test_shifts_are_netted_before_the_table_ends() -> None:
    """+2 by quality, +3 and -1: beyond +4 there is nothing, and the defender's -1 takes nothing off it."""
    soft = rifle("D", "2010", quality="C", status="DIS")
    units = [panzer("A", "2009", quality="A"), infantry("B", "2009", quality="A"), soft]
    t = german(*units, hexes={"2010": {"town": True}})
    odds = t.odds("2010", ["A", "B"], aircraft=["AA-190-1", "AA-190-2"])
    assert sorted(each["columns"] for each in odds["shifts"]) == [-1, 1, 1, 1, 1]
    assert odds["column"].endswith("+4")  # +2 and +3 net: +5, cut to +4
    less = t.odds("2010", ["A", "B"], aircraft=["AA-190-1"])
    assert less["column"].endswith("+4")  # +2 and +2 net
    least = t.odds("2010", ["A", "B"])
    assert least["column"].endswith("+3")


@rule("kesselschlacht", "12.2.1.a")
def test_terrain_helps_the_defender_only() -> None:
    units = [infantry("A", "2009"), rifle("D", "2010")]
    assert shifts(german(*units, hexes={"2009": {"city": True}}).odds("2010", ["A"])) == {}
    for said, columns in (
        ({"city": True}, -2),
        ({"town": True}, -1),
        ({"terrain": "swamp"}, -1),
        ({"terrain": "rough"}, -1),
        ({"terrain": "mountainous"}, -2),
    ):
        odds = german(*units, hexes={"2010": said}).odds("2010", ["A"])
        assert shifts(odds) == {"12.2.1.a": columns}


@rule("kesselschlacht", "12.2.1.c", "7.1.6", "12.2.3")
def test_the_best_terrain_counts_and_the_position_comes_on_top() -> None:
    units = [rifle("A", "2903"), infantry("D", "2904")]
    for ground, town in (("rough", -1), ("mountainous", -2)):
        hexes = {"2904": {"terrain": ground, "town": True, "hasty": True}}
        assert shifts(soviet(*units, hexes=hexes).odds("2904", ["A"])) == {
            "12.2.1.a": town,
            "12.2.3": -1,
        }


@rule("kesselschlacht", "7.0.b")
def test_a_tank_profits_from_a_position_only_where_the_infantry_is() -> None:
    units = [rifle("A", "2903"), infantry("D", "2904"), panzer("T", "2904"), panzer("N", "3003")]
    t = soviet(*units, hexes={"2904": {"hasty": True}})
    assert shifts(t.odds("2904", ["A"]))["12.2.3"] == -1
    assert "12.2.3" not in shifts(t.odds("3003", ["A"]))


@rule("kesselschlacht", "12.2.3", "7.1.1.b", "7.1.2.c", "7.1.3.a")
def test_a_hasty_position_is_one_column_a_prepared_one_two_for_all_in_the_hex() -> None:
    units = [rifle("A", "2903"), infantry("D", "2904"), panzer("T", "2904", status="DO")]
    for word, columns in (("hasty", -1), ("prepared", -2)):
        t = soviet(*units, hexes={"2904": {word: True}})
        assert shifts(t.odds("2904", ["A"])) == {"12.2.3": columns}
    t = german(infantry("A", "2009"), rifle("D", "2010"), hexes={"2009": {"hasty": True}})
    assert shifts(t.odds("2010", ["A"])) == {}  # not the attacker's


@rule("kesselschlacht", "7.1.3.b", "7.1.4-ex.a")
def test_who_retreated_into_a_position_does_not_lift_it() -> None:
    routed = infantry("R", "2904", status="RT", retreated=True, was_attacked=True)
    units = [rifle("A", "2903"), infantry("D", "2904", status="RT"), routed]
    t = soviet(*units, hexes={"2904": {"prepared": True}})
    assert shifts(t.odds("2904", ["A"])) == {"12.2.3": -2}


# Combined arms

TANKS, FOOT = panzer("T", "2009"), infantry("I", "2009")


@rule("kesselschlacht", "12.2.2.a", "12.2.2.A.a")
def test_armor_and_others_of_one_hex_shift_one_column_and_never_two() -> None:
    apart = german(TANKS, infantry("I", "1910"), rifle("D", "2010"))
    assert shifts(apart.odds("2010", ["T", "I"])) == {}
    units = [TANKS, FOOT, panzer("U", "1910"), infantry("J", "1910"), rifle("D", "2010")]
    assert shifts(german(*units).odds("2010", ["T", "I"])) == {"12.2.2.A.a": 1}
    assert shifts(german(*units).odds("2010", ["T", "I", "U", "J"])) == {"12.2.2.A.a": 1}


@rule("kesselschlacht", "12.2.2.A.b", "12.2.2.B")
def test_armor_in_the_defending_hex_denies_it_and_gives_the_defender_a_column() -> None:
    soft = [rifle("D", "2010"), hq("60th Army", "2010")]
    assert shifts(german(TANKS, FOOT, *soft).odds("2010", ["T", "I"])) == {"12.2.2.A.a": 1}
    armor = tank("E", "2010", grade="out")
    assert shifts(german(TANKS, FOOT, soft[0], armor).odds("2010", ["T", "I"])) == {}
    assert shifts(german(FOOT, armor).odds("2010", ["I"])) == {"12.2.2.B": -1}
    assert shifts(german(TANKS, armor).odds("2010", ["T"])) == {"12.2.2.B": -1}
    stug = rifle("E", "2010", type="stug", mobility="motorized")
    assert shifts(german(FOOT, stug).odds("2010", ["I"])) == {"12.2.2.B": -1}


@rule("kesselschlacht", "12.2.2.A.b", "12.2.2.B")
def test_anti_tank_guns_deny_the_bonus_and_give_none() -> None:
    """R-28"""
    guns = rifle("E", "2010", type="at", mobility="motorized")
    assert shifts(german(TANKS, FOOT, guns).odds("2010", ["T", "I"])) == {}
    assert shifts(german(FOOT, guns).odds("2010", ["I"])) == {}


@rule("kesselschlacht", "12.2.2.A.c", "12.2.2.E.b")
def test_who_claims_it_is_in_attack_supply_ammunition_or_not() -> None:
    """R-30: one armored unit and one other; R-29: out of supply nobody shifts."""
    out = [{**TANKS, "grade": "out"}, {**FOOT, "grade": "out"}]
    soft, armor = rifle("D", "2010"), tank("E", "2010")
    assert shifts(german(*out, soft).odds("2010", ["T", "I"])) == {}
    assert shifts(german(*out, armor).odds("2010", ["T", "I"])) == {}
    assert shifts(german(TANKS, out[1], soft).odds("2010", ["T", "I"])) == {}
    third = german(TANKS, FOOT, infantry("J", "2009", grade="out"), soft)
    assert shifts(third.odds("2010", ["T", "I", "J"])) == {"12.2.2.A.a": 1}
    empty = german(TANKS, FOOT, soft, ammo=0).odds("2010", ["T", "I"])
    assert (shifts(empty), empty["attack"]) == ({"12.2.2.A.a": 1}, 4)
    other = german(*out, armor, options={"combined_arms_denied": False})
    assert shifts(other.odds("2010", ["T", "I"])) == {"12.2.2.B": -1}


@rule("kesselschlacht", "12.2.2.C.a")
def test_across_a_major_river_it_needs_a_bridge_of_its_own_hexside() -> None:
    units = [TANKS, FOOT, infantry("J", "1910"), rifle("D", "2010")]
    for sides, claimed in (
        ([river("2009", "2010")], False),
        ([river("2009", "2010", bridge="blown")], False),
        ([river("2009", "2010", bridge="standing")], True),
        ([river("2009", "2010", "minor")], True),
        ([river("1910", "2010")], True),
    ):
        odds = german(*units, hexsides=sides).odds("2010", ["T", "I", "J"])
        assert ("12.2.2.A.a" in shifts(odds)) is claimed
    city = german(*units, hexes={"2010": {"city": True}}).odds("2010", ["T", "I"])
    assert shifts(city) == {"12.2.1.a": -2, "12.2.2.A.a": 1}


@rule("kesselschlacht", "12.2.2.C.b")
def test_positions_and_combined_arms_cancel_out() -> None:
    units = [brigade("T", "2903"), rifle("A", "2903"), infantry("D", "2904")]
    odds = soviet(*units, hexes={"2904": {"hasty": True}}).odds("2904", ["T", "A"])
    assert (shifts(odds), odds["column"][-2:]) == ({"12.2.2.A.a": 1, "12.2.3": -1}, " 0")


@rule("kesselschlacht", "12.2.2.C.c", "13.3.7.5")
@pytest.mark.parametrize("status", ["DO", "DIS", "RT"])
def test_shaken_armor_neither_denies_nor_claims(status: str) -> None:
    armor = tank("E", "2010", status=status)
    soft = rifle("D", "2010", status=status)
    assert "12.2.2.A.a" in shifts(german(TANKS, FOOT, soft, armor).odds("2010", ["T", "I"]))
    assert "12.2.2.B" not in shifts(german(FOOT, armor).odds("2010", ["I"]))


@rule("kesselschlacht", "12.2.2.D", "12.2.2.B")
def test_soviet_attackers_are_all_of_one_corps_or_army() -> None:
    """The defender's shift does not ask for that."""
    other = rifle("B", "3003", formation="60th Army")
    units = [brigade("T", "2903"), rifle("A", "2903"), other, hq("60th Army", "2901")]
    t = soviet(*units, infantry("D", "2904"))
    assert shifts(t.odds("2904", ["T", "A"])) == {"12.2.2.A.a": 1}
    assert shifts(t.odds("2904", ["T", "A", "B"])) == {}
    two = german(FOOT, tank("E", "2010"), rifle("D", "2010", formation="60th Army"))
    assert shifts(two.odds("2010", ["I"])) == {"12.2.2.B": -1}


@rule("kesselschlacht", "12.2.2.E.a")
def test_axis_attackers_may_be_of_several_corps() -> None:
    units = [TANKS, infantry("I", "2009", formation=LIX), hq(LIX, "2008"), rifle("D", "2010")]
    assert shifts(german(*units).odds("2010", ["T", "I"])) == {"12.2.2.A.a": 1}


@rule("kesselschlacht", "12.2.2.A.b", "13.2.5")
def test_arrivals_add_no_strength_quality_armor_or_status() -> None:
    """R-32"""
    tanks = tank("E", "2010", retreated=True, was_attacked=True, quality="A")
    t = german(TANKS, FOOT, rifle("D", "2010", quality="C"), tanks)
    t.state.set_status(t.index("E"), "DO")
    odds = t.odds("2010", ["T", "I"])
    assert (odds["defence"], line(odds, "E"), odds["modifiers"]) == (3, 0, [])
    assert shifts(odds) == {"12.2.2.A.a": 1}
    assert quality_step(odds)["why"] == "quality B (4) against C (1)"
    firm = german(TANKS, FOOT, rifle("D", "2010"), tanks)
    assert shifts(firm.odds("2010", ["T", "I"])) == {"12.2.2.A.a": 1}
    assert shifts(firm.odds("2010", ["I"])) == {}  # and no armor in defence


# Shaken defenders


@rule("kesselschlacht", "13.3.7.1")
def test_one_is_taken_from_the_die_against_the_disorganized_down_to_one() -> None:
    """R-22"""
    units = [infantry("A", "2009", attack=3), rifle("D", "2010", defence=3)]
    t = german(*units)
    firm = t.odds("2010", ["A"])
    odds = german(units[0], {**units[1], "status": "DO"}).odds("2010", ["A"])
    assert odds["modifiers"] == [{"value": -1, "rule": "13.3.7.1", "why": "defenders disorganized"}]
    assert firm["ways"] == results(t, 100, 0, (1, 2, 3, 4, 5, 6))
    assert odds["ways"] == results(t, 100, 0, (1, 1, 2, 3, 4, 5))
    assert odds["ways"] != firm["ways"]


@rule("kesselschlacht", "13.3.7.2", "13.3.2.a")
def test_the_disrupted_defend_at_half_and_a_column_worse() -> None:
    t = german(infantry("A", "2009"), rifle("D", "2010", defence=5, status="DIS"))
    odds = t.odds("2010", ["A"])
    assert (odds["defence"], shifts(odds)) == (3, {"13.3.7.2": 1})


@rule("kesselschlacht", "13.3.7.3", "13.3.3.a")
def test_each_routed_defender_counts_one() -> None:
    units = [rifle(name, "2010", defence=5, status="RT") for name in "DEF"]
    odds = german(infantry("A", "2009", attack=6), *units).odds("2010", ["A"])
    assert (odds["defence"], odds["ratio"]) == (3, "200%")


@rule("kesselschlacht", "13.3.7.4")
def test_the_routed_get_nothing_from_towns_and_cities() -> None:
    for word, terrain, status, columns in (
        ("city", "clear", "RT", None),
        ("city", "rough", "RT", -1),
        ("town", "clear", "RT", None),
        ("city", "clear", "DIS", -2),
        ("town", "clear", "DO", -1),
    ):
        t = german(
            infantry("A", "2009"),
            rifle("D", "2010", status=status),
            hexes={"2010": {word: True, "terrain": terrain}},
        )
        assert shifts(t.odds("2010", ["A"])).get("12.2.1.a") == columns


# The query


def test_the_query_refuses_what_could_not_attack() -> None:
    units = [infantry("A", "2009"), infantry("B", "2008"), rifle("D", "2010"), rifle("E", "2012")]
    t = german(*units)
    for target, names, case in (
        ("2010", ["B"], "2.2.8.a"),
        ("2010", ["A", "D"], "12.0.c"),
        ("2011", ["A"], "12.1.1.e"),
        ("2010", ["AX-III-HQ"], "2.2.8.a"),
    ):
        with pytest.raises(Refused) as refused:
            t.odds(target, names)
        assert refused.value.rule == case
    for names, help_ in (([], {}), (["A", "A"], {}), (["A"], {"air": 1}), (["A"], {"pay": []})):
        with pytest.raises(Refused):
            t.odds("2010", names, **help_)


@rule("kesselschlacht", "6.6.b", "6.6.c")
def test_the_query_knows_which_aircraft_can_help() -> None:
    t = german(infantry("A", "2009"), rifle("D", "2010"))
    for aircraft, case in (
        (["AA-190-1", "AA-190-2", "AA-HS129"], "6.6.b"),
        (["AA-JU87"], "6.6.c"),
        (["AA-109-1"], "6.6.c"),
    ):
        with pytest.raises(Refused) as refused:
            t.odds("2010", ["A"], aircraft=aircraft)
        assert refused.value.rule == case


@rule("kesselschlacht", "3.6.a")
def test_the_query_counts_only_defenders_that_are_seen() -> None:
    t = german(infantry("A", "2009"), rifle("D", "2010", defence=4), rifle("E", "2010", defence=2))
    match = t.match
    odds = match.game.odds(match.state, "2010", ["A"], {}, 0)
    assert (odds["defence"], odds.get("hidden")) == (4, 1)  # D lies on top
    with pytest.raises(Refused) as refused:
        match.game.odds(match.state, "2010", ["A"], {}, 1)
    assert refused.value.rule == "3.6.a"
    arrived = rifle("E", "2010", retreated=True, was_attacked=True)
    match = german(infantry("A", "2009"), arrived, rifle("D", "2010")).match
    with pytest.raises(Refused) as refused:
        match.game.odds(match.state, "2010", ["A"], {}, 0)
    assert refused.value.rule == "3.6.a"
