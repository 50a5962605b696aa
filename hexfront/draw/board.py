"""Draw a picture of a board as SVG.

The sheet is built from the ground up: tints, rivers, texture, hex lines, numbers, settlements,
names, frame, counters. Names look for room first, so that the texture can leave it to them.

Everything is styled by attributes (no style sheet), so that the drawing can be put into a page.
"""

from html import escape

from hexfront.draw import coast, counters, frame, places, rivers, roads, style, terrain, zones
from hexfront.draw.areas import with_rim
from hexfront.draw.geometry import APOTHEM, Layout, corners_of, num, pair
from hexfront.draw.labels import Keepout
from hexfront.draw.model import Picture, Place

_DRAWN = ("forest", "rough", "marsh")


def draw_svg(picture: Picture, numbers: bool = True, named: bool = True) -> str:
    """The picture as the text of an SVG file; the same picture always gives the same text.

    Without the names of the places it is for a page that writes them where its counters leave room.
    """
    layout = Layout(picture.grid)
    margins = frame.Margins(picture)
    ground = {
        kind: with_rim(layout, [h for h, what in picture.terrain.items() if what == kind])
        for kind in _DRAWN
    }
    water = with_rim(
        layout, [h for h, what in picture.terrain.items() if what in ("sea", "land_bridge")]
    )
    open_ground = with_rim(layout, layout.hexes.values()).difference(*ground.values(), water)
    sea_clip, sea = coast.sea(layout, water)
    found = rivers.courses(layout, picture.rivers)
    taken = counters.occupied(picture)

    keep = Keepout()
    area_parts = [
        zones.zone(layout, area, i, keep, picture.sides) for i, area in enumerate(picture.areas)
    ]
    _reserve(layout, picture, found, taken, keep, numbers)
    names = places.find_names(layout, picture.places, taken, keep)
    river_defs, river_names = rivers.names(layout, found, keep)

    w, h = layout.width, layout.height
    defs = [
        _GROUND,
        river_defs,
        sea_clip,
        zones.HATCH if any(area.side is None for area in picture.areas) else "",
        "".join(clip for clip, _, _ in area_parts),
        _key_signs(picture),
        counters.definitions(picture) if taken else "",
    ]
    body = [
        f'<rect width="{num(w)}" height="{num(h)}" fill="url(#ground)"/>',
        terrain.tint(layout, ground["marsh"], style.MARSH_TINT, style.MARSH_EDGE),
        terrain.tint(layout, ground["rough"], style.ROUGH_TINT, style.ROUGH_EDGE),
        terrain.tint(layout, ground["forest"], style.FOREST_TINT, style.FOREST_EDGE),
        sea,
        coast.land_bridges(layout, dict(picture.terrain), picture.straits),
        coast.straits(layout, picture.straits),
        "".join(under for _, under, _ in area_parts),
        rivers.draw(found) if found else "",
        terrain.fields(layout, open_ground, keep),
        terrain.marsh(layout, ground["marsh"], keep),
        terrain.hills(layout, ground["rough"], keep),
        terrain.woods(layout, ground["forest"], keep),
        coast.front(layout, picture.front),
        _hex_lines(layout),
        roads.draw(layout, picture.roads),
        roads.bridges(layout, picture.bridges),
        "".join(over for _, _, over in area_parts),
        _numbers(layout) if numbers else "",
        "".join(places.settlement(layout, place) for place in picture.places),
        places.works(layout, picture.works),
        roads.airfields(layout, picture.airfields),
        river_names,
        places.print_names(names) if named else "",
        "".join(
            places.flag(layout, place, picture.sides)
            for place in picture.places
            if place.hex not in taken
        ),
    ]
    around = [
        frame.border(layout),
        "".join(frame.edge_mark(layout, picture, edge) for edge in picture.edges),
        frame.title(layout, picture, margins),
        frame.legend(layout, picture, margins),
    ]
    width = w + margins.left + margins.right
    height = h + margins.top + margins.bottom
    left, top = num(-margins.left), num(-margins.top)
    name = escape(picture.title or "Map")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{left} {top} {num(width)} {num(height)}" '
        f'width="{num(width)}" height="{num(height)}">\n<title>{name}</title>\n'
        f"<defs>{''.join(defs)}</defs>\n"
        f"{chr(10).join(body)}\n"
        # A mount of paper with a window covers what runs off the map: quicker than clipping it.
        f'<path d="M{left} {top}h{num(width)}v{num(height)}H{left}ZM0 0V{num(h)}H{num(w)}V0Z" '
        f'fill="{style.PAPER}"/>\n'
        f"{chr(10).join(around)}\n"
        f"{counters.draw(layout, picture) if taken else ''}\n</svg>\n"
    )


