"""Areas with a rule of their own: hatched along their border, labelled in the middle."""

from html import escape

from hexfront.draw import style
from hexfront.draw.areas import outlines, soft_path, with_rim
from hexfront.draw.geometry import Layout, num
from hexfront.draw.labels import Keepout, text_width
from hexfront.draw.model import Area

HATCH = (
    '<pattern id="hatch" width="11" height="11" patternUnits="userSpaceOnUse" '
    f'patternTransform="rotate(45)"><path d="M0 0V11" stroke="{style.FORBIDDEN}" '
    'stroke-width="2.2" stroke-opacity=".75"/></pattern>'
)


def zone(
    layout: Layout, area: Area, index: int, keep: Keepout, sides: tuple[str, ...]
) -> tuple[str, str, str]:
    """An area's clip path for the definitions, its hatching or outline, and its label."""
    path = "".join(soft_path(layout, loop) for loop in outlines(with_rim(layout, area.hexes)))
    if area.side is not None:
        colour = style.palette(sides, area.side).band
        outline = (
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="14" '
            f'stroke-opacity=".3"/><path d="{path}" fill="none" stroke="{colour}" '
            'stroke-width="3" stroke-dasharray="2 7" stroke-linecap="round"/>'
        )
        return "", outline, ""  # the key names it
    clip = f'<clipPath id="area{index}"><path d="{path}"/></clipPath>'
    hatching = (
        f'<g clip-path="url(#area{index})"><path d="{path}" fill="{style.FORBIDDEN}" '
        f'fill-opacity=".05"/><path d="{path}" fill="none" stroke="url(#hatch)" '
        f'stroke-width="34"/></g><path d="{path}" fill="none" stroke="{style.FORBIDDEN}" '
        'stroke-width="2" stroke-dasharray="9 4" stroke-opacity=".8"/>'
    )
    return clip, hatching, _label(layout, area, keep)


def _label(layout: Layout, area: Area, keep: Keepout) -> str:
    """The label through the middle of the area, along its longer way."""
    spots = [layout.centre(number) for number in sorted(area.hexes)]
    if not spots:
        return ""
    xs, ys = sorted(p[0] for p in spots), sorted(p[1] for p in spots)
    upright = ys[-1] - ys[0] > xs[-1] - xs[0]
    x, y = xs[len(xs) // 2], (ys[0] + ys[-1]) / 2
    room = max(ys[-1] - ys[0], xs[-1] - xs[0])
    size = max(14.0, min(36.0, room * 0.75 / text_width(area.label, 1.0, 0.25)))
    half = text_width(area.label, size, size * 0.25, bold=False) / 2
    lines = [(half, -0.75 * size, 0.1 * size)]
    if area.detail:
        lines.append((text_width(area.detail, size * 0.5, 2) / 2, 0.4 * size, 0.95 * size))
    for reach, top, bottom in lines:
        across = (-reach, top, reach, bottom)
        left, high, right, low = (top, -reach, bottom, reach) if upright else across
        keep.add_box((x + left, y + high, x + right, y + low), 4)
    turn = " rotate(-90)" if upright else ""
    detail = (
        f'<text y="{num(size * 0.9)}" font-size="{num(size * 0.5)}" letter-spacing="2">'
        f"{escape(area.detail)}</text>"
        if area.detail
        else ""
    )
    return (
        f'<g transform="translate({num(x)} {num(y)}){turn}" text-anchor="middle" '
        f'font-family="{style.SERIF}" font-style="italic" fill="{style.FORBIDDEN}" '
        f'fill-opacity=".85" stroke="{style.GROUND}" stroke-width="4" stroke-opacity=".7" '
        f'paint-order="stroke"><text font-size="{num(size)}" letter-spacing="{num(size * 0.25)}">'
        f"{escape(area.label)}</text>{detail}</g>"
    )
