"""Kesselschlacht 10.6, 13.3.5.B, 13.3.5.C: who pays for an attack, and what a shaken corps may do."""

from __future__ import annotations

import pytest

from hexfront.games.kesselschlacht.game import load
from tests.kesselschlacht.fights import III, LIX, fight, german, line, soviet
from tests.kesselschlacht.table import CORPS, Table, hq, hungarian, infantry, panzer, relief, rifle
from tests.rules import rule

DDO = 4
LIX_KORPS = "LIX Army Korps"


def ammo(t: Table, corps: str = III) -> int:
    return t.state.ammo.get(t.index(corps), 0)


# Who pays


@rule("kesselschlacht", "10.6.1.a", "4.0.K", "10.4.1.3", "2.4.2")
def test_units_of_first_panzer_army_pay_a_point_each_and_others_nothing() -> None:
    units = [
        infantry("A", "2009"),
        panzer("B", "2009"),
        relief("C", "1910"),
        hungarian("H", "1911"),
    ]
    t = german(*units, rifle("D", "2010"), ammo=5, dice=[DDO])
    event = fight(t, "2010", "A", "C", "H")
    assert sorted(event["paid"]) == ["A", "B"]
    assert ammo(t) == 3
    assert t.state.ammo_spent == {t.index(III): 2}


@rule("kesselschlacht", "2.4.2")
def test_defending_costs_nothing() -> None:
    t = soviet(rifle("A", "2903"), infantry("D", "2904"), ammo={III: 3}, dice=[DDO])
    fight(t, "2904", "A")
    assert ammo(t) == 3


@rule("kesselschlacht", "10.6.1.b", "10.6.3", "13.3.5.C.a")
def test_ammunition_is_drawn_only_with_a_line_to_the_headquarters() -> None:
    """Flipped at the check or cut off since: half strength, and the track stays as it is. R-55"""
    far = [infantry("A", "2010"), rifle("D", "2011"), hq(CORPS, "3210")]
    t = german(*far, ammo=5, dice=[DDO])
    assert t.grade("A") == "out"
    event = fight(t, "2011", "A")
    assert (line(event["odds"], "A"), event["paid"], ammo(t)) == (2, [], 5)
    shown = german(infantry("A", "2010", grade="attack"), *far[1:], ammo=5, dice=[DDO])
    event = fight(shown, "2011", "A")
    assert (line(event["odds"], "A"), event["paid"], ammo(shown)) == (2, [], 5)
    back = german(infantry("A", "2009", grade="out"), rifle("D", "2010"), ammo=5, dice=[DDO])
    event = fight(back, "2010", "A")
    assert (line(event["odds"], "A"), event["paid"], ammo(back)) == (2, [], 5)


@rule("kesselschlacht", "10.6.2.a", "10.6.3-note", "10.6.2.b", "10.6.3")
def test_whoever_can_pay_has_to_and_the_owner_says_who_if_it_is_too_little() -> None:
    """R-68: whole points only, and all that there are."""
    units = [infantry(name, "2009") for name in "ABC"]
    t = german(*units, rifle("D", "2010"), ammo=2, dice=[DDO])
    t.choose(["target", "2010"], ["join", "A"], ["declare"])
    assert (t.kind, t.side) == ("ammunition", "axis")
    for choice in (["pass"], ["done"], ["declare"], ["end"]):
        t.refuses(choice, "10.6.3-note")
    t.refuses(["pay", "D"], "10.6.1.a")
    t.choose(["pay", "B"])
    t.refuses(["pay", "B"], "10.6.4.a")
    event = next(e for e in t.choose(["pay", "C"]) if e["what"] == "result")
    assert [line(event["odds"], name) for name in "ABC"] == [2, 3, 3]
    assert (event["paid"], ammo(t)) == (["B", "C"], 0)


@rule("kesselschlacht", "10.6.3", "10.4.1.3")
def test_without_any_points_all_attack_at_half_and_owe_nothing() -> None:
    t = german(infantry("A", "2009"), infantry("B", "2009"), rifle("D", "2010"), ammo=0, dice=[DDO])
    event = fight(t, "2010", "A")
    assert (event["odds"]["attack"], event["paid"], ammo(t)) == (4, [], 0)
    assert t.grade("A") == "attack"  # it is not flipped


