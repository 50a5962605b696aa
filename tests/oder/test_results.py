"""Oder 11.6 and 11.7: losses, exchanges, retreats, blocked units, advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from hexfront.games.oder.state import State
from hexfront.kernel.fields import Json
from tests.games.any_table import retreats, walls
from tests.oder.table import (
    Table,
    fortress,
    infantry,
    outcome,
    panzer,
    rifle,
    ring,
    shock,
    table,
    tank,
)
from tests.rules import rule

# Around 2010 clockwise from the north: 2009 2109 2110 2011 1910 1909. The Germans' supply is in the
# west, the Soviets' in the east. At German 3:1 and Soviet 4:1 these are the dice of the results; the
# die of AL1 is for German 1:1 and Soviet 2:1.
DE, EX, DR, AS = 1, 3, 4, 6
AL1 = 6


def on_soviets(
    die: int,
    *defenders: Json,
    others: Sequence[Json] = (),
    factor: int = 3,
    dice: Sequence[int] = (6,) * 12,
    **more: Any,
) -> Table:
    """German A1 and A2, infantry in 1909, have attacked the Soviets in 2010."""
    strength = factor * sum(unit["defence"] for unit in defenders)
    units = [infantry("A1", "1909", f"{strength - 1}-5"), infantry("A2", "1909", "1-5")]
    t = table([*units, *defenders, *others], dice=[die, *dice], **more)
    t.attack("2010", "A1", "A2")
    return t


def on_germans(
    die: int,
    *defenders: Json,
    others: Sequence[Json] = (),
    factor: int = 4,
    dice: Sequence[int] = (6,) * 12,
    **more: Any,
) -> Table:
    """Soviet A1 and A2, armies in 2110, have attacked the Germans in 2010."""
    strength = factor * sum(unit["defence"] for unit in defenders)
    units = [tank("A1", "2110", f"{strength - 1}-5"), rifle("A2", "2110", "1-5")]
    t = table([*units, *defenders, *others], "soviet-combat", dice=[die, *dice], **more)
    t.attack("2010", "A1", "A2")
    return t


def full(made: Any, *hexes: str) -> list[Json]:
    """Three units in each hex."""
    return [made(f"F{h}{i}", h, "1-1") for h in hexes for i in range(3)]


# Losses


@rule("oder", "11.6.3")
def test_a_stalled_attack_changes_nothing() -> None:
    t = on_soviets(AS, rifle("D", "2010"))
    assert t.kind == "combat"
    assert [t.where(u) for u in ("A1", "A2", "D")] == ["1909", "1909", "2010"]
    assert (t.points("german"), t.points("soviet")) == (0, 0)


@rule("oder", "11.6.4", "2.2.p2")
def test_the_attacker_loses_a_unit_of_his_choice() -> None:
    t = on_soviets(AL1, rifle("D", "2010"), factor=1, others=[infantry("B", "1909")])
    assert (t.side, t.kind) == ("german", "lose")
    assert t.offered("lose") == ["A1", "A2"]
    t.refuses(["lose", "B"], "11.6.4")  # it did not attack
    t.refuses(["lose", "D"], "11.6.4")
    t.choose(["lose", "A2"])
    assert [t.where(u) for u in ("A1", "A2", "D")] == ["1909", None, "2010"]
    assert (t.kind, t.points("soviet")) == ("combat", 1)


@rule("oder", "11.6.4")
def test_a_lone_attacker_is_lost_without_a_question() -> None:
    """R-84"""
    t = table([infantry("A", "1909", "5-5"), rifle("D", "2010", "5-5")], dice=[AL1, 1])
    t.attack("2010", "A")
    assert (t.where("A"), t.kind) == (None, "combat")


@rule("oder", "11.6.5", "11.6")
def test_all_defenders_are_eliminated_and_nothing_carries_over() -> None:
    stack = [rifle("D1", "2010"), rifle("D2", "2010"), rifle("D3", "2010")]
    t = on_soviets(DE, *stack, others=[rifle("E", "2109")])
    assert [t.where(f"D{i}") for i in (1, 2, 3)] == [None] * 3
    assert (t.where("E"), t.points("german")) == ("2109", 3)
    assert t.kind == "advance"


@rule("oder", "11.6.2", "11.6.2.p1")
def test_in_an_exchange_each_side_gives_up_a_unit_of_its_own_choice() -> None:
    """R-80: the defender names theirs first; R-81: both score."""
    t = on_soviets(EX, rifle("D1", "2010"), tank("D2", "2010"), dice=[2, 3])
    assert (t.side, t.offered("lose")) == ("soviet", ["D1", "D2"])
    t.refuses(["lose", "A1"], "11.6.2.p1")
    t.choose(["lose", "D2"])
    assert (t.side, t.offered("lose")) == ("german", ["A1", "A2"])
    assert t.where("D2") == "2010"  # both go together
    t.choose(["lose", "A2"])
    assert [t.where(u) for u in ("A1", "A2", "D1", "D2")] == ["1909", None, "2010", None]
    assert (t.points("german"), t.points("soviet")) == (1, 1)
    assert t.view(None)["off_map"]["queue"] == {"D2": 6, "A2": 7}  # the defender's die first


@rule("oder", "11.6.2.p1", "10.1.imp1")
def test_a_fortress_command_may_be_given_up_in_an_exchange() -> None:
    """R-79"""
    city = {"2010": {"city": "Posen"}}
    stack = [fortress("F", "2010", "0-2"), infantry("D", "2010", "3-3")]
    t = on_germans(3, *stack, factor=5, hexes=city)  # with 2 for the city: DR, an exchange there
    assert (t.side, t.offered("lose")) == ("german", ["F", "D"])
    t.choose(["lose", "F"], ["lose", "A2"])
    assert (t.where("F"), t.where("D")) == (None, "2010")


@rule("oder", "11.6.2.p2")
def test_after_an_exchange_that_empties_the_hex_the_survivors_may_advance() -> None:
    t = on_soviets(EX, rifle("D", "2010"))
    t.choose(["lose", "A2"])
    assert t.offered("advance") == ["A1"]
    t.choose(["advance", "A1"])
    assert t.where("A1") == "2010"


@rule("oder", "11.6.2.p2", "11.6.2")
def test_after_an_exchange_that_costs_the_only_attacker_nobody_advances() -> None:
    units = [infantry("A", "1909", "15-5"), infantry("B", "1909"), rifle("D", "2010", "5-5")]
    t = table(units, dice=[EX, 6, 6])
    t.attack("2010", "A")  # both losses are without a choice
    assert (t.where("A"), t.where("D"), t.kind) == (None, None, "combat")
    assert (t.points("german"), t.points("soviet")) == (1, 1)


@rule("oder", "11.6.5", "11.5.1.city")
def test_a_fortress_command_is_eliminated_with_the_others_in_a_city_too() -> None:
    stack = [fortress("F", "2010", "0-2"), infantry("D", "2010", "3-3")]
    t = on_germans(1, *stack, factor=7, hexes={"2010": {"city": "Posen"}})
    assert (t.where("F"), t.where("D"), t.points("soviet")) == (None, None, 2)


@rule("oder", "5.4.p5")
def test_markers_take_no_losses() -> None:
    t = on_soviets(AL1, rifle("D", "2010"), factor=1, markers={"air": "3003"})
    assert t.offered("lose") == ["A1", "A2"]
    t.refuses(["lose", "air"])


# Points and the return of units, by the supply when the combat began


@rule("oder", "8.6.p3", "4.2.1.c")
def test_units_lost_out_of_supply_cost_two_points() -> None:
    """R-23: fixed before the die, so every unit of the stack counts alike."""
    ring = [infantry("X", "2011", "1-5"), infantry("Y", "2109", "1-5")]
    t = on_soviets(DE, rifle("D1", "2010"), rifle("D2", "2010"), others=ring, dice=[1, 1, 1, 1])
    assert t.points("german") == 4
    assert t.view(None)["off_map"]["queue"] == {"D1": 6, "D2": 6}  # two dice each


@rule("oder", "8.6.p3")
def test_an_attacker_lost_out_of_supply_costs_two_points() -> None:
    wall = [rifle("W1", "1907"), rifle("W2", "1709")]
    t = on_soviets(AL1 - 1, rifle("D", "2010"), others=wall, factor=1)
    t.choose(["lose", "A2"])
    assert t.points("soviet") == 2


@rule("oder", "8.0.p2", "4.2.1.c")
def test_the_supply_at_the_start_counts_though_the_defender_goes_first() -> None:
    """R-23: without D's zone A has a line again, but it was lost in a combat that began without."""
    units = [infantry("A", "1909", "15-5"), rifle("D", "2010", "5-5")]
    t = table([*units, rifle("W1", "1907"), rifle("W2", "1709")], dice=[EX - 1, 1, 1, 1])
    assert t.supply("A") == "out"
    t.attack("2010", "A")
    assert (t.points("german"), t.points("soviet")) == (1, 2)
    assert t.view(None)["off_map"]["queue"] == {"A": 6, "D": 5}  # two dice, and one
    t = table([infantry("A", "1909"), *(rifle(f"W{h}", h) for h in ("1907", "1709"))])
    assert t.supply("A") == "regular"


