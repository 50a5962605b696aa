"""The planner's mind: takes every decision of one side in a position it may know.

It is given a position made up from its side's view, or one of its own imagination in a playout. What is
alike in all games is here: orders carried out hex by hex, attacks prepared and thought over after each die.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, Generic

from hexfront.bots.bot import Reason
from hexfront.bots.planner import reasons
from hexfront.bots.planner.board import S
from hexfront.bots.planner.fights import Fight
from hexfront.bots.planner.moves import Order
from hexfront.bots.planner.operations import Intentions
from hexfront.bots.planner.plan import PLAIN, Plan
from hexfront.bots.planner.probes import Probe
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, by_verb
from hexfront.kernel.phase import Activity

Verbs = dict[str, Choices]
ON_THE_WAY = {"go", "stop", "join", "cancel"}
"""Decisions that carry on what was planned."""


class Commander(ABC, Generic[S]):
    """Decides for one side, one plan at a time."""

    def __init__(
        self, game: Any, side: int, plan: Plan = PLAIN, depth: int = 30, explains: bool = False
    ) -> None:
        self.side = side
        self._numbers = game.grid.numbers
        self._ids = [unit.id for unit in game.data.units]
        self.plan = plan
        self.depth = depth
        self.reason: Reason | None = None
        self.explains = explains
        """Whether anybody will read the reasons."""
        self.chance: Random | None = None
        """Makes what is hidden from the other side hard to predict; None in playouts."""
        self.intentions = Intentions()
        self._why_fight: Reason | None = None
        self.segment: object = None
        self._orders: list[Order] = []
        self._order: Order | None = None
        self._sent: set[str] = set()
        """Units whose orders of this segment have been given."""
        self._fight: Fight | None = None
        self._prober: set[int] = set()
        self.shunned: set[int] = set()
        """Targets that came to nothing in this segment."""

    @property
    def advice(self) -> Reason | None:
        """Why it takes what it has just chosen, also where that only begins to prepare an attack."""
        return self.reason or self._why_fight

    # What games say ---------------------------------------------------------------------------

    @abstractmethod
    def segment_of(self, s: S) -> object:
        """What distinguishes one segment from another."""

    @abstractmethod
    def orders(self, s: S, movable: list[int]) -> list[Order]:
        """The orders for a movement segment."""

    @abstractmethod
    def fight(self, s: S) -> Fight | None:
        """The attack to make next."""

    @abstractmethod
    def probe(self, s: S, choices: Sequence[Choice]) -> Probe | None:
        """The probe to make next."""

    @abstractmethod
    def other(self, s: S, verbs: Verbs) -> Choice:
        """Every decision that is not about moving, or naming an attack."""

    def before_combat(self, s: S, verbs: Verbs) -> Choice | None:
        """Something to be done before the next attack is named."""
        return None

    def before_moves(self, s: S, verbs: Verbs) -> Choice | None:
        """Something to be done before the next unit moves."""
        return None

    # Choices ----------------------------------------------------------------------------------

    def carries_on(self, verbs: Verbs) -> bool:
        """Whether choices only carry on what was planned: they need no look at the board.

        If a unit that has had its order is offered again, something was taken back: then it looks.
        """
        if self._orders and "pick" in verbs:
            return self._sent.isdisjoint(str(c[1]) for c in verbs["pick"])
        return not ON_THE_WAY.isdisjoint(verbs)

    def carry_on(self, choices: Sequence[Choice]) -> Choice:
        """The next step of an order or an attack under way."""
        self.reason = None
        verbs = by_verb(choices)
        if "stop" in verbs or "go" in verbs:
            return self._step(verbs)
        return self._next(verbs) if "pick" in verbs else self._prepare(verbs)

    def choose(self, s: S, choices: Sequence[Choice]) -> Choice:
        """The choice of the plan for this kind of decision."""
        self.reason = None
        verbs = by_verb(choices)
        if "stop" in verbs or "go" in verbs or "cancel" in verbs:
            return self.carry_on(choices)
        if "end" in verbs:
            if s.now.activity is Activity.MOVE:
                return self._move(s, verbs)
            return self._combat(s, verbs)
        return self.other(s, verbs)

    def _move(self, s: S, verbs: Verbs) -> Choice:
        segment = self.segment_of(s)
        first = self.before_moves(s, verbs) if segment != self.segment else None
        if first is not None:
            return first
        if segment != self.segment:
            self.segment, self._sent = segment, set()
            index = s.world.roster.index
            movable = [index[str(c[1])] for c in verbs.get("pick", [])]
            self._orders = self.orders(s.copy(), movable)
            if self.explains:
                for order in self._orders:
                    operation = self.intentions.operations.get(order.sector.goal)
                    order.reason = reasons.of_order(s, order, operation)
        return self._next(verbs)

    def _next(self, verbs: Verbs) -> Choice:
        """Pick the unit of the next order; end the segment when all are given."""
        offered = {str(c[1]): c for c in verbs.get("pick", [])}
        while self._orders:
            self._order = self._orders.pop(0)
            name = self._ids[self._order.unit]
            if name in offered:
                self._sent.add(name)
                self.reason = self._order.reason
                return offered[name]
        return verbs["end"][0]

    def _step(self, verbs: Verbs) -> Choice:
        """One hex further on the way of the present order."""
        order = self._order
        if order is not None and order.path:
            step = ("go", self._numbers[order.path[0]])
            if step in verbs.get("go", []):
                order.path.pop(0)
                return step
        if order is not None and order.leave and not order.path and "exit" in verbs:
            return verbs["exit"][0]
        return verbs["stop"][0] if "stop" in verbs else verbs["go"][0]

    def _combat(self, s: S, verbs: Verbs) -> Choice:
        segment = self.segment_of(s)
        if segment != self.segment:
            self.segment, self.shunned = segment, set()
            self._prober = set()
        return (
            self.before_combat(s, verbs)
            or self.strike(s, verbs, self.fight(s))
            or self.walk(s, verbs)
            or verbs["end"][0]
        )

    def strike(self, s: S, verbs: Verbs, fight: Fight | None) -> Choice | None:
        """Name the target of an attack, if it is offered."""
        if fight is None:
            return None
        choice: Choice = ("target", s.world.grid.number(fight.target))
        if choice not in verbs.get("target", []):
            return None
        self._fight = fight
        self._why_fight = reasons.of_fight(s, fight) if self.explains else None
        return choice

    def walk(self, s: S, verbs: Verbs) -> Choice | None:
        """Name the hex of a probe, if one is worth it."""
        probe = self.probe(s, verbs.get("probe", []))
        return self.go_in(s, probe) if probe is not None else None

    def go_in(self, s: S, probe: Probe) -> Choice | None:
        self.shunned.add(probe.hex)
        self._fight, self._prober = None, set(probe.units)
        self._why_fight = reasons.of_probe(s, probe) if self.explains else None
        return probe.choice

    def _prepare(self, verbs: Verbs) -> Choice:
        """Name those who attack, then declare."""
        wanted = self._prober if self._fight is None else set(self._fight.units)
        names = {self._ids[u] for u in wanted}
        for choice in verbs.get("join", []):
            if choice[1] in names:
                return choice
        if "declare" in verbs and wanted:
            self.reason = self._why_fight
            return verbs["declare"][0]
        if self._fight is not None:
            self.shunned.add(self._fight.target)
        return verbs["cancel"][0]
