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
from tests.games.invariants import all_games, new_game, numbered, short_games
from tests.games.random_player import RandomPlayer, go_on
from tests.games.test_refusals import Attempts
from tests.kesselschlacht import hidden as hidden_kesselschlacht
from tests.rules import rule

MATCHES = 8
POINTS = 40
"""At how many moments of a game hidden facts are changed."""

Scramble = Callable[[Any, int | None, Random], State]
SCRAMBLES: dict[str, Scramble] = {
    "breakout": hidden_breakout.scramble,
    "kesselschlacht": hidden_kesselschlacht.scramble,
}
FOGGY = [name for name in all_games() if find_game(name).fog_rule is not None]
OPEN = [name for name in all_games() if name not in FOGGY]
"""Games with something hidden, and games without."""
PRIVATE = ("pick", "join", "leave", "target", "cancel")
"""What a side only prepares: its enemy sees nothing of it."""
OWN = ("side", "decision", "planned", "over_stacked", "has_to_move")
"""The parts of a view that are its side's own even where nothing is hidden."""


def moments(
    name: str, number: int, points: int, short: str | None = None
) -> Iterator[tuple[Match, Random]]:
    """A match at random moments of its course."""
    match = new_game(name, number, short)
    player, rng = RandomPlayer(number), Random(number)
    seen = 0
    while seen < points and not match.over:
        if rng.random() < points / (1500 if short is None else 150) and match.secret is None:
            seen += 1
            yield match, rng
        go_on(match, player.choose)


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


def test_a_view_without_what_is_asked_is_the_view_without_it() -> None:
    """A program that has the choices is spared the prompt and the offer, and misses nothing else."""
    asked = ("offer", "prompt", "kind")
    for name in all_games():
        for match, _ in moments(name, 3, 20, next(iter(find_game(name).short))):
            for side in (0, 1, None):
                whole: Any = match.game.view(match.state, side)
                short: Any = match.game.view(match.state, side, asked=False)
                if whole["decision"] is not None:
                    whole["decision"] = {
                        part: said for part, said in whole["decision"].items() if part not in asked
                    }
                spared = {part: whole.pop(part, None) for part in ("over_stacked", "has_to_move")}
                assert short == whole
                assert not any(part in short for part in spared)


@pytest.mark.parametrize(("name", "number"), numbered(MATCHES, FOGGY))
def test_hidden_facts_do_not_show(name: str, number: int) -> None:
    assert hidden_changes(name, number, POINTS) > POINTS


@pytest.mark.parametrize(("name", "scenario"), short_games())
def test_hidden_facts_do_not_show_in_short_scenarios(name: str, scenario: str) -> None:
    if name in FOGGY:
        hidden_changes(name, 5, 6, scenario)


def hidden_changes(name: str, number: int, points: int, short: str | None = None) -> int:
    """Change hidden facts at moments of a game and look for them; how many could be changed."""
    changes = 0
    for match, rng in moments(name, number, points, short):
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
    return changes


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
    for query in game.queries.values():
        asked(query, side)
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
        asked(game.unit_card, unit, side)
    if attempts.rng.random() < 0.05:
        asked(game.threat, 1 - side, side)
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


@pytest.mark.parametrize(("name", "number"), numbered(4))
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
