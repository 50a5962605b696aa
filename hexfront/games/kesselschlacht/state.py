"""The position: where every unit is and in what order, points and bridges, plans, and what is going on.

The fields stand in the order of the chapters that they belong to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from hexfront.games.kesselschlacht.air_fields import Load, Manifests, SectorAt, SectorSet
from hexfront.games.kesselschlacht.loading.tables import OPTIONAL
from hexfront.games.kesselschlacht.phases import PHASES
from hexfront.games.kesselschlacht.rules import fog, lines, zones
from hexfront.games.kesselschlacht.rules.garrisons import post_captured
from hexfront.games.kesselschlacht.rules.ground import Ways, ways_of
from hexfront.games.kesselschlacht.rules.refusals import check_form, not_now
from hexfront.games.kesselschlacht.sides import (
    ATTACK,
    GRADES,
    OK,
    SIDES,
    SNOW,
    SOVIET,
    STATUSES,
    WEATHERS,
)
from hexfront.games.kesselschlacht.world import World
from hexfront.hexes import HexSet
from hexfront.kernel.decision import Choice
from hexfront.kernel.field_kinds import ByName, Flag, NamedSet, Number, Plain, UnitAt, Word
from hexfront.kernel.refusal import Refused
from hexfront.kernel.state_fields import (
    by_unit,
    field,
    flag,
    hex_at,
    hex_set,
    named_set,
    number,
    per_side,
    per_unit,
    remembered,
    unit_at,
    unit_set,
    word,
)
from hexfront.mechanics.field import Field

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.rules.movers import Movers
    from hexfront.games.kesselschlacht.rules.supply_lines import Network

FLOWN, ABORTED = SORTIES = ("flown", "aborted")
CARRIED, BUILT, LOST = TRAIN_STATES = ("carried", "built", "lost")


class Train(NamedTuple):
    """A pontoon train. 15.2"""

    side: int
    state: str
    """One of TRAIN_STATES."""
    carrier: int = -1
    """The HQ that has it; a secret of its side until it is built or the HQ is lost. 15.2.1"""
    a: int = -1
    b: int = -1
    """The hexes that its bridge joins, once it is built."""
    garrison: int = -1
    """The unit that guards the bridge. 15.2.3"""


def aircraft_ids(world: World) -> tuple[str, ...]:
    return world.aircraft.ids


def sector_names(world: World) -> tuple[str, ...]:
    return world.board.sector_names


class State(Field):
    """A position in Kesselschlacht."""

    sides = SIDES
    phases = PHASES
    world: World

    phase: str = field(Plain(), "setup-axis")
    control: list[HexSet] = field(
        Plain("{0}.copy()"), lambda world: list(world.board.airfield_holders)
    )
    """The hexes that each side's combat units were the last to stand in. R-19, 10.7, 11.3.1.b"""

    # Optional rules. 19
    optional: int = field(NamedSet(lambda world: OPTIONAL, "optional rule"), 0)
    """The optional rules in force."""
    margarethe: int = number(high=5)
    """Which outcome the occupation of Hungary had, from 1; 0 if it was not rolled for. 19.3.1"""

    # Weather. 5
    weather: str = word(SNOW, WEATHERS)

    # Air. 6
    manifests: Mapping[int, Load] = field(Manifests(), lambda world: {}, seen="own", reset="turn")
    """What each transport carries this turn. 6.7.1"""
    initiative: str = word("", SIDES, reset="turn")
    """Who has the air initiative this turn. 6.2"""
    sectors: list[int] = field(
        ByName(aircraft_ids, "aircraft", SectorAt(0, 99)),
        lambda world: [0] * world.aircraft.count,
        reset="turn",
    )
    """Where each aircraft flies, 0 while it is in its holding box. 6.3.1"""
    sorties: list[str] = field(
        ByName(aircraft_ids, "aircraft", Word(SORTIES)),
        lambda world: [""] * world.aircraft.count,
        reset="turn",
    )
    """How the flight of each aircraft ended this turn, empty if it has not. 6.1.2, 6.4.2"""
    as_fighters: int = named_set(aircraft_ids, "aircraft", reset="turn")
    """The fighter-bombers that fight as fighters this turn. 6.1.1.c, R-110"""
    barred: int = field(SectorSet(sector_names, "sector"), 0, reset="turn")
    """The sectors where Soviet fighters or fighter-bombers were left after the air combat. 6.7.2.d"""
    air_supplied: int = unit_set(part="", reset="turn")
    """The HQs that got supplies by air this turn. 6.7.2.A-note"""
    raided: list[bool] = per_side(Flag(), [False, False], reset="turn")
    """Whether each side has used its air raid on a bridge this turn. 15.1.a"""

    # Defensive positions. 7
    hasty: HexSet = hex_set()
    prepared: HexSet = hex_set()
    fresh: HexSet = hex_set(reset="turn")
    """Hasty positions that were made this turn and cannot be prepared yet. 7.1.2, R-49"""
    dug: HexSet = hex_set(reset="turn")
    """Positions that were made or improved this turn and are not given up in the same phase."""

    # Directive, recall and 5th Guards Tank Corps. 8, 9.2.2
    started_north: int = unit_set(seen="nobody")
    """The Axis units that were north of the Dnestr when the game began. 8.1.1"""
    north_before: int = unit_set(seen="nobody")
    """The Axis units that were north of the Dnestr when the last Axis player turn began. R-83"""
    crossed: int = unit_set(seen="nobody")
    """Those of them that went south in that player turn, but not in a retreat. 2.4.9, R-83"""
    directive: str = word("", ("issued", "done"))
    directive_hq: int = unit_at()
    bound: int = unit_set()
    """The brigades that the Directive binds. 8.1.3"""
    recall_order: str = word("", ("active", "done"))
    recall_hq: int = unit_at()
    fifth_guards: str = word("", ("leaving", "gone"))

    # Soviet activation. 9
    activated: int = unit_set(reset="turn")
    """The units that may act this turn."""
    tried: int = unit_set(reset="turn")
    """The HQs whose activation was tried this turn."""
    ineligible: int = unit_set(reset="turn", seen="own")
    """The units whose formation could not be activated this turn, and who may close up. 11.3.4"""
    corps_attempts: int = number(reset="turn")
    army_attempts: int = number(reset="turn")
    priority_failed: bool = flag(reset="turn")

    # Supply. 10
    grade: list[str] = per_unit(Word(GRADES), lambda world: [ATTACK] * world.roster.count)
    """The supply of each unit as it was last checked; a unit that is out shows its reverse. 10.0"""
    parent: list[int] = per_unit(UnitAt(), lambda world: list(world.roster.parent))
    """The HQ of each unit, which may change; -1 for a garrison. 10.7, 13.1.1, 13.1.2"""
    fuel: dict[int, int] = by_unit(Number())
    ammo: dict[int, int] = by_unit(Number())
    """The points of each corps of First Panzer Army, by its HQ. 2.4.1, 2.4.2"""
    fuel_spent: dict[int, int] = by_unit(Number(), reset="turn")
    ammo_spent: dict[int, int] = by_unit(Number(), reset="turn")
    attacks_made: dict[int, int] = by_unit(Number(), reset="turn")
    """What each corps HQ has spent this turn, and how many of its units attacked. 13.3.5"""
    fuel_source: int = unit_at(reset="turn")
    """The corps that First Panzer Army HQ draws its fuel from this turn. 10.5.7"""

    # Movement. 11
    locked: int = unit_set()
    """The Axis units that have crossed the Dnestr and stay south of it. 11.2.2.b, R-101"""
    driven: int = unit_set()
    """The Soviet units that were driven over a line that their army does not cross. 11.3.1.c"""
    gate: int = hex_at(reset="turn")
    """The one hex through which the reinforcements of an area come in this turn. 18.1-ax-reinf.gt11a"""
    spent: dict[int, int] = by_unit(Number(), reset="turn")
    """Half points that units with a limit on their first turn have spent in it. R-95"""
    entered: int = unit_set(reset="turn", seen="nobody")
    """The reinforcements of this turn, in Attack Supply for all of it. R-95"""
    blocked: int = unit_set(seen="nobody")
    """Reinforcements that could not come in and may do so anywhere. 18.1-ax-reinf"""
    ternopol_captured: bool = flag()

    # Combat. 12, 13
    held_back: int = unit_set(reset=("movement", "combat", "turn"), seen="nobody")
    """The units that could not take part when their force attacked; it attacks once. 12.1.1.b"""
    had_ammo: int = unit_set(reset="turn", seen="nobody")
    """The corps HQs that had ammunition when the Combat Phase began. R-66"""
    cut_off_attacks: dict[int, int] = by_unit(Number(), reset="turn")
    """Attacks of each corps by units out of supply, where these have a limit of their own. R-67"""
    was_attacked: int = unit_set(reset="turn")
    was_attacked_before: int = unit_set()
    """The units that were attacked this turn and the turn before. 7.1.2, 12.1.1"""
    retreated: int = unit_set(reset="combat")
    """The units that have retreated in this Combat Phase. 13.2.5"""
    shown: int = unit_set(part=None, reset="combat")
    """Units that both sides see for as long as the combat lasts. 3.6, R-160"""
    status: list[str] = per_unit(Word(STATUSES), lambda world: [OK] * world.roster.count)
    killed: dict[int, int] = by_unit(Number())
    """How often each unit was eliminated; an army HQ can be more than once. 17.0, R-135"""

    # Bridges. 15
    standing: int = field(
        NamedSet(lambda world: world.board.bridge_ids, "bridge"),
        lambda world: world.board.standing,
    )
    """The printed bridges that stand."""
    trains: tuple[Train, ...] = field(
        Plain(),
        lambda world: tuple(
            Train(side, BUILT, a=a, b=b) for side, a, b in world.board.pontoons_at_start
        ),
    )
    builders: int = unit_set(reset="turn")
    """The units that have built a pontoon this turn and do not attack in it. 15.2.3.c"""
    demolition_tried: list[bool] = per_side(Flag(), [False, False], reset="turn")
    """Whether each side has attacked a bridge from the ground this turn. 15.1.a"""

    _projecting: list[HexSet | None] = remembered(lambda world: [None, None])
    _zoc: list[HexSet | None] = remembered(lambda world: [None, None])
    _ways: Ways | None = remembered(None, "{0}")
    networks: list[tuple[Network, HexSet, HexSet, HexSet, Ways] | None] = remembered(
        lambda world: [None, None]
    )
    """The lines of supply of each side; where both stood, the zones and the ways that they were made of."""
    movers: Movers | None = remembered(None, "{0}")
    """Who could move when that was last asked."""
    touched: HexSet = remembered(0, "{0}")
    """The hexes whose stacks, or whose HQ's fuel, have changed since then; all, if bridges have."""

    # Units on the map -------------------------------------------------------------------------

    def laid(self, u: int, others: tuple[int, ...]) -> tuple[int, ...]:
        """The last to come lies on top, which is the first. 3.6"""
        return (u, *others)

    def put(self, u: int, h: int) -> None:
        """Set a unit in a hex; a combat unit takes control of it. R-19"""
        super().put(u, h)
        self.stack_changed(u, h)

    def lift(self, u: int, to: int = -1) -> None:
        h = self.where[u]
        super().lift(u, to)
        self.stack_changed(u, h)

    def suppose(self, u: int, h: int) -> None:
        super().suppose(u, h)
        if h >= 0:
            self.stack_changed(u, h)

    def take_control(self, side: int, h: int, bit: HexSet) -> None:
        roster = self.world.roster
        if all(roster.hq[u] for u in self.stacks[h]):
            return
        self.control[side] |= bit
        self.control[1 - side] &= ~bit
        if side == SOVIET and self.stack:
            post_captured(self, h)
        if side == SOVIET and h == self.world.board.ternopol:
            self.ternopol_captured = True  # 11.3.1.b

    def enter(self, u: int, h: int) -> None:
        """Go to another hex by movement, retreat or advance; a line that is crossed binds from then on."""
        before = self.where[u]
        self.lift(u)
        self.put(u, h)
        lines.crossed(self, u, before, h)

    def set_status(self, u: int, status: str) -> None:
        """The one place where a unit's status changes: zones depend on it. 13.3.3.a"""
        if self.status[u] != status:
            self.status[u] = status
            if self.where[u] >= 0:
                self.stack_changed(u, self.where[u])

    def stack_changed(self, u: int, h: int) -> None:
        """A unit came to a hex, left it or changed its status there: the hex may have another zone."""
        side, bit = self.world.roster.side[u], 1 << h
        self.touched |= bit
        known = self._projecting[side]
        if known is not None and zones.projects(self, h) != bool(known & bit):
            self._projecting[side] = known ^ bit
            self._zoc[side] = None

    # Zones and ways ----------------------------------------------------------------------------

    def remember_movers(self, movers: Movers) -> None:
        self.movers, self.touched = movers, 0

    def zoc(self, side: int) -> HexSet:
        """The hexes in a side's zones of control. 3.2"""
        found = self._zoc[side]
        if found is None:
            found = self._zoc[side] = zones.around(self, self.projecting(side))
        return found

    def projecting(self, side: int) -> HexSet:
        """The hexes of a side that have a zone of control. 3.2.1"""
        found = self._projecting[side]
        if found is None:
            found = self._projecting[side] = zones.sources(self, side)
        return found

    @property
    def ways(self) -> Ways:
        """Roads, bridges and costs as they are now."""
        found = self._ways
        if found is None:
            found = self._ways = ways_of(self)
        return found

    def bridges_changed(self) -> None:
        """To be called whenever `standing`, `trains` or the weather changes."""
        self._ways = None
        self.touched = self.world.grid.all
        self._zoc = [None, None]
        self.networks = [None, None]

    def set_weather(self, weather: str) -> None:
        self.weather = weather
        self.bridges_changed()

    def set_standing(self, standing: int) -> None:
        self.standing = standing
        self.bridges_changed()

    def set_trains(self, trains: tuple[Train, ...]) -> None:
        self.trains = trains
        self.bridges_changed()

    # Small questions that many chapters ask -----------------------------------------------------

    def south(self, u: int) -> bool:
        """Whether a unit on the map is south of the Dnestr."""
        return bool(self.world.board.south >> self.where[u] & 1)

    def flipped(self, u: int) -> bool:
        """Whether a unit shows its reverse. 2.2.b"""
        return self.grade[u] == GRADES[-1]

    def hostile(self, side: int) -> HexSet:
        """The enemy-controlled hexes for supply and retreat: a friend lifts the zone. 3.2.2.b, 3.2.5"""
        return self.zoc(1 - side) & ~self.occupied[side]

    def why(self, choice: Choice) -> Refused:
        return check_form(self, choice) or not_now(self, choice) or super().why(choice)

    def tell(self, what: str, case: str | None, **facts: Any) -> None:
        """Log an event, and which of its units the enemy sees at this moment. 3.6.a"""
        if self.events is not None:
            seen = fog.seen_in_event(self, what, facts)
            if seen is not None:
                facts["seen"] = seen
            super().tell(what, case, **facts)

    def situation(self) -> str:
        return f"{self.turn} {self.phase}"
