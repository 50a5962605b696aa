"""Breakout 13.9 and 13.10: losses, retreats, blocked units, exchange, advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused
from tests.breakout.table import (
    Table,
    garrison,
    german,
    guns,
    outcome,
    panzer,
    soviet,
    support,
    table,
    tank,
)
from tests.games.any_table import retreats, walls
from tests.rules import rule

# Around 2019 clockwise from the north: 2018 2119 2120 2020 1920 1919.
# Attacks are at 3:1, where these are the dice of the results.
DL1_DR, DL1, DR, AS, EX = 1, 2, 3, 5, 6


def on_soviets(
    die: int, *defenders: Json, others: Sequence[Json] = (), factor: int = 3, **more: Any
) -> Table:
    """German A1 (two steps) and A2 (one step) in 2018 have attacked the Soviets in 2019."""
    strength = factor * sum(unit["factors"][0][1] for unit in defenders)
    units = [german("A1", "2018", f"{strength - 1}-9/1-1"), german("A2", "2018", "1-1")]
    t = table([*units, *defenders, *others], dice=[die], **more)
    t.attack("2019", "A1", "A2")
    return t


def on_germans(
    die: int, *defenders: Json, others: Sequence[Json] = (), factor: int = 3, **more: Any
) -> Table:
    """Soviet T1 (two steps) and S1 (one step) in 2018 have attacked the Germans in 2019."""
    strength = factor * sum(unit["factors"][0][1] for unit in defenders)
    units = [tank("T1", "2018", f"{strength - 1}-9/1-1"), support("S1", "2018", "1-1")]
    t = table([*units, *defenders, *others], "soviet-combat", dice=[die], **more)
    t.attack("2019", "T1", "S1")
    return t


# DR -------------------------------------------------------------------------------------------


@rule("breakout", "13.9.a", "EX.5")
def test_the_german_retreats_soviet_defenders_one_hex() -> None:
    t = on_soviets(DR, soviet("R1", "2019"))
    assert (t.kind, t.side) == ("retreat", "german")
    assert retreats(t, "R1") == {"2119", "2120", "2020", "1920", "1919"}
    t.refuses(["retreat", "R1", "2021"], "13.9.a")  # two hexes
    t.refuses(["retreat", "A1", "2017"], "13.9.a")  # an attacker
    with pytest.raises(Refused, match="German player retreats the units of both sides") as caught:
        t.match.choose(("retreat", "R1", "2020"), side=1)
    assert caught.value.rule == "13.9.a"
    t.choose(["retreat", "R1", "1920"])
    assert (t.where("R1"), t.steps("R1")) == ("1920", 2)


@rule("breakout", "13.9.a")
def test_the_german_retreats_his_own_defenders_and_has_to() -> None:
    """R-22: who has a hex to go to goes."""
    t = on_germans(DR, german("D1", "2019"))
    assert (t.kind, t.side) == ("retreat", "german")
    t.refuses(["done"], "13.9.a")
    t.refuses(["pass"], "13.9.a")
    t.choose(["retreat", "D1", "2020"])
    assert t.where("D1") == "2020"


@rule("breakout", "13.9.b")
def test_stacked_units_retreat_different_ways_in_any_order() -> None:
    t = on_soviets(DR, tank("T1", "2019"), guns("Guns", "2019"))
    assert retreats(t, "T1") == retreats(t, "Guns") == {"2119", "2120", "2020", "1920", "1919"}
    t.choose(["retreat", "Guns", "2119"])  # towards the enemy, away from its escort
    t.refuses(["retreat", "Guns", "2118"], "13.9.a")
    t.choose(["retreat", "T1", "1920"])
    assert (t.where("Guns"), t.where("T1")) == ("2119", "1920")


@rule("breakout", "13.9.c")
def test_a_retreat_does_not_over_stack_german_units() -> None:
    full = german("Full", "2020", "/".join(["8-8"] * 8))
    t = on_germans(
        DR, german("Two", "2019", "1-2/1-1"), german("One", "2019", "1-1"), others=[full]
    )
    assert "2020" not in retreats(t, "Two")
    assert "2020" in retreats(t, "One")
    t.refuses(["retreat", "Two", "2020"], "13.9.c")
    t.choose(["retreat", "One", "2020"])
    assert t.where("One") == "2020"


@rule("breakout", "13.9.c")
def test_a_retreat_does_not_over_stack_soviet_units_and_guns_count_apart() -> None:
    others = [
        tank("Full1", "2020"),
        tank("Full2", "2020"),
        guns("Guns2", "1920"),
        tank("T2", "1920"),
    ]
    t = on_soviets(DR, tank("T1", "2019"), guns("Guns", "2019"), others=others)
    t.refuses(["retreat", "T1", "2020"], "13.9.c")
    assert "2020" in retreats(t, "Guns")
    t.refuses(["retreat", "Guns", "1920"], "13.9.c")
    assert "1920" in retreats(t, "T1")


@rule("breakout", "13.9.d", "6.0.d", "12.5")
def test_nobody_retreats_where_he_could_not_move() -> None:
    t = on_soviets(
        DR,
        soviet("R1", "2019"),
        others=walls(german, "2119"),
        hexes={"2020": {"no_go": True}},
    )
    assert retreats(t, "R1") == {"2120", "1920", "1919"}
    t.refuses(["retreat", "R1", "2119"], "6.0.d")
    t.refuses(["retreat", "R1", "2020"], "13.9.d")


@rule("breakout", "13.9.d", "3.2.6")
@pytest.mark.parametrize(("binds", "west"), [(True, False), (False, True)])
def test_the_stand_fast_order_closes_the_west_to_a_retreat_by_option(
    binds: bool, west: bool
) -> None:
    t = table(
        [tank("T1", "2318", "12-9"), german("D1", "2319", "4-4")],
        phase="soviet-combat",
        turn=1,
        options={"stand_fast_binds_retreats": binds},
        dice=[DR],
    )
    t.attack("2319", "T1")
    assert ({"2218", "2219"} <= retreats(t, "D1")) == west
    assert {"2320", "2418", "2419"} <= retreats(t, "D1")
    if binds:
        t.refuses(["retreat", "D1", "2219"], "13.9.d")


@rule("breakout", "13.9.d", "4.1.d")
def test_nobody_retreats_off_the_map() -> None:
    """R-24: not even from the hexes where corps leave it."""
    t = table(
        [german("A1", "1128", "15-9"), soviet("R1", "1129"), *walls(german, "1028", "1228")],
        dice=[DR],
    )
    t.attack("1129", "A1")
    assert t.where("R1") == "1129"
    assert t.steps("R1") == 1  # blocked


@rule("breakout", "13.9.h", "7.3.a")
def test_zones_of_control_do_not_hinder_a_retreat() -> None:
    t = on_soviets(
        DR,
        soviet("R1", "2019"),
        others=walls(german, "2021", "1918", "2118", "1821", "2221", "2220"),
    )
    assert retreats(t, "R1") == {"2119", "2120", "2020", "1920", "1919"}
    assert t.state.zoc(0) >> t.state.world.grid.index("2020") & 1
    t.choose(["retreat", "R1", "2020"])
    assert (t.where("R1"), t.steps("R1")) == ("2020", 2)


@rule("breakout", "13.9.d", "3.3")
def test_a_retreat_crosses_rivers_freely_and_takes_the_hex() -> None:
    """R-24, R-33."""
    t = on_soviets(
        DR,
        soviet("R1", "2019"),
        rivers=[("2019", "2020", "Dnestr")],
        hexes={"2020": {"town": "Bar"}},
    )
    before = t.state.rolls
    t.choose(["retreat", "R1", "2020"])
    assert t.state.rolls == before
    assert t.view(None)["hexes"]["2020"]["control"] == "soviet"


@rule("breakout", "13.9.g")
def test_a_retreated_unit_defends_in_a_hex_attacked_later() -> None:
    t = on_soviets(
        DR,
        soviet("R1", "2019", "1-3/1-1"),
        others=[soviet("R2", "2020", "1-2/1-1"), panzer("P1", "2021", "5-9")],
    )
    t.choose(["retreat", "R1", "2020"], ["done"])
    t.dice(1)
    assert outcome(t.attack("2020", "P1"))["odds"]["defence"] == 5
    assert {name for name, _ in t.offered("retreat")} == {"R1", "R2"}  # again


# Blocked --------------------------------------------------------------------------------------

ALL_ROUND = ("2119", "2120", "2020", "1920", "1919")


@rule("breakout", "13.9.e", "13.9.q")
def test_blocked_defenders_lose_a_step_on_top_of_the_result_and_stay() -> None:
    t = on_soviets(DL1_DR, tank("T1", "2019"), tank("T2", "2019"), others=walls(german, *ALL_ROUND))
    assert (t.side, t.offered("lose")) == ("soviet", ["T1", "T2"])
    t.choose(["lose", "T1"])
    assert (t.side, t.offered("lose")) == ("soviet", ["T1", "T2"])  # blocked
    t.choose(["lose", "T1"])
    assert (t.where("T1"), t.where("T2"), t.steps("T2")) == (None, "2019", 2)
    assert t.kind == "combat"  # they keep the hex: no advance


@rule("breakout", "13.9.e")
def test_a_blocked_german_stack_picks_its_own_loss() -> None:
    t = on_germans(DR, german("D1", "2019"), german("D2", "2019"), others=walls(soviet, *ALL_ROUND))
    assert (t.side, t.offered("lose")) == ("german", ["D1", "D2"])
    t.refuses(["retreat", "D1", "2020"], "13.9.e")
    t.choose(["lose", "D2"])
    assert (t.steps("D1"), t.steps("D2")) == (4, 3)


@rule("breakout", "13.9.e")
@pytest.mark.parametrize(("option", "steps"), [("per_combat", [1, 2, 2]), ("per_unit", [1, 1, 1])])
def test_the_blocked_lose_one_step_together_or_each_by_option(
    option: str, steps: list[int]
) -> None:
    """R-23. Guns retreat no better than others."""
    t = on_soviets(
        DR,
        soviet("R1", "2019"),
        tank("T2", "2019"),
        guns("Guns", "2019", "6-1/3-1"),
        others=walls(german, *ALL_ROUND),
        options={"blocked_loss": option},
    )
    if option == "per_combat":
        t.choose(["lose", "R1"])
    assert [t.steps(name) for name in ("R1", "T2", "Guns")] == steps
    assert t.kind == "combat"


@rule("breakout", "13.9.e", "13.9.c")
def test_the_order_of_retreats_may_leave_later_units_without_room() -> None:
    """R-22, R-23: only those who had to stay pay."""
    t = on_soviets(
        DR,
        tank("T1", "2019"),
        tank("T2", "2019"),
        others=[*walls(german, "2119", "2120", "1920", "1919"), tank("There", "2020")],
    )
    assert retreats(t, "T1") == retreats(t, "T2") == {"2020"}
    t.choose(["retreat", "T2", "2020"])
    assert (t.where("T2"), t.steps("T2")) == ("2020", 2)
    assert (t.where("T1"), t.steps("T1")) == ("2019", 1)
    assert t.kind == "combat"


@rule("breakout", "13.9.e")
def test_who_could_retreat_does_not_pay_for_the_blocked() -> None:
    t = on_soviets(
        DR,
        tank("T1", "2019"),
        tank("T2", "2019"),
        tank("T3", "2019"),
        others=[*walls(german, "2119", "2120", "1920", "1919"), tank("There", "2020")],
    )
    t.choose(["retreat", "T2", "2020"])
    assert t.offered("lose") == ["T1", "T3"]
    t.refuses(["lose", "T2"], "13.9.e")
    t.refuses(["lose", "There"], "13.9.e")


@rule("breakout", "13.9.e", "13.10")
def test_a_hex_emptied_by_the_blocked_loss_is_open_to_the_advance() -> None:
    t = on_soviets(DR, tank("T1", "2019", "8-8"), others=walls(german, *ALL_ROUND))
    assert t.where("T1") is None
    assert t.offered("advance") == ["A1", "A2"]


@rule("breakout", "13.9.f", "13.8.4.2", "14.0.tec.town", "14.0.tec.fort")
@pytest.mark.parametrize("place", ["town", "fort"])
def test_in_a_town_or_fortified_locality_a_retreat_does_nothing_even_when_surrounded(
    place: str,
) -> None:
    """R-25."""
    t = on_soviets(
        DR,
        soviet("R1", "2019"),
        others=walls(german, *ALL_ROUND),
        factor=4,  # 4:1 less one
        hexes={"2019": {place: "Bar", "control": "soviet"}},
    )
    assert (t.where("R1"), t.steps("R1"), t.kind) == ("2019", 2, "combat")


@rule("breakout", "13.8.4.2", "13.9.q", "13.9.f")
@pytest.mark.parametrize("factor", [4, 9])
def test_in_a_town_a_loss_with_retreat_is_the_loss_only(factor: int) -> None:
    """By the die and by an automatic result alike."""
    t = on_soviets(
        DL1_DR,
        soviet("R1", "2019"),
        others=walls(german, *ALL_ROUND),
        factor=factor,
        hexes={"2019": {"town": "Bar", "control": "soviet"}},
    )
    assert (t.where("R1"), t.steps("R1"), t.kind) == ("2019", 1, "combat")


@rule("breakout", "2.7.a", "13.9.e")
def test_a_garrison_in_the_open_is_blocked_and_the_mobile_unit_goes() -> None:
    """R-17: in a made-up position only."""
    t = on_germans(DR, garrison("TG", "2019", "0-4/0-2"), german("D1", "2019"))
    assert retreats(t, "TG") == set()
    t.refuses(["retreat", "TG", "2020"], "2.7.a")
    t.choose(["retreat", "D1", "2020"])
    assert (t.steps("TG"), t.steps("D1")) == (1, 4)
    assert t.where("TG") == "2019"


@rule("breakout", "13.9.e", "13.9.o")
@pytest.mark.parametrize(("option", "steps"), [("per_combat", 3), ("per_unit", 2)])
def test_a_blocked_mobile_unit_pays_for_the_garrison_too(option: str, steps: int) -> None:
    t = on_germans(
        DR,
        garrison("TG", "2019", "0-4/0-2"),
        german("D1", "2019"),
        others=walls(soviet, *ALL_ROUND),
        options={"blocked_loss": option},
    )
    assert (t.steps("TG"), t.steps("D1")) == (2, steps)


# EX -------------------------------------------------------------------------------------------


@rule("breakout", "13.9.i", "DN.1")
def test_in_an_exchange_the_attacker_names_his_step_and_then_the_defender() -> None:
    t = on_germans(EX, german("D1", "2019"), german("D2", "2019"))
    assert (t.side, t.offered("lose")) == ("soviet", ["T1", "S1"])
    t.refuses(["lose", "D1"], "13.9.i")
    t.choose(["lose", "S1"])
    assert t.where("S1") == "2018"  # both go together, R-43
    assert (t.side, t.offered("lose")) == ("german", ["D1", "D2"])
    t.refuses(["lose", "T1"], "13.9.i")
    t.choose(["lose", "D2"])
    assert (t.where("S1"), t.steps("T1")) == (None, 2)
    assert (t.steps("D1"), t.steps("D2")) == (4, 3)


@rule("breakout", "13.9.i", "4.2")
def test_an_exchange_judges_communications_before_either_unit_is_gone() -> None:
    """R-43: the corps that dies with the division is what cut it off."""
    t = table(
        [
            tank("T1", "2018", "3-1"),
            soviet("R2", "2121"),
            soviet("R3", "1921"),
            german("D1", "2019", "4-4/3-3/2-2/1-1", steps=1),
        ],
        phase="soviet-combat",
        dice=[EX],
    )
    assert not t.match.game.supply(t.state, 0)["units"]["D1"]["supplied"]
    t.attack("2019", "T1")
    assert (t.where("T1"), t.where("D1")) == (None, None)
    assert t.vp()["divisions"] == 4


@rule("breakout", "13.9.j")
def test_in_an_exchange_the_mobile_unit_pays_before_the_garrison() -> None:
    t = on_germans(
        EX, garrison("TG", "2019", "0-4/0-2"), german("D1", "2019"), german("D2", "2019")
    )
    t.choose(["lose", "S1"])
    assert t.offered("lose") == ["D1", "D2"]
    t.refuses(["lose", "TG"], "13.9.j")


@rule("breakout", "13.9.j")
def test_a_garrison_alone_pays_in_an_exchange() -> None:
    t = on_germans(EX, garrison("TG", "2019", "0-4/0-2"))
    t.choose(["lose", "S1"])
    assert t.steps("TG") == 1


@rule("breakout", "13.9.j", "13.9.m")
def test_a_garrison_in_the_attackers_hex_is_no_attacker() -> None:
    """R-55."""
    t = on_soviets(EX, soviet("R1", "2019"), others=[garrison("TG", "2018")])
    assert t.offered("lose") == ["A1", "A2"]
    t.refuses(["lose", "TG"], "13.9.i")


@rule("breakout", "13.9.k", "13.10")
def test_an_exchange_that_empties_the_hex_opens_it_to_surviving_attackers() -> None:
    t = on_soviets(EX, tank("T1", "2019", "5-5"))
    t.choose(["lose", "A2"])
    assert t.where("T1") is None
    assert t.offered("advance") == ["A1"]
    t.refuses(["advance", "A2"], "13.10")


@rule("breakout", "13.9.k")
def test_an_exchange_without_survivors_leaves_the_hex_empty() -> None:
    t = table([german("A1", "2018", "3-1"), tank("T1", "2019", "1-1")], dice=[EX])
    t.attack("2019", "A1")
    assert (t.where("A1"), t.where("T1"), t.kind) == (None, None, "combat")


# AS, AL1, DL1 ---------------------------------------------------------------------------------


@rule("breakout", "13.9.l")
def test_a_stalled_attack_changes_nothing() -> None:
    t = on_soviets(AS, soviet("R1", "2019"))
    assert (t.where("R1"), t.steps("R1"), t.where("A1"), t.steps("A1")) == ("2019", 2, "2018", 2)
    assert t.kind == "combat"  # no retreat, no advance
    t.refuses(["target", "2019"], "13.0.b")


@rule("breakout", "13.9.m")
def test_the_attacker_loses_a_step_of_a_unit_that_attacked() -> None:
    t = table(
        [
            german("A1", "2018", "3-3/1-1"),
            panzer("P1", "2119", "2-2/1-1"),
            german("Idle", "2018"),
            soviet("R1", "2019", "5-5"),
        ],
        dice=[4],
    )
    t.attack("2019", "A1", "P1")  # 1:1: AL1
    assert (t.side, t.offered("lose")) == ("german", ["A1", "P1"])
    t.refuses(["lose", "Idle"], "13.9.m")
    t.refuses(["lose", "R1"], "13.9.m")
    t.refuses(["end"], "13.9.m")
    t.choose(["lose", "P1"])
    assert (t.steps("P1"), t.steps("A1"), t.steps("R1")) == (1, 2, 1)
    assert t.kind == "combat"  # nobody advances after AL1


@rule("breakout", "13.9.n", "DN.1", "2.6.e")
def test_the_defender_loses_a_step_of_his_choice() -> None:
    """R-64: the German chooses retreats of the Soviets, never their losses."""
    t = on_soviets(DL1, tank("T1", "2019"), support("S1", "2019"), guns("Guns", "2019"))
    assert (t.side, t.offered("lose")) == ("soviet", ["T1", "S1", "Guns"])
    with pytest.raises(Refused, match="soviet side's decision"):
        t.match.choose(("lose", "T1"), side=0)
    t.refuses(["lose", "A1"], "13.9.n")
    t.refuses(["done"], "13.9.n")
    t.choose(["lose", "T1"])
    assert (t.steps("T1"), t.where("T1"), t.kind) == (1, "2019", "combat")


@rule("breakout", "13.9.o")
def test_the_mobile_defenders_pay_before_the_garrison() -> None:
    t = on_germans(
        DL1, garrison("TG", "2019", "0-4/0-2"), german("D1", "2019"), panzer("P1", "2019")
    )
    assert t.offered("lose") == ["D1", "P1"]
    t.refuses(["lose", "TG"], "13.9.o")


@rule("breakout", "13.9.o", "13.9.p")
def test_a_garrison_pays_when_nobody_else_is_left() -> None:
    units = [tank(f"T{i}", "2018", "27-9") for i in range(4)]
    t = table(
        [*units, garrison("TG", "2019", "0-4/0-4"), german("D1", "2019", "1-5/1-5")],
        phase="soviet-combat",
        dice=[2, 2, 5, 5],
    )
    t.attack("2019", "T0")  # 27:9
    assert (t.steps("TG"), t.steps("D1")) == (2, 1)
    t.attack("2019", "T1")
    assert (t.steps("TG"), t.where("D1")) == (2, None)
    t.attack("2019", "T2")  # 27:4 is 6:1
    assert t.steps("TG") == 1
    t.attack("2019", "T3")
    assert t.where("TG") is None
    assert t.offered("advance") == ["T3"]


@rule("breakout", "13.9.p", "13.10.b")
def test_a_loss_that_empties_the_hex_offers_the_advance_first() -> None:
    t = on_soviets(
        DL1, tank("T1", "2019", "5-5"), others=[panzer("P1", "2119"), tank("T2", "2120")]
    )
    assert t.choices == [["advance", "A1"], ["advance", "A2"], ["done"]]
    t.refuses(["target", "2120"], "13.10.b")
    t.refuses(["end"], "13.10.b")
    t.choose(["done"])
    t.refuses(["advance", "A1"], "13.10.b")
    t.choose(["target", "2120"])


@rule("breakout", "13.9.q")
def test_the_loss_comes_before_the_retreat() -> None:
    t = on_soviets(DL1_DR, tank("T1", "2019"))
    assert t.steps("T1") == 1
    t.choose(["retreat", "T1", "2020"])
    assert t.where("T1") == "2020"
    gone = on_soviets(DL1_DR, tank("T1", "2019", "5-5"))
    assert gone.kind == "advance"  # nothing is left to retreat


@rule("breakout", "13.9.q", "11.1")
def test_the_die_of_a_lost_rifle_corps_falls_before_the_others_retreat() -> None:
    """R-69."""
    t = on_soviets(DL1_DR, soviet("R1", "2019", "5-5"), tank("T1", "2019"))
    t.dice(3)
    events = t.choose(["lose", "R1"])
    assert [e["purpose"] for e in events if e["what"] == "die"] == ["replacement"]
    assert t.kind == "retreat"
    assert t.view(None)["off_map"]["queue"] == {"R1": 6}


# Advance --------------------------------------------------------------------------------------


@rule("breakout", "13.10", "7.3.b")
def test_one_or_more_attackers_advance_past_zones_and_rivers_and_take_the_hex() -> None:
    t = on_soviets(
        DR,
        soviet("R1", "2019"),
        others=[german("Idle", "2018"), panzer("P1", "2119")],
        rivers=[("2018", "2019", "Dnestr")],
        hexes={"2019": {"terrain": "marsh", "control": "soviet"}},
        factor=4,
    )
    t.choose(["retreat", "R1", "2020"])
    assert t.offered("advance") == ["A1", "A2"]
    t.refuses(["advance", "Idle"], "13.10")
    t.refuses(["advance", "P1"], "13.10")
    t.choose(["advance", "A2"])
    t.refuses(["advance", "A2"], "13.10")  # one hex
    t.choose(["advance", "A1"])
    assert (t.where("A1"), t.where("A2"), t.state.rolls) == ("2019", "2019", 1)
    assert t.view(None)["hexes"]["2019"]["control"] == "german"
    assert t.kind == "combat"


@rule("breakout", "13.10")
def test_attackers_from_several_hexes_advance() -> None:
    t = table(
        [panzer("P1", "2018", "9-9"), panzer("P2", "2119", "6-6"), soviet("R1", "2019")], dice=[DR]
    )
    t.attack("2019", "P1", "P2")
    t.choose(["retreat", "R1", "2020"], ["advance", "P2"], ["advance", "P1"])
    assert t.where("P1") == t.where("P2") == "2019"


@rule("breakout", "13.10", "6.0.b")
def test_an_advance_does_not_over_stack() -> None:
    eight = "/".join(["8-8"] * 8)
    t = table(
        [panzer("SS", "2018", eight), panzer("P1", "2018", "1-1/1-1"), tank("T1", "2019", "3-3")],
        dice=[DR],
    )
    t.attack("2019", "SS", "P1")
    t.choose(["retreat", "T1", "2020"], ["advance", "SS"])
    assert t.where("P1") == "2018"  # ten steps: not even offered
    assert t.kind == "combat"


@rule("breakout", "13.10", "6.0.b")
def test_the_refusal_of_an_advance_without_room_says_so() -> None:
    t = table(
        [
            panzer("P1", "2018", "/".join(["6-6"] * 6)),
            panzer("P2", "2018", "/".join(["4-4"] * 4)),
            panzer("P3", "2018", "1-1"),
            tank("T1", "2019", "3-3"),
        ],
        dice=[DR],
    )
    t.attack("2019", "P1", "P2", "P3")
    t.choose(["retreat", "T1", "2020"], ["advance", "P1"])
    assert t.offered("advance") == ["P3"]
    t.refuses(["advance", "P2"], "6.0.b")


@rule("breakout", "13.10", "3.2.6")
def test_the_stand_fast_order_binds_an_advance() -> None:
    t = table(
        [panzer("P1", "2318", "15-9"), panzer("P2", "2219", "1-1"), soviet("R1", "2218")],
        turn=1,
        dice=[DR],
    )
    t.attack("2218", "P1", "P2")
    t.choose(["retreat", "R1", "2118"])
    assert t.offered("advance") == ["P2"]
    t.refuses(["advance", "P1"], "3.2.6")


@rule("breakout", "13.10.a")
def test_an_advance_may_be_declined_and_the_hex_keeps_its_owner() -> None:
    t = on_soviets(
        DL1,
        tank("T1", "2019", "5-5"),
        factor=4,
        hexes={"2019": {"town": "Bar", "control": "soviet"}},
    )
    t.choose(["done"])
    assert t.where("A1") == "2018"
    assert t.view(None)["hexes"]["2019"]["control"] == "soviet"


@rule("breakout", "13.10", "13.9.m")
def test_defenders_never_advance() -> None:
    t = table([german("A1", "2018", "1-1"), soviet("R1", "2019", "4-4")])
    t.attack("2019", "A1")  # 1:4: the only attacker dies
    assert (t.where("A1"), t.where("R1"), t.kind) == (None, "2019", "combat")


@rule("breakout", "13.10")
def test_a_soviet_advance_takes_a_town() -> None:
    t = on_germans(DL1, german("D1", "2019", "4-4"), factor=4, hexes={"2019": {"town": "Bar"}})
    before = t.vp()["total"]
    t.choose(["advance", "S1"], ["done"])
    assert t.where("S1") == "2019"
    assert t.vp()["total"] == before + 1


@rule("breakout", "EX.4", "4.0.d")
def test_destroying_soviet_units_scores_nothing() -> None:
    t = on_soviets(DL1, tank("T1", "2019", "5-5"))
    assert t.where("T1") is None
    assert t.vp()["total"] == 0
