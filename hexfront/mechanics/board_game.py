"""A game with its data loaded: what is the same whatever its rules are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from hexfront.hexes import Grid
from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import Dice
from hexfront.kernel.fields import AnyJson, Json
from hexfront.kernel.game import Options, check_options, check_scenario
from hexfront.kernel.offer import Choices
from hexfront.kernel.page_data import PageData
from hexfront.kernel.scenarios import Scenario, scenario_digest
from hexfront.kernel.state import Event
from hexfront.kernel.views import AnyView

if TYPE_CHECKING:
    from hexfront.draw import Picture

World = TypeVar("World")
State = TypeVar("State", bound=Any)


class Pictures(Protocol):
    """A game's `page/picture.py`."""

    def view_picture(self, data: Any, view: AnyJson, /) -> Picture: ...
    def setup_picture(self, data: Any, scenario: Scenario, /) -> Picture: ...
    def map_picture(self, data: Any, scenario: Scenario, /) -> Picture: ...


class BoardGame(Generic[World, State]):
    """Data, scenarios, options and map; the game says how its world and its states are made."""

    title: str
    queries: Mapping[str, Callable[[Any, int | None], AnyJson]] = {}
    """Questions that only this game answers."""
    undoing: tuple[str, ...] = ()

    def __init__(
        self,
        data: Any,
        grid: Grid,
        make_world: Callable[[Any, Scenario, Options], World],
        make_state: Callable[[World, Dice], State],
        load_position: Callable[[Any, Scenario, Json, Options, Dice], State],
        position_of: Callable[[State], Json],
        page_data: Callable[[Any, Scenario], PageData],
    ) -> None:
        self.data = data
        self._scenarios: dict[str, Scenario] = {
            scenario.id: scenario for scenario in data.scenarios
        }
        self.scenarios: Mapping[str, str] = {
            scenario.id: scenario.title for scenario in data.scenarios
        }
        self.short: Mapping[str, str] = {
            scenario.id: scenario.about for scenario in data.scenarios if scenario.short
        }
        self.options = data.options
        self.rules = data.rules
        self.digest = data.digest
        self.grid = grid
        self._make_world = make_world
        self._make_state = make_state
        self._load_position = load_position
        self._position_of = position_of
        self._page_data = page_data
        self._worlds: dict[tuple[str, tuple[tuple[str, str | bool], ...]], World] = {}
        self._beginnings: dict[World, tuple[State, list[Event]]] = {}

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

    def digest_in(self, scenario: str) -> str:
        """The fingerprint of the data that a scenario is played with."""
        return scenario_digest(self.digest, self.scenario(scenario))

    def begin(self, state: State) -> None:
        """Run a new state on to its first decision."""
        raise NotImplementedError

    def start(self, scenario: str, options: Options, dice: Dice, tell: bool = True) -> State:
        """A new game, run on to the first decision: of the set-up, or of a short scenario's first phase."""
        which = self.scenario(scenario)
        if which.short:
            return self._start_short(which, options, dice, tell)
        s = self._make_state(self.world(which, options), dice)
        s.events = [] if tell else None
        self.begin(s)
        return s

    def position(self, position: Json, dice: Dice) -> State:
        """A made-up position."""
        scenario = self.scenario(position.get("scenario"))
        options = check_options(self, position.get("options"))
        data = self.data.in_scenario(scenario)
        return self._load_position(data, scenario, position, options, dice)

    def _start_short(self, scenario: Scenario, options: Options, dice: Dice, tell: bool) -> State:
        """Where the position of a short scenario comes to before any die it is kept and copied."""
        world = self.world(scenario, options)
        if world not in self._beginnings:
            said = {**scenario.position, "scenario": scenario.id, "options": options}
            s = self.position(said, dice)
            s.world = world
            events: list[Event] = s.events or []
            if s.rolls:
                s.events = events if tell else None
                return s
            self._beginnings[world] = (s, events)
        first, events = self._beginnings[world]
        s = first.copy()
        s.dice, s.events = dice, list(events) if tell else None
        return s

    def position_of(self, state: State) -> Json:
        return self._position_of(state)

    def page_data(self, scenario: str | None = None) -> PageData:
        which = self.scenario(scenario)
        return self._page_data(self.data.in_scenario(which), which)

    def pictures(self) -> Pictures:
        """What draws this game's boards; imported when it is asked for, because that takes a while."""
        raise NotImplementedError

    def picture(
        self, view: AnyJson | None = None, set_up: bool = False, scenario: str | None = None
    ) -> Picture:
        """The board that a view shows; without one the set-up or the empty map."""
        which = self.scenario(scenario if view is None else view.get("scenario"))
        data, pictures = self.data.in_scenario(which), self.pictures()
        if view is not None:
            return pictures.view_picture(data, view)
        return (pictures.setup_picture if set_up else pictures.map_picture)(data, which)

    def digest_of(self, state: State) -> str:
        digest: str = state.digest()
        return digest

    def plain_choice(
        self, verbs: Mapping[str, Choices], look: Callable[[], AnyView]
    ) -> Choice | None:
        """Nothing: a game has such decisions, or it has none."""
        return None

    def settle(self, view: AnyView, choices: Sequence[Choice]) -> Choice:
        """The one of some `place` choices that a plain bot takes."""
        raise NotImplementedError

    def suggest(self, verbs: Mapping[str, Choices], look: Callable[[], AnyView]) -> Choice | None:
        """Where to place what is to be placed; the rest a game says itself."""
        return self.settle(look(), verbs["place"]) if "place" in verbs else None
