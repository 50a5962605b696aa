"""Woods, hills and marsh as areas of texture: little trees, hachures and dashes on a faint tint.

The little signs stand on one lattice over the whole sheet, each shifted by `noise`, so that they
run on from hex to hex; they keep away from rivers, names and settlements (`Keepout`).
"""

from collections.abc import Callable, Mapping, Sequence
from math import hypot

from hexfront.draw import style
from hexfront.draw.areas import outlines, soft_path, soft_points
from hexfront.draw.geometry import (
    APOTHEM,
    RADIUS,
    Corner,
    Layout,
    Point,
    around,
    noise,
    pair,
)
from hexfront.draw.labels import Keepout

SHADOW = 'fill="#4d5a35" fill-opacity=".3"'
GRASS = 'fill="none" stroke="#a99c6d" stroke-width=".9" stroke-opacity=".55"'
HILL = 'fill="#dcc190" fill-opacity=".6"'
LINE = f'fill="none" stroke="{style.ROUGH_EDGE}" stroke-linecap="round"'
DASH = f'fill="none" stroke="{style.MARSH_EDGE}" stroke-width="1.3" stroke-linecap="round"'
TUFT = 'fill="none" stroke="#7d9468" stroke-width="1" stroke-linecap="round"'

SIGNS: dict[str, tuple[tuple[str, str], ...]] = {
    "tree0": (
        ("m-3.4 1.2a5 1.9 0 1 0 10 0a5 1.9 0 1 0-10 0z", SHADOW),
        (
            "m-4.6-2.4c-1.8-3.6 1.2-6.2 2.6-5.9c.8-3.1 5-2.7 5.3 .1c2.9 .8 2.7 5.6 .3 6.6"
            "c-2 1.8-6.6 1.8-8.2-.8z",
            'fill="#93a56f" stroke="#5f7345" stroke-width=".8"',
        ),
        ("m.8-1c2.8-.6 4.2-3.4 2.5-6.4c.7 3-.3 5-2.5 6.4z", 'fill="#5f7345"'),
    ),
    "tree1": (
        ("m-2.6 1a4 1.5 0 1 0 8 0a4 1.5 0 1 0-8 0z", SHADOW),
        (
            "m-3.9-2.2c-1.3-3 1.5-5.4 3.7-5.4c3.2 0 5.2 2.8 3.8 5.4c-1.4 2-6.2 2-7.5 0z",
            'fill="#a2b17d" stroke="#667a4b" stroke-width=".8"',
        ),
        ("m.6-1.2c2.2-.4 3.4-2.6 2-4.8c.6 2.2-.4 4-2 4.8z", 'fill="#667a4b"'),
    ),
    "tree2": (
        ("m-2.2 .9a3.6 1.3 0 1 0 7.2 0a3.6 1.3 0 1 0-7.2 0z", SHADOW),
        (
            "m0-11.5c1 3.1 2.4 4.9 4.2 10.3c-2.2 1.4-6.2 1.4-8.4 0c1.8-5.4 3.2-7.2 4.2-10.3z",
            'fill="#81966a" stroke="#566b43" stroke-width=".8"',
        ),
        ("m.8-.6c1.2-2.4 .4-6.4-.2-8.4c.8 2 2 4.6 2.8 7.6z", 'fill="#566b43"'),
    ),
    "hill0": (
        ("m-13 4c4-8 9-11.5 13-11.5c5 0 9 4.5 13 11.5c-5 3-19-2-26 0z", HILL),
        ("m-13 4c4-8 9-11.5 13-11.5c5 0 9 4.5 13 11.5", f'{LINE} stroke-width="1.1"'),
        (
            "m2.2-6.6l1.2 5m1.4-3.4l2.2 5.6m.2-3.2l2.6 5.2m-10.4-8.8l.4 3.6m9.8 3l2.4 3.6"
            "m-15.4-9.4l-.6 2.4",
            f'{LINE} stroke-width=".9"',
        ),
    ),
    "hill1": (
        ("m-9 3c3-6 6-8 8.6-8c3.4 0 6.4 3 9.4 8c-4 2-13-1.6-18 0z", HILL),
        ("m-9 3c3-6 6-8 8.6-8c3.4 0 6.4 3 9.4 8", f'{LINE} stroke-width="1"'),
        ("m1-4.4l1 3.8m1.2-2.4l1.8 4m.2-1.8l2 3.8m-8.6-7v2.6", f'{LINE} stroke-width=".8"'),
    ),
    "grass0": (("m-3.4 0l-1-3m4.4 3v-4.4m3.4 4.4l1-3", GRASS),),
    "grass1": (("m-1.6 0l-.8-3m4 3l.8-3", GRASS),),
    "reed0": (("m-8 0h16", DASH), ("m0-1v-5.5m-2.6 5.5l-1.4-4m6.6 4l1.4-4", TUFT)),
    "reed1": (("m-6 0h12", DASH),),
}
"""The parts of each sign: a path from where it stands, and how it is drawn."""

Pick = Callable[[int, int], str]


def tint(layout: Layout, middles: set[Corner], fill: str, edge: str) -> str:
    """The faint ground colour of an area, with a soft edge."""
    path = "".join(soft_path(layout, loop) for loop in outlines(middles))
    if not path:
        return ""
    soft = "".join(
        f'<path d="{path}" fill="none" stroke="{fill}" stroke-width="{width}" '
        f'stroke-opacity="{alpha}"/>'
        for width, alpha in ((16, 0.25), (8, 0.4))
    )
    rim = f'<path d="{path}" fill="none" stroke="{edge}" stroke-width=".9" stroke-opacity=".45"/>'
    return f'{soft}<path d="{path}" fill="{fill}"/>{rim}'


