"""Settlements: blocks of houses, star-forts, fortifications, and the names beside them."""

from collections.abc import Collection, Sequence
from html import escape
from math import cos, pi, sin
from typing import NamedTuple

from hexfront.draw import style
from hexfront.draw.geometry import Layout, Point, noise, num, pair
from hexfront.draw.labels import Box, Keepout, text_width
from hexfront.draw.model import Place

_SIZES = {"fort": 23.0, "city": 22.0, "town": 21.0, "label": 15.0}
_REACH = {"fort": 31.0, "city": 29.0, "town": 22.0, "label": 6.0}
_CAPITALS = ("fort", "city")
COUNTER = 36.0
"""So far from the middle of a hex is clear of a counter there."""


def settlement(layout: Layout, place: Place) -> str:
    """The sign of a place, without its name."""
    x, y = layout.centre(place.hex)
    if place.kind == "fort":
        sign = _star_fort() + _houses(place.hex, 3)
    elif place.kind == "city":
        walls = "M-24-17H-17V-24H17V-17H24V17H17V24H-17V17H-24Z"
        sign = (
            f'<path d="{walls}" fill="{style.BUILT}" stroke="{style.ROOF}" stroke-width="1.6"/>'
            + _houses(place.hex, 5)
        )
    elif place.kind == "town":
        blur = "".join(
            f'<circle r="{r}" fill="{style.BUILT}" fill-opacity="{alpha}"/>'
            for r, alpha in ((26, 0.45), (21, 0.6))
        )
        sign = blur + _houses(place.hex, 4)
    else:
        sign = f'<circle r="3.4" fill="{style.GROUND}" stroke="{style.INK}" stroke-width="1.5"/>'
    return f'<g transform="translate({num(x)} {num(y)})">{sign}</g>'


def _houses(number: str, across: int) -> str:
    """Blocks of houses along crossing streets, the outer ones ragged."""
    seed = int(number)
    step = 7.4
    blocks = []
    for i in range(across):
        for j in range(across):
            x = (i - (across - 1) / 2) * step
            y = (j - (across - 1) / 2) * step
            corner = i in (0, across - 1) and j in (0, across - 1)
            if corner and across > 3 and noise(seed, i, j, 51) > -0.6:
                continue
            w = 5.4 + 0.9 * noise(seed, i, j, 52)
            h = 5.0 + 0.9 * noise(seed, i, j, 53)
            blocks.append(f"M{num(x - w / 2)} {num(y - h / 2)}h{num(w)}v{num(h)}h{num(-w)}z")
    turn = num(14 * noise(seed, 54))
    return f'<path transform="rotate({turn})" d="{"".join(blocks)}" fill="{style.ROOF}"/>'


def _star_fort() -> str:
    """A fortress plan: six bastions with a ditch round them."""

    def star(outer: float, inner: float) -> str:
        points: list[Point] = []
        for i in range(6):
            point = pi / 3 * i - pi / 2
            for turn, radius in (
                (-0.42, inner),
                (-0.17, outer * 0.93),
                (0, outer),
                (0.17, outer * 0.93),
            ):
                points.append((radius * cos(point + turn), radius * sin(point + turn)))
        return "M" + "L".join(pair(p) for p in points) + "Z"

    return (
        f'<path d="{star(33, 22.5)}" fill="{style.GROUND}" fill-opacity=".85" '
        f'stroke="{style.FORT}" stroke-width="1.1" stroke-dasharray="2.6 1.6" '
        'stroke-linejoin="round"/>'
        f'<path d="{star(28, 18.5)}" fill="{style.BUILT}" stroke="{style.FORT}" '
        'stroke-width="2.6" stroke-linejoin="miter"/>'
    )


def flag(layout: Layout, place: Place, sides: tuple[str, ...]) -> str:
    """Who holds a place: a square flag for the first side, a pennant for the second."""
    if place.control is None:
        return ""
    x, y = layout.centre(place.hex)
    colours = style.palette(sides, place.control)
    cloth = "M1-18H17V-7H1Z" if colours.mark == "bar" else "M1-18.5 18-12.3 1-6Z"
    at = _pole((x, y), place.kind)
    return (
        f'<g transform="translate({pair(at)})"><path d="M0 5V-19" stroke="{style.INK}" '
        f'stroke-width="1.5" stroke-linecap="round"/><path d="{cloth}" fill="{colours.band}" '
        f'stroke="{style.GROUND}" stroke-width=".8"/></g>'
    )


def _pole(at: Point, kind: str) -> Point:
    """The foot of a place's flag-pole."""
    large = kind in _CAPITALS
    return at[0] + (19 if large else 15), at[1] - (15 if large else 12)


_WORKS = (-36.0, 13.0)


def works(layout: Layout, hexes: Collection[str]) -> str:
    """Fortifications: a bastioned line in the lower left of the hex, beside any counter."""
    paths = "".join(
        f"M{pair((x + _WORKS[0] - 8, y + _WORKS[1] + 6))}l2-9 4 4 2-9 2 9 4-4 2 9z"
        for x, y in (layout.centre(number) for number in sorted(hexes))
    )
    if not paths:
        return ""
    return (
        f'<path d="{paths}" fill="{style.FORT}" stroke="{style.GROUND}" stroke-width="2.4" '
        'stroke-linejoin="round" paint-order="stroke"/>'
    )


