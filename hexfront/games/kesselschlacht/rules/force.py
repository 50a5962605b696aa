"""A force on the move: units of one hex that go together, at the pace of the slowest. 11.1.1, 10.5.2, 11.2.1"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from hexfront.games.kesselschlacht.rules import exits, fuel, orders
from hexfront.games.kesselschlacht.rules import force_refusals as refusals
from hexfront.games.kesselschlacht.rules.defensive_positions import upkeep
from hexfront.games.kesselschlacht.rules.move_ends import (
    any_steps,
    ends_of,
    has_end,
    may_end,
    why_no_stay,
    with_ends,
)
from hexfront.games.kesselschlacht.rules.movement_costs import (
    NO_DICE,
    allowance,
    bars,
    figure,
    has_room,
    limited,
    made_up_of,
    prices,
)
from hexfront.games.kesselschlacht.rules.routes import exit_price
from hexfront.games.kesselschlacht.rules.soviet_movement import (
    Ends,
    why_isolates,
)
from hexfront.games.kesselschlacht.rules.stacking import counted, limit, too_full
from hexfront.games.kesselschlacht.rules.status import share
from hexfront.games.kesselschlacht.rules.who_moves import why_not_ready
from hexfront.games.kesselschlacht.sides import AXIS, DO, SOVIET
from hexfront.games.kesselschlacht.world import MOTORIZED
from hexfront.hexes import HexSet
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, Product, Union
from hexfront.kernel.refusal import Refused
from hexfront.mechanics import entering
from hexfront.mechanics.entering import Bars, Entry, Purse, Terms, payable, purse_of
from hexfront.mechanics.marching import Marching, mark_moved
from hexfront.mechanics.verbs import STOP
from hexfront.mechanics.ways import Way

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.rules.movement import Movement
    from hexfront.games.kesselschlacht.state import State

EXIT: Choice = ("exit",)


class Part(NamedTuple):
    """A unit that was split off a force on its way and goes on when the others have stopped. 10.5.2.A.a"""

    unit: int
    points: int
    hex: int
    payer: int
    walked: bool
    """Whether it has taken a step: if not it may yet infiltrate, or stay."""


@dataclass(slots=True)
class Force(Marching["State"]):
    """Units of one hex on their way together; each pays for itself. 11.1.1.a, 11.1.1.b

    They pass through friends at no cost, any number of them. 11.1.2.a, 3.1.3.b
    """

    side: int
    units: tuple[int, ...]
    points: tuple[int, ...]
    """The half points that each has left; before fuel is bought, those that it could have at most."""
    hex: int
    bars: Bars
    started: bool
    """Whether they have bought fuel or taken a step: nobody joins any more."""
    origin: int
    """Where the move began."""
    walked: bool = False
    source: int = -1
    """The corps that the army's HQ wants to draw from. 10.5.7"""
    paid: bool = False
    """Whether fuel was bought, or the free points were chosen."""
    payer: tuple[int, ...] = ()
    """The corps HQ that pays for each unit, -1 for those who need or get no fuel."""
    pools: tuple[tuple[int, int], ...] = ()
    """The half points that each corps has paid for and that are left, for all parts together. 10.5.2.A"""
    waiting: tuple[Part, ...] = ()
    ordered: bool = False
    """Whether it began the move under orders: then it goes in any supply. 8.1.3.c, 9.2.2.A"""
    no_end: HexSet = 0
    """Hexes that a move leads through but does not end in, where that was asked for the whole map."""

    group_case = "11.1.1.a"
    drop_case = "11.1.a"
    step_case = "11.1.1.a"
    points_case = "11.1.6.a"
    zone_case = "3.2.4.a"
    leave_case = "3.2.4.b"

    # On what terms --------------------------------------------------------------------------

    def terms(self, s: State) -> Terms:
        roads, shut = prices(s, self.units), 0
        for _, hexes in self.bars:
            shut |= hexes
        slips = 1 << self.hex if not self.walked and self.infiltrates(s) else 0
        return Terms(roads, shut, s.zoc(1 - self.side), NO_DICE, 0, roads, slips)

    def infiltrates(self, s: State) -> bool:
        """Whether the force may go from an enemy zone straight into another: Germans, at first. 11.2.1.a, R-91

        In every Movement Phase anew, in any supply. 3.2.4-ex, 11.2.1.c
        """
        if self.walked:
            return False  # 11.2.1.b
        return all(infiltrates(s, u) for u in self.units)

    def steps(self, s: State, purse: Purse) -> Sequence[Entry]:
        """The steps that the force may take now: none that leads where it can neither stay nor go on."""
        return [] if self.buys(s) else self._steps_now(s, purse, ends_of(s, self))

    def _steps_now(self, s: State, purse: Purse, among: Ends) -> Sequence[Entry]:
        """The same where no fuel has to be bought first."""
        units, found = self.units, payable(self.terms(s), self.hex, purse)
        if self.side == AXIS or all(orders.goes_freely(s, u) for u in units):
            friends, doubtful = s.occupied[self.side], ~among.safe
            for e in found:
                n = e[1]
                if doubtful >> n & 1 or (friends >> n & 1 and not has_room(s, units, n)):
                    break
            else:
                return found  # it may end wherever it goes
        return list(any_steps(s, self, purse, among=among))

    def all_ways(self, s: State) -> dict[int, Way]:
        whole = with_ends(s, self)
        return super(Force, whole).all_ways(s)

    def passing(self, s: State) -> HexSet:
        return self.no_end

    def may_stay(self, s: State) -> bool:
        return self._may_stay(s, ends_of(s, self))

    def _may_stay(self, s: State, among: Ends) -> bool:
        told = self.side == SOVIET and not orders.may_stop(s, self.units, min(self.points))
        if told and (self.ways(s) or exits.can_leave(s, self)):
            return False  # who cannot go on may stop
        return not self.walked or may_end(s, self, among, self.hex)

    def allowance(self, s: State, u: int) -> int:
        return allowance(s, u)

    def of(self, s: State, units: tuple[int, ...], points: tuple[int, ...]) -> Force:
        """Other members: before the start their fuel is computed anew, later each keeps its payer."""
        if not self.started:
            return Force(self.side, units, points, self.hex, bars(s, units), False, self.origin)
        by = dict(zip(self.units, self.payer, strict=True))
        payer = tuple([by[u] for u in units])
        return replace(self, units=units, points=points, payer=payer, bars=bars(s, units))

    # Fuel -----------------------------------------------------------------------------------

    def buys(self, s: State) -> dict[int, int]:
        """Who of the force has to say how much fuel it buys before it goes, with the payers. 10.5.1.a"""
        if self.paid or self.side != AXIS:
            return {}
        return fuel.payers(s, self.units, self.source)

    def _draw(self, s: State, source: int) -> None:
        """The army's HQ chooses its corps, and can have no more points than that has. 10.5.7"""
        most = 2 * fuel.available(s, source)
        army = s.world.roster.army
        points = [
            min(p, most) if army[u] else p for u, p in zip(self.units, self.points, strict=True)
        ]
        s.stack[-1] = replace(self, source=source, points=tuple(points))

    def _buy(self, s: State, points: int) -> None:
        """Every corps pays for its own units in the force, once for all of them. 10.5.2.c, 10.5.3"""
        payer = self.buys(s)
        corps = sorted(set(payer.values()))
        for hq in corps:
            fuel.spend(s, hq, points, "10.5.2.a")
        if points:
            for u in payer:
                if s.world.roster.army[u]:
                    s.fuel_source = payer[u]  # 10.5.7
        have = points or fuel.free_points(s)
        left = tuple(
            [
                limited(s, u, 2 * have) if u in payer else p
                for u, p in zip(self.units, self.points, strict=True)
            ]
        )
        s.stack[-1] = replace(
            self,
            points=left,
            started=bool(points),
            paid=True,
            payer=tuple([payer.get(u, -1) if points else -1 for u in self.units]),
            pools=tuple([(hq, 2 * points) for hq in corps]) if points else (),
        )

    # What is offered and done ---------------------------------------------------------------

    def offer(self, s: State) -> Choices:
        """Hexes, fuel, units to add or leave behind, the map edge, the end of the move."""
        roster = s.world.roster
        buys, among, go = self.buys(s), ends_of(s, self), s.world.board.go
        purse = purse_of(roster.mobility, self.units, self.points)
        choices = [] if buys else [go[e[1]] for e in self._steps_now(s, purse, among)]
        if not self.started:
            others = [u for u in s.stacks[self.hex] if u not in self.units]
            if others:
                phase: Movement = s.stack[-2]  # type: ignore[assignment]
                others = phase.able(s, others)
            if self.side == SOVIET:
                others = [u for u in others if orders.why_alone(s, (u, *self.units)) is None]
            choices += [roster.pick[u] for u in others]
        if len(self.units) > 1:
            if self.walked:
                stay = [u for u in self.units if self._may_part(s, u)]
                choices += [roster.drop[u] for u in stay if self.goes_on_without(s, u)]
                points = dict(zip(self.units, self.points, strict=True))
                choices += [("split", roster.ids[u]) for u in stay if points[u]]
            else:
                choices += [roster.drop[u] for u in self.units]
                choices += [("split", roster.ids[u]) for u in self.units if self.has_bought(u)]
        if not buys and exits.can_leave(s, self):
            choices.append(EXIT)
        if self._may_stay(s, among):
            choices.append(STOP)
        if not buys:
            return choices
        draw = fuel.choices_of_source(s, self.units) if self.source < 0 else []
        if draw:
            return [*choices, *[("draw", roster.ids[hq]) for hq in draw]]
        return Union(choices, Product("fuel", (fuel.range_for(s, buys),)))

    def has_bought(self, u: int) -> bool:
        """Whether fuel was bought for a unit of the force."""
        return bool(self.payer) and self.payer[self.units.index(u)] >= 0

    def _may_part(self, s: State, u: int) -> bool:
        """Whether one unit may stay where the force is, with the others or when they have gone on. 11.1.2.a"""
        return why_no_stay(s, self, (u,), self.hex) is None or self.why_no_part(s, u) is None

    def goes_on_without(self, s: State, u: int) -> bool:
        """Whether the others can do something yet once a unit that stays shares the worst status there. 13.3.b

        Routed it may be out of supply, and then whoever goes on is to blame. 11.3.3
        """
        passing = [*self._who_wait(), *[v for v in self.units if v != u]]
        if len({s.status[v] for v in s.stacks[self.hex] if v not in passing}) == 1:
            return True
        then, rest = s.copy(), self._without(s, u)
        share(then, self.hex, passing)
        return rest.may_stay(then) or bool(rest.ways(then)) or exits.can_leave(then, rest)

    def why_no_part(self, s: State, u: int) -> Refused | None:
        """Why one unit cannot stay and leave the others to go on, None if it can."""
        others = [v for v in s.units_in(self.hex) if v == u or v not in self.units]
        if counted(s, others) > limit(s, self.side):
            return Refused("11.1.2.a", too_full(s, (u,), self.hex, self.units))
        if self.side == SOVIET and not self.ordered:
            reason = why_isolates(s, (u,), self.origin, self.hex)
            if reason is not None:
                return reason
        rest = self._without(s, u)
        if rest.ways(s) or exits.can_leave(s, rest):
            return None
        return Refused("11.1.2.a", too_full(s, self.units, self.hex) + " Nobody can go on.")

    def _without(self, s: State, u: int) -> Force:
        at = self.units.index(u)
        return self.of(
            s, self.units[:at] + self.units[at + 1 :], self.points[:at] + self.points[at + 1 :]
        )

    def takes_itself(self, s: State, choice: Choice) -> bool:
        """Only the end of a move that cannot go on."""
        return choice == STOP

    def take(self, s: State, choice: Choice) -> None:
        verb = choice[0]
        if verb == "fuel":
            self._buy(s, int(choice[1]))
        elif verb == "draw":
            self._draw(s, s.world.roster.index[str(choice[1])])
        elif verb == "split":
            self._split(s, s.world.roster.index[str(choice[1])])
        elif verb == "exit":
            exits.leave(s, self)
            s.stack.pop()
            price = exit_price(s, MOTORIZED)
            go_on(s, replace(self, pools=self._pools_after(price)))
        elif verb == "stop":
            s.stack.pop()
            if self.walked:
                halt(s, self)
            elif self.started:  # who bought fuel has wasted it, the others have not moved yet
                mark_moved(s, tuple([u for u in self.units if self.has_bought(u)]))
                go_on(s, self)
        elif verb == "drop" and not self.walked:
            if self.started and self.has_bought(u := s.world.roster.index[str(choice[1])]):
                mark_moved(s, (u,))
            s.stack[-1] = self._without(s, s.world.roster.index[str(choice[1])])
        elif verb == "drop":
            super(Force, self).take(s, choice)
            rest: Force = s.stack[-1]  # type: ignore[assignment]
            share(s, self.hex, passing=(*rest.units, *self._who_wait()))
        else:
            super(Force, self).take(s, choice)

    def _who_wait(self) -> list[int]:
        return [part.unit for part in self.waiting]

    def _split(self, s: State, u: int) -> None:
        """One unit waits where it is until the others have stopped, then goes on. 10.5.2.A.b"""
        at = self.units.index(u)
        payer = self.payer[at] if self.payer else -1
        part = Part(u, self.points[at], self.hex, payer, self.walked)
        s.stack[-1] = replace(self._without(s, u), waiting=(*self.waiting, part))

    def _pools_after(self, price: int) -> tuple[tuple[int, int], ...]:
        """What is left for all parts when this one has paid a price at motorized costs. 10.5.2.A.b"""
        return tuple([(hq, p - price if hq in self.payer else p) for hq, p in self.pools])

    def go(self, s: State, n: int) -> None:
        """Enter an adjacent hex; in an enemy zone the move ends. 11.1.1.a, 11.1.3, 3.2.4.a"""
        mobility, here = s.world.roster.mobility, self.hex
        costs = s.ways.price(s.weather, here, n)
        left = tuple([p - costs[mobility[u]] for u, p in zip(self.units, self.points, strict=True)])
        if s.events is not None:
            s.tell("move", "11.1.1.a", side=self.side, units=self.units, hex=here, to=n)
        for u in reversed(self.units):  # they keep their order
            s.enter(u, n)
            if s.entered >> u & 1:
                s.spent[u] = s.spent.get(u, 0) + costs[mobility[u]]
        upkeep(s, here)
        pools = self._pools_after(costs[MOTORIZED])
        payer = self.payer or (-1,) * len(self.units)
        moved = Force(
            self.side, self.units, left, n, (), True, self.origin, True, self.source, True, payer, pools,
            self.waiting, self.ordered,
        )  # fmt: skip
        s.stack.pop()
        if s.zoc(1 - self.side) >> n & 1:
            s.tell("stopped", "3.2.4.a", side=self.side, units=self.units, hex=n)
            halt(s, moved)
        else:
            moved.bars = bars(s, self.units)
            s.stack.append(moved)

    # Why not --------------------------------------------------------------------------------

    def figure(self, points: int) -> str:
        return figure(points)

    def why_so_dear(self, s: State, n: int) -> str:
        return made_up_of(s, self.hex, n)

    def why_shut(self, s: State, case: str, n: int, on_the_way: bool = False) -> Refused:
        return refusals.why_shut(s, self, case, n, on_the_way)

    def why_no_hexside(self, s: State, n: int) -> Refused:
        return refusals.why_no_hexside(s, self, n)

    def why_no_end(self, s: State, n: int) -> Refused:
        found = why_no_stay(s, self, self.units, n)
        return found or Refused("11.1.2.a", f"{s.world.grid.number(n)} leads nowhere to stay.")

    def why_not_pick(self, s: State, name: str) -> Refused:
        return why_not_pick(s, self.side, name)

    def why_not_go(self, s: State, n: int) -> Refused:
        found = refusals.why_not_begin(s, self, n)
        if found is None:
            whole = with_ends(s, self)
            found = super(Force, whole).why_not_go(s, n)
        return found

    def why(self, s: State, choice: Choice) -> Refused:
        verb = choice[0]
        if verb in ("fuel", "draw"):
            return refusals.why_not_buy(s, self, choice)
        if verb == "pick" and self.side == SOVIET and not self.started:
            u = s.world.roster.index[str(choice[1])]
            alone = orders.why_alone(s, (u, *self.units)) if u in s.stacks[self.hex] else None
            return alone or super(Force, self).why(s, choice)
        if verb == "exit":
            return refusals.why_not_leave(s, self)
        if verb in ("stop", "drop", "split"):
            u = s.world.roster.index[str(choice[1])] if verb != "stop" else self.units[0]
            if verb != "stop" and (u not in self.units or len(self.units) == 1):
                return super(Force, self).why(s, ("drop", *choice[1:]))
            if verb == "drop" and self._may_part(s, u):
                return refusals.why_not_without(s, self, u)
            return refusals.why_not_stop(s, self, verb, (u,) if verb != "stop" else self.units)
        return super(Force, self).why(s, choice)


