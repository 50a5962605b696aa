"""Moments to begin a test at, with the dice that will fall."""

from __future__ import annotations

from hexfront.bots import make_bot
from hexfront.games.registry import find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.match import Match, new_match
from hexfront.play import play_out
from tests.breakout.table import table
from tests.oder import table as oder_table


def _stacks(stacks: dict[str, str]) -> list[Json]:
    return [{"id": name, "hex": hex_} for hex_, names in stacks.items() for name in names.split()]


def before_a_fight() -> Match:
    """German combat: two Soviet stacks to attack; the dice will be 2, then 6.

    2812 can be attacked from two hexes with everything: artillery, Tigers, a Korpsgruppe, aircraft.
    """
    units = _stacks(
        {
            "2812": "22 s18",
            "2811": "52",
            "2810": "6GT",
            "2813": "16Pz 17Pz",
            "2912": "1SS 7Pz 503",
            "2712": "68",
            "2814": "18AD",
            "2416": "11",
            "2417": "11Pz",
            "2516": "19Pz",
        }
    )
    markers = {"kg": {"Br": "2814"}, "air": {"german": 2}}
    return table(units, phase="german-combat", blank=False, dice=[2, 6], markers=markers).match


def before_a_move() -> Match:
    """German movement: a stack of two in the open, an enemy in sight, a river beyond."""
    units = _stacks({"2716": "16Pz 371", "2916": "1Pz", "2812": "22 s18", "2213": "11"})
    return table(units, phase="german-move", blank=False).match


def after_a_game() -> Match:
    """A finished game of the computer against itself."""
    game = find_game("breakout")
    match = new_match(game, seed="2a")
    play_out(match, {0: make_bot("random", game, 0), 1: make_bot("greedy", game, 1)})
    return match


def full_board(name: str) -> Match:
    """The first German movement of a game, with every unit of the set-up on the map."""
    game = find_game(name)
    match = new_match(game, seed="2a")
    bots = [make_bot("greedy", game, side) for side in (0, 1)]
    while game.view(state := match.state, None)["phase"] != "german-move":
        side = state.decider
        assert side is not None
        match.choose(bots[side].choose(state.choices, lambda: game.view(state, side)))  # noqa: B023
    return match


def before_a_turn_of_oder() -> Match:
    """Watch on the Oder, turn 4: two panzer corps before two armies, a corps comes back; dice 1, 3, 1."""
    units = [
        {"id": "G-GD", "hex": "1515"},
        {"id": "G-HG", "hex": "1515"},
        {"id": "S-6", "hex": "1615"},
        {"id": "S-33", "hex": "1714"},
        {"id": "G-9", "due": 4},
    ]
    position = {"phase": "german-declare", "turn": 4, "blank": False, "reinforcements": {}}
    return oder_table.table(units, dice=[1, 3, 1, 3], **position).match  # type: ignore[arg-type]


def before_a_soviet_attack() -> Match:
    """Watch on the Oder: a corps that is cut off, three armies around it; the die is 6."""
    units = _stacks({"2917": "G-28", "2916": "S-39", "3018": "S-5", "2818": "S-43", "1515": "G-GD"})
    return oder_table.table(
        units, phase="soviet-combat", order={"soviet": "fight/move"}, blank=False, dice=[6]
    ).match


def before_an_overstack() -> Match:
    """Watch on the Oder, German movement: four corps in Bromberg, one too many."""
    units = _stacks({"1710": "G-4SS G-1SS G-8 G-9", "2216": "S-47"})
    return oder_table.table(units, phase="german-move", blank=False).match


def before_a_retreat() -> Match:
    """Watch on the Oder: a Soviet attack that two infantry corps have to retreat from; die 2."""
    units = _stacks({"1615": "G-59 G-8", "1714": "S-3GT S-4T", "1515": "G-GD G-HG G-24"})
    return oder_table.table(
        units, phase="soviet-combat", order={"soviet": "fight/move"}, blank=False, dice=[2]
    ).match
