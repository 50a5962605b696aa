"""Oder 11.0 to 11.4: who attacks whom, how often; the German's aerial supply in a Soviet combat."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.oder.sides import SIDES
from hexfront.kernel.decision import Choice
from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused
from tests.oder.table import Table, fortress, infantry, outcome, panzer, rifle, shock, table
from tests.rules import rule

# Around 2010 clockwise from the north: 2009 2109 2110 2011 1910 1909.
# At German 3:1 and Soviet 4:1 the die gives 1, 2 DE; 3 EX; 4, 5 DR; 6 AS.
FIGHT_MOVE, MOVE_FIGHT = "fight/move", "move/fight"


# Who may attack


@rule("oder", "11.0", "11.0.p1", "11.0.p2")
def test_attacks_are_on_neighbours_and_voluntary() -> None:
    t = table([infantry("A", "1909"), rifle("D", "2010"), rifle("E", "2210")])
    assert t.offered("target") == ["2010"]
    t.refuses(["target", "2210"], "11.0")
    t.refuses(["target", "1908"], "11.0")
    t.choose(["end"])
    assert t.where("D") == "2010"


@rule("oder", "11.0.p3")
def test_the_side_whose_phase_it_is_attacks() -> None:
    units = [infantry("A", "1909"), rifle("D", "2010")]
    t = table(units)
    assert (t.side, t.kind) == ("german", "combat")
    t.choose(["target", "2010"])
    t.refuses(["join", "D"], "11.0.p3")
    t = table(units, "soviet-combat")
    assert t.side == "soviet"
    assert t.offered("target") == ["1909"]


@rule("oder", "11.0", "10.2.imp1.2")
def test_nobody_attacks_across_the_sea() -> None:
    """R-08"""
    units = [infantry("A", "1909"), infantry("B", "1910"), rifle("D", "2010")]
    t = table(units, sea=[("1909", "2010")])
    t.choose(["target", "2010"])
    assert t.offered("join") == ["B"]
    t.refuses(["join", "A"], "10.2.imp1.2")
    t = table([units[0], units[2]], sea=[("1909", "2010")])
    assert t.offered("target") == []
    t.refuses(["target", "2010"], "10.2.imp1.2")


@rule("oder", "11.0.imp1", "2.3.imp1")
def test_fortress_commands_never_attack_but_their_company_may() -> None:
    t = table([fortress("F", "1909"), infantry("A", "1909"), rifle("D", "2010")])
    t.choose(["target", "2010"])
    assert t.offered("join") == ["A"]
    t.refuses(["join", "F"], "2.3.imp1")
    t = table([fortress("F", "1909"), rifle("D", "2010")])
    assert t.offered("target") == []
    t.refuses(["target", "2010"], "2.3.imp1")


@rule("oder", "2.3.imp1", "11.2.p3")
def test_fortress_commands_and_everybody_else_in_the_hex_defend() -> None:
    units = [fortress("F", "2010", "0-4"), infantry("D", "2010", "3-5"), rifle("A", "2110", "9-5")]
    t = table(units, "soviet-combat")
    assert t.odds("2010", ["A"])["defence"] == 9


@rule("oder", "5.3.exc1", "11.0.imp2", "5.3.ex1")
def test_shock_armies_attack_only_when_combat_comes_first() -> None:
    """The worked example of 5.3: what the German has chosen does not matter."""
    units = [shock("S", "2110"), rifle("R", "2110"), infantry("D", "2010")]
    both = {"german": MOVE_FIGHT, "soviet": FIGHT_MOVE}
    t = table(units[::2], "soviet-combat", turn=2, order=both)
    t.choose(["target", "2010"], ["join", "S"], ["declare"])
    t = table(units[::2], "soviet-combat", turn=2, order=MOVE_FIGHT)
    assert t.offered("target") == []
    t.refuses(["target", "2010"], "5.3.exc1")
    t = table([*units[::2], rifle("R", "2011")], "soviet-combat", turn=2, order=MOVE_FIGHT)
    t.choose(["target", "2010"])
    assert t.offered("join") == ["R"]
    t.refuses(["join", "S"], "5.3.exc1")


@rule("oder", "5.2.3")
def test_shock_armies_do_not_attack_on_turn_1() -> None:
    units = [shock("S", "2110"), infantry("D", "2010")]
    t = table(units, "soviet-combat", turn=1, order=FIGHT_MOVE)
    assert t.offered("target") == []
    t.refuses(["target", "2010"], "5.2.3")


@rule("oder", "11.0.imp2")
def test_a_shock_army_attacks_together_with_others() -> None:
    """R-74"""
    units = [shock("S", "2110"), rifle("R", "2011"), infantry("D", "2010")]
    t = table(units, "soviet-combat", order=FIGHT_MOVE, dice=[6])
    event = outcome(t.attack("2010", "S", "R"))
    assert event["odds"]["attack"] == 17


# Several hexes, several attacks


@rule("oder", "11.2", "11.2.p1", "11.2.p2")
def test_units_of_several_hexes_attack_one_hex_and_stacks_may_split() -> None:
    units = [panzer("A", "1909"), panzer("B", "1909"), infantry("C", "1910")]
    t = table([*units, rifle("D", "2010", "5-3"), rifle("E", "1908")], dice=[6])
    t.choose(["target", "2010"])
    assert sorted(t.offered("join")) == ["A", "B", "C"]  # none has to
    t.choose(["join", "A"], ["join", "C"], ["declare"])
    t.choose(["target", "1908"])
    assert t.offered("join") == ["B"]
    t.refuses(["target", "2010"], "11.4")  # one hex at a time


@rule("oder", "11.2.p2")
def test_an_attack_can_be_thought_over() -> None:
    t = table([panzer("A", "1909"), infantry("C", "1910"), rifle("D", "2010")])
    t.choose(["target", "2010"])
    t.refuses(["declare"], "11.0")
    t.refuses(["leave", "A"], "11.2.p2")
    t.choose(["join", "A"], ["join", "C"], ["leave", "A"])
    assert t.offered("leave") == ["C"]
    t.refuses(["join", "C"], "11.3")
    t.choose(["cancel"])
    assert t.kind == "combat"
    assert t.state.attacked == 0


@rule("oder", "11.3", "11.3.p2")
def test_a_unit_attacks_once_a_phase_with_all_it_has() -> None:
    units = [infantry("A", "1909"), rifle("D", "2010", "5-1"), rifle("E", "1908", "5-1")]
    t = table(units, dice=[6])
    t.attack("2010", "A")
    assert (t.offered("target"), t.offered("probe")) == ([], [])
    t.refuses(["target", "1908"], "11.3.p2")
    t.refuses(["probe", "2009"], "11.3.p2")


@rule("oder", "11.3.p1", "11.3.p3")
def test_a_unit_is_attacked_once_a_phase() -> None:
    """R-67: a stack that has held out is closed to other ordinary attacks."""
    units = [infantry("A", "1909", "15-5"), infantry("B", "1910", "9-5"), rifle("D", "2010")]
    t = table(units, dice=[6])
    assert outcome(t.attack("2010", "A"))["result"] == "AS"
    assert t.offered("target") == []
    t.refuses(["target", "2010"], "11.3.p3")


@rule("oder", "11.3.p3")
def test_a_fresh_phase_opens_everything_again() -> None:
    units = [infantry("A", "1909"), rifle("D", "2010", attacked_this_phase=True)]
    assert table(units).offered("target") == []
    t = table(units, "german-move", order=MOVE_FIGHT)
    t.choose(["end"])
    assert t.offered("target") == ["2010"]


@rule("oder", "11.3.p3")
def test_a_hex_with_one_unit_that_was_attacked_is_closed() -> None:
    """R-67"""
    stack = [rifle("D", "2010", attacked_this_phase=True), rifle("E", "2010")]
    t = table([infantry("A", "1909"), *stack])
    t.refuses(["target", "2010"], "11.3.p3")


@rule("oder", "11.4", "11.6")
def test_any_number_of_attacks_each_finished_before_the_next() -> None:
    units = [panzer("A", "1909", "15-5"), infantry("B", "1706", "15-5")]
    t = table([*units, rifle("D", "2010"), rifle("E", "1707")], dice=[4, 1, 1])
    t.choose(["target", "2010"])
    t.refuses(["target", "1707"], "11.4")
    t.choose(["join", "A"], ["declare"])
    assert t.kind == "retreat"
    t.refuses(["target", "1707"], "11.6.1")
    t.choose(["retreat", "D", "2110"])
    assert t.kind == "advance"
    t.refuses(["target", "1707"], "11.7.p4")
    t.choose(["done"], ["target", "1707"], ["join", "B"], ["declare"])
    assert t.where("E") is None


@rule("oder", "11.5.a.1")
def test_an_attack_without_a_factor_is_refused() -> None:
    """R-62"""
    t = table([infantry("A", "1909", "0-5"), infantry("B", "1910"), rifle("D", "2010")])
    t.choose(["target", "2010"], ["join", "A"])
    t.refuses(["declare"], "11.5.a.1")
    t.choose(["join", "B"], ["declare"])
    t = table([infantry("A", "1909", "0-5"), rifle("D", "2010")])
    assert t.offered("target") == []
    t.refuses(["target", "2010"], "11.5.a.1")


@rule("oder", "11.0")
def test_attackers_need_neither_supply_nor_a_zone_of_control() -> None:
    """R-90"""
    wall = [rifle("W1", "1907"), rifle("W2", "1709")]
    t = table([infantry("A", "1909"), rifle("D", "2010"), *wall])
    assert t.supply("A") == "out"
    assert "2010" in t.offered("target")


# Aerial supply in a Soviet Combat Phase


def besieged(**more: Any) -> Table:
    """A Soviet Combat Phase: German D in 2010 is surrounded by three armies of 20, E is supplied."""
    ring = [rifle(f"S{h}", h, "20-5") for h in ("2009", "2110", "1910")]
    units = [*ring, infantry("D", "2010"), infantry("E", "1410")]
    return table(units, "soviet-combat", **more)


@rule("oder", "8.3.p1")
def test_the_german_is_asked_when_a_soviet_combat_phase_begins() -> None:
    """R-32"""
    t = besieged()
    assert (t.side, t.kind) == ("german", "aerial")
    assert t.offered("aerial") == ["D", "E"]
    t.refuses(["target", "2010"], "8.3.p1")
    t.choose(["aerial", "D"])
    assert (t.side, t.kind, t.supply("D")) == ("soviet", "combat", "aerial")
    t.refuses(["aerial", "E"])


@rule("oder", "8.3.p1", "8.0.p2")
def test_the_german_may_supply_a_unit_that_is_attacked_before_the_die() -> None:
    """R-32: the combat then finds it in supply."""
    t = besieged(dice=[6])
    t.choose(["pass"])
    assert t.kind == "combat"
    t.choose(["target", "2010"], ["join", "S2009"], ["declare"])
    assert (t.side, t.kind) == ("german", "aerial")
    combat = t.view("german")["combat"]
    assert [m["rule"] for m in combat["odds"]["modifiers"]] == ["8.6.p2"]
    for other in (["cancel"], ["join", "S2110"], ["target", "2010"]):
        t.refuses(other, "11.4")
    event = outcome(t.choose(["aerial", "D"]))
    assert event["odds"]["modifiers"] == []
    assert (t.state.aerial_used, t.kind) == (True, "combat")


@rule("oder", "8.3.p1")
def test_he_may_pass_and_be_asked_again_at_the_next_attack() -> None:
    more = [rifle(f"T{h}", h, "20-5") for h in ("2013", "2114", "1914")]
    ring = [rifle(f"S{h}", h, "20-5") for h in ("2009", "2110", "1910")]
    units = [*ring, infantry("D", "2010"), *more, infantry("F", "2014")]
    t = table(units, "soviet-combat", dice=[1, 6, 6, 6])
    t.choose(["pass"])
    t.choose(["target", "2010"], ["join", "S2009"], ["declare"], ["pass"], ["done"])
    assert t.kind == "combat"
    t.choose(["target", "2014"], ["join", "T2013"], ["declare"])
    assert (t.side, t.kind) == ("german", "aerial")


@rule("oder", "8.3.p1")
def test_he_is_not_asked_where_it_can_change_nothing() -> None:
    """R-32"""
    t = table([rifle("A", "2110", "20-5"), infantry("D", "2010")], "soviet-combat", dice=[6])
    assert t.kind == "combat"  # everybody is in regular supply
    assert outcome(t.attack("2010", "A"))["result"] == "AS"


@rule("oder", "5.2.4", "8.3.exc1", "8.3.imp1", "5.4.imp1")
@pytest.mark.parametrize(
    ("more", "case"),
    [
        ({"turn": 1}, "5.2.4"),
        ({"markers": {"air": "1505"}}, "8.3"),
        ({"markers": {"aerial_used": True}}, "8.3"),
    ],
)
def test_he_is_not_asked_without_the_marker(more: Json, case: str) -> None:
    t = besieged(**more, dice=[1, 6, 6])
    assert (t.side, t.kind) == ("soviet", "combat")
    t.refuses(["aerial", "D"], case)
    t.choose(["target", "2010"], ["join", "S2009"], ["declare"])
    assert t.where("D") is None


@rule("oder", "8.0.p2", "8.3.p1")
def test_after_the_die_it_is_too_late() -> None:
    ring = [rifle(f"S{h}", h, "40-5") for h in ("2009", "2110", "1910")]
    units = [*ring, infantry("D", "2010"), infantry("F", "2010")]
    t = table(units, "soviet-combat", dice=[4], hexes={"2010": {"city": "Posen"}})
    t.choose(["pass"], ["target", "2010"], ["join", "S2009"], ["declare"], ["pass"])
    assert (t.side, t.kind) == ("german", "lose")
    t.refuses(["aerial", "D"], "8.0.p2")


@rule("oder", "8.3.p1", "8.3.imp2")
def test_in_his_own_combat_phase_the_german_supplies_before_he_attacks() -> None:
    """R-32"""
    wall = [rifle("W1", "1907"), rifle("W2", "1709")]
    t = table([infantry("A", "1909", "15-5"), rifle("D", "2010"), *wall], dice=[6])
    t.choose(["target", "2010"])
    t.refuses(["aerial", "A"], "8.3.p1")
    t.choose(["cancel"], ["aerial", "A"])
    assert t.supply("A") == "aerial"
    t.refuses(["aerial", "A"], "8.3")
    assert outcome(t.attack("2010", "A"))["odds"]["modifiers"] == []


@rule("oder", "8.3.p1")
def test_aerial_supply_may_go_before_fortress_supply_or_not() -> None:
    """R-54: where it would change nothing, nobody asks."""
    ring = [rifle(f"S{h}", h, "20-5") for h in ("2009", "2110", "1910")]
    city = {"2010": {"city": "Posen", "original": "german", "control": "german"}}
    units = [*ring, infantry("D", "2010")]
    t = table(units, "soviet-combat", hexes=city)
    assert t.kind == "aerial"
    t = table(units, "soviet-combat", hexes=city, options={"aerial_before_fortress": False})
    assert (t.kind, t.supply("D")) == ("combat", "fortress")


@rule("oder", "8.0.p2")
def test_supply_is_judged_afresh_for_every_combat() -> None:
    """D's only line runs through 2110; the first combat puts a German zone there."""
    units = [
        rifle("D", "2010"),
        rifle("E", "2111"),
        infantry("A", "1910", "15-5"),
        infantry("P", "2112", "15-5"),
        infantry("W1", "2008"),
        infantry("W2", "2209"),
    ]
    t = table(units, dice=[1, 6, 6])
    assert t.supply("D") == "regular"
    assert t.odds("2010", ["A"])["modifiers"] == []
    t.attack("2111", "P")
    t.choose(["advance", "P"])
    assert t.supply("D") == "out"
    event = outcome(t.attack("2010", "A"))
    assert [m["rule"] for m in event["odds"]["modifiers"]] == ["8.6.p2"]


