"""The orders of a movement segment: tactics first, then every other unit where it serves best."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Any, Generic, Protocol

from hexfront.bots.bot import Reason
from hexfront.bots.planner.board import Mover, Reach, S
from hexfront.bots.planner.operations import Intentions
from hexfront.bots.planner.plan import NOWHERE, PLAIN, Plan, Sector, hex_name
from hexfront.bots.planner.proposals import Ask, Proposal, compete
from hexfront.hexes import HexSet, bits

MARGIN = 0.015
"""A unit moves only where it is better off by this."""
CROWDED = 3.0
"""What it costs to stay where there are too many: the enemy removes somebody."""


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
    reason: Reason | None = None


class Scale(Protocol):
    """Weighs hexes for one unit that is to stand somewhere."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the terms are called."""

    def terms(self, h: int) -> tuple[float, ...]:
        """What a hex has for the unit, term by term."""


class MovePlan(ABC, Generic[S]):
    """The orders for a movement segment, made one after another on a board of its own.

    Games say what threatens whom, what their tactics propose and what a hex is worth to a unit.
    """

    mover: Mover

    def __init__(
        self,
        s: S,
        side: int,
        plan: Plan = PLAIN,
        depth: int = 30,
        intentions: Intentions | None = None,
    ) -> None:
        self.s = s
        self.side = side
        self.plan = plan
        self.intentions = intentions or Intentions()
        self.depth = depth
        """How many hexes are tried for cutting lines."""
        self.boldness = plan.boldness
        self.threat = self.threats()
        self.sectors = self.find_sectors()
        self._sector = {u: sector for sector in self.sectors for u in sector.units}
        self.reach: dict[int, Reach] = {}
        self.start: dict[int, int] = {}
        self.step_value: dict[int, float] = {}
        self.reached: HexSet = 0
        self.net = self.own_net()

    # What games say ---------------------------------------------------------------------------

    @abstractmethod
    def threats(self) -> dict[int, float]:
        """For each hex the factors the enemy could bring against it as the board stands now."""

    @abstractmethod
    def find_sectors(self) -> list[Sector]:
        """The sectors with their units, the plan laid over them."""

    @abstractmethod
    def own_net(self) -> HexSet:
        """The hexes with a line of our own, as a march should count on."""

    @abstractmethod
    def make_mover(self) -> Mover:
        """What computes our reach."""

    @abstractmethod
    def loss_of(self, u: int) -> float:
        """What losing a step of the unit costs."""

    @abstractmethod
    def rank(self, u: int) -> tuple[float, ...]:
        """The order in which the rest marches, smallest first."""

    @abstractmethod
    def asks(self) -> Iterable[Ask]:
        """Every tactic with every hex it is asked about."""

    @abstractmethod
    def scale(self, u: int) -> Scale:
        """What the hexes are weighed by for a unit that marches."""

    @abstractmethod
    def fits(self, h: int, u: int) -> bool:
        """Whether a unit may end in a hex beside those there."""

    @abstractmethod
    def regrets(self, order: Order, after: dict[int, float]) -> bool:
        """Whether a unit had better stay, with all orders carried out and the threats there are then."""

    @abstractmethod
    def strength(self, u: int) -> int:
        """The attack factor of a unit."""

    @abstractmethod
    def exposure(self, u: int, h: int) -> float:
        """What a unit standing there may lose to the enemy's answer."""

    @abstractmethod
    def duty(self, u: int) -> float:
        """How much a unit is needed where it stands."""

    def opening(self) -> Iterable[Proposal]:
        """What is done before the tactics compete."""
        return ()

    def leaves(self, u: int) -> None:
        self.s.lift(u)

    # What all share ---------------------------------------------------------------------------

    def sector_of(self, u: int) -> Sector:
        """The sector a unit is for."""
        return self._sector.get(u, NOWHERE)

    def tried(self, scale: Any, hexes: HexSet) -> Iterable[tuple[float, int]]:
        """The hexes of a march, each with a bound on what it can be worth, the highest bound first."""
        return ((inf, h) for h in bits(hexes))

    def who_reaches(self, hexes: HexSet) -> list[int]:
        """The units without an order that can get to one of the hexes."""
        return [u for u, reach in self.reach.items() if reach.hexes & hexes]

    def orders(self, movable: list[int]) -> list[Order]:
        """The best orders in turn; units without a better place stay."""
        s = self.s
        self.mover = self.make_mover()
        for u in movable:
            self.reach[u] = self.mover.reach(u)
            self.start[u] = s.where[u]
            self.step_value[u] = self.loss_of(u)
            self.reached |= self.reach[u].hexes
        found: list[Order] = []
        for proposal in self.opening():
            found += self._commit(proposal, ())
        compete(self.asks(), lambda best, others: found.extend(self._commit(best, others)))
        for u in sorted(self.reach, key=self.rank):
            order = self._march(u)
            if order is not None:
                found.append(order)
        found = self._vetoed(found)
        for order in found:
            if not order.leave:
                u = order.unit
                self.intentions.marched(s.turn, u, self.start[u], s.where[u])
        return found

    def _vetoed(self, orders: list[Order]) -> list[Order]:
        """The orders without those that the enemy's answer would punish, seen with all of them carried out."""
        after = self.threats()
        kept = []
        for order in reversed(orders):
            if not order.leave and self.regrets(order, after):
                self.s.lift(order.unit)
                self.s.put(order.unit, self.start[order.unit])
            else:
                kept.append(order)
        return kept[::-1]

    def _commit(self, proposal: Proposal, others: Iterable[Proposal]) -> list[Order]:
        """Carry a proposal out. What else each of its units could have done is the alternative."""
        s = self.s
        units = {u for u, _ in proposal.moves}
        rivals: dict[int, Proposal] = {}
        for other in others:
            for u, _ in other.moves:
                if u in units and (u not in rivals or other.value > rivals[u].value):
                    rivals[u] = other
        orders = []
        for u, h in proposal.moves:
            reach = self.reach.pop(u)
            order = self._order(u, h, reach, proposal)
            order.alternative, order.gap = f"stay in {hex_name(s, self.start[u])}", proposal.value
            if u in rivals:
                order.alternative = f"{rivals[u].tactic} {hex_name(s, rivals[u].goal)}"
                order.gap = max(0.0, proposal.value - rivals[u].value)
            orders.append(order)
        return [order for order in orders if order.path or order.leave]

    def _order(self, u: int, h: int, reach: Reach, why: Proposal) -> Order:
        s = self.s
        path = [] if h == s.where[u] else self._path(u, h, reach, why.via)
        if why.leaves:
            self.leaves(u)
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

    def _march(self, u: int) -> Order | None:
        """A unit without a part in any tactic goes where it is best off."""
        s = self.s
        here, reach = s.where[u], self.reach.pop(u)
        s.suppose(u, -1)
        scale = self.scale(u)
        own = s.occupied[self.side]
        stay = sum(scale.terms(here)) - (0.0 if self.fits(here, u) else CROWDED)
        best, target = stay + MARGIN, here
        for most, h in self.tried(scale, reach.hexes):
            if most < best:
                break
            if own >> h & 1 and not self.fits(h, u):
                continue
            score = sum(scale.terms(h))
            if score >= best and h != here:
                score -= self.intentions.turning_back(s.world.grid, s.turn, u, here, h)
            if score > best or (score == best and here != target > h):
                best, target = score, h
        decided = tuple(zip(scale.names, scale.terms(target), scale.terms(here), strict=True))
        s.suppose(u, here)
        if target == here:
            return None
        gained = tuple((name, there - now) for name, there, now in decided if there != now)
        why = Proposal("march", target, ((u, target),), best - stay, gained)
        order = self._order(u, target, reach, why)
        order.alternative, order.gap = f"stay in {hex_name(s, here)}", best - stay
        return order if order.path else None
