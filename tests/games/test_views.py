"""Nothing hidden gets out: states that differ only in what a side may not see are the same to it.

Its view is the same byte for byte, and so are its choices, the refusals of what it may not do, the
answers to its questions, and what it sees after a choice that shows nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from hexfront.games.registry import find_game
from hexfront.kernel.decision import Choice
from hexfront.kernel.fields import Json
from hexfront.kernel.match import Match
from hexfront.kernel.offer import decision_json
from hexfront.kernel.refusal import Refused
from hexfront.kernel.state import State
from tests.breakout import hidden as hidden_breakout
from tests.breakout.table import german, soviet, table, tiger
from tests.games.invariants import all_games, new_game
from tests.games.random_player import RandomPlayer
from tests.games.test_refusals import Attempts
from tests.rules import rule

MATCHES = 8
POINTS = 40
"""At how many moments of a game hidden facts are changed."""

Scramble = Callable[[Any, int | None, Random], State]
SCRAMBLES: dict[str, Scramble] = {"breakout": hidden_breakout.scramble}
FOGGY = [name for name in all_games() if find_game(name).fog_rule is not None]
OPEN = [name for name in all_games() if name not in FOGGY]
"""Games with something hidden, and games without."""
PRIVATE = ("pick", "join", "leave", "target", "cancel")
"""What a side only prepares: its enemy sees nothing of it."""
OWN = ("side", "decision", "planned")
"""The parts of a view that are its side's own even where nothing is hidden."""


def moments(name: str, number: int, points: int) -> Iterator[tuple[Match, Random]]:
    """A match at random moments of its course."""
    match = new_game(name, number)
    player, rng = RandomPlayer(number), Random(number)
    seen = 0
    while seen < points and not match.over:
        if rng.random() < points / 1500:
            seen += 1
            yield match, rng
        match.choose(player.choose(match.state.choices, match.state.decider))


def seen_by(match: Match, state: State, side: int | None) -> str:
    """The view as the text that leaves the engine."""
    return json.dumps(match.game.view(state, side))


def answer(query: Callable[..., object], *about: object) -> object:
    """The answer to a query, or why there is none."""
    try:
        return query(*about)
    except Refused as error:
        return error.as_json()


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("name", OPEN)
def test_where_nothing_is_hidden_everybody_sees_the_same(name: str, number: int) -> None:
    seen = 0
    for match, _ in moments(name, number, POINTS):
        game, state = match.game, match.state
        sides = (None, *range(len(game.sides)))
        views = [game.view(state, side) for side in sides]
        assert (
            len({json.dumps({k: v for k, v in view.items() if k not in OWN}) for view in views})
            == 1
        )
        decision = state.decision()
        assert decision is not None
        for side, view in zip(sides, views, strict=True):
            whole = side == state.decider
            assert view["decision"] == (
                decision_json(decision, compact=True) if whole else {"side": decision.side}
            )
            assert ("planned" in view) == whole
            events = [game.view_event(state, event, side) for _, event in match.events[-30:]]
            assert None not in events
        seen += 1
    assert seen > POINTS / 4


@pytest.mark.parametrize("number", range(MATCHES))
@pytest.mark.parametrize("name", FOGGY)
def test_hidden_facts_do_not_show(name: str, number: int) -> None:
    changes = 0
    for match, rng in moments(name, number, POINTS):
        attempts = Attempts(match, rng.randrange(10**9))
        for side in (None, *range(len(match.game.sides))):
            state, other = match.state.copy(), SCRAMBLES[name](match.state, side, rng)
            changes += match.game.digest_of(state) != match.game.digest_of(other)
            if side is not None and side == state.decider:
                other.settle()
            assert seen_by(match, state, side) == seen_by(match, other, side)
            if side is not None:
                check_queries(match, state, other, side, attempts)
            if side is not None and side == state.decider:
                assert state.choices == other.choices
                check_refusals(state, other, attempts)
                for _ in range(4):
                    check_next(match, state, other, side, rng.choice(state.choices))
    assert changes > POINTS


