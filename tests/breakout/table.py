"""A table to try rules on: a made-up position, scripted dice, choices taken and refused.

>>> t = table([german("P1", "2218"), soviet("R1", "2217")], phase="german-combat", dice=[1])
>>> events = t.choose(["target", "2217"], ["join", "P1"], ["declare"])
"""

from __future__ import annotations

from typing import Any

from hexfront.games.breakout.game import load
from hexfront.games.breakout.loading.load import GRID
from hexfront.games.breakout.state import State
from hexfront.kernel.fields import Json
from hexfront.kernel.match import new_match, position_match
from tests.games.any_table import AnyTable, Move, outcome

__all__ = ["Json", "Move", "outcome"]


def german(name: str, where: str | None, factors: str = "4-4/3-3/2-2/1-1", **more: Any) -> Json:
    """A German unit: by default a foot division (XX, infantry, nonmech) of four steps."""
    more.setdefault("type", "infantry")
    more.setdefault("size", "XX")
    more.setdefault("mobility", "nonmech")
    return _unit("german", name, where, factors, more)


def panzer(name: str, where: str | None, factors: str = "4-4/3-3/2-2/1-1", **more: Any) -> Json:
    return german(name, where, factors, **{"type": "panzer", "mobility": "mech", **more})


def tiger(name: str, where: str | None, factors: str = "2-2", **more: Any) -> Json:
    fields = {"type": "tiger", "size": "II", "mobility": "mech", **more}
    return german(name, where, factors, **fields)


def garrison(name: str, where: str | None, factors: str = "0-2", **more: Any) -> Json:
    """A static garrison."""
    fields = {"type": "garrison", "size": "(XXX)", "mobility": "static", **more}
    return german(name, where, factors, **fields)


def soviet(name: str, where: str | None, factors: str = "5-5/1-1", **more: Any) -> Json:
    """A Soviet unit: by default a rifle corps (XXX, nonmech) of two steps."""
    more.setdefault("type", "rifle")
    more.setdefault("size", "XXX")
    more.setdefault("mobility", "nonmech")
    return _unit("soviet", name, where, factors, more)


def tank(name: str, where: str | None, factors: str = "8-8/4-4", **more: Any) -> Json:
    return soviet(name, where, factors, **{"type": "tank", "mobility": "mech", **more})


def support(name: str, where: str | None, factors: str = "2-2", **more: Any) -> Json:
    """A Soviet army support unit."""
    fields = {"type": "army_support", "size": "(XX)", "mobility": "mech", **more}
    return soviet(name, where, factors, **fields)


def guns(name: str, where: str | None, factors: str = "6-1", **more: Any) -> Json:
    fields = {"type": "field_artillery", "size": "XX", "mobility": "mech", **more}
    return soviet(name, where, factors, **fields)


def _unit(side: str, name: str, where: str | None, factors: str, more: Json) -> Json:
    pairs = [[int(x) for x in pair.split("-")] for pair in factors.split("/")]
    return {"id": name, "side": side, "hex": where, "factors": pairs, **more}


def ring(number: str, radius: int = 1) -> list[str]:
    """The hexes at a distance from a hex."""
    return GRID.names(GRID.ring(GRID.index(number), radius))


def germans(*hexes: str) -> list[Json]:
    """A German division in each of these hexes, named after it."""
    return [german(f"G{h}", h) for h in hexes]


def soviets(*hexes: str) -> list[Json]:
    """A rifle corps in each of these hexes, named after it."""
    return [soviet(f"S{h}", h) for h in hexes]


class Table(AnyTable):
    """A match of Breakout."""

    @property
    def state(self) -> State:
        state = self.match.state
        assert isinstance(state, State)
        return state

    def steps(self, name: str) -> int:
        """The steps a unit has left."""
        return self.state.steps[self.state.world.roster.index[name]]

    def vp(self) -> Json:
        """The Soviet points by source."""
        points: Json = self.view(None)["score"]
        return points


def table(
    units: list[Json] | None = None,
    phase: str = "german-combat",
    turn: int = 4,
    weather: str = "thaw",
    rivers: list[tuple[str, str, str]] | None = None,
    dice: list[int] | None = None,
    blank: bool = True,
    **more: Any,
) -> Table:
    """A made-up position, on a blank map unless said otherwise; `rivers` as (hex, hex, name)."""
    position: Json = {"phase": phase, "turn": turn, "weather": weather, **more}
    if blank:
        position["map"] = "blank"
    if units is not None:
        position["units"] = units
    if rivers:
        position["hexsides"] = [{"between": [a, b], "river": name} for a, b, name in rivers]
    if "impulse" not in position and phase.startswith(("german", "soviet")):
        position["impulse"] = 1
    made = Table(position_match(load(), position, seed="00"))
    if dice:
        made.dice(*dice)
    return made


def new_table(seed: str = "00", **options: Any) -> Table:
    """A game from its set-up."""
    return Table(new_match(load(), options=options, seed=seed))


def set_up(t: Table) -> None:
    """Put every German unit in its printed hex, or next to it where that is full, and go on."""
    while t.offered("place"):
        unit, _ = t.offered("place")[0]
        t.choose(next(c for c in t.choices if c[0] == "place" and c[1] == unit))
    t.choose(["done"])
