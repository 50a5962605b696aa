"""The games there are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from hexfront.games.breakout.game import load as load_breakout
from hexfront.kernel.game import Game
from hexfront.kernel.refusal import malformed, unknown

GAMES: dict[str, Callable[[Path | None], Game]] = {"breakout": load_breakout}


FindGame = Callable[[object], Game]
"""How a game is found by its name, with whatever data somebody plays."""


def find_game(name: object, overlay: Path | None = None) -> Game:
    """A game by its name, with a player's own data laid over ours."""
    if not isinstance(name, str):
        raise malformed(f"The name of a game is a text, not {name!r}.")
    if name not in GAMES:
        raise unknown(f"There is no game {name!r}; there is {', '.join(GAMES)}.")
    return _load(name, overlay)


@cache
def _load(name: str, overlay: Path | None) -> Game:
    return GAMES[name](overlay)
