"""A table to try the rules of Watch on the Oder on, as `table.py` is for Breakout.

>>> t = table([panzer("P1", "2214"), rifle("R1", "2215")], phase="german-combat", dice=[1])
>>> events = t.choose(["target", "2215"], ["join", "P1"], ["declare"])

A made-up position has a blank map unless said otherwise: all hexes clear and nobody's, no sea, no
rivers; edges, Upper Silesia and the land bridges are where the rules have them.
"""

from __future__ import annotations

from typing import Any

from hexfront.games.oder.game import load
from hexfront.games.oder.loading.load import GRID
from hexfront.games.oder.state import State
from hexfront.kernel.fields import Json
from hexfront.kernel.match import new_match, position_match
from tests.games.any_table import AnyTable, Move, outcome

__all__ = ["Json", "Move", "outcome"]


def _unit(side: str, type_: str, name: str, where: str | None, factors: str, more: Json) -> Json:
    attack, defence = (int(factor) for factor in factors.split("-"))
    return {
        "id": name,
        "side": side,
        "type": type_,
        "hex": where,
        "attack": attack,
        "defence": defence,
        **more,
    }


def panzer(name: str, where: str | None, factors: str = "8-7", **more: Any) -> Json:
    """A German mechanized corps."""
    return _unit("german", "panzer", name, where, factors, more)


def infantry(name: str, where: str | None, factors: str = "3-5", **more: Any) -> Json:
    return _unit("german", "infantry", name, where, factors, more)


def fortress(name: str, where: str | None, factors: str = "0-4", **more: Any) -> Json:
    return _unit("german", "fortress_command", name, where, factors, more)


def rifle(name: str, where: str | None, factors: str = "5-5", **more: Any) -> Json:
    return _unit("soviet", "rifle", name, where, factors, more)


def tank(name: str, where: str | None, factors: str = "9-6", **more: Any) -> Json:
    return _unit("soviet", "tank", name, where, factors, more)


def shock(name: str, where: str | None, factors: str = "12-9", **more: Any) -> Json:
    """A shock army."""
    return _unit("soviet", "shock", name, where, factors, more)


def ring(number: str, radius: int = 1) -> list[str]:
    """The hexes at a distance from a hex."""
    return GRID.names(GRID.ring(GRID.index(number), radius))


class Table(AnyTable):
    """A match of Watch on the Oder."""

    @property
    def state(self) -> State:
        state = self.match.state
        assert isinstance(state, State)
        return state

    def points(self, side: str) -> int:
        """The victory points of a side."""
        found: int = self.view(None)["vp"][side]
        return found

    def supply(self, name: str) -> str:
        """The state of supply of a unit."""
        return self.state.supply(self.state.world.roster.index[name])

    def probe(self, target: str, *units: str) -> list[Json]:
        """Make a probe with these units."""
        joins: list[Move] = [["join", unit] for unit in units]
        return self.choose(["probe", target], *joins, ["declare"])


def table(
    units: list[Json] | None = None,
    phase: str = "german-combat",
    turn: int = 4,
    rivers: list[tuple[str, str]] | None = None,
    sea: list[tuple[str, str]] | None = None,
    dice: list[int] | None = None,
    blank: bool = True,
    **more: Any,
) -> Table:
    """A made-up position; `rivers` and `sea` are hexsides."""
    position: Json = {"phase": phase, "turn": turn, **more}
    if blank:
        position["map"] = "blank"
    if units is not None:
        position["units"] = units
    position["hexsides"] = [
        *({"between": [a, b], "river": "Oder"} for a, b in rivers or []),
        *({"between": [a, b], "sea": True} for a, b in sea or []),
    ]
    made = Table(position_match(load(), position, seed="00"))
    if dice:
        made.dice(*dice)
    return made


def new_table(seed: str = "00", **options: Any) -> Table:
    """A game from its set-up."""
    return Table(new_match(load(), options=options, seed=seed))
