"""What the environment of a game is made from: what it observes, the names of its choices, who is ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from hexfront.env.actions import Vocabulary
from hexfront.env.sight import Kinds, Sight
from hexfront.games.registry import find_game
from hexfront.hexes import bits


@dataclass(frozen=True)
class Spec:
    """What a game says of its environment, in its module `<game>_v0`."""

    kinds: Kinds
    verbs: Mapping[str, Any]
    names: Callable[[Any], Iterable[str]]
    """The names that choices are made of, beside hexes: from the game's world."""
    ahead: Callable[[Any, int], float]
    """By how many points a side is ahead, as far as it knows: from the state and the side."""


@dataclass(frozen=True)
class GameEnv:
    """A game as its environments need it."""

    game: Any
    sight: Sight
    ahead: Callable[[Any, int], float]


def module_of(name: str) -> Any:
    """The module of a game's environment."""
    return import_module(f"hexfront.env.{name}_v0")


@cache
def game_env(name: str, overlay: Path | None = None) -> GameEnv:
    """Vocabulary and observation of a game, made once; the data may be a player's own."""
    game: Any = find_game(name, overlay)
    spec: Spec = module_of(name).SPEC
    scenario = next(iter(game.scenarios))
    world = game.world(game.scenario(scenario), {spec.id: spec.default for spec in game.options})
    verbs = tuple(spec.verbs)
    vocabulary = Vocabulary(verbs, spec.names(world), game.grid)
    return GameEnv(game, Sight(game, vocabulary, spec.kinds, world, verbs), spec.ahead)


def terrain(board: Any) -> dict[str, dict[int, int]]:
    """One plane for each kind of terrain."""
    found: dict[str, dict[int, int]] = {}
    for h in bits(board.grid.all):
        if board.terrain[h]:
            found.setdefault(f"terrain {board.terrain[h]}", {})[h] = 1
    return dict(sorted(found.items()))


def places(board: Any) -> dict[str, dict[int, int]]:
    """One plane for each kind of place."""
    found: dict[str, dict[int, int]] = {}
    for h, place in board.places.items():
        found.setdefault(place.kind, {})[h] = 1
    return dict(sorted(found.items()))
