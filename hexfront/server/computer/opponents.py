"""The computer opponents as the lobby offers them."""

from __future__ import annotations

from hexfront import bots
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game
from hexfront.server.http.replies import Opponent

ABOUT = {
    "random": "Takes any legal choice. For trying out the page.",
    "greedy": "Every unit for itself: moves towards the nearest objective, attacks what looks weak.",
    "planner": "Plans each segment: objectives, odds, supply, danger. Answers within seconds.",
    "strategist": "Plays plans out against likely replies before it moves.",
}
LEVELS_NOTE = (
    "Levels differ in how long the computer may think, never in its dice or in what it sees."
)


def offer(game: Game) -> Json:
    """The bots that play a game, and the one a quick start uses."""
    able = bots.bots_for(game)
    known = [bot["name"] for bot in opponents() if _kind(bot["name"]) in able]
    return {"bots": known, "usual": bots.usual_bot(game)}


def _kind(name: str) -> str:
    return name.partition(":")[0]


def opponents() -> list[Opponent]:
    """Every bot, once per level: name, title, description."""
    found: list[Opponent] = []
    for name in bots.BOTS:
        own = {level: label for level, label in bots.LEVELS.items() if _kind(level) == name}
        for level, label in (own or {name: ""}).items():
            title = f"{name} · {label}" if label else name
            found.append({"name": level, "title": title, "about": ABOUT.get(name, "")})
    return found
