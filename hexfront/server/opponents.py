"""The computer opponents as the lobby offers them."""

from __future__ import annotations

from typing import Any

from hexfront import bots

Json = dict[str, Any]

ABOUT = {
    "random": "Takes any legal choice. For trying out the page.",
    "greedy": "Every unit for itself: towards the nearest place, attacking what looks weak.",
    "planner": "Plans each segment: objectives, odds, supply, danger. Answers within two seconds.",
    "strategist": "Plays plans out against likely replies before it moves.",
}
USUAL = "strategist:15"
"""The opponent of a game begun with one click."""
LEVELS_NOTE = (
    "Levels differ in how long the computer may think, never in its dice or in what it sees."
)


def opponents() -> list[Json]:
    """Every bot, one with levels once a level: name, title, a line about it."""
    found = []
    for name in bots.BOTS:
        own = {level: label for level, label in bots.LEVELS.items() if level.split(":")[0] == name}
        for level, label in (own or {name: ""}).items():
            title = f"{name} · {label}" if label else name
            found.append({"name": level, "title": title, "about": ABOUT.get(name, "")})
    return found