@rule("kesselschlacht", "10.6.4.a", "10.6.4.b")
def test_each_corps_pays_for_its_own_units() -> None:
    units = [
        infantry("A", "2009"),
        infantry("B", "2009"),
        infantry("C", "1910", formation=LIX_KORPS),
    ]
    t = german(*units, hq(LIX_KORPS, "1909"), rifle("D", "2010"), ammo={III: 4, LIX: 4}, dice=[DDO])
    fight(t, "2010", "A", "C")
    assert (ammo(t), ammo(t, LIX)) == (2, 3)
    t = german(*units, hq(LIX_KORPS, "1909"), rifle("D", "2010"), ammo={III: 0, LIX: 4}, dice=[DDO])
    event = fight(t, "2010", "A", "C")
    assert [line(event["odds"], name) for name in "ABC"] == [2, 2, 3]
    assert (ammo(t), ammo(t, LIX)) == (0, 3)


@rule("kesselschlacht", "10.6.5")
def test_a_corps_that_is_short_gets_nothing_from_another() -> None:
    units = [
        infantry("A", "2009"),
        infantry("B", "2009"),
        infantry("C", "1910", formation=LIX_KORPS),
    ]
    t = german(*units, hq(LIX_KORPS, "1909"), rifle("D", "2010"), ammo={III: 1, LIX: 4}, dice=[DDO])
    t.choose(["target", "2010"], ["join", "A"], ["join", "C"], ["declare"])
    assert sorted(t.offered("pay")) == ["A", "B"]
    t.refuses(["pay", "C"], "10.6.1.b")
    t.choose(["pay", "A"])
    assert (ammo(t), ammo(t, LIX)) == (0, 3)


@rule("kesselschlacht", "10.6.1.a")
def test_a_garrison_pays_once_it_is_under_a_corps() -> None:
    """R-69, R-170"""
    free = infantry("G", "2009", group="garrison", type="garrison")
    t = german(free, rifle("D", "2010"), ammo=5, dice=[DDO])
    fight(t, "2010", "G")
    assert ammo(t) == 5
    t = german({**free, "parent": III}, rifle("D", "2010"), ammo=5, dice=[DDO])
    assert fight(t, "2010", "G")["paid"] == ["G"]
    assert ammo(t) == 4


@rule("kesselschlacht", "10.6.1.c")
def test_the_counters_of_first_panzer_army_show_that_they_use_ammunition() -> None:
    for unit in load().data.units:
        assert unit.ammo is (unit.group == "1PzA" and unit.type != "hq")


def test_the_query_lets_the_strongest_pay_or_whom_you_name() -> None:
    units = [infantry("A", "2009"), infantry("B", "2009", attack=6), rifle("D", "2010")]
    t = german(*units, ammo=1)
    odds = t.odds("2010", ["A", "B"])
    assert (line(odds, "A"), line(odds, "B")) == (2, 6)
    odds = t.odds("2010", ["A", "B"], pay=["A"])
    assert (line(odds, "A"), line(odds, "B")) == (3, 3)


# Headquarters in disorder


def shaken(status: str, *units: object, **more: object) -> Table:
    """A position in which III Panzer Korps' HQ has a status."""
    return german(*units, hq(CORPS, "2007", status=status), **more)  # type: ignore[arg-type]


@rule("kesselschlacht", "13.3.5.B.c", "13.3.5.C.b")
@pytest.mark.parametrize("status", ["DIS", "RT"])
def test_with_its_headquarters_disrupted_or_routed_a_corps_does_not_attack(status: str) -> None:
    units = [infantry("A", "2009"), rifle("D", "2010")]
    shaken(status, *units, ammo=6).refuses(["target", "2010"], "13.3.5.B.c")
    out = [infantry("A", "2009", grade="out"), rifle("D", "2010")]
    shaken(status, *out, ammo=6).refuses(["target", "2010"], "13.3.5.C.b")
    t = shaken(status, *units, relief("B", "2009"), ammo=6, dice=[DDO])
    assert fight(t, "2010", "B")["units"] == ["B"]  # other corps do


@rule("kesselschlacht", "13.3.5.B.a")
def test_a_disorganized_headquarters_lets_four_units_attack() -> None:
    """R-66; R-24: the fifth stays out and hinders nobody, and its owner chooses who that is."""
    units = [infantry(name, "2009") for name in "AB"] + [infantry(name, "1910") for name in "CEF"]
    t = shaken("DO", *units, rifle("D", "2010"), ammo=6, dice=[DDO])
    t.choose(["target", "2010"], ["join", "A"], ["join", "C"])
    assert len(t.offered("leave")) == 4
    left = ({"A", "B", "C", "E", "F"} - set(t.offered("leave"))).pop()
    t.refuses(["join", left], "13.3.5.B.a")
    t.choose(["leave", "C"])
    t.refuses(["declare"], "12.0.b")
    t.choose(["join", left])
    event = next(e for e in t.choose(["declare"]) if e["what"] == "result")
    assert len(event["paid"]) == 4
    assert ammo(t) == 2


