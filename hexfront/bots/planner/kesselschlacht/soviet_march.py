"""How the Soviets march: into the way of the pocket, at its stacks, to the objectives, near their HQs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from hexfront.bots.planner.kesselschlacht import fields
from hexfront.bots.planner.kesselschlacht.massing import Assault, assault
from hexfront.bots.planner.kesselschlacht.orders import Group, Order, group_of, order_to
from hexfront.bots.planner.kesselschlacht.picture import Picture, defence_in
from hexfront.games.kesselschlacht.rules import orders as rules
from hexfront.games.kesselschlacht.rules.organisation import subordinates
from hexfront.games.kesselschlacht.rules.soviet_movement import regroups
from hexfront.games.kesselschlacht.rules.strengths import attack_printed
from hexfront.games.kesselschlacht.rules.supply import road_to_edge
from hexfront.games.kesselschlacht.rules.supply_lines import blocked, network, network_of
from hexfront.games.kesselschlacht.rules.zones import around
from hexfront.games.kesselschlacht.sides import AXIS, SOVIET
from hexfront.hexes import HexSet, bits

LAST_BAR = 0.02
"""What a point of the pocket's traffic is worth in the last turn, when towns and cut roads count at once."""
PULL = 0.03
"""What a half point nearer to the pocket is worth to a unit."""
LAST_PULL = 0.005
"""The same in the last turn."""
LATE = 8
"""Turns before the end from which units march to objectives as soon as to the pocket."""
LATER = (10, 40)
"""Half points that the pocket may be farther off than an objective before that, for leg and motorized units."""
ARTERY = 12
"""Points of the pocket that have to come along a hex for tanks to march to it from afar."""
CROWD, ENOUGH = 4, 4.0
"""Hexes around a stack of the pocket, and how many times its strength they hold when nobody else is wanted."""
LINE, ARMY_LINE = 7.0, 8.0
"""What it is worth to be in reach of the HQ of a corps or an army: else nobody of it is activated. 9.1.1.a"""
STAY = 0.12
"""A march that gains less is not made."""
FRONT = 8
"""Half points from the enemy at which an HQ is near enough."""
RING = 4
"""Hexes: who is no farther from the pocket does not march off to its HQ."""
KEEP, PRECIOUS, HOLD = 2, 4, 4
"""Who keeps an objective in so many last turns, or one of so many points in a few more, does not either."""
DAY = 18
"""Half points that a unit closes up in a turn, or it stays where it is."""
BACK = 0.5
"""What it costs to march back to where one came from."""
FORWARD = 0.05
"""What a half point nearer to the enemy is worth to an HQ."""
STUCK, FOLLOWS = 2.0, 0.7
"""To an HQ: a unit in reach that cannot move any more, and the part of its gain of one that can."""
STRIKE, MOST_STRIKE = 0.35, 2.5
"""The part of what an enemy stack is worth that a place beside it counts for, and the most of it."""
HEAD_PLACES = 10
"""So many hexes are looked at for an HQ."""
NIGH = 3
"""Hexes within which a unit is likely in reach of its HQ, whatever the weather."""
TOGETHER = 2.5
"""What two HQs in one hex are the worse for: a single raid shakes both."""
CROWDS = 2.0
"""What a unit is the worse for with another formation's HQ: shaken, they only recover together. 14.0"""
GUARDS, GUARDED = 3.0, 4.0
"""What the only unit beside its HQ is worth there, and the threat from which all of it counts."""
IN_REACH = "in reach of its HQ"
NEAR_ENOUGH = {False: 12, True: 22}
"""Half points from which leg and motorized units can do something this turn."""
TOWN, LATE_TOWN = 1.0, 3.0
"""What a unit counts that could go to an objective, and near the end."""
IDLE = 0.7
"""An army that comes before others but promises less than this part of what one of them does is left behind."""
LEFT_BEHIND = 20.0
"""What it is worth to such an army that one division is out of reach of its HQ."""
HOPE, GIVES_UP = 0.2, {"objective": 0.6, "cuts the way out": 0.6, IN_REACH: 1.0}
"""The part of what units would do otherwise that an attack has to be worth: of hopes, and of what is more."""
ROAD, MOST_ROAD = 0.8, 5.0
"""What it is worth to stand on the road to the rear of an HQ where the enemy may come, and the most of it."""
REOPEN = 1.5
"""What it is worth that an HQ has a road to the rear again."""
CUT = (0.45, 0.3, 0.15)
"""The part of the points of those whose way out a unit cuts that it may hope for, by the turns left."""


