"""What the planner makes of a position before it decides anything: ways out, dangers, what units are worth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from types import MappingProxyType

from hexfront.bots.planner.kesselschlacht import fields
from hexfront.bots.planner.kesselschlacht.weights import USUAL, Weights
from hexfront.games.kesselschlacht.rules.effects import effects
from hexfront.games.kesselschlacht.rules.odds import ground_shift
from hexfront.games.kesselschlacht.rules.strengths import attack_printed, defence_printed
from hexfront.games.kesselschlacht.rules.supply_lines import blocked
from hexfront.games.kesselschlacht.rules.victory import ways_out
from hexfront.games.kesselschlacht.sides import AXIS, HEAVY_SNOW, MUD, SOVIET, STATUSES
from hexfront.games.kesselschlacht.state import State
from hexfront.games.kesselschlacht.world import LEG, MOTORIZED
from hexfront.hexes import Grid, HexSet, bits

NOWHERE: Mapping[int, int] = MappingProxyType({})
LEG_SPAN, MOTORIZED_SPAN = 3, 5
"""How many hexes off an enemy is expected next turn."""
STIRS = (0.9, 0.45)
"""How likely a unit of each side acts in a turn: Soviet HQs have to be activated."""
SHAKEN = (0.0, 0.12, 0.3, 0.5)
"""The share of its worth that a unit loses with its good order, by its status."""
SHELTER = 0.25
"""By how much a column for the defender's ground lessens a danger."""
VICINITY = 8
"""Hexes around the pocket in which an enemy matters."""
TRAFFIC = 14
"""So many hexes of its way are looked at for each stack of the pocket."""


