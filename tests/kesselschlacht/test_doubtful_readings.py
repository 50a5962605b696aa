"""Readings that were in doubt for long: headquarters that are gone, attackers that fall back, crossings."""

from __future__ import annotations

from hexfront.games.kesselschlacht.rules.directive import crossed_over
from hexfront.games.kesselschlacht.sides import EXITED
from hexfront.kernel.match import position_match
from tests.kesselschlacht.results_table import result
from tests.kesselschlacht.table import (
    CORPS,
    Json,
    battalion,
    hq,
    infantry,
    panzer,
    rifle,
    ring,
    road,
    table,
    tank,
)
from tests.rules import rule

FIVE = "5th Guards Tank Corps"


@rule("kesselschlacht", "9.2.2.A.c", "13.1.1.a")
def test_units_of_the_corps_that_leaves_go_on_without_the_headquarters_they_lost() -> None:
    """R-192: as if it had left before them; nobody takes them over."""
    corps = {"formation": FIVE, "group": "2UK"}
    units = [
        hq(FIVE, "2225"),
        tank("T5", "2225", **corps),
        hq("38th Army", "2901"),
        infantry("G", "2224"),
    ]
    order: Json = {"scenario": "campaign", "turn": 4, "phase": "axis-combat"}
    t = result("De1", "2225", ["G"], units, **order)
    t.choose(["lose", "SV-5GTC-HQ"])
    assert t.state.parent[t.index("T5")] == t.index("SV-38A-HQ"), (
        "an army takes over a corps that stays"
    )
    t = result("De1", "2225", ["G"], units, fifth_guards="leaving", **order)
    t.choose(["lose", "SV-5GTC-HQ"])
    assert not t.choices, "no army is asked for"
    assert t.state.parent[t.index("T5")] == t.index("SV-5GTC-HQ")
    assert t.state.fifth_guards == "leaving"


@rule("kesselschlacht", "9.2.2.A.a", "9.2.2.A.c")
def test_they_are_activated_and_leave_when_their_headquarters_is_dead() -> None:
    t = table(
        [{"id": "SV-5GTC-HQ"}, tank("T5", "2228", formation=FIVE, group="2UK"), hq("38th Army", "2901")],
        "activation", turn=4, scenario="campaign", eliminated=["SV-5GTC-HQ"], fifth_guards="leaving",
    )  # fmt: skip
    assert t.state.activated >> t.index("T5") & 1
    assert t.state.corps_attempts == 1
    t.choose(["pick", "T5"], ["go", "2229"], ["go", "2230"], ["go", "2231"], ["exit"])
    assert t.state.where[t.index("T5")] == EXITED


@rule("kesselschlacht", "11.2.2.c", "10.4.2.a", "13.1.2")
def test_a_corps_whose_headquarters_left_the_map_is_out_of_supply_and_has_no_other() -> None:
    """R-193: only a headquarters that is lost is replaced."""
    t = table(
        [hq(CORPS, "0110"), panzer("P", "0112"), infantry("G", "0113"), hq("LIX Army Korps", "0114")],
        "axis-move", fuel={"AX-III-HQ": 5, "AX-LIX-HQ": 5}, ammo={"AX-III-HQ": 5},
    )  # fmt: skip
    t.choose(["pick", "AX-III-HQ"], ["fuel", 1], ["exit"])
    assert t.kind == "move"
    assert not t.state.ammo
    assert t.index("AX-III-HQ") not in t.state.fuel
    t.choose(["pick", "P"])
    t.refuses(["fuel", 1], "10.5.1.b")
    t.choose(["stop"], ["end"])
    assert [t.grade(name) for name in ("P", "G")] == ["out", "out"]


@rule("kesselschlacht", "13.2.b", "13.2.4.a", "13.2.4.A.a")
def test_attackers_who_still_have_to_fall_back_make_no_way() -> None:
    """R-195: their hex is full until they go; the owner chooses who goes first."""
    wall = [battalion(f"W{n}", h) for n, h in enumerate(("2008", "2109", "1910", "1909"))]
    units = [
        rifle("R1", "2009"), rifle("R2", "2110"), rifle("R3", "2110"), battalion("G1", "2010"),
        *wall,
    ]  # fmt: skip
    t = result("Br1", "2010", ["R1", "R2", "R3"], units)
    t.choose(["withdraw", "2009"])
    assert t.where("R1") is None, "2110 is full, and enemies are everywhere else"
    t = result("Br1", "2010", ["R1", "R2", "R3"], units)
    t.choose(["withdraw", "2110"], ["retreat", "2210"])
    assert t.where("R1") == "2110", "the others have gone, and so there is room"