@rule("oder", "9.1.a.ex1", "9.1.a")
def test_the_worked_example_of_9_1() -> None:
    """A supplied Soviet unit lost on turn 2 with a 3 is due in the Soviet regrouping of turn 5."""
    t = on_soviets(DE, rifle("D", "2010"), dice=[3], turn=2)
    assert t.view(None)["off_map"]["queue"] == {"D": 5}
    assert t.points("german") == 1
    for turn in (4, 5):
        edge = {"3510": {"control": "soviet"}}
        t = table([rifle("D", None, due=5)], "soviet-arrivals", turn=turn, hexes=edge)
        assert (t.offered("place") == [["D", "3510"]]) == (turn == 5)


# Retreats


@rule("oder", "11.6.1", "11.6.1.p1")
def test_the_owner_retreats_his_defenders_one_hex() -> None:
    t = on_soviets(DR, rifle("D", "2010"))
    assert (t.side, t.kind) == ("soviet", "retreat")
    t.refuses(["end"], "11.6.1")
    t.refuses(["retreat", "A1", "1908"], "11.6.1")
    t.refuses(["retreat", "D", "2310"], "11.6.1.p1")
    t.choose(["retreat", "D", "2110"])
    assert t.where("D") == "2110"
    t = on_germans(DR, infantry("D", "2010"))
    assert t.side == "german"
    t.choose(["retreat", "D", "1910"])