@rule("kesselschlacht", "13.3.5.B.a")
def test_when_its_points_run_out_the_rest_of_the_four_attack_at_half() -> None:
    """R-66"""
    made = {"attacks_made": {III: 3}}
    had = hq(CORPS, "2007", status="DO", had_ammo=True)
    t = german(infantry("A", "2009"), rifle("D", "2010"), had, ammo=0, dice=[DDO], **made)
    assert fight(t, "2010", "A")["odds"]["attack"] == 2
    t = german(infantry("A", "2009"), rifle("D", "2010"), had, ammo=0, attacks_made={III: 4})
    t.refuses(["target", "2010"], "13.3.5.B.a")


@rule("kesselschlacht", "13.3.5.B.b")
def test_without_points_a_disorganized_headquarters_allows_four_attacks_at_half() -> None:
    """R-66: attacks are counted then, not units."""
    units = [infantry(name, "2009") for name in "ABC"]
    t = shaken("DO", *units, rifle("D", "2010"), ammo=0, attacks_made={III: 3}, dice=[DDO])
    assert fight(t, "2010", "A")["odds"]["attack"] == 6
    assert t.state.attacks_made == {t.index(III): 4}
    t = shaken("DO", *units, rifle("D", "2010"), ammo=0, attacks_made={III: 4})
    t.refuses(["target", "2010"], "13.3.5.B.b")


@rule("kesselschlacht", "13.3.5.C.c")
def test_units_out_of_supply_share_the_four_attacks_or_have_their_own() -> None:
    """R-67"""
    units = [infantry("A", "2009", grade="out"), rifle("D", "2010")]
    for points in (0, 6):
        t = shaken("DO", *units, ammo=points, attacks_made={III: 4})
        t.refuses(["target", "2010"], "13.3.5.C.c")
        t = shaken("DO", *units, ammo=points, attacks_made={III: 3}, dice=[DDO])
        assert fight(t, "2010", "A")["odds"]["attack"] == 2
        assert (ammo(t), t.state.attacks_made) == (points, {t.index(III): 4})
    two = {"options": {"one_attack_limit": False}, "attacks_made": {III: 4}}
    t = shaken("DO", *units, ammo=6, cut_off_attacks={III: 3}, dice=[DDO], **two)
    fight(t, "2010", "A")
    assert t.state.cut_off_attacks == {t.index(III): 4}
    t = shaken("DO", *units, ammo=6, cut_off_attacks={III: 4}, **two)
    t.refuses(["target", "2010"], "13.3.5.C.c")


@rule("kesselschlacht", "13.3.5.B.a")
def test_no_more_than_four_points_are_spent_in_a_turn() -> None:
    units = [infantry("A", "2009"), infantry("B", "2009"), rifle("D", "2010")]
    spent = {"ammo_spent": {III: 3}, "attacks_made": {III: 2}}
    t = shaken("DO", *units, ammo=6, **spent)
    t.choose(["target", "2010"], ["join", "A"], ["declare"])
    assert t.offered("pay") == ["A", "B"]


@rule("kesselschlacht", "13.3.5.B.a", "10.6.2.a")
@pytest.mark.parametrize("left", [5, 0])
@pytest.mark.parametrize("begun", [False, True])
def test_in_a_position_whoever_paid_has_attacked(left: int, begun: bool) -> None:
    corps = hq(CORPS, "2007", status="DO")
    units = [infantry("A", "2009"), infantry("B", "2009"), rifle("R", "2010"), corps]
    t = german(*units, ammo=left, ammo_spent={III: 4}, begun=begun)
    t.refuses(["target", "2010"], "13.3.5.B.a")
    t = german(*units, ammo=left, ammo_spent={III: 3}, begun=begun)
    t.choose(["target", "2010"], ["join", "A"])
    t.refuses(["join", "B"], "13.3.5.B.a")
    t = german(*units, ammo=left, ammo_spent={III: 4}, attacks_made={III: 2}, begun=begun)
    assert ["target", "2010"] in t.choices, "what is said counts"