class Picture:
    """A position as one side sees it, looked at once."""

    def __init__(
        self,
        s: State,
        side: int,
        came: Mapping[int, int] = NOWHERE,
        weights: Weights = USUAL,
    ) -> None:
        self.s, self.side, self.weights = s, side, weights
        self.came = came
        """Where units stood before the last march that they made in an earlier phase."""
        self.left = s.world.turns - s.turn
        """Turns after this one."""
        self._ways: dict[tuple[int, bool, HexSet], fields.Field] = {}
        self._worths: dict[int, float] = {}
        self._saved: dict[HexSet, int] = {}
        self._unit_worths: dict[tuple[int, int], float] = {}
        """The worth of units in the hexes they were supposed in."""
        self._shelters: dict[int, int] = {}
        self._less: tuple[HexSet, dict[int, int]] = (0, {})

    def returns(self, u: int, h: int) -> bool:
        """Whether a march to a hex leads a unit back towards where it came from."""
        before = self.came.get(u, -1)
        if before < 0:
            return False
        grid = self.s.world.grid
        return grid.distance(h, before) < grid.distance(self.s.where[u], before)

    # The pocket -------------------------------------------------------------------------------

    @cached_property
    def pocket(self) -> list[int]:
        """The units of First Panzer Army on the map."""
        first = self.s.world.roster.first_panzer
        return [u for u in self.s.world.roster.of_side[AXIS] if first[u] and self.s.where[u] >= 0]

    @cached_property
    def vicinity(self) -> HexSet:
        """The hexes near the pocket."""
        grid, found = self.s.world.grid, 0
        for h in {self.s.where[u] for u in self.pocket}:
            found |= grid.ball(h, VICINITY)
        return found

    @cached_property
    def free(self) -> HexSet:
        """Where a unit of First Panzer Army has escaped as things stand. 17.0.1.2"""
        return ways_out(self.s) & self.s.world.board.west_of_seret

    # The roads home ---------------------------------------------------------------------------

    @cached_property
    def closed(self) -> HexSet:
        """The hexes that no way out leads through as things stand."""
        return blocked(self.s, AXIS)

    def saved(self, closed: HexSet) -> int:
        """The points of those who have got away if these hexes were closed to ways out. 17.0.1.2"""
        found = self._saved.get(closed)
        if found is None:
            s, victory = self.s, self.s.world.tables["victory"]
            out = ways_out(s, closed) & s.world.board.west_of_seret
            found = self._saved[closed] = sum(
                victory["escaped_motorized" if self._counts_double(u) else "escaped_leg_or_hq"]
                for u in self.pocket
                if out >> s.where[u] & 1
            )
        return found

    def _counts_double(self, u: int) -> bool:
        return self.s.world.roster.mech[u] and not self.s.world.roster.hq[u]

    def tomorrow(self, mobility: int) -> str:
        """The weather to be ready for: the worst that may come in the next three turns. 5.0

        Mud holds up motorized units most, heavy snow all others.
        """
        return self._tomorrow[mobility]

    @cached_property
    def _tomorrow(self) -> dict[int, str]:
        printed = self.s.world.tables["weather_record"]["turn"]
        coming = [str(printed.get(str(self.s.turn + n), MUD)) for n in (1, 2, 3)]
        worst = {LEG: (HEAVY_SNOW, MUD), MOTORIZED: (MUD, HEAVY_SNOW)}
        return {m: next((w for w in worst[m] if w in coming), coming[0]) for m in worst}

    @cached_property
    def obstacles(self) -> dict[int, int]:
        return fields.obstacles(self.s, AXIS)

    def way_out(self, mobility: int, locked: bool = False, gone: HexSet = 0) -> fields.Field:
        """The cost to the towns that a way out leads to; who has crossed the Dnestr stays south. 11.2.2.b"""
        key = mobility, locked, gone
        found = self._ways.get(key)
        if found is None:
            known = self.obstacles
            more = self._without(gone) if gone else known
            if gone and all(cost <= known.get(h, 0) for h, cost in more.items()):
                way = self.way_out(mobility, locked)
                open_ = self._open(locked)
                found = fields.lowered(self.s, way, mobility, known, more, open_)
            else:
                found = self._way_past(more, mobility, locked)
            self._ways[key] = found
        return found

    def _open(self, locked: bool) -> HexSet:
        return self.s.world.board.south if locked else self.s.world.grid.all

    def _way_past(self, obstacles: dict[int, int], mobility: int, locked: bool) -> fields.Field:
        s, open_ = self.s, self._open(locked)
        towns = s.world.grid.set_of(*s.world.tables["victory"]["towns"])
        return fields.field(s, towns & open_, mobility, obstacles, open_)

    def _without(self, gone: HexSet) -> dict[int, int]:
        """The obstacles that are left when some enemies are beaten."""
        if self._less[0] != gone:
            self._less = gone, fields.obstacles(self.s, AXIS, gone)
        return self._less[1]

    def to_go(self, u: int, h: int, gone: HexSet = 0) -> int:
        """What a unit of the pocket has still to go from a hex."""
        s = self.s
        locked = bool(s.locked >> u & 1)
        south = s.world.board.south
        far = self.way_out(s.world.roster.mobility[u], locked or bool(south >> h & 1), gone)
        return far[h]

    @cached_property
    def traffic(self) -> list[float]:
        """How much of the pocket is going to pass each hex, in points, the nearest hexes counting most."""
        return self.flow(self.obstacles)

    def flow(self, obstacles: dict[int, int]) -> list[float]:
        """The same with other enemies in the way than there are."""
        s = self.s
        found = [0.0] * s.world.grid.size
        ways: dict[tuple[int, bool], fields.Field] = {}
        for u in self.pocket:
            h, mobility = s.where[u], s.world.roster.mobility[u]
            locked = bool(s.world.board.south >> h & 1) or bool(s.locked >> u & 1)
            way = ways.get((mobility, locked))
            if way is None:
                way = ways[mobility, locked] = self._way_past(obstacles, mobility, locked)
            weight = self.worth(u)
            for _ in range(TRAFFIC):
                h = fields.downhill(s, way, h, obstacles, mobility)
                if h < 0:
                    break
                found[h] += weight
        return found

    # Worth ------------------------------------------------------------------------------------

    def worth(self, u: int) -> float:
        """What the loss of a unit costs its side, in points. 17.0.1, 17.0.2"""
        key = u, self.s.where[u]
        found = self._unit_worths.get(key)
        if found is None:
            found = self._unit_worths[key] = self._worth(u)
        return found

    def _worth(self, u: int) -> float:
        s, roster = self.s, self.s.world.roster
        victory = s.world.tables["victory"]
        if roster.side[u] == SOVIET:
            return float(victory["soviet_unit"]) + (0.8 if roster.mech[u] else 0.4)
        strong = roster.mech[u] and not roster.hq[u]
        lost = victory["german_motorized" if strong and roster.german[u] else "other_axis"]
        if not roster.first_panzer[u]:
            return float(lost) + 0.5
        saved = float(victory["escaped_motorized" if strong else "escaped_leg_or_hq"])
        return float(lost) + saved * self.hope(u)

    def worths(self, h: int) -> float:
        """What a whole stack is worth."""
        found = self._worths.get(h)
        if found is None:
            found = self._worths[h] = sum([self.worth(u) for u in self.s.units_in(h)])
        return found

    def hope(self, u: int) -> float:
        """How likely a unit of the pocket gets out."""
        h = self.s.where[u]
        if h < 0:
            return 0.5
        if self.free >> h & 1:
            return 0.9
        need = self.to_go(u, h) / 14
        return max(0.15, min(0.8, 0.75 - 0.12 * (need - self.left)))

    # Danger -----------------------------------------------------------------------------------

    @cached_property
    def threat(self) -> list[float]:
        """The attack factors that the enemy may bring against each hex next turn."""
        return threat(self.s, 1 - self.side)

    def infects(self, units: tuple[int, ...], h: int) -> float:
        """The share of their worth that units lose by joining a shaken stack: they share its state. 13.3.b"""
        s = self.s
        if not (stack := s.units_in(h)):
            return 0.0
        rank = STATUSES.index
        there = max([rank(s.status[u]) for u in stack if u not in units], default=0)
        mine = max([rank(s.status[u]) for u in units])
        return SHAKEN[there] - SHAKEN[mine] if there > mine else 0.0

    def risk(self, h: int, defence: float) -> float:
        """How likely a stack with so much defence comes to grief in a hex, 0 to 1."""
        strength = max(1.0, defence) * (1 + SHELTER * self._shelter(h))
        return max(0.0, min(1.0, (self.threat[h] / strength - 0.7) / 2.5))

    def _shelter(self, h: int) -> int:
        """The columns that ground and positions are worth to a defender."""
        found = self._shelters.get(h)
        if found is None:
            s = self.s
            ground, _ = ground_shift(s, h, False)
            dug = (s.prepared >> h & 1) + ((s.prepared | s.hasty) >> h & 1)
            found = self._shelters[h] = dug - ground
        return found


