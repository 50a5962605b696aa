"""Kesselschlacht 12.0, 12.1.1, 4.0.I, 4.0.K: who attacks whom, how often, with whom together."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from hexfront.games.kesselschlacht.rules.attack import declare
from hexfront.games.kesselschlacht.rules.battle import Battle
from hexfront.kernel.fields import Json
from hexfront.mechanics.verbs import END
from tests.kesselschlacht.fights import III, fight, german, soviet
from tests.kesselschlacht.table import Table, hq, infantry, panzer, relief, rifle, ring, tank
from tests.rules import rule

# With 3 against 3 and quality B on both sides the die gives 1 Dr2, 2 Dr1, 3 Ddis, 4 Ddo, 5 Br1, 6 Adis.
DDO = 4


# Who may attack


@rule("kesselschlacht", "12.0.a", "2.2.8.a", "12.1.1.e")
def test_attacks_are_on_neighbours_and_voluntary() -> None:
    t = german(infantry("A", "2009"), rifle("D", "2010"), rifle("E", "2012"))
    assert t.offered("target") == ["2010"]
    t.refuses(["target", "2012"], "2.2.8.a")
    t.refuses(["target", "2011"], "12.1.1.e")
    t.choose(["end"])
    assert t.where("D") == "2010"
    far = german(infantry("A", "2009"), infantry("B", "2008"), rifle("D", "2010"))
    far.choose(["target", "2010"])
    far.refuses(["join", "B"], "2.2.8.a")


@rule("kesselschlacht", "12.0.c", "4.0.I", "4.0.K")
def test_the_side_whose_phase_it_is_attacks() -> None:
    t = german(infantry("A", "2009"), rifle("D", "2010"))
    assert (t.side, t.kind) == ("axis", "combat")
    t.choose(["target", "2010"])
    t.refuses(["join", "D"], "12.0.c")
    t = soviet(rifle("A", "2903"), infantry("D", "2904"))
    assert (t.side, t.offered("target")) == ("soviet", ["2904"])
    t.choose(["target", "2904"])
    t.refuses(["join", "D"], "12.0.c")


@rule("kesselschlacht", "2.2.4")
def test_a_unit_without_attack_strength_stays_out() -> None:
    units = [infantry("A", "2009", attack=0), rifle("D", "2010")]
    t = german(*units)
    t.refuses(["target", "2010"], "2.2.4")
    t = german(*units, infantry("B", "2009", attack=2), dice=[DDO])
    assert fight(t, "2010", "B")["odds"]["attack"] == 2


@rule("kesselschlacht", "12.1.1.e")
def test_a_lone_headquarters_is_attacked_like_any_other_unit() -> None:
    """R-171"""
    t = german(infantry("A", "2009"), hq("60th Army", "2010"), dice=[1])
    event = fight(t, "2010", "A")
    assert (event["odds"]["defence"], event["defenders"]) == (1, ["SV-60A-HQ"])


@rule("kesselschlacht", "10.2.b", "4.0.I", "10.2.2.b", "10.2.3.a")
def test_soviet_attackers_are_activated_and_in_attack_supply() -> None:
    """Activated and supplied: both or nothing."""
    defender = infantry("D", "2904")
    soviet(rifle("A", "2903"), defender).choose(["target", "2904"])
    soviet(rifle("A", "2903", activated=False), defender).refuses(["target", "2904"], "4.0.I")
    # an HQ of another army far away: General Supply by the road at 2902
    apart = [rifle("A", "2903", formation="60th Army"), hq("60th Army", "5001")]
    soviet(*apart, defender).refuses(["target", "2904"], "10.2.2.b")
    soviet(rifle("A", "2903", grade="out"), defender).refuses(["target", "2904"], "10.2.3.a")


@rule("kesselschlacht", "10.2.b", "10.2.1.b")
def test_attack_supply_counts_at_the_instant_not_at_the_check() -> None:
    """R-55"""
    t = soviet(rifle("A", "2903", grade="general"), infantry("D", "2904"), dice=[DDO])
    assert fight(t, "2904", "A")["result"] == "Ddo"
    # cut off now whatever the check said: the HQ is not near a road
    far = [rifle("A", "2903", grade="attack"), hq("1st Guards Army", "2906", activated=True)]
    soviet(*far, infantry("D", "2904")).refuses(["target", "2904"], "10.2.2.b")


@rule("kesselschlacht", "4.0.I", "4.0.K")
def test_supply_is_checked_when_the_phase_begins() -> None:
    """Of the Soviets only those who are activated. R-55"""
    lost = [rifle("A", "1203"), rifle("B", "1503", activated=False)]
    t = soviet(*lost, infantry("D", "2904"))
    assert (t.grade("A"), t.grade("B")) == ("out", "attack")
    t = german(infantry("A", "2009"), infantry("B", "3209"), rifle("D", "2010"))
    assert (t.grade("A"), t.grade("B")) == ("attack", "out")


@rule("kesselschlacht", "13.3.1.a", "13.3.2.a", "13.3.3.a", "13.3.7.5")
@pytest.mark.parametrize(
    ("status", "case"), [("DO", "13.3.1.a"), ("DIS", "13.3.2.a"), ("RT", "13.3.3.a")]
)
def test_shaken_units_do_not_attack(status: str, case: str) -> None:
    t = german(panzer("A", "2009", status=status), rifle("D", "2010"))
    assert t.offered("target") == []
    t.refuses(["target", "2010"], case)


@rule("kesselschlacht", "15.2.3.c")
def test_who_builds_a_bridge_does_not_attack() -> None:
    t = german(infantry("A", "2009", builders=True), rifle("D", "2010"))
    t.refuses(["target", "2010"], "15.2.3.c")
    t = german(infantry("A", "2009", builders=True), infantry("B", "2009"), rifle("D", "2010"))
    t.choose(["target", "2010"], ["join", "B"])
    assert "declare" in [choice[0] for choice in t.choices]  # and hinders nobody, R-24


FIFTH = "5th Guards Tank Corps"


@rule("kesselschlacht", "9.2.2.B.b", "9.2.2.A.a")
def test_fifth_guards_tank_corps_fights_only_in_the_south() -> None:
    """R-166: also while it leaves, unless agreed otherwise."""
    units = [tank("A", "2903", formation=FIFTH), hq(FIFTH, "2902", activated=True)]
    units.append(infantry("D", "2904"))
    south = {"2903": {"south": True}}
    said: Json = {"scenario": "campaign", "turn": 3}
    soviet(*units, **said).refuses(["target", "2904"], "9.2.2.B.b")
    soviet(*units, hexes=south, **said).choose(["target", "2904"])
    soviet(*units, turn=10).choose(["target", "2904"])  # no such rule in Scenario 1
    leaving = {**said, "fifth_guards": "leaving", "hexes": south}
    soviet(*units, **leaving).choose(["target", "2904"])
    other = soviet(*units, options={"leaving_corps_attacks": False}, **leaving)
    other.refuses(["target", "2904"], "9.2.2.A.a")


# Forces


@rule("kesselschlacht", "12.0.b")
def test_a_force_attacks_as_a_whole_or_not_at_all() -> None:
    units = [infantry("A", "2009"), panzer("B", "2009"), infantry("C", "1910"), rifle("D", "2010")]
    t = german(*units, rifle("E", "1809"), dice=[6])
    t.choose(["target", "2010"], ["join", "A"])
    assert (t.offered("leave"), t.offered("join")) == (["A", "B"], ["C"])
    t.choose(["leave", "B"])
    assert t.offered("leave") == []
    t.refuses(["declare"], "12.1.1.a")
    t.choose(["join", "B"], ["declare"])
    t.choose(["target", "1809"])
    t.refuses(["join", "A"], "2.2.8.a")
    t.choose(["cancel"])


@rule("kesselschlacht", "12.0.b")
def test_who_cannot_attack_stays_out_and_hinders_nobody() -> None:
    """R-24: an HQ, a division of an army that is not activated."""
    units = [rifle("A", "2903"), rifle("B", "2903", activated=False), infantry("D", "2904")]
    t = soviet(*units, hq("60th Army", "2903", activated=True), dice=[DDO])
    assert fight(t, "2904", "A")["units"] == ["A"]


@rule("kesselschlacht", "12.1.1.b")
def test_a_force_attacks_once_also_those_who_stayed_out() -> None:
    """B could attack later only as part of the same force."""
    units = [infantry("A", "2009"), infantry("B", "2009"), rifle("D", "2010"), rifle("E", "1909")]
    t = german(
        *units, hq("III Panzer Korps", "2007", status="DO"), dice=[DDO], attacks_made={III: 3}
    )
    t.choose(["target", "2010"], ["join", "A"], ["declare"])
    t.refuses(["target", "1909"], "12.1.1.b")


@rule("kesselschlacht", "12.1.1.a", "12.1.1.c", "12.1.1.d")
def test_six_forces_attack_one_hex_with_one_die() -> None:
    around = [relief(f"A{h}", h) for h in ring("2010")]
    units = [*around, rifle("D", "2010"), rifle("E", "2010"), hq("XLVIII Panzer Korps", "2008")]
    t = german(*units, dice=[DDO])
    t.choose(["target", "2010"])
    t.refuses(["target", "2010"], "12.1.1.c")
    events = t.choose(*[["join", unit["id"]] for unit in around], ["declare"])
    dice = [event for event in events if event["what"] == "die"]
    result = next(event for event in events if event["what"] == "result")
    assert len(dice) == 1
    assert len(result["units"]) == 6
    assert sorted(result["defenders"]) == ["D", "E"]  # both or none


@rule("kesselschlacht", "12.1.1.b")
def test_nobody_attacks_or_is_attacked_twice() -> None:
    units = [infantry("A", "2009"), infantry("B", "2011"), rifle("D", "2010"), rifle("E", "1909")]
    t = german(*units, dice=[DDO])
    t.attack("2010", "A")
    t.refuses(["target", "2010"], "12.1.1.b")
    t.refuses(["target", "1909"], "12.1.1.b")
    assert t.offered("target") == []


@rule("kesselschlacht", "12.1.1.b", "13.2.5")
def test_a_hex_is_attacked_again_if_fresh_units_are_in_it() -> None:
    """R-32: arrivals share what happens; alone they are not attacked."""
    arrived = rifle("E", "2010", was_attacked=True, retreated=True)
    t = german(infantry("A", "2009"), arrived)
    t.refuses(["target", "2010"], "12.1.1.b")
    t = german(infantry("A", "2009"), rifle("D", "2010"), arrived, dice=[DDO])
    events = t.attack("2010", "A")
    attack = next(event for event in events if event["what"] == "attack")
    assert (attack["arrivals"], sorted(attack["defenders"])) == (["E"], ["D", "E"])
    assert (t.status("D"), t.status("E")) == ("DO", "DO")
    stood = rifle("E", "2010", was_attacked=True)
    t = german(infantry("A", "2009"), rifle("D", "2010"), stood)
    t.refuses(["target", "2010"], "12.1.1.b")


@rule("kesselschlacht", "12.1.1.c")
def test_an_attack_can_be_cancelled_and_nothing_else_is_done_meanwhile() -> None:
    t = german(infantry("A", "2009"), rifle("D", "2010"))
    before = t.match.state.digest()
    t.choose(["target", "2010"], ["join", "A"])
    t.refuses(["end"], "12.1.1.c")
    t.refuses(["leave", "D"], "12.0.b")
    t.refuses(["join", "A"], "12.0.b")
    t.choose(["cancel"])
    assert t.match.state.digest() == before
    for choice in (["join", "A"], ["declare"], ["cancel"], ["pay", "A"]):
        t.refuses(choice, "12.1.1.c")


# Declaration


@rule("kesselschlacht", "7.1.5.b")
def test_attacking_out_of_a_position_gives_it_up() -> None:
    hexes = {"2009": {"hasty": True}, "1910": {"prepared": True}, "2011": {"hasty": True}}
    units = [infantry("A", "2009"), infantry("B", "1910"), infantry("C", "2011")]
    t = german(*units, rifle("D", "2010"), hexes=hexes, dice=[DDO])
    events = t.attack("2010", "A", "B")
    lost = [event["hex"] for event in events if event["what"] == "position-lost"]
    assert sorted(lost) == ["1910", "2009"]
    assert t.state.world.grid.names(t.state.hasty | t.state.prepared) == ["2011"]


@rule("kesselschlacht", "12.1.5.a")
def test_the_result_event_says_all_that_a_log_needs() -> None:
    t = german(infantry("A", "2009"), rifle("D", "2010"), dice=[DDO])
    event = fight(t, "2010", "A")
    assert event["case"] == "12.1.5.a"
    assert (event["die"], event["result"]) == (4, "Ddo")
    assert event["means"] == "the defenders are disorganized"
    assert (event["side"], event["hex"], event["paid"]) == ("axis", "2010", ["A"])
    assert event["odds"]["headline"] == "3 to 3 = 100%"


@rule("kesselschlacht", "13.3.7.1")
def test_the_die_against_the_disorganized_is_read_one_lower() -> None:
    t = german(infantry("A", "2009"), rifle("D", "2010", status="DO"), dice=[5])
    event = fight(t, "2010", "A")
    assert (event["die"], event["result"]) == (5, "Ddo")


# Ground support


def flyers(t: Table) -> list[str]:
    return sorted(name for name in t.offered("join") if name in t.state.world.aircraft.index)


@rule("kesselschlacht", "6.6.a", "6.6.b", "6.6.c", "12.2.4")
def test_two_fighter_bombers_over_the_target_may_support_an_attack() -> None:
    """A third stays for another attack; who has flown is gone. R-114"""
    over = dict.fromkeys(("AA-190-1", "AA-190-2", "AA-HS129", "AA-JU87", "AA-109-1"), 8)
    sectors = {**over, "AA-190-X": 9, "SA-IL2-1": 8}
    units = [infantry("A", "2009"), infantry("B", "1910"), rifle("D", "2010"), rifle("E", "1909")]
    t = german(*units, sectors=sectors, dice=[DDO, DDO])
    assert t.state.world.board.sector[t.state.world.grid.index("2010")] == 8
    t.choose(["target", "2010"], ["join", "A"])
    assert sorted(flyers(t)) == ["AA-190-1", "AA-190-2", "AA-HS129"]
    t.refuses(["join", "AA-JU87"], "6.6.c")
    t.refuses(["join", "AA-109-1"], "6.6.c")
    t.refuses(["join", "SA-IL2-1"], "6.6.a")
    t.refuses(["join", "AA-190-X"], "6.6.a")
    t.refuses(["leave", "AA-190-1"], "6.6.a")
    t.choose(["join", "AA-190-1"], ["join", "AA-HS129"])
    t.refuses(["join", "AA-190-1"], "6.6.b")
    t.refuses(["join", "AA-190-2"], "6.6.b")
    t.choose(["leave", "AA-190-1"], ["join", "AA-190-2"])
    event = next(e for e in t.choose(["declare"]) if e["what"] == "result")
    assert event["odds"]["shifts"][-1] == {
        "columns": 1, "rule": "12.2.4", "why": "ground support by FW 190 (2)"
    }  # fmt: skip
    assert event["odds"]["column"] == "100% +2"
    while t.kind != "combat":
        t.choose(t.choices[0])
    t.choose(["target", "1909"])
    assert flyers(t) == ["AA-190-1"]


@rule("kesselschlacht", "6.6.a")
def test_aircraft_never_support_a_defence() -> None:
    sectors = {"AA-190-1": 3, "SA-IL2-1": 3}
    t = soviet(rifle("A", "2903"), infantry("D", "2904"), sectors=sectors)
    assert t.state.world.board.sector[t.state.world.grid.index("2904")] == 3
    t.choose(["target", "2904"])
    assert flyers(t) == ["SA-IL2-1"]
    t.refuses(["join", "AA-190-1"], "6.6.a")


@rule("kesselschlacht", "11.1.6.a", "13.2.a", "13.1.a", "12.0.a")
def test_what_belongs_to_other_phases_is_refused_by_their_cases() -> None:
    t = german(infantry("A", "2009"), rifle("D", "2010"))
    for choice in (["pick", "A"], ["go", "2008"], ["fuel", 2], ["exit"]):
        t.refuses(choice, "11.1.6.a")
    t.refuses(["retreat", "2008"], "13.2.a")
    t.refuses(["lose", "A"], "13.1.a")
    t.refuses(["pass"], "12.0.a")


# The fog of war


def seen(t: Table, name: str, side: int | None) -> bool:
    from hexfront.games.kesselschlacht.rules.fog import visible

    return visible(t.state, t.index(name), side)


@rule("kesselschlacht", "3.6.a")
def test_only_the_top_of_an_enemy_stack_is_seen() -> None:
    t = german(infantry("A", "2009"), rifle("D", "2010"), rifle("E", "2010"))
    assert [seen(t, "D", side) for side in (0, 1, None)] == [True, True, True]
    assert [seen(t, "E", side) for side in (0, 1, None)] == [False, True, False]


@rule("kesselschlacht", "3.6.b")
def test_both_stacks_of_a_combat_are_open_from_declaration_to_its_end() -> None:
    """R-160"""
    units = [infantry("A", "2009"), infantry("B", "2009"), rifle("D", "2010"), rifle("E", "2010")]
    units += [rifle("F", "2110"), rifle("G", "2110")]
    t = german(*units, ammo=1, dice=[3])
    t.choose(["target", "2010"], ["join", "A"])
    assert not seen(t, "E", 0)
    reveals = t.state.reveals
    t.choose(["declare"])
    assert t.kind == "ammunition"  # one point for two: the combat is not over
    assert (seen(t, "E", 0), seen(t, "B", 1), seen(t, "G", 0)) == (True, True, False)
    assert t.state.reveals > reveals
    t.choose(["pay", "A"])
    assert t.kind == "combat"
    assert (seen(t, "E", 0), seen(t, "B", 1)) == (False, False)


@rule("kesselschlacht", "3.6.b")
def test_the_attackers_stack_is_open_with_those_who_stay_out_of_the_attack() -> None:
    """R-160: an HQ lies under the attackers; other stacks stay closed."""
    units = [infantry("A", "2009"), infantry("B", "2009"), hq("LIX Army Korps", "2009")]
    units += [infantry("X", "2008"), infantry("Y", "2008"), rifle("D", "2010"), rifle("E", "2010")]
    t = german(*units, ammo=1, dice=[3])
    t.choose(["target", "2010"], ["join", "A"], ["declare"])
    assert [seen(t, name, 1) for name in ("AX-LIX-HQ", "B", "Y")] == [True, True, False]
    assert seen(t, "AX-LIX-HQ", None)
    t.choose(["pay", "A"])
    assert not seen(t, "AX-LIX-HQ", 1)


@rule("kesselschlacht", "3.6-ex")
def test_what_only_distant_guns_fire_at_stays_hidden() -> None:
    """R-18: guns never attack alone, so no choice leads here; the declaration itself must not leak."""
    gun = panzer("G", "2008", type="artillery")
    near = infantry("A", "2009")
    for attackers, distant, shown in ((("A",), ("G",), True), ((), ("G",), False)):
        t = german(gun, near, rifle("D", "2010"), rifle("E", "2010"))
        target = t.state.world.grid.index("2010")
        who = [tuple(t.index(name) for name in names) for names in (attackers, distant)]
        declare(t.state, Battle(0, target, who[0], t.state.units_in(target), who[1]))
        assert seen(t, "E", 0) is shown


@rule("kesselschlacht", "3.6.b")
def test_all_stacks_are_open_in_combat_phases_if_agreed() -> None:
    units = [infantry("A", "2009"), rifle("D", "2010"), rifle("E", "2010")]
    t = german(*units, options={"inspect_all_in_combat_phase": True})
    assert seen(t, "E", 0)


@rule("kesselschlacht", "3.6.a", "3.6.b")
def test_the_view_shows_a_combat_and_before_it_only_what_the_attacker_sees() -> None:
    units = [infantry("A", "2009"), infantry("B", "2009"), rifle("D", "2010"), rifle("E", "2010")]
    t = german(*units, ammo=1, dice=[3])
    t.choose(["target", "2010"], ["join", "A"])
    plan = t.view("axis")["planned"]
    assert (plan["target"], sorted(plan["units"])) == ("2010", ["A", "B"])
    assert (plan["odds"]["defence"], plan["odds"]["hidden"]) == (3, 1)
    assert "planned" not in t.view("soviet")
    assert t.view("soviet")["combat"] is None
    t.choose(["declare"])
    for side in ("axis", "soviet", None):
        view = t.view(side)
        assert (view["combat"]["target"], sorted(view["combat"]["units"])) == ("2010", ["A", "B"])
        assert view["combat"]["odds"]["defence"] == 6
        assert {"A", "B", "D", "E"} <= {unit["id"] for unit in view["units"]}
    t.choose(["pay", "A"])
    assert t.view("axis")["combat"] is None
    assert "E" not in {unit["id"] for unit in t.view("axis")["units"]}


# Luck


def test_the_luck_ledger_knows_every_combat() -> None:
    t = german(infantry("A", "2009"), rifle("D", "2010"), dice=[DDO])
    t.attack("2010", "A")
    found = t.match.game.luck(t.match.events)
    assert len(found.rolls) == 1
    assert found.rolls[0].worth == 0.25
    assert sum(found.rolls[0].chances.values()) == 1


def test_every_result_of_the_table_has_a_worth() -> None:
    from hexfront.games.kesselschlacht.loading.tables import RESULTS
    from hexfront.games.kesselschlacht.queries.luck import WORTH

    assert set(WORTH) == set(RESULTS)


def test_a_target_is_drawn_and_checked_without_asking_for_all() -> None:
    units = [infantry("A", "2010"), infantry("B", "2510", status="DIS")]
    enemies = [rifle("R", "2011"), rifle("S", "2009"), rifle("T", "2511"), rifle("U", "3020")]
    s = german(*units, *enemies).state.copy()
    s.offered = None
    random = Random(1)
    drawn = Counter(s.draw(random) for _ in range(3000))
    legal = {choice for choice in (*s.world.board.target, END) if s.copy().legal(choice)}
    assert s.offered is None
    assert set(drawn) == legal == {("target", "2011"), ("target", "2009"), END} == set(s.choices)
    assert all(900 < count < 1100 for count in drawn.values())
