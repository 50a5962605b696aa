"""A game that never comes to a decision is stopped, and nothing of it stays."""

from __future__ import annotations

import pytest

from hexfront.games.registry import find_game
from hexfront.kernel import state as kernel
from hexfront.kernel.decision import Choice
from hexfront.kernel.match import new_match
from hexfront.kernel.state import MOST_STEPS, Endless
from hexfront.kernel.step import Step


class Back(Step[kernel.State]):
    """Follows Forth, which follows it."""

    def offer(self, s: kernel.State) -> list[Choice] | None:
        """Hand on to the other."""
        s.stack[-1] = Forth()
        return None

    def __repr__(self) -> str:
        return "Back()"


class Forth(Back):
    """Follows Back."""

    def offer(self, s: kernel.State) -> list[Choice] | None:
        s.stack[-1] = Back()
        return None


def test_steps_that_follow_each_other_for_ever_are_an_error_that_names_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = new_match(find_game("breakout"), seed="5eed")
    before = match.game.digest_of(match.state)
    honest = kernel.State.settle

    def trapped(s: kernel.State) -> None:
        s.stack.append(Back())
        honest(s)

    monkeypatch.setattr(kernel.State, "settle", trapped)
    with pytest.raises(Endless, match=rf"{MOST_STEPS:,} steps and no decision.*Back\(\)"):
        match.choose(match.state.choices[0])
    assert match.game.digest_of(match.state) == before
    assert match.choices == []
    assert not issubclass(Endless, RuntimeError), "a server takes those for a closed page"
    monkeypatch.undo()
    match.choose(match.state.choices[0])
