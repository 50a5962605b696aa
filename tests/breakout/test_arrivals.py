"""German reinforcements and Korpsgruppen (10.0), returning Soviet rifle corps (11.0)."""

from typing import Any

import pytest

from hexfront.games.breakout.game import load
from hexfront.games.breakout.sides import SIDES, SOVIET
from hexfront.kernel.game import as_choice
from hexfront.kernel.refusal import Refused
from tests.breakout.table import (
    Move,
    Table,
    german,
    germans,
    guns,
    panzer,
    ring,
    soviet,
    soviets,
    table,
    tank,
)
from tests.rules import rule

TERNOPOL = {"0805": {"fort": "Ternopol"}}
WEST = [f"01{row:02d}" for row in range(1, 14)]
"""0101 to 0113."""


def arrival(
    units: list[dict[str, Any]] | None = None,
    turn: int = 3,
    names: tuple[str, ...] = ("349",),
    **more: Any,
) -> Table:
    """A reinforcement phase on a blank map with Ternopol, and these units to come."""
    more.setdefault("hexes", TERNOPOL)
    return table(units or [], "reinforcement", turn, reinforcements=list(names), **more)


def replacement(units: list[dict[str, Any]], queue: dict[str, list[str]], **more: Any) -> Table:
    """A replacement phase with two Soviet towns and one German one."""
    towns = {
        "2202": {"town": "A", "control": "soviet"},
        "3010": {"fort": "B", "control": "soviet"},
        "4010": {"town": "C", "control": "german"},
    }
    return table(units, "replacement", hexes=towns, queue=queue, **more)


def by_soviet(t: Table, choice: Move) -> Refused:
    """The refusal of a choice that comes from the Soviet seat."""
    with pytest.raises(Refused) as caught:
        t.match.choose(as_choice(choice), SOVIET)
    return caught.value


def places(t: Table, unit: str) -> list[str]:
    """The hexes a unit is offered."""
    return [where for name, where in t.offered("place") if name == unit]


def play_on(t: Table, phase: str) -> None:
    """Do nothing until a phase begins."""
    while t.state.phase != phase:
        idle(t)


def idle(t: Table) -> None:
    """Do nothing once."""
    nothing = [["end"], ["done"], ["order", "move/fight"], ["pass"]]
    t.choose(next(c for c in nothing if c in t.choices))


# 10.1 Reinforcements --------------------------------------------------------------------------------


@rule("breakout", "10.1", "11.3")
def test_only_the_german_side_gets_reinforcements() -> None:
    late = [spec for spec in load().data.units if spec.arrives]
    assert {spec.side for spec in late} == {"german"}
    assert all(2 <= spec.arrives <= 8 for spec in late)

    t = arrival([soviet("R", None), *soviets("3010")])
    assert t.side == "german"
    t.refuses(["place", "R", "0105"], "10.1")
    assert by_soviet(t, ["place", "349", "0105"]).rule == "3.0"
    assert t.where("349") is None


@rule("breakout", "10.1.a", "5.6")
def test_placing_is_free_and_the_unit_acts_normally_from_then_on() -> None:
    t = arrival(soviets("4010"))
    t.choose(["place", "349", "0105"])
    assert t.steps("349") == len(load().data.units[t.state.world.roster.index["349"]].factors)
    zone = t.match.game.zoc(t.state, SIDES.index("german"))["hexes"]
    assert zone == sorted(["0105", *ring("0105")])

    t.dice(1, 1, 1, 1, 2)  # Thaw on turn 4
    t.choose(["done"])
    play_on(t, "german-move")

    assert (t.state.turn, t.state.weather) == (4, "thaw")
    t.choose(["pick", "349"])
    assert t.view("german")["planned"]["points"] == {"349": 7}


@rule("breakout", "10.1.b", "10.1.c")
def test_only_the_units_of_this_turn_arrive() -> None:
    t = arrival(turn=3, names=("349", "367", "9SS"))
    assert {name for name, _ in t.offered("place")} == {"349", "367"}
    t.refuses(["place", "9SS", "0105"], "10.1.c")
    t.refuses(["place", "16Pz", "0105"], "10.1.b")

    t = arrival(turn=5, names=("9SS",))
    t.choose(["place", "9SS", "0105"])
    t.refuses(["place", "9SS", "0106"], "10.1.c")


@rule("breakout", "10.1.c")
def test_a_unit_not_placed_in_its_phase_is_lost() -> None:
    t = arrival(soviets("4010"), names=("349", "367", "100J"))

    t.choose(["place", "349", "0105"], ["forfeit", "367"])
    t.refuses(["place", "367", "0105"], "10.1.c")
    t.choose(["done"])

    gone = t.view("soviet")["off_map"]
    assert sorted(gone["forfeited"]) == ["100J", "367"]
    assert not {"100J", "367"} & {*gone["eliminated"]}
    assert t.vp()["divisions"] == 0
    assert t.where("349") == "0105"


