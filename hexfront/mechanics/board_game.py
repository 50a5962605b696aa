"""A game with its data loaded: what is the same whatever its rules are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from hexfront.hexes import Grid
from hexfront.kernel.dice import Dice
from hexfront.kernel.fields import AnyJson, Json
from hexfront.kernel.game import Options, check_options, check_scenario
from hexfront.kernel.scenarios import Scenario
from hexfront.kernel.views import AnyView

World = TypeVar("World")
State = TypeVar("State", bound=Any)


class BoardGame(Generic[World, State]):
    """Data, scenarios, options and map; the game says how its world and its states are made."""

    title: str
    queries: Mapping[str, Callable[[Any, int | None], AnyJson]] = {}
    """Questions that only this game answers."""

    def __init__(
        self,
        data: Any,
        grid: Grid,
        make_world: Callable[[Any, Scenario, Options], World],
        make_state: Callable[[World, Dice], State],
        position_of: Callable[[State], Json],
    ) -> None:
        self.data = data
        self._scenarios: dict[str, Scenario] = {
            scenario.id: scenario for scenario in data.scenarios
        }
        self.scenarios: Mapping[str, str] = {
            scenario.id: scenario.title for scenario in data.scenarios
        }
        self.options = data.options
        self.rules = data.rules
        self.digest = data.digest
        self.grid = grid
        self._make_world = make_world
        self._make_state = make_state
        self._position_of = position_of
        self._worlds: dict[tuple[str, tuple[tuple[str, str | bool], ...]], World] = {}

    def scenario(self, name: object = None) -> Scenario:
        """A scenario by its name, the first if none is named; Refused if there is none such."""
        return self._scenarios[check_scenario(self, name)]

    def world(self, scenario: Scenario, options: Options) -> World:
        """Board, roster and tables of a scenario under these options, made once."""
        key = (scenario.id, tuple(sorted(options.items())))
        if key not in self._worlds:
            data = self.data.in_scenario(scenario)
            self._worlds[key] = self._make_world(data, scenario, options)
        return self._worlds[key]

    def world_of(self, view: AnyView) -> World:
        """The world that a view is of."""
        options = check_options(self, view["options"])
        return self.world(self.scenario(view["scenario"]), options)

    def begin(self, state: State) -> None:
        """Run a new state on to its first decision."""
        raise NotImplementedError

    def start(self, scenario: str, options: Options, dice: Dice, tell: bool = True) -> State:
        """A new game, run on to the first decision of the set-up."""
        s = self._make_state(self.world(self.scenario(scenario), options), dice)
        s.events = [] if tell else None
        self.begin(s)
        return s

    def position_of(self, state: State) -> Json:
        return self._position_of(state)

    def digest_of(self, state: State) -> str:
        digest: str = state.digest()
        return digest
