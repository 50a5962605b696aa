"""Sets of hexes as soft-edged areas: their outline is traced along hexsides and rounded off."""

from collections.abc import Collection

from hexfront.draw.geometry import (
    Corner,
    Layout,
    Point,
    around,
    mix,
    pair,
    side_of,
)


def with_rim(layout: Layout, hexes: Collection[str]) -> set[Corner]:
    """The middles of hexes, and of the off-map hexes that go with them: an area runs off the sheet.

    An off-map hex goes with most of its neighbours; the one above or below it counts more.
    """
    inside = {layout.middle(number) for number in hexes}
    known = set(layout.hexes)
    for _ in range(2):
        rim = {n for m in known for n in around(m)} - known
        joins = set()
        for middle in rim:
            near = [n for n in around(middle) if n in known]
            column = [n for n in near if n[0] == middle[0]]
            votes = sum(n in inside for n in near) * 2 + sum(n in inside for n in column)
            if votes * 2 > len(near) * 2 + len(column):
                joins.add(middle)
        inside |= joins
        known |= rim
    return inside


def outlines(middles: Collection[Corner]) -> list[list[Corner]]:
    """The closed outlines round a set of hexes, as runs of corners; holes run the other way."""
    inside = set(middles)
    onward: dict[Corner, Corner] = {}
    for middle in sorted(inside):
        for direction, other in enumerate(around(middle)):
            if other not in inside:
                a, b = side_of(middle, direction)
                onward[a] = b
    loops = []
    while onward:
        start = min(onward)
        loop = [start]
        here = onward.pop(start)
        while here != start:
            loop.append(here)
            here = onward.pop(here)
        loops.append(loop)
    return loops


def soft_path(layout: Layout, loop: list[Corner]) -> str:
    """An outline as a closed smooth curve through the middles of its hexsides."""
    sides = [layout.bent_side(a, b) for a, b in zip(loop, loop[1:] + loop[:1], strict=True)]
    parts = [f"M{pair(sides[-1])}"]
    for corner, side in zip(loop, sides, strict=True):
        parts.append(f"Q{pair(layout.bent(corner))} {pair(side)}")
    return "".join(parts) + "Z"


def soft_points(layout: Layout, loop: list[Corner], pieces: int = 5) -> list[Point]:
    """Points along the curve of `soft_path`, in order."""
    sides = [layout.bent_side(a, b) for a, b in zip(loop, loop[1:] + loop[:1], strict=True)]
    points = []
    before = sides[-1]
    for corner, side in zip(loop, sides, strict=True):
        points += curve(before, layout.bent(corner), side, pieces)
        before = side
    return points


def curve(start: Point, control: Point, end: Point, pieces: int) -> list[Point]:
    """Points on a quadratic curve, its start included and its end not."""
    return [
        mix(mix(start, control, i / pieces), mix(control, end, i / pieces), i / pieces)
        for i in range(pieces)
    ]
