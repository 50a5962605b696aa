"""Round the map: neat line, title, marks along the edges, legend and small print."""

from html import escape

from hexfront.draw import roads, style
from hexfront.draw.geometry import Layout, num
from hexfront.draw.labels import text_width
from hexfront.draw.model import Edge, Picture
from hexfront.draw.terrain import stand

_LINE = 48.0
"""From one line of the key to the next."""
LANE = 32.0
"""The depth of one lane of edge marks."""


class Margins:
    """How much room a picture needs round its map."""

    def __init__(self, picture: Picture) -> None:
        lanes = dict.fromkeys(("north", "east", "south", "west"), 0)
        for edge in picture.edges:
            lanes[edge.border] = max(lanes[edge.border], edge.lane + 1)
        self.left = 44 + LANE * lanes["west"]
        self.right = 44 + LANE * lanes["east"]
        self.above = 44 + LANE * lanes["north"]
        self.top = self.above + (96 if picture.title else 0)
        self.below = 44 + LANE * lanes["south"]
        self.bottom = self.below + 78 + _LINE * (_lines(picture) - 1)


def border(layout: Layout) -> str:
    """The neat line: a thin line at the map and a stout one outside it."""
    w, h = layout.width, layout.height
    lines = ((1.4, 0.0), (5.0, 9.0), (1.2, 15.0))
    return "".join(
        f'<rect x="{num(-gap)}" y="{num(-gap)}" width="{num(w + 2 * gap)}" '
        f'height="{num(h + 2 * gap)}" fill="none" stroke="{style.FRAME}" stroke-width="{line}"/>'
        for line, gap in lines
    )


SIZE = 19.0
"""Of the label of a stretch of the map edge."""


def edge_mark(layout: Layout, picture: Picture, edge: Edge) -> str:
    """A band outside the neat line along a stretch of the map edge, with its label and arrows."""
    colours = style.palette(picture.sides, edge.side)
    (ax, ay), (bx, by) = layout.centre(edge.first), layout.centre(edge.last)
    upright = edge.border in ("east", "west")
    start, end = (
        (min(ay, by) - 34, max(ay, by) + 34) if upright else (min(ax, bx) - 36, max(ax, bx) + 36)
    )
    length = end - start
    # Drawn lying along the x axis with the map below it (y grows towards the map), then turned.
    turn = {"north": 0, "east": 90, "south": 0, "west": -90}[edge.border]
    inward = -1 if edge.border == "south" else 1
    middle = (start + end) / 2
    out = 22 + LANE * edge.lane + LANE / 2
    at = {
        "north": (middle, -out),
        "south": (middle, layout.height + out),
        "west": (-out, middle),
        "east": (layout.width + out, middle),
    }[edge.border]
    wide = text_width(edge.label, SIZE, 1.4, family="sans")
    size = min(SIZE, SIZE * (length - 14) / wide)  # it stands between the ends of a short stretch
    room = wide + 30
    half = length / 2
    parts = []
    if edge.kind == "line":
        dash = ' stroke-dasharray="14 5"' if colours.mark == "corner" else ""
        lines = (
            f"M{num(-half)} 0H{num(-room / 2)}M{num(room / 2)} 0H{num(half)}"
            if room < length
            else ""
        )
        parts.append(f'<path d="{lines}" stroke="{colours.band}" stroke-width="4"{dash}/>')
        ends = f"M{num(-half)}-7V7M{num(half)}-7V7"
        parts.append(f'<path d="{ends}" stroke="{colours.band}" stroke-width="4"/>')
    else:
        parts.append(
            f'<rect x="{num(-half)}" y="-13" width="{num(length)}" height="26" rx="4" '
            f'fill="{colours.face}" stroke="{colours.band}" stroke-width="1.6"/>'
        )
        tip = 8 * inward * (1 if edge.kind == "entry" else -1)
        count = max(1, int((length - room) / 2 / 60))
        arrows = ""
        for i in range(count):
            for sign in (-1, 1):
                x = sign * (room / 2 + (half - room / 2) * (i + 0.5) / count)
                arrows += f"M{num(x - 7)} {num(-tip * 0.6)}H{num(x + 7)}L{num(x)} {num(tip)}Z"
        parts.append(f'<path d="{arrows}" fill="{colours.band}"/>')
    parts.append(
        f'<text y="6.5" text-anchor="middle" font-size="{num(size)}" letter-spacing="1.4" '
        f'font-weight="bold" fill="{colours.line}">{escape(edge.label)}</text>'
    )
    place = f"translate({num(at[0])} {num(at[1])})" + (f" rotate({turn})" if turn else "")
    return f'<g transform="{place}" font-family="{style.SANS}">{"".join(parts)}</g>'


def title(layout: Layout, picture: Picture, margins: Margins) -> str:
    """The title over the map, the subtitle at the other end of the line."""
    if not picture.title:
        return ""
    y = -margins.above - 22
    return (
        f'<g fill="{style.INK}" font-family="{style.SERIF}">'
        f'<text x="-14" y="{num(y)}" font-size="64" font-weight="bold" '
        f'letter-spacing="2">{escape(picture.title)}</text>'
        f'<text x="{num(layout.width + 14)}" y="{num(y)}" font-size="30" font-style="italic" '
        f'text-anchor="end">{escape(picture.subtitle)}</text></g>'
    )


