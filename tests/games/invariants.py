"""What must hold at every moment of every game, and a way to play a game with an eye on it.

What only one game can promise is in `invariants_<game>.py`, as a `Watch`.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from hexfront.chronicle import tell
from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.decision import Choice
from hexfront.kernel.game import Game
from hexfront.kernel.match import Match, load_match, new_match, position_match
from hexfront.kernel.refusal import Refused
from hexfront.kernel.state import Event, State
from tests.breakout.invariants import BreakoutWatch
from tests.games.random_player import RandomPlayer
from tests.kesselschlacht.invariants import KesselschlachtWatch
from tests.oder.invariants import OderWatch

MOST_CHOICES = 60_000
"""A game that takes longer does not end."""


class Watch(Protocol):
    """What one game promises; it raises AssertionError where the promise is broken."""

    def __init__(self, state: Any) -> None:
        """Begin to watch a new game."""

    def see(self, event: Event) -> None:
        """Take note of an event."""

    def check(self, state: Any) -> None:
        """The cheap promises, after every choice."""

    def check_all(self, state: Any) -> None:
        """All promises, now and then."""

    def writable(self, state: Any) -> bool:
        """Whether the position can be written out and read again without loss."""


WATCHES: dict[str, type[Watch]] = {
    "breakout": BreakoutWatch,
    "oder": OderWatch,
    "kesselschlacht": KesselschlachtWatch,
}


def option_values(game: Game) -> list[tuple[str, str | bool]]:
    """Every value of every option."""
    return [(option.id, value) for option in game.options for value in option.values]


def random_options(game: Game, seed: int) -> dict[str, str | bool]:
    """Options drawn at random; the first seeds together have every value of every option."""
    rng = Random(seed)
    options = {option.id: rng.choice(option.values) for option in game.options}
    forced, value = option_values(game)[seed % len(option_values(game))]
    return options | {forced: value}


def seed_of(number: int) -> str:
    """The secret seed of a numbered game."""
    return f"{number:08x}"


class NoWatch:
    """The watches count from the set-up on; short scenarios begin later."""

    def __init__(self, watch: Watch) -> None:
        self.writable = watch.writable

    def see(self, event: Event) -> None:
        pass

    def check(self, state: Any) -> None:
        pass

    def check_all(self, state: Any) -> None:
        pass


def new_game(name: str, number: int, short: str | None = None) -> Match:
    """The numbered random game of a kind, at its start, in a scenario that its options are for.

    A short scenario is played only if it is named.
    """
    game = find_game(name)
    if short is not None:
        return new_match(game, short, None, seed_of(number))
    rng = Random(number)
    whole = [scenario for scenario in game.scenarios if scenario not in game.short]
    scenarios = [rng.choice(whole), *whole]
    for scenario in scenarios[:-1]:
        with suppress(Refused):
            return new_match(game, scenario, random_options(game, number), seed_of(number))
    return new_match(game, scenarios[-1], random_options(game, number), seed_of(number))


def digest(match: Match) -> str:
    """The hash of the present state."""
    return match.game.digest_of(match.state)


@dataclass
class Played:
    """What became of a game."""

    match: Match
    events: Counter[str]


def play(name: str, number: int, thorough: float = 0.01, short: str | None = None) -> Played:
    """Play the numbered random game to its end, checking what is cheap after every choice.

    `thorough` is how often the dear checks are made; with 0 the game is not replayed from its record either.
    """
    match = new_game(name, number, short)
    watch: Watch | NoWatch = WATCHES[name](match.state)
    if short is not None:
        watch = NoWatch(watch)
    player = RandomPlayer(number)
    rng = Random(number)
    seen = 0
    while not match.over:
        side = match.deciders[0]
        state = match.state_for(side)
        assert state.choices, "a dead end: nothing can be chosen"
        assert len(match.choices) < MOST_CHOICES, "the game does not end"
        for _, event in match.events[seen:]:
            watch.see(event)
        seen = len(match.events)
        watch.check(match.state)
        choice = player.choose(state.choices, side)
        if rng.random() < thorough:
            watch.check_all(match.state)
            check_decision(state)
            if match.secret is None:
                check_copy(match, rng)
                check_undo(match, choice)
                if watch.writable(match.state):
                    check_position(match)
        match.choose(choice, side)
    for _, event in match.events[seen:]:
        watch.see(event)
    watch.check(match.state)
    watch.check_all(match.state)
    assert match.state.decision() is None
    assert match.state.result is not None
    if thorough:
        check_record(match)
        check_log(match)
    return Played(match, Counter(event["what"] for _, event in match.events))


def check_decision(state: State) -> None:
    """A decision has a side, a kind, a prompt, and each choice once."""
    decision = state.decision()
    assert decision is not None
    assert decision.side in state.sides
    assert decision.kind
    assert decision.prompt.endswith((".", "?"))
    check_words(state, decision.prompt)
    assert len(set(decision.choices)) == len(decision.choices)
    assert all(state.legal(choice) for choice in decision.choices)


def check_words(state: Any, sentence: str) -> None:
    """A sentence calls units by what a player calls them, not by ids that are for programs.

    An id that is but a number, or a word of the name, may well be something else there.
    """
    roster = state.world.roster
    named = zip(roster.ids, roster.titles, strict=True)
    ids = {name for name, title in named if name not in title.split() and not name.isdigit()}
    assert ids.isdisjoint(re.findall(r"[\w-]+", sentence)), sentence


def check_log(match: Match) -> None:
    """The log is in words, as everybody may read it afterwards."""
    game, state = match.game, match.state
    seen = [(n, game.view_event(state, event, None, all_seen=True)) for n, event in match.events]
    entries = tell(game.describe, [(n, event) for n, event in seen if event is not None])
    assert entries
    for entry in entries:
        check_words(state, entry["line"])


def check_copy(match: Match, rng: Random) -> None:
    """A copy is the same, and whatever is done to it does not touch the original."""
    before = digest(match)
    copy = match.state.copy()
    assert match.game.digest_of(copy) == before
    for _ in range(5):
        if copy.choices:
            copy.apply(rng.choice(copy.choices))
    assert digest(match) == before


def check_undo(match: Match, choice: Choice) -> None:
    """A choice taken back leaves the state before it; dice, reveals and secret plans are not taken back."""
    before = digest(match)
    rolls, reveals = match.state.rolls, match.state.reveals
    length, events, faces = len(match.choices), list(match.events), list(match.faces)
    match.choose(choice)
    after = digest(match)
    if match.state.rolls > rolls or match.state.reveals > reveals or match.secret is not None:
        try:
            match.undo()
        except Refused:
            pass
        else:
            raise AssertionError("dice, hidden units or plans were taken back without consent")
        assert digest(match) == after
        again = match.fork(length)
        assert match.game.digest_of(again.state) == before
        match.state = again.state
        match.choices.pop()
        match.events, match.faces = again.events, again.faces
        match._back.clear()
        return
    assert match.undo() == choice
    assert digest(match) == before
    assert (len(match.choices), match.events, match.faces) == (length, events, faces)
    match.choose(choice)
    assert digest(match) == after
    match.undo()


def check_position(match: Match) -> None:
    """A position written out and read again offers the same, and is written the same."""
    written = match.game.position_of(match.state)
    again = position_match(match.game, json.loads(json.dumps(written)), seed="00")
    other = set(again.state.choices) ^ set(match.state.choices)
    assert not other, other
    assert again.state.decider == match.state.decider
    rewritten = match.game.position_of(again.state)
    changed = [field for field, value in written.items() if rewritten.get(field) != value]
    assert not changed, [(rewritten[field], written[field]) for field in changed]


def check_record(match: Match) -> None:
    """The record, through JSON, leads to the same state, log and dice; a fork goes its own way."""
    record = json.loads(json.dumps(match.record(with_seed=True)))
    again = load_match(record, find_game)
    assert digest(again) == digest(match)
    assert again.events == match.events
    assert again.faces == match.faces
    assert again.undone == match.undone
    assert again.record() == match.record()
    if match.choices:
        half = match.whole(len(match.choices) // 2)
        fork = match.fork(half)
        assert fork.choices == match.choices[:half]
        fork.choose(match.choices[half], fork.deciders[0])
        assert match.choices == again.choices
        assert digest(again) == digest(match)


def rule_ids(game: Game) -> set[str]:
    """The cases of a game's ledger."""
    return {case.id for case in game.rules}


SHARES = {"kesselschlacht": 0.4}
"""The part of the numbered games that a long game plays in `make test`; `make soak` plays all."""
WHOLE = bool(os.environ.get("HEXFRONT_WHOLE"))
"""Whether long games get no smaller share."""


def numbered(count: int, names: list[str] | None = None) -> list[tuple[str, int]]:
    """The games with numbers, for tests of so many games of each kind: fewer of a long one."""
    return [
        (name, number)
        for name in names or all_games()
        for number in range(max(1, round(count * SHARES.get(name, 1))) if not WHOLE else count)
    ]


def short_games() -> list[tuple[str, str]]:
    """The short scenarios of all games, for parametrised tests."""
    return [(name, scenario) for name in GAMES for scenario in find_game(name).short]


def all_games() -> list[str]:
    """The games there are, for parametrised tests."""
    return list(GAMES)
