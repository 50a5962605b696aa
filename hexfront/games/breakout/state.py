"""The position: where every unit is and how strong, who controls what, and what is going on."""

from __future__ import annotations

from typing import Self

from hexfront.games.breakout.phases import PHASES
from hexfront.games.breakout.rules.refusals import check_form, not_now
from hexfront.games.breakout.rules.supply import traced_hexes
from hexfront.games.breakout.sides import SIDES, SOVIET
from hexfront.games.breakout.world import World
from hexfront.hexes import HexSet
from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import Dice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.field import Field


class State(Field):
    """A position in Breakout. Its dice have six sides. 2.0.a"""

    __slots__ = (
        "air",
        "air_side",
        "artillery_used",
        "bound",
        "captured",
        "division_vp",
        "exits",
        "forfeited",
        "impulse",
        "kg",
        "kg_used",
        "orders",
        "shown",
        "steps",
        "weather",
    )

    sides = SIDES
    phases = PHASES
    world: World

    def __init__(self, world: World, dice: Dice) -> None:
        super().__init__(world, dice, "setup-german")
        self.impulse = 0
        self.weather = "thaw"  # 3.1.a
        self.orders: tuple[str, str] = ("", "")
        """The order of the side's first impulse this turn, German and Soviet."""
        self.steps = list(world.roster.steps)  # all of them, at start and on arrival: 2.6.d, 2.6.k
        self.captured: HexSet = 0
        """Fortified localities the Soviets have taken once: only towns since. 13.8.4.a"""
        self.air = [0, 0]
        self.air_side = SOVIET
        """The side with air superiority this turn. 5.2"""
        self.kg = [-1] * len(world.kg_names)
        self.kg_used = 0
        self.artillery_used = False
        self.bound = 0
        """Units under the stand-fast order. 3.2.6"""
        self.shown = 0
        """Units that both sides see although they are not on top of their stack. 6.3"""
        self.forfeited = 0
        self.exits = 0
        self.division_vp = 0

    def copy(self) -> Self:
        """An independent copy, without the events."""
        new = super().copy()
        new.impulse = self.impulse
        new.weather = self.weather
        new.orders = self.orders
        new.steps = self.steps.copy()
        new.captured = self.captured
        new.air = self.air.copy()
        new.air_side = self.air_side
        new.kg = self.kg.copy()
        new.kg_used = self.kg_used
        new.artillery_used = self.artillery_used
        new.bound = self.bound
        new.shown = self.shown
        new.forfeited = self.forfeited
        new.exits = self.exits
        new.division_vp = self.division_vp
        return new

    # Units on the map -------------------------------------------------------------------------

    def laid(self, u: int, others: tuple[int, ...]) -> tuple[int, ...]:
        """A unit comes to lie on top. 6.3"""
        return (u, *others)

    def take_control(self, side: int, h: int, bit: HexSet) -> None:
        """A hex passes to a side, any number of times; only places count for anything. 3.3, 3.3.a, 3.3.b"""
        board = self.world.board
        self.control[side] |= bit
        self.control[1 - side] &= ~bit
        if bit & board.places_set:
            if side == SOVIET and bit & board.forts:
                self.captured |= bit
            if self.events is not None and self.phase != "setup-german":
                self.tell("control", "3.3", side=side, hex=h, place=board.places[h].name)

    # Zones and lines --------------------------------------------------------------------------

    def zone(self, side: int) -> HexSet:
        """The hexes of a side and those around them, none in Storm. 7.0, 7.5, 14.0.mf.a

        Supply does not matter (7.0.a), nor whose units stand there (7.1). There is none off the map (7.2.b),
        but Soviet zones do reach into the area closed to them (12.5.a).
        """
        if not self.world.weather[self.weather]["zoc"]:
            return 0
        return self.world.grid.expand(self.occupied[side])

    def lines(self, side: int) -> HexSet:
        """The hexes whose units have a line: Soviet supply, German communications. 8.2, 9.2"""
        return traced_hexes(self, side)

    def set_weather(self, weather: str) -> None:
        """Change the weather; zones and lines depend on it."""
        self.weather = weather
        self.forget_zones()

    # Choices ----------------------------------------------------------------------------------

    def why(self, choice: Choice) -> Refused:
        """Why a choice is not offered."""
        return check_form(self, choice) or not_now(self, choice) or super().why(choice)

    def why_not_yours(self, choice: Choice, side: int) -> Refused | None:
        """The case that gives a decision to one side, where 3.0 is too general."""
        from hexfront.games.breakout.rules.refusals import not_yours

        return not_yours(self, choice)

    def situation(self) -> str:
        """Turn, phase and impulse."""
        return f"{self.turn} {self.phase} {self.impulse}"

    def show(self, units: tuple[int, ...]) -> None:
        """Let both sides see these units until the combat is over. 6.3"""
        for u in units:
            if not self.shown >> u & 1:
                self.shown |= 1 << u
                if self.stacks[self.where[u]][0] != u:
                    self.reveals += 1

    def visible(self, u: int, side: int | None) -> bool:
        """Whether a side (None: a spectator) may see what this unit is. 6.3"""
        if self.world.roster.side[u] == side or self.shown >> u & 1:
            return True
        h = self.where[u]
        return h < 0 or self.stacks[h][0] == u
