"""Pictures of the board: the empty map, the set-up, and what a view shows.

`hexfront.draw` draws them; this file only says what is on them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from hexfront.draw import Area, Counter, Edge, Marker, Picture, Place, RiverSide
from hexfront.draw.views import by_border, control_of, marks_of, moment, stacks_of
from hexfront.games.oder.loading.load import GRID, OderData, UnitSpec
from hexfront.games.oder.page.charts import SIZES
from hexfront.games.oder.phases import PHASES
from hexfront.games.oder.sides import SIDES
from hexfront.kernel.phase import titles
from hexfront.kernel.scenarios import Scenario

TITLE = "Watch on the Oder"
NOTICE = (
    "Coast, terrain, rivers, front and most places are reconstructed; corrections can be laid over."
)


def map_picture(data: OderData, scenario: Scenario) -> Picture:
    """The map with nothing on it but the flags of the start."""
    return _picture(data, {}, scenario.dates)


def setup_picture(data: OderData, scenario: Scenario) -> Picture:
    """The units whose counters name their hex."""
    stacks: dict[str, list[Counter]] = {}
    for unit in data.units:
        if unit.placement == "fixed":
            stacks.setdefault(unit.hexes[0], []).append(_counter(unit))
    return _picture(data, {}, "Set-up", stacks=stacks)


def view_picture(data: OderData, view: Mapping[str, Any]) -> Picture:
    """What a view, or a whole position, shows."""
    specs = {unit.id: unit for unit in data.units}
    stacks, hidden = stacks_of(GRID, view, lambda unit: _seen(unit, specs.get(unit.get("id", ""))))
    control = control_of(view)
    lost = {h for h, entry in view.get("hexes", {}).items() if _fort_lost(entry)}
    where = {unit.get("id"): unit.get("hex") for unit in view.get("units", ())}
    markers: dict[str, list[Marker]] = {}
    for name in ("air", "naval", "aerial"):
        at = (view.get("markers") or {}).get(name)
        at = where.get(at, at)
        if isinstance(at, str) and GRID.has(at):
            markers.setdefault(at, []).append(Marker("", name, SIDES[0]))
    return _picture(
        data,
        control,
        moment(view, titles(PHASES)),
        lost=lost,
        stacks=stacks,
        hidden=hidden,
        markers=markers,
    )


def _fort_lost(entry: object) -> bool:
    """Whether a hex of a view, or of a position, had a fortification that is destroyed. 7.5"""
    return isinstance(entry, Mapping) and (
        entry.get("fort") is False or entry.get("fort_intact") is False
    )


def _picture(
    data: OderData,
    control: Mapping[str, str | None],
    subtitle: str,
    lost: Iterable[str] = (),
    **what: Any,
) -> Picture:
    closed = [h for h, t in data.terrain.items() if t != "sea" and h not in data.playable]
    return Picture(
        grid=GRID,
        terrain=data.terrain,
        places=[
            Place(p.hex, p.name, p.kind, control.get(p.hex, data.control.get(p.hex)))
            for p in data.places
        ],
        rivers=[RiverSide(r.a, r.b, r.river, False) for r in data.rivers if r.tier == 1],
        straits=data.all_sea,
        front=list(front(data)),
        works=sorted(set(data.forts).difference(lost)),
        areas=list(_areas(data, closed)),
        edges=list(_edges(data)),
        sides=SIDES,
        title=TITLE,
        subtitle=subtitle,
        notice=NOTICE,
        scale=f"One hex is {data.tables['scale']['km_per_hex']} km across.",
        **what,
    )


def front(data: OderData) -> Iterable[tuple[str, str]]:
    """The hexsides between the two sides at the start. 3.1"""
    for a, side in data.control.items():
        for n in GRID.neighbours(GRID.index(a)):
            b = GRID.number(n)
            if a < b and data.control.get(b, side) != side:
                yield a, b


def _areas(data: OderData, closed: list[str]) -> Iterable[Area]:
    if closed:
        yield Area(closed, "Out of play")
    yield Area(data.tables["usir"]["hexes"], "Upper Silesia", side=SIDES[0])


def _edges(data: OderData) -> Iterable[Edge]:
    """The map edges that supply comes from: the part of them that can be stood on. 8.2"""
    for border, side, label in (
        ("west", SIDES[0], "German supply and arrivals"),
        ("east", SIDES[1], "Soviet supply and arrivals"),
    ):
        hexes = [h for h in data.tables["edges"][border] if h in data.playable]
        there = by_border(GRID, hexes)[border]  # type: ignore[index]
        if there:
            yield Edge(border, there[0], there[-1], label, side, "line")  # type: ignore[arg-type]


def _counter(unit: UnitSpec) -> Counter:
    size = SIZES.get(unit.size, unit.size)
    return Counter(unit.side, unit.label, unit.type, size, unit.attack, unit.defence, 1, 1)


def _seen(unit: Mapping[str, Any], spec: UnitSpec | None) -> Counter | None:
    """A unit of a view; what it does not say comes from the roster."""
    factors = unit.get("factors") or ([[spec.attack, spec.defence]] if spec else None)
    if not factors:
        return None
    size = str(unit.get("size") or (spec.size if spec else ""))
    return Counter(
        side=str(unit.get("side") or (spec.side if spec else "")),
        name=str(unit.get("label") or (spec.label if spec else unit.get("id", ""))),
        type=str(unit.get("type") or (spec.type if spec else "")),
        size=SIZES.get(size, size),
        attack=int(factors[0][0]),
        defence=int(factors[0][1]),
        steps=1,
        max_steps=1,
        marks=marks_of(unit),
    )
