"""The position: where every unit is, who controls what and ever did, and what is going on."""

from __future__ import annotations

from typing import Self

from hexfront.games.oder.sides import AWAY, DEAD, GERMAN, SIDES, SOVIET
from hexfront.games.oder.supply import supply_distance, supply_state, traced_hexes
from hexfront.games.oder.world import World
from hexfront.hexes import HexSet
from hexfront.hexes.hexset import cross
from hexfront.kernel import state as kernel
from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import Dice
from hexfront.kernel.refusal import Refused

CAUSES = ("eliminated", "cut off", "not placed", "entry hex lost")
"""What a side scores for. 4.2.1, 9.2"""


class State(kernel.State):
    """A position in Watch on the Oder."""

    __slots__ = (
        "_net",
        "_zoc",
        "aerial",
        "aerial_used",
        "air",
        "air_placed",
        "attacked",
        "control",
        "ever",
        "forts",
        "momentum",
        "moved",
        "naval",
        "occupied",
        "orders",
        "phase",
        "probed",
        "queue",
        "refused",
        "score",
        "stacks",
        "turn",
        "was_attacked",
        "where",
        "world",
    )

    sides = SIDES
    shared = ("dice", "world")

    def __init__(self, world: World, dice: Dice) -> None:
        super().__init__(dice)
        board = world.board
        self.world = world
        self.turn = 1
        self.phase = "setup-soviet-shock"
        self.orders: tuple[str, str] = ("", "")
        """The order each side has declared this turn, German and Soviet. 5.3"""
        self.where = [AWAY] * world.roster.count
        self.stacks: dict[int, tuple[int, ...]] = {}
        """The units in a hex, in the order of the roster: all are open to view."""
        self.occupied: list[HexSet] = [0, 0]
        self.control: list[HexSet] = list(board.original)
        self.ever: list[HexSet] = list(board.original)
        """The hexes each side controls or has controlled at any time. R-57"""
        self.forts: HexSet = board.forts
        """The fortifications that no Soviet unit has entered. 7.5.imp1"""
        self.air = self.naval = -1
        """The hexes of the support markers, -1 while they are off the map. 5.4"""
        self.aerial = -1
        """The unit with the aerial supply marker, -1 if nobody has it. 8.3"""
        self.air_placed = self.aerial_used = False
        """Whether the markers were placed this turn: one rules out the other. 5.4, 8.3"""
        self.moved = 0
        self.attacked = 0
        """The units that have made their attack or probe in this Combat Phase. 11.3"""
        self.probed = 0
        self.was_attacked = 0
        """The units that were the object of an ordinary attack in this Combat Phase. R-67"""
        self.momentum = 0
        """The units that have made their momentum attack this turn. 11.8"""
        self.queue: dict[int, int] = {}
        """Units due to come in, with their turn: regrouped ones and reinforcements. 9.1, 9.2"""
        self.refused = 0
        """Units that were not placed when they were due. 9.3"""
        self.score: tuple[tuple[int, ...], ...] = ((0,) * len(CAUSES),) * 2
        """The victory points of each side by what they were scored for."""
        self._zoc: list[HexSet | None] = [None, None]
        self._net: list[HexSet | None] = [None, None]

    def copy(self) -> Self:
        """An independent copy, without the events."""
        new = super().copy()
        new.world = self.world
        new.turn = self.turn
        new.phase = self.phase
        new.orders = self.orders
        new.where = self.where.copy()
        new.stacks = self.stacks.copy()
        new.occupied = self.occupied.copy()
        new.control = self.control.copy()
        new.ever = self.ever.copy()
        new.forts = self.forts
        new.air = self.air
        new.naval = self.naval
        new.aerial = self.aerial
        new.air_placed = self.air_placed
        new.aerial_used = self.aerial_used
        new.moved = self.moved
        new.attacked = self.attacked
        new.probed = self.probed
        new.was_attacked = self.was_attacked
        new.momentum = self.momentum
        new.queue = self.queue.copy() if self.queue else {}
        new.refused = self.refused
        new.score = self.score
        new._zoc = self._zoc.copy()
        new._net = self._net.copy()
        return new

    # Units on the map -------------------------------------------------------------------------

    def put(self, u: int, h: int) -> None:
        """Set a unit in a hex; it takes control of it. 3.1"""
        side = self.world.roster.side[u]
        others = self.stacks.get(h)
        self.stacks[h] = tuple(sorted((u, *others))) if others else (u,)
        self.where[u] = h
        bit = 1 << h
        if not self.occupied[side] & bit:
            self.occupied[side] |= bit
            self._zoc[side] = None
            self._net[1 - side] = None
        if not self.control[side] & bit:
            self._take_control(side, h, bit)
        if side == SOVIET and bit & self.forts:  # 7.5.imp1
            self.forts &= ~bit
            self.tell("fort", "7.5.imp1", hex=h)

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
        if to == DEAD and self.aerial == u:
            self.aerial = -1  # gone with the unit, and used for this turn

    def enter(self, u: int, h: int) -> None:
        """Take a unit from its hex to another, by whatever way. 3.1, R-86"""
        self.lift(u)
        self.put(u, h)

    def _take_control(self, side: int, h: int, bit: HexSet) -> None:
        board = self.world.board
        self.control[side] |= bit
        self.control[1 - side] &= ~bit
        self.ever[side] |= bit
        if self.world.source_needs_control:
            self._net = [None, None]
        if self.events is not None and bit & board.settled:
            self.tell("control", "3.1.p1", side=side, hex=h, place=board.places[h].name)

    def units_in(self, h: int) -> tuple[int, ...]:
        """The units in a hex."""
        return self.stacks.get(h, ())

    # Zones and supply -------------------------------------------------------------------------

    def zoc(self, side: int) -> HexSet:
        """The zone of control of a side: its hexes and those around them, not over sea. 7.0"""
        zone = self._zoc[side]
        if zone is None:
            held = self.occupied[side]
            zone = held | cross(self.world.grid, held, self.world.board.zone_sides)
            self._zoc[side] = zone
        return zone

    def net(self, side: int) -> HexSet:
        """The hexes whose units of the side have a supply line. 8.1, 8.2.a, 8.4"""
        net = self._net[side]
        if net is None:
            net = traced_hexes(self, side, self.world.board.sources[side])
            self._net[side] = net
        return net

    def supply(self, u: int) -> str:
        """The state of supply of a unit on the map now. 8.2 to 8.4"""
        return supply_state(self, u)

    def supply_distance(self, side: int) -> list[int]:
        """From every hex how far it is over land to the side's nearest source. R-76"""
        return supply_distance(self, side)

    # Points -----------------------------------------------------------------------------------

    def award(self, side: int, cause: str, points: int) -> None:
        """Give a side victory points. 4.2.1"""
        at = CAUSES.index(cause)
        mine = self.score[side]
        mine = (*mine[:at], mine[at] + points, *mine[at + 1 :])
        self.score = (mine, self.score[SOVIET]) if side == GERMAN else (self.score[GERMAN], mine)

    def vp(self, side: int) -> int:
        """The victory points of a side."""
        return sum(self.score[side])

    # Choices ----------------------------------------------------------------------------------

    def why(self, choice: Choice) -> Refused:
        """Why a choice is not offered."""
        from hexfront.games.oder.refusals import check_form, not_now

        return check_form(self, choice) or not_now(self, choice) or super().why(choice)

    def situation(self) -> str:
        """Turn and phase."""
        return f"{self.turn} {self.phase}"
