"""The planner's mind for Kesselschlacht: takes every decision of one side in a position it may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hexfront.bots.bot import Reason
from hexfront.bots.planner.kesselschlacht import (
    activation,
    aftermath,
    air,
    bridges,
    positions,
    reasons,
    setup,
)
from hexfront.bots.planner.kesselschlacht.axis_march import AxisMarch
from hexfront.bots.planner.kesselschlacht.fights import Fight, best_attack
from hexfront.bots.planner.kesselschlacht.orders import Order, group_of, order_to
from hexfront.bots.planner.kesselschlacht.picture import Picture
from hexfront.bots.planner.kesselschlacht.soviet_march import SovietMarch
from hexfront.bots.planner.kesselschlacht.weights import USUAL
from hexfront.games.kesselschlacht.sides import AXIS
from hexfront.games.kesselschlacht.state import State
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, by_verb, subjects
from hexfront.kernel.phase import Activity

Verbs = dict[str, Choices]
MARCHING = {"go", "stop", "fuel", "draw", "exit"}


class KesselschlachtCommander:
    """Decides for one side, one plan at a time."""

    def __init__(self, game: Any, side: int, explains: bool = False) -> None:
        self.side = side
        self.reason: Reason | None = None
        self.explains = explains
        self.chance: Random | None = None
        self.weights = USUAL
        self._ids = [unit.id for unit in game.data.units]
        self._index = {name: u for u, name in enumerate(self._ids)}
        self._numbers = game.grid.numbers
        self._orders: list[tuple[Order, Reason | None]] | None = None
        """The marches of this Movement Phase that are still to be made, None before they are planned."""
        self._order: Order | None = None
        self._came: dict[int, int] = {}
        """Where units stood before their last march: changing one's mind costs something."""
        self._pressed = 0
        """How many units without an order were told to move all the same."""
        self._fight: Fight | None = None
        self._why_fight: Reason | None = None
        self._crew: list[str] = []
        """The aircraft of the mission that is being put together."""
        self._flights: tuple[int, dict[str, int]] = (0, {})
        """The turn of the last allocation, and the sectors of those who are still to be sent."""
        self._uses: tuple[int, dict[int, float]] = (0, {})
        """The turn, and what it is worth in it to activate each HQ."""
        self._segment: object = None
        self._shunned: set[int] = set()
        """Targets that came to nothing in this phase."""

    @property
    def advice(self) -> Reason | None:
        """Why it takes what it has just chosen, also where that only begins to prepare an attack."""
        return self.reason or self._why_fight

    # Carrying on ------------------------------------------------------------------------------

    def carries_on(self, verbs: Verbs) -> bool:
        """Whether these choices only carry on what was planned: no look at the board is needed."""
        if self._order is not None and not MARCHING.isdisjoint(verbs):
            return True
        if "cancel" in verbs or self._next_flight(verbs) is not None:
            return True
        return (
            self._orders is not None
            and "place" not in verbs
            and bool(verbs.keys() & {"end", "pick"})
        )

    def carry_on(self, choices: Sequence[Choice]) -> Choice:
        self.reason = None
        verbs = by_verb(choices)
        if "cancel" in verbs:
            return self._prepare(verbs)
        if (flight := self._next_flight(verbs)) is not None:
            return self._take_off(flight)
        if self._order is not None and not MARCHING.isdisjoint(verbs):
            return self._step(verbs)
        return self._next_march(verbs)

    def _step(self, verbs: Verbs) -> Choice:
        """The next thing to do for the march under way: who joins, fuel, hexes, the end."""
        order = self._order
        assert order is not None
        while order.asked:
            join = ("pick", self._ids[order.asked.pop(0)])
            if join in verbs.get("pick", ()):
                return join
        if order.path or "stop" not in verbs:
            if "draw" in verbs:
                return verbs["draw"][0]
            if "fuel" in verbs:
                return min(verbs["fuel"], key=lambda c: (abs(int(c[1]) - order.fuel), int(c[1])))
        if order.path:
            step = ("go", self._numbers[order.path[0]])
            if step in verbs.get("go", ()):
                order.path.pop(0)
                return step
            order.path = []
        if order.leave and "exit" in verbs:
            return verbs["exit"][0]
        for verb in ("go", "stop", "exit") if order.presses else ("stop", "go", "exit"):
            if verb in verbs:
                return verbs[verb][0]
        return next(iter(verbs.values()))[0]

    def _next_march(self, verbs: Verbs) -> Choice:
        """Pick the first unit of the next march; end the phase when all are made."""
        offered = verbs.get("pick", ())
        while self._orders:
            order, reason = self._orders.pop(0)
            mates = [u for u in order.units if ("pick", self._ids[u]) in offered]
            if mates and (order.path or order.leave):
                order.asked = mates[1:]
                self._order, self.reason = order, reason
                return ("pick", self._ids[mates[0]])
        if "end" in verbs:
            self._orders = self._order = None
            return verbs["end"][0]
        # somebody has to move who has no order: all are asked in turn
        self._pressed += 1
        choice = offered[self._pressed % len(offered)]
        unit = self._index[str(choice[1])]
        self._order = Order([unit], [], leave=True, tactic="orders", presses=True)
        return choice

    def _prepare(self, verbs: Verbs) -> Choice:
        """Name those who attack or fly, then declare."""
        if self._fight is not None:
            wanted = {self._ids[u] for u in self._fight.units}
            wanted |= set(self._crew)
        else:
            wanted = set(self._crew)
        for choice in verbs.get("join", ()):
            if choice[1] in wanted:
                return choice
        ready = not any(c[1] not in wanted for c in verbs.get("leave", ())) or self._fight is None
        if "declare" in verbs and wanted and ready:
            self.reason, self._why_fight = self._why_fight, None
            return verbs["declare"][0]
        if self._fight is not None:
            self._shunned.add(self._fight.target)
        return verbs["cancel"][0]

    def _next_flight(self, verbs: Verbs) -> Choice | None:
        """The next aircraft of the allocation that was planned."""
        if "fly" in verbs and (sectors := self._flights[1]):
            for name in subjects(verbs["fly"]):
                if name in sectors:
                    return ("fly", name, sectors[name])
        return None

    def _take_off(self, flight: Choice) -> Choice:
        del self._flights[1][str(flight[1])]
        return flight

    # Deciding ---------------------------------------------------------------------------------

    def choose(self, s: State, choices: Sequence[Choice]) -> Choice:
        self.reason = None
        verbs = by_verb(choices)
        if "cancel" in verbs:
            return self._prepare(verbs)
        if "fly" not in verbs:
            self._flights[1].clear()  # the allocation is over
        p = Picture(s, self.side, self._came, self.weights)
        chance = self.chance or Random(s.turn)
        if s.now.activity is Activity.MOVE and not self._interrupts(verbs):
            return self._march(p, verbs)
        self._orders = self._order = None
        if s.now.activity is Activity.COMBAT and "target" in verbs:
            return self._combat(p, verbs)
        for verb, answer in ANSWERS.items():
            if verb in verbs:
                found = answer(self, p, verbs, chance)
                if found is not None:
                    return found
        for verb in ("end", "done", "pass"):
            if verb in verbs:
                return verbs[verb][0]
        return choices[0]

    def _interrupts(self, verbs: Verbs) -> bool:
        """Whether something else is asked for in a Movement Phase: bridges, losses, retreats."""
        return "demolish" in verbs or "reassign" in verbs

    def _march(self, p: Picture, verbs: Verbs) -> Choice:
        s = p.s
        if s.stack and not MARCHING.isdisjoint(verbs):
            return self._arrived(p, verbs)
        if "place" in verbs:
            self._order = None
            return self._enter(p, verbs["place"])
        if "build" in verbs and (bridge := bridges.build(p, verbs["build"])) is not None:
            return bridge
        movable = [self._index[str(c[1])] for c in verbs.get("pick", ())]
        march = AxisMarch(p, movable) if self.side == AXIS else SovietMarch(p, movable)
        orders = march.orders()
        self._orders = [
            (order, reasons.of_order(s, order) if self.explains and order.path else None)
            for order in orders
        ]
        self._came = self._came | {
            u: order.from_ for order in orders if order.path for u in order.units
        }
        return self._next_march(verbs)

    def _enter(self, p: Picture, choices: Choices) -> Choice:
        """A reinforcement comes in where its way to the pocket is shortest."""
        march = AxisMarch(p, [])
        name = subjects(choices)[0]
        mine = [c for c in choices if c[1] == name]
        grid = p.s.world.grid
        return min(mine, key=lambda c: (march.relief[grid.index(str(c[2]))], str(c[2])))

    def _arrived(self, p: Picture, verbs: Verbs) -> Choice:
        """A force that has just come in goes on."""
        s = p.s
        force: Any = s.stack[-1]
        group = group_of(s, force.units)
        self._order = Order(list(force.units), [], from_=force.hex)
        if group is not None and self.side == AXIS:
            march = AxisMarch(p, [])
            best = max(group.ways, key=lambda h: (march.value(group, h), h), default=-1)
            if best >= 0 and march.value(group, best) > march.value(group, group.hex):
                self._order = order_to(group, best, "arrives", best)
        return self._step(verbs)

    def _combat(self, p: Picture, verbs: Verbs) -> Choice:
        """The best attack of all, as long as one is worth making."""
        s = p.s
        if self._segment != (s.turn, s.phase):
            self._segment, self._shunned = (s.turn, s.phase), set()
        axis = AxisMarch(p, []) if self.side == AXIS else None
        soviet = SovietMarch(p, []) if self.side != AXIS else None
        best: Fight | None = None
        for choice in verbs["target"]:
            h = s.world.grid.index(str(choice[1]))
            if h in self._shunned:
                continue
            prize = axis.gate(h) if axis is not None else soviet.prize(h) if soviet else 0.0
            fight = best_attack(p, self.side, h, prize)
            if fight is not None and fight.value > (
                p.weights.least if best is None else best.value
            ):
                best = fight
        if best is None:
            return verbs["end"][0]
        self._fight = best
        self._crew = [s.world.aircraft.ids[a] for a in best.aircraft]
        self._why_fight = reasons.of_fight(s, best) if self.explains else None
        return ("target", s.world.grid.number(best.target))

    # Answers to single questions --------------------------------------------------------------

    def activate(self, p: Picture, verbs: Verbs, chance: Random) -> Choice:
        if self._uses[0] != p.s.turn:  # nothing moves while HQs are tried
            self._uses = p.s.turn, activation.uses(p)
        choice, hq = activation.choose(p, verbs, self._uses[1])
        if self.explains and hq >= 0:
            self.reason = reasons.of_attempt(p.s, hq, activation.chance(p, hq))
        return choice

    def place(self, p: Picture, verbs: Verbs, chance: Random) -> Choice:
        return setup.place(p, verbs["place"], chance)

    def fly(self, p: Picture, verbs: Verbs, chance: Random) -> Choice:
        ready = subjects(verbs["fly"])
        if self._flights[0] != p.s.turn:
            self._flights = p.s.turn, air.plan(p, ready, chance)
        flight = self._next_flight(verbs)
        if flight is None:
            self._flights[1].clear()
            return verbs["done"][0]
        return self._take_off(flight)

    def mission(self, p: Picture, verbs: Verbs, chance: Random) -> Choice:
        choice, self._crew = air.missions(p, verbs, chance)
        self._fight = None
        return choice

    def positions(self, p: Picture, verbs: Verbs, chance: Random) -> Choice:
        if p.s.now.activity is Activity.SETUP:
            return setup.hasty(p, verbs)
        return positions.choose(p, verbs)


