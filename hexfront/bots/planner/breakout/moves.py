"""The orders of a movement segment in Breakout: its tactics, and what they weigh."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from hexfront.bots.planner.board import cut_by
from hexfront.bots.planner.breakout import tactics
from hexfront.bots.planner.breakout.fights import BreakoutFights
from hexfront.bots.planner.breakout.lifelines import lifelines, stranded
from hexfront.bots.planner.breakout.maps import Mover, cutters, fair_net, reaches, threat
from hexfront.bots.planner.breakout.scale import Scale
from hexfront.bots.planner.breakout.sectors import sectors
from hexfront.bots.planner.breakout.values import (
    CUT_OFF_STEP,
    defence_of,
    fall_chance,
    future,
    leaves_guns_alone,
    place_value,
    step_value,
    wear,
)
from hexfront.bots.planner.fights import EFFORT
from hexfront.bots.planner.moves import Order
from hexfront.bots.planner.plan import Sector
from hexfront.bots.planner.proposals import Ask, Look, Proposal
from hexfront.bots.planner.tactics import MOST, TacticalPlan
from hexfront.games.breakout.rules.movement_costs import ground
from hexfront.games.breakout.rules.stacking import fits
from hexfront.games.breakout.rules.supply import line_of
from hexfront.games.breakout.sides import GERMAN, SOVIET
from hexfront.games.breakout.state import State
from hexfront.hexes import HexSet, bits
from hexfront.mechanics.concentric import is_concentric
from hexfront.mechanics.odds import label

WEAK_SPOTS = 15
"""How many hexes are looked at where the enemy may cut our lines; playouts look at none."""

HOPELESS = (0.75, 1.75)
"""Times the defence, German and Soviet: an attack with fewer factors is never worth gathering for."""
BOLDNESS = (1.0, 2.0)
"""How kindly each side looks at attacks and how lightly at dangers: no points are lost with Soviet steps."""
CAUTION = (0.5, 1.0)
"""How much the enemy's answer counts in the first impulse, after which one moves again, and in the second."""
CUTTING = ((0.8, 1.2), (2.0, 0.9))
"""How much cutting lines counts in each impulse, German and Soviet. Who is cut off in the first Soviet impulse
can be attacked in the second before the German moves; Soviet units lack supply in their own impulses."""