@rule("oder", "11.6.1.p2")
def test_a_retreat_goes_nearer_to_supply_if_it_can() -> None:
    """R-76"""
    t = on_soviets(DR, rifle("D", "2010"))
    assert retreats(t, "D") == {"2109", "2110"}
    t.refuses(["retreat", "D", "2011"], "11.6.1.p2")  # open, but no nearer to the east
    t = on_germans(DR, infantry("D", "2010"))
    assert retreats(t, "D") == {"1909", "1910"}
    t.refuses(["retreat", "D", "2009"], "11.6.1.p2")


@rule("oder", "11.6.1.p2")
def test_if_no_open_hex_is_nearer_any_will_do() -> None:
    """R-76"""
    t = on_germans(DR, infantry("D", "2010"), others=walls(rifle, "1809"))
    assert t.where("D") == "1910"  # a zone in 1909, but 1910 is nearer too
    units = [rifle("A", "1909", "20-5"), infantry("D", "2010", "3-5")]
    t = table(units, "soviet-combat", dice=[DR])
    t.attack("2010", "A")
    assert retreats(t, "D") == {"2109", "2110", "2011"}


@rule("oder", "11.6.1.p2")
@pytest.mark.parametrize(("held", "open_"), [(False, {"1517"}), (True, {"1516", "1517"})])
def test_a_source_with_an_enemy_on_it_draws_no_retreat(held: bool, open_: set[str]) -> None:
    """R-76: Upper Silesia is nearest to 1617; when the Soviets hold it the west edge is."""
    usir = walls(rifle, "1218", "1219", "1220", "1318", "1319", "1320") if held else []
    stack = [infantry("D", "1617", "3-2"), infantry("E", "1617", "3-3")]
    t = table([rifle("A", "1717", "20-5"), *stack, *usir], "soviet-combat", dice=[DR])
    t.attack("1617", "A")
    assert retreats(t, "D") == open_