@rule("oder", "11.0")
def test_refusals_name_what_belongs_to_another_phase() -> None:
    t = table([infantry("A", "1909"), rifle("D", "2010")])
    t.refuses(["pick", "A"], "5.0.p1")
    t.refuses(["advance", "A"], "11.7.p4")


# What belongs to somebody else, or to another moment


@rule("oder", "6.4", "11.6.1", "11.6.4", "11.0.p1", "11.7.p4", "11.4")
def test_what_belongs_to_a_declared_attack_is_refused_by_its_own_case() -> None:
    t = table([infantry("A", "1909"), rifle("D", "2010")])
    for choice, case in (
        (["remove", "D"], "6.4"),
        (["retreat", "D", "2110"], "11.6.1"),
        (["lose", "A"], "11.6.4"),
        (["pass"], "11.0.p1"),
        (["done"], "11.7.p4"),
        (["cancel"], "11.4"),
        (["declare"], "11.4"),
    ):
        t.refuses(choice, case)


@rule("oder", "11.6.1", "8.3", "8.3.p1", "6.4", "3.0")
def test_the_other_side_is_told_whose_it_is_by_the_case_that_says_so() -> None:
    german, soviet = SIDES.index("german"), SIDES.index("soviet")

    def refused(choice: Choice, side: int) -> str | None:
        with pytest.raises(Refused) as caught:
            t.match.choose(choice, side)
        return caught.value.rule

    t = besieged()
    assert (t.side, t.kind) == ("german", "aerial")
    assert refused(("aerial", "D"), soviet) == "8.3"
    assert refused(("aerial",), soviet) == "3.0"
    t.choose(["pass"])
    assert refused(("aerial", "D"), german) == "8.3.p1"
    assert refused(("end",), german) == "3.0"

    t = table([rifle("A", "2110", "20-5"), infantry("D", "2010")], "soviet-combat", dice=[4])
    t.attack("2010", "A")
    assert (t.side, t.kind) == ("german", "retreat")
    assert refused(("retreat", "D", "1909"), soviet) == "11.6.1"

    t = table([infantry(name, "1510") for name in "ABCD"], "german-move")
    t.choose(["end"])
    assert (t.side, t.kind) == ("soviet", "overstack")
    assert refused(("remove", "A"), german) == "6.4"


@rule("oder", "8.3.p1", "8.3")
def test_a_refused_marker_does_not_tell_the_german_what_the_soviets_prepare() -> None:
    german = SIDES.index("german")
    units = [rifle("A", "2010"), rifle("B", "2011"), infantry("D", "1910")]
    for phase, plans in (
        ("soviet-combat", [["target", "1910"], ["probe", "1909"]]),
        ("soviet-move", [["pick", "A"], ["pick", "B"]]),
    ):
        told = []
        for plan in ([], *[[plan] for plan in plans]):
            t = table(units, phase)
            t.choose(*plan)
            assert t.side == "soviet"
            told.append(t.match.why_not_yours(("aerial", "D"), german).as_json())
        assert told[0]["rule"] == "8.3.p1"
        assert told[1:] == told[:1] * 2
