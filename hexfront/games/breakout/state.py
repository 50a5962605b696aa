"""The position: where every unit is and how strong, who controls what, and what is going on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfront.games.breakout.phases import PHASES
from hexfront.games.breakout.rules.refusals import check_form, not_now, not_yours
from hexfront.games.breakout.rules.supply import traced_hexes
from hexfront.games.breakout.sides import SIDES, SOVIET
from hexfront.games.breakout.world import WEATHERS, World
from hexfront.hexes import HexSet
from hexfront.kernel.decision import Choice
from hexfront.kernel.field_kinds import ByName, Described, HexAt, Number, PerUnit, Plain
from hexfront.kernel.fields import whole_field
from hexfront.kernel.refusal import Refused
from hexfront.kernel.state_fields import (
    field,
    flag,
    hex_set,
    named_set,
    number,
    per_side,
    unit_set,
    word,
)
from hexfront.mechanics.zones import Zones


def kg_names(world: World) -> tuple[str, ...]:
    return world.kg_names


class Steps(PerUnit):
    """The steps of each unit; a unit that is not said to have lost any has all."""

    def read_one(
        self, said: Mapping[str, Any], name: str, old: list[int], at: int, s: Described
    ) -> list[int]:
        """Not more than its counters have."""
        full = s.world.roster.steps[at]
        old[at] = whole_field(said, name, full, 0, full) or full
        return old


class State(Zones):
    """A position in Breakout. Its dice have six sides. 2.0.a"""

    sides = SIDES
    phases = PHASES
    world: World

    phase: str = field(Plain(), "setup-german")
    impulse: int = number(0, 0, 2)
    weather: str = word("thaw", WEATHERS)  # 3.1.a
    orders: tuple[str, str] = field(Plain(), ("", ""), reset="turn")
    """The order of the side's first impulse this turn, German and Soviet."""
    steps: list[int] = field(Steps(Number()), lambda world: list(world.roster.steps))
    """All of them at the start and on arrival. 2.6.d, 2.6.k"""
    captured: HexSet = hex_set(among=lambda world: world.board.forts)
    """Fortified localities the Soviets have taken once: only towns since. 13.8.4.a"""
    air: list[int] = per_side(Number(0, 99), [0, 0], part="markers", reset="turn")
    air_side: int = field(Plain(), SOVIET)
    """The side with air superiority this turn. 5.2"""
    kg: list[int] = field(
        ByName(kg_names, "Korpsgruppe", HexAt()),
        lambda world: [-1] * len(world.kg_names),
        part="markers",
        reset="turn",
    )
    kg_used: int = named_set(
        kg_names, "Korpsgruppe", part="markers", reset=("movement", "combat", "turn")
    )
    artillery_used: bool = flag(
        part="markers", reset=("movement", "combat", "turn"), hashed="artillery"
    )
    bound: int = unit_set(part=None, reset="turn")
    """Units under the stand-fast order, which holds for turn 1 only. 3.2.6"""
    shown: int = unit_set(part=None, reset="covered")
    """Units that both sides see although they are not on top of their stack. 6.3"""
    forfeited: int = unit_set(part=None)
    exits: int = number(part=None)
    division_vp: int = number(part=None)

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
        return check_form(self, choice) or not_now(self, choice) or super().why(choice)

    def why_not_yours(self, choice: Choice, side: int) -> Refused | None:
        """The case that gives a decision to one side, where 3.0 is too general."""
        return not_yours(self, choice)

    def situation(self) -> str:
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