@rule("oder", "11.6.1.p2")
@pytest.mark.parametrize(
    ("closer", "open_"),
    [("strictly_closer", {"2109", "2110", "2011"}), ("closest", {"2011"})],
)
def test_the_nearest_of_all_by_option(closer: str, open_: set[str]) -> None:
    """R-76: it differs where none is nearer; 2011 is as far from the west as 2010, the others farther."""
    stack = [infantry("D", "2010", "3-2"), infantry("E", "2010", "3-3")]
    units = [rifle("A", "1909", "20-5"), *stack]
    t = table(units, "soviet-combat", dice=[DR], options={"retreat_closer": closer})
    t.attack("2010", "A")
    assert retreats(t, "D") == retreats(t, "E") == open_


@rule("oder", "11.6.1.p3")
def test_a_stack_may_scatter() -> None:
    t = on_soviets(DR, rifle("D1", "2010"), rifle("D2", "2010"))
    t.choose(["retreat", "D2", "2109"], ["retreat", "D1", "2110"])
    assert (t.where("D1"), t.where("D2")) == ("2110", "2109")


@rule("oder", "11.6.1.p6", "7.2")
def test_no_retreat_into_enemies_or_their_zones_even_where_friends_stand() -> None:
    friends = [rifle("F", "2109", "1-1")]
    others = [*friends, infantry("X", "2108", "1-1")]  # its zone covers 2109
    t = on_soviets(DR, rifle("D", "2010"), rifle("E", "2010"), others=others)
    assert retreats(t, "D") == {"2110"}
    t.refuses(["retreat", "D", "2109"], "7.2")
    t.refuses(["retreat", "D", "2009"], "7.2")
    t.refuses(["retreat", "D", "1909"], "11.6.1.p6")


@rule("oder", "11.6.1.p5")
def test_no_retreat_across_the_sea_or_onto_a_land_bridge() -> None:
    t = on_soviets(DR, rifle("D", "2010"), rifle("E", "2010"), sea=[("2010", "2110")])
    assert retreats(t, "D") == {"2109"}
    t.refuses(["retreat", "D", "2110"], "11.6.1.p5")
    bridge = {"2110": {"land_bridge": True}}
    t = on_soviets(DR, rifle("D", "2010"), rifle("E", "2010"), hexes=bridge)
    assert retreats(t, "D") == {"2109"}
    assert "land bridge" in t.refuses(["retreat", "D", "2110"], "11.6.1.p5").message


@rule("oder", "11.6.1.p7.a")
def test_who_cannot_retreat_is_eliminated() -> None:
    ring = walls(infantry, "2109", "2011")
    t = on_soviets(DR + 1, rifle("D", "2010"), others=ring)  # 1 less: it is out of supply
    assert t.where("D") is None
    assert t.points("german") == 2  # cut off by the same zones
    assert t.kind == "advance"


@rule("oder", "11.6.1.p7.b", "11.5.1.city")
def test_in_a_city_nobody_retreats() -> None:
    """R-77: the retreat is an exchange, blocked or not."""
    city = {"2010": {"city": "Posen"}}
    for around in ([], walls(infantry, "2109", "2011")):
        t = on_soviets(2, rifle("D", "2010"), rifle("E", "2010"), others=around, hexes=city)
        assert (t.side, t.kind) == ("soviet", "lose")


@rule("oder", "10.1.imp1", "11.0.imp1")
def test_a_fortress_command_that_must_retreat_is_eliminated() -> None:
    """R-79: the others go."""
    t = on_germans(DR, fortress("F", "2010"), infantry("D", "2010"))
    assert t.where("F") is None
    assert t.points("soviet") == 1
    t.choose(["retreat", "D", "1909"])
    assert t.offered("advance") == ["A1", "A2"]


@rule("oder", "11.0.imp1")
def test_a_fortress_command_does_not_advance() -> None:
    t = on_soviets(DE, rifle("D", "2010"), others=[fortress("F", "1909")])
    assert t.offered("advance") == ["A1", "A2"]
    t.refuses(["advance", "F"], "11.7")


@rule("oder", "11.6.1.p4")
def test_a_full_hex_is_passed_by_for_one_with_room() -> None:
    """R-75"""
    t = on_soviets(DR, rifle("D", "2010"), rifle("E", "2010"), others=full(rifle, "2109"))
    assert retreats(t, "D") == {"2110"}
    t.refuses(["retreat", "D", "2109"], "11.6.1.p4")


