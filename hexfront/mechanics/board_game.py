"""A game with its data loaded: what is the same whatever its rules are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from hexfront.hexes import Grid
from hexfront.kernel.dice import Dice
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Options

World = TypeVar("World")
State = TypeVar("State", bound=Any)


class BoardGame(Generic[World, State]):
    """Data, options and map; the game says how its world and its states are made."""

    def __init__(
        self,
        data: Any,
        grid: Grid,
        make_world: Callable[[Any, Options], World],
        make_state: Callable[[World, Dice], State],
        digest_of: Callable[[State], str],
        position_of: Callable[[State], Json],
    ) -> None:
        self.data = data
        self.options = data.options
        self.rules = data.rules
        self.digest = data.digest
        self.grid = grid
        self._make_world = make_world
        self._make_state = make_state
        self._digest_of = digest_of
        self._position_of = position_of
        self._worlds: dict[tuple[tuple[str, str | bool], ...], World] = {}

    def world(self, options: Options) -> World:
        """Board, roster and tables under these options, made once."""
        key = tuple(sorted(options.items()))
        if key not in self._worlds:
            self._worlds[key] = self._make_world(self.data, options)
        return self._worlds[key]

    def begin(self, state: State) -> None:
        """Run a new state on to its first decision."""
        raise NotImplementedError

    def start(self, scenario: str, options: Options, dice: Dice, tell: bool = True) -> State:
        """A new game, run on to the first decision of the set-up."""
        s = self._make_state(self.world(options), dice)
        s.events = [] if tell else None
        self.begin(s)
        return s

    def position_of(self, state: State) -> Json:
        """The whole position."""
        return self._position_of(state)

    def digest_of(self, state: State) -> str:
        """A hash of everything in a state."""
        return self._digest_of(state)
