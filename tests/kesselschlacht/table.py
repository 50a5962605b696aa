"""A table to try the rules of Kesselschlacht on.

>>> t = table([infantry("G1", "2010"), rifle("R1", "2011")], phase="soviet-combat")

A made-up position has a blank map unless said otherwise: all hexes clear and north of the Dnestr, no rivers,
roads, places, airfields; only the listed units are there. Give units their HQ (`hq`) for supply.
"""

from __future__ import annotations

import itertools
from typing import Any, cast
from unittest.mock import patch

import pytest

from hexfront.games.kesselschlacht.game import load
from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.positions import read
from hexfront.games.kesselschlacht.sides import SIDES
from hexfront.games.kesselschlacht.state import State
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, as_choice
from hexfront.kernel.match import new_match, position_match
from hexfront.kernel.refusal import Refused
from tests.games.any_table import AnyTable, Move, outcome

__all__ = ["Json", "Move", "outcome"]

CORPS = "III Panzer Korps"
ARMY = "1st Guards Army"


def unit(side: str, name: str, where: str | None, **more: Any) -> Json:
    """Any unit: a German infantry regiment or a Soviet infantry division if nothing else is said."""
    return {"id": name, "side": side, "hex": where, **more}


def infantry(name: str, where: str | None, **more: Any) -> Json:
    """A German leg infantry regiment of First Panzer Army, 3-3 B."""
    return unit("axis", name, where, **more)


def panzer(name: str, where: str | None, **more: Any) -> Json:
    """A panzer regiment of First Panzer Army, which moves on fuel."""
    return unit("axis", name, where, **{"type": "armor", "mobility": "motorized", **more})


def battalion(name: str, where: str | None, **more: Any) -> Json:
    return unit("axis", name, where, **{"size": "II", **more})


def relief(name: str, where: str | None, **more: Any) -> Json:
    """A German infantry regiment of the relief force."""
    return unit("axis", name, where, **{"group": "ARF", "formation": "XLVIII Panzer Korps", **more})


def hungarian(name: str, where: str | None, **more: Any) -> Json:
    said = {"group": "ARF", "formation": "Hungarian VII Corps", "nation": "hungarian"}
    return unit("axis", name, where, **{**said, **more})


def rifle(name: str, where: str | None, **more: Any) -> Json:
    """A Soviet infantry division, 3-3 B."""
    return unit("soviet", name, where, **more)


def tank(name: str, where: str | None, **more: Any) -> Json:
    """A Soviet tank brigade of a corps."""
    said = {"type": "armor", "mobility": "motorized", "size": "X"}
    return unit("soviet", name, where, **{**said, "formation": "4th Guards Tank Corps", **more})


def hq(formation: str, where: str | None, **more: Any) -> Json:
    """The HQ of a formation, from the roster."""
    found = next(u for u in load().data.units if u.type == "hq" and u.formation == formation)
    return {"id": found.id, "hex": where, **more}


def ring(number: str, radius: int = 1) -> list[str]:
    """The hexes at a distance from a hex."""
    return GRID.names(GRID.ring(GRID.index(number), radius))


class Table(AnyTable):
    """A match of Kesselschlacht."""

    @property
    def state(self) -> State:
        state = self.match.state
        assert isinstance(state, State)
        return state

    def plan(self, side: str, *choices: Move) -> list[Json]:
        """What a side chooses in a secret decision."""
        happened = []
        for choice in choices:
            happened += self.match.choose(as_choice(choice), SIDES.index(side))
        return [{**self.match.game.view_event(self.state, e, None, True)} for e in happened]  # type: ignore[dict-item]

    def refuses_plan(self, side: str, choice: Move, rule: str | None = None) -> Refused:
        """A choice that a side is refused in a secret decision, by this rule."""
        with pytest.raises(Refused) as caught:
            self.match.choose(as_choice(choice), SIDES.index(side))
        if rule is not None:
            assert caught.value.rule == rule, f"{caught.value.rule}: {caught.value.message}"
        return caught.value

    def index(self, name: str) -> int:
        return self.state.world.roster.index[name]

    def status(self, name: str) -> str:
        return self.state.status[self.index(name)]

    def grade(self, name: str) -> str:
        return self.state.grade[self.index(name)]

    def planned(self, side: str) -> list[Move]:
        """What a side may choose in a secret decision."""
        state = self.match.state_for(SIDES.index(side))
        return [list(choice) for choice in state.choices]


def table(
    units: list[Json] | None = None,
    phase: str = "axis-combat",
    turn: int = 10,
    dice: list[int] | None = None,
    blank: bool = True,
    hexsides: list[Json] | None = None,
    **more: Any,
) -> Table:
    """A made-up position of Scenario 1 unless another is named."""
    position: Json = {"phase": phase, "turn": turn, "units": units or [], **more}
    if blank:
        position["map"] = "blank"
    position["hexsides"] = hexsides or []
    made = Table(position_match(cast("Game", load()), position, seed="00"))
    if dice:
        made.dice(*dice)
    return made


def still(units: list[Json] | None = None, **more: Any) -> Table:
    """A position in which nothing happens by itself: no phase is begun."""
    with patch.object(read, "_set_phase"):
        return table(units, **more)


def river(a: str, b: str, kind: str = "major", **more: Any) -> Json:
    """A river hexside, with `bridge="standing"` a bridge over it."""
    return {"between": [a, b], "river": kind, **more}


def road(*hexes: str, kind: str = "paved") -> list[Json]:
    """A road along hexes."""
    return [{"between": [a, b], "road": kind} for a, b in itertools.pairwise(hexes)]


def new_table(scenario: str = "march31", seed: str = "00", **options: Any) -> Table:
    """A game from its set-up."""
    return Table(new_match(cast("Game", load()), scenario, options=options, seed=seed))
