"""From the data and views of a game to a picture: what the games' pictures share."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hexfront.draw.model import Border, Counter
from hexfront.hexes import Grid


def by_border(grid: Grid, hexes: Iterable[str]) -> dict[Border, list[str]]:
    """Hexes of the map edge by the border they lie on, each in order."""
    found: dict[Border, list[str]] = {"north": [], "east": [], "south": [], "west": []}
    left, top = grid.first
    for number in sorted(hexes):
        column, row = int(number[:2]), int(number[2:])
        for border, on in (
            (found["north"], row == top),
            (found["east"], column == left + grid.columns - 1),
            (found["south"], row == top + grid.rows_in(column) - 1),
            (found["west"], column == left),
        ):
            if on:
                border.append(number)
    return found


def stacks_of(
    grid: Grid, view: Mapping[str, Any], counter: Callable[[Mapping[str, Any]], Counter | None]
) -> tuple[dict[str, list[Counter]], dict[str, int]]:
    """The counters of a view by hex, top first, and how many lie hidden there."""
    stacks: dict[str, list[Counter]] = {}
    hidden: dict[str, int] = {}
    for unit in view.get("units", ()):
        where = unit.get("hex")
        if not grid.has(where):
            continue
        if (found := counter(unit)) is not None:
            stacks.setdefault(where, []).append(found)
        if isinstance(unit.get("hidden"), int):
            hidden[where] = hidden.get(where, 0) + int(unit["hidden"])
    return stacks, hidden


def control_of(view: Mapping[str, Any]) -> dict[str, str | None]:
    """Who holds each hex of a view."""
    return {
        number: entry.get("control")
        for number, entry in view.get("hexes", {}).items()
        if isinstance(entry, Mapping)
    }


def marks_of(unit: Mapping[str, Any]) -> tuple[str, ...]:
    """The badges of a unit: M has moved, F has fought."""
    return (
        *(("M",) if unit.get("moved") else ()),
        *(("F",) if unit.get("attacked") else ()),
    )


def moment(view: Mapping[str, Any], phases: Mapping[str, str]) -> str:
    """When it is, as far as the view says: turn, phase (by its title), impulse, weather."""
    parts = []
    if view.get("turn"):
        parts.append(f"Turn {view['turn']}")
    if view.get("phase"):
        parts.append(phases[view["phase"]])
    if view.get("impulse"):
        parts.append(f"impulse {view['impulse']}")
    if view.get("weather"):
        parts.append(str(view["weather"]))
    return ", ".join(parts)