class SovietMarch:
    """The orders of one Movement Phase."""

    def __init__(self, p: Picture, movable: list[int]) -> None:
        self.p, self.s = p, p.s
        self.movable = set(movable)
        self._fields: dict[int, fields.Field] = {}
        self._lines: dict[tuple[int, int, str], HexSet] = {}
        self.covered: HexSet = 0
        """Hexes of the pocket's way that are in a zone already."""
        self.taken: HexSet = 0
        """Hexes that somebody stands in or is going to."""
        self._towns: dict[int, fields.Field] = {}
        self._claimed: HexSet = 0
        """Empty objectives that somebody is going to."""
        self._closed = self._standing_zones()
        self._cut: dict[int, float] = {}
        self._opened: dict[int, int] = {}
        self._settled: set[int] = set()
        """Those who have their order, or stay."""
        self.traffic = p.traffic
        """Where the pocket is going to pass past those who have their orders: who bars a way opens another."""
        for h in bits(p.s.projecting(SOVIET)):
            if not any(u in self.movable for u in p.s.stacks[h]):
                self.covered |= 1 << h | p.s.world.grid.ring1[h]
                self.taken |= 1 << h

    def _standing_zones(self) -> HexSet:
        """What those who do not move any more close to ways out: units, and zones that no friend lifts."""
        s = self.s
        stays = sum(1 << h for h in bits(s.projecting(SOVIET)) if not self._leaves(h))
        return s.occupied[SOVIET] | around(s, stays) & ~s.occupied[AXIS]

    def _leaves(self, h: int) -> bool:
        return any(u in self.movable for u in self.s.stacks[h])

    def orders(self) -> list[Order]:
        """Those under orders, HQs, attackers, all others: the nearest to the enemy first."""
        s = self.s
        bound = [u for u in sorted(self.movable) if rules.bound(s, u) or regroups(s, u)]
        told = [u for u in self._heads_first(bound) if rules.bound(s, u) or not self._stays(u)]
        self.movable -= self._rear_guards - set(told)
        found = [order for u in told if (order := self._as_told(u)) is not None]
        free = [u for u in sorted(self.movable) if u not in bound]
        heads = [u for u in free if s.world.roster.hq[u]]
        for hq in heads:
            order = self._headquarters(hq)
            if order is not None:
                self._carry_out(order)
                found.append(order)
        units = [u for u in free if not s.world.roster.hq[u]]
        groups = [g for u in units if (g := group_of(s, (u,))) is not None]
        attacks = self._assaults(groups)
        found += attacks
        gone = {u for order in attacks for u in order.units}
        groups = [g for g in groups if not gone.intersection(g.units)]
        groups.sort(key=lambda g: (self.far(g.units[0])[g.hex], g.units))
        for group in groups:
            order = self._march(group)
            if order is not None:
                self._carry_out(order)
                found.append(order)
        return found

    def _heads_first(self, units: list[int]) -> list[int]:
        """An HQ that closes up moves before its units. 11.3.4.1"""
        return sorted(units, key=lambda u: not self.s.world.roster.hq[u])

    def _stays(self, u: int) -> bool:
        """Whether a unit that could close up to its HQ had better not: it rings, or keeps an objective."""
        place, left = self.s.world.board.places.get(self.s.where[u]), self.p.left
        if u in self.idle or self.s.parent[u] in self.idle:
            return True
        if self.s.world.roster.hq[u]:
            return False
        points = (place.points or 0) if place is not None else 0
        keeps = points and (left <= KEEP or (points >= PRECIOUS and left <= HOLD))
        return bool(keeps) or self._rings(u)

    # Armies that are in the way of others --------------------------------------------------------

    def promise(self, hq: int) -> float:
        """What an HQ could do this turn if it were activated: factors near enough to the pocket or its way."""
        s, mech, total = self.s, self.s.world.roster.mech, 0.0
        for u in subordinates(s, hq):
            h, reach = s.where[u], NEAR_ENOUGH[mech[u]]
            far = self.far(u)[h]
            total += attack_printed(s, u) * (
                1.0 if far <= reach else max(0.0, 1 - (far - reach) / 40)
            )
            if 0 < self.towns(u)[h] <= reach:
                total += LATE_TOWN if self.p.left <= LATE else TOWN
        return total

    @cached_property
    def idle(self) -> frozenset[int]:
        """The armies that had better not be eligible: others could do more in their place. 9.2.1, 11.3.4.a"""
        s, roster = self.s, self.s.world.roster
        first = set(s.world.tables["priority_armies"]["die"])
        armies = [
            hq
            for hq in roster.headquarters
            if roster.side[hq] == SOVIET and roster.army[hq] and s.where[hq] >= 0
        ]
        comes_first = [hq for hq in armies if roster.specs[hq].formation in first]
        others = [self.promise(hq) for hq in armies if hq not in comes_first]
        most = IDLE * max(others, default=0.0)
        return frozenset([hq for hq in comes_first if self.promise(hq) < most])

    @cached_property
    def _rear_guards(self) -> frozenset[int]:
        """The last division of each idle army: it stays where it is."""
        s = self.s
        found = []
        for hq in self.idle:
            own = [u for u in subordinates(s, hq) if s.where[u] >= 0]
            if own:
                found.append(max(own, key=lambda u: (self.far(u)[s.where[u]], u)))
        return frozenset(found)

    def _rings(self, u: int) -> bool:
        """Whether a unit that could close up to its HQ had better stay: it stands in the ring. 11.3.4

        Who is a little too far from the HQ closes up all the same: one such unit binds the whole formation
        (9.1.1.a). Who would be on the march for days stays only if it bars a way, or at the end.
        """
        s, hq, mobility = self.s, self.s.parent[u], self.s.world.roster.mobility[u]
        if not s.world.grid.ball(s.where[u], RING) & self._inside():
            return False
        most = 2 * s.world.tables["supply"]["soviet_hq"]
        lines = network(s, SOVIET)
        day = lines.starts(s.where[hq], mobility, most + DAY, s.occupied[AXIS])
        if not day >> s.where[u] & 1:
            near = bits(s.world.grid.ring1[s.where[u]] | 1 << s.where[u])
            return self.p.left <= KEEP or max([self.p.traffic[h] for h in near]) >= ARTERY
        return bool(self._line(s.where[hq], mobility) >> s.where[u] & 1)

    # Where to ---------------------------------------------------------------------------------

    def way(self, u: int) -> fields.Field:
        """The cost to the pocket or into its way ahead, for one kind of unit."""
        s = self.s
        mobility = s.world.roster.mobility[u]
        found = self._fields.get(mobility)
        if found is None:
            goals = ((self._ahead() if mobility else 0) or self._quarry()) | self._cutters
            more = dict.fromkeys(bits(s.occupied[AXIS]), 8)
            found = self._fields[mobility] = fields.field(s, goals, mobility, more)
        return found

    def _ahead(self) -> HexSet:
        """Where most of the pocket is going to pass: tanks are wanted there, the tail is left to the armies."""
        traffic = self.p.traffic
        least = max(ARTERY, 0.3 * max(traffic))
        return sum([1 << h for h, n in enumerate(traffic) if n > least])

    def _inside(self) -> HexSet:
        """The stacks of the pocket that are not out."""
        where, free = self.s.where, self.p.free
        return sum({1 << where[v] for v in self.p.pocket if not free >> where[v] & 1})

    def _quarry(self) -> HexSet:
        """The stacks of the pocket that are not out and have not enough around them already, else any enemy."""
        s, ball, wanted = self.s, self.s.world.grid.ball, 0
        for h in bits(self._inside()):
            others = sum([defence_in(s, n) for n in bits(ball(h, 2) & s.occupied[AXIS])])
            near = bits(ball(h, CROWD) & s.occupied[SOVIET])
            if sum([attack_printed(s, u) for n in near for u in s.stacks[n]]) < ENOUGH * others:
                wanted |= 1 << h
        return wanted or s.occupied[AXIS]

    def far(self, u: int) -> fields.Field:
        """What a unit has to go: to the pocket or its way, or to an objective if that is much nearer."""
        h = self.s.where[u]
        later = LATER[self.s.world.roster.mobility[u]] if self.p.left > LATE else 0
        return self.towns(u) if self.towns(u)[h] + later < self.way(u)[h] else self.way(u)

    def towns(self, u: int) -> fields.Field:
        """The cost to the nearest objective that nobody holds for the Soviets."""
        s = self.s
        mobility = s.world.roster.mobility[u]
        found = self._towns.get(mobility)
        if found is None:
            goals = self._open_towns() or self._open_towns(all_=True)
            more = dict.fromkeys(bits(s.occupied[AXIS]), 20)
            found = self._towns[mobility] = fields.field(s, goals, mobility, more)
        return found

    def _open_towns(self, all_: bool = False) -> HexSet:
        """The objectives that nobody holds for the Soviets, those left out that somebody is going to."""
        held = self.s.occupied[SOVIET] | (0 if all_ else self._claimed)
        places = self.s.world.board.places.items()
        return sum([1 << h for h, place in places if place.points and not held >> h & 1])

    def _claim(self, h: int) -> None:
        """Somebody is on the way to the objective that is nearest to a hex: it is one's own from now on."""
        s = self.s
        empty = bits(self._open_towns() & ~s.occupied[AXIS])
        near = min(empty, key=lambda n: (s.world.grid.distance(h, n), n), default=-1)
        if near >= 0:
            self._claimed |= 1 << near
            self._towns = {}

    def _part(self) -> float:
        """The part of its points that an objective is worth now: who is in it at the end counts. 17.0.2.4"""
        late = 1.0 if self.p.left <= KEEP else 0.8
        return late if self.p.left <= LATE else self.p.weights.objective

    def _as_told(self, u: int) -> Order | None:
        """As far as it gets on the way that its orders prescribe."""
        group = group_of(self.s, (u,))
        if group is None or not group.ways:
            h = self.s.where[u]
            return Order([u], [], leave=True, presses=True, tactic="orders", goal=h, from_=h)
        h = min(sorted(group.ways), key=lambda n: min(group.ways[n].points))
        order = order_to(group, h, "orders", h)
        order.leave = True
        self._carry_out(order)
        return order

    # Roads to the rear ------------------------------------------------------------------------

    @cached_property
    def _severed(self) -> list[int]:
        """Where HQs stand from which no road leads to the rear: they cannot be activated. 9.1.2.a"""
        s, roads = self.s, network(self.s, SOVIET).near_roads
        where = [s.where[hq] for hq in s.world.roster.headquarters]
        own = [h for h in where if h >= 0 and s.occupied[SOVIET] >> h & 1]
        return [h for h in own if not roads >> h & 1]

    def _reopened(self, closed: HexSet) -> int:
        """How many of them would have a road if only these hexes were closed."""
        roads = network_of(self.s.ways, self.s.weather, closed).near_roads
        return sum(roads >> h & 1 for h in self._severed)

    def _beaten(self, target: int) -> int:
        """How many of them would have a road if an enemy stack were gone."""
        if not self._severed:
            return 0
        found = self._opened.get(target)
        if found is None:
            s, bit = self.s, 1 << target
            zones = around(s, s.projecting(AXIS) & ~bit) & ~s.occupied[SOVIET]
            found = self._opened[target] = self._reopened(s.occupied[AXIS] & ~bit | zones)
        return found

    @cached_property
    def _cutters(self) -> HexSet:
        """The enemy stacks that alone keep HQs from their roads."""
        return sum([1 << h for h in bits(self.s.occupied[AXIS]) if self._beaten(h)])

    @cached_property
    def _lifelines(self) -> dict[int, float]:
        """How many HQs have their road to the rear through each hex that the enemy may come to."""
        s, threat = self.s, self.p.threat
        found: dict[int, float] = {}
        for hq in s.world.roster.headquarters:
            if s.world.roster.side[hq] == SOVIET and (line := road_to_edge(s, hq)) is not None:
                for h in line.path[1:]:
                    if threat[h] > 0:
                        found[h] = found.get(h, 0.0) + min(1.0, threat[h] / GUARDED)
        return found

    def _road(self, h: int) -> float:
        """What a unit in a hex keeps of the roads to the rear that nobody else guards."""
        near = bits((self.s.world.grid.ring1[h] | 1 << h) & ~self.covered)
        return min(MOST_ROAD, ROAD * max([self._lifelines.get(n, 0.0) for n in near], default=0.0))

    # Headquarters -----------------------------------------------------------------------------

    def _headquarters(self, hq: int) -> Order | None:
        """The HQ goes where its formation can do most: each unit of it is asked where it would go then."""
        s, roster = self.s, self.s.world.roster
        group = group_of(s, (hq,))
        if group is None:
            return None
        own = [
            u for u in roster.of_side[SOVIET] if s.parent[u] == hq and u != hq and s.where[u] >= 0
        ]
        wishes = [self._wishes(u) for u in own if u in self.movable]
        reach = self._reach(hq)
        stuck = [u for u in own if u not in self.movable]
        guards = [u for u in self._rear_guards if s.parent[u] == hq]

        def promises(h: int) -> float:
            near = [u for u in stuck if s.world.grid.distance(h, s.where[u]) <= NIGH]
            away = LEFT_BEHIND if self._leaves_behind(h, guards) else 0.0
            return self._head_value(hq, h) + STUCK * len(near) + away

        def value(h: int) -> float:
            total = self._head_value(hq, h)
            if self._leaves_behind(h, guards):
                total += LEFT_BEHIND
            for u in stuck:
                if self._line(h, roster.mobility[u]) >> s.where[u] & 1:
                    total += STUCK
            for mobility, wish in wishes:
                near = self._line(h, mobility)
                total += FOLLOWS * max(v + reach * (near >> n & 1) for n, v in wish.items())
            return total

        likely = sorted(group.ways, key=lambda h: (-promises(h), h))[:HEAD_PLACES]
        best, found = value(group.hex) + 0.3, -1
        for h in likely:
            worth = value(h)
            if worth > best:
                best, found = worth, h
        return None if found < 0 else order_to(group, found, "headquarters", found)

    def _leaves_behind(self, h: int, guards: list[int]) -> bool:
        """Whether one of some units is out of reach of an HQ in a hex, now and next turn."""
        where, mobility = self.s.where, self.s.world.roster.mobility
        return any(
            not (self._line(h, mobility[u]) | self._line(h, mobility[u], now=True)) >> where[u] & 1
            for u in guards
        )

    def _wishes(self, u: int) -> tuple[int, dict[int, float]]:
        """What each hex that a unit can get to is worth to it, its HQ left out of account."""
        group, mobility = group_of(self.s, (u,)), self.s.world.roster.mobility[u]
        if group is None:
            return mobility, {self.s.where[u]: 0.0}
        worth = {
            h: sum([v for name, v in self._terms(group, h) if name != IN_REACH])
            + (self._strikes(h) if group.attack else 0.0)
            for h in (group.hex, *group.ways)
        }
        return mobility, worth

    def _strikes(self, h: int) -> float:
        """What there is to attack from a hex, roughly: for that an HQ has to be in reach. 10.2.1.a"""
        s, p = self.s, self.p
        stacks = bits(s.world.grid.ring1[h] & s.occupied[AXIS])
        return min(MOST_STRIKE, STRIKE * max([p.worths(n) for n in stacks], default=0.0))

    def _head_value(self, hq: int, h: int) -> float:
        """On a road to the rear, near the enemy but not alone beside it, and not beside another HQ."""
        s, roster = self.s, self.s.world.roster
        value = 0.0 if network(s, SOVIET).near_roads >> h & 1 else -12.0
        if any(roster.hq[u] for u in s.units_in(h) if u != hq):
            value -= TOGETHER
        if any(s.parent[u] != hq for u in s.units_in(h) if u != hq):
            value -= CROWDS
        if self.p.left:
            value -= FORWARD * max(FRONT, self.far(hq)[h])
        beside = bool(s.world.grid.ring1[h] & s.occupied[AXIS])
        guarded = any(not roster.hq[u] for u in s.units_in(h))
        if beside:
            value -= 1.0 if guarded else 6.0
        elif not guarded:
            value -= 0.25 * min(10.0, self.p.threat[h])
        return value

    def _line(self, goal: int, mobility: int, now: bool = False) -> HexSet:
        """The hexes near enough to an HQ: next turn, when it is to be activated, or now, for supply."""
        s = self.s
        weather = s.weather if now else self.p.tomorrow(mobility)
        found = self._lines.get((goal, mobility, weather))
        if found is None:
            most = 2 * s.world.tables["supply"]["soviet_hq"]
            lines = network_of(s.ways, weather, blocked(s, SOVIET))
            found = lines.starts(goal, mobility, most, s.occupied[AXIS])
            self._lines[goal, mobility, weather] = found
        return found

    # Units ------------------------------------------------------------------------------------

    def _terms(self, group: Group, h: int) -> list[tuple[str, float]]:
        s, p = self.s, self.p
        (u,) = group.units
        roster, grid = s.world.roster, s.world.grid
        pull, far = PULL if p.left else LAST_PULL, self.far(u)
        name = "nearness" if far is self.way(u) else "towards an objective"
        found = [(name, -pull * min(150, far[h]))]
        if h != group.hex and (shares := p.infects(group.units, h)):
            found.append(("a shaken stack", -shares * p.worth(u)))
        if h != group.hex and p.returns(u, h):
            found.append(("marches back", -BACK))
        traffic = self.traffic
        barred = max([traffic[n] for n in bits(grid.ring1[h] & ~self.covered)], default=0.0)
        stands = 0.0 if self.taken >> h & 1 else traffic[h]
        bar = p.weights.bar if p.left else LAST_BAR
        found.append(("bars the way", min(p.weights.most_bar, bar * max(0.5 * barred, stands))))
        hq = s.parent[u]
        if hq >= 0 and s.where[hq] >= 0 and self._line(s.where[hq], roster.mobility[u]) >> h & 1:
            found.append((IN_REACH, self._reach(hq)))
        if hq >= 0 and s.where[hq] == h and not self._kept(u, h):
            found.append(("guards its HQ", GUARDS * min(1.0, p.threat[h] / GUARDED)))
        if any(roster.hq[v] and v != hq for v in s.units_in(h)):
            found.append(("another's HQ", -CROWDS))
        place = s.world.board.places.get(h)
        if place is not None and place.points:
            others = [v for v in s.units_in(h) if v != u and not roster.hq[v]]
            if not others:
                found.append(("objective", self._part() * place.points))
        if (roads := self._road(h)) > 0:
            found.append(("guards a road", roads))
        if (cuts := self._cuts(u, h)) > 0:
            found.append(("cuts the way out", cuts))
        defence = group.defence + defence_in(s, h, group.units)
        found.append(("danger", -p.weights.soviet_danger * p.worth(u) * p.risk(h, defence)))
        if any(not roster.hq[v] for v in s.units_in(h) if v != u):
            found.append(("company", 0.1))
        return found

    def _reach(self, hq: int) -> float:
        """What it is worth to be in reach of an HQ: one unit that is not binds all of them."""
        if not self.p.left:
            return 0.1 * LINE
        if hq in self.idle:
            return 0.0
        return ARMY_LINE if self.s.world.roster.army[hq] else LINE

    def _kept(self, u: int, h: int) -> bool:
        """Whether another combat unit stays in a hex."""
        hq = self.s.world.roster.hq
        others = [v for v in self.s.units_in(h) if v != u and not hq[v]]
        return any(v in self._settled or v not in self.movable for v in others)

    def _cuts(self, u: int, h: int) -> float:
        """What it is worth that a unit in a hex closes the roads home to those who have got away. 17.0.1.2"""
        s, p = self.s, self.p
        if p.left >= len(CUT) or s.world.roster.battalion[u]:
            return 0.0
        found = self._cut.get(h)
        if found is None:
            zone = (1 << h | around(s, 1 << h)) & ~s.occupied[AXIS]
            lost = p.saved(self._closed) - p.saved(self._closed | zone) if zone else 0
            found = self._cut[h] = CUT[p.left] * lost
        return found

    def value(self, group: Group, h: int) -> float:
        return sum(value for _, value in self._terms(group, h))

    def _assaults(self, groups: list[Group]) -> list[Order]:
        """The best attacks that can be made with those who have not marched yet, one after another."""
        found: list[Order] = []
        fighters = [g for g in groups if g.attack and self.s.activated >> g.units[0] & 1]
        for plan in self._plans(fighters):
            for group, h in plan.groups:
                if h == group.hex:
                    order = Order(list(group.units), [], from_=group.hex)
                else:
                    order = order_to(group, h, "mass", plan.target)
                    order.terms = (("the attack that it is for", plan.value),)
                self._carry_out(order)
                found.append(order)
        return found

    def _plans(self, fighters: list[Group]) -> Iterator[Assault]:
        """Attacks by different units on different stacks, the best of all first."""
        best: dict[tuple[int, ...], float] = {}

        def price(g: Group, h: int) -> float:
            if g.units not in best:
                best[g.units] = self._best(g)
            return max(0.0, best[g.units] - self._given_up(g, h))

        targets = self._targets(fighters)
        while targets and fighters:
            plans = [
                plan
                for target in targets
                if (
                    plan := assault(
                        self.p,
                        SOVIET,
                        target,
                        self.prize(target),
                        [g for g in fighters if self._in_line(g, target)],
                        price,
                    )
                )
                is not None
            ]
            if not plans:
                return
            plan = max(plans, key=lambda each: (each.value, -each.target))
            targets = [each.target for each in plans if each.target != plan.target]
            for group, _ in plan.groups:
                fighters.remove(group)
            yield plan

    def strikes(self, units: Iterable[int]) -> float:
        """What the attacks are worth that some units could make this turn if they were activated."""
        groups = [g for u in units if (g := group_of(self.s, (u,))) is not None]
        return sum([plan.value for plan in self._plans([g for g in groups if g.attack])])

    def _given_up(self, group: Group, h: int) -> float:
        """What a hex is worth to a unit, as far as an attack from somewhere else has to make up for it."""
        return sum(value * GIVES_UP.get(name, HOPE) for name, value in self._terms(group, h))

    def _best(self, group: Group) -> float:
        """The same of the hex where the unit would go by itself."""
        h = max((group.hex, *group.ways), key=lambda n: self.value(group, n))
        return self._given_up(group, h)

    def _in_line(self, group: Group, target: int) -> bool:
        """Whether a unit beside a target is likely in Attack Supply. 10.2.1.a"""
        s = self.s
        (u,) = group.units
        hq = s.parent[u]
        if hq < 0 or s.where[hq] < 0:
            return False
        near = s.world.grid.ring1[target]
        return bool(self._line(s.where[hq], s.world.roster.mobility[u], now=True) & near)

    def _targets(self, fighters: list[Group]) -> list[int]:
        """The enemy stacks that can be got at, those with most to lose first."""
        s, p = self.s, self.p
        reached = 0
        for group in fighters:
            for h in group.ways:
                reached |= 1 << h
            reached |= 1 << group.hex
        near = [h for h in bits(s.occupied[AXIS]) if s.world.grid.ring1[h] & reached]
        worth = {h: self.prize(h) + sum(p.worth(u) for u in s.stacks[h]) for h in near}
        return sorted(near, key=lambda h: (-worth[h], h))[:12]

    def prize(self, target: int) -> float:
        """What it is worth to have the Axis out of a hex."""
        place = self.s.world.board.places.get(target)
        held = 0.5 * place.points if place is not None and place.points else 0.0
        return held + 0.1 + REOPEN * self._beaten(target)

    def _march(self, group: Group) -> Order | None:
        s = self.s
        again = group_of(s, group.units)
        if again is None:
            return None
        best, found = self.value(again, group.hex) + STAY, -1
        for h in sorted(again.ways):
            value = self.value(again, h)
            if value > best:
                best, found = value, h
        if found < 0:
            self._settled |= {*group.units}
            self.covered |= 1 << group.hex | s.world.grid.ring1[group.hex]
            self.taken |= 1 << group.hex
            return None
        before, after = dict(self._terms(again, group.hex)), dict(self._terms(again, found))
        gains = {
            name: after.get(name, 0.0) - before.get(name, 0.0)
            for name in dict.fromkeys((*before, *after))
        }
        top = max(gains, key=lambda name: gains[name])
        tactic = {
            "nearness": "close in",
            "bars the way": "bar",
            "cuts the way out": "cut",
            "objective": "seize",
            "towards an objective": "towards",
            "danger": "danger",
            "guards its HQ": "guard",
            "guards a road": "road",
            IN_REACH: "follow",
        }.get(top, "close up")
        if tactic == "towards":
            self._claim(found)
        order = order_to(again, found, tactic, found)
        order.terms = tuple(sorted(gains.items(), key=lambda term: -abs(term[1])))
        return order

    def _carry_out(self, order: Order) -> None:
        s = self.s
        end = order.path[-1] if order.path else order.from_
        self._settled |= {*order.units}
        for u in order.units:
            if order.path:
                s.suppose(u, end)
            s.moved |= 1 << u
            if not s.world.roster.hq[u]:
                self.covered |= 1 << end | s.world.grid.ring1[end]
                self.taken |= 1 << end
                if order.path and self._in_the_way(end):
                    self.traffic = self.p.flow(fields.obstacles(s, AXIS))
                if self._cuts(u, end):
                    self._closed |= (1 << end | around(s, 1 << end)) & ~s.occupied[AXIS]
                    self._cut = {}

    def _in_the_way(self, h: int) -> bool:
        """Whether the pocket has to look for another way now that a unit stands in a hex."""
        return any(self.traffic[n] >= ARTERY for n in bits(self.s.world.grid.ring1[h] | 1 << h))
