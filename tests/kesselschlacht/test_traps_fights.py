"""More trap positions of zones, supply and combat, each where two rules meet.

Each was written down from the rulebook before it was played.
"""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.kesselschlacht.rules import supply
from hexfront.kernel.refusal import Refused
from tests.kesselschlacht.fights import brigade, fight, german, line, shifts, soviet
from tests.kesselschlacht.table import (
    ARMY,
    CORPS,
    Json,
    Table,
    hq,
    infantry,
    outcome,
    panzer,
    rifle,
    ring,
    river,
    road,
    still,
    table,
)
from tests.rules import rule

III = "AX-III-HQ"
COLUMN = [f"22{row:02d}" for row in range(1, 25)]
"""From the Soviet source in 2201 south."""


def gun(name: str, where: str, **more: Any) -> Json:
    return panzer(name, where, **{"type": "artillery", **more})


def total(odds: Json) -> int:
    return sum(shifts(odds).values())


def grade(t: Table, name: str) -> str:
    return supply.grade_now(t.state, t.index(name))


# ---- zones and supply ----


@rule("kesselschlacht", "3.2.3.b", "15.2")
def test_a_zone_goes_over_any_bridge_that_stands_also_the_enemys_pontoon() -> None:
    sides = [river("2010", "2110", bridge=["blown", "standing"]), river("2010", "2111"),
             river("2010", "2009", bridge=["blown", "blown"])]  # fmt: skip
    train = {"side": "soviet", "state": "built", "between": ["2010", "2111"]}
    t = still([infantry("G", "2010")], hexsides=sides, trains=[train])
    assert set(t.match.game.zoc(t.state, 0)["hexes"]) == set(ring("2010")) - {"2009"}


@rule("kesselschlacht", "10.7.a", "10.1.b", "10.1.c")
def test_the_post_of_a_garrison_in_an_enemy_zone_feeds_it_only_if_a_friend_is_there() -> None:
    garrison = {"id": "AX-GAR-KHOT", "hex": "3425", "post": "3426"}
    enemy = rifle("R", "3427")
    for others, found in (
        ([enemy], "out"),
        ([{**enemy, "size": "II"}], "attack"),
        ([enemy, hq(CORPS, "3426")], "attack"),
    ):
        assert grade(still([garrison, *others]), "AX-GAR-KHOT") == found
    beset = [rifle(f"R{h}", h) for h in ring("3426")]
    assert grade(still([{**garrison, "hex": "3426"}, *beset]), "AX-GAR-KHOT") == "attack"
    assert grade(still([garrison], hexsides=[river("3425", "3426")]), "AX-GAR-KHOT") == "out"


@rule("kesselschlacht", "10.2.1.a", "10.2.2-note")
def test_a_soviet_road_in_a_zone_is_shut_for_the_hq_and_another_road_still_feeds_the_unit() -> None:
    sides = [*road(*COLUMN), *road(*[f"29{row:02d}" for row in range(1, 12)])]
    units = [rifle("R", "2510"), hq(ARMY, "2210"), infantry("G", "2104")]
    assert grade(still(units, hexsides=sides), "R") == "general"
    lifted = [rifle("F1", "2203"), rifle("F2", "2204")]
    assert grade(still([*units, *lifted], hexsides=sides), "R") == "attack"
    edge = [rifle("R", "2204"), hq(ARMY, "2203"), infantry("G", "2101")]
    assert grade(still(edge, hexsides=road(*COLUMN)), "R") == "out", "the edge itself is in a zone"


@rule("kesselschlacht", "13.3.3.a", "10.2.2.a")
def test_rout_halves_the_way_to_the_road_too_and_the_query_says_so() -> None:
    """R-60"""
    for where, status, points in (("2510", "RT", 3), ("2611", "RT", None), ("2611", "DIS", 4)):
        t = still([rifle("R", where, status=status)], hexsides=road(*COLUMN[:12]))
        line = t.match.game.supply(t.state, 1)["units"]["R"]
        assert (line["state"], line["points"]) == ("general" if points else "out", points)
        assert grade(t, "R") == line["state"]