Answer = Callable[[KesselschlachtCommander, Picture, Verbs, Random], Choice | None]


def _one(verb: str, answer: Callable[[Picture, Choices], Choice | None]) -> Answer:
    return lambda commander, p, verbs, chance: answer(p, verbs[verb])


ANSWERS: dict[str, Answer] = {
    "place": KesselschlachtCommander.place,
    "allot-ammo": lambda c, p, verbs, chance: setup.share(p, "allot-ammo", verbs["allot-ammo"]),
    "allot-fuel": lambda c, p, verbs, chance: setup.share(p, "allot-fuel", verbs["allot-fuel"]),
    "assign": lambda c, p, verbs, chance: setup.assign(p, verbs["assign"], chance),
    "load": _one("load", air.load),
    "fly": KesselschlachtCommander.fly,
    "fight": lambda c, p, verbs, chance: air.role(p, verbs),
    "attack": lambda c, p, verbs, chance: verbs["attack"][0],
    "deliver": _one("deliver", air.deliver),
    "bomb": KesselschlachtCommander.mission,
    "raid": KesselschlachtCommander.mission,
    "land": KesselschlachtCommander.mission,
    "paradrop": KesselschlachtCommander.mission,
    "hasty": KesselschlachtCommander.positions,
    "prepare": KesselschlachtCommander.positions,
    "name": _one("name", activation.directive),
    "activate": KesselschlachtCommander.activate,
    "priority": KesselschlachtCommander.activate,
    "demolish": _one("demolish", bridges.demolish),
    "lose": _one("lose", aftermath.lose),
    "retreat": _one("retreat", aftermath.retreat),
    "displace": _one("displace", aftermath.displace),
    "advance": _one("advance", aftermath.advance),
    "pay": _one("pay", aftermath.pay),
}
"""What answers each kind of choice; where it says nothing the phase ends or the decision is passed."""
