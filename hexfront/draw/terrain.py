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
    num,
    pair,
)
from hexfront.draw.labels import Keepout

DEFS = f"""\
<g id="tree0"><ellipse cx="1.6" cy="1.2" rx="5" ry="1.9" fill="#4d5a35" fill-opacity=".3"/>\
<path d="M-4.6-2.4C-6.4-6-3.4-8.6-2-8.3-1.2-11.4 3-11 3.3-8.2 6.2-7.4 6-2.6 3.6-1.6 \
1.6 .2-3 .2-4.6-2.4Z" \
fill="#93a56f" stroke="#5f7345" stroke-width=".8"/>\
<path d="M.8-1C3.6-1.6 5-4.4 3.3-7.4 4-4.4 3-2.4 .8-1Z" fill="#5f7345"/></g>
<g id="tree1"><ellipse cx="1.4" cy="1" rx="4" ry="1.5" fill="#4d5a35" fill-opacity=".3"/>\
<path d="M-3.9-2.2C-5.2-5.2-2.4-7.6-.2-7.6 3-7.6 5-4.8 3.6-2.2 2.2-.2-2.6-.2-3.9-2.2Z" \
fill="#a2b17d" stroke="#667a4b" stroke-width=".8"/>\
<path d="M.6-1.2C2.8-1.6 4-3.8 2.6-6 3.2-3.8 2.2-2 .6-1.2Z" fill="#667a4b"/></g>
<g id="tree2"><ellipse cx="1.4" cy=".9" rx="3.6" ry="1.3" fill="#4d5a35" fill-opacity=".3"/>\
<path d="M0-11.5C1-8.4 2.4-6.6 4.2-1.2 2 .2-2 .2-4.2-1.2-2.4-6.6-1-8.4 0-11.5Z" \
fill="#81966a" stroke="#566b43" stroke-width=".8"/>\
<path d="M.8-.6C2-3 1.2-7 .6-9 1.4-7 2.6-4.4 3.4-1.4Z" fill="#566b43"/></g>
<g id="hill0" fill="none" stroke="{style.ROUGH_EDGE}" stroke-linecap="round">\
<path d="M-13 4C-9-4-4-7.5 0-7.5 5-7.5 9-3 13 4 8 7-6 2-13 4Z" fill="#dcc190" \
stroke="none" fill-opacity=".6"/>\
<path d="M-13 4C-9-4-4-7.5 0-7.5 5-7.5 9-3 13 4" stroke-width="1.1"/>\
<path d="M2.2-6.6 3.4-1.6M4.8-5 7 .6M7.2-2.6 9.8 2.6M-.6-6.2-.2-2.6M9.6 .4 12 4M-3.4-5.4-4-3" \
stroke-width=".9"/></g>
<g id="hill1" fill="none" stroke="{style.ROUGH_EDGE}" stroke-linecap="round">\
<path d="M-9 3C-6-3-3-5-.4-5 3-5 6-2 9 3 5 5-4 1.4-9 3Z" fill="#dcc190" \
stroke="none" fill-opacity=".6"/>\
<path d="M-9 3C-6-3-3-5-.4-5 3-5 6-2 9 3" stroke-width="1"/>\
<path d="M1-4.4 2-.6M3.2-3 5 1M5.2-.8 7.2 3M-1.4-4-1.4-1.4" stroke-width=".8"/></g>
<path id="grass0" d="M-3.4 0-4.4-3M0 0V-4.4M3.4 0 4.4-3" fill="none" stroke="#a99c6d" \
stroke-width=".9" stroke-opacity=".55"/>
<path id="grass1" d="M-1.6 0-2.4-3M1.6 0 2.4-3" fill="none" stroke="#a99c6d" stroke-width=".9" \
stroke-opacity=".55"/>
<g id="reed0" fill="none" stroke="{style.MARSH_EDGE}" stroke-linecap="round">\
<path d="M-8 0H8" stroke-width="1.3"/><path d="M0-1V-6.5M-2.6-1-4-5M2.6-1 4-5" stroke="#7d9468" \
stroke-width="1"/></g>
<path id="reed1" d="M-6 0H6" stroke="{style.MARSH_EDGE}" stroke-width="1.3" stroke-linecap="round"/>
"""

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

    return scatter(layout, middles, keep, 24, 9.5, 9, pick)


def fields(layout: Layout, middles: set[Corner], keep: Keepout) -> str:
    """Faint ticks of grass here and there on open ground."""

    def pick(i: int, j: int) -> str:
        return "grass0" if noise(i, j, 61) > 0 else "grass1"

    return scatter(layout, middles, keep, 46, 31, 7, pick)


def scatter(
    layout: Layout,
    middles: set[Corner],
    keep: Keepout,
    dx: float,
    dy: float,
    margin: float,
    pick: Pick,
) -> str:
    """Signs on a shaken lattice over a set of hexes, `margin` away from its outline."""
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
    signs = []
    for j, i in sorted(spots):
        x = (i + 0.5 * (j % 2)) * dx + 0.3 * dx * noise(i, j, 11)
        y = j * dy + 0.3 * dy * noise(i, j, 12)
        if not (margin < x < layout.width - margin and margin < y < layout.height - margin):
            continue
        if _within(layout, borders, (x, y), margin) and not keep.blocks((x, y), margin * 0.6):
            signs.append(f'<use href="#{pick(i, j)}" x="{num(x)}" y="{num(y)}"/>')
    return "".join(signs)


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
