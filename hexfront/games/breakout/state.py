"""The position: where every unit is and how strong, who controls what, and what is going on."""

from __future__ import annotations

from typing import Self

from hexfront.games.breakout.sides import AWAY, SIDES, SOVIET
from hexfront.games.breakout.supply import traced_hexes
from hexfront.games.breakout.world import World
from hexfront.hexes import HexSet
from hexfront.kernel import state as kernel
from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import Dice
from hexfront.kernel.refusal import Refused


class State(kernel.State):
    """A position in Breakout."""

    __slots__ = (
        "_net",
        "_zoc",
        "air",
        "air_side",
        "artillery_used",
        "attacked",
        "bound",
        "captured",
        "control",
        "division_vp",
        "exits",
        "forfeited",
        "impulse",
        "kg",
        "kg_used",
        "moved",
        "occupied",
        "orders",
        "phase",
        "queue",
        "shown",
        "stacks",
        "steps",
        "turn",
        "weather",
        "where",
        "world",
    )

    sides = SIDES
    shared = ("dice", "world")

    def __init__(self, world: World, dice: Dice) -> None:
        super().__init__(dice)
        roster = world.roster
        self.world = world
        self.turn = 1
        self.phase = "setup-german"
        self.impulse = 0
        self.weather = "thaw"
        self.orders: tuple[str, str] = ("", "")
        """The order of the side's first impulse this turn, German and Soviet."""
        self.where = [AWAY] * roster.count
        self.steps = list(roster.steps)
        self.stacks: dict[int, tuple[int, ...]] = {}
        """The units in a hex, top first."""
        self.occupied: list[HexSet] = [0, 0]
        self.control: list[HexSet] = [0, 0]
        self.captured: HexSet = 0
        """Fortified localities the Soviets have taken once: only towns since. 13.8.4.a"""
        self.air = [0, 0]
        self.air_side = SOVIET
        """The side with air superiority this turn. 5.2"""
        self.kg = [-1] * len(world.kg_names)
        self.kg_used = 0
        self.artillery_used = False
        self.moved = 0
        self.attacked = 0
        self.bound = 0
        """Units under the stand-fast order. 3.2.6"""
        self.shown = 0
        """Units that both sides see although they are not on top of their stack. 6.3"""
        self.queue: dict[int, int] = {}
        """Rifle corps to be replaced, with the turn they are available. 11.1"""
        self.forfeited = 0
        self.exits = 0
        self.division_vp = 0
        self._zoc: list[HexSet | None] = [None, None]
        self._net: list[HexSet | None] = [None, None]

    def copy(self) -> Self:
        """An independent copy, without the events."""
        new = super().copy()
        new.world = self.world
        new.turn = self.turn
        new.phase = self.phase
        new.impulse = self.impulse
        new.weather = self.weather
        new.orders = self.orders
        new.where = self.where.copy()
        new.steps = self.steps.copy()
        new.stacks = self.stacks.copy()
        new.occupied = self.occupied.copy()
        new.control = self.control.copy()
        new.captured = self.captured
        new.air = self.air.copy()
        new.air_side = self.air_side
        new.kg = self.kg.copy()
        new.kg_used = self.kg_used
        new.artillery_used = self.artillery_used
        new.moved = self.moved
        new.attacked = self.attacked
        new.bound = self.bound
        new.shown = self.shown
        new.queue = self.queue.copy() if self.queue else {}
        new.forfeited = self.forfeited
        new.exits = self.exits
        new.division_vp = self.division_vp
        new._zoc = self._zoc.copy()
        new._net = self._net.copy()
        return new

    # Units on the map -------------------------------------------------------------------------

    def put(self, u: int, h: int) -> None:
        """Set a unit on top of a hex; it takes control of it. 3.3"""
        side = self.world.roster.side[u]
        below = self.stacks.get(h)
        self.stacks[h] = (u, *below) if below else (u,)
        self.where[u] = h
        bit = 1 << h
        if not self.occupied[side] & bit:
            self.occupied[side] |= bit
            self._zoc[side] = None
            self._net[1 - side] = None
        if not self.control[side] & bit:
            self._take_control(side, h, bit)

    def lift(self, u: int, to: int = AWAY) -> None:
        """Take a unit off its hex."""
        h = self.where[u]
        side = self.world.roster.side[u]
        rest = tuple([v for v in self.stacks[h] if v != u])
        self.where[u] = to
        if rest:
            self.stacks[h] = rest
        else:
            del self.stacks[h]
            self.occupied[side] &= ~(1 << h)
            self._zoc[side] = None
            self._net[1 - side] = None

    def _take_control(self, side: int, h: int, bit: HexSet) -> None:
        board = self.world.board
        self.control[side] |= bit
        self.control[1 - side] &= ~bit
        if bit & board.places_set:
            if side == SOVIET and bit & board.forts:
                self.captured |= bit
            if self.events is not None and self.phase != "setup-german":
                self.tell("control", "3.3", side=side, hex=h, place=board.places[h].name)

    def units_in(self, h: int) -> tuple[int, ...]:
        """The units in a hex, top first."""
        return self.stacks.get(h, ())

    # Zones and lines --------------------------------------------------------------------------

    def zoc(self, side: int) -> HexSet:
        """The zone of control of a side: its hexes and those around them, none in Storm. 7.0, 7.5"""
        zone = self._zoc[side]
        if zone is None:
            zoc = self.world.weather[self.weather]["zoc"]
            zone = 0 if not zoc else self.world.grid.expand(self.occupied[side])
            self._zoc[side] = zone
        return zone

    def net(self, side: int) -> HexSet:
        """The hexes whose units have a line: Soviet supply, German communications. 8.2, 9.2"""
        net = self._net[side]
        if net is None:
            net = traced_hexes(self, side)
            self._net[side] = net
        return net

    def set_weather(self, weather: str) -> None:
        """Change the weather; zones and lines depend on it."""
        self.weather = weather
        self._zoc = [None, None]
        self._net = [None, None]

    # Choices ----------------------------------------------------------------------------------

    def why(self, choice: Choice) -> Refused:
        """Why a choice is not offered."""
        from hexfront.games.breakout.refusals import check_form, not_now

        return check_form(self, choice) or not_now(self, choice) or super().why(choice)

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