def reserve_works(layout: Layout, hexes: Collection[str], keep: Keepout) -> None:
    """Keep names and texture off the fortifications."""
    for number in hexes:
        x, y = layout.centre(number)
        left, top = x + _WORKS[0] - 9, y + _WORKS[1] - 9
        keep.add_box((left, top, left + 18, top + 17), 8)


def reserve(
    layout: Layout, places: Sequence[Place], occupied: Collection[str], keep: Keepout
) -> None:
    """Keep names and texture off the settlements themselves."""
    for place in places:
        x, y = layout.centre(place.hex)
        r = _REACH[place.kind if place.kind in _REACH else "label"] * 0.85
        keep.add_box((x - r, y - r, x + r, y + r), 8)
        if place.control is not None and place.hex not in occupied:
            fx, fy = _pole((x, y), place.kind)
            keep.add_box((fx - 1, fy - 19, fx + 18, fy - 6), 8)


class Spot(NamedTuple):
    """The hex it is beside, the middle of the text and its baseline, and how bad it would be there."""

    hex: str
    middle: float
    baseline: float
    cost: float


class Name(NamedTuple):
    """A name, and where it could be printed."""

    text: str
    kind: str
    size: float
    spacing: float
    width: float
    spots: list[Spot]
    """The best first."""


def find_names(
    layout: Layout, places: Sequence[Place], occupied: Collection[str], keep: Keepout
) -> list[Name]:
    """The names, the largest first; each keeps those after it off its best spot."""
    groups: dict[tuple[str, str], list[Place]] = {}
    for place in places:
        kind = place.kind if place.kind in _SIZES else "label"
        groups.setdefault((kind, place.name), []).append(place)
    return [
        _name(layout, kind, name, groups[kind, name], occupied, keep)
        for kind, name in sorted(groups, key=lambda k: (-_SIZES[k[0]], k[1]))
    ]


def print_names(names: Sequence[Name]) -> str:
    """Each name where it covers least."""
    return (
        f'<g font-family="{style.SERIF}" fill="{style.INK}" stroke="{style.GROUND}" '
        'stroke-width="4.2" stroke-opacity=".88" stroke-linejoin="round" paint-order="stroke">'
        f"{''.join(map(_print, names))}</g>"
    )


def _print(name: Name) -> str:
    spot = name.spots[0]
    weight = ' font-weight="bold"' if name.kind != "label" else ""
    tracking = f' letter-spacing="{name.spacing}"' if name.spacing else ""
    return (
        f'<text x="{num(spot.middle)}" y="{num(spot.baseline)}" text-anchor="middle" '
        f'font-size="{num(name.size)}"{weight}{tracking}>{escape(name.text)}</text>'
    )


def _name(
    layout: Layout,
    kind: str,
    name: str,
    places: Sequence[Place],
    occupied: Collection[str],
    keep: Keepout,
) -> Name:
    size = _SIZES[kind]
    capitals = kind in _CAPITALS
    shown = name.upper() if capitals else name
    size = size * 0.82 if capitals else size
    spacing = 1.6 if capitals else 0.6 if kind == "town" else 0.2
    width = text_width(shown, size, spacing, bold=kind != "label")
    height = size * 0.74
    found: list[tuple[Spot, Box]] = []
    for place in places:
        covered = 10 if place.hex in occupied and kind == "label" else 0
        for rank, (left, baseline) in enumerate(_around(layout, place, width, height, occupied)):
            box = (left - 3, baseline - height - 2, left + width + 3, baseline + 2.5)
            off_sheet = box[0] < 4 or box[2] > layout.width - 4 or box[3] > layout.height - 4
            cost = keep.cost(box) + rank * 0.12 + covered + (60 if off_sheet or box[1] < 4 else 0)
            found.append((Spot(place.hex, left + width / 2, baseline, cost), box))
    found.sort(key=lambda one: one[0].cost)
    keep.add_box(found[0][1], 12)
    return Name(shown, kind, size, spacing, width, [spot for spot, _ in found])


def _around(
    layout: Layout, place: Place, width: float, height: float, occupied: Collection[str]
) -> list[Point]:
    at = layout.centre(place.hex)
    if place.hex not in occupied:
        kind = place.kind if place.kind in _REACH else "label"
        return _spots(at, width, height, _REACH[kind])
    spots = _spots(at, width, height, COUNTER)
    return spots[1:4] + spots[:1] + spots[4:]  # beside, under and over it there is room


def _spots(at: Point, width: float, height: float, reach: float) -> list[Point]:
    """Left ends and baselines for a name round a place, the best liked first."""
    x, y = at
    right, left, centre = x + reach + 2, x - reach - 2 - width, x - width / 2
    low, high, level = y + reach + height, y - reach - 3, y + 0.5
    diagonal = reach * 0.72
    return [
        (right, level),
        (right, y + height / 2),
        (centre, low),
        (centre, high),
        (left, level),
        (right, y + 15 + height),
        (left, y + 15 + height),
        (x + diagonal, y + diagonal + height * 0.8),
        (x + diagonal, y - diagonal),
        (x - diagonal - width, y + diagonal + height * 0.8),
        (x - diagonal - width, y - diagonal),
        (centre + width * 0.3, low),
        (centre - width * 0.3, low),
        (centre + width * 0.3, high),
        (centre - width * 0.3, high),
    ]
