"""Counters: unit faces, face-down backs, stacks and markers.

A counter is a square of 56 units round (0, 0): name, size, symbol, attack-defence, and down the
right edge one pip a step, filled for the steps it still has.
"""

from collections.abc import Iterable, Sequence
from html import escape

from hexfront.draw import style
from hexfront.draw.geometry import Layout, Point, num, pair
from hexfront.draw.labels import text_width
from hexfront.draw.model import Counter, Marker, Picture
from hexfront.draw.symbols import sign_of, symbol

HALF = 28.0
"""Half a counter's side."""
SINK = 3.5
"""How far below the middle of a hex a counter lies, so that the hex number stays in sight."""
_DEPTH = 4.4  # how far each counter of a stack shows under the one above
_DEEPEST = 4  # no more than this many edges are drawn; the badge says how many there are


def definitions(picture: Picture) -> str:
    """The parts that counters of this picture share."""
    parts = [
        '<g id="lift"><rect x="-29" y="-27" width="60" height="60" rx="7" fill-opacity=".10"/>'
        '<rect x="-28.5" y="-27.5" width="58.5" height="58.5" rx="6" fill-opacity=".14"/>'
        '<rect x="-28" y="-28" width="57" height="57" rx="5" fill-opacity=".18"/></g>'
    ]
    for i in range(len(style.SIDES) + 1):
        colours = style.SIDES[i] if i < len(style.SIDES) else style.NEUTRAL
        parts.append(f'<g id="face{i}">{_blank(colours)}{_stripe(colours)}{_rim(colours)}</g>')
        parts.append(f'<g id="back{i}">{_blank(colours)}{_lattice(colours)}{_rim(colours)}</g>')
    signs = {sign_of(c.type) for stack in picture.stacks.values() for c in stack}
    parts += [f'<g id="unit-{sign}">{symbol(sign)}</g>' for sign in sorted(signs)]
    return "".join(parts)


def _blank(colours: style.Palette) -> str:
    return f'<rect x="-28" y="-28" width="56" height="56" rx="5" fill="{colours.face}"/>'


def _rim(colours: style.Palette) -> str:
    return (
        '<path d="M-26.6 22V-22.5A4.2 4.2 0 0 1-22.5-26.6H22" fill="none" stroke="#fff" '
        'stroke-opacity=".55" stroke-width="1.2"/><rect x="-28" y="-28" width="56" height="56" '
        f'rx="5" fill="none" stroke="{colours.line}" stroke-width="1.3"/>'
    )


def _stripe(colours: style.Palette) -> str:
    if colours.mark == "bar":
        path = "M-23-28H-22V28H-23A5 5 0 0 1-28 23V-23A5 5 0 0 1-23-28Z"
    else:
        path = "M-28-13V-23A5 5 0 0 1-23-28H-13ZM28 13V23A5 5 0 0 1 23 28H13Z"
    return f'<path d="{path}" fill="{colours.band}"/>'


def _lattice(colours: style.Palette) -> str:
    """The pattern on a counter's back: upright bars for one side, crossed ones for the other."""
    if colours.mark == "bar":
        path = "".join(f"M{x}-20V20" for x in range(-20, 21, 5))
    else:
        path = (
            "M-20-10-10-20M-20 0 0-20M-20 10 10-20M-20 20 20-20M-10 20 20-10M0 20 20 0M10 20 20 10"
        )
        path += "M20-10 10-20M20 0 0-20M20 10-10-20M20 20-20-20M10 20-20-10M0 20-20 0M-10 20-20 10"
    return (
        '<rect x="-22" y="-22" width="44" height="44" rx="2" fill="none" '
        f'stroke="{colours.band}" stroke-width="1.4"/>'
        f'<path d="{path}" stroke="{colours.band}" stroke-width="1.1" stroke-opacity=".6"/>'
    )


def _number(picture: Picture, side: str | None) -> int:
    colours = style.palette(picture.sides, side)
    return style.SIDES.index(colours) if colours in style.SIDES else len(style.SIDES)