@rule("kesselschlacht", "10.7.c")
def test_a_garrison_that_has_a_corps_keeps_it_when_its_hex_is_captured_again() -> None:
    units = [{"id": "AX-GAR-KHOT", "hex": "3424", "parent": III}, hq(CORPS, "3410"),
             hq("LIX Army Korps", "3422"), rifle("R", "3427", activated=True, grade="attack"),
             hq(ARMY, "3429", activated=True)]  # fmt: skip
    edge = [f"34{row}" for row in range(26, 30)]
    t = table(units, "soviet-move", hexsides=road(*edge), begun=True)
    t.state.enter(t.index("R"), t.state.world.grid.index("3426"))
    assert t.state.parent[t.index("AX-GAR-KHOT")] == t.index(III)


@rule("kesselschlacht", "10.2.2.b", "10.2.1.a", "10.2.b")
def test_a_soviet_attack_without_attack_supply_is_refused_with_figures() -> None:
    near, far = rifle("R", "2909"), [*road(*[f"29{row:02d}" for row in range(2, 10)])]
    t = soviet(near, infantry("D", "2910"), hexsides=far, weather="heavy_snow")
    assert "1st Guards Army HQ is 7 points away, it may be 6 at most" in str(
        t.refuses(["target", "2910"], "10.2.2.b").message
    )
    t = soviet(near, infantry("D", "2910"), hq(ARMY, "3212", activated=True), hexsides=far)
    assert "no open road leads from 1st Guards Army HQ" in str(
        t.refuses(["target", "2910"], "10.2.2.b").message
    )


# ---- combat ----


@rule("kesselschlacht", "16.1.2.B", "16.2.b", "12.2.1.b")
def test_a_river_weakens_the_infantry_and_not_the_guns_beside_it() -> None:
    over = [river("2009", "2010")]
    t = german(infantry("G", "2009", attack=4), gun("A", "2009", attack=4), rifle("E", "2010"),
               hexsides=over, weather="snow")  # fmt: skip
    odds = t.odds("2010", ["G", "A"])
    assert (line(odds, "G"), line(odds, "A")) == (2, 4)
    guns = rifle("A", "2903", type="artillery", attack=4)
    t = soviet(guns, rifle("R", "2903", attack=4), infantry("D", "2904"),
               hexsides=[river("2903", "2904")], weather="snow")  # fmt: skip
    odds = t.odds("2904", ["R", "A"])
    assert (line(odds, "R"), line(odds, "A")) == (2, 4)


@rule("kesselschlacht", "12.1.2.a", "10.6.3", "10.4.2.a")
def test_no_ammunition_and_a_river_are_rounded_once_and_a_reverse_is_not_halved_again() -> None:
    minor = [river("2009", "2010", "minor")]
    five = infantry("G", "2009", attack=5)
    t = german(five, rifle("E", "2010"), ammo=0, hexsides=minor, weather="snow")
    assert line(t.odds("2010", ["G"]), "G") == 2, "5 x 1/2 x 3/4, not 3 x 3/4"
    t = german({**five, "grade": "out"}, rifle("E", "2010"), ammo=0, weather="snow")
    assert line(t.odds("2010", ["G"]), "G") == 3


@rule("kesselschlacht", "10.6.1.b", "10.6.3")
def test_who_is_cut_off_since_the_check_attacks_at_half_and_pays_nothing() -> None:
    shut = [river("2009", h) for h in ring("2009") if h != "2010"]
    cut = infantry("G", "2009", attack=8, grade="attack")
    t = german(cut, rifle("E", "2010"), ammo=5, hexsides=shut, dice=[6], weather="snow")
    assert fight(t, "2010", "G")["odds"]["attack"] == 4
    assert t.state.ammo[t.index(III)] == 5


@rule("kesselschlacht", "12.2.2.C.a", "12.2.2.a")
@pytest.mark.parametrize(
    ("kind", "more", "columns"),
    [("major", {}, -1), ("major", {"bridge": "blown"}, -1), ("major", {"bridge": "standing"}, 1),
     ("minor", {}, 1)],
)  # fmt: skip
def test_combined_arms_across_a_river(kind: str, more: Json, columns: int) -> None:
    """Over a major river without a bridge there is no bonus, and the river itself shifts."""
    sides = [river("2009", "2010", kind, **more)]
    t = german(panzer("P", "2009"), infantry("G", "2009"), rifle("E", "2010"), hexsides=sides)
    assert total(t.odds("2010", ["P", "G"])) == columns


