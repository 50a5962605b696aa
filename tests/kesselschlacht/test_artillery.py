"""Kesselschlacht 16 and 2.2.8: guns that support from a distance, and what guns cannot do."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.kesselschlacht.game import load
from hexfront.kernel.refusal import Refused
from tests.kesselschlacht.fights import brigade, fight, german, line, shifts, soviet
from tests.kesselschlacht.table import Json, infantry, panzer, rifle, river
from tests.rules import rule

DDO = 4


def gun(name: str, where: str, **more: Any) -> Json:
    """A regiment of the 18th Artillery Division, 4-1."""
    said = {"type": "artillery", "attack": 4, "defence": 1, "back_attack": 2}
    return panzer(name, where, **{**said, **more})


def soviet_gun(name: str, where: str, **more: Any) -> Json:
    return rifle(name, where, **{"type": "artillery", "attack": 6, "defence": 2, **more})


@rule("kesselschlacht", "2.2.8.b", "16.1.2.a", "16.1.2.A")
def test_guns_support_one_attack_up_to_three_hexes_away() -> None:
    units = [infantry("A", "2009"), gun("G", "2007"), gun("H", "2006"), rifle("D", "2010")]
    t = german(*units, rifle("E", "1909"), infantry("B", "1910"), ammo=9, dice=[6, 6])
    t.choose(["target", "2010"])
    assert sorted(t.offered("join")) == ["A", "B", "G"]
    t.refuses(["join", "H"], "2.2.8.b")
    t.choose(["join", "A"], ["join", "G"])
    events = t.choose(["declare"])
    attack = next(e for e in events if e["what"] == "attack")
    result = next(e for e in events if e["what"] == "result")
    assert (attack["distant"], result["odds"]["attack"], sorted(result["paid"])) == (
        ["G"],
        7,
        ["A", "G"],
    )
    t.choose(["target", "1909"])
    t.refuses(["join", "G"], "12.1.1.b")
    t.choose(["join", "H"], ["join", "B"])
    assert next(e for e in t.choose(["declare"]) if e["what"] == "result")["odds"]["attack"] == 7


@rule("kesselschlacht", "2.2.8.b", "16.1")
def test_only_german_artillery_has_a_range() -> None:
    t = german(infantry("A", "2009"), infantry("B", "2008"), rifle("D", "2010"))
    t.choose(["target", "2010"])
    t.refuses(["join", "B"], "2.2.8.a")
    guns = [u for u in load().data.units if u.type == "artillery" and u.side == "axis"]
    assert {u.division for u in guns} == {"18th Artillery Division"}
    assert len(guns) == 2


@rule("kesselschlacht", "16.1.2.b")
def test_guns_next_to_the_enemy_support_only_attacks_on_those() -> None:
    near = [gun("G", "2008"), rifle("D", "2010"), rifle("E", "2108")]
    t = german(infantry("A", "2009"), *near)
    t.choose(["target", "2010"])
    t.refuses(["join", "G"], "16.1.2.b")
    t = german(infantry("A", "2107"), *near, dice=[DDO])
    assert fight(t, "2108", "A", "G")["odds"]["attack"] == 7


@rule("kesselschlacht", "16.1.2.A")
def test_guns_need_ammunition_and_attack_supply() -> None:
    """No half strength for them; of the last points they take theirs first."""
    units = [infantry("A", "2009"), gun("G", "2008"), gun("H", "2008"), rifle("D", "2010")]
    t = german(*units, ammo=0)
    t.choose(["target", "2010"])
    t.refuses(["join", "G"], "16.1.2.A")
    out = [units[0], gun("G", "2008", grade="out"), units[-1]]
    t = german(*out, ammo=5)
    t.choose(["target", "2010"])
    t.refuses(["join", "G"], "16.1.2.A")
    t = german(*units, ammo=1, dice=[DDO])
    t.choose(["target", "2010"], ["join", "A"], ["join", "G"])
    t.refuses(["join", "H"], "16.1.2.A")
    event = next(e for e in t.choose(["declare"]) if e["what"] == "result")
    assert (event["paid"], line(event["odds"], "G"), line(event["odds"], "A")) == (["G"], 4, 2)


@rule("kesselschlacht", "16.1.2.B", "16.2.b", "12.2.1.b")
def test_rivers_do_not_matter_to_guns() -> None:
    """R-182: nor do guns at a distance count as attacking across or not across."""
    units = [
        infantry("A", "2009", attack=4),
        gun("G", "2009"),
        gun("H", "2008"),
        rifle("D", "2010"),
    ]
    odds = german(*units, hexsides=[river("2009", "2010")]).odds("2010", ["A", "G", "H"])
    assert [line(odds, name) for name in "AGH"] == [2, 4, 4]
    assert shifts(odds) == {"12.2.1.b": -1}
    red = [rifle("A", "2903", attack=4), soviet_gun("G", "2903"), infantry("D", "2904")]
    odds = soviet(*red, hexsides=[river("2903", "2904", "minor")]).odds("2904", ["A", "G"])
    assert (line(odds, "A"), line(odds, "G")) == (3, 6)


@rule("kesselschlacht", "16.1.3.a", "16.2.b")
def test_guns_do_not_attack_by_themselves() -> None:
    t = german(gun("G", "2009"), rifle("D", "2010"))
    assert t.offered("target") == []
    t.refuses(["target", "2010"], "16.1.3.a")
    german(gun("G", "2008"), rifle("D", "2010")).refuses(["target", "2010"], "16.1.3.a")
    t = german(gun("G", "2008"), infantry("A", "2009"), rifle("D", "2010"))
    t.choose(["target", "2010"], ["join", "G"])
    t.refuses(["declare"], "16.1.3.a")
    with pytest.raises(Refused) as refused:
        t.odds("2010", ["G"])
    assert refused.value.rule == "16.1.3.a"
    t = soviet(soviet_gun("G", "2903"), infantry("D", "2904"))
    t.refuses(["target", "2904"], "16.2.b")


@rule("kesselschlacht", "12.0.b", "16.1.2.a")
def test_german_guns_may_abstain_when_their_force_attacks() -> None:
    """R-24"""
    units = [infantry("A", "2009"), gun("G", "2009"), rifle("D", "2010")]
    t = german(*units, dice=[DDO])
    t.choose(["target", "2010"], ["join", "A"])
    assert t.offered("leave") == ["A"]
    assert next(e for e in t.choose(["declare"]) if e["what"] == "result")["units"] == ["A"]
    t = german(*units, dice=[DDO])
    t.choose(["target", "2010"], ["join", "G"])
    assert sorted(t.offered("leave")) == ["A", "G"]  # but not the others when they fire


@rule("kesselschlacht", "16.2.a", "16.2.b", "12.0.b")
def test_soviet_guns_attack_next_to_them_like_infantry() -> None:
    units = [rifle("A", "2903"), soviet_gun("G", "2903"), infantry("D", "2904")]
    t = soviet(*units, dice=[DDO])
    assert fight(t, "2904", "A")["odds"]["attack"] == 9  # the whole force, guns too
    t = soviet(rifle("A", "2903"), soviet_gun("G", "2902"), infantry("D", "2904"))
    t.choose(["target", "2904"])
    t.refuses(["join", "G"], "16.2.b")


@rule("kesselschlacht", "16.1.1.b", "16.2.a")
def test_guns_are_infantry_for_combined_arms() -> None:
    attack = [panzer("T", "2009"), gun("G", "2009"), rifle("D", "2010")]
    assert shifts(german(*attack).odds("2010", ["T", "G"])) == {"12.2.2.A.a": 1}
    defence = [panzer("T", "2009"), infantry("I", "2009"), soviet_gun("G", "2010")]
    assert shifts(german(*defence).odds("2010", ["T", "I"])) == {"12.2.2.A.a": 1}
    away = [panzer("T", "2009"), gun("G", "2008"), rifle("D", "2010")]
    assert shifts(german(*away).odds("2010", ["T", "G"])) == {}  # not in the same hex
    red = [brigade("T", "2903"), soviet_gun("G", "2903"), infantry("D", "2904")]
    assert shifts(soviet(*red).odds("2904", ["T", "G"])) == {"12.2.2.A.a": 1}


@rule("kesselschlacht", "16.1.3.c", "16.1.3.a")
def test_guns_defend_their_own_hex_with_their_defence_only() -> None:
    units = [rifle("A", "2903"), gun("G", "2904"), gun("H", "2905")]
    odds = soviet(*units).odds("2904", ["A"])
    assert (odds["defence"], odds["ratio"], odds["column"].split()[0]) == (1, "300%", "200%")


@rule("kesselschlacht", "7.1.5.b")
def test_guns_that_fire_from_a_position_give_it_up() -> None:
    """R-52"""
    units = [infantry("A", "2009"), gun("G", "2008"), infantry("B", "2008"), rifle("D", "2010")]
    t = german(*units, hexes={"2008": {"hasty": True}}, dice=[DDO])
    t.attack("2010", "A", "G")
    assert not t.state.hasty


@rule("kesselschlacht", "16.1.1.c", "16.2.a")
def test_guns_of_both_sides_are_bound_to_roads() -> None:
    from hexfront.games.kesselschlacht.rules.artillery import road_bound

    t = german(infantry("A", "2009"), gun("G", "2008"), soviet_gun("H", "2012"), rifle("D", "2010"))
    assert [road_bound(t.state, t.index(name)) for name in "AGHD"] == [False, True, True, False]
