"""Bots against each other: one game at a time, from the set-up to the result."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from hexfront.bots import Bot, Reason
from hexfront.chronicle import Chronicle
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game
from hexfront.kernel.match import Match


def play_out(
    match: Match, bots: dict[int, Bot], listen: Callable[[Json], None] | None = None
) -> dict[int, Reason]:
    """Let bots take every decision until the game is over; `listen` hears each event as it happens.

    Their reasons come back, each by the number of choices before its own.
    """
    game = match.game
    reasons: dict[int, Reason] = {}
    for _, event in match.events:
        _tell(match, event, listen)
    while not match.over:
        side = match.deciders[0]
        state, secret = match.state_for(side), match.secret is not None
        bot = bots[side]
        choice = bot.choose(state.choices, cache(lambda: game.view(state, side)))  # noqa: B023
        if bot.reason is not None and not secret:  # what is planned has no number yet
            reasons[len(match.choices)] = bot.reason
        for event in match.choose(choice, side):
            _tell(match, event, listen)
    return reasons


def _tell(match: Match, event: Json, listen: Callable[[Json], None] | None) -> None:
    if listen is not None:
        seen = match.game.view_event(match.state, event, None, all_seen=True)
        if seen is not None:
            listen(seen)


class Narrator:
    """Prints a game so that it can be followed: turns and phases as headings, a line a move."""

    def __init__(self, game: Game, write: Callable[[str], object]) -> None:
        self._turn = game.turn_event
        self._chronicle = Chronicle(game.describe)
        self._write = write

    def hear(self, event: Json) -> None:
        for entry in self._chronicle.hear(event):
            if entry["what"] == self._turn:
                self._write(f"\n== {entry['line']}")
            elif entry["what"] == "phase":
                self._write(f"\n-- {entry['line']}")
            else:
                case = f"  [{entry['case']}]" if entry["case"] and entry["what"] != "move" else ""
                self._write(f"   {entry['line']}{case}")