def check_refusals(state: State, other: State, attempts: Attempts) -> None:
    """What the side may not do is refused in the same words."""
    for choice in attempts.some(state.choices, 50):
        if not state.legal(choice):
            assert state.why(choice).as_json() == other.why(choice).as_json(), choice


def check_queries(match: Match, state: State, other: State, side: int, attempts: Attempts) -> None:
    """What the side asks is answered the same."""
    game = match.game

    def asked(query: Callable[..., object], *about: object) -> None:
        assert answer(query, state, *about) == answer(query, other, *about)

    for owner in range(len(game.sides)):
        asked(game.zoc, owner)
        asked(game.supply, owner, side)
    for _ in range(2):
        unit, target = attempts.argument("unit"), attempts.argument("hex")
        chance = attempts.rng.random()
        if chance < 0.3:
            asked(game.reach, unit, side)
        elif chance < 0.6:
            asked(game.group_reach, [unit], side)
        else:
            asked(game.path, [unit], target, side)
        asked(game.odds, target, [unit], {}, side)
    if state.stack[-1].kind == "attack" and side == state.decider:
        target = next(choice for choice in reversed(match.choices) if choice[0] == "target")[1]
        for choice in state.choices:
            if choice[0] == "join":
                asked(game.odds, target, [choice[1]], {}, side)


def check_next(match: Match, state: State, other: State, side: int, choice: Choice) -> None:
    """After a choice that rolls no die and shows nothing the side still sees the same."""
    after = []
    for s in (state.copy(), other.copy()):
        before = (s.rolls, s.reveals)
        s.events = []
        s.apply(choice)
        events, s.events = s.events, None
        shown = [match.game.view_event(s, event, side) for event in events]
        after.append(((s.rolls, s.reveals) == before, seen_by(match, s, side), shown))
    assert after[0][0] == after[1][0]
    if after[0][0]:
        assert after[0] == after[1], choice


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("name", all_games())
def test_what_is_only_prepared_is_told_to_nobody_else(name: str, number: int) -> None:
    tried = 0
    for match, _ in moments(name, number, 300):
        for choice in match.state.choices:
            if choice[0] in PRIVATE:
                check_private(match, choice)
                tried += 1
                break
    assert tried > 50


def check_private(match: Match, choice: Choice) -> None:
    """A choice after which all others see what they saw before, and hear of nothing."""
    state = match.state
    others = [side for side in (None, *range(len(match.game.sides))) if side != state.decider]
    after = state.copy()
    after.events = []
    after.apply(choice)
    events, after.events = after.events, None
    for side in others:
        assert seen_by(match, after, side) == seen_by(match, state, side), choice
        assert all(match.game.view_event(after, event, side) is None for event in events)


@rule("breakout", "13.5", "6.3")
@pytest.mark.parametrize("below", [german("D1", "2218"), german("K1", "2218", size="X")])
def test_the_division_that_makes_a_tiger_count_is_shown_with_the_attack(below: Json) -> None:
    units = [tiger("T1", "2218"), below, soviet("R1", "2217", "1-1")]
    t = table(units, phase="german-combat", markers={"kg": {"Br": "2218"}})
    assert below["id"] not in [unit["id"] for unit in t.view("soviet")["units"]]
    t.choose(["target", "2217"], ["join", "T1"], ["declare"])
    view = t.view("soviet")
    shifts = [shift["rule"] for shift in view["combat"]["odds"]["shifts"]]
    assert (below["id"] in [unit["id"] for unit in view["units"]]) == ("13.5" in shifts)
    assert ("13.5" in shifts) == (below["size"] == "XX")


def test_every_game_has_its_hidden_facts_changed() -> None:
    assert set(SCRAMBLES) == set(FOGGY)
