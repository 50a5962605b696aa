"""The games there are."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from hexfront.games.breakout.game import Breakout
from hexfront.games.breakout.game import load as load_breakout
from hexfront.games.kesselschlacht.game import Kesselschlacht
from hexfront.games.kesselschlacht.game import load as load_kesselschlacht
from hexfront.games.oder.game import Oder
from hexfront.games.oder.game import load as load_oder
from hexfront.kernel.game import Game
from hexfront.kernel.refusal import malformed, unknown

GAMES: dict[str, Callable[[Path | None], Game]] = {
    "breakout": load_breakout,
    "oder": load_oder,
    "kesselschlacht": load_kesselschlacht,
}
FIRST = next(iter(GAMES))
"""The game that is meant where none is named."""
SIDES = tuple(dict.fromkeys(Breakout.sides + Oder.sides + Kesselschlacht.sides))
"""The sides of all games."""


FindGame = Callable[[object], Game]
"""How a game is found by its name, with whatever data somebody plays."""


def find_game(name: object, overlay: Path | None = None) -> Game:
    """A game by its name, with a player's own data laid over ours.

    A folder of corrections holds the files of one game, or a folder for each game, by its name.
    """
    if not isinstance(name, str):
        raise malformed(f"The name of a game is a text, not {name!r}.")
    if name not in GAMES:
        raise unknown(f"There is no game {name!r}; there is {', '.join(GAMES)}.")
    return _load(name, _own(name, overlay))


def _own(name: str, overlay: Path | None) -> Path | None:
    """The part of a player's folder that is about a game."""
    if overlay is None or not any((overlay / game).is_dir() for game in GAMES):
        return overlay
    return overlay / name if (overlay / name).is_dir() else None


def check_overlay(overlay: Path | None) -> None:
    """Say now what is wrong with corrections that are to be laid over all games."""
    if overlay is None:
        return
    if not any((overlay / game).is_dir() for game in GAMES):
        names = " or ".join(GAMES)
        raise malformed(f"{overlay}: put the files into a folder for their game: {names}.")
    for name in GAMES:
        find_game(name, overlay)


@cache
def _load(name: str, overlay: Path | None) -> Game:
    return GAMES[name](overlay)