def woods(layout: Layout, middles: set[Corner], keep: Keepout) -> str:
    """Trees, the farther ones first so that the nearer stand before them."""

    def pick(i: int, j: int) -> str:
        # Broad-leaved and fir stand in groups, not evenly mixed.
        group = noise(i // 4, j // 4, 21) + 0.7 * noise(i, j, 22)
        return "tree2" if group > 0.75 else "tree0" if noise(i, j, 23) > -0.1 else "tree1"

    return scatter(layout, middles, keep, 15.5, 12.5, 7.5, pick)


def hills(layout: Layout, middles: set[Corner], keep: Keepout) -> str:
    """Hachures down the rim of the high ground, and hill signs on it."""
    strokes = []
    for loop in outlines(middles):
        points = soft_points(layout, loop, 9)
        for i, here in enumerate(points):
            before, after = points[i - 1], points[(i + 1) % len(points)]
            along = hypot(after[0] - before[0], after[1] - before[1]) or 1.0
            inward = (-(after[1] - before[1]) / along, (after[0] - before[0]) / along)
            length = 6.5 + 3 * noise(i, len(points), loop[0][0], 31)
            start = (here[0] + inward[0] * 1.2, here[1] + inward[1] * 1.2)
            end = (here[0] + inward[0] * length, here[1] + inward[1] * length)
            if not keep.blocks(end, 3):
                strokes.append(f"M{pair(start)}L{pair(end)}")
    rim = (
        f'<path d="{"".join(strokes)}" fill="none" stroke="{style.ROUGH_EDGE}" stroke-width=".9" '
        'stroke-linecap="round" stroke-opacity=".55"/>'
    )

    def pick(i: int, j: int) -> str:
        return "hill0" if noise(i, j, 32) > -0.15 else "hill1"

    return rim + scatter(layout, middles, keep, 33, 19, 15, pick)


def marsh(layout: Layout, middles: set[Corner], keep: Keepout) -> str:
    """Rows of dashes with a tuft here and there."""

    def pick(i: int, j: int) -> str:
        return "reed0" if noise(i, j, 41) > 0.35 else "reed1"

    return scatter(layout, middles, keep, 24, 9.5, 9, pick, apart=True)


def fields(layout: Layout, middles: set[Corner], keep: Keepout) -> str:
    """Faint ticks of grass here and there on open ground."""

    def pick(i: int, j: int) -> str:
        return "grass0" if noise(i, j, 61) > 0 else "grass1"

    return scatter(layout, middles, keep, 46, 31, 7, pick, apart=True)


def scatter(
    layout: Layout,
    middles: set[Corner],
    keep: Keepout,
    dx: float,
    dy: float,
    margin: float,
    pick: Pick,
    apart: bool = False,
) -> str:
    """Signs on a shaken lattice over a set of hexes, `margin` away from its outline.

    A browser is slow with thousands of elements, so the like signs of a row are one; where they stand
    `apart`, so that none hides another, those of all rows.
    """
    spots: set[tuple[int, int]] = set()
    for middle in middles:
        x, y = layout.point(middle)
        for j in range(int((y - APOTHEM) / dy) - 1, int((y + APOTHEM) / dy) + 2):
            for i in range(int((x - RADIUS) / dx) - 1, int((x + RADIUS) / dx) + 2):
                spots.add((j, i))
    borders = {
        middle: [layout.point(other) for other in around(middle) if other not in middles]
        for middle in middles
    }
    rows: dict[int, dict[str, list[Point]]] = {}
    for j, i in sorted(spots):
        x = (i + 0.5 * (j % 2)) * dx + 0.3 * dx * noise(i, j, 11)
        y = j * dy + 0.3 * dy * noise(i, j, 12)
        if not (margin < x < layout.width - margin and margin < y < layout.height - margin):
            continue
        if _within(layout, borders, (x, y), margin) and not keep.blocks((x, y), margin * 0.6):
            row = rows.setdefault(0 if apart else j, {})
            row.setdefault(pick(i, j), []).append((x, y))
    return "".join(stand(sign, places) for row in rows.values() for sign, places in row.items())


def stand(sign: str, spots: Sequence[Point]) -> str:
    """The same sign at some spots, none of which hides another."""
    starts = [f"M{pair(spot)}" for spot in spots]
    return "".join(
        f'<path d="{"".join(start + part for start in starts)}" {look}/>'
        for part, look in SIGNS[sign]
    )


def _within(
    layout: Layout, borders: Mapping[Corner, Sequence[Point]], point: Point, margin: float
) -> bool:
    """Whether a point lies in one of the hexes and not near a neighbour outside.

    `borders` holds for each hex the middles of its neighbours that are outside.
    """
    here = layout.hex_at(point)
    outside = borders.get(here)
    if not outside:
        return outside is not None
    x, y = point
    hx, hy = layout.point(here)
    to_middle = (x - hx) ** 2 + (y - hy) ** 2
    # The distance to a side is the difference of the squared distances over twice the step.
    least = margin * 4 * APOTHEM
    return all((x - ox) ** 2 + (y - oy) ** 2 - to_middle >= least for ox, oy in outside)
