"""Where units may go: allowances, fuel, zones, lines, stacking, isolation, exits. 11, 3.2.4, 10.5"""

from __future__ import annotations

from collections import defaultdict

from hexfront.games.kesselschlacht.sides import WEATHERS
from tests.kesselschlacht.slow.ground import Ground
from tests.kesselschlacht.slow.position import Position, Unit, enemy, hexside, neighbours
from tests.kesselschlacht.slow.supply import edge_roads, fuel, grade, group, sources, trace

FAR = 999.0
OFF = "off the map"
SERET_ARMIES = ("1st Guards Army", "18th Army", "38th Army", "40th Army")
Spent = tuple[float, float]
"""Points of leg and of motorized costs."""
Label = tuple[str, bool]
"""A hex, and whether the force has gone south over the Dnestr for good."""

# Allowances ------------------------------------------------------------------------------------------


def may_move(p: Position, unit: Unit) -> bool:
    """Whether a unit may move of its own will in this phase. 4.0.H, J, L, 9.1.a, 13.3.2, 13.3.3"""
    side = "soviet" if p.phase == "soviet-move" else "axis"
    if unit.side != side or not unit.hex or unit.id in p.moved or unit.status in ("DIS", "RT"):
        return False
    if side == "soviet":
        return unit.id in p.activated or closes_up(p, unit)
    return p.phase == "axis-move" or unit.mobility == "motorized"


def closes_up(p: Position, unit: Unit) -> bool:
    """11.3.4: its formation could not be activated; the HQ goes before its units."""
    if unit.id in p.activated or unit.id not in p.ineligible:
        return False
    hq = p.units[unit.parent]
    if not hq.hex:
        return False
    others = [u.id for u in p.units.values() if u.parent == hq.id and u.id != hq.id]
    return not unit.hq or not p.moved.intersection(others)


def runs_on_fuel(p: Position, unit: Unit) -> bool:
    """10.5.1: motorized units and HQs of First Panzer Army."""
    return unit.mobility == "motorized" and group(p, unit) == "1PzA"


def _restricted(p: Position, unit: Unit, points: float) -> float:
    if unit.status in ("DIS", "RT"):
        return 0.0
    if unit.status == "DO":
        points = min(points, 2.0)  # 13.3.1
    if unit.id in p.entered and unit.spec.entry_limit:
        points = min(points, unit.spec.entry_limit - p.spent.get(unit.id, 0) / 2)
    return points


def allowance(p: Position, unit: Unit, bought: int) -> float:
    """What a unit may spend; one on fuel has what was bought, or two points if that is 0."""
    if runs_on_fuel(p, unit):
        return _restricted(p, unit, float(bought or 2))  # 10.5.2, 10.5.4
    flipped = unit.grade == "out"  # 10.2.3, 10.3.2, 10.4.2
    printed = unit.spec.back_movement if flipped else unit.spec.movement
    assert printed is not None
    return _restricted(p, unit, float(printed))


def purchases(g: Ground, units: list[Unit]) -> set[int]:
    """The points of fuel that a force may buy, 0 for the free two points. 10.5.2, 10.5.3, R-62, R-63

    Those who get no fuel have two points whatever the others buy.
    """
    p = g.p
    drivers = [u for u in units if runs_on_fuel(p, u)]
    if not drivers:
        return {0}
    paying = {u.id: [fuel(p, hq) for hq in sources(g, u) if fuel(p, hq)] for u in drivers}
    buyers = [u for u in drivers if paying[u.id]]
    if not buyers:
        return {0}
    most = min(10, *(max(paying[u.id]) for u in buyers))
    free = p.options["free_two_mp_always"] or all(u.gun for u in buyers)
    return set(range(0 if free else 1, most + 1))


def force_limits(g: Ground, units: list[Unit], bought: int) -> Spent:
    """What a force may spend at leg and at motorized costs: its slowest unit counts. 11.1.1"""
    limits = {"leg": FAR, "motorized": FAR}
    for u in units:
        buys = bought if any(fuel(g.p, hq) for hq in sources(g, u)) else 0
        limits[u.mobility] = min(limits[u.mobility], allowance(g.p, u, buys))
    return limits["leg"], limits["motorized"]


# Steps -----------------------------------------------------------------------------------------------


def army_line(p: Position, unit: Unit) -> set[str]:
    """The hexes beyond the line that a unit's army does not cross. 11.3.1, R-88"""
    if unit.side == "axis" or not unit.parent:
        return set()
    army = p.units[unit.parent].spec.formation
    if army in SERET_ARMIES:
        return set(p.data.west_of_seret)
    if army == "60th Army" and not p.ternopol_captured:
        return set(p.data.west_of_strypa)
    return set()