class BreakoutPlan(TacticalPlan[State]):
    """The orders of one side of Breakout."""

    def threats(self) -> dict[int, float]:
        """The attack factors the enemy could bring against each hex."""
        self._coming = reaches(self.s, 1 - self.side)
        return threat(self.s, 1 - self.side, self._coming)

    def find_sectors(self) -> list[Sector]:
        self._stranded_here: dict[int, float] = {}
        self.caution = CAUTION[self.s.impulse == 2]
        self.boldness *= BOLDNESS[self.side]
        self.lifeline = lifelines(self.s, self.threat) if self.side == GERMAN else []
        return sectors(self.s, self.side, self.threat, self.plan, self.intentions)

    def own_net(self) -> HexSet:
        """The hexes with a line when a storm is over."""
        return fair_net(self.s, self.side)

    def make_mover(self) -> Mover:
        return Mover(self.s, self.side)

    def loss_of(self, u: int) -> float:
        return step_value(self.s, u)

    def rank(self, u: int) -> tuple[float, ...]:
        """The strongest first, guns and support troops last."""
        roster, steps = self.s.world.roster, self.s.steps[u]
        return (
            roster.artillery[u] or roster.support[u],
            -roster.attack[u][steps] - roster.defence[u][steps],
            u,
        )

    def scale(self, u: int) -> Scale:
        return Scale(self, u)

    def tried(self, scale: Scale, hexes: HexSet) -> list[tuple[float, int]]:
        return scale.bounds(hexes)

    def fits(self, h: int, u: int) -> bool:
        return fits(self.s, h, u)

    def strength(self, u: int) -> int:
        return self.s.world.roster.attack[u][self.s.steps[u]]

    def leaves(self, u: int) -> None:
        """A corps goes off the map. 4.1.d"""
        self.s.exits += 1
        self.s.lift(u)

    def exposure(self, u: int, h: int) -> float:
        """What the enemy's answer may cost the unit there, a division that is cut off its points too."""
        s = self.s
        defence = defence_of(s, h, self.side)
        if s.where[u] != h:
            defence += s.world.roster.defence[u][s.steps[u]]
        threat = self.threat.get(h, 0.0)
        cost = wear(s, h, self.side, defence, threat) * self.step_value[u]
        cost *= self.sector_of(u).posture.danger
        if s.world.roster.division[u]:
            cost += max(0.0, stranded(s, u, h, self.lifeline[h], defence, threat) - self._here(u))
        cost *= self.caution / self.boldness
        return cost + self.intentions.turning_back(s.world.grid, s.turn, u, self.start[u], h)

    def _here(self, u: int) -> float:
        """What the line of a division may cost it where it stood when the segment began."""
        known = self._stranded_here.get(u)
        if known is None:
            h, s = self.start[u], self.s
            own = s.world.roster.defence[u][s.steps[u]]
            threat, line = self.threat.get(h, 0.0), self.lifeline[h]
            known = self._stranded_here[u] = stranded(s, u, h, line, own, threat)
        return known

    def duty(self, u: int) -> float:
        """How much a unit is needed where it stands: in a place that is threatened."""
        s, h = self.s, self.start[u]
        points = place_value(s, h)
        if not points or not s.control[self.side] >> h & 1:
            return 0.0
        held = defence_of(s, h, self.side)
        own = s.world.roster.defence[u][s.steps[u]] if s.where[u] == h else 0
        danger = self.threat.get(h, 0.0)
        more = fall_chance(s, h, self.side, held - own, danger)
        return 50 * points * max(0.0, more - fall_chance(s, h, self.side, held, danger))

    def mass(self, target: int) -> Proposal | None:
        """The attack to gather for; playouts do not look at those that nobody can bring the factors for."""
        if self.depth < WEAK_SPOTS:
            comers = self.comers(self.around(target))[:MOST]
            factors = sum(self.strength(u) for u in comers)
            if factors < HOPELESS[self.side] * defence_of(self.s, target, 1 - self.side):
                return None
        return super().mass(target)

    # Tactics ----------------------------------------------------------------------------------

    def asks(self) -> Iterable[Ask]:
        s, side = self.s, self.side
        board, reached = s.world.board, self.reached
        targets = s.occupied[1 - side] & s.world.grid.expand(reached)
        if side == SOVIET:
            targets &= ~board.no_go  # 12.5
        empty = board.places_set & s.control[1 - side] & ~s.occupied[1 - side]
        own = board.places_set & s.control[side] & reached
        looks: list[tuple[Look, Iterable[int]]] = [
            (partial(tactics.seize, self), bits(empty & reached)),
            (self.mass, bits(targets)),
            (partial(tactics.garrison, self), [h for h in bits(own) if self.threat.get(h)]),
            (partial(tactics.picket, self), [h for h in bits(own) if not self.threat.get(h)]),
            (self.cut, cutters(s, side, reached, self.depth)),
            (self.ring, bits(targets) if s.zoc(side) else ()),
            (self.guard, self.weak_spots()),
            (partial(tactics.leave, self), bits(board.exits & reached) if side == SOVIET else ()),
        ]
        return [partial(tactic, h) for tactic, hexes in looks for h in hexes]

    def weak_spots(self) -> list[int]:
        """Hexes from which the enemy could cut our lines in its next impulse, the worst first."""
        if self.depth < WEAK_SPOTS:
            return []
        hexes = 0
        for reach in self._coming.values():
            hexes |= reach.hexes
        return cutters(self.s, 1 - self.side, hexes, WEAK_SPOTS)

    def ground(self) -> HexSet:
        return ground(self.s, self.side)

    def comers(self, ring: HexSet) -> list[int]:
        """The units to be tried for an attack from these hexes: the strongest first, guns last."""
        artillery = self.s.world.roster.artillery
        came = [u for u in self.who_reaches(ring) if self.strength(u)]
        return sorted(came, key=lambda u: (artillery[u], -self.strength(u), u))

    def spent(self, u: int, h: int) -> float:
        return self.exposure(u, h) * 0.5 + 2 * EFFORT * self.strength(u)

    def strikes(self, u: int) -> bool:
        """Whether a unit can carry an attack: artillery alone cannot. 13.2.c"""
        return not self.s.world.roster.artillery[u]

    def attack_value(self, target: int, units: tuple[int, ...]) -> tuple[float, str]:
        """What an attack by units where they stand is worth, and its column."""
        gain, odds = BreakoutFights(self.s, self.side).value_of(target, units)
        return gain, label(odds.column)

    def post(self, u: int, target: int, ring: HexSet, taken: set[int]) -> int:
        """Which hex around the target suits: around it, not over a river, not too exposed."""
        s, grid = self.s, self.s.world.grid
        board = s.world.board
        rivers = board.river[target]
        artillery = s.world.roster.artillery[u]
        concentric = s.world.tables["terrain"][board.ground[target]]["concentric"]
        way_out = grid.ring1[target] & ground(s, 1 - self.side)
        best, chosen = -9.0, -1
        for h in bits(ring & self.reach[u].hexes):
            if s.where[u] != h and not fits(s, h, u):
                continue
            d = grid.direction(target, h)
            if artillery and d not in taken:
                continue
            score = -2 * self.exposure(u, h) - (0.1 if rivers[d] else 0.0)
            if s.where[u] == h:
                score += 0.05
            if concentric and taken and not is_concentric(taken):
                score += 0.15 if is_concentric({*taken, d}) else 0.05 if d not in taken else 0.0
            if board.places_set >> h & 1 and not s.control[self.side] >> h & 1:
                score += 0.5
            if way_out == 1 << h:
                score += 0.3
            if score > best:
                best, chosen = score, h
        return chosen

    # Lines ------------------------------------------------------------------------------------

    def cut_value(self, hexes: HexSet) -> float:
        return self.cut_worth(cut_by(self.s, self.side, hexes, self.linked))

    def linked(self, side: int) -> HexSet:
        """Soviet supply, German communications. 8.2, 9.2"""
        return self.s.net(side)

    def line_of(self, side: int, h: int) -> list[int] | None:
        return line_of(self.s, side, h)

    def cut_worth(self, lost: HexSet) -> float:
        """What it is worth that the enemy's units in these hexes, and its places, have no line."""
        s, side = self.s, self.side
        roster, board = s.world.roster, s.world.board
        value = 0.0
        for h in bits(lost & s.occupied[1 - side]):
            for u in s.units_in(h):
                if side == SOVIET:
                    value += 0.06 * roster.steps[u] if roster.division[u] else 0.0
                else:
                    value += 0.025 * roster.attack[u][s.steps[u]]
        value *= CUTTING[side][s.impulse == 2]
        if side == SOVIET and lost:
            late = 1.0 if s.turn == s.world.turns else 0.05
            value += late * (lost & board.places_set & s.control[GERMAN]).bit_count()
        return value

    def stray(self, u: int, h: int) -> float | None:
        """What it costs a unit to be a cutter there for its own line; guns and support troops are none."""
        s, roster = self.s, self.s.world.roster
        if roster.artillery[u] or roster.support[u]:
            return None
        if s.net(self.side) >> h & 1:
            return 0.0
        return 0.1 + (CUT_OFF_STEP * roster.steps[u] if roster.division[u] else 0.0)

    def line_price(self, u: int) -> float:
        roster = self.s.world.roster
        if self.side == GERMAN:
            return 0.03 * (roster.steps[u] if roster.division[u] else 0)
        return 0.01 * self.strength(u)

    def guards(self, u: int) -> bool:
        """Anybody but guns."""
        return not self.s.world.roster.artillery[u]

    # Second thoughts --------------------------------------------------------------------------

    def regrets(self, order: Order, after: dict[int, float]) -> bool:
        """Whether a unit had better stay: it bares a place, cannot hold where it goes, or is cut off."""
        s, side, u = self.s, self.side, order.unit
        here, there = self.start[u], s.where[u]
        if order.why is None or not fits(s, here, u):
            return False
        gain = order.why.value
        bare = s.control[side] & ~s.occupied[side] & s.world.board.places_set
        if bare >> here & 1 and after.get(here) and gain < 0.7 * place_value(s, here):
            return True
        if leaves_guns_alone(s, u, here) and after.get(here) and gain < 0.5 * future(s):
            return True
        if order.why.tactic in ("mass", "garrison"):
            return False
        danger = wear(s, there, side, defence_of(s, there, side), after.get(there, 0.0))
        if danger > 0.6 and danger * self.step_value[u] > gain + 0.1:
            return True
        if order.why.tactic == "march" and self.frees(u, here, there):
            return True
        lost = self.net >> here & 1 and not s.net(side) >> there & 1
        return bool(lost and s.world.roster.division[u] and gain < 0.8)
