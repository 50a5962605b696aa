"""The position: where every unit is, who controls what and ever did, and what is going on."""

from __future__ import annotations

from hexfront.games.oder.phases import PHASES
from hexfront.games.oder.rules.refusals import check_form, not_now, not_yours
from hexfront.games.oder.rules.supply import supply_distance, supply_state, traced_hexes
from hexfront.games.oder.sides import AWAY, DEAD, GERMAN, SIDES, SOVIET
from hexfront.games.oder.world import World
from hexfront.hexes import HexSet
from hexfront.hexes.hexset import cross
from hexfront.kernel.decision import Choice
from hexfront.kernel.field_kinds import Plain
from hexfront.kernel.refusal import Refused
from hexfront.kernel.state_fields import field, flag, hex_at, hex_set, unit_at, unit_set
from hexfront.mechanics.zones import Zones

CAUSES = ("eliminated", "cut off", "not placed", "entry hex lost", "objectives")
"""What a side scores for. 4.2.1, 9.2"""


class State(Zones):
    """A position in Watch on the Oder."""

    sides = SIDES
    phases = PHASES
    world: World

    phase: str = field(Plain(), "setup-soviet-shock")
    orders: tuple[str, str] = field(Plain(), ("", ""), reset="new turn")
    """The order each side has declared this turn, German and Soviet. 5.3"""
    control: list[HexSet] = field(Plain("{0}.copy()"), lambda world: list(world.board.original))
    ever: list[HexSet] = field(Plain("{0}.copy()"), lambda world: list(world.board.original))
    """The hexes each side controls or has controlled at any time. R-57"""
    forts: HexSet = hex_set(lambda world: world.board.forts, part=None)
    """The fortifications that no Soviet unit has entered. 7.5.imp1"""
    air: int = hex_at(part="markers", reset="retrieve", hashed="markers")
    naval: int = hex_at(part="markers", reset="retrieve", hashed="markers")
    """The hexes of the support markers, -1 while they are off the map. 5.4"""
    aerial: int = unit_at(part="markers", reset="retrieve", hashed="markers")
    """The unit with the aerial supply marker, -1 if nobody has it. 8.3"""
    air_placed: bool = flag(part="markers", reset="new turn", hashed="markers")
    aerial_used: bool = flag(part="markers", reset="new turn", hashed="markers")
    """Whether the markers were placed this turn: one rules out the other. 5.4, 8.3"""
    probed: int = unit_set(reset=("movement", "combat", "turn"))
    """The units that have probed in this Combat Phase; a probe is an attack too. 11.9, R-72"""
    was_attacked: int = unit_set(name="attacked_this_phase", reset=("movement", "combat", "turn"))
    """The units that were the object of an ordinary attack in this Combat Phase. R-67"""
    momentum: int = unit_set(reset="new turn")
    """The units that have made their momentum attack this turn. 11.8"""
    refused: int = unit_set(part=None)
    """Units that were not placed when they were due. 9.3; who is due waits in `queue`, 2.1.p4"""
    score: tuple[tuple[int, ...], ...] = field(Plain(), ((0,) * len(CAUSES),) * 2)
    """The victory points of each side by what they were scored for; none at the start. 3.2.7"""

    # Units on the map -------------------------------------------------------------------------

    def laid(self, u: int, others: tuple[int, ...]) -> tuple[int, ...]:
        """The units of a hex are in the order of the roster: all are open to view."""
        return tuple(sorted((u, *others)))

    def put(self, u: int, h: int) -> None:
        """Set a unit in a hex; it takes control of it, and a Soviet one destroys a fortification. 3.1

        Control may change any number of times (3.1.p2). It counts for victory, arrivals and fortress supply
        (3.1.p3) and has nothing to do with zones. 3.1.imp1, 7.0.imp1
        """
        super().put(u, h)
        if self.forts >> h & 1 and self.world.roster.side[u] == SOVIET:  # 7.5.imp1
            self.forts &= ~(1 << h)
            self.tell("fort", "7.5.imp1", hex=h)

    def lift(self, u: int, to: int = AWAY) -> None:
        super().lift(u, to)
        if to == DEAD and self.aerial == u:
            self.aerial = -1  # gone with the unit, and used for this turn

    def enter(self, u: int, h: int) -> None:
        """Take a unit from its hex to another, by whatever way. 3.1, R-86"""
        self.lift(u)
        self.put(u, h)

    def take_control(self, side: int, h: int, bit: HexSet) -> None:
        """A hex passes to a side. 3.1.p1"""
        board = self.world.board
        self.control[side] |= bit
        self.control[1 - side] &= ~bit
        self.ever[side] |= bit
        if self.world.source_needs_control:
            self.forget_lines()
        if self.events is not None and bit & board.settled:
            self.tell("control", "3.1.p1", side=side, hex=h, place=board.places[h].name)

    # Zones and supply -------------------------------------------------------------------------

    def zone(self, side: int) -> HexSet:
        """The hexes of a side and those around them, not over sea. 7.0

        Of every unit (7.0.p1), in supply or not (7.0.p2), as far as the map goes (7.0.p5). Several zones are no
        worse than one (7.0.p3), and those of both sides may overlap (7.0.p4). Markers have none and lift none.
        5.4.p4.3, 5.4.p4.4
        """
        held = self.occupied[side]
        return held | cross(self.world.grid, held, self.world.board.zone_sides)

    def lines(self, side: int) -> HexSet:
        """The hexes whose units of the side have a supply line. 8.1, 8.2.a, 8.4"""
        return traced_hexes(self, side, self.world.board.sources[side])

    def supply(self, u: int) -> str:
        """The state of supply of a unit on the map now. 8.2 to 8.4"""
        return supply_state(self, u)

    def supply_distance(self, side: int) -> list[int]:
        """From every hex how far it is over land to the side's nearest source. R-76"""
        return supply_distance(self, side)

    # Points -----------------------------------------------------------------------------------

    def award(self, side: int, cause: str, points: int) -> None:
        """Give a side victory points, each its own. 2.1.p5, 4.2.1"""
        at = CAUSES.index(cause)
        mine = self.score[side]
        mine = (*mine[:at], mine[at] + points, *mine[at + 1 :])
        self.score = (mine, self.score[SOVIET]) if side == GERMAN else (self.score[GERMAN], mine)

    def vp(self, side: int) -> int:
        return sum(self.score[side])

    # Choices ----------------------------------------------------------------------------------

    def why(self, choice: Choice) -> Refused:
        return check_form(self, choice) or not_now(self, choice) or super().why(choice)

    def why_not_yours(self, choice: Choice, side: int) -> Refused | None:
        return not_yours(self, choice, side)

    def situation(self) -> str:
        return f"{self.turn} {self.phase}"
