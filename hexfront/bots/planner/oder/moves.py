"""The orders of a Movement Phase in Oder: its tactics, and what they weigh."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from hexfront.bots.planner.board import Reach, cut_by
from hexfront.bots.planner.moves import Order
from hexfront.bots.planner.oder import front, tactics
from hexfront.bots.planner.oder.fights import OderFights
from hexfront.bots.planner.oder.intentions import Intentions
from hexfront.bots.planner.oder.maps import Mover, Threats, cutters, goals, ground, opposite
from hexfront.bots.planner.oder.scale import Scale
from hexfront.bots.planner.oder.sectors import sectors
from hexfront.bots.planner.oder.style import Style, style_of
from hexfront.bots.planner.oder.values import (
    CUT,
    defence_of,
    kill_values,
    loss_value,
    place_value,
    risk,
)
from hexfront.bots.planner.plan import PLAIN, Plan, Sector
from hexfront.bots.planner.proposals import Ask, Look, Proposal
from hexfront.bots.planner.tactics import TacticalPlan
from hexfront.games.oder.rules.attackers import shock_attacks
from hexfront.games.oder.rules.stacking import fits
from hexfront.games.oder.rules.supply import line_of
from hexfront.games.oder.sides import FIGHT_MOVE, GERMAN, OUT, REGULAR, SOVIET
from hexfront.games.oder.state import State
from hexfront.hexes import HexSet, bits
from hexfront.hexes.hexset import cross
from hexfront.mechanics.concentric import is_concentric
from hexfront.mechanics.odds import Odds

WEAK_SPOTS = 15
"""How many hexes are looked at where the enemy may cut our lines; playouts look at fewer."""
SEVERED = 8
"""How many stacks are looked at whose lines several units may cut."""
BARRIERS = 10
"""How many hexes are looked at where the enemy may be kept from our map edge."""
EFFORT = 0.008
"""What an attack factor could do elsewhere."""
LOCAL = 1.5
"""Units of a sector worth more are spared for it."""
LATER = 0.35
"""What an attack prepared for the next turn is worth, when the fighting of this one is over."""


class OderPlan(TacticalPlan[State]):
    """The orders of one side of Oder."""

    enemy_reach: dict[int, Reach]
    """Where the enemy's units can get."""
    enemy_marches: HexSet
    """All the hexes they can march to."""
    enemy_ground: HexSet
    """All the hexes they can get to by a march, or by a march and a probe: from there they cut our lines."""
    runners: list[int]
    """Those of them that can get to our map edge."""
    line: HexSet = 0
    """The hexes of our front."""
    style: Style
    engaged: set[int]
    """Units with a part in an attack."""
    _enemy: Threats | None = None

    def __init__(
        self,
        s: State,
        side: int,
        plan: Plan = PLAIN,
        depth: int = 30,
        kept: Intentions | None = None,
    ) -> None:
        self.kept = kept or Intentions()
        self.reach = {}
        super().__init__(s, side, plan, depth)
        self.style = style_of(plan, side)
        self.boldness = self.style.attack
        self.fights = OderFights(s, side)
        self.alarms = self.fights.alarms
        self.engaged = set()

    def threats(self) -> dict[int, float]:
        """The attack factors the enemy could bring against each hex.

        Units without an order may be gone by then: nobody counts on their zones.
        """
        s, enemy = self.s, 1 - self.side
        if self._enemy is None:
            self._enemy = Threats(s, enemy)
        if self.side == GERMAN or s.turn < s.world.turns:  # nobody answers the last turn
            loose = [(u, s.where[u]) for u in self.reach if s.where[u] >= 0]
            for u, _ in loose:
                s.suppose(u, -1)
            self._enemy.update()
            for u, h in loose:
                s.suppose(u, h)
        self.enemy_reach = self._enemy.reach
        self.enemy_marches = ground(s, enemy, self.enemy_reach)
        board = s.world.board
        free = board.playable & ~s.occupied[self.side]
        probed = cross(s.world.grid, self.enemy_marches, board.open_sides) & free
        self.enemy_ground = self.enemy_marches | probed
        return self._enemy.factors

    def find_sectors(self) -> list[Sector]:
        return sectors(self.s, self.side, self.threat, self.plan, self.kept)

    def own_net(self) -> HexSet:
        return self.s.net(self.side)

    def make_mover(self) -> Mover:
        return Mover(self.s, self.side)

    def fights_after(self) -> bool:
        """Whether the combat of this player turn is still to come. 5.3"""
        return self.s.orders[self.side] != FIGHT_MOVE

    def loss_of(self, u: int) -> float:
        return loss_value(self.s, u)

    def rank(self, u: int) -> tuple[float, ...]:
        """The strongest first."""
        roster = self.s.world.roster
        return -roster.attack[u] - roster.defence[u], u

    def scale(self, u: int) -> Scale:
        self.threat = self.threats()
        return Scale(self, u)

    def fits(self, h: int, u: int) -> bool:
        return fits(self.s, h, u)

    def strength(self, u: int) -> int:
        return self.s.world.roster.attack[u]

    def trapped(self, h: int) -> bool:
        """Whether the enemy can get to opposite sides of a hex, so that nobody gets out of it. 7.2"""
        return opposite(self.s, h, self.enemy_marches)

    def danger(self, h: int, defence: int, relief: float = 0.0) -> float:
        """How likely a unit is lost that stands there with so many defence factors in all.

        `relief` are factors of the enemy's that will be gone by then.
        """
        threat = self.threat.get(h, 0.0) - relief
        return risk(self.s, h, self.side, defence, threat, self.trapped(h)) if threat > 0 else 0.0

    def exposure(self, u: int, h: int, relief: float = 0.0) -> float:
        s = self.s
        defence = defence_of(s, h)
        if s.where[u] != h:
            defence += s.world.roster.defence[u]
        chance = self.danger(h, defence, relief)
        if not chance:
            return 0.0
        sure = s.net(self.side) >> h & 1 and not self.trapped(h)  # a fortress is not: 4.2.1
        loss = loss_value(s, u, REGULAR if sure else OUT)
        return chance * loss * self.sector_of(u).posture.danger * self.style.danger

    def duty(self, u: int) -> float:
        """How much a unit is needed where it stands: in a hex that decides the game."""
        s, h = self.s, self.start[u]
        points = place_value(s, h)
        if s.where[u] == h and len(s.units_in(h)) > 1:
            points *= 0.4
        held = 20 * points * (1.0 if self.threat.get(h) else 0.3)
        return held + (50 * front.reliance(self, u) if self.line >> h & 1 else 0.0)

    def _commit(self, proposal: Proposal, others: Iterable[Proposal]) -> list[Order]:
        if proposal.tactic == "mass":
            self.engaged |= {*self.ready(proposal.goal), *(u for u, _ in proposal.moves)}
        return super()._commit(proposal, others)

    def running(self, more: HexSet) -> int:
        """How many enemy units could get to our map edge if we stood in these hexes as well."""
        s, side = self.s, self.side
        with s.supposing(side, more):
            mover, edge = Mover(s, 1 - side), s.world.board.goal_edge[side]
            return sum(bool(mover.reach(u).hexes & edge) for u in self.runners)

    def idle(self, u: int) -> float:
        """What it costs to use a unit for holding ground."""
        return 0.006 * self.strength(u) + 0.02 * self.duty(u)

    # Tactics ----------------------------------------------------------------------------------

    def opening(self) -> Iterable[Proposal]:
        """The front comes first; then it is looked at anew who threatens whom.

        In the last turn nobody gets through it any more; only raiders who are there have to be cut off.
        """
        if self.s.turn == self.s.world.turns and not self.alarms:
            return
        self.threat = self.threats()
        for proposal in front.proposals(self):
            self.line |= 1 << proposal.goal
            yield proposal
        self.threat = self.threats()

    def asks(self) -> Iterable[Ask]:
        s, side = self.s, self.side
        board, reached = s.world.board, self.reached
        targets = s.occupied[1 - side] & s.world.grid.expand(reached)
        objectives = sum(1 << h for h in s.world.objectives)
        ends = objectives | board.koenigsberg | board.usir | board.goal_edge[GERMAN]
        if side == GERMAN:
            ends = objectives | board.goal_edge[SOVIET]
        own = (objectives | board.koenigsberg | board.usir) & reached
        self.runners = tactics.runners(self)
        looks: list[tuple[Look, Iterable[int]]] = [
            (partial(tactics.mass, self), bits(targets)),
            (partial(tactics.seize, self), bits(ends & reached)),
            (partial(tactics.garrison, self), bits(own)),
            (partial(front.support, self), bits(self.line)),
            (partial(tactics.bar, self), tactics.barriers(self, BARRIERS)),
            (self.cut, cutters(s, side, reached, self.depth)),
            (self.ring, bits(targets)),
            (self.sever, self.severed(targets)),
            (self.guard, self.weak_spots()),
        ]
        asks: list[Ask] = [partial(tactic, h) for tactic, hexes in looks for h in hexes]
        asks += [partial(tactics.screen, self, hexes) for hexes in goals(s, side)]
        return asks

    def severed(self, targets: HexSet) -> list[int]:
        """The stacks whose lines are worth several units: those that may win the game, then the largest."""
        s = self.s
        large = sorted(bits(targets), key=lambda h: (-len(s.units_in(h)), h))
        return list(dict.fromkeys((*self.alarms, *large)))[: SEVERED if self.depth > 10 else 3]

    def weak_spots(self) -> list[int]:
        """Hexes from which the enemy could cut our lines in its next turn, the worst first."""
        return cutters(self.s, 1 - self.side, self.enemy_ground, min(WEAK_SPOTS, self.depth))

    def ground(self) -> HexSet:
        board = self.s.world.board
        return board.playable & ~board.bridges & ~self.s.occupied[1 - self.side]

    def around(self, target: int) -> HexSet:
        return self.s.world.board.ring[target] & self.ground()

    def comers(self, ring: HexSet) -> list[int]:
        """The units to be tried for an attack from these hexes: the strongest first."""
        shock = self.s.world.roster.shock
        no_shock = self.side == SOVIET and self.fights_after() and not shock_attacks(self.s)
        came = [
            u
            for u in self.who_reaches(ring)
            if self.strength(u) and not (no_shock and shock[u] and self.s.where[u] >= 0)
        ]
        return sorted(came, key=lambda u: (-self.strength(u), u))

    def ready(self, target: int) -> tuple[int, ...]:
        """Units of the front beside a target that have no part in another attack."""
        s, roster = self.s, self.s.world.roster
        no_shock = self.side == SOVIET and self.fights_after() and not shock_attacks(s)
        return tuple(
            u
            for h in bits(s.world.board.ring[target] & self.line)
            for u in s.units_in(h)
            if u not in self.reach and u not in self.engaged
            if roster.attack[u] and not (no_shock and roster.shock[u])
        )

    def danger_after(self, placed: Iterable[tuple[int, int]], gone: float) -> float:
        """What attackers risk in the hexes where they are, with so many factors of the enemy's gone."""
        return self.style.risked * sum(self.exposure(u, h, gone) for u, h in placed)

    def spent(self, u: int, h: int) -> float:
        """What it costs to use a unit for an attack from there, beside the danger after it."""
        sector = self.sector_of(u)
        elsewhere = 0.0
        if sector.value > LOCAL and self.s.world.grid.distance(h, sector.goal) > 4:
            elsewhere = 0.06 * (min(sector.value, 6.0) - LOCAL)
        return EFFORT * self.strength(u) + 0.03 * self.duty(u) + elsewhere

    def strikes(self, u: int) -> bool:
        return bool(self.strength(u))

    def attack_value(self, target: int, units: tuple[int, ...]) -> tuple[float, str]:
        gain, odds = self.attack_odds(target, units)
        return gain, odds.column_label()

    def attack_odds(self, target: int, units: tuple[int, ...]) -> tuple[float, Odds]:
        """What an attack by units where they stand is worth, now or in the next turn, and its odds."""
        gain, odds = self.fights.value_of(target, units)
        return gain * (1.0 if self.fights_after() else LATER), odds

    def post(self, u: int, target: int, ring: HexSet, taken: set[int]) -> int:
        """Which hex around the target suits: opposite to the others, not over a river, not too exposed."""
        s, grid = self.s, self.s.world.grid
        board = s.world.board
        rivers, city = board.river[target], board.cities >> target & 1
        best, chosen = -9.0, -1
        for h in bits(ring & self.reach[u].hexes):
            if s.where[u] != h and not fits(s, h, u):
                continue
            d = grid.direction(target, h)
            score = -1.5 * self.exposure(u, h) - (0.1 if rivers[d] else 0.0)
            if s.where[u] == h:
                score += 0.05
            if taken and not is_concentric(taken):
                gain = 0.5 if (d + 3) % 6 in taken else 0.3 if is_concentric({*taken, d}) else 0.0
                score += gain * (0.4 if city else 1.0)
                score += 0.05 if d not in taken else 0.0
            if not s.net(self.side) >> h & 1:
                score -= 0.2
            if score > best:
                best, chosen = score, h
        return chosen

    # Lines ------------------------------------------------------------------------------------

    def cut_value(self, hexes: HexSet) -> float:
        """What it is worth to have zones of control at these hexes for the units they cut off."""
        return self.cut_worth(
            cut_by(self.s, self.side, hexes, self.linked) & self.s.occupied[1 - self.side]
        )

    def cut_worth(self, lost: HexSet) -> float:
        count = sum(len(self.s.units_in(h)) for h in bits(lost))
        alarm = sum(self.alarms.get(h, 0.0) for h in bits(lost))
        return CUT * kill_values(self.s)[self.side] * count + alarm

    def linked(self, side: int) -> HexSet:
        """Supply lines. 8.1"""
        return self.s.net(side)

    def line_of(self, side: int, h: int) -> list[int] | None:
        return line_of(self.s, side, h)

    def stray(self, u: int, h: int) -> float | None:
        """What it costs a unit to be a cutter there for its own line."""
        if self.s.net(self.side) >> h & 1:
            return 0.0
        return 0.15 + CUT * kill_values(self.s)[1 - self.side]

    def line_price(self, u: int) -> float:
        return 0.5 * CUT * kill_values(self.s)[1 - self.side]

    def guards(self, u: int) -> bool:
        return True

    # Second thoughts --------------------------------------------------------------------------

    def regrets(self, order: Order, after: dict[int, float]) -> bool:
        """Whether a unit had better stay: it cannot hold where it goes, or is cut off there."""
        s, side, u = self.s, self.side, order.unit
        here, there = self.start[u], s.where[u]
        if order.why is None or not fits(s, here, u) or here == there:
            return False
        gain = order.why.value
        if order.why.tactic in ("mass", "garrison", "seize", "line"):
            return False
        self.threat = after
        danger = self.danger(there, defence_of(s, there))
        stay = self.danger(here, defence_of(s, here) + s.world.roster.defence[u])
        if danger > stay and (danger - stay) * self.step_value[u] > gain + 0.1:
            return True
        if order.why.tactic == "march" and self.frees(u, here, there):
            return True
        lost = self.net >> here & 1 and not s.net(side) >> there & 1
        return bool(lost and gain < 0.4)
