"""How the Axis marches: the pocket to the west, the relief force to meet it, headquarters with their corps."""

from __future__ import annotations

from hexfront.bots.planner.kesselschlacht import fields
from hexfront.bots.planner.kesselschlacht.massing import assault
from hexfront.bots.planner.kesselschlacht.orders import Group, Order, group_of, order_to
from hexfront.bots.planner.kesselschlacht.picture import Picture, defence_in
from hexfront.games.kesselschlacht.rules import fuel
from hexfront.games.kesselschlacht.rules.supply_lines import network
from hexfront.games.kesselschlacht.rules.zones import around
from hexfront.games.kesselschlacht.sides import AXIS, DIS, RT, SOVIET
from hexfront.games.kesselschlacht.world import LEG, MOTORIZED
from hexfront.hexes import HexSet, bits

STUCK = 0.03
"""What an enemy zone costs those who have still to go, as a part of their worth."""
LINE = 0.08
"""What the line to its HQ is worth to a unit, as a part of its worth."""
FUEL = 0.10
"""What a point of fuel is worth."""
BACK = 0.1
"""What it costs to march back to where one came from, as a part of the worth of those who do."""
STAY = 0.15
"""A march that gains less is not made."""
GATE = 0.004
"""What a half point is worth by which a beaten stack shortens a way out, for each point of worth."""
MOST_GATE = 7.0
OBJECTIVE = 0.35
"""The part of an objective's points that a garrison in it is worth while the enemy is near."""
COMMAND, NEARBY = 7, 0.2
"""Hexes within which a unit surely has its line to an HQ, and what that is worth to the HQ."""
RALLIES = {DIS: 0.25, RT: 0.4}
"""The part of the worth of a shaken unit that an HQ saves by standing near enough for it to recover. 14.0"""
CONNECTED = (1.0, 0.5)
"""The part of the points of a cut-off unit that a line to any corps HQ saves, by the turns left. 17.0.2.3"""
REACH = 20
"""Hexes beyond which no line leads to an HQ."""
OPENS, LAST = 0.5, 2
"""The part of the points beyond a closed road that opening it may save, and in how many last turns."""
NEAR = 9
"""Hexes: an enemy within so many may come for an objective."""


