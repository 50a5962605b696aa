"""A position with no more in it than a side may know: what may leave a running game for the analysis board."""

from __future__ import annotations

from typing import Any

from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game

OWN_FORM = ("units", "hexes", "options")
"""Parts that a view and a position write in ways of their own."""


def seen_position(game: Game, state: Any, side: int | None) -> Json:
    """The position as a side sees it; units that it does not see are not in it.

    A declared field of a unit, a hex or the game that the view leaves out is left out here too.
    """
    view: Json = dict(game.view(state, side))
    units = {unit["id"]: unit for unit in view["units"]}
    position = game.position_of(state)
    for name in state.outside(""):
        position.pop(name, None)
    position |= {name: view[name] for name in position if name in view and name not in OWN_FORM}
    position |= state.written("", side)
    if "markers" in position:
        position["markers"] = state.written("markers", side)
    position["units"] = [
        _seen(state.outside("units"), unit, units.get(unit["id"], {}))
        for unit in position["units"]
        if unit["id"] in units or unit.get("hex") is None
    ]
    declared = {*state.outside("hexes"), "control"}
    position["hexes"] = {
        hex_: _seen(declared, said, view["hexes"].get(hex_, {}))
        for hex_, said in position["hexes"].items()
    }
    return position


def _seen(declared: set[str], said: Json, seen: Json) -> Json:
    """An entry as the view has its declared fields, without those that it does not say."""
    found = {name: value for name, value in said.items() if name not in declared}
    return found | {name: seen[name] for name in sorted(declared) if name in seen and name in said}


def hidden_stacks(game: Game, state: Any, side: int | None) -> Json:
    """By hex, how many counters a side knows to lie there without seeing them."""
    units = game.view(state, side)["units"]
    return {unit["hex"]: unit["hidden"] for unit in units if unit.get("hidden")}