@rule("breakout", "10.1.c")
def test_a_forfeited_unit_does_not_come_on_the_next_turn() -> None:
    t = arrival(soviets("4010"), turn=4, names=("349",))

    assert t.state.phase != "reinforcement"  # it was printed for turn 3
    assert t.where("349") is None

    t = arrival(soviets("4010"), turn=5, names=("349", "9SS"))
    t.refuses(["place", "349", "0105"], "10.1.c")


@rule("breakout", "10.1.d")
def test_entry_is_at_the_west_edge_or_ternopol() -> None:
    t = arrival(germans("4010"))
    assert places(t, "349") == [*WEST, "0805"]
    t.refuses(["place", "349", "0114"], "10.1.d")
    t.refuses(["place", "349", "0201"], "10.1.d")
    t.choose(["place", "349", "0113"])
    assert t.where("349") == "0113"

    t = arrival(germans("4010"))
    t.choose(["place", "349", "0805"])
    assert t.where("349") == "0805"


@rule("breakout", "10.1.d")
def test_a_placed_unit_may_be_taken_back_within_the_phase() -> None:
    t = arrival(names=("349", "367"))

    t.choose(["place", "349", "0105"], ["place", "367", "0105"])
    t.choose(["take", "349"], ["place", "349", "0106"])

    assert (t.where("349"), t.where("367")) == ("0106", "0105")
    t.refuses(["take", "9SS"], "10.1")


@rule("breakout", "10.1.d", "3.3")
def test_what_is_taken_back_leaves_no_control_behind() -> None:
    hexes = {**TERNOPOL, "0105": {"town": "Edge", "control": "soviet"}}
    t = arrival(names=("349", "367"), hexes=hexes)
    before = t.view(None)["hexes"]

    t.choose(["place", "349", "0105"], ["place", "367", "0105"])
    assert t.view(None)["hexes"]["0105"]["control"] == "german"
    t.choose(["take", "349"])
    assert t.view(None)["hexes"]["0105"]["control"] == "german"
    t.choose(["take", "367"])

    assert t.view(None)["hexes"] == before


@rule("breakout", "10.1.d")
def test_ternopol_has_to_be_german() -> None:
    t = arrival(hexes={"0805": {"fort": "Ternopol", "control": "soviet"}})

    t.refuses(["place", "349", "0805"], "10.1.d")
    assert places(t, "349") == WEST


@rule("breakout", "10.1.e")
def test_ternopol_needs_a_line() -> None:
    t = arrival(soviets(*ring("0805", 2)))

    t.refuses(["place", "349", "0805"], "10.1.e")
    t.choose(["place", "349", "0107"])


@rule("breakout", "10.1.f")
def test_ternopol_may_be_in_a_zone() -> None:
    t = arrival(soviets("0905"))

    t.choose(["place", "349", "0805"])

    assert t.where("349") == "0805"


@rule("breakout", "10.1.d", "9.2.a")
def test_an_edge_hex_in_a_zone_is_barred_by_default() -> None:
    # the Soviet in 0205 covers 0105 and 0106
    besieged = soviets("0205")

    t = arrival(besieged)
    t.refuses(["place", "349", "0105"], "9.2.a")
    t.refuses(["place", "349", "0106"], "9.2.a")
    t.choose(["place", "349", "0104"])

    t = arrival(besieged, options={"entry_hex_in_ezoc": "allowed"})
    t.choose(["place", "349", "0105"])
    assert t.where("349") == "0105"

    t = arrival(besieged, weather="storm")
    t.choose(["place", "349", "0105"])
    assert t.where("349") == "0105"


@rule("breakout", "10.1.d", "6.0.d")
def test_an_edge_hex_with_soviets_is_barred_in_any_case() -> None:
    for options in ({}, {"entry_hex_in_ezoc": "allowed"}):
        t = arrival(soviets("0105"), options=options)
        t.refuses(["place", "349", "0105"], "6.0.d")


# 10.2 Korpsgruppen ----------------------------------------------------------------------------------


@rule("breakout", "10.2", "10.2.a", "5.3")
def test_korpsgruppen_come_with_turn_3() -> None:
    t = table([*germans("0110"), *soviets("4010")], "kg", turn=2)
    assert t.state.phase == "soviet-order"  # no deployment on turn 2
    t.refuses(["place", "Br", "2218"], "5.3")

    t = arrival(names=("349",), turn=3)
    t.refuses(["place", "Br", "2218"], "10.2.a")

    t = table([*germans("0110"), *soviets("4010")], "kg", turn=3)
    t.choose(["place", "Br", "2218"], ["place", "Ch", "2219"], ["place", "Go", "4010"], ["done"])
    assert t.view(None)["markers"]["kg"] == {"Br": "2218", "Ch": "2219", "Go": "4010"}