class AxisMarch:
    """The orders of one Movement Phase."""

    def __init__(self, p: Picture, movable: list[int]) -> None:
        self.p, self.s = p, p.s
        self.movable = set(movable)
        self.left: dict[int, int] = {
            hq: fuel.available(p.s, hq) for hq in p.s.world.roster.corps if p.s.where[hq] >= 0
        }
        """The fuel that is not given out yet."""
        self._relief: fields.Field | None = None
        self._lines: dict[tuple[int, int], HexSet] = {}
        recovery = p.s.world.tables["recovery"]
        self._rally = {DIS: recovery["disrupted"], RT: recovery["routed"]}

    def orders(self) -> list[Order]:
        """Attackers to their places first, then everybody by their nearness to the goal, HQs last."""
        groups = self._groups()
        found = self._assaults(groups)
        gone = {u for order in found for u in order.units}
        groups = [g for g in groups if not gone.intersection(g.units)]
        groups.sort(key=lambda g: (self._head_only(g), self._to_go(g), g.hex))
        for group in groups:
            order = self._march(group)
            if order is not None:
                self._carry_out(order)
                found.append(order)
        return found

    # Groups -----------------------------------------------------------------------------------

    def _groups(self) -> list[Group]:
        s, roster = self.s, self.s.world.roster
        by: dict[tuple[int, int, bool, bool], list[int]] = {}
        for h in bits(s.occupied[AXIS]):
            for u in s.stacks[h]:
                if u not in self.movable or roster.garrison[u]:
                    continue
                parent = s.parent[u]
                alone = roster.hq[u] and not self._rides(u, h)
                by.setdefault((h, parent, roster.mech[u], alone), []).append(u)
        found = [group_of(s, units) for units in by.values()]
        return [group for group in found if group is not None]

    def _rides(self, hq: int, h: int) -> bool:
        """Whether an HQ goes along with motorized units of its corps: that costs no fuel more. 10.5.2.c"""
        s, roster = self.s, self.s.world.roster
        mates = [u for u in s.stacks[h] if s.parent[u] == hq and not roster.hq[u]]
        return any(roster.mech[u] == roster.mech[hq] and u in self.movable for u in mates)

    def _head_only(self, group: Group) -> bool:
        return all(self.s.world.roster.hq[u] for u in group.units)

    def _to_go(self, group: Group) -> int:
        u = group.units[0]
        if self.s.world.roster.first_panzer[u]:
            return self.p.to_go(u, group.hex)
        return self.relief[group.hex]

    @property
    def relief(self) -> fields.Field:
        """For the relief force: the way to the head of the pocket, enemies on it to be beaten."""
        if self._relief is None:
            s, p = self.s, self.p
            inside = [u for u in p.pocket if not p.free >> s.where[u] & 1]
            inside.sort(key=lambda u: p.to_go(u, s.where[u]))
            goals = sum({1 << s.where[u] for u in inside[:6]})
            self._relief = fields.field(s, goals, MOTORIZED, p.obstacles)
        return self._relief

    # Worth of a hex ---------------------------------------------------------------------------

    def _terms(self, group: Group, h: int) -> list[tuple[str, float]]:
        """What it is worth to a group to end its march in a hex, by causes."""
        s, p = self.s, self.p
        roster = s.world.roster
        worths = [p.worth(u) for u in group.units]
        worth = sum(worths)
        defence = group.defence + defence_in(s, h, group.units)
        risk = p.risk(h, defence)
        found = [("danger", -p.weights.axis_danger * worth * risk)]
        if h != group.hex and (shares := p.infects(group.units, h)):
            found.append(("a shaken stack", -shares * worth))
        head = group.units[0]
        if h != group.hex and p.returns(head, h):
            found.append(("marches back", -BACK * worth))
        if roster.first_panzer[head]:
            found += self._way_out(group, h, worths)
        else:
            found += self._relieves(group, h)
        if s.zoc(SOVIET) >> h & 1 and not p.free >> h & 1:
            found.append(("enemy zone", -STUCK * worth))
        if any(roster.hq[u] for u in group.units):
            found += self._headquarters(group, h)
        elif s.parent[head] >= 0 and s.where[s.parent[head]] >= 0:
            line = self._line(s.parent[head], roster.mobility[head])
            if line >> h & 1:
                found.append(("line to its HQ", LINE * worth))
        if (linked := self._connected(group, h)) > 0:
            found.append(("line to a corps", linked))
        if (opens := self._opens(h)) > 0:
            found.append(("opens the road home", opens))
        place = s.world.board.places.get(h)
        if place is not None and place.points and self._wanted(h, group):
            found.append(("objective", OBJECTIVE * place.points))
        if h != group.hex and h in group.ways:
            if (s.hasty | s.prepared) >> group.hex & 1:
                found.append(("position given up", -0.3))
            found.append(("fuel", -FUEL * group.fuel(h) * max(1, len(group.payers))))
        return found

    def _way_out(self, group: Group, h: int, worths: list[float]) -> list[tuple[str, float]]:
        p = self.p
        out = bool(p.free >> h & 1)
        pull = p.weights.way_out * (p.weights.beyond if out else 1.0)
        gain = 0.0
        for u, worth in zip(group.units, worths, strict=True):
            far = p.to_go(u, h)
            gain -= pull * worth * far
            if not out:
                gain -= 0.12 * worth + (0.25 * worth if p.left <= 1 else 0.0)
        return [("way out", gain)]

    def _relieves(self, group: Group, h: int) -> list[tuple[str, float]]:
        """The mobile relief force goes to meet the pocket; infantry keeps its front."""
        roster = self.s.world.roster
        mobile = all(roster.mech[u] for u in group.units)
        if not mobile:
            return [("keeps the front", 0.5 if h == group.hex else 0.0)]
        return [("towards the pocket", -0.012 * len(group.units) * min(120, self.relief[h]))]

    def _headquarters(self, group: Group, h: int) -> list[tuple[str, float]]:
        """An HQ near its units and behind them, never alone beside the enemy."""
        s, roster = self.s, self.s.world.roster
        found = []
        for hq in group.units:
            if not roster.hq[hq]:
                continue
            own = [
                u for u in roster.of_side[AXIS] if s.parent[u] == hq and u != hq and s.where[u] >= 0
            ]
            near = [u for u in own if s.world.grid.distance(h, s.where[u]) <= COMMAND]
            found.append(("near its corps", NEARBY * len(near)))
            found.append(("rallies its corps", self._rallied(own, h)))
            alone = not any(not roster.hq[u] for u in (*s.units_in(h), *group.units) if u != hq)
            if alone and s.world.grid.ring1[h] & s.occupied[SOVIET]:
                found.append(("alone beside the enemy", -4.0))
            elif alone and self.p.threat[h] > 1:
                found.append(("alone", -2.0))
        return found

    def _rallied(self, own: list[int], h: int) -> float:
        """What an HQ in a hex saves of the shaken units of its corps. 14.0.2, 14.0.3"""
        s, far = self.s, self.s.world.grid.distance
        shaken = [u for u in own if s.status[u] in RALLIES]
        near = [u for u in shaken if far(h, s.where[u]) <= self._rally[s.status[u]]]
        return sum([RALLIES[s.status[u]] * self.p.worth(u) for u in near])

    def _line(self, hq: int, mobility: int) -> HexSet:
        return self._lines_to(self.s.where[hq], mobility)

    def _lines_to(self, h: int, mobility: int) -> HexSet:
        """The hexes from which a line leads to an HQ in a hex. 10.3.1.a"""
        s = self.s
        found = self._lines.get((h, mobility))
        if found is None:
            most = 2 * s.world.tables["supply"]["axis"]
            far = network(s, AXIS).toward(h, mobility, most)
            found = self._lines[h, mobility] = far.within(most)
        return found

    def _connected(self, group: Group, h: int) -> float:
        """What lines to a corps HQ save at the end: of units in a hex, or to the HQ that goes there."""
        s, roster = self.s, self.s.world.roster
        if self.p.left >= len(CONNECTED):
            return 0.0
        heads = [u for u in roster.headquarters if roster.side[u] == AXIS and not roster.army[u]]
        own = [u for u in group.units if u in heads]
        others = [u for u in heads if s.where[u] >= 0 and u not in own]
        near = [0, 0]
        for mobility in (LEG, MOTORIZED):
            for hq in others:
                near[mobility] |= self._line(hq, mobility)
        fights = [u for u in group.units if roster.german[u] and not roster.hq[u]]
        saved = len(fights) if own else sum(near[roster.mobility[u]] >> h & 1 for u in fights)
        if own:
            saved += sum(
                self._lines_to(h, roster.mobility[u]) >> s.where[u] & 1
                for u in roster.of_side[AXIS]
                if self._needs(u, group, near) and s.world.grid.distance(h, s.where[u]) <= REACH
            )
        return float(CONNECTED[self.p.left] * s.world.tables["cut_off"]["points"] * saved)

    def _needs(self, u: int, group: Group, near: list[HexSet]) -> bool:
        """Whether a German unit has no line to other corps than that of a group."""
        s, roster = self.s, self.s.world.roster
        if s.where[u] < 0 or u in group.units or not roster.german[u] or roster.hq[u]:
            return False
        return not near[roster.mobility[u]] >> s.where[u] & 1

    def _wanted(self, h: int, group: Group) -> bool:
        """Whether nobody else keeps an objective that the enemy could come to."""
        s = self.s
        if not s.world.board.west_of_seret >> h & 1:
            return False
        others = [u for u in s.units_in(h) if u not in group.units and not s.world.roster.hq[u]]
        if others:
            return False
        return bool(s.world.grid.ball(h, NEAR) & s.occupied[SOVIET])

    def _opens(self, h: int) -> float:
        """What it is worth to stand in a zone that closes the roads home of those who have got away."""
        p = self.p
        if p.left >= LAST or not p.closed >> h & 1:
            return 0.0
        return OPENS * (p.saved(p.closed & ~(1 << h)) - p.saved(p.closed))

    # Attacks ----------------------------------------------------------------------------------

    def gate(self, target: int) -> float:
        """What it is worth to the pocket to have a stack out of its way."""
        s, p = self.s, self.p
        bit, total = 1 << target, 0.0
        if p.left < LAST:
            others = s.occupied[SOVIET] & ~bit
            zones = around(s, s.projecting(SOVIET) & ~bit) & ~s.occupied[AXIS]
            total = OPENS * max(0, p.saved(others | zones) - p.saved(p.closed))
        for u in p.pocket:
            h = s.where[u]
            if not p.free >> h & 1:
                gained = p.to_go(u, h) - p.to_go(u, h, bit)
                total += GATE * p.worth(u) * max(0, gained)
        return min(MOST_GATE, total)

    def targets(self) -> list[int]:
        """Enemy stacks in the way of the pocket, those that most of it has to pass first."""
        s, p = self.s, self.p
        traffic, ring = p.traffic, s.world.grid.ring1
        found = {
            h: traffic[h] + 0.5 * max(traffic[n] for n in bits(ring[h]))
            for h in bits(s.occupied[SOVIET])
        }
        return sorted([h for h, n in found.items() if n > 4], key=lambda h: (-found[h], h))[:6]

    def _assaults(self, groups: list[Group]) -> list[Order]:
        if self.s.phase != "axis-move":
            return []
        found: list[Order] = []
        fighters = [g for g in groups if g.attack and not self._shy(g)]
        best = {id(g): max(self.value(g, h) for h in (g.hex, *g.ways)) for g in fighters}
        for target in self.targets():
            prize = self.gate(target)
            if prize < 0.5:
                continue
            plan = assault(
                self.p,
                AXIS,
                target,
                prize,
                fighters,
                lambda g, h: 0.5 * max(0.0, best[id(g)] - self.value(g, h)),
            )
            if plan is None:
                continue
            for group, h in plan.groups:
                fighters.remove(group)
                if h != group.hex and self._affordable(group, h):
                    order = order_to(group, h, "mass", target)
                    order.terms = (("the attack that it is for", plan.value),)
                    self._carry_out(order)
                    found.append(order)
                else:
                    found.append(Order(list(group.units), [], from_=group.hex))
        return found

    def _shy(self, group: Group) -> bool:
        """Who does not attack: whoever is out already."""
        return (
            bool(self.p.free >> group.hex & 1) and self.s.world.roster.first_panzer[group.units[0]]
        )

    # Orders -----------------------------------------------------------------------------------

    def value(self, group: Group, h: int) -> float:
        return sum(value for _, value in self._terms(group, h))

    def _affordable(self, group: Group, h: int) -> bool:
        need = group.fuel(h)
        return all(self.left.get(hq, 0) >= need for hq in group.payers)

    def _march(self, group: Group) -> Order | None:
        s = self.s
        here = self.value(group, group.hex)
        again = group_of(s, group.units)  # others have marched meanwhile
        if again is None:
            return None
        best, found = here + STAY, -1
        for h in sorted(again.ways):
            if self._affordable(again, h):
                value = self.value(again, h)
                if value > best:
                    best, found = value, h
        if found < 0:
            return None
        order = order_to(again, found, *self._purpose(again, found))
        order.terms = _differences(self._terms(again, found), self._terms(again, group.hex))
        return order

    def _purpose(self, group: Group, h: int) -> tuple[str, int]:
        """What a march is for, told by what it does."""
        s, p = self.s, self.p
        u = group.units[0]
        terms = dict(_differences(self._terms(group, h), self._terms(group, group.hex)))
        top = max(terms, key=lambda name: terms[name], default="")
        if top == "danger":
            return "danger", h
        if top == "objective":
            return "garrison", h
        if top == "opens the road home":
            return "open", h
        if s.world.roster.first_panzer[u]:
            if p.to_go(u, h) < p.to_go(u, group.hex):
                return ("out" if p.free >> h & 1 else "west"), h
            return ("headquarters" if s.world.roster.hq[u] else "close up"), h
        if terms.get("towards the pocket", 0) > 0:
            return "relief", h
        return ("headquarters" if s.world.roster.hq[u] else "close up"), h

    def _carry_out(self, order: Order) -> None:
        s = self.s
        for hq in {s.parent[u] for u in order.units if fuel.runs_on_fuel(s, u)}:
            if hq in self.left:
                self.left[hq] -= order.fuel
                s.fuel[hq] = max(0, s.fuel.get(hq, 0) - order.fuel)
        if order.path:
            for u in order.units:
                s.suppose(u, order.path[-1])
                s.moved |= 1 << u


def _differences(
    there: list[tuple[str, float]], here: list[tuple[str, float]]
) -> tuple[tuple[str, float], ...]:
    before = dict(here)
    after = dict(there)
    names = dict.fromkeys((*before, *after))
    found = [(name, after.get(name, 0.0) - before.get(name, 0.0)) for name in names]
    return tuple(sorted([t for t in found if abs(t[1]) > 0.005], key=lambda t: -abs(t[1])))