@rule("oder", "11.6.1.p4")
def test_stacking_counts_comrades_that_have_already_gone() -> None:
    two = [rifle("F1", "2110", "1-1"), rifle("F2", "2110", "1-1")]
    others = [*two, infantry("X", "2108", "1-1")]  # 2109 is in a zone
    t = on_soviets(DR, rifle("D", "2010"), rifle("E", "2010"), others=others)
    t.choose(["retreat", "D", "2110"])
    assert t.where("E") == "2110"  # the only way, and full now
    assert retreats(t, "E") == {"2210", "2211"}


@rule("oder", "11.6.1.p4")
def test_where_all_is_full_the_unit_goes_on_as_far_as_needed() -> None:
    """R-75: through a full hex, the fewest hexes, again nearer to supply; control flips on the way."""
    others = full(rifle, "2109", "2110")
    hexes = {h: {"control": "german"} for h in ("2209", "2210")}
    t = on_soviets(DR, rifle("D", "2010"), others=others, hexes=hexes)
    assert retreats(t, "D") == {"2109", "2110"}
    t.choose(["retreat", "D", "2110"])
    assert (t.side, t.kind, t.where("D")) == ("soviet", "retreat", "2110")
    assert retreats(t, "D") == {"2210", "2211"}
    t.refuses(["retreat", "D", "2111"], "11.6.1.p2")  # room, but not nearer
    t.refuses(["retreat", "D", "2109"], "11.6.1.p4")  # full
    t.refuses(["retreat", "F21100", "2210"], "11.6.1.p4")
    t.choose(["retreat", "D", "2210"])
    assert t.where("D") == "2210"
    assert t.view(None)["hexes"]["2210"]["control"] == "soviet"
    assert t.kind == "advance"


@rule("oder", "11.6.1.p4")
def test_two_hexes_farther_if_there_is_no_room_before() -> None:
    """R-75"""
    behind = ("2108", "2208", "2209", "2210", "2211", "2111", "2112", "2011", "2012")
    others = full(rifle, "2109", "2110", *behind)
    t = on_soviets(DR, rifle("D", "2010"), others=others)
    t.choose(["retreat", "D", "2110"])
    t.choose(["retreat", "D", "2210"])
    assert t.where("D") == "2210"
    assert retreats(t, "D") <= {"2310", "2309"}
    t.choose(["retreat", "D", min(retreats(t, "D"))])
    assert str(t.where("D")).startswith("23")
    assert t.kind == "advance"


@rule("oder", "11.6.1.p4", "11.6.1.p7.a")
def test_without_room_anywhere_the_unit_is_eliminated() -> None:
    """R-78: who is there already stays."""
    sea = [("2110", "2210"), ("2110", "2211"), ("2110", "2111"), ("2110", "2109"), ("2110", "2011")]
    others = [*full(rifle, "2110"), *walls(infantry, "2108", "2012")]
    t = on_soviets(DR + 1, rifle("D", "2010"), others=others, sea=sea)  # out of supply
    assert t.where("D") is None
    assert len(t.state.units_in(t.state.world.grid.index("2110"))) == 3


def in_a_throng() -> list[Json]:
    """Soviet A beside 2706 with Germans D and E in it, and every hex within two of them is full."""
    near = [h for h in (*ring("2706"), *ring("2706", 2)) if h != "2806"]
    return [
        rifle("A", "2806", "8-5"),
        *[infantry(name, "2706", "1-1") for name in "DE"],
        *full(infantry, *near),
    ]


@rule("oder", "11.6.1.p4", "7.0.exc2")
def test_a_land_bridge_that_is_none_is_reached_by_zones_and_nobody_retreats_into_it() -> None:
    """R-06, R-75: without the zone D would have gone back and forth for ever."""
    hexes = {"2706": {"land_bridge": False}}
    t = table(in_a_throng(), "soviet-combat", hexes=hexes, dice=[DR])
    assert "2706" in t.match.game.zoc(t.state, 1)["hexes"]
    t.attack("2706", "A")
    while t.kind == "retreat":
        t.choose(t.choices[0])
    assert {t.where("D"), t.where("E")} == {"2405"}