@rule("kesselschlacht", "13.2.5")
def test_who_fell_back_in_the_soviet_phase_defends_in_full_in_the_axis_phase() -> None:
    """R-194: later in the same Combat Phase is meant."""
    t = table(
        [infantry("G1", "2012"), rifle("R1", "2011", retreated=True), hq(CORPS, "2014")],
        "soviet-combat", ammo={"AX-III-HQ": 5},
    )  # fmt: skip
    while t.state.phase != "axis-combat":
        t.choose(["end"])
    odds = t.match.game.odds(t.state, "2011", ["G1"], {}, None)
    assert odds["defence"] == 3


@rule("kesselschlacht", "8.1.2.a", "2.4.9")
def test_a_unit_that_crosses_the_dnestr_and_leaves_the_map_has_crossed() -> None:
    """R-83: also after the position was written and read."""
    south = {f"20{row}": {"south": True} for row in (30, 31)}
    t = table(
        [infantry("A", "2029", started_north=True), infantry("B", "2031"), infantry("C", "0110"),
         hq(CORPS, "2028"), hq("4th Guards Tank Corps", "3001")],
        "axis-move", turn=3, scenario="campaign", hexes=south, hexsides=road("3001", "3101"),
    )  # fmt: skip
    t.choose(["pick", "A"], ["go", "2030"], ["go", "2031"], ["exit"])
    t.choose(["pick", "B"], ["exit"], ["pick", "C"], ["exit"])
    while t.state.turn == 3 and t.state.phase != "positions":
        t.choose(["end"])
    assert crossed_over(t.state) == [t.index("A")], "B was south before, C leaves in the north"
    written = t.match.game.position_of(t.state)
    again = position_match(t.match.game, written, seed="00").state
    assert again.crossed == t.state.crossed  # type: ignore[attr-defined]


@rule("kesselschlacht", "13.4.a", "13.2.4.A.a")
def test_nobody_advances_where_a_displaced_unit_holds_the_hex_that_was_left() -> None:
    """R-180: only where no enemy zone reaches it; here the enemies are single battalions."""
    enemies = [h for h in (*ring("2010"), *ring("2011")) if h not in ("2009", "2010", "2011")]
    units = [
        rifle("R1", "2009", size="II"), infantry("G1", "2010"),
        *(infantry(f"F{n}", "2011") for n in range(3)),
        *(rifle(f"E{n}", h, size="II") for n, h in enumerate(dict.fromkeys(enemies))),
    ]  # fmt: skip
    t = result("Dr1", "2010", ["R1"], units)
    assert sorted(t.offered("displace")) == [[f"F{n}", "2010"] for n in range(3)]
    t.choose(["displace", "F0", "2010"])
    assert (t.where("G1"), t.where("F0")) == ("2011", "2010")
    assert not t.choices, "nobody advances"
    t = result("Dr1", "2010", ["R1"], units, options={"displace_into_vacated": False})
    assert t.state.killed == {t.index("G1"): 1}
    assert t.kind == "advance"


SOUTH = {h: {"south": True} for h in ("2010", "2009", "1909", "1910", "2110", "2111", "1911")}
"""South of the Dnestr on the blank map: 2010 and all around it but 2011."""


@rule("kesselschlacht", "11.2.2.b", "13.2.1.d")
def test_who_has_crossed_the_dnestr_is_not_driven_back_over_it() -> None:
    """R-196: not even where the only other way is none."""
    ways = ring("2010")
    open_ = [rifle(f"E{n}", h, size="II") for n, h in enumerate(ways) if h not in ("2011", "1911")]
    units = [*open_, infantry("G", "2010", locked=True)]
    t = result("Dr1", "2010", ["E0"], units, hexes=SOUTH)
    assert t.where("G") == "1911"
    shut = [*open_, rifle("E9", "1911", size="II")]
    t = result("Dr1", "2010", ["E0"], [*shut, infantry("G", "2010", locked=True)], hexes=SOUTH)
    assert t.where("G") is None
    t = result("Dr1", "2010", ["E0"], [*shut, infantry("G", "2010")], hexes=SOUTH)
    assert t.where("G") == "2011", "who began in the south is not bound to it"


