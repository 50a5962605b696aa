"""Pictures of the board: the empty map, the set-up, and what a player sees.

`hexfront.draw` draws them; this file only says what is on them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from hexfront.draw import Area, Counter, Edge, EdgeKind, Marker, Picture, Place, RiverSide
from hexfront.draw.views import by_border, control_of, marks_of, moment, stacks_of
from hexfront.games.breakout.loading.load import GRID, BreakoutData, UnitSpec
from hexfront.games.breakout.phases import PHASES
from hexfront.games.breakout.sides import SIDES
from hexfront.kernel.phase import titles
from hexfront.kernel.scenarios import Scenario

_TITLE = "Breakout: First Panzer Army"
_NOTICE = "Terrain, rivers and most places are reconstructed; corrections can be laid over."

# The words that the symbol already says, or a shorter form of them.
_SHORT = {
    "Inf": "",
    "Pz": "",
    "PzGr": "",
    "StuG": "",
    "Rifle": "",
    "Tank": "",
    "Mech": "",
    "Div": "",
    "Jäger": "Jg",
    "Artillery": "Art",
    "Panther": "",
    "Breakthrough": "Brk",
    "Gds": "G",
    "Mortar": "Mtr",
    "support": "A",
}


def map_picture(data: BreakoutData, scenario: Scenario) -> Picture:
    """The map with nothing on it but the flags of the start."""
    return _picture(data, {}, scenario.dates)


def setup_picture(data: BreakoutData, scenario: Scenario) -> Picture:
    """All units on their set-up hexes."""
    stacks: dict[str, list[Counter]] = {}
    for unit in data.units:
        if unit.hex is not None and unit.arrives == 0:
            stacks.setdefault(unit.hex, []).append(_counter(unit, unit.steps))
    for stack in stacks.values():
        stack.sort(key=lambda c: ("artillery" in c.type, -c.attack - c.defence))
    return _picture(data, {}, "Set-up", stacks=stacks)


def view_picture(data: BreakoutData, view: Mapping[str, Any]) -> Picture:
    """What a player's view, or a whole position, shows."""
    specs = {unit.id: unit for unit in data.units}
    stacks, hidden = stacks_of(GRID, view, lambda unit: _seen(unit, specs.get(unit.get("id", ""))))
    control = control_of(view)
    markers: dict[str, list[Marker]] = {}
    for name, where in (view.get("markers") or {}).get("kg", {}).items():
        if GRID.has(where):
            markers.setdefault(where, []).append(Marker(name, "group", SIDES[0]))
    return _picture(
        data, control, moment(view, titles(PHASES)), stacks=stacks, hidden=hidden, markers=markers
    )


def _picture(
    data: BreakoutData, control: Mapping[str, str | None], subtitle: str, **what: Any
) -> Picture:
    big = set(data.tables["river_crossing"]["big_rivers"])
    return Picture(
        grid=GRID,
        terrain=data.terrain,
        places=[
            Place(p.hex, p.name, p.kind, control.get(p.hex, p.control) if p.control else None)
            for p in data.places
        ],
        rivers=[RiverSide(r.a, r.b, r.river, r.river in big) for r in data.rivers],
        areas=[Area(data.no_go, "No Soviet units", "12.5")] if data.no_go else [],
        edges=list(_edges(data)),
        sides=SIDES,
        title=_TITLE,
        subtitle=subtitle,
        notice=_NOTICE,
        scale=f"One hex is {data.tables['scale']['km_per_hex']} km across.",
        **what,
    )


def _edges(data: BreakoutData) -> Iterable[Edge]:
    """The stretches of the map edge that the tables name."""
    maximum = data.tables["victory"]["exit_maximum"]
    marks: tuple[tuple[str, str, str, EdgeKind, int], ...] = (
        ("german_entry", "german", "German reinforcements", "entry", 0),
        ("soviet_exit", "soviet", f"Soviet exit, up to {maximum} VP", "exit", 0),
        ("german_communications", "german", "German communications", "line", 1),
        ("soviet_supply", "soviet", "Soviet supply", "line", 0),
    )
    for table, side, label, kind, lane in marks:
        hexes = [str(number) for number in data.tables[table]["hexes"]]
        for border, there in by_border(GRID, hexes).items():
            if len(there) > 2:  # a corner hex belongs to two borders
                yield Edge(border, there[0], there[-1], label, side, kind, lane)


def _counter(unit: UnitSpec, steps: int, marks: tuple[str, ...] = ()) -> Counter:
    attack, defence = unit.factors[max(0, min(unit.steps - steps, unit.steps - 1))]
    name = _short(unit.name)
    return Counter(unit.side, name, unit.type, unit.size, attack, defence, steps, unit.steps, marks)


def _seen(unit: Mapping[str, Any], spec: UnitSpec | None) -> Counter | None:
    """A unit of a view; what it does not say comes from the roster."""
    factors = unit.get("factors") or (spec.factors if spec else None)
    if not factors:
        return None
    steps = int(unit.get("steps", len(factors)))
    attack, defence = factors[max(0, min(len(factors) - steps, len(factors) - 1))]
    return Counter(
        side=str(unit.get("side") or (spec.side if spec else "")),
        name=_short(str(unit.get("name") or (spec.name if spec else unit.get("id", "")))),
        type=str(unit.get("type") or (spec.type if spec else "")),
        size=str(unit.get("size") or (spec.size if spec else "")),
        attack=int(attack),
        defence=int(defence),
        steps=steps,
        max_steps=len(factors),
        marks=marks_of(unit),
    )


def _short(name: str) -> str:
    """A unit's name without what its symbol says: "16 Pz" is 16, "1 SS Pz" is 1 SS."""
    words = [_SHORT.get(word, word) for word in name.split()]
    return " ".join(word for word in words if word) or name
