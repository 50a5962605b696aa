"""The orders of a movement segment: tactics first, then every other unit where it serves best."""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from hexfront.bots.planner.maps import (
    Mover,
    Reach,
    cutters,
    fair_net,
    reaches,
    roads,
    stand,
    threat,
)
from hexfront.bots.planner.sectors import PLAIN, POSTURES, Plan, Sector, hex_name, sectors
from hexfront.bots.planner.tactics import Proposal, proposals
from hexfront.bots.planner.values import (
    defence_of,
    fall_chance,
    future,
    peril,
    place_value,
    risk,
    step_value,
)
from hexfront.games.breakout.sides import SOVIET
from hexfront.games.breakout.stacking import fits
from hexfront.games.breakout.state import State
from hexfront.hexes import HexSet, bits

PULL = 0.02
"""A movement point nearer to a goal of one point's worth."""
WEAK_SPOTS = 15
"""How many hexes are looked at where the enemy may cut our lines; playouts look at none."""
MARGIN = 0.015
"""A unit moves only where it is better off by this."""
NOWHERE = Sector(-1, 0.0, 1.0, POSTURES["reserve"], "")


@dataclass(slots=True)
class Order:
    """One unit's way, and why."""

    unit: int
    path: list[int]
    leave: bool = False
    """Whether it goes off the map at the end of it."""
    why: Proposal | None = None
    sector: Sector = field(default_factory=lambda: NOWHERE)
    alternative: str = ""
    gap: float = 0.0


class MovePlan:
    """The orders for a movement segment, made one after another on a board of its own."""

    def __init__(self, s: State, side: int, plan: Plan = PLAIN, depth: int = 30) -> None:
        self.s = s
        self.side = side
        self.depth = depth
        """How many hexes are tried for cutting lines."""
        self.boldness = plan.boldness
        self.threat = threat(s, 1 - side)
        self.sectors = sectors(s, side, self.threat, plan)
        self._sector = {u: sector for sector in self.sectors for u in sector.units}
        self.reach: dict[int, Reach] = {}
        self.start: dict[int, int] = {}
        self.step_value: dict[int, float] = {}
        self.reached: HexSet = 0
        self.net = fair_net(s, side)

    def sector_of(self, u: int) -> Sector:
        """The sector a unit is for."""
        return self._sector.get(u, NOWHERE)

    def who_reaches(self, hexes: HexSet) -> list[int]:
        """The units without an order that can get to one of the hexes."""
        return [u for u, reach in self.reach.items() if reach.hexes & hexes]

    def weak_spots(self) -> list[int]:
        """Hexes from which the enemy could cut our lines in his next impulse, the worst first."""
        if self.depth < WEAK_SPOTS:
            return []
        hexes = 0
        for reach in reaches(self.s, 1 - self.side).values():
            hexes |= reach.hexes
        return cutters(self.s, 1 - self.side, hexes, WEAK_SPOTS)

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

    def orders(self, movable: list[int]) -> list[Order]:
        """The best orders in turn; units without a better place stay."""
        s, mover = self.s, Mover(self.s, self.side)
        self.mover = mover
        roster = s.world.roster
        for u in movable:
            self.reach[u] = mover.reach(u)
            self.start[u] = s.where[u]
            self.step_value[u] = step_value(s, u)
            self.reached |= self.reach[u].hexes
        found = self._tactics()
        rest = sorted(
            self.reach,
            key=lambda u: (
                roster.artillery[u] or roster.support[u],
                -roster.attack[u][s.steps[u]] - roster.defence[u][s.steps[u]],
                u,
            ),
        )
        for u in rest:
            order = self._march(u)
            if order is not None:
                found.append(order)
        return self._vetoed(found)

    # Second thoughts --------------------------------------------------------------------------

    def _vetoed(self, orders: list[Order]) -> list[Order]:
        """The orders without those that his answer would punish: looked at with all orders carried out."""
        after = threat(self.s, 1 - self.side)
        kept = []
        for order in reversed(orders):
            if not order.leave and self._regrets(order, after):
                self.s.lift(order.unit)
                self.s.put(order.unit, self.start[order.unit])
            else:
                kept.append(order)
        return kept[::-1]

    def _regrets(self, order: Order, after: dict[int, float]) -> bool:
        """Whether a unit had better stay: it bares a place, cannot hold where it goes, or is cut off."""
        s, side, u = self.s, self.side, order.unit
        here, there = self.start[u], s.where[u]
        if order.why is None or not fits(s, here, u):
            return False
        gain = order.why.value
        bare = s.control[side] & ~s.occupied[side] & s.world.board.places_set
        if bare >> here & 1 and after.get(here) and gain < 0.7 * place_value(s, here):
            return True
        if order.why.tactic in ("mass", "garrison"):
            return False
        danger = risk(s, there, side, defence_of(s, there, side), after.get(there, 0.0))
        if danger > 0.6 and danger * self.step_value[u] > gain + 0.1:
            return True
        if order.why.tactic == "march" and self._frees(u, here, there):
            return True
        lost = self.net >> here & 1 and not s.net(side) >> there & 1
        return bool(lost and s.world.roster.division[u] and gain < 0.8)

    def _frees(self, u: int, here: int, there: int) -> bool:
        """Whether enemies are cut off as long as this unit stays, and free when it goes."""
        s, enemy = self.s, 1 - self.side
        free = s.net(enemy) & s.occupied[enemy]
        stand(s, u, here)
        shut_in = free & ~s.net(enemy)
        stand(s, u, there)
        return bool(shut_in)

    # Tactics ----------------------------------------------------------------------------------

    def _tactics(self) -> list[Order]:
        """Take the best proposal again and again, each looked at anew after the ones before it."""
        heap = [(-p.value, i, p) for i, p in enumerate(proposals(self))]
        heapify(heap)
        orders: list[Order] = []
        count = len(heap)
        while heap:
            *_, proposal = heappop(heap)
            assert proposal.again is not None
            fresh = proposal.again()
            if fresh is None:
                continue
            fresh.again = proposal.again
            if heap and fresh.value < -heap[0][0] - 1e-9:
                count += 1
                heappush(heap, (-fresh.value, count, fresh))
                continue
            if fresh.value <= 0.02:
                continue
            other = heap[0][2] if heap else None
            orders += self._commit(fresh, other)
            if fresh.tactic == "garrison":
                count += 1
                heappush(heap, (-fresh.value, count, fresh))
        return orders

    def _commit(self, proposal: Proposal, other: Proposal | None) -> list[Order]:
        s = self.s
        orders = []
        alternative, gap = "", 0.0
        if other is not None:
            alternative = f"{other.tactic} {hex_name(s, other.goal)}"
            gap = proposal.value - other.value
        for u, h in proposal.moves:
            reach = self.reach.pop(u)
            order = self._order(u, h, reach, proposal)
            order.alternative, order.gap = alternative, gap
            orders.append(order)
        return [order for order in orders if order.path or order.leave]

    def _order(self, u: int, h: int, reach: Reach, why: Proposal) -> Order:
        s = self.s
        path = [] if h == s.where[u] else self._path(u, h, reach, why.via)
        if why.leaves:
            s.exits += 1
            s.lift(u)
        elif path:
            s.lift(u)
            for place in (*why.via, h):
                s.put(u, place)
                if place != h:
                    s.lift(u)
        return Order(u, path, why.leaves, why, self.sector_of(u))

    def _path(self, u: int, h: int, reach: Reach, via: tuple[int, ...]) -> list[int]:
        """The way to a hex through others."""
        path: list[int] = []
        start = self.s.where[u]
        for stop in (*via, h):
            path += self.mover.path(u, reach, stop, start)
            if stop != h:
                start, reach = stop, self.mover.reach(u, stop, reach.points(stop))
        return path

    # Everybody else ---------------------------------------------------------------------------

    def _march(self, u: int) -> Order | None:
        s = self.s
        here, reach = s.where[u], self.reach.pop(u)
        stand(s, u, -1)
        terms = Scale(self, u).terms
        own = s.occupied[self.side]
        stay = sum(terms(here))
        best, target = stay + MARGIN, here
        for h in bits(reach.hexes):
            if own >> h & 1 and not fits(s, h, u):
                continue
            score = sum(terms(h))
            if score > best:
                best, target = score, h
        decided = tuple(zip(TERMS, terms(target), terms(here), strict=True))
        stand(s, u, here)
        if target == here:
            return None
        gained = tuple((name, there - now) for name, there, now in decided if there != now)
        why = Proposal("march", target, ((u, target),), best - stay, gained)
        order = self._order(u, target, reach, why)
        order.alternative, order.gap = f"stay in {hex_name(s, here)}", best - stay
        return order if order.path else None


