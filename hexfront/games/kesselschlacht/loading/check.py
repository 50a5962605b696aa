"""Sense checks of both set-ups, and a report of where the data come from.

Charts, roads and half of the set-up are reconstructed, so files that load may still be nonsense.
`check_setup` says in sentences what strikes it: "Wrong: ..." where the game could not begin so,
"Note: ..." where one should know about it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from hexfront.games.kesselschlacht.loading.specs import KesselschlachtData, SetUp, UnitSpec
from hexfront.games.kesselschlacht.loading.ways import Ways, area
from hexfront.games.kesselschlacht.sides import SET_UPS, WEATHERS
from hexfront.kernel.ledger import count_provenance, format_provenance
from hexfront.mechanics.telling import in_words

Slot = tuple[str, int]
"""A place in a hex."""


def check_setup(data: KesselschlachtData) -> list[str]:
    """What is wrong or noteworthy on the map and in both set-ups, the wrong first."""
    findings = [*_map(data), *_slots(data)]
    for set_up in SET_UPS:
        found = _Start(data, set_up)
        for check in (
            *(found.both_sides, found.axis_stacks, found.soviet_places, found.wrong_side),
            *(found.guns, found.axis_supply, found.soviet_roads),
        ):
            findings += [f"{kind}: {set_up}: {sentence}" for kind, sentence in check()]
    return sorted(findings, key=lambda sentence: not sentence.startswith("Wrong"))


def format_report(data: KesselschlachtData) -> str:
    """The whole report as text: where the data come from, and the findings about the set-ups."""
    return "\n".join(
        [
            f"Kesselschlacht, data {data.digest}",
            "",
            format_provenance(count_provenance(data.origins)),
            "",
            *check_setup(data),
            "",
            "Points by road from each Soviet HQ to the edge, at the best place of its set-up:",
            *(
                f"{set_up}: " + ", ".join(f"{name} {far:g}" for name, far in each.items() if far)
                for set_up in SET_UPS
                for each in [road_points(data, set_up)]
            ),
        ]
    )


def road_points(data: KesselschlachtData, set_up: str) -> dict[str, float | None]:
    """How far each Soviet HQ starts from the edge by road: what its activation depends on. 9.1.2.c"""
    return _Start(data, set_up).road_points()


Finding = tuple[str, str]


def _map(data: KesselschlachtData) -> Iterator[str]:
    """Roads, bridges and edges that would be useless, or do not fit together."""
    ways, south = Ways(data, SET_UPS[0]), set(data.south_of_dnestr)
    for edge in data.edges:  # 9.1.2.a
        if edge.hex not in ways.road_hexes:
            yield f"Wrong: no road leads to the supply hex {edge.hex}."
    for name, hexes in data.entry_areas.items():
        if len({number in south for number in hexes}) > 1:
            yield f"Wrong: entry area {name} lies on both banks of the Dnestr."
        if not ways.road_hexes & set(hexes):
            yield f"Note: entry area {name} has no road."
    printed = {frozenset((b.a, b.b)) for b in data.bridges if b.kind == "printed"}
    pontoons = {frozenset((b.a, b.b)) for b in data.bridges if b.kind == "pontoon"}
    for road in data.roads:
        side = frozenset((road.a, road.b))
        if ways.river.get(side) == "major" and side not in printed | pontoons:
            yield f"Note: the way {road.a}-{road.b} crosses a major river without a bridge."
    carried = {frozenset((road.a, road.b)) for road in data.roads} | pontoons
    for bridge in data.bridges:
        if frozenset((bridge.a, bridge.b)) not in carried:
            yield f"Note: neither road nor railway uses the bridge {bridge.a}-{bridge.b}."
    yield from _lines(data, ways)


def _lines(data: KesselschlachtData, ways: Ways) -> Iterator[str]:
    """The banks of the Dnestr are parted by it: no step leads over without a river hexside."""
    south = set(data.south_of_dnestr)
    dnestr = {frozenset((r.a, r.b)) for r in data.rivers if r.river == "Dnestr"}
    for number in sorted(south):
        for there in area(data, SetUp("next_to", (number,))):
            if there not in south and frozenset((number, there)) not in dnestr:
                yield f"Wrong: between {there} and {number} one changes the bank of the Dnestr dry."


def _slots(data: KesselschlachtData) -> Iterator[str]:
    """Every army has as many divisions as slots, or more. R-06"""
    for set_up in SET_UPS:
        wanted: Counter[str] = Counter()
        for slot in data.slots:
            if slot.set_up == set_up:
                wanted[slot.formation] += slot.divisions
        have = Counter(u.formation for u in data.units if u.placing(set_up).mode == "slot")
        for army in sorted({*wanted, *have}):
            if have[army] < wanted[army]:
                yield (
                    f"Wrong: {set_up}: {army} has {wanted[army]} slots and {have[army]} divisions."
                )
            elif have[army] > wanted[army]:
                spare = in_words(have[army] - wanted[army], "division")
                yield f"Note: {set_up}: {army} leaves {spare} in the box."


class _Start:
    """One set-up. Its checks give pairs: Wrong or Note, and the sentence."""

    def __init__(self, data: KesselschlachtData, set_up: str) -> None:
        self.data, self.set_up = data, set_up
        self.ways = Ways(data, set_up)
        self.places = {unit.id: unit.placing(set_up) for unit in data.units}
        self.units = [unit for unit in data.units if not unit.option]
        self.hqs = {unit.formation: unit for unit in self.units if unit.type == "hq"}
        self.axis = {
            number
            for unit in self.units
            if unit.side == "axis" and self.places[unit.id].mode in ("in", "split")
            for number in self.places[unit.id].hexes
        }

    def _fixed(self, unit: UnitSpec) -> str:
        """The hex of a unit that has no choice, empty for the others."""
        place = self.places[unit.id]
        return place.hexes[0] if place.mode == "in" and len(place.hexes) == 1 else ""

    def both_sides(self) -> Iterator[Finding]:
        """18.0.b: nobody is put where the enemy stands."""
        for unit in self.units:
            if unit.side == "soviet" and self._fixed(unit) in self.axis:
                yield "Wrong", f"{unit.name} starts in {self._fixed(unit)} with the enemy."

    def axis_stacks(self) -> Iterator[Finding]:
        """3.1.2.b: not more than so many of those who have no choice start in a hex."""
        most = self.data.tables["stacking"]["axis"]
        combat = [u for u in self.units if u.side == "axis" and u.type != "hq"]
        stacks = Counter(filter(None, map(self._fixed, combat)))
        for number, count in sorted(stacks.items()):
            if count > most:
                yield "Wrong", f"{count} Axis units start in {number}, {most} may."

    def soviet_places(self) -> Iterator[Finding]:
        """3.1.2.a: all Soviet units find a place. Each looks for one and makes others move on."""
        units, taken = self._wishes(), dict[Slot, int]()

        def seat(u: int, asked: set[Slot]) -> bool:
            for slot in units[u][1]:
                if slot not in asked:
                    asked.add(slot)
                    if slot not in taken or seat(taken[slot], asked):
                        taken[slot] = u
                        return True
            return False

        for u, (name, _) in enumerate(units):
            if not seat(u, set()):
                yield "Wrong", f"there is no place for {name}."

    def _wishes(self) -> list[tuple[str, list[Slot]]]:
        """Every Soviet combat unit that sets up, with the places that it may have."""
        room = range(self.data.tables["stacking"]["soviet"])
        slots: dict[str, list[SetUp]] = defaultdict(list)
        for slot in self.data.slots:
            if slot.set_up == self.set_up:
                slots[slot.formation] += [slot.place] * slot.divisions
        found = []
        for unit in self.units:
            place = self.places[unit.id]
            if place.mode == "slot":
                free = slots[unit.formation]
                place = free.pop() if free else SetUp("out")
            if unit.side == "soviet" and unit.type != "hq" and place.hexes:
                hexes = [h for h in area(self.data, place) if h not in self.axis]
                if unit.type == "artillery":  # 16.2.a
                    hexes = [h for h in hexes if h in self.ways.road_hexes]
                seats = room[:1] if place.mode == "one_each" else room
                found.append((unit.name, [(h, seat) for h in hexes for seat in seats]))
        return found

    def wrong_side(self) -> Iterator[Finding]:
        """11.3.1.b: 60th Army does not start where it may not go."""
        west = set(self.data.west_of_strypa)
        for slot in self.data.slots:
            if slot.set_up != self.set_up or slot.formation != "60th Army":
                continue
            hexes = set(area(self.data, slot.place))
            if hexes <= west or (slot.place.mode == "one_each" and hexes & west):
                yield "Wrong", f"{slot.formation} starts west of the Strypa ({slot.id})."

    def guns(self) -> Iterator[Finding]:
        """16.1.1.c, 16.2.a: artillery starts on a road."""
        for unit in self.units:
            hexes = area(self.data, self.places[unit.id])
            if unit.type == "artillery" and hexes and not self.ways.road_hexes & set(hexes):
                yield "Wrong", f"{unit.name} has no road where it starts."

    def axis_supply(self) -> Iterator[Finding]:
        """10.3.1.a, 10.4.1.a: Axis units are near their HQ, at least while nobody is in between."""
        reach = self.data.tables["supply"]["axis"]
        seen: set[tuple[str, str]] = set()
        for unit in self.units:
            start, hq = self._fixed(unit), self.hqs.get(unit.formation)
            name = unit.division or unit.name
            if unit.side != "axis" or not start or hq is None or (name, start) in seen:
                continue
            seen.add((name, start))
            if end := self._fixed(hq):
                yield from self._far(name, unit, (start, end), reach)

    def _far(
        self, name: str, unit: UnitSpec, way: tuple[str, str], reach: int
    ) -> Iterator[Finding]:
        far = [self.ways.distance(*way, unit.mobility, weather) for weather in WEATHERS]
        over = [
            f"{'no way' if points is None else f'{points:g} points'} in {weather.replace('_', ' ')}"
            for weather, points in zip(WEATHERS, far, strict=True)
            if points is None or points > reach
        ]
        if over:
            yield "Note", f"{name} in {way[0]} is out of its HQ's reach: {', '.join(over)}."

    def soviet_roads(self) -> Iterator[Finding]:
        """9.1.2.a: every Soviet HQ can be put where a road leads to the edge."""
        for formation, points in self.road_points().items():
            if points is None:
                yield "Wrong", f"no road leads from the HQ of {formation} to the edge."

    def road_points(self) -> dict[str, float | None]:
        """The points of each Soviet HQ's way to the edge from the best hex it may set up in.

        None if there is no way. Axis units block it, zones of control are left out.
        """
        far = self.ways.roads_to_edge(self.axis)
        step = self.data.tables["roads"]["to_edge"]
        found = {}
        for hq in self.hqs.values():
            hexes = [h for h in area(self.data, self.places[hq.id]) if h not in self.axis]
            if hq.side == "soviet" and hexes:
                ways = (
                    far[there] + steps * step
                    for h in hexes
                    for there, steps in self.ways.to_road(h)
                    if there in far
                )
                found[hq.formation] = min(ways, default=None)
        return found
