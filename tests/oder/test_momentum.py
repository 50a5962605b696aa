"""Oder 11.8 and 11.9: momentum attacks, probing attacks, and how they combine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from hexfront.kernel.fields import Json
from tests.oder.table import Table, fortress, infantry, outcome, panzer, rifle, shock, table, tank
from tests.rules import rule

# Around 2010 clockwise from the north: 2009 2109 2110 2011 1910 1909.
# At German 3:1 the die gives 1, 2 DE; 3 EX; 4, 5 DR; 6 AS.
DE, DR, AS = 1, 4, 6


def broken_in(
    *more: Json, others: Sequence[Json] = (), dice: Sequence[int] = (), **options: Any
) -> Table:
    """Panzer P (and more units) in 1909 have destroyed a Soviet in 2010 and P has advanced."""
    units = [panzer("P", "1909", "15-7"), *more]
    t = table([*units, rifle("D", "2010"), *others], dice=[DE, 6, *dice], **options)
    t.attack("2010", "P", *[unit["id"] for unit in more if unit["hex"] in ("1909", "1910")])
    t.choose(["advance", "P"])
    return t


def enemy(name: str = "E", where: str = "2110", factors: str = "5-5") -> Json:
    """A Soviet army next to 2010."""
    return rifle(name, where, factors)


# Momentum attacks


@rule("oder", "11.8", "11.8.p1", "11.9.ex2.1")
def test_a_panzer_corps_that_has_advanced_may_attack_again() -> None:
    t = broken_in(others=[enemy()], dice=[AS])
    assert (t.side, t.kind) == ("german", "momentum")
    assert t.offered("target") == ["2110"]
    t.choose(["target", "2110"])
    assert t.offered("join") == ["P"]
    events = t.choose(["join", "P"], ["declare"])
    assert next(e for e in events if e["what"] == "attack")["momentum"] is True
    assert (outcome(events)["result"], t.kind) == ("AS", "combat")


@rule("oder", "11.8.p1", "11.8.imp1")
def test_nobody_else_joins_a_momentum_attack() -> None:
    units = [infantry("I", "1909"), panzer("Q", "2011")]
    t = broken_in(units[0], others=[units[1], enemy()])
    t.choose(["advance", "I"])
    assert t.kind == "momentum"
    t.choose(["target", "2110"])
    assert t.offered("join") == ["P"]
    t.refuses(["join", "I"], "11.8.p1")  # infantry that has advanced
    t.refuses(["join", "Q"], "11.8.p1")  # a panzer corps that has not


@rule("oder", "11.8.imp1", "2.2.4.note1")
def test_infantry_and_soviet_units_have_no_momentum() -> None:
    t = table([infantry("I", "1909", "15-5"), rifle("D", "2010"), enemy()], dice=[DE, 6])
    t.attack("2010", "I")
    t.choose(["advance", "I"])
    assert t.kind == "combat"
    units = [tank("T", "2110", "20-6"), infantry("D", "2010"), infantry("E", "1909")]
    t = table(units, "soviet-combat", dice=[DE, 6])
    t.attack("2010", "T")
    t.choose(["advance", "T"])
    assert (t.where("T"), t.kind) == ("2010", "combat")
    units = [{"id": "G-48P", "hex": "1909", "attack": 15}, rifle("D", "2010"), enemy()]
    t = table(units, dice=[DE, 6])
    t.attack("2010", "G-48P")
    t.choose(["advance", "G-48P"])
    assert t.kind == "combat"


@rule("oder", "11.8.p1")
def test_who_has_not_advanced_has_no_momentum() -> None:
    t = table([panzer("P", "1909", "15-7"), rifle("D", "2010"), enemy("E", "1908")], dice=[DE, 6])
    t.attack("2010", "P")
    t.choose(["done"])
    assert t.kind == "combat"
    t.refuses(["target", "1908"], "11.3.p2")


@rule("oder", "11.8.p2", "11.9.ex2.3")
def test_it_is_decided_before_any_other_combat() -> None:
    others = [enemy(), infantry("I", "1706", "15-5"), rifle("F", "1707")]
    t = broken_in(others=others)
    t.refuses(["target", "1707"], "11.8.p1")
    t.refuses(["end"], "11.8.p2")
    t.choose(["pass"])
    assert t.kind == "combat"
    assert t.offered("target") == ["1707"]
    t.refuses(["target", "2110"], "11.3.p2")


@rule("oder", "11.8.p3", "8.0.p2")
def test_a_momentum_attack_is_fought_like_any_other() -> None:
    """Odds, modifiers and supply are its own, from the hex it has advanced into."""
    hexes = {"2110": {"terrain": "rough"}}
    t = broken_in(others=[enemy()], dice=[1, 1], rivers=[("2010", "2110")], hexes=hexes)
    t.choose(["target", "2110"], ["join", "P"])
    odds = t.view("german")["planned"]["odds"]
    assert (odds["ratio"], odds["column"]) == ("3:1", "3:1")
    assert [m["rule"] for m in odds["modifiers"]] == ["11.5.1.rough", "11.5.1.river"]


@rule("oder", "11.8.p3", "5.2.1")
def test_on_turn_1_momentum_attacks_are_lowered_too() -> None:
    t = broken_in(others=[enemy()], dice=[AS], turn=1)
    t.choose(["target", "2110"], ["join", "P"])
    odds = t.view("german")["planned"]["odds"]
    assert [(m["value"], m["rule"]) for m in odds["modifiers"]] == [(-1, "5.2.1")]


@rule("oder", "11.8.p4", "11.3.exc1")
def test_the_units_that_have_just_retreated_may_be_attacked_again() -> None:
    """R-68: momentum ignores that a unit is attacked once only, and leaves no mark."""
    units = [panzer("P", "1909", "15-7"), panzer("Q", "2108", "15-7"), rifle("D", "2010")]
    t = table(units, dice=[DR, AS])
    t.attack("2010", "P")
    assert t.where("D") == "2110"  # 2109 is in Q's zone
    t.choose(["advance", "P"])
    assert t.offered("target") == ["2110"]
    t.choose(["target", "2110"], ["join", "P"], ["declare"])
    assert t.kind == "combat"


@rule("oder", "11.3.exc1")
def test_a_momentum_attack_leaves_its_target_open_to_ordinary_attacks() -> None:
    """R-68"""
    t = broken_in(others=[enemy(), infantry("I", "2111", "15-5")], dice=[AS, AS])
    t.choose(["target", "2110"], ["join", "P"], ["declare"])
    assert t.offered("target") == ["2110"]
    t.attack("2110", "I")
    assert t.offered("target") == []


@rule("oder", "11.8.p5", "11.8.p6", "11.9.ex2.imp1")
def test_a_second_advance_but_no_third_attack() -> None:
    others = [enemy(), enemy("F", "2210")]
    t = broken_in(others=others, dice=[DE, 6])
    t.choose(["target", "2110"], ["join", "P"], ["declare"], ["advance", "P"])
    assert (t.where("P"), t.kind) == ("2110", "combat")
    assert t.offered("target") == []
    t.refuses(["target", "2210"], "11.9.ex2.imp1")
    assert t.offered("probe") == []


@rule("oder", "11.8.p6")
def test_one_momentum_attack_a_turn() -> None:
    t = broken_in(others=[enemy()])
    assert t.kind == "momentum"
    units = [panzer("P", "1909", "15-7", momentum=True), rifle("D", "2010"), enemy()]
    t = table(units, dice=[DE, 6])
    t.attack("2010", "P")
    t.choose(["advance", "P"])
    assert t.kind == "combat"


@rule("oder", "11.8.p2")
def test_several_corps_may_use_their_momentum_apart() -> None:
    """R-69: one after another in the same window; by option together or not at all."""
    second, others = panzer("Q", "1909", "15-7"), [enemy(), enemy("F", "2109")]
    t = broken_in(second, others=others, dice=[AS, AS])
    t.choose(["advance", "Q"])
    t.choose(["target", "2110"], ["join", "Q"], ["declare"])
    assert t.kind == "momentum"
    t.choose(["target", "2109"])
    assert t.offered("join") == ["P"]
    t.refuses(["join", "Q"], "11.8.p6")  # it has advanced, but has attacked since
    t.choose(["join", "P"], ["declare"])
    assert t.kind == "combat"
    t = broken_in(second, others=others, dice=[AS], options={"momentum_split": False})
    t.choose(["advance", "Q"])
    t.choose(["target", "2110"], ["join", "Q"], ["declare"])
    assert t.kind == "combat"


@rule("oder", "11.8.p3", "11.5.a.1")
def test_momentum_without_an_attack_factor_is_good_for_a_probe_only() -> None:
    """R-62"""
    units = [panzer("P", "1909", "0-7"), infantry("I", "1909", "15-5"), rifle("D", "2010"), enemy()]
    t = table(units, dice=[DE, 6])
    t.attack("2010", "P", "I")
    t.choose(["advance", "P"], ["done"])
    assert (t.offered("target"), t.offered("probe")) == ([], ["2011", "2109"])
    t.refuses(["target", "2110"], "11.5.a.1")


@rule("oder", "11.8")
def test_a_momentum_attack_can_be_thought_over() -> None:
    t = broken_in(others=[enemy()])
    t.choose(["target", "2110"], ["join", "P"], ["cancel"])
    assert t.kind == "momentum"
    assert t.state.momentum == 0


@rule("oder", "8.3.p1")
def test_aerial_supply_before_a_momentum_attack() -> None:
    """R-32"""
    wall = [rifle("W1", "1907"), rifle("W2", "1709")]
    t = broken_in(others=[enemy(), *wall], dice=[AS])
    t.choose(["aerial", "P"], ["target", "2110"], ["join", "P"])
    rules_ = [m["rule"] for m in t.view("german")["planned"]["odds"]["modifiers"]]
    assert "8.6.p1" not in rules_


@rule("oder", "11.8.p6")
def test_momentum_returns_with_the_next_turn() -> None:
    units = [panzer("P", "1909", "15-7", momentum=True), enemy("E", "2510")]
    t = table(units, "german-check", turn=3)
    assert t.state.turn == 4
    assert t.state.momentum == 0


# Probing attacks


@rule("oder", "11.9.1", "11.9.ex1.2.a")
def test_a_probing_unit_must_be_next_to_an_enemy() -> None:
    """R-71"""
    units = [infantry("A", "1909"), infantry("B", "1908"), rifle("D", "2010")]
    t = table(units)
    assert "2009" in t.offered("probe")  # in D's zone; A is next to D, B is not
    t.choose(["probe", "2009"])
    assert t.offered("join") == ["A"]
    t.refuses(["join", "B"], "11.9.1")
    t = table(units[1:])
    assert t.offered("probe") == []
    t.refuses(["probe", "2009"], "11.9.1")


@rule("oder", "11.9.2")
def test_the_probed_hex_is_empty_and_in_an_enemy_zone() -> None:
    units = [infantry("A", "1909"), infantry("B", "1910"), rifle("D", "2010")]
    t = table(units)
    assert set(t.offered("probe")) == {"2009", "2011"}
    t.refuses(["probe", "1908"], "11.9.2")  # no zone there
    t.refuses(["probe", "1910"], "11.9.2")  # own units
    t.refuses(["probe", "2010"], "11.9.2")  # the enemy
    t.refuses(["probe", "2109"], "11.9.2")  # nobody is next to it


@rule("oder", "11.9.ex1.2.b", "11.9.2")
def test_the_zone_may_be_of_another_enemy() -> None:
    """The prober is next to D; the hex is in the zone of E, who is two hexes off."""
    units = [infantry("A", "1909"), rifle("D", "2010"), rifle("E", "1907")]
    t = table(units)
    assert "1908" in t.offered("probe")


@rule("oder", "11.9.p1")
def test_a_probe_may_go_from_zone_to_zone() -> None:
    units = [infantry("A", "1909"), rifle("D", "2010")]
    t = table(units, "german-move")
    assert "A" in t.offered("pick")
    t.choose(["pick", "A"])
    t.refuses(["go", "2009"])
    t = table(units)
    t.probe("2009", "A")
    assert t.where("A") == "2009"


@rule("oder", "11.9.p2", "11.9.p3")
def test_a_probe_needs_no_die_and_costs_nobody() -> None:
    """R-71: units of several hexes together, within the stacking limit."""
    stack = [infantry(f"A{i}", "1909") for i in range(3)]
    units = [*stack, infantry("B", "2108"), rifle("D", "2010"), rifle("E", "2208")]
    t = table(units, hexes={"2009": {"control": "soviet"}})
    before = t.state.rolls
    t.choose(["probe", "2009"], ["join", "A0"], ["join", "B"], ["join", "A1"])
    t.refuses(["join", "A2"], "6.2")
    t.choose(["declare"])
    assert [t.where(u) for u in ("A0", "A1", "A2", "B")] == ["2009", "2009", "1909", "2009"]
    assert t.state.rolls == before
    assert t.view(None)["hexes"]["2009"]["control"] == "german"
    assert (t.points("german"), t.points("soviet")) == (0, 0)


@rule("oder", "11.9.p3", "10.2.imp1")
def test_no_probe_across_the_sea_or_onto_a_land_bridge() -> None:
    """R-07"""
    units = [infantry("A", "1909"), rifle("D", "2010")]
    t = table(units, sea=[("1909", "2009")])
    assert "2009" not in t.offered("probe")
    t.refuses(["probe", "2009"], "10.2.imp1.2")
    bridge = {"2009": {"land_bridge": True}}
    t = table(units, hexes=bridge)
    assert "2009" not in t.offered("probe")
    t.refuses(["probe", "2009"], "10.2.imp1")
    t = table(units, hexes=bridge, options={"probe_onto_land_bridge": True})
    assert "2009" in t.offered("probe")


@rule("oder", "10.2.imp1")
def test_who_has_probed_onto_a_land_bridge_leaves_it_before_the_movement_ends() -> None:
    """R-07"""
    units = [infantry("A", "1909"), infantry("B", "1909"), rifle("D", "2010")]
    bridge = {"2009": {"land_bridge": True}}
    options = {"probe_onto_land_bridge": True}
    t = table(units, hexes=bridge, options=options, order="fight/move")
    t.probe("2009", "A", "B")
    t.choose(["end"])
    assert t.kind == "move"
    t.choose(["end"])
    assert (t.kind, t.offered("stop"), t.offered("drop")) == ("group", [], [])
    t.refuses(["stop"], "10.2.imp1")
    t.choose(["pick", "B"], ["drop", "B"], ["go", "2008"], ["stop"], ["end"])
    assert (t.where("A"), t.kind) == ("2008", "group")
    t.choose(["go", "1908"], ["stop"], ["end"])
    assert t.where("B") == "1908"
    assert t.kind != "move"


@rule("oder", "10.2.imp1", "7.1.p1")
def test_who_cannot_leave_a_land_bridge_stays_on_it() -> None:
    """R-07"""
    bridge = {"2009": {"land_bridge": True}}
    sea = [("2009", h) for h in ("1908", "1909", "2008", "2108")]  # 2109 is in the enemy's zone
    units = [infantry("A", "2009"), rifle("D", "2010")]
    t = table(units, "german-move", hexes=bridge, sea=sea)
    assert t.offered("pick") == []
    t.choose(["end"])
    assert (t.where("A"), t.kind != "move") == ("2009", True)


@rule("oder", "11.9.p3", "7.5.imp1")
def test_a_soviet_probe_destroys_a_fortification() -> None:
    units = [rifle("A", "2110"), infantry("D", "2010")]
    t = table(units, "soviet-combat", hexes={"2109": {"fort": True, "control": "german"}})
    t.probe("2109", "A")
    seen = t.view(None)["hexes"]["2109"]
    assert (seen["fort"], seen["control"]) == (False, "soviet")


@rule("oder", "11.9.p3")
def test_after_a_probe_the_unit_may_still_move_if_combat_came_first() -> None:
    units = [infantry("A", "1909"), rifle("D", "2010")]
    t = table(units, order="fight/move")
    t.probe("2009", "A")
    t.choose(["end"])
    assert t.offered("pick") == ["A"]


@rule("oder", "11.3.p2", "11.9.p5")
def test_a_probe_is_the_units_attack() -> None:
    """R-72: and nobody has been attacked by it."""
    units = [infantry("A", "1909"), infantry("B", "1910", "15-5"), rifle("D", "2010")]
    t = table(units, dice=[AS])
    t.probe("2009", "A")
    assert t.kind == "combat"
    assert t.state.was_attacked == 0
    t.choose(["target", "2010"])
    assert t.offered("join") == ["B"]
    t.refuses(["join", "A"], "11.3.p2")
    t.choose(["cancel"])
    assert "2109" not in t.offered("probe")


@rule("oder", "11.0.imp2")
def test_shock_armies_do_not_probe() -> None:
    units = [shock("S", "2110"), rifle("R", "2011"), infantry("D", "2010")]
    t = table(units, "soviet-combat", order="fight/move")
    assert "2109" not in t.offered("probe")
    t.refuses(["probe", "2109"], "11.0.imp2")


@rule("oder", "2.3.imp1", "11.0.imp1")
def test_fortress_commands_do_not_probe() -> None:
    t = table([fortress("F", "1909"), rifle("D", "2010")])
    assert t.offered("probe") == []
    t.refuses(["probe", "2009"], "2.3.imp1")


@rule("oder", "11.9.1")
@pytest.mark.parametrize("turn", [1, 2])
def test_both_sides_may_probe_on_turn_1_too(turn: int) -> None:
    """R-73"""
    units = [infantry("A", "1909"), rifle("D", "2010")]
    t = table(units, turn=turn)
    t.probe("2009", "A")
    t = table(units, "soviet-combat", turn=turn)
    t.probe("2009", "D")
    assert (t.where("D"), t.kind) == ("2009", "combat")


@rule("oder", "11.9.2")
def test_a_marker_does_not_make_a_hex_occupied() -> None:
    """R-71"""
    t = table([infantry("A", "1909"), rifle("D", "2010")], markers={"air": "2009"})
    assert "2009" in t.offered("probe")


@rule("oder", "11.9.2")
def test_a_probe_can_be_thought_over() -> None:
    t = table([infantry("A", "1909"), rifle("D", "2010")])
    t.choose(["probe", "2009"])
    t.refuses(["declare"], "11.9.p3")
    t.refuses(["leave", "A"], "11.9.p3")
    t.choose(["join", "A"])
    t.refuses(["join", "A"], "11.3")
    t.refuses(["end"], "11.4")
    t.choose(["leave", "A"], ["cancel"])
    assert (t.where("A"), t.kind) == ("1909", "combat")


# The box: which options a unit has, step by step


@rule("oder", "11.9.ex1.1", "11.9.ex1.2.a", "11.9.ex1.2.b")
def test_box_a_fresh_unit_attacks_or_probes() -> None:
    t = table([panzer("P", "1909", "15-7"), rifle("D", "2010")])
    assert t.offered("target") == ["2010"]
    assert set(t.offered("probe")) == {"2009", "1910"}


@rule("oder", "11.9.ex2.1", "11.9.ex2.2.a", "11.9.ex2.2.b", "11.9.ex2.3", "11.9.p4")
def test_box_after_attack_and_advance_three_options() -> None:
    t = broken_in(others=[enemy()])
    assert t.offered("target") == ["2110"]
    assert set(t.offered("probe")) == {"2109", "2011"}  # the zone of E, seen from the new hex
    assert ["pass"] in t.choices


@rule("oder", "11.9.ex2.2.a")
def test_box_a_momentum_probe_needs_an_enemy_next_to_the_new_hex() -> None:
    """E is two hexes off: its zone reaches 2110, but P is next to nobody."""
    t = broken_in(others=[enemy("E", "2211")])
    assert t.kind == "combat"  # neither attack nor probe: nothing to ask


@rule("oder", "11.9.p4", "11.9.ex2.2.b", "11.9.ex2.imp1")
def test_box_a_momentum_probe_and_then_it_is_over() -> None:
    t = broken_in(others=[enemy()])
    t.choose(["probe", "2109"])
    assert t.offered("join") == ["P"]
    t.choose(["join", "P"], ["declare"])
    assert (t.where("P"), t.kind) == ("2109", "combat")
    t.refuses(["target", "2110"], "11.9.ex2.imp1")
    assert t.offered("probe") == []


@rule("oder", "11.9.ex2.3")
def test_box_or_it_stops() -> None:
    t = broken_in(others=[enemy()])
    t.choose(["pass"])
    assert (t.where("P"), t.kind) == ("2010", "combat")
    t.refuses(["target", "2110"], "11.3.p2")
    t.refuses(["pass"])


@rule("oder", "11.9.p4", "11.9.ex3.1")
def test_box_after_a_probe_a_momentum_attack_on_an_occupied_hex_only() -> None:
    t = table([panzer("P", "1909", "15-7"), rifle("D", "2010")], dice=[DE, 6])
    t.probe("2009", "P")
    assert t.kind == "momentum"
    assert t.offered("target") == ["2010"]
    assert t.offered("probe") == []
    t.refuses(["probe", "2109"], "11.9.ex3.1")
    t.choose(["target", "2010"], ["join", "P"], ["declare"], ["advance", "P"])
    assert (t.where("P"), t.kind) == ("2010", "combat")


@rule("oder", "11.9.ex3.2")
def test_box_or_it_stops_after_the_probe() -> None:
    t = table([panzer("P", "1909", "15-7"), rifle("D", "2010")])
    t.probe("2009", "P")
    t.choose(["pass"])
    assert t.kind == "combat"
    assert t.offered("target") == []


@rule("oder", "11.9.ex3.2", "11.8.imp1")
def test_box_infantry_and_soviets_are_done_after_a_probe() -> None:
    t = table([infantry("I", "1909"), rifle("D", "2010")])
    t.probe("2009", "I")
    assert (t.kind, t.offered("target")) == ("combat", [])
    t = table([tank("T", "2110"), infantry("D", "2010")], "soviet-combat")
    t.probe("2109", "T")
    assert (t.kind, t.offered("target")) == ("combat", [])


@rule("oder", "11.9.p4")
def test_of_a_mixed_probe_only_the_panzers_have_momentum() -> None:
    """R-88"""
    units = [panzer("P", "1909", "15-7"), infantry("I", "1909"), rifle("D", "2010")]
    t = table(units)
    t.probe("2009", "P", "I")
    t.choose(["target", "2010"])
    assert t.offered("join") == ["P"]
    t.refuses(["join", "I"], "11.8.p1")


@rule("oder", "11.9.p5")
def test_a_prober_in_the_window_cannot_probe_again_beside_one_who_can() -> None:
    """A corps that attacked and one that probed never share a window: each window is one advance."""
    t = table([panzer("P", "1909", "15-7"), panzer("Q", "1909", "15-7"), rifle("D", "2010")])
    t.probe("2009", "P", "Q")
    assert t.offered("probe") == []
    t.choose(["target", "2010"], ["join", "P"])
    assert t.offered("join") == ["Q"]
