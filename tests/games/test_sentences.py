"""What players read takes its figures from the data: under an owner's corrections it is still true."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hexfront.games.registry import find_game
from hexfront.kernel.datafiles import DataError
from hexfront.kernel.dice import FastDice
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, check_options

Overlay = Callable[..., Path]


def why(game: Game, position: Json, *choices: list[str | int]) -> str:
    """Why the last of the choices is refused."""
    state = game.position({"map": "blank", **position}, FastDice(1))
    for choice in choices[:-1]:
        state.apply(tuple(choice))
    assert not state.legal(tuple(choices[-1]))
    return state.why(tuple(choices[-1])).message


def shown(game: Game) -> str:
    """Everything around the board."""
    return json.dumps(game.page_data(), ensure_ascii=False)


# ---- Breakout ----

BREAKOUT = """
[korpsgruppe]
first_turn = 5
combat_range = 3
[artillery_division]
range = 3
[river_crossing]
flat_cost = 4
big_river_modifier = 2
[combat_shifts]
river_all_attackers = -2
[stand_fast]
column = 25
[german_entry]
hexes = ["0102", "0103"]
place = "2607"
[stacking]
german_steps = 7
[weather_effects.thaw]
air_support = false
zoc = false
"""

FIGHT: Json = {
    "phase": "german-combat",
    "turn": 4,
    "units": [
        {"id": "16Pz", "hex": "2218"},
        {"id": "18AD", "hex": "2213"},
        {"id": "9Mech", "hex": "2217"},
        {"id": "1SS", "hex": "2118"},
    ],
    "markers": {"kg": {"Br": "2221", "Ch": "2219"}},
}
NAMED: list[list[str | int]] = [["target", "2217"], ["join", "16Pz"], ["declare"]]


@pytest.fixture
def breakout(overlay: Overlay) -> Game:
    return find_game("breakout", overlay(tables_toml=BREAKOUT))


def test_breakout_refuses_with_the_figures_of_the_data(breakout: Game) -> None:
    refused = why(breakout, FIGHT, *NAMED, ["kg", "Br"])
    assert "more than three hexes from the defending hex" in refused
    assert "more than three hexes away" in why(breakout, FIGHT, *NAMED, ["artillery", "18AD"])
    assert "In Thaw there is no air support." in why(breakout, FIGHT, *NAMED, ["air", 1])
    assert "In Thaw there are no zones" in why(breakout, FIGHT, ["probe", "2117"])
    assert "not available before turn 5" in why(breakout, FIGHT, ["place", "Br", "2221"])


def test_breakouts_placing_is_refused_with_the_figures_of_the_data(breakout: Game) -> None:
    arriving = {"phase": "reinforcement", "turn": 5, "reinforcements": {"9SS": 5}}
    state = breakout.position(arriving, FastDice(1))
    [name] = {choice[1] for choice in state.choices if choice[0] == "place"} & {"9SS"}
    message = state.why(("place", name, "2020")).message
    assert "at 0102 to 0103 or at Proskurov, not at 2020" in message
    assert "from turn 5 on" in state.why(("place", "Br", "2020")).message
    setting_up = breakout.start("campaign", check_options(breakout, None), FastDice(1))
    assert "before turn 5" in setting_up.why(("place", "Br", "2020")).message


def test_breakout_explains_odds_with_the_figures_of_the_data(breakout: Game) -> None:
    state = breakout.position({"map": "blank", **FIGHT}, FastDice(1))
    odds = breakout.odds(state, "2217", ["16Pz"], {"kg": "Ch"}, None)
    assert "Korpsgruppe Ch within three hexes" in {shift["why"] for shift in odds["shifts"]}


def test_breakouts_charts_and_options_read_the_data(breakout: Game) -> None:
    page = shown(breakout)
    assert "shifts two columns left if all attackers cross one" in page
    assert "Two is added to the die for" in page
    texts = {option.id: f"{option.title}. {option.explain}" for option in breakout.options}
    assert "Rivers cost a flat 4. " in texts["flat_river_cost"]
    assert "costs 4 movement points more" in texts["flat_river_cost"]
    assert "west of column 25" in texts["stand_fast_binds_retreats"]


# ---- Oder ----

ODER = """
[support]
first_turn = 3
[victory]
german_needs = 40
edge_units = 3
soviet_conditions = 1
regular = 2
out = 4
aerial = 3
[combat_results.in_city]
DR = "DE"
[memel]
nonmech = 1
[stacking]
units = 4
[land_bridges]
zone_free = ["2706"]
"""


@pytest.fixture
def oder(overlay: Overlay) -> Game:
    return find_game("oder", overlay(tables_toml=ODER))


def test_oder_refuses_with_the_figures_of_the_data(oder: Game) -> None:
    units = [{"id": "G-GD", "hex": "2014"}, {"id": "S-43", "hex": "2414"}]
    position = {"phase": "german-move", "turn": 2, "units": units}
    assert "no German markers before turn 3" in why(oder, position, ["place", "air", "2014"])


def test_oders_placing_is_refused_with_the_figures_of_the_data(oder: Game) -> None:
    state = oder.start("campaign", check_options(oder, None), FastDice(1))
    assert "starts in one of 3505 to 3521" in state.why(("place", "S-3Sh", "2020")).message
    state = oder.position({"phase": "setup-german"}, FastDice(1))
    first = next(choice for choice in state.choices if choice[0] == "place")
    assert "2806 takes one unit on foot, " in state.why((*first[:2], "2806")).message
    here = [choice for choice in state.choices if choice[2:] == ("1313",)]
    for choice in here[:4]:
        state.apply(choice)
    assert "1313 would hold more than four units" in state.why(here[4]).message
    units = [{"id": "G-GD", "hex": "2014"}, {"id": "S-43", "hex": "2414"}]
    position = {"phase": "german-move", "turn": 2, "units": units}
    assert "no aerial supply before turn 3" in why(oder, position, ["aerial", "G-GD"])


def test_oders_charts_help_and_options_read_the_data(oder: Game) -> None:
    page = shown(oder)
    assert "every unit is worth two points, four if it had no supply at all" in page
    assert "The German player needs 40 points" in page
    assert "One of three Soviet goals" in page
    assert "three units on the west edge" in page
    assert "no concentric attack, DR is DE, AS is AL1" in page
    texts = " ".join(option.explain for option in oder.options)
    assert "leave it free like 2706." in texts
    assert "worth only 3 VP there" in texts


# ---- Kesselschlacht ----

KESSELSCHLACHT = """
[movement]
without_fuel = 3
[stacking]
axis = 4
[ammunition]
disorganized_hq = 5
[air_supply]
ammunition_per_aircraft = 4
[activation_attempts]
corps = 4
[roads]
cost = [1.0, 1.0, 1.5]
[victory]
escaped_motorized = 9
"""


@pytest.fixture
def kesselschlacht(overlay: Overlay) -> Game:
    return find_game("kesselschlacht", overlay(tables_toml=KESSELSCHLACHT))


def test_kesselschlacht_refuses_with_the_figures_of_the_data(kesselschlacht: Game) -> None:
    there = [{"id": name, "side": "axis", "hex": "2010"} for name in "ABCD"]
    position = {"phase": "axis-move", "units": [*there, {"id": "E", "side": "axis", "hex": "2011"}]}
    refused = why(kesselschlacht, position, ["pick", "E"], ["go", "2010"], ["stop"])
    assert "would be over the limit of 4" in refused
    transport = {"id": "T", "side": "axis", "type": "TR", "strength": 1, "load": 10}
    position = {"phase": "cargo", "aircraft": [transport]}
    refused = why(kesselschlacht, position, ["load", "T", 5, 0])
    assert "No transport carries more than 4 ammunition points" in refused


def test_kesselschlachts_charts_help_and_options_read_the_data(kesselschlacht: Game) -> None:
    page = shown(kesselschlacht)
    assert "Roads cost 1, in heavy snow 1½." in page
    assert "a motorized unit out is worth 9 points" in page
    assert "Of corps four can be tried each turn" in page
    texts = " ".join(option.explain for option in kesselschlacht.options)
    assert "may move 3 points without any" in texts
    assert "share the 5 attacks" in texts


def test_a_text_that_names_no_figure_of_the_tables_is_an_error(overlay: Overlay) -> None:
    text = '[[option]]\nid = "flat_river_cost"\ntitle = "Rivers cost {rivers[all]}"\n'
    with pytest.raises(DataError, match=r"names a figure that tables\.toml does not have"):
        find_game("breakout", overlay(options_toml=text))