@rule("kesselschlacht", "12.2.2.C.a", "12.2.1.b", "12.2.2.A.a")
def test_a_second_combination_on_the_dry_side_counts_and_takes_the_river_shift_away() -> None:
    wet = [panzer("P", "2009"), infantry("G", "2009"), rifle("E", "2010")]
    sides = [river("2009", "2010")]
    t = german(*wet, infantry("H", "2110"), hexsides=sides)
    assert total(t.odds("2010", ["P", "G", "H"])) == 0
    t = german(*wet, infantry("H", "2110"), panzer("Q", "2110"), hexsides=sides)
    assert total(t.odds("2010", ["P", "G", "H", "Q"])) == 1


@rule("kesselschlacht", "12.2.2.A.a", "16.1.1.b")
def test_a_gun_is_the_infantry_of_a_combination_only_in_the_same_hex() -> None:
    for where, columns in (("2007", 0), ("2009", 1)):
        t = german(panzer("P", "2009"), gun("A", where), rifle("E", "2010"), hq(CORPS, "2006"))
        assert total(t.odds("2010", ["P", "A"])) == columns


@rule("kesselschlacht", "12.2.2.A.b", "12.2.2.B", "12.2.2.C.c")
@pytest.mark.parametrize(
    ("attackers", "defender", "columns"),
    [
        ("PG", brigade("E", "2010"), 0),  # denied, and not turned round
        ("P", brigade("E", "2010"), -1),  # armor alone is no combination
        ("G", brigade("E", "2010", grade="out"), -1),
        ("PG", brigade("E", "2010", status="RT"), 1),
        ("G", brigade("E", "2010", status="RT"), 0),
        ("PG", rifle("E", "2010", type="at"), 0),
        ("G", rifle("E", "2010", type="at"), 0),
        ("PG", hq("60th Army", "2010"), 1),
    ],
)
def test_who_has_combined_arms(attackers: str, defender: Json, columns: int) -> None:
    units = {"P": panzer("P", "2009"), "G": infantry("G", "2009")}
    t = german(*[units[name] for name in attackers], defender)
    assert total(t.odds("2010", list(attackers))) == columns


@rule("kesselschlacht", "12.2.2.A.c", "10.2.b")
def test_soviet_attackers_who_are_in_attack_supply_since_the_check_have_combined_arms() -> None:
    units = [brigade("T", "2903", grade="general"), rifle("R", "2903", grade="general")]
    assert total(soviet(*units, infantry("D", "2904")).odds("2904", ["T", "R"])) == 1


@rule("kesselschlacht", "12.1.3.a", "12.1.1.e")
def test_a_counter_that_shows_no_defence_defends_with_one() -> None:
    """R-171"""
    t = german(infantry("G", "2009"), rifle("E", "2010", defence=0))
    assert t.odds("2010", ["G"])["defence"] == 1


@rule("kesselschlacht", "13.3.b", "13.3.1.a")
def test_in_a_position_too_a_stack_has_the_worst_status_of_its_units() -> None:
    units = [infantry("G", "2009"), hq(CORPS, "2009"), infantry("H", "2009", status="DO")]
    t = german(*units, rifle("E", "2010"))
    assert {t.status(name) for name in ("G", "H", III)} == {"DO"}
    t.refuses(["target", "2010"], "13.3.1.a")


@rule("kesselschlacht", "12.0.b", "16.1.2.a")
def test_a_gun_that_stayed_out_when_its_force_attacked_supports_another_attack() -> None:
    """R-24"""
    units = [infantry("G", "2009"), gun("A", "2009"), hq(CORPS, "2009"), infantry("H", "2108")]
    t = german(*units, rifle("E", "2010"), rifle("F", "2008"), dice=[4])
    fight(t, "2010", "G")
    t.choose(["target", "2008"], ["join", "H"], ["join", "A"])
    assert ["declare"] in t.choices


@rule("kesselschlacht", "3.6.b", "16.1.2.a")
def test_a_distant_gun_is_seen_from_the_declaration_on_and_its_companions_are_not() -> None:
    pair = [infantry("B", "2007"), gun("A", "2007"), infantry("C", "2007")]
    t = german(infantry("G", "2009"), *pair, rifle("E", "2010"), hq(CORPS, "2006"), dice=[1])
    t.choose(["target", "2010"], ["join", "G"], ["join", "A"])
    assert not {"A", "C"} & seen(t)
    t.choose(["declare"])
    assert t.kind == "advance"
    assert {"A", "B", "C"} & seen(t) == {"A", "B"}, "B lies on top"