@rule("kesselschlacht", "11.2.2.b", "13.2.1.d")
def test_who_would_cross_the_dnestr_on_its_retreat_is_not_led_north_again() -> None:
    """R-196: begun in the south, north over 2011 and south again, it would be bound there one hex too early."""
    walls = [h for h in ring("2010") if h not in ("1911", "2011")]
    enemies = [rifle(f"E{n}", h, size="II") for n, h in enumerate(walls)]
    near = {"2010", "1911", *ring("2010", 2), "1708", "1709", "1710", "1711"}
    t = result(
        "Dr3",
        "2010",
        ["E0"],
        [*enemies, infantry("G", "2010")],
        hexes={h: {"south": True} for h in near},
    )
    assert t.where("G") == "1911", "the only way, over 2011 it would have to go north a second time"
    t = result(
        "Dr2",
        "2010",
        ["E0"],
        [*enemies, infantry("G", "2010")],
        hexes={h: {"south": True} for h in near},
    )
    assert set(t.offered("retreat")) == {"1911", "2011"}


@rule("kesselschlacht", "11.3.2", "11.3.2-ex")
def test_soviet_units_are_not_driven_north_over_the_dnestr_unless_recalled() -> None:
    walls = [battalion(f"E{n}", h) for n, h in enumerate(ring("2010")) if h != "2011"]
    units = [*walls, tank("T", "2010"), hq("4th Guards Tank Corps", "1001")]
    t = result("Dr1", "2010", ["E0"], units, hexes=SOUTH, phase="axis-combat")
    assert t.where("T") is None
    order: Json = {"recall_order": "active", "recall_hq": "SV-4GTC-HQ"}
    t = result("Dr1", "2010", ["E0"], units, hexes=SOUTH, phase="axis-combat", **order)
    assert t.where("T") == "2011"


@rule("kesselschlacht", "11.2.2.b", "13.2.4.A.b")
def test_nobody_bound_to_the_south_makes_way_to_the_north() -> None:
    free = next(h for h in ring("1910") if h not in ring("2010") and h != "2010")
    taken = [
        h for h in dict.fromkeys([*ring("2010"), *ring("1910")]) if h not in ("1910", "2010", free)
    ]
    walls = [rifle(f"E{n}", h, size="II") for n, h in enumerate(taken)]
    stay = [infantry(f"F{n}", "1910", locked=n == 0) for n in range(3)]
    units = [*walls, *stay, infantry("G", "2010")]
    bank = {h: {"south": True} for h in ("2010", "1910")}
    no_return = {"displace_into_vacated": False}
    t = result("Dr1", "2010", ["E0"], units, hexes=bank, options=no_return)
    assert sorted(t.offered("displace")) == [["F1", free], ["F2", free]]
    t.refuses(["displace", "F0", free], "11.2.2.b")
    all_bound = [{**unit, "locked": True} for unit in stay]
    units = [*walls, *all_bound, infantry("G", "2010")]
    t = result("Dr1", "2010", ["E0"], units, hexes=bank, options=no_return)
    assert t.where("G") is None


@rule("kesselschlacht", "13.1.1.b", "11.3.1.c", "11.3.2")
def test_a_headquarters_that_comes_back_is_bound_by_nothing_of_before() -> None:
    army = hq("38th Army", "2010", driven=True, locked=True)
    t = result("De1", "2010", ["G"], [army, infantry("G", "2009")], phase="axis-combat")
    assert t.where("SV-38A-HQ") is None
    assert not t.state.driven
    assert not t.state.locked


@rule("kesselschlacht", "13.2.5")
def test_the_odds_of_a_later_phase_count_those_who_retreated_before() -> None:
    """R-194: somebody who plans in phase J asks what those will be worth who fell back in phase I."""
    units = [hq(CORPS, "2007"), infantry("G", "2009"), rifle("R", "2010", retreated=True)]
    t = table(units, "axis-move", ammo={"AX-III-HQ": 1})
    assert t.odds("2010", ["G"])["defence"] == 3


@rule("kesselschlacht", "12.1.1.b", "13.2.5")
def test_a_hex_with_nobody_but_those_who_retreated_is_not_attacked() -> None:
    units = [hq(CORPS, "2007"), infantry("G", "2009"), rifle("R", "2010", retreated=True)]
    t = table(units, ammo={"AX-III-HQ": 1})
    assert t.offered("target") == []
    t.refuses(["target", "2010"], "12.1.1.b")
