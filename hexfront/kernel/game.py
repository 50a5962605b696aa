"""What a game has to offer to the kernel, the engine protocol, the server and the bots."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from hexfront.hexes import Grid
from hexfront.kernel import views
from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import Dice
from hexfront.kernel.fields import AnyJson, Json
from hexfront.kernel.ledger import OptionSpec, RuleCase
from hexfront.kernel.luck import Luck
from hexfront.kernel.offer import Choices
from hexfront.kernel.page_data import PageData
from hexfront.kernel.phase import Phases
from hexfront.kernel.refusal import malformed, unknown
from hexfront.kernel.state import Event, State

if TYPE_CHECKING:
    from hexfront.draw import Picture

Options = dict[str, str | bool]


class Game(Protocol):
    """A game with its data loaded. Sides are numbers inside and names outside."""

    name: str
    title: str
    version: str
    """The rules version: changed whenever a recorded game would play differently."""
    sides: tuple[str, ...]
    scenarios: Mapping[str, str]
    """Scenario ids with their titles."""
    short: Mapping[str, str]
    """Those that begin from a position of the campaign, each with what it is about."""
    options: tuple[OptionSpec, ...]
    rules: tuple[RuleCase, ...]
    digest: str
    """A hash of the data the game is played with."""
    grid: Grid
    """The map's grid."""
    seat_rule: str
    """The case that each side decides for itself."""
    fog_rule: str | None
    """The case that hides things from the enemy, None in a game where nothing is hidden."""
    turn_event: str
    """The event with which a turn begins; it has the turn's number."""
    phases: Phases
    """The phases by name; a state's `phase` is one of the names."""
    known_by: Mapping[str, tuple[str, ...]]
    """By verb the events that make a choice known. Other choices are not shown: a pass is a secret."""
    claims: Mapping[str, int]
    """The verbs of support that a plain bot takes whenever it can, and which of the choices: 0 or -1."""
    undoing: tuple[str, ...]
    """The verbs that a bot choosing at random leaves alone while it has others: it would undo for ever."""

    queries: Mapping[str, Callable[[Any, int | None], AnyJson]]
    """Questions that only this game answers, by name: the state and who asks, None where nothing is hidden."""

    def __hash__(self) -> int:
        """A game is itself and no other."""

    def digest_in(self, scenario: str) -> str:
        """A hash of the data that a scenario is played with."""

    def start(self, scenario: str, options: Options, dice: Dice, tell: bool = True) -> State:
        """A new game, run on to its first decision; `tell` keeps the events."""

    def position(self, position: Json, dice: Dice) -> State:
        """A made-up position."""

    def position_of(self, state: Any) -> Json:
        """The whole position as JSON that `position` accepts."""

    def digest_of(self, state: Any) -> str:
        """A hash of everything in a state."""

    def view(
        self,
        state: Any,
        side: int | None,
        seen: dict[Hashable, Any] | None = None,
        asked: bool = True,
    ) -> views.AnyView:
        """Everything a side (None: a spectator) may see, nothing else.

        `seen` keeps what the next view of the same game can take over from this one. Not `asked` for is what a
        program knows that has the choices: of the decision it says only whose it is.
        """

    def view_event(
        self, state: Any, event: Event, side: int | None, all_seen: bool = False
    ) -> Json | None:
        """An event as JSON, as a side may see it; None if it may not."""

    def describe(self, event: Json) -> str:
        """A viewed event as a sentence for the log, empty if it needs none."""

    def reach(self, state: Any, unit: object, side: int | None = None) -> views.UnitReach:
        """The `reach` query; `side` is who asks, None sees everything (analysis)."""

    def group_reach(self, state: Any, units: object, side: int | None = None) -> views.Reach:
        """Where units of one hex can go together."""

    def unit_card(self, state: Any, unit: object, side: int | None = None) -> views.UnitCard:
        """What the card of a unit that `side` can see says: points, supply and why, what it can do now."""

    def path(self, state: Any, units: object, to: object, side: int | None = None) -> views.Path:
        """The surest way of units to a hex."""

    def odds(
        self, state: Any, target: object, units: object, support: object, side: int | None
    ) -> views.Odds:
        """The `odds` query; `side` None sees everything (analysis)."""

    def zoc(self, state: Any, side: int) -> views.HexList:
        """The `zoc` query."""

    def supply(self, state: Any, side: int, asker: int | None = None) -> views.SupplyReport:
        """The `supply` query; `asker` None sees everything (analysis)."""

    def threat(
        self,
        state: Any,
        side: int,
        asker: int | None = None,
        only: Collection[str] | None = None,
    ) -> views.ThreatMap:
        """Where units of a side that `asker` can see, or `only` some, come in their next move without luck."""

    def luck(self, events: Sequence[tuple[int, Event]]) -> Luck:
        """What the dice gave in each combat, from the log (number of choices, event)."""

    def standing(self, state: Any) -> Json:
        """How the game stands, for the lab: `vp`, its `causes` (they add up to it), `places` by holder."""

    def margin(self, result: Json, side: int, scenario: str | None = None) -> float:
        """How good a result is for a side, in points: above 0 is better than an even game.

        What one side is ahead the other is behind. The scenario is the first if none is named.
        """

    def anchor(self, scenario: str) -> Json | None:
        """Where good play should centre: the historical `vp` and the totals of a `draw`, if known."""

    def goals(self, view: views.AnyView) -> list[str]:
        """The hexes that are worth something to the side of a view: what a plain bot drifts to."""

    def settle(self, view: views.AnyView, choices: Sequence[Choice]) -> Choice:
        """The one of some `place` choices that a plain bot takes."""

    def plain_choice(
        self, verbs: Mapping[str, Choices], look: Callable[[], views.AnyView]
    ) -> Choice | None:
        """What a plain bot chooses where only this game asks, None where moves and attacks are meant."""

    def suggest(
        self, verbs: Mapping[str, Choices], look: Callable[[], views.AnyView]
    ) -> Choice | None:
        """What a player is offered to have done for them; None where they decide themselves."""

    def data_report(self) -> str:
        """Where the data come from, and what the checks of the set-up find."""

    def page_data(self, scenario: str | None = None) -> PageData:
        """What a page shows around the board: the track of phases, charts, places, counters."""

    def picture(
        self, view: AnyJson | None = None, set_up: bool = False, scenario: str | None = None
    ) -> Picture:
        """The board to be drawn: empty, at a scenario's set-up, or as a view shows it."""