def face(picture: Picture, counter: Counter) -> str:
    which = _number(picture, counter.side)
    colours = style.palette(picture.sides, counter.side)
    middle = 1.5 if colours.mark == "bar" else 0.0
    room = 42 if colours.mark == "bar" else 37  # the corner takes some
    name_size = min(11.0, room / max(1.0, text_width(counter.name, 1.0, family="sans")))
    strength = f"{counter.attack}-{counter.defence}"
    parts = [
        f'<use href="#face{which}"/>',
        f'<g fill="{colours.line}" text-anchor="middle" font-weight="bold">',
        f'<text x="{num(2 - middle / 3)}" y="-18.2" font-size="{num(name_size)}">'
        f"{escape(counter.name)}</text>",
        f'<text x="{num(middle)}" y="-10.8" font-size="7.4" letter-spacing=".4">'
        f"{escape(counter.size)}</text>",
        f'<use href="#unit-{sign_of(counter.type)}" x="{num(middle)}" y="1.2" '
        f'color="{colours.line}"/>',
        "".join(
            f'<text x="{num(middle + x)}" y="5" font-size="9.5">{escape(text)}</text>'
            for x, text in zip((-18.6, 19.2), counter.beside, strict=True)
            if text
        ),
        f'<text x="{num(middle)}" y="25.4" font-size="17" font-weight="900">{strength}</text></g>',
        _pips(counter, colours),
    ]
    return "".join(parts) + _badges(counter.marks)


def _pips(counter: Counter, colours: style.Palette) -> str:
    if counter.max_steps <= 1:
        return ""
    gap = min(6.0, 31 / counter.max_steps)
    side = min(4.0, gap - 1)
    full = empty = ""
    for i in range(counter.max_steps):
        square = f"M{num(20.4)} {num(-11 + i * gap)}h{num(side)}v{num(side)}h{num(-side)}z"
        if i < counter.steps:
            full += square
        else:
            empty += square
    filled = f'<path d="{full}" fill="{colours.line}"/>' if full else ""
    hollow = f'<path d="{empty}" fill="none" stroke="{colours.line}" stroke-width=".8"/>'
    return filled + (hollow if empty else "")


def _badges(marks: Sequence[str]) -> str:
    """Badges along the upper edge from the right, short enough to leave the name in sight."""
    parts = []
    right = 33.0
    for mark in marks:
        width = max(10.5, text_width(mark, 8, family="sans") + 5)
        right -= width
        parts.append(
            f'<g transform="translate({num(right)} -33.5)"><rect width="{num(width)}" '
            f'height="10.5" rx="5" fill="{style.CHIP}" stroke="{style.INK}" stroke-width=".8"/>'
            f'<text x="{num(width / 2)}" y="8" font-size="8" '
            f'font-weight="bold" text-anchor="middle" fill="{style.INK}">'
            f"{escape(mark)}</text></g>"
        )
    return "".join(parts)


def stack(layout: Layout, picture: Picture, number: str) -> str:
    """Everything that lies in a hex: face-down counters, face-up ones, how many, and markers."""
    counters = picture.stacks.get(number, ())
    downs = picture.hidden.get(number, 0)
    x, y = layout.centre(number)
    y += SINK
    parts: list[str] = []
    if counters or downs:
        side = picture.hidden_sides.get(number) or (counters[0].side if counters else None)
        # From the bottom up; only the edges of the lower ones show.
        sheets = [f'<use href="#back{_number(picture, side)}"/>'] * downs
        sheets += [f'<use href="#face{_number(picture, c.side)}"/>' for c in reversed(counters)]
        total = len(sheets)
        sheets = sheets[-_DEEPEST:]
        if counters:
            sheets[-1] = face(picture, counters[0])
        rise = _DEPTH * (len(sheets) - 1) / 2
        for i, sheet in enumerate(sheets):
            shift = rise - _DEPTH * i
            place = f"translate({num(shift)} {num(shift)})"
            parts.append(f'<g transform="{place}"><use href="#lift"/>{sheet}</g>')
        if not counters:
            parts.append(_count(total, -rise, -rise, 15))
        elif total > 1:
            parts.append(_count(total, HALF + rise - 3, HALF + rise - 3, 7.5))
    with_stack = bool(parts)
    hung = picture.markers.get(number, ())
    for i, marker in enumerate(hung):
        # On the left of the stack from the bottom up; in the middle of a hex it has for itself.
        at = (
            (-34.0 + 3 * i, 19.0 - 27 * i) if with_stack else (30.0 * i - 15 * (len(hung) - 1), 5.0)
        )
        parts.append(_marker(picture, marker, at))
    return f'<g transform="translate({num(x)} {num(y)})">{"".join(parts)}</g>'


