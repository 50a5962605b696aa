"""Pictures of the board: the empty map, the set-up, and what a view shows.

`hexfront.draw` draws them; this file only says what is on them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from hexfront.draw import Bridge, Counter, Edge, Picture, Place, RiverSide, Road
from hexfront.draw.views import by_border, marks_of, moment, stacks_of
from hexfront.games.kesselschlacht.loading.read_map import GRID
from hexfront.games.kesselschlacht.loading.specs import BridgeSpec, KesselschlachtData, UnitSpec
from hexfront.games.kesselschlacht.page.labels import label
from hexfront.games.kesselschlacht.phases import PHASES
from hexfront.games.kesselschlacht.sides import SET_UPS, SIDES
from hexfront.kernel.phase import titles
from hexfront.kernel.scenarios import Scenario

TITLE = "Kesselschlacht"
NOTICE = "Terrain, rivers, roads and most places are reconstructed; corrections can be laid over."
TERRAIN = {"swamp": "marsh", "mountainous": "rough"}
"""What the ground is drawn as, where that has another name."""


def map_picture(data: KesselschlachtData, scenario: Scenario) -> Picture:
    """The map with nothing on it."""
    return _picture(data, scenario.dates, bridges=_printed(data))


def setup_picture(data: KesselschlachtData, scenario: Scenario) -> Picture:
    """The units that are listed in one hex."""
    stacks: dict[str, list[Counter]] = {}
    for unit in data.units:
        place = unit.placing(scenario.set_up)
        if place.mode == "in" and len(place.hexes) == 1 and not unit.option:
            stacks.setdefault(place.hexes[0], []).append(_counter(unit))
    at = SET_UPS.index(scenario.set_up)
    bridges = [_bridge(b, b.at_start[at]) for b in data.bridges if b.at_start[at] != "absent"]
    return _picture(data, f"Set-up, {scenario.dates}", stacks=stacks, bridges=bridges)


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
        data,
        moment(view, titles(PHASES)),
        stacks=stacks,
        hidden=hidden,
        works=sorted(works),
        bridges=_bridges(data, view),
    )


def _picture(data: KesselschlachtData, subtitle: str, **what: Any) -> Picture:
    classes = data.tables["river_class"]["rivers"]
    return Picture(
        grid=GRID,
        terrain={number: TERRAIN.get(t, t) for number, t in data.terrain.items()},
        places=[Place(p.hex, p.name, p.kind) for p in data.places],
        rivers=[RiverSide(r.a, r.b, r.river, classes[r.river] == "major") for r in data.rivers],
        river_words=("minor river", "major river"),
        roads=[Road(r.a, r.b, r.road, r.rail) for r in data.roads],
        airfields=[field.hex for field in data.airfields],
        edges=list(_edges(data)),
        sides=SIDES,
        title=TITLE,
        subtitle=subtitle,
        notice=NOTICE,
        scale=f"One hex is {data.tables['scale']['km_per_hex']} km across.",
        **what,
    )


def _printed(data: KesselschlachtData) -> list[Bridge]:
    return [_bridge(bridge, "standing") for bridge in data.bridges if bridge.kind == "printed"]


def _bridges(data: KesselschlachtData, view: Mapping[str, Any]) -> list[Bridge]:
    """The printed bridges, as far as the view says which stand, and pontoons over rivers."""
    standing = view.get("standing")
    if standing is None:
        return _printed(data)
    found = [
        _bridge(bridge, "standing" if bridge.id in standing else "blown")
        for bridge in data.bridges
        if bridge.kind == "printed"
    ]
    trains = [train["between"] for train in view.get("trains", ()) if train.get("between")]
    return found + [Bridge(a, b, "pontoon") for a, b in trains]


def _bridge(bridge: BridgeSpec, state: str) -> Bridge:
    if bridge.kind == "pontoon":
        return Bridge(bridge.a, bridge.b, "pontoon")
    return Bridge(bridge.a, bridge.b, state, "road" in bridge.carries, "rail" in bridge.carries)


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
    beside = (unit.quality, _points(unit.movement))
    return Counter(
        unit.side,
        label(unit.name),
        unit.type,
        unit.size,
        unit.attack,
        unit.defence,
        1,
        1,
        beside=beside,
    )


def _points(movement: int | str | None) -> str:
    """The movement allowance; F where it is bought with fuel. 2.2.7.c"""
    return "F" if movement in (None, "fuel") else str(movement)


def _seen(unit: Mapping[str, Any], spec: UnitSpec | None) -> Counter | None:
    """A unit of a view; what it does not say comes from the roster."""
    factors = unit.get("factors") or ([[spec.attack, spec.defence]] if spec else None)
    if not factors:
        return None
    status = str(unit.get("status") or "ok")
    marks = marks_of(unit)
    return Counter(
        side=str(unit.get("side") or (spec.side if spec else "")),
        name=label(str(unit.get("name") or (spec.name if spec else unit.get("id", "")))),
        type=str(unit.get("type") or (spec.type if spec else "")),
        size=str(unit.get("size") or (spec.size if spec else "")),
        attack=int(factors[0][0]),
        defence=int(factors[0][1]),
        steps=1,
        max_steps=1,
        beside=(
            str(unit.get("quality") or (spec.quality if spec else "")),
            _points(unit.get("movement") or (spec.movement if spec else None)),
        ),
        marks=(
            *marks,
            *(() if status == "ok" else (status,)),
            *(("OOS",) if unit.get("grade") == "out" else ()),
        ),
    )
