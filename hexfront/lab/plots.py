"""Small plots as SVG text: lines, bands, bars. Colours are classes that the page's style sheet defines."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 14, 42

Point = tuple[float, float]


def ticks(low: float, high: float, about: int = 6, least: float = 0) -> list[float]:
    """Round numbers between two others, at least so far apart."""
    step = 10.0 ** math.floor(math.log10((high - low) / about))
    step *= next(m for m in (1, 2, 5, 10) if (high - low) / (step * m) <= about)
    step = max(step, least)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(i * step, 10) for i in range(first, last + 1)]


class Plot:
    """A frame with two scales; what is drawn first lies beneath."""

    def __init__(
        self, label: str, xs: Point, ys: Point, x_name: str = "", y_name: str = ""
    ) -> None:
        self._label, self._x_name, self._y_name = label, x_name, y_name
        self._xs, self._ys = _widened(xs), _widened(ys)
        self._parts: list[str] = []
        self._x_ticks: list[tuple[float, str]] | None = None
        self.counts = False
        """Whether the heights are numbers of things, and want no fractions."""

    def x(self, value: float) -> float:
        """Where a value lies across."""
        low, high = self._xs
        return round(LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        """Where a value lies down."""
        low, high = self._ys
        return round(HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)

    def name_ticks(self, names: Sequence[tuple[float, str]]) -> None:
        """Names instead of numbers under the plot."""
        self._x_ticks = list(names)

    def line(self, points: Sequence[Point], colour: str) -> None:
        path = " ".join(f"{self.x(x)},{self.y(y)}" for x, y in points)
        self._parts.append(f'<polyline class="line {colour}" points="{path}"/>')

    def band(self, rows: Sequence[tuple[float, float, float]], colour: str) -> None:
        """The area between a lower and an upper line: x, low, high."""
        there = [f"{self.x(x)},{self.y(low)}" for x, low, _ in rows]
        back = [f"{self.x(x)},{self.y(high)}" for x, _, high in reversed(rows)]
        self._parts.append(f'<polygon class="band {colour}" points="{" ".join(there + back)}"/>')

    def bar(self, xs: Point, ys: Point, colour: str, says: str = "") -> None:
        """A box; `says` is shown when the mouse points at it."""
        left, right, top, bottom = self.x(xs[0]), self.x(xs[1]), self.y(ys[1]), self.y(ys[0])
        self._parts.append(
            f'<rect class="bar {colour}" x="{left}" y="{top}" width="{max(0.0, right - left):.1f}" '
            f'height="{max(0.0, bottom - top):.1f}"><title>{escape(says)}</title></rect>'
        )

    def across(self, y: float, says: str = "") -> None:
        """A dashed line at a height, with a word on it."""
        self._parts.append(
            f'<path class="mark" d="M{LEFT} {self.y(y)}H{WIDTH - RIGHT}"/>'
            f'<text class="word" x="{WIDTH - RIGHT}" y="{self.y(y) - 4}" text-anchor="end">'
            f"{escape(says)}</text>"
        )

    def down(self, x: float, says: str = "") -> None:
        """A dashed line at a value, with a word beside it."""
        at, late = self.x(x), self.x(x) > 0.8 * WIDTH
        self._parts.append(
            f'<path class="mark" d="M{at} {TOP}V{HEIGHT - BOTTOM}"/>'
            f'<text class="word" x="{at - 4 if late else at + 4}" y="{TOP + 10}" '
            f'text-anchor="{"end" if late else "start"}">{escape(says)}</text>'
        )

    def dot(self, point: Point, colour: str, says: str = "") -> None:
        x, y = self.x(point[0]), self.y(point[1])
        self._parts.append(
            f'<circle class="bar {colour}" cx="{x}" cy="{y}" r="5"><title>{escape(says)}</title></circle>'
        )

    def svg(self) -> str:
        parts = [
            f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(self._label)}">',
            *self._scales(),
            *self._parts,
            f'<path class="axis" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/></svg>',
        ]
        return "\n".join(parts)

    def _scales(self) -> list[str]:
        parts = []
        for value in ticks(*self._ys, least=1 if self.counts else 0):
            y = self.y(value)
            parts.append(f'<path class="grid" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>')
            parts.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{value:g}</text>')
        named = self._x_ticks
        if named is None:
            named = [(value, f"{value:g}") for value in ticks(*self._xs, about=10)]
        base = HEIGHT - BOTTOM
        for value, name in named:
            parts.append(
                f'<text x="{self.x(value)}" y="{base + 16}" text-anchor="middle">{escape(name)}</text>'
            )
        middle = (LEFT + WIDTH - RIGHT) / 2
        parts.append(
            f'<text class="word" x="{middle}" y="{HEIGHT - 6}" text-anchor="middle">'
            f"{escape(self._x_name)}</text>"
        )
        parts.append(
            f'<text class="word" transform="translate(12 {(TOP + base) / 2}) rotate(-90)" '
            f'text-anchor="middle">{escape(self._y_name)}</text>'
        )
        return parts


def _widened(scale: Point) -> Point:
    """A scale of some length."""
    low, high = scale
    return (low, high) if high > low else (low - 1, high + 1)


def histogram(
    label: str,
    values: Sequence[float],
    x_name: str,
    y_name: str,
    mark: tuple[float, str] | None = None,
    shade: Point | None = None,
) -> str:
    """How often values occur, with a mark and a shaded range if there are any."""
    reach = [*values, *([mark[0]] if mark else []), *(shade or ())]
    low, high = math.floor(min(reach)), math.ceil(max(reach))
    step = max(1, math.ceil((high - low + 1) / 40))
    counts: dict[int, int] = {}
    for value in values:
        counts[math.floor((value - low) / step)] = (
            counts.get(math.floor((value - low) / step), 0) + 1
        )
    plot = Plot(label, (low - step / 2, high + step), (0, max(counts.values())), x_name, y_name)
    plot.counts = True
    if shade is not None:
        plot.bar((shade[0], shade[1] + 1), (0, max(counts.values())), "shade", "a draw")
    for at, count in sorted(counts.items()):
        left = low + at * step
        plot.bar((left, left + 0.92 * step), (0, count), "c0", f"{left:g}: {count}")
    if mark is not None:
        plot.down(*mark)
    return plot.svg()


def stacked(
    label: str, rows: Sequence[tuple[str, Mapping[str, float]]], names: Sequence[str]
) -> str:
    """Bars made of parts, one bar per row; what counts for the other side hangs below zero."""
    top = max([sum(max(0, n) for n in parts.values()) for _, parts in rows] + [1])
    low = min([sum(min(0, n) for n in parts.values()) for _, parts in rows] + [0])
    plot = Plot(label, (0, len(rows)), (low, top), "", "VP")
    plot.name_ticks([(i + 0.5, name) for i, (name, _) in enumerate(rows)])
    for i, (row, parts) in enumerate(rows):
        ends = [0.0, 0.0]
        for colour, name in enumerate(names):
            height = parts.get(name, 0.0)
            below = height < 0
            base, ends[below] = ends[below], ends[below] + height
            says = f"{row}, {name}: {height:.1f}"
            span = (min(base, ends[below]), max(base, ends[below]))
            plot.bar((i + 0.15, i + 0.85), span, f"c{colour % 6}", says)
    return plot.svg()


def legend(names: Sequence[str]) -> str:
    """What the colours mean."""
    keys = (f'<span class="key c{i % 6}"></span>{escape(name)}' for i, name in enumerate(names))
    return f'<p class="legend">{" ".join(keys)}</p>'
