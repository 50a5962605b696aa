"""The sea with its coast, land bridges across it, and hexsides that are all water."""

from collections.abc import Collection, Iterable, Sequence

from hexfront.draw import style
from hexfront.draw.areas import outlines, soft_path
from hexfront.draw.geometry import Corner, Layout, mix, pair

Side = tuple[str, str]


def sea(layout: Layout, middles: set[Corner]) -> tuple[str, str]:
    """A clip path for the definitions, and the water: lines along the coast grow fainter outward."""
    path = "".join(soft_path(layout, loop) for loop in outlines(middles))
    if not path:
        return "", ""
    clip = f'<clipPath id="sea"><path d="{path}"/></clipPath>'
    rings = "".join(
        f'<path d="{path}" fill="none" stroke="{style.SEA_LINE}" stroke-width="{width}" '
        f'stroke-opacity="{alpha}"/>'
        f'<path d="{path}" fill="none" stroke="{style.SEA}" stroke-width="{width - 1.4}"/>'
        for width, alpha in ((46, 0.3), (31, 0.45), (18, 0.6))
    )
    return clip, (
        f'<path d="{path}" fill="{style.SEA}"/><g clip-path="url(#sea)">{rings}</g>'
        f'<path d="{path}" fill="none" stroke="{style.COAST}" stroke-width="2.2"/>'
    )


def land_bridges(layout: Layout, terrain: dict[str, str], closed: Collection[Side]) -> str:
    """A spit of sand through each land bridge, to every land hex that it leads to."""
    shut = {frozenset(side) for side in closed}
    bridges = sorted(number for number, kind in terrain.items() if kind == "land_bridge")
    ways = []
    for number in bridges:
        middle = layout.centre(number)
        for other in _land_around(layout, number, terrain):
            if frozenset((number, other)) in shut:
                continue
            a, b = layout.hexside(number, other)
            gate = layout.bent_side(a, b)
            end = gate if other in bridges else mix(gate, layout.centre(other), 0.3)
            ways.append(f"M{pair(middle)}L{pair(end)}")
    if not ways:
        return ""
    return "".join(
        f'<path d="{"".join(ways)}" fill="none" stroke="{colour}" stroke-width="{width}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
        for colour, width in ((style.COAST, 15.4), (style.SAND, 12))
    )


def _land_around(layout: Layout, number: str, terrain: dict[str, str]) -> Iterable[str]:
    grid = layout.grid
    around = (grid.number(n) for n in grid.neighbours(grid.index(number)))
    return (other for other in around if terrain.get(other, "clear") != "sea")


def straits(layout: Layout, sides: Sequence[Side]) -> str:
    """Hexsides between two land hexes that nothing crosses."""
    path = _along(layout, sides)
    if not path:
        return ""
    return "".join(
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" '
        'stroke-linecap="round"/>'
        for colour, width in ((style.COAST, 14), (style.SEA, 10.4))
    )


def front(layout: Layout, sides: Sequence[Side]) -> str:
    """The line between the two sides at the start."""
    path = _along(layout, sides)
    if not path:
        return ""
    return (
        f'<path d="{path}" fill="none" stroke="{style.GROUND}" stroke-width="9" '
        'stroke-opacity=".6" stroke-linecap="round"/>'
        f'<path d="{path}" fill="none" stroke="{style.FRONT}" stroke-width="4.6" '
        'stroke-dasharray="13 6" stroke-opacity=".8"/>'
    )


def _along(layout: Layout, sides: Sequence[Side]) -> str:
    """A path along hexsides, through the bent corners so that it lies on coast and rivers."""
    parts = []
    for a, b in sorted(sides):
        start, end = layout.hexside(a, b)
        parts.append(f"M{pair(layout.bent(start))}L{pair(layout.bent(end))}")
    return "".join(parts)