@rule("oder", "11.6.1.p4")
def test_nobody_retreats_into_the_hex_of_the_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-75: not even if no zone were in it."""
    monkeypatch.setattr(State, "zone", lambda s, side: s.occupied[side])
    hexes = {"2706": {"land_bridge": False}}
    t = table(in_a_throng(), "soviet-combat", hexes=hexes, dice=[DR])
    t.attack("2706", "A")
    for _ in range(10):
        if t.kind == "retreat":
            assert "2706" not in retreats(t, "D") | retreats(t, "E")
            t.choose(t.choices[0])
    assert t.kind == "advance"
    assert "2706" not in (t.where("D"), t.where("E"))


@rule("oder", "11.6.1.p2", "11.6.1.p7.a")
def test_a_full_dead_end_on_the_way_to_supply_does_not_block_a_unit() -> None:
    """R-75: 2109 is nearer to supply, but full and shut in by zones; 2011 is open and has room."""
    others = [*full(rifle, "2109"), *walls(infantry, "2208", "2211")]
    t = on_soviets(DR, rifle("D", "2010"), others=others)
    assert t.where("D") == "2011"
    t = on_soviets(DR, rifle("D", "2010"), others=[*others, *full(rifle, "2011")])
    assert t.where("D") == "2011"  # full too, but there is room behind it
    assert retreats(t, "D") == {"1911", "2012"}


@rule("oder", "11.6.1.p3", "11.6.1.p7.a")
def test_some_retreat_and_some_are_eliminated() -> None:
    """R-77: where the room runs out."""
    sea = [("2110", "2210"), ("2110", "2211"), ("2110", "2111"), ("2110", "2109"), ("2110", "2011")]
    two = [rifle("F1", "2110", "1-1"), rifle("F2", "2110", "1-1")]
    others = [*two, *walls(infantry, "2108", "2012")]
    t = on_soviets(DR + 1, rifle("D", "2010"), rifle("E", "2010"), others=others, sea=sea)
    t.choose(["retreat", "E", "2110"])
    assert (t.where("E"), t.where("D")) == ("2110", None)


@rule("oder", "11.6.1.p4", "6.2.exc1")
def test_a_shock_army_needs_an_empty_hex_to_retreat_to() -> None:
    t = on_soviets(DR, shock("D", "2010"), others=[rifle("F", "2109", "1-1")])
    assert t.where("D") == "2110"


@rule("oder", "7.5.imp1", "11.6.1")
def test_a_soviet_retreat_destroys_a_fortification_it_enters() -> None:
    """R-86"""
    t = on_soviets(DR, rifle("D", "2010"), hexes={"2110": {"fort": True}})
    t.choose(["retreat", "D", "2110"])
    assert t.view(None)["hexes"]["2110"]["fort"] is False


@rule("oder", "8.3.p2")
def test_the_aerial_marker_goes_with_a_retreating_unit() -> None:
    """R-33"""
    t = on_germans(DR, infantry("D", "2010"), markers={"aerial": "D"})
    t.choose(["retreat", "D", "1909"])
    assert t.view(None)["markers"]["aerial"] == "D"
    t = on_germans(DE, infantry("D", "2010"), markers={"aerial": "D"})
    assert t.view(None)["markers"] == {
        "air": None,
        "naval": None,
        "aerial": None,
        "air_placed": False,
        "aerial_used": True,
    }


# Advance


@rule("oder", "11.7", "11.7.p4", "11.7.p5")
def test_attackers_may_advance_any_number_or_none() -> None:
    t = on_soviets(DE, rifle("D", "2010"), others=[infantry("B", "1909")])
    assert t.offered("advance") == ["A1", "A2"]
    t.refuses(["advance", "B"], "11.7")
    t.choose(["advance", "A2"])
    t.refuses(["advance", "A2"], "11.7")
    t.choose(["done"])
    assert (t.where("A1"), t.where("A2"), t.kind) == ("1909", "2010", "combat")
    t = on_soviets(DE, rifle("D", "2010"))
    t.choose(["done"])
    assert (t.where("A1"), t.kind) == ("1909", "combat")
    t.refuses(["advance", "A1"], "11.7.p4")  # now or never


@rule("oder", "11.7.p1")
def test_an_advance_keeps_to_the_stacking_limit() -> None:
    many = [infantry(f"A{i}", "1909" if i < 3 else "1910", "9-5") for i in range(5)]
    t = table([*many, rifle("D", "2010", "5-5")], dice=[1, 6])
    t.attack("2010", *[unit["id"] for unit in many])
    for i in range(2):
        t.choose(["advance", f"A{i}"])
    t.choose(["advance", "A4"])
    assert t.kind == "combat"  # three are in, nobody else fits
    assert (t.where("A2"), t.where("A3")) == ("1909", "1910")


@rule("oder", "11.7.p1", "6.2.exc1")
def test_a_shock_army_advances_alone() -> None:
    units = [shock("S", "2110", "20-5"), rifle("R", "2109", "5-5"), infantry("D", "2010")]
    t = table(units, "soviet-combat", order="fight/move", dice=[1, 6])
    t.attack("2010", "S", "R")
    t.choose(["advance", "R"])
    assert t.kind == "combat"
    assert t.where("S") == "2110"


@rule("oder", "11.7.p2", "10.0.imp1")
def test_an_advance_costs_no_movement() -> None:
    hexes = {"2010": {"terrain": "marsh"}}
    units = [tank("A", "2110", "40-5"), infantry("D", "2010", "3-5")]
    t = table(units, "soviet-combat", order="fight/move", dice=[6], hexes=hexes)
    t.attack("2010", "A")
    t.choose(["advance", "A"], ["end"])
    assert t.kind == "move"
    t.choose(["pick", "A"])
    assert t.view("soviet")["planned"]["points"] == {"A": 6}


@rule("oder", "11.7.p2", "10.2.imp1")
def test_nobody_advances_onto_a_land_bridge() -> None:
    """R-07: it can only be defended where an option has let a unit probe onto it."""
    t = on_soviets(DE, rifle("D", "2010"), hexes={"2010": {"land_bridge": True}})
    assert t.kind == "combat"


@rule("oder", "11.7.p3", "7.3")
def test_zones_of_control_do_not_hinder_an_advance() -> None:
    t = on_soviets(DE, rifle("D", "2010"), others=walls(rifle, "2011", "2109"))
    t.choose(["advance", "A1"])
    assert t.where("A1") == "2010"


@rule("oder", "11.7.imp1")
def test_defenders_never_advance() -> None:
    t = on_soviets(AL1, rifle("D", "2010"), factor=1)
    t.choose(["lose", "A1"])
    assert t.kind == "combat"
    t = on_soviets(DE, rifle("D", "2010"), others=[rifle("E", "2110")])
    t.refuses(["advance", "E"], "11.7.imp1")


@rule("oder", "3.1.p1", "11.5.2", "7.5.imp1")
def test_an_advance_takes_control_and_destroys_a_fortification() -> None:
    """R-86, R-87: it still counted in the attack that took it."""
    hexes = {"2010": {"fort": True, "control": "german"}}
    t = on_germans(DE, infantry("D", "2010"), hexes=hexes)
    event = outcome([event for _, event in t.match.events])
    assert [m["rule"] for m in event["odds"]["modifiers"]] == ["11.5.2"]
    t.choose(["advance", "A1"])
    seen = t.view(None)["hexes"]["2010"]
    assert (seen["control"], seen["fort"]) == ("soviet", False)


@rule("oder", "10.3.imp1")
def test_the_air_marker_hinders_neither_retreat_nor_advance() -> None:
    t = on_soviets(4 + 1, rifle("D", "2010"), markers={"air": "2110"})
    assert retreats(t, "D") == {"2109", "2110"}
    t.choose(["retreat", "D", "2110"], ["advance", "A1"])
    assert t.where("A1") == "2010"


@pytest.mark.parametrize("die", range(1, 7))
def test_every_result_leads_back_to_the_combat(die: int) -> None:
    for t in (
        on_soviets(die, rifle("D", "2010"), tank("E", "2010")),
        on_germans(die, panzer("D", "2010"), infantry("E", "2010")),
    ):
        assert outcome([event for _, event in t.match.events])["die"] == die
        while t.kind != "combat":
            t.choose(t.choices[-1])
        assert t.state.was_attacked