@rule("breakout", "10.2", "10.2.a")
def test_the_game_from_turn_2_on_reaches_a_deployment_on_turn_3() -> None:
    t = table([*germans("0110"), *soviets("4010")], "weather", turn=2, dice=[1, 1, 1, 1, 2])
    seen = []
    while t.state.turn == 2:
        seen.append(t.kind)
        idle(t)
    assert "kg" not in seen
    assert (t.kind, t.state.turn) == ("kg", 3)


@rule("breakout", "10.2.b", "5.8.a")
def test_korpsgruppen_come_off_the_map_every_turn() -> None:
    kg = {"kg": {"Br": "2218", "Ch": "2219"}}
    t = table([*germans("0110"), *soviets("4010")], "german-move", turn=5, impulse=2, markers=kg)

    while t.state.turn == 5:
        idle(t)

    assert t.kind == "kg"
    assert t.view(None)["markers"]["kg"] == {}
    assert {marker for marker, _ in t.offered("place")} == {"Br", "Ch", "Go"}


# 11.1 Rolling for a return --------------------------------------------------------------------------


def killed(name: str, turn: int, die: int, unit: dict[str, Any]) -> Table:
    """A German attack that surely kills a one-step unit in 2217."""
    t = table([panzer("P", "2218", "9-9"), unit], turn=turn, dice=[die])
    t.attack("2217", "P")
    assert t.where(name) is None
    return t


@rule("breakout", "11.1")
@pytest.mark.parametrize(("die", "turn"), [(1, 4), (2, 4), (3, 5), (4, 5), (5, 6), (6, 6)])
def test_half_the_die_is_the_number_of_turns(die: int, turn: int) -> None:
    t = killed("R", 3, die, soviet("R", "2217", steps=1))

    assert t.view("german")["off_map"]["queue"] == {"R": turn}


@rule("breakout", "11.1")
def test_the_die_falls_when_the_last_step_is_lost() -> None:
    t = table([panzer("P", "2218", "9-9"), soviet("R", "2217")])  # 9:5, and two steps
    t.dice(1)

    t.attack("2217", "P")

    assert t.state.rolls == 1  # only the combat die
    assert t.steps("R") >= 1
    assert t.view(None)["off_map"]["queue"] == {}


@rule("breakout", "11.1")
def test_only_rifle_corps_return() -> None:
    t = killed("T", 3, 1, tank("T", "2217", "1-1"))

    assert t.state.rolls == 0
    assert t.view(None)["off_map"]["queue"] == {}
    assert t.view(None)["off_map"]["eliminated"].count("T") == 1


@rule("breakout", "11.1.a")
def test_the_example_of_the_rulebook() -> None:
    t = killed("R", 2, 2, soviet("R", "2217", steps=1))
    assert t.view(None)["off_map"]["queue"] == {"R": 3}

    t = replacement(soviets("4501"), {"3": ["17G"]}, turn=2)
    assert t.state.phase != "replacement"  # nothing can be done on turn 2
    t = replacement(soviets("4501"), {"3": ["17G"], "2": ["18G"]}, turn=2)
    t.refuses(["place", "17G", "2202"], "11.1")


# 11.2 Returning -------------------------------------------------------------------------------------


@rule("breakout", "11.2", "5.7")
def test_a_corps_returns_at_its_reduced_strength() -> None:
    t = replacement([soviet("R", None)], {"4": ["R"]})
    assert t.side == "soviet"

    t.choose(["place", "R", "2202"])

    unit = next(u for u in t.view("german")["units"] if u["id"] == "R")
    assert (unit["steps"], unit["attack"], unit["defence"]) == (1, 1, 1)
    assert t.view(None)["off_map"]["queue"] == {}


@rule("breakout", "11.2")
def test_a_return_is_voluntary_and_may_be_put_off() -> None:
    # nothing says that a corps not brought back is lost
    t = replacement([soviet("R", None), *germans("0110")], {"4": ["R"]})
    t.choose(["place", "R", "2202"], ["take", "R"])
    assert t.view(None)["off_map"]["queue"] == {"R": 4}
    t.dice(1, 1, 1, 1, 2)
    t.choose(["done"])

    while t.state.phase != "replacement":
        idle(t)

    assert t.state.turn == 5
    assert places(t, "R") == ["2202", "3010"]
    t.refuses(["take", "R"], "11.2")


@rule("breakout", "11.2", "11.1")
def test_who_is_not_waiting_does_not_return() -> None:
    units = [soviet("R", None), soviet("S", "2203"), tank("T", None), german("D", "0110")]
    t = replacement(units, {"4": ["R"]})

    t.refuses(["place", "S", "2202"], "11.2")
    t.refuses(["place", "T", "2202"], "11.1")
    t.refuses(["place", "D", "2202"], "11.1")
    t.refuses(["place", "Br", "2202"], "5.7")


