"""Operations: what a side has in mind beyond the turn.

Sectors are found anew in every segment; an operation is what stays of one from turn to turn: its goal, the
forces that were told off for it, how far it has got and how long it has got no further. Units keep to their
operation unless another pulls them clearly more, and nobody undoes the march of the turn before for a trifle.

A bot keeps its operations in memory. One that has lost them, because another process of a server thinks on for
it, makes them anew from the position, as at the start of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from hexfront.bots.planner.plan import Sector
from hexfront.hexes import Grid

LOYAL = 1.4
"""How much more its own operation pulls a unit than another would."""
PATIENCE = 3
"""So many turns an operation may get no further before it is given up."""
GIVEN_UP = 0.5
"""What is left of the worth of a goal that was given up."""
TURNING_BACK = 0.1
"""What it costs to undo the whole of the last march, in points."""


@dataclass(slots=True)
class Operation:
    """An intention that lasts."""

    kind: str
    goal: int
    name: str
    since: int
    """The turn it was begun in."""
    forces: set[int] = field(default_factory=set)
    left: float = 999.0
    """What still had to be done when it was at its best, as the game measures it."""
    idle: int = 0
    """Turns without progress since."""
    reviewed: int = 0

    @property
    def phase(self) -> str:
        """How far it has got, in a word."""
        if self.idle >= PATIENCE:
            return "given up"
        return "gathering" if not self.idle and self.reviewed == self.since else "under way"

    def in_words(self) -> str:
        """What the side has in mind, as a player would note it."""
        return f"{self.kind} {self.name}, begun in turn {self.since}, {self.phase}"

    def review(self, turn: int, left: float) -> None:
        """Look at the progress, once a turn."""
        if turn == self.reviewed:
            return
        self.reviewed = turn
        if left < self.left - 1e-9:
            self.left, self.idle = left, 0
        else:
            self.idle += 1


@dataclass(slots=True)
class Intentions:
    """The operations of a side and the last march of each unit."""

    operations: dict[int, Operation] = field(default_factory=dict)
    """By their goals."""
    marches: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """Of each unit the last march: its turn, from where, to where."""

    def review(self, turn: int, sectors: Sequence[Sector], left: Callable[[Sector], float]) -> None:
        """Keep the operations whose goal is still one of its kind, begin new ones, give up what gets nowhere.

        `left` measures what still has to be done in a sector.
        """
        before, self.operations = self.operations, {}
        for sector in sectors:
            operation = before.get(sector.goal)
            if operation is None or operation.kind != sector.kind:
                operation = Operation(sector.kind, sector.goal, sector.name, turn)
            operation.review(turn, left(sector))
            if operation.phase == "given up":
                sector.value *= GIVEN_UP
            self.operations[sector.goal] = operation

    def loyalty(self, u: int, sector: Sector) -> float:
        """How much more a sector pulls a unit because it is for it already."""
        operation = self.operations.get(sector.goal)
        return LOYAL if operation is not None and u in operation.forces else 1.0

    def told_off(self, sectors: Iterable[Sector]) -> None:
        """Remember who is for which operation."""
        for sector in sectors:
            if (operation := self.operations.get(sector.goal)) is not None:
                operation.forces = set(sector.units)

    def marched(self, turn: int, u: int, start: int, end: int) -> None:
        self.marches[u] = (turn, start, end)

    def turning_back(self, grid: Grid, turn: int, u: int, here: int, h: int) -> float:
        """What it costs a unit to go to a hex for undoing its last march."""
        when, start, end = self.marches.get(u, (-9, -1, -1))
        if end != here or when < turn - 1:
            return 0.0
        far = grid.distance(start, end)
        return TURNING_BACK * max(0, far - grid.distance(start, h)) / far if far else 0.0
