"""The state of a game with stacks of units on hexes: where they are and who holds what.

What follows from that, zones of control, supply, is said by the game; `zones.py` has the plain case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Protocol, TypeVar

from hexfront.hexes import Grid, HexSet
from hexfront.kernel import state as kernel
from hexfront.kernel.decision import Choice
from hexfront.kernel.field_kinds import UNSAID, Described, Kind, Number, Plain
from hexfront.kernel.fields import known_name, object_field
from hexfront.kernel.game import check_option
from hexfront.kernel.phase import Phase, Phases
from hexfront.kernel.refusal import Refused
from hexfront.kernel.scenarios import Scenario
from hexfront.kernel.state_fields import by_unit, field, unit_set
from hexfront.mechanics.counters import Counters

AWAY = -1
"""Where a unit is that is not on the map yet; games have more such places, all of them negative."""


class Board(Protocol):
    """The map with what play needs at hand."""

    @property
    def go(self) -> Sequence[Choice]:
        """A `go` to each hex, by its index."""


class World(Protocol):
    """What does not change in a game: at least its map, its units, its scenario."""

    @property
    def grid(self) -> Grid:
        """The map's hexes."""

    @property
    def board(self) -> Board:
        """What follows from the map."""

    @property
    def roster(self) -> Counters[Any]:
        """The units there are."""

    @property
    def options(self) -> Mapping[str, str | bool]:
        """What was agreed before the game."""

    @property
    def scenario(self) -> Scenario:
        """The scenario that is played."""


def why_not_at_hand(s: Field, side: int, u: int, owner: str, board: str) -> Refused | None:
    """Why a unit can do nothing for a side: it is not the side's (case `owner`) or not on the map (`board`)."""
    roster = s.world.roster
    if roster.side[u] != side:
        return Refused(owner, f"{roster.titles[u]} is no {s.sides[side].title()} unit.")
    if s.where[u] < 0:
        return Refused(board, f"{roster.titles[u]} is not on the map.")
    return None


class Stacks(Kind):
    """The units in each hex that has some."""

    part = None
    copied = "{0}.copy()"

    def hashed(self, value: Any, s: Described) -> Any:
        """By the numbers of the hexes."""
        numbers = s.world.grid.numbers
        return {numbers[h]: units for h, units in value.items()}


class Decided(Kind):
    """Options that a die has decided in play, by name; most games never have any."""

    def hashed(self, value: Any, s: Described) -> Any:
        """Nothing where nothing was decided."""
        return value or UNSAID

    def write(self, value: Any, s: Described, side: int | None) -> Any:
        """Nothing where nothing was decided."""
        return value or UNSAID

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        given = object_field(said, name)
        specs = {spec.id: spec for spec in s.world.data.options}
        for option, value in given.items():
            check_option(specs[known_name(option, specs, "option")], value)
        return dict(given) or old


class Field(kernel.State):
    """Units in hexes."""

    phases: ClassVar[Phases]
    """The game's phases by name."""

    world: World
    turn: int = field(Plain(), lambda world: world.scenario.first_turn)
    phase: str = field(Plain(), "")
    where: list[int] = field(Plain("{0}.copy()"), lambda world: [AWAY] * world.roster.count)
    stacks: dict[int, tuple[int, ...]] = field(Stacks(), lambda world: {})
    occupied: list[HexSet] = field(Plain("{0}.copy()"), lambda world: [0, 0])
    control: list[HexSet] = field(Plain("{0}.copy()"), lambda world: [0, 0])
    moved: int = unit_set(reset=("movement", "turn"))
    attacked: int = unit_set(reset=("movement", "combat", "turn"))
    queue: dict[int, int] = by_unit(Number(), part=None)
    """Units that are due to come back, with their turn."""

    decided: Mapping[str, str | bool] = field(Decided(), lambda world: {})
    """Options that were rolled for in play; they count before those agreed on."""

    @property
    def options(self) -> Mapping[str, str | bool]:
        """What is played with: as agreed, or as a die has decided since."""
        agreed = self.world.options
        return {**agreed, **self.decided} if self.decided else agreed

    @property
    def now(self) -> Phase:
        """The phase that is being played; `phase` is only its name."""
        return self.phases[self.phase]

    # What the game says ----------------------------------------------------------------------

    def laid(self, u: int, others: tuple[int, ...]) -> tuple[int, ...]:
        """The stack when a unit comes to others."""
        raise NotImplementedError

    def take_control(self, side: int, h: int, bit: HexSet) -> None:
        raise NotImplementedError

    def zoc(self, side: int) -> HexSet:
        raise NotImplementedError

    def occupation_changed(self, side: int) -> None:
        """A side stands in a hex where it had nobody, or nobody where it stood.

        A game drops here what it remembers and what depends on that. Where it depends on each unit, the game
        extends `put` and `lift`.
        """

    # Units on the map ------------------------------------------------------------------------

    def put(self, u: int, h: int) -> None:
        """Set a unit in a hex; it takes control of it."""
        side = self.world.roster.side[u]
        others = self.stacks.get(h)
        self.stacks[h] = self.laid(u, others) if others else (u,)
        self.where[u] = h
        bit = 1 << h
        if not self.occupied[side] & bit:
            self.occupied[side] |= bit
            self.occupation_changed(side)
        if not self.control[side] & bit:
            self.take_control(side, h, bit)

    def lift(self, u: int, to: int = AWAY) -> None:
        h = self.where[u]
        side = self.world.roster.side[u]
        rest = tuple([v for v in self.stacks[h] if v != u])
        self.where[u] = to
        if rest:
            self.stacks[h] = rest
        else:
            del self.stacks[h]
            self.occupied[side] &= ~(1 << h)
            self.occupation_changed(side)

    def units_in(self, h: int) -> tuple[int, ...]:
        return self.stacks.get(h, ())

    # What if ---------------------------------------------------------------------------------

    def suppose(self, u: int, h: int) -> None:
        """As if a unit stood in a hex, below 0 nowhere: no control changes and nothing is logged.

        To be taken back by supposing the unit where it was before.
        """
        if self.where[u] == h:
            return
        if self.where[u] >= 0:
            self.lift(u)
        if h < 0:
            return
        side = self.world.roster.side[u]
        self.stacks[h] = self.laid(u, self.stacks.get(h, ()))
        self.where[u] = h
        if not self.occupied[side] >> h & 1:
            self.occupied[side] |= 1 << h
            self.occupation_changed(side)

    @contextmanager
    def supposing(self, side: int, hexes: HexSet) -> Iterator[None]:
        """Within the block zones, lines and ways are as if the side stood in these hexes too."""
        occupied, before = self.occupied[side], self.remembered()
        self.occupied[side] = occupied | hexes
        self.occupation_changed(side)
        try:
            yield
        finally:
            self.occupied[side] = occupied
            self.recall(before)


F = TypeVar("F", bound=Field)
