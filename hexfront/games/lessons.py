"""The coach's lessons, which a game may have in its folder: positions with steps that say something."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any

from hexfront.kernel.fields import Json

_TABLE = re.compile(r"\{table ([\w.]+)\}")


def lessons_of(game: Any) -> list[Json]:
    """The lessons of a game with the figures of its tables filled in; the others are the page's to fill."""
    folder = files("hexfront.games").joinpath(game.name, "lessons")
    if not folder.is_dir():
        return []
    found: list[Json] = []
    for path in sorted(folder.iterdir(), key=lambda one: one.name):
        if path.name.endswith(".toml"):
            found += tomllib.loads(path.read_text(encoding="utf-8"))["lesson"]
    for lesson in found:
        for step in lesson["step"]:
            step["say"] = filled(game, step["say"])
    return found


def filled(game: Any, text: str) -> str:
    """A text with figures of the game's data."""

    def figure(found: re.Match[str]) -> str:
        value = game.scenario().tables
        for name in found.group(1).split("."):
            value = value[name]
        return str(value)

    return _TABLE.sub(figure, text).replace("{last turn}", str(game.scenario().last_turn))
