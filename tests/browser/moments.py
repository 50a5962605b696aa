"""Moments to begin a test at, with the dice that will fall."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.bots import make_bot
from hexfront.games.registry import find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.match import Match, new_match
from hexfront.play import play_out
from tests.breakout.table import table
from tests.kesselschlacht.fights import german, soviet
from tests.kesselschlacht.table import hq, infantry, panzer, rifle, river, tank
from tests.kesselschlacht.test_directive import CORPS, orders
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


def beside_friends() -> Match:
    """German movement: a panzer division next to a stack of two, no river between them."""
    units = _stacks({"2716": "16Pz 371", "2714": "1Pz", "2812": "22 s18"})
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
    first_move = f"{game.sides[0]}-move"
    while game.view(match.state, None)["phase"] != first_move:
        side = match.deciders[0]
        state = match.state_for(side)
        match.choose(bots[side].choose(state.choices, lambda: game.view(state, side)), side)  # noqa: B023
    return match


def planning(kind: str, scenario: str = "march31") -> Match:
    """A game of Kesselschlacht that has come to a kind of decision of the first turn."""
    game = find_game("kesselschlacht")
    match = new_match(game, scenario, seed="2a")
    bots = [make_bot("greedy", game, side) for side in (0, 1)]
    while match.state.stack[-1].kind != kind:
        side = match.deciders[0]
        state = match.state_for(side)
        match.choose(bots[side].choose(state.choices, lambda: game.view(state, side)), side)  # noqa: B023
    return match


def _dies() -> Iterator[int]:
    """Every die: which of them brings what a test wants is for the game's table to say."""
    yield from range(1, 7)
    raise AssertionError("no die has this result any more")


def before_a_german_counterstroke() -> Match:
    """Kesselschlacht, Axis combat: tanks and infantry before a division, which will have to retreat."""
    units = [panzer("P", "2009"), infantry("G", "1910"), rifle("R", "2010")]
    for die in _dies():
        tried, fresh = (german(*units, ammo=5, fuel={"AX-III-HQ": 6}) for _ in range(2))
        tried.dice(die)
        tried.choose(["target", "2010"], ["join", "P"], ["join", "G"], ["declare"])
        if tried.offered("retreat"):
            fresh.dice(die)
            break
    return fresh.match


def after_a_soviet_breakthrough() -> Match:
    """Kesselschlacht: two regiments have to retreat two hexes, by rivers and zones or between them."""
    attackers = [rifle("R1", "2903"), rifle("R2", "2903"), rifle("R3", "3004")]
    units = [infantry("G1", "2904"), infantry("G2", "2904"), *attackers, rifle("R4", "3006")]
    for die in _dies():
        t = soviet(*units, hexsides=[river("2904", "2804"), river("2904", "2803")])
        t.dice(die)
        t.choose(["target", "2904"], ["join", "R1"], ["join", "R3"], ["declare"])
        if t.offered("retreat") and t.match.state.stack[-1].left == 2:  # type: ignore[attr-defined]
            break
    return t.match


def under_the_directive() -> Match:
    """Kesselschlacht, Soviet movement: a brigade that Zhukov's Directive sends over the Dnestr."""
    units = [hq(CORPS, "2116"), tank("T1", "2216", bound=True, activated=True), tank("T2", "2216")]
    return orders(*units, phase="soviet-move").match


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


def before_an_advance_of_five() -> Match:
    """Watch on the Oder: an army is driven off by five corps; all of them may go into its hex. Die 1."""
    corps = {"1615": "S-33", "1515": "G-GD G-HG", "1514": "G-4SS G-1SS", "1616": "G-9"}
    match = oder_table.table(
        _stacks(corps), phase="german-combat", order={"german": "fight/move"}, blank=False, dice=[1]
    ).match
    for choice in (
        ("target", "1615"),
        *(("join", c) for c in ["G-GD", "G-HG", "G-4SS", "G-1SS", "G-9"]),
    ):
        match.choose(choice)
    match.choose(("declare",))
    return match


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


def before_an_empty_support() -> Match:
    """A Soviet attack is declared; the Germans can only pass, as their hidden artillery is far away."""
    units = _stacks({"2812": "22 s18 52", "2813": "371", "3316": "16Pz 18AD"})
    match = table(units, phase="soviet-combat", blank=False, dice=[2]).match
    for choice in (("target", "2813"), ("join", "22"), ("join", "52"), ("declare",)):
        match.choose(choice)
    return match
