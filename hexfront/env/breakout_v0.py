"""The environment of the game `breakout`: `env` with PettingZoo's usual wrapper, `raw_env` without."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexfront.env.aec import HexfrontEnv
from hexfront.env.kinds import Spec, places, terrain
from hexfront.env.sight import Kinds
from hexfront.env.wrapping import checked
from hexfront.games.breakout.rules.refusals import ARGUMENTS
from hexfront.games.breakout.rules.sequence import FIGHT_MOVE, MOVE_FIGHT
from hexfront.games.breakout.rules.victory import victory_points
from hexfront.games.breakout.world import WEATHERS
from hexfront.hexes import bits
from hexfront.kernel.views import AnyView


def raw_env(**settings: Any) -> HexfrontEnv:
    """The bare environment.

    `scenario`, `options`, `reward`, `render_mode` and `data` are described in docs/environments.md.
    """
    return HexfrontEnv("breakout", **settings)


def env(**settings: Any) -> Any:
    """The environment with a check that calls come in the right order."""
    return checked(raw_env(**settings))


def _printed(world: Any) -> Mapping[str, Mapping[int, int]]:
    board = world.board
    rivers = {h: sum(map(bool, board.river[h])) for h in bits(board.grid.all)}
    return {
        **terrain(board),
        **places(board),
        "river sides": {h: n for h, n in rivers.items() if n},
        "closed to Soviets": dict.fromkeys(bits(board.no_go), 1),
        "Soviet exit": dict.fromkeys(bits(board.exits), 1),
    }


def _count(name: str, side: str) -> Callable[[AnyView, str, str], int]:
    """An object of the view's markers that counts for each side; `side` is mine or enemy."""

    def number(view: Any, me: str, enemy: str) -> int:
        return int(view["markers"][name][me if side == "mine" else enemy])

    return number


def _korpsgruppen(view: Any) -> list[str]:
    return list(view["markers"]["kg"].values())


def _ahead(state: Any, side: int) -> float:
    total = victory_points(state)["total"]
    return float(total if side else -total)


def _names(world: Any) -> tuple[str, ...]:
    return (*world.roster.ids, *world.kg_names, MOVE_FIGHT, FIGHT_MOVE)


KINDS = Kinds(
    _printed,
    hex_flags=("captured",),
    unit_flags=("moved", "attacked", "supplied", "ezoc"),
    words={"weather": WEATHERS},
    numbers={"my air markers": _count("air", "mine"), "enemy air markers": _count("air", "enemy")},
    markers={"Korpsgruppe": _korpsgruppen},
)


SPEC = Spec(KINDS, ARGUMENTS, _names, _ahead)
