"""The environment of the game `kesselschlacht`: `env` with PettingZoo's usual wrapper, `raw_env` without."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hexfront.env.aec import HexfrontEnv
from hexfront.env.kinds import Spec, places, terrain
from hexfront.env.sight import Kinds
from hexfront.env.wrapping import checked
from hexfront.games.kesselschlacht import sides
from hexfront.games.kesselschlacht.rules.refusals import ARGUMENTS
from hexfront.games.kesselschlacht.rules.victory import totals
from hexfront.hexes import bits
from hexfront.kernel.views import AnyView


def raw_env(**settings: Any) -> HexfrontEnv:
    """The bare environment.

    `scenario`, `options`, `reward`, `render_mode` and `data` are described in docs/environments.md.
    """
    return HexfrontEnv("kesselschlacht", **settings)


def env(**settings: Any) -> Any:
    """The environment with a check that calls come in the right order."""
    return checked(raw_env(**settings))


def _printed(world: Any) -> Mapping[str, Mapping[int, int]]:
    board = world.board
    rivers: dict[int, int] = {}
    for (h, _), kind in board.river.items():
        rivers[h] = rivers.get(h, 0) + kind
    return {
        **terrain(board),
        **places(board),
        "river sides": rivers,
        "road": dict.fromkeys(bits(board.road_hexes), 1),
        "south of the Dnestr": dict.fromkeys(bits(board.south), 1),
        "west of the Seret": dict.fromkeys(bits(board.west_of_seret), 1),
    }


def _field(name: str) -> Callable[[AnyView, str, str], int]:
    def number(view: Any, me: str, enemy: str) -> int:
        return int(view[name])

    return number


def _pontoons(view: Any) -> list[str]:
    return [number for train in view["trains"] for number in train["between"] or ()]


def _ahead(state: Any, side: int) -> float:
    seen = totals(state, side)
    lead = float(seen["axis"] - seen["soviet"])
    return -lead if side else lead


def _names(world: Any) -> tuple[str, ...]:
    return (*world.roster.ids, *world.aircraft.ids, *sorted(world.board.bridge_ids))


KINDS = Kinds(
    _printed,
    hex_flags=("hasty", "prepared", "fresh", "dug", "airfield"),
    unit_flags=(
        "moved",
        "attacked",
        "bound",
        "activated",
        "tried",
        "ineligible",
        "locked",
        "driven",
        "was_attacked",
        "was_attacked_before",
        "retreated",
        "builders",
        "supplied",
        "ezoc",
    ),
    unit_words={"grade": sides.GRADES, "status": sides.STATUSES},
    unit_numbers=("fuel", "ammo", "fuel_spent", "ammo_spent", "attacks_made", "spent"),
    words={
        "weather": sides.WEATHERS,
        "initiative": ("axis", "soviet"),
        "directive": ("issued", "done"),
        "recall_order": ("active", "done"),
        "fifth_guards": ("leaving", "gone"),
    },
    numbers={
        "margarethe": _field("margarethe"),
        "corps_attempts": _field("corps_attempts"),
        "army_attempts": _field("army_attempts"),
        "priority_failed": _field("priority_failed"),
        "ternopol_captured": _field("ternopol_captured"),
    },
    markers={
        "pontoon bridge": _pontoons,
    },
)


SPEC = Spec(KINDS, ARGUMENTS, _names, _ahead)
