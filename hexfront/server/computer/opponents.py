"""The computer opponents as the lobby offers them."""

from __future__ import annotations

import math

from hexfront import bots
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game
from hexfront.server.http.replies import Opponent

LEVELS_NOTE = (
    "Levels differ in how much the computer thinks about, never in its dice or in what it sees."
)


def offer(game: Game, most: float = math.inf) -> Json:
    """The bots that play a game within so many seconds per turn, and the one a quick start uses."""
    able = bots.levels_for(game)
    known = [bot["name"] for bot in opponents(most) if bot["name"] in able]
    usual = bots.usual_bot(game)
    return {
        "bots": [*known, *bots.allowed()],
        "usual": usual if usual in known else known[-1],
    }


def opponents(most: float = math.inf) -> list[Opponent]:
    """Every level up to so many seconds per turn: the bot's name, its title, what it does."""
    found: list[Opponent] = [
        {"name": name, "title": level.title, "about": level.about}
        for name, level in bots.LEVELS.items()
        if bots.thinking_time(name) <= most
    ]
    for name in bots.allowed():
        about = "A program of your own."
        found.append({"name": name, "title": name.rpartition("/")[2], "about": about})
    return found
