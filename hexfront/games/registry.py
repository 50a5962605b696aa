"""The games there are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hexfront.games.breakout.game import load as load_breakout
from hexfront.kernel.game import Game
from hexfront.kernel.refusal import unknown

GAMES: dict[str, Callable[[Path | None], Game]] = {"breakout": load_breakout}


def find_game(name: object, overlay: Path | None = None) -> Game:
    """A game by its name."""
    if not isinstance(name, str) or name not in GAMES:
        raise unknown(f"There is no game {name!r}; there is {', '.join(GAMES)}.")
    return GAMES[name](overlay)