def _count(total: int, x: float, y: float, radius: float) -> str:
    """How many counters lie in the hex."""
    return (
        f'<g transform="translate({num(x)} {num(y)})"><circle r="{num(radius)}" '
        f'fill="{style.INK}" stroke="{style.CHIP}" stroke-width="1.2"/>'
        f'<text y="{num(radius * 0.48)}" fill="{style.CHIP}" font-size="{num(radius * 1.4)}" '
        f'font-weight="bold" text-anchor="middle">{total}</text></g>'
    )


def _marker(picture: Picture, marker: Marker, at: Point) -> str:
    """A marker: a lozenge for a group, a roundel for aircraft."""
    colours = style.palette(picture.sides, marker.side)
    size = min(11.0, 22 / max(1.0, text_width(marker.text, 1.0, family="sans")))
    if marker.kind == "group":
        shape = f'<path d="M0-17 17 0 0 17-17 0Z" fill="{style.CHIP}" stroke="{colours.band}" '
        shape += 'stroke-width="3" stroke-linejoin="round"/>'
        text = (0.0, size * 0.36)
    elif marker.kind in _SIGNS:
        shape = f'<circle r="14.5" fill="{style.CHIP}" stroke="{colours.band}" stroke-width="3"/>'
        shape += f'<path d="{_SIGNS[marker.kind]}" fill="{colours.band}"/>'
        size = min(size, 9.0)
        text = (0.0, 11.0)
    else:
        shape = f'<rect x="-15" y="-9" width="30" height="18" rx="9" fill="{style.CHIP}" '
        shape += f'stroke="{colours.band}" stroke-width="2.4"/>'
        text = (0.0, size * 0.36)
    return (
        f'<g transform="translate({pair(at)})">'
        f'<g fill-opacity=".22" transform="translate(1.5 2)">{_shadow(marker.kind)}</g>{shape}'
        f'<text x="{num(text[0])}" y="{num(text[1])}" font-size="{num(size)}" font-weight="bold" '
        f'text-anchor="middle" fill="{colours.line}">{escape(marker.text)}</text></g>'
    )


_AIRCRAFT = (
    "M0-12.5C1.3-12.5 1.6-10 1.6-7.6L12-4.2V-1.6L1.6-2.8 1 1.4 4 3.2V4.8L0 4 -4 4.8V3.2L-1 1.4"
    "-1.6-2.8-12-1.6V-4.2L-1.6-7.6C-1.6-10-1.3-12.5 0-12.5Z"
)
_ANCHOR = (
    "M0-12A3 3 0 0 1 1.4-6.3V-4H5V-1.6H1.4V7.2C4.6 6.6 6.8 4.6 7.4 1.8L5.4 3 4.6.6 9.4-2.4 11.6 2.6"
    " 9.4 3.2C8.2 7.6 4.4 10.4 0 10.4S-8.2 7.6-9.4 3.2L-11.6 2.6-9.4-2.4-4.6.6-5.4 3-7.4 1.8C-6.8"
    " 4.6-4.6 6.6-1.4 7.2V-1.6H-5V-4H-1.4V-6.3A3 3 0 0 1 0-12Z"
)
_PARACHUTE = (
    "M-11-3A11 9.6 0 0 1 11-3L7.4-4.6 3.7-3 0-4.6-3.7-3-7.4-4.6ZM-10-2.2-2.4 5H2.4L10-2.2 3.6 5.6"
    "V11H-3.6V5.6Z"
)
_SIGNS = {"air": _AIRCRAFT, "naval": _ANCHOR, "aerial": _PARACHUTE}


def _shadow(kind: str) -> str:
    if kind == "group":
        return '<path d="M0-18 18 0 0 18-18 0Z"/>'
    return (
        '<circle r="16"/>'
        if kind in _SIGNS
        else '<rect x="-16" y="-10" width="32" height="20" rx="10"/>'
    )


def draw(layout: Layout, picture: Picture) -> str:
    """All stacks, north to south so that a shadow falls on what lies below it."""
    taken = occupied(picture)
    order = sorted(taken, key=lambda number: (layout.centre(number)[1], number))
    stacks = "".join(stack(layout, picture, number) for number in order)
    return f'<g font-family="{style.SANS}">{stacks}</g>'


def occupied(picture: Picture) -> set[str]:
    """The hexes that something stands in."""
    hidden: Iterable[str] = (number for number, count in picture.hidden.items() if count)
    full = {number for number, stack in picture.stacks.items() if stack}
    return full | set(hidden) | {number for number, m in picture.markers.items() if m}