@rule("breakout", "11.2.a")
def test_one_corps_to_a_soviet_town_or_fortified_locality() -> None:
    units = [soviet("R", None), soviet("S", None), soviet("Q", None)]
    t = replacement(units, {"4": ["R", "S"], "3": ["Q"]})
    assert places(t, "R") == places(t, "Q") == ["2202", "3010"]
    t.refuses(["place", "R", "2203"], "11.2.a")  # open country
    t.refuses(["place", "R", "4010"], "11.2.a")  # German controlled

    t.choose(["place", "R", "2202"])
    t.refuses(["place", "S", "2202"], "11.2.a")
    t.choose(["place", "S", "3010"])

    assert places(t, "Q") == []


@rule("breakout", "11.2.a")
def test_no_return_into_a_zone_or_without_supply() -> None:
    waiting = {"4": ["R"]}

    t = replacement([soviet("R", None), *germans("2203")], waiting)
    assert places(t, "R") == ["3010"]
    error = t.refuses(["place", "R", "2202"], "11.2.a")
    assert "zone of control" in error.message

    t = replacement([soviet("R", None), *germans("2203")], waiting, weather="storm")
    assert places(t, "R") == ["2202", "3010"]

    t = replacement([soviet("R", None), *germans(*ring("3010", 2))], waiting)
    assert places(t, "R") == ["2202"]
    error = t.refuses(["place", "R", "3010"], "11.2.a")
    assert "supply" in error.message


@rule("breakout", "11.2.a", "6.2")
def test_no_return_into_a_full_hex() -> None:
    full = [soviet("A", "2202"), soviet("B", "2202")]

    t = replacement([soviet("R", None), *full], {"4": ["R"]})
    t.refuses(["place", "R", "2202"], "6.2")

    room = [soviet("A", "2202"), soviet("B", "2202", steps=1)]
    t = replacement([soviet("R", None), *room], {"4": ["R"]})
    t.choose(["place", "R", "2202"])
    assert t.where("R") == "2202"


@rule("breakout", "11.2.a", "6.2")
def test_nobody_returns_to_a_place_with_too_much_artillery() -> None:
    crowd = [guns("G1", "2202"), guns("G2", "2202")]
    t = replacement([soviet("R", None), *crowd], {"4": ["R"]})
    assert "2202" not in places(t, "R")
    t.refuses(["place", "R", "2202"], "6.2")


# 11.3 -----------------------------------------------------------------------------------------------


@rule("breakout", "11.3")
def test_in_the_reinforcement_phase_the_soviets_decide_nothing() -> None:
    t = arrival([*soviets("4010"), soviet("R", None)], queue={"3": ["R"]})

    assert t.side == "german"
    assert t.view("soviet")["decision"] == {"side": "german"}
    assert by_soviet(t, ["place", "R", "2202"]).rule == "3.0"


@rule("breakout", "11.3.a")
def test_a_corps_may_return_again_and_again() -> None:
    t = killed("R", 4, 1, soviet("R", "2217", steps=1))
    assert t.view(None)["off_map"]["queue"] == {"R": 5}

    again = replacement([soviet("R", None)], {"5": ["R"]}, turn=5)
    again.choose(["place", "R", "2202"])
    assert again.where("R") == "2202"


@rule("breakout", "11.3.a", "11.1")
def test_a_corps_lost_too_late_does_not_return() -> None:
    t = killed("R", 8, 1, soviet("R", "2217", steps=1))
    assert t.view(None)["off_map"]["queue"] == {"R": 9}

    while t.state.result is None:
        assert t.offered("place") == []
        idle(t)

    assert t.where("R") is None


@rule("breakout", "11.3.b")
def test_a_returned_corps_moves_attacks_and_is_lost_like_any_other() -> None:
    t = replacement([soviet("R", None), german("D", "0110")], {"4": ["R"]})
    t.choose(["place", "R", "2202"])
    t.dice(1, 1, 1, 1, 2)
    t.choose(["done"])
    play_on(t, "soviet-move")
    t.move("R", "2203", "2204")
    assert t.where("R") == "2204"

    back = soviet("R", "2217", steps=1)
    t = table([back, german("D", "2218", "1-1")], "soviet-combat", dice=[4, 6])
    t.attack("2218", "R")  # 1:1, die 4: AL1; the corps is lost again and rolls
    assert t.view(None)["off_map"]["queue"] == {"R": 7}

    t = table([soviet("R", "0929", steps=1)], "soviet-move")
    t.choose(["pick", "R"], ["exit"])
    assert t.vp()["exits"] == 1