class Chosen(Protocol):
    """What the choices before a game are made from."""

    title: str
    scenarios: Mapping[str, str]
    options: tuple[OptionSpec, ...]


def check_options(game: Chosen, options: object) -> Options:
    """The given options with the defaults of the others; Refused if one is not known."""
    if options is None:
        options = {}
    if not isinstance(options, dict):
        raise malformed("Options are an object of names and values.")
    known = {spec.id: spec for spec in game.options}
    for name, value in options.items():
        if name not in known:
            raise unknown(f"{game.title} has no option {name!r}.")
        check_option(known[name], value)
    return {spec.id: options.get(spec.id, spec.default) for spec in game.options}


def check_option(spec: OptionSpec, value: object) -> None:
    """Refuse a value that an option does not have."""
    if not any(value is v or (isinstance(v, str) and value == v) for v in spec.values):
        allowed = ", ".join(str(v).lower() for v in spec.values)
        raise malformed(f"Option {spec.id} is one of {allowed}, not {value!r}.")


def read_options(game: Game, given: Sequence[str]) -> Json:
    """Options written as NAME=VALUE, for `check_options`."""
    values: Json = {}
    for text in given:
        name, _, value = text.partition("=")
        spec = next((spec for spec in game.options if spec.id == name), None)
        yes_or_no = spec is not None and isinstance(spec.default, bool)
        values[name] = {"true": True, "false": False}.get(value, value) if yes_or_no else value
    return values


def check_side(game: Game, side: object) -> int:
    if not isinstance(side, str):
        raise malformed(f"A side is named by a text, not {side!r}.")
    if side not in game.sides:
        raise unknown(f"There is no side {side!r}; the sides are {' and '.join(game.sides)}.")
    return game.sides.index(side)


def as_choice(value: object) -> Choice:
    if not isinstance(value, (list, tuple)) or not value:
        raise malformed("A choice is a list of a verb and its arguments.")
    for part in value:
        if not isinstance(part, (str, int)) or isinstance(part, bool):
            raise malformed(f"{part!r} cannot be part of a choice.")
    return tuple(value)


def check_scenario(game: Chosen, scenario: object) -> str:
    if scenario is None:
        return next(iter(game.scenarios))
    if not isinstance(scenario, str):
        raise malformed(f"A scenario is named by a text, not {scenario!r}.")
    if scenario not in game.scenarios:
        known = ", ".join(game.scenarios)
        raise unknown(f"{game.title} has no scenario {scenario!r}; there is {known}.")
    return scenario