class Scale:
    """Weighs hexes for one unit that is to stand somewhere."""

    def __init__(self, plan: MovePlan, u: int) -> None:
        self.plan, self.u = plan, u
        s = plan.s
        roster = s.world.roster
        sector = plan.sector_of(u)
        self.posture = sector.posture
        self.march: list[int] | None = None
        if sector.goal >= 0:
            self.march = roads(s.world).march(sector.goal, roster.mobility[u])
            self.pull = PULL * sector.posture.pull * (0.5 + sector.value) ** 0.5
        self.own = roster.defence[u][s.steps[u]]
        self.stray = 0.12 if plan.side == SOVIET else 0.0
        self.division = roster.division[u]
        self.needs_company = roster.artillery[u] or roster.support[u]

    def terms(self, h: int) -> tuple[float, float, float, float, float]:
        """What a hex has for the unit, term by term."""
        plan = self.plan
        s, side = plan.s, plan.side
        threat = plan.threat.get(h, 0.0)
        pull = hold = danger = company = beside = 0.0
        if self.march is not None:
            pull = -self.pull * min(self.march[h], 60)
        others = s.stacks.get(h, ())
        if threat:
            if others:
                beside = defence_of(s, h, side)
            after = risk(s, h, side, beside + self.own, threat)
            danger = after * plan.step_value[self.u]
            if others:
                before = risk(s, h, side, beside, threat)
                danger += (after - before) * 0.2 * len(others)
            danger *= -self.posture.danger / plan.boldness
            if (s.world.board.places_set & s.control[side]) >> h & 1:
                safer = fall_chance(s, h, side, beside, threat)
                safer -= fall_chance(s, h, side, beside + self.own, threat)
                hold = place_value(s, h) * max(0.0, safer) * self.posture.hold * future(s)
        supply = 0.0
        if not plan.net >> h & 1:
            supply = -self.stray
            if self.division:
                supply = -peril(s, self.u, h, beside + self.own, threat)
        if self.needs_company:
            roster = s.world.roster
            if not any(not roster.artillery[v] and not roster.support[v] for v in others):
                company = -0.6 if threat else -0.1
        return pull, hold, danger, supply, company


TERMS = ("towards the goal", "holding a place", "danger", "own line", "company")