def seen(t: Table) -> set[str]:
    return {unit["id"] for unit in t.view("soviet")["units"]}


@rule("kesselschlacht", "13.3.5.B.a")
def test_units_of_another_corps_do_not_use_up_the_attacks_of_a_disorganized_one() -> None:
    other = {"formation": "LIX Army Korps"}
    beside = [infantry(f"L{n}", h, **other) for n, h in enumerate(["2110"] * 3 + ["2111"])]
    hqs = [hq("LIX Army Korps", "2108"), hq(CORPS, "2007", status="DO")]
    t = german(infantry("G", "2009"), *beside, *hqs, rifle("E", "2010"), ammo={III: 5})
    t.choose(["target", "2010"], ["join", "L0"], ["join", "L3"], ["join", "G"])
    assert ["declare"] in t.choices


@rule("kesselschlacht", "13.3.5.B.c", "11.2.2.c")
def test_an_hq_that_left_the_map_disrupted_keeps_nobody_from_attacking() -> None:
    gone = {"id": III, "hex": None, "status": "DIS"}
    t = german(infantry("G", "2009"), gone, rifle("E", "2010"), ammo=0, exited=[III])
    assert ["target", "2010"] in t.choices


@rule("kesselschlacht", "12.0.b", "12.1.1.b")
def test_who_was_not_activated_when_its_force_attacked_attacks_nobody_else() -> None:
    other = rifle("Q", "2903", formation="60th Army", activated=False)
    t = soviet(rifle("R", "2903"), other, infantry("D", "2904"), infantry("F", "3003"), dice=[6])
    fight(t, "2904", "R")
    while t.kind != "combat":
        t.choose(t.choices[0])
    t.refuses(["target", "3003"], "12.1.1.b")


@rule("kesselschlacht", "13.3.5.B.a", "10.6.2.a")
def test_a_disorganized_corps_with_two_points_pays_two_of_its_four_attackers() -> None:
    hexes = ("2009", "2009", "2110", "2110", "2111")
    units = [infantry(f"G{n}", h, attack=4) for n, h in enumerate(hexes)]
    t = german(*units, rifle("E", "2010"), hq(CORPS, "2007", status="DO"), ammo=2, dice=[6],
               weather="snow")  # fmt: skip
    t.choose(["target", "2010"], ["join", "G0"], ["join", "G2"])
    t.refuses(["join", "G4"], "13.3.5.B.a")
    t.choose(["declare"])
    assert outcome(t.choose(["pay", "G0"], ["pay", "G3"]))["odds"]["attack"] == 4 + 4 + 2 + 2


@rule("kesselschlacht", "13.3.5.B.a", "16.1.2.A", "12.1.1.b")
def test_the_odds_query_refuses_what_cannot_be_declared_together() -> None:
    hexes = ("2009", "2009", "2110", "2110", "2111")
    units = [infantry(f"G{n}", h) for n, h in enumerate(hexes)]
    names = [unit["id"] for unit in units]
    t = german(*units, rifle("E", "2010"), hq(CORPS, "2007", status="DO"))
    assert t.odds("2010", names[:4])["attack"] == 12
    assert refused(t, "2010", names) == "13.3.5.B.a"
    guns = [gun("A", "2007"), gun("B", "2007")]
    t = german(infantry("G", "2009"), *guns, rifle("E", "2010"), hq(CORPS, "2006"), ammo=1)
    assert t.odds("2010", ["G", "A"])["attack"] > t.odds("2010", ["G"])["attack"]
    assert refused(t, "2010", ["G", "A", "B"]) == "16.1.2.A"
    t = german(infantry("G", "2009"), rifle("E", "2010", was_attacked=True))
    assert refused(t, "2010", ["G"]) == "12.1.1.b"


def refused(t: Table, target: str, units: list[str]) -> str:
    with pytest.raises(Refused) as caught:
        t.odds(target, units)
    return str(caught.value.rule)


@rule("kesselschlacht", "13.3.3.a", "10.4.1.a")
@pytest.mark.parametrize(("status", "points"), [("DIS", 8), ("RT", None)])
def test_the_query_tells_no_line_that_is_too_long_for_a_routed_unit(
    status: str, points: float | None
) -> None:
    t = still([infantry("G", "2010", status=status), hq(CORPS, "2018")])
    told = t.match.game.supply(t.state, 0)["units"]["G"]
    assert (told["points"], told["state"]) == (points, "out" if points is None else "attack")
