"""Pictures of the board: the empty map, the set-up, and what a view shows.

`hexfront.draw` draws them; this file only says what is on them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from hexfront.draw import Counter, Edge, Picture, Place, RiverSide
from hexfront.draw.views import by_border, marks_of, moment, stacks_of
from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.loading.specs import KesselschlachtData, UnitSpec
from hexfront.games.kesselschlacht.phases import PHASES
from hexfront.games.kesselschlacht.sides import SIDES
from hexfront.kernel.phase import titles
from hexfront.kernel.scenarios import Scenario

TITLE = "Kesselschlacht"
NOTICE = "Terrain, rivers, roads and most places are reconstructed; corrections can be laid over."
TERRAIN = {"swamp": "marsh", "mountainous": "rough"}
"""What the ground is drawn as, where that has another name."""


def map_picture(data: KesselschlachtData, scenario: Scenario) -> Picture:
    """The map with nothing on it."""
    return _picture(data, scenario.dates)


def setup_picture(data: KesselschlachtData, scenario: Scenario) -> Picture:
    """The units that are listed in one hex."""
    stacks: dict[str, list[Counter]] = {}
    for unit in data.units:
        place = unit.placing(scenario.set_up)
        if place.mode == "in" and len(place.hexes) == 1 and not unit.option:
            stacks.setdefault(place.hexes[0], []).append(_counter(unit))
    return _picture(data, f"Set-up, {scenario.dates}", stacks=stacks)


def view_picture(data: KesselschlachtData, view: Mapping[str, Any]) -> Picture:
    """What a view, or a whole position, shows."""
    specs = {unit.id: unit for unit in data.units}
    stacks, hidden = stacks_of(GRID, view, lambda unit: _seen(unit, specs.get(unit.get("id", ""))))
    works = [
        number
        for number, entry in view.get("hexes", {}).items()
        if isinstance(entry, Mapping) and (entry.get("hasty") or entry.get("prepared"))
    ]
    return _picture(
        data, moment(view, titles(PHASES)), stacks=stacks, hidden=hidden, works=sorted(works)
    )


def _picture(data: KesselschlachtData, subtitle: str, **what: Any) -> Picture:
    classes = data.tables["river_class"]["rivers"]
    return Picture(
        grid=GRID,
        terrain={number: TERRAIN.get(t, t) for number, t in data.terrain.items()},
        places=[Place(p.hex, p.name, p.kind) for p in data.places],
        rivers=[RiverSide(r.a, r.b, r.river, classes[r.river] == "major") for r in data.rivers],
        edges=list(_edges(data)),
        sides=SIDES,
        title=TITLE,
        subtitle=subtitle,
        notice=NOTICE,
        scale=f"One hex is {data.tables['scale']['km_per_hex']} km across.",
        **what,
    )


def _edges(data: KesselschlachtData) -> Iterable[Edge]:
    """Entry areas of the reinforcements, and where Soviet supply comes from. 9.1.2.a"""
    for name, hexes in data.entry_areas.items():
        for border, there in by_border(GRID, list(hexes)).items():
            if there:
                yield Edge(border, there[0], there[-1], f"Entry area {name}", SIDES[0], "line")
    for spec in data.edges:
        if spec.side == SIDES[1]:
            yield Edge(spec.edge, spec.hex, spec.hex, "Supply", SIDES[1], "line")  # type: ignore[arg-type]


def _counter(unit: UnitSpec) -> Counter:
    return Counter(unit.side, unit.name, unit.type, unit.size, unit.attack, unit.defence, 1, 1)


def _seen(unit: Mapping[str, Any], spec: UnitSpec | None) -> Counter | None:
    """A unit of a view; what it does not say comes from the roster."""
    factors = unit.get("factors") or ([[spec.attack, spec.defence]] if spec else None)
    if not factors:
        return None
    status = str(unit.get("status") or "ok")
    marks = marks_of(unit)
    return Counter(
        side=str(unit.get("side") or (spec.side if spec else "")),
        name=str(unit.get("name") or (spec.name if spec else unit.get("id", ""))),
        type=str(unit.get("type") or (spec.type if spec else "")),
        size=str(unit.get("size") or (spec.size if spec else "")),
        attack=int(factors[0][0]),
        defence=int(factors[0][1]),
        steps=1,
        max_steps=1,
        marks=marks if status == "ok" else (*marks, status),
    )
