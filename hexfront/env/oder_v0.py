"""The environment of the game `oder`: `env` with PettingZoo's usual wrapper, `raw_env` without."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfront.env.aec import HexfrontEnv
from hexfront.env.kinds import Spec, places, terrain
from hexfront.env.sight import Kinds
from hexfront.env.wrapping import checked
from hexfront.games.oder.rules.refusals import ARGUMENTS
from hexfront.games.oder.sides import (
    AERIAL,
    COASTAL,
    FIGHT_MOVE,
    FORTRESS,
    MOVE_FIGHT,
    OUT,
    REGULAR,
)
from hexfront.games.oder.world import MARKERS
from hexfront.hexes import bits


def raw_env(**settings: Any) -> HexfrontEnv:
    """The bare environment.

    `scenario`, `options`, `reward`, `render_mode` and `data` are described in docs/environments.md.
    """
    return HexfrontEnv("oder", **settings)


def env(**settings: Any) -> Any:
    """The environment with a check that calls come in the right order."""
    return checked(raw_env(**settings))


def _printed(world: Any) -> Mapping[str, Mapping[int, int]]:
    board = world.board
    rivers = {h: sum(board.river[h]) for h in bits(board.grid.all)}
    return {
        **terrain(board),
        **places(board),
        "river sides": {h: n for h, n in rivers.items() if n},
        "in play": dict.fromkeys(bits(board.playable), 1),
    }


def _laid(view: Any, marker: str) -> list[str]:
    where = view["markers"][marker]
    return [] if where is None else [where]


def _ahead(state: Any, side: int) -> float:
    lead: float = state.vp(0) / 2 - state.vp(1)
    return -lead if side else lead


def _names(world: Any) -> tuple[str, ...]:
    return (*world.roster.ids, *MARKERS, MOVE_FIGHT, FIGHT_MOVE)


KINDS = Kinds(
    _printed,
    hex_flags=("fort", "ever"),
    unit_flags=(
        "moved",
        "attacked",
        "probed",
        "attacked_this_phase",
        "momentum",
        "supplied",
        "ezoc",
    ),
    unit_words={"supply": (REGULAR, AERIAL, FORTRESS, COASTAL, OUT)},
    markers={
        "air marker": lambda view: _laid(view, "air"),
        "naval marker": lambda view: _laid(view, "naval"),
    },
)


SPEC = Spec(KINDS, ARGUMENTS, _names, _ahead)
