"""Roads and railways through the hexes, the bridges that carry them, and airfields."""

from collections.abc import Collection, Sequence

from hexfront.draw import style
from hexfront.draw.geometry import Corner, Layout, Point, mix, num, pair
from hexfront.draw.labels import Keepout
from hexfront.draw.model import Bridge, Road

_BESIDE = 0.7
"""Where on a hexside a railway crosses it: a road has the middle."""
_DECK = {False: 6.5, True: 13.0}
"""Half the width of a bridge, for a road or railway and for both."""

Crossing = tuple[Corner, Corner]


def draw(layout: Layout, roads: Sequence[Road]) -> str:
    """Railways lowest, then dirt roads, then paved ones."""
    rails = _ways(layout, [road for road in roads if road.rail], _BESIDE)
    dirt = _ways(layout, [road for road in roads if road.kind == "dirt"], 0.5)
    paved = _ways(layout, [road for road in roads if road.kind == "paved"], 0.5)
    parts = []
    for path, looks in ((rails, _RAIL), (dirt, _DIRT), (paved, _PAVED)):
        if path:
            parts += [
                f'<path d="{path}" fill="none" stroke-linejoin="round" {look}/>' for look in looks
            ]
    return "".join(parts)


_RAIL = (
    f'stroke="{style.GROUND}" stroke-width="5" stroke-opacity=".7"',
    f'stroke="{style.INK}" stroke-width="1.7"',
    f'stroke="{style.INK}" stroke-width="7" stroke-dasharray="1.6 9"',
)
_DIRT = (
    f'stroke="{style.GROUND}" stroke-width="5.4" stroke-opacity=".8" stroke-linecap="round"',
    f'stroke="{style.DIRT}" stroke-width="2.8" stroke-dasharray="9 3.6"',
)
_PAVED = (
    f'stroke="{style.ROOF}" stroke-width="6.4" stroke-linecap="round"',
    f'stroke="{style.PAVED}" stroke-width="3.6" stroke-linecap="round"',
)


def key(kind: str) -> str:
    """The sign of a kind of road in the legend."""
    looks = {"rail": _RAIL, "dirt": _DIRT, "paved": _PAVED}[kind]
    return "".join(f'<path d="M-30 5Q0-9 30 3" fill="none" {look}/>' for look in looks)


def _ways(layout: Layout, roads: Sequence[Road], share: float) -> str:
    """A path through every hex: bent where it only goes through, from the middle where ways meet."""
    crossings: dict[str, list[Point]] = {}
    for road in roads:
        point = crossing(layout, road.a, road.b, share)
        for number in (road.a, road.b):
            crossings.setdefault(number, []).append(point)
    parts = []
    for number, points in crossings.items():
        x, y = layout.centre(number)
        aside = (share - 0.5) * 30
        centre = (x + aside, y + aside)
        if len(points) == 2:
            parts.append(f"M{pair(points[0])}Q{pair(centre)} {pair(points[1])}")
        else:
            parts += [f"M{pair(centre)}L{pair(point)}" for point in points]
    return "".join(parts)


def crossing(layout: Layout, a: str, b: str, share: float = 0.5) -> Point:
    """Where a way crosses the hexside between two hexes; rivers run through the same bent corners."""
    first, last = sorted(layout.hexside(a, b), key=lambda corner: (corner[1], corner[0]))
    return mix(layout.bent(first), layout.bent(last), share)


def reserve(layout: Layout, roads: Sequence[Road], keep: Keepout) -> None:
    """Keep texture off the roads; names may cross them where there is no better room."""
    for road in roads:
        point = crossing(layout, road.a, road.b)
        for number in (road.a, road.b):
            centre = layout.centre(number)
            keep.add_points((mix(point, centre, step / 5) for step in range(5)), 3)


def bridges(layout: Layout, found: Sequence[Bridge]) -> str:
    """Bridges that stand, that are blown, and pontoons."""
    return "".join(_bridge(layout, bridge) for bridge in found)


def span(layout: Layout, bridge: Bridge) -> Point:
    """The middle of a bridge."""
    share = 0.6 if bridge.road and bridge.rail else _BESIDE if bridge.rail else 0.5
    x, y = crossing(layout, bridge.a, bridge.b, share)
    return round(x, 1), round(y, 1)


def _bridge(layout: Layout, bridge: Bridge) -> str:
    both = bridge.road and bridge.rail
    x, y = span(layout, bridge)
    (ax, ay), (bx, by) = layout.centre(bridge.a), layout.centre(bridge.b)
    turn = f"matrix({(bx - ax) / 86.6:.3f} {(by - ay) / 86.6:.3f} {(ay - by) / 86.6:.3f} {(bx - ax) / 86.6:.3f}"
    return f'<g transform="{turn} {num(x)} {num(y)})">{sign(bridge.state, both)}</g>'


def sign(state: str, wide: bool = False) -> str:
    """A bridge along the x axis."""
    w = _DECK[wide]
    if state == "pontoon":
        boats = "".join(f"M{x}-8.5q3.4 8.5 0 17q-3.4-8.5 0-17z" for x in (-8, 0, 8))
        return (
            f'<path d="{boats}" fill="{style.INK}" stroke="{style.GROUND}" stroke-width="1"/>'
            f'<path d="M-13-2.6H13V2.6H-13Z" fill="{style.PAVED}" stroke="{style.INK}" stroke-width="1.3"/>'
        )
    wings = f"M-13 {-w - 3}-9 {-w}H9L13 {-w - 3}M-13 {w + 3}-9 {w}H9L13 {w + 3}"
    if state == "standing":
        look = f'stroke="{style.INK}" stroke-width="2.4" stroke-linecap="round"'
        return f'<path d="{wings}" fill="none" {look}/>'
    return (
        f'<path d="{wings}" fill="none" stroke="{style.INK}" stroke-width="2" stroke-dasharray="3 3"/>'
        f'<path d="M-8-8 8 8M8-8-8 8" stroke="{style.GROUND}" stroke-width="6" stroke-linecap="round"/>'
        f'<path d="M-8-8 8 8M8-8-8 8" stroke="{style.FRONT}" stroke-width="3.2" stroke-linecap="round"/>'
    )


def airfields(layout: Layout, hexes: Collection[str]) -> str:
    """A runway in a ring, in the upper left of the hex, beside any counter."""
    signs = []
    for number in sorted(hexes):
        x, y = layout.centre(number)
        signs.append(f'<g transform="translate({num(x - 35)} {num(y - 16)})">{AIRFIELD}</g>')
    return "".join(signs)


AIRFIELD = (
    f'<circle r="8.5" fill="{style.GROUND}" stroke="{style.WATER_TEXT}" stroke-width="1.8"/>'
    f'<path d="M0-6C.8-6 1-4.6 1-3.4L6-1V.6L1-.4.6 2.8 2.4 4V5L0 4.5-2.4 5V4L-.6 2.8-1-.4-6 .6V-1L-1-3.4'
    f'C-1-4.6-.8-6 0-6Z" fill="{style.WATER_TEXT}"/>'
)


def reserve_airfields(layout: Layout, hexes: Collection[str], keep: Keepout) -> None:
    for number in hexes:
        x, y = layout.centre(number)
        keep.add_box((x - 45, y - 26, x - 25, y - 6), 8)