class Reach:
    """Every hex that a force of one hex gets to, by all ways, with so many points and fuel bought before."""

    def __init__(self, g: Ground, units: list[Unit], most: Spent, walked: bool = False) -> None:
        self.g, self.units, self.most, self.walked = g, units, most, walked
        self.p, self.start, self.side = g.p, units[0].hex, units[0].side
        self.lines = [army_line(g.p, u) for u in units]
        self.south = set(g.p.data.south_of_dnestr)
        self.zone = g.zone[enemy(self.side)]
        self.back = ""
        """A hex that is not entered again."""
        self.labels: dict[Label, list[Spent]] = defaultdict(list)
        self.first: tuple[Label, Spent] = (
            (self.start, any(u.id in g.p.locked for u in units)),
            (0.0, 0.0),
        )
        self.go_on(*self.first)

    def go_on(self, label: Label, spent: Spent) -> None:
        """Follow all ways from a hex."""
        self.labels[label].append(spent)
        waiting = [(label, spent)]
        while waiting:
            (here, bound), spent = waiting.pop()
            if self._stopped(here, spent):
                continue
            for there in neighbours(self.p.data, here):
                after = self._step(here, there, bound, spent)
                if after is not None and self._new(*after):
                    waiting.append(after)

    def _stopped(self, here: str, spent: Spent) -> bool:
        """3.2.4: a force that has entered a zone goes no farther."""
        return here in self.zone and (self.walked or any(spent))

    def first_steps(self) -> dict[str, set[str]]:
        """The hexes that can be entered next, with those where the move could end then without coming back.

        Who can leave the map then ends `OFF` it.
        """
        found = {}
        label, spent = self.first
        self.back = self.start
        for there in neighbours(self.p.data, self.start):
            after = self._step(label[0], there, label[1], spent)
            if after is not None and not self._stopped(self.start, spent):
                self.labels.clear()
                self.go_on(*after)
                found[there] = {h for h, _ in self.labels if self.room(h)}
                if any(
                    self._leaves(h, each) for (h, _), ways in self.labels.items() for each in ways
                ):
                    found[there].add(OFF)
        return found

    def _new(self, label: Label, spent: Spent) -> bool:
        known = self.labels[label]
        if any(old[0] <= spent[0] and old[1] <= spent[1] for old in known):
            return False
        known.append(spent)
        return True

    def _step(self, a: str, b: str, bound: bool, spent: Spent) -> tuple[Label, Spent] | None:
        g = self.g
        if b in g.held[enemy(self.side)] or b == self.back:  # 11.1.2
            return None
        costs = g.cost(a, b, "leg"), g.cost(a, b, "motorized")
        if costs[0] is None or costs[1] is None:  # 11.1.4
            return None
        after = spent[0] + costs[0], spent[1] + costs[1]
        if after[0] > self.most[0] or after[1] > self.most[1]:
            return None
        if any(u.gun for u in self.units) and hexside(a, b) not in g.road:  # 16.1.1, 16.2
            return None
        if any(b in west and a not in west for west in self.lines):  # 11.3.1
            return None
        if b not in self.south and (bound if self.side == "axis" else a in self.south):
            return None  # 11.2.2, 11.3.2
        if a in self.zone and b in self.zone and not self._infiltrates():
            return None
        return (b, bound or (a not in self.south and b in self.south)), after

    def _infiltrates(self) -> bool:
        """11.2.1, 13.3.1, R-91; a force in a zone has not stepped yet, or it would have stopped."""
        return all(u.spec.nation == "german" and u.status != "DO" for u in self.units)

    # What comes of it ----------------------------------------------------------------------------

    def passed(self) -> dict[str, float]:
        """Each hex that can be entered, with the least points at the first unit's costs."""
        column = 0 if self.units[0].mobility == "leg" else 1
        found: dict[str, float] = {}
        for (number, _), ways in self.labels.items():
            if number != self.start:
                least = min(spent[column] for spent in ways)
                found[number] = min(least, found.get(number, FAR))
        return found

    def ends(self) -> dict[str, float]:
        """Each hex where the force may stop, by stacking. 3.1.2, 11.1.2"""
        return {h: points for h, points in self.passed().items() if self.room(h)}

    def room(self, number: str) -> bool:
        most: int = self.p.data.tables["stacking"][self.side]
        here = [u for u in self.p.at(number) if not u.hq and u not in self.units]
        coming = [u for u in self.units if not u.hq]
        return not coming or len(here) + len(coming) <= most

    def can_leave(self) -> bool:
        """Whether an Axis force may leave the map from where it is. 11.2.2, R-94, R-183"""
        if self.start in self.zone and (self.walked or not self.p.options["exit_from_ezoc"]):
            return False
        return self._at_edge(self.start) and self._pays_to_leave((0.0, 0.0))

    def _leaves(self, here: str, spent: Spent) -> bool:
        """Whether it may leave the map from a hex that it has entered: in no zone, or it would have stopped."""
        return self._at_edge(here) and here not in self.zone and self._pays_to_leave(spent)

    def _at_edge(self, here: str) -> bool:
        last = max(int(h[2:]) for h in self.p.data.terrain)
        return self.side == "axis" and (here[:2] == "01" or int(here[2:]) == last)

    def _pays_to_leave(self, spent: Spent) -> bool:
        clear, column = self.p.data.tables["terrain"]["clear"], WEATHERS.index(self.p.weather)
        return all(
            clear[mobility][column] + before <= most
            for mobility, before, most in zip(("leg", "motorized"), spent, self.most, strict=True)
        )


# Isolation -------------------------------------------------------------------------------------------


def isolates(g: Ground, units: list[Unit], to: str) -> bool:
    """Whether a Soviet move there would put somebody out of supply, or one who is out farther. 11.3.3, R-73"""
    moved = g.p
    for unit in units:
        moved = moved.moved_to(unit.id, to)
    after = Ground(moved)
    for each in g.p.on_map("soviet"):
        if each.grade != "out" and grade(after, after.p.units[each.id]) == "out":
            return True
    for unit in units:
        if unit.grade == "out":
            before = trace(g, unit, edge_roads(g), FAR)
            then = trace(after, after.p.units[unit.id], edge_roads(after), FAR)
            if before is not None and (then is None or then > before):
                return True
    return False