def legend(layout: Layout, picture: Picture, margins: Margins) -> str:
    """The key to the map on a line or two, the small print at its end."""
    y = layout.height + margins.below + 22
    x = 0.0
    parts = []
    for sign, text in _entries(picture):
        if x + _room(text) > layout.width + 54:
            x, y = 0.0, y + _LINE
        parts.append(f'<g transform="translate({num(x + 30)} {num(y - 7)})">{sign}</g>')
        parts.append(f'<text x="{num(x + 70)}" y="{num(y)}">{escape(text)}</text>')
        x += _room(text)
    first = layout.height + margins.below + 14 + _LINE * (_lines(picture) - 1)
    lines = "".join(
        f'<text x="{num(layout.width + 14)}" y="{num(first + 23 * i)}" font-size="17" '
        f'font-style="italic" text-anchor="end">{escape(note)}</text>'
        for i, note in enumerate(_notes(picture))
    )
    font = f'font-family="{style.SERIF}" font-size="22" fill="{style.INK}"'
    return f"<g {font}>{''.join(parts)}{lines}</g>"


def _room(text: str) -> float:
    """The room an entry of the key takes."""
    return 70 + text_width(text, 22, bold=False) + 40


def _notes(picture: Picture) -> list[str]:
    return [note for note in (picture.scale, picture.notice) if note]


def _lines(picture: Picture) -> int:
    """How many lines key and small print take."""
    key = sum(_room(text) for _, text in _entries(picture))
    notes = max((text_width(note, 17, bold=False) for note in _notes(picture)), default=0.0)
    return 1 if key + notes < Layout(picture.grid).width + 14 else 2


def _entries(picture: Picture) -> list[tuple[str, str]]:
    present = set(picture.terrain.values())
    kinds = {place.kind for place in picture.places}
    entries = []
    for terrain, tint, uses in (
        ("forest", style.FOREST_TINT, (("tree0", -12, 2), ("tree2", 2, 0), ("tree1", 14, 5))),
        ("rough", style.ROUGH_TINT, (("hill0", -6, 2), ("hill1", 14, 5))),
        ("marsh", style.MARSH_TINT, (("reed0", -8, 0), ("reed1", 10, -6), ("reed1", 6, 7))),
    ):
        if terrain in present:
            patch = f'<rect x="-30" y="-15" width="60" height="30" rx="14" fill="{tint}"/>'
            signs = "".join(stand(name, [(dx, dy)]) for name, dx, dy in uses)
            entries.append((patch + signs, terrain))
    entries += _rivers(picture) + _roads(picture)
    if "sea" in present:
        patch = f'<rect x="-30" y="-15" width="60" height="30" rx="14" fill="{style.SEA}" '
        entries.append((patch + f'stroke="{style.COAST}" stroke-width="2.2"/>', "sea"))
    if picture.straits:
        lines = "".join(
            f'<path d="M-26 8 26-8" stroke="{colour}" stroke-width="{width}" '
            'stroke-linecap="round"/>'
            for colour, width in ((style.COAST, 14), (style.SEA, 10.4))
        )
        entries.append((lines, "all-sea hexside"))
    if "town" in kinds:
        entries.append(('<use href="#key-town"/>', "town"))
    if "city" in kinds:
        entries.append(('<use href="#key-city" transform="scale(.7)"/>', "city"))
    if "fort" in kinds:
        entries.append(('<use href="#key-fort" transform="scale(.85)"/>', "fort"))
    if picture.works:
        sign = f'<path d="m-8 6l2-9 4 4 2-9 2 9 4-4 2 9z" fill="{style.FORT}"/>'
        entries.append((f'<g transform="scale(1.6)">{sign}</g>', "fortification"))
    if picture.front:
        line = f'<path d="M-30 0H30" stroke="{style.FRONT}" stroke-width="4.6" '
        entries.append((line + 'stroke-dasharray="13 6"/>', "front at the start"))
    for area in picture.areas:
        box = '<rect x="-30" y="-14" width="60" height="28" rx="3" '
        if area.side is None:
            box += f'fill="url(#hatch)" stroke="{style.FORBIDDEN}" stroke-width="1.5"/>'
        else:
            colour = style.palette(picture.sides, area.side).band
            box += f'fill="none" stroke="{colour}" stroke-width="2.4" stroke-dasharray="2 7" '
            box += 'stroke-linecap="round"/>'
        entries.append((box, area.label))
    return entries


def _rivers(picture: Picture) -> list[tuple[str, str]]:
    entries: list[tuple[str, str]] = []
    if picture.rivers:
        wave = "M-30 4Q-15-10 0 2 15 12 30-3"
        widths = (8.0,) if len(picture.river_words) == 1 else (5.8, 9.2)
        for word, wide in zip(picture.river_words, widths, strict=True):
            lines = "".join(
                f'<path d="{wave}" fill="none" stroke="{colour}" stroke-width="{num(width)}" '
                'stroke-linecap="round"/>'
                for colour, width in ((style.WATER_EDGE, wide), (style.WATER, wide - 2.4))
            )
            entries.append((lines, word))
    return entries


def _roads(picture: Picture) -> list[tuple[str, str]]:
    entries: list[tuple[str, str]] = []
    for kind, word in (("paved", "paved road"), ("dirt", "dirt road")):
        if any(road.kind == kind for road in picture.roads):
            entries.append((roads.key(kind), word))
    if any(road.rail for road in picture.roads):
        entries.append((roads.key("rail"), "railway"))
    for state, word in (
        ("standing", "bridge"),
        ("blown", "blown bridge"),
        ("pontoon", "pontoon bridge"),
    ):
        if any(bridge.state == state for bridge in picture.bridges):
            entries.append((roads.sign(state), word))
    if picture.airfields:
        entries.append((roads.AIRFIELD, "airfield"))
    return entries