def threat(s: State, side: int) -> list[float]:
    grid, mech = s.world.grid, s.world.roster.mech
    found = [0.0] * grid.size
    for h in bits(s.occupied[side]):
        by_span = {LEG: 0.0, MOTORIZED: 0.0}
        for u in s.stacks[h]:
            if effects(s, u).attacks and not s.flipped(u):
                by_span[MOTORIZED if mech[u] else LEG] += attack_printed(s, u)
        for mobility, strength in by_span.items():
            if not strength:
                continue
            span = MOTORIZED_SPAN if mobility else LEG_SPAN
            if s.weather == HEAVY_SNOW:
                span -= 1
            strength *= STIRS[side]
            for n, part in _fading(grid, h, span):
                found[n] += strength * part
    return found


@cache
def _fading(grid: Grid, h: int, span: int) -> tuple[tuple[int, float], ...]:
    """The hexes that a unit may get at, with the part of its strength that is feared there."""
    far = grid.distances(h)
    return tuple(
        [(n, 1.0 if far[n] <= 1 else 1 - far[n] / (span + 2)) for n in bits(grid.ball(h, span))]
    )


def defence_in(s: State, h: int, without: tuple[int, ...] = ()) -> float:
    return float(sum([defence_printed(s, u) for u in s.units_in(h) if u not in without]))