# Start and end ----------------------------------------------------------------------------------


def starting_force(s: State, u: int) -> Force:
    """A unit alone at the start of its move, with no points saved from before. 11.1.b"""
    here = s.where[u]
    side = s.world.roster.side[u]
    ordered = side == SOVIET and orders.bound(s, u)
    return Force(side, (u,), (allowance(s, u),), here, bars(s, (u,)), False, here, ordered=ordered)


def infiltrates(s: State, u: int) -> bool:
    """Whether a unit infiltrates at the start of its move: Germans who are not shaken. 11.2.1-ex, 13.3.1.a"""
    return s.world.roster.german[u] and s.status[u] != DO


def can_go(s: State, u: int, looked: set[int] | None = None) -> bool:
    """Whether a unit has somewhere to go; the hexes where it looked for room are put into `looked`."""
    force = starting_force(s, u)
    purse = purse_of(s.world.roster.mobility, force.units, force.points)
    if force.side == SOVIET and orders.goes_freely(s, u):
        found = has_end(s, force, purse, set() if looked is None else looked)
        return found or exits.can_leave(s, force)
    step = next(any_steps(s, force, purse, looked), None)
    return step is not None or exits.can_leave(s, force)


def why_not_pick(s: State, side: int, name: str) -> Refused:
    """Why a unit cannot begin a move: it may not, or there is no hex for it."""
    u = s.world.roster.index[name]
    if (reason := why_not_ready(s, side, u)) is not None:
        return reason
    force = starting_force(s, u)
    guides = orders.guides(s, force.units, force.hex) if force.side == SOVIET else []
    if guides and not orders.along(guides, force.hex):
        return orders.why_not_close_up(s, u)
    if force.side == SOVIET and (reason := orders.why_stays(s, u)) is not None:
        return reason
    for step in entering.entries(force.terms(s), force.hex):
        paid_for = step.costs[s.world.roster.mobility[u]] <= force.points[0]
        if paid_for and (reason := why_no_stay(s, force, (u,), step.hex)) is not None:
            return reason
    return refusals.why_cannot_begin(s, force)


def halt(s: State, force: Force) -> None:
    """A move is over: its units share the worst status of the hex, and parts that wait go on. 13.3.b, R-46"""
    mark_moved(s, force.units)
    share(s, force.hex, passing=[part.unit for part in force.waiting])
    go_on(s, force)


def go_on(s: State, force: Force) -> None:
    """The parts that were split off last go on with what is left. 10.5.2.A-eg"""
    if not force.waiting:
        return
    last = force.waiting[-1]
    here, walked = last.hex, last.walked
    parts = [part for part in force.waiting if part.hex == here and part.walked == walked]
    left = dict(force.pools)
    units = tuple([part.unit for part in parts])
    points = tuple([min(part.points, left.get(part.payer, part.points)) for part in parts])
    s.stack.append(
        replace(
            force,
            units=units,
            points=points,
            hex=here,
            bars=bars(s, units),
            started=True,
            walked=walked,
            paid=True,
            payer=tuple([part.payer for part in parts]),
            waiting=tuple([part for part in force.waiting if part not in parts]),
        )
    )
