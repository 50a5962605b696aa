"""What the type checker cannot say of itself."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.step import Step

ROOT = Path(__file__).parents[2]


def source(*folders: str) -> Iterator[tuple[str, str]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text()


def test_json_is_declared_once() -> None:
    declared = re.compile(r"^Json\b.*=.*", re.MULTILINE)
    found = [
        f"{name}: {line}"
        for name, text in source("hexfront", "tests", "bench", "tools")
        for line in declared.findall(text)
    ]
    assert found == [
        "hexfront/kernel/fields.py: Json = dict[str, Any]",
    ]


def test_kernel_mechanics_and_games_know_the_type_of_a_state() -> None:
    untyped = re.compile(r"\b(?:s|state): Any\b")
    folders = ("hexfront/kernel", "hexfront/mechanics", "hexfront/games")
    found = [name for name, text in source(*folders) if untyped.search(text)]
    assert found == ["hexfront/kernel/game.py"]  # a Protocol: each game says it of its own state


def test_generic_steps_stay_small() -> None:
    for name in GAMES:
        find_game(name)
    modules = {name: vars(module) for name, module in sys.modules.items() if ".games." in name}
    found = [s for s in below(Step) if modules.get(s.__module__, {}).get(s.__name__) is s]
    assert len(found) > 30
    for step in found:
        assert step.__dictoffset__ == 0, f"{step.__qualname__} has a dictionary"


def below(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from below(each)