def name_spots(picture: Picture, most: int) -> list[places.Name]:
    """The names of the places with their best spots, `most` beside the sign and `most` beside a counter."""
    layout = Layout(picture.grid)
    found = rivers.courses(layout, picture.rivers)
    both = []
    for occupied in (set[str](), {place.hex for place in picture.places}):
        keep = Keepout()
        for i, area in enumerate(picture.areas):
            zones.zone(layout, area, i, keep, picture.sides)
        _reserve(layout, picture, found, set(), keep, numbers=False)
        both.append(places.find_names(layout, picture.places, occupied, keep))
    return [a._replace(spots=a.spots[:most] + b.spots[:most]) for a, b in zip(*both, strict=True)]


_GROUND = (
    '<radialGradient id="ground" cx=".5" cy=".48" r=".75"><stop offset="0" stop-color="#faf4e5"/>'
    f'<stop offset=".6" stop-color="{style.GROUND}"/><stop offset="1" stop-color="#efe3c6"/>'
    "</radialGradient>"
)


def _reserve(
    layout: Layout,
    picture: Picture,
    found: list[rivers.Course],
    taken: set[str],
    keep: Keepout,
    numbers: bool,
) -> None:
    """Mark what names and texture must keep off."""
    for course in found:
        keep.add_points(course.points(), course.width / 2 + 2)
    for number in layout.hexes.values():
        x, y = layout.centre(number)
        top = y - APOTHEM
        keep.add_box((x - 11, top + 3, x + 11, top + 13), 0.99 if numbers else 0)
    for number in taken:
        x, y = layout.centre(number)
        y += counters.SINK
        keep.add_box((x - 31, y - 31, x + 33, y + 33), 12)
        if picture.markers.get(number):
            keep.add_box((x - 52, y - 31, x - 31, y + 37), 12)
    places.reserve(layout, picture.places, taken, keep)
    places.reserve_works(layout, picture.works, keep)
    roads.reserve(layout, picture.roads, keep)
    roads.reserve_airfields(layout, picture.airfields, keep)


def _hex_lines(layout: Layout) -> str:
    """Every hexside once: three sides of each hex, and the rest of those at the edge."""
    drawn: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    paths = []
    for middle in layout.hexes:
        corners = corners_of(middle)
        run = ""
        last = None
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            key = (min(a, b), max(a, b))
            if key in drawn:
                continue
            drawn.add(key)
            run += (
                f"L{pair(layout.point(b))}"
                if last == a
                else (f"M{pair(layout.point(a))}L{pair(layout.point(b))}")
            )
            last = b
        paths.append(run)
    return (
        f'<path d="{"".join(paths)}" fill="none" stroke="{style.HEX_LINE}" stroke-width="1" '
        'stroke-opacity=".3"/>'
    )


def _numbers(layout: Layout) -> str:
    texts = []
    for middle, number in layout.hexes.items():
        x, y = layout.point(middle)
        texts.append(f'<text x="{num(x)}" y="{num(y - APOTHEM + 12)}">{number}</text>')
    return (
        f'<g font-family="{style.SANS}" font-size="10" fill="{style.FADED}" text-anchor="middle" '
        f'stroke="{style.GROUND}" stroke-width="2.4" stroke-opacity=".6" paint-order="stroke">'
        f"{''.join(texts)}</g>"
    )


def _key_signs(picture: Picture) -> str:
    """The signs for the legend, drawn like those on the map."""
    layout = Layout(picture.grid)
    parts = []
    for kind in ("town", "city", "fort"):
        for place in picture.places:
            if place.kind == kind:
                x, y = layout.centre(place.hex)
                sign = places.settlement(layout, Place(place.hex, place.name, kind))
                back = f"translate({num(-x)} {num(-y)})"
                parts.append(f'<g id="key-{kind}"><g transform="{back}">{sign}</g></g>')
                break
    return "".join(parts)
