"""A hundred thousand choices that are not offered: none is taken, nothing changes, all are explained."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from hexfront.games.breakout.rules.refusals import ARGUMENTS as BREAKOUT_ARGUMENTS
from hexfront.games.kesselschlacht.rules.refusals import ARGUMENTS as KESSELSCHLACHT_ARGUMENTS
from hexfront.games.oder.rules.refusals import ARGUMENTS as ODER_ARGUMENTS
from hexfront.kernel.decision import Choice
from hexfront.kernel.forms import REPEATED
from hexfront.kernel.match import Match
from hexfront.kernel.refusal import Refused
from hexfront.kernel.state import State
from tests.games.invariants import all_games, check_words, digest, new_game, numbered, rule_ids
from tests.games.random_player import RandomPlayer, go_on

TRIES = 100_000
MATCHES = 20
POINTS = 100
"""At how many moments of a game choices are tried."""
VERBS = {
    "breakout": BREAKOUT_ARGUMENTS,
    "oder": ODER_ARGUMENTS,
    "kesselschlacht": KESSELSCHLACHT_ARGUMENTS,
}
"""The verbs of a game and what they take."""
NONSENSE: tuple[Choice, ...] = (
    ("fly",), ("",), (7,), ("go",), ("go", 2218), ("go", "9999"), ("go", "22-18"), ("go", "2218", "2219"),
    ("pick", "Nobody"), ("pick", 0), ("pick", "2218"), ("air", "2"), ("air", -1), ("air", 10**30),
    ("end", "end"), ("GO", "2218"), ("go", " 2218"), ("go", "２２１８"), ("place", "2218", "16Pz"), ("take",),
)  # fmt: skip
"""Choices no game has."""


class Attempts:
    """Choices to try: anything at all, and near misses of what is legal or was legal a moment ago."""

    def __init__(self, match: Match, seed: int) -> None:
        self.rng = Random(seed)
        self.verbs = VERBS[match.game.name]
        state: Any = match.state
        self.units: list[str] = list(state.world.roster.ids)
        """All there are, also those that nobody but their owner sees."""
        self.hexes = match.game.grid.names(match.game.grid.all)
        self.markers = MARKERS[match.game.name]
        self.lately: deque[Choice] = deque(maxlen=40)

    def argument(self, kind: str) -> str | int:
        """Something that could be meant."""
        if kind == "number":
            return self.rng.randrange(-1, 12)
        if kind == "order":
            return self.rng.choice(["move/fight", "fight/move", "move", ""])
        if kind == "marker" or (kind == "piece" and self.rng.random() < 0.3):
            return self.rng.choice(self.markers)
        if kind in NAMES:
            return self.rng.choice(NAMES[kind])
        return self.rng.choice(self.hexes if kind == "hex" else self.units)

    def kinds(self, verb: str, count: int) -> tuple[str, ...]:
        """What the arguments of a choice are, where a verb takes as many as somebody likes too."""
        kinds = self.verbs[verb]
        if kinds[-1:] == (REPEATED,):
            return (kinds[:-1] * count)[:count]
        return kinds

    def anything(self) -> Choice:
        """Any well-formed choice."""
        verb = self.rng.choice(list(self.verbs))
        count = 2 * self.rng.randrange(3)
        return (verb, *(self.argument(kind) for kind in self.kinds(verb, count)))

    def near(self, choice: Choice) -> Choice:
        """A legal choice with one argument, or the verb, changed."""
        verb = str(choice[0])
        if len(choice) == 1 or self.rng.random() < 0.3:
            alike = [v for v, kinds in self.verbs.items() if kinds == self.verbs[verb]]
            return (self.rng.choice(alike), *choice[1:])
        at = self.rng.randrange(1, len(choice))
        kinds = self.kinds(verb, len(choice) - 1)
        return (*choice[:at], self.argument(kinds[at - 1]), *choice[at + 1 :])

    def some(self, legal: Sequence[Choice], count: int) -> Iterator[Choice]:
        """Choices of all these kinds."""
        for _ in range(count):
            chance = self.rng.random()
            if chance < 0.4:
                yield self.anything()
            elif chance < 0.8:
                yield self.near(self.rng.choice(legal))
            elif chance < 0.95 and self.lately:
                yield self.rng.choice(self.lately)
            else:
                yield self.rng.choice(NONSENSE)


MARKERS = {
    "breakout": ["Br", "Ch", "Go"],
    "oder": ["air", "naval"],
    "kesselschlacht": ["AA-JU52T", "AA-190-1", "SA-IL2-1", "SA-YAK9-1"],
}
NAMES: dict[str, list[str]] = {
    "aircraft": MARKERS["kesselschlacht"],
    "bridge": ["0201-0202", "1110-1209", "2124-2224", "pontoon-3425-3426"],
}
"""What else choices may name."""


def fields(state: State) -> dict[str, Any]:
    """All that a state holds, by name, but for what it only remembers to be quick."""
    names = [n for kind in type(state).__mro__ for n in getattr(kind, "__slots__", ())]
    quick = state.remembered()
    assert state.choices is not None  # a step that waits finds them when somebody asks
    return {name: getattr(state, name) for name in names if name not in quick}


def check_refusal(state: State, rules: set[str], choice: Choice, error: Refused) -> None:
    """A refusal has a kind and a sentence, and names a case of the book where a rule forbids it."""
    sentence = f"{choice}: {error.kind}, {error.rule}, {error.message}"
    assert error.kind in ("refused", "malformed", "unknown"), sentence
    assert error.message.endswith((".", "?")), sentence
    if error.kind == "refused":
        assert error.rule in rules, sentence
        check_words(state, error.message)
    else:
        assert error.rule is None, sentence


@pytest.mark.parametrize(("name", "number"), numbered(MATCHES))
def test_what_is_not_offered_is_refused_explained_and_changes_nothing(
    name: str, number: int
) -> None:
    match = new_game(name, number)
    rules = rule_ids(match.game)
    player, attempts, rng = RandomPlayer(number), Attempts(match, number), Random(number)
    tried = 0
    while tried < TRIES // MATCHES:
        if rng.random() < POINTS / 1500 or match.over:
            tried += try_here(match, attempts, rules, TRIES // MATCHES // POINTS)
        if match.over:
            match = new_game(name, number + 1000)
        else:
            choices = match.state_for(match.deciders[0]).choices
            attempts.lately.extend([choices[rng.randrange(len(choices))] for _ in range(2)])
            go_on(match, player.choose)


def try_here(match: Match, attempts: Attempts, rules: set[str], count: int) -> int:
    """Try choices at this moment of a game; how many were not offered."""
    side = match.deciders[0] if match.deciders else None
    state, whole = match.state_for(side), match.state
    before, hashed = fields(state.copy()), digest(match)
    taken = len(match.choices)
    tried = 0
    for choice in attempts.some(state.choices or [("end",)], count):
        if state.legal(choice):
            continue
        tried += 1
        try:
            match.choose(choice, side)
        except Refused as refused:
            error = refused
        else:
            pytest.fail(f"{choice} was taken although it was not offered")
        if match.over and error.kind == "refused":  # the one thing no case of a book forbids
            assert error.rule is None
            assert "over" in error.message
        else:
            check_refusal(state, rules, choice, error)
        assert match.state is whole
        assert match.state_for(side) is state
        assert fields(state) == before, choice
        assert len(match.choices) == taken
    assert digest(match) == hashed
    return tried


@pytest.mark.parametrize("name", all_games())
def test_the_other_side_is_told_whose_decision_it_is(name: str) -> None:
    match = new_game(name, 3)
    decider = match.state.decider
    assert decider is not None
    with pytest.raises(Refused, match=match.game.sides[decider]) as caught:
        match.choose(match.state.choices[0], 1 - decider)
    assert caught.value.rule in rule_ids(match.game)
    assert not match.choices


def test_every_game_has_its_verbs_here() -> None:
    assert set(VERBS) == set(MARKERS) == set(all_games())


def test_the_markers_are_those_of_the_game() -> None:
    for name, markers in MARKERS.items():
        match = new_game(name, 0)
        for marker in markers:
            with pytest.raises(Refused) as caught:
                match.choose(("take", marker))
            assert caught.value.kind == "refused"
