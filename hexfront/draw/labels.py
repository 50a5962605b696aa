"""Room for names: what is taken on the sheet, and how bad it would be to print over it."""

from collections.abc import Iterable
from math import floor

from hexfront.draw.geometry import Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_CELL = 50.0

# Widths of the characters from the space to the tilde, in hundredths of the font size.
_SERIF_BOLD = (
    "22 34 42 62 54 98 74 25 41 41 45 59 23 34 23 50 59 59 59 59 "
    "59 59 59 59 59 59 28 28 59 59 59 45 92 65 65 57 70 58 55 65 "
    "72 35 34 68 55 85 68 70 61 70 66 51 64 68 63 96 62 60 57 37 "
    "50 37 59 37 28 54 59 47 60 53 33 52 60 31 30 59 31 89 60 57 "
    "60 59 46 46 36 60 53 80 52 53 48 39 32 39 59"
)
_SANS_BOLD = (
    "19 36 42 58 58 80 71 24 30 30 40 58 22 36 22 39 58 58 58 58 "
    "58 58 58 58 58 58 26 26 58 58 58 42 82 71 65 67 75 57 56 72 "
    "76 31 44 70 52 93 76 80 62 80 66 54 60 73 71 105 68 65 62 30 "
    "39 30 58 39 32 52 57 48 57 53 35 52 57 27 27 55 27 84 57 57 "
    "57 57 41 44 39 57 53 79 54 53 47 30 30 30 58"
)
_WIDTHS = {
    family: {chr(32 + i): int(w) / 100 for i, w in enumerate(widths.split())}
    for family, widths in (("serif", _SERIF_BOLD), ("sans", _SANS_BOLD))
}
_REGULAR = 0.94  # how wide the regular and the italic run against the bold


def text_width(
    text: str, size: float, spacing: float = 0.0, family: str = "serif", bold: bool = True
) -> float:
    """How wide a text is printed, in the fonts of `png.py`."""
    widths = _WIDTHS[family]
    ems = sum(widths.get(c, 0.58) for c in text)
    return ems * size * (1 if bold else _REGULAR) + spacing * max(0, len(text) - 1)


def overlap(a: Box, b: Box) -> float:
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0.0


class Keepout:
    """Boxes and points already on the sheet, each with a weight, found by neighbourhood."""

    def __init__(self) -> None:
        self._points: dict[tuple[int, int], list[tuple[Point, float]]] = {}
        self._boxes: dict[tuple[int, int], list[tuple[Box, float]]] = {}

    def add_points(self, points: Iterable[Point], reach: float) -> None:
        """Points that signs keep `reach` away from."""
        for point in points:
            cell = (floor(point[0] / _CELL), floor(point[1] / _CELL))
            self._points.setdefault(cell, []).append((point, reach))

    def add_box(self, box: Box, weight: float) -> None:
        """A box that names should keep out of; signs do where its weight is 1 or more."""
        for cell in _cells(box):
            self._boxes.setdefault(cell, []).append((box, weight))

    def blocks(self, point: Point, margin: float) -> bool:
        """Whether a small sign at a point would touch something."""
        x, y = point
        for cell in _cells((x - margin, y - margin, x + margin, y + margin)):
            for box, weight in self._boxes.get(cell, ()):
                level = weight >= 1 and box[1] - margin < y < box[3] + margin
                if level and box[0] - margin < x < box[2] + margin:
                    return True
        for cell in _cells((x - 20, y - 20, x + 20, y + 20)):
            for (px, py), reach in self._points.get(cell, ()):
                far = reach + margin
                if (px - x) ** 2 + (py - y) ** 2 < far * far:
                    return True
        return False

    def cost(self, box: Box) -> float:
        """How much a name in this box would cover: boxes by their weight, points by their reach."""
        total = 0.0
        seen: set[Box] = set()
        for cell in _cells(box):
            for other, weight in self._boxes.get(cell, ()):
                if other not in seen:
                    seen.add(other)
                    shared = overlap(box, other)
                    if shared:
                        size = (other[2] - other[0]) * (other[3] - other[1])
                        total += weight * (0.3 + shared / size)
            for (px, py), reach in self._points.get(cell, ()):
                if box[0] < px < box[2] and box[1] < py < box[3]:
                    total += reach / 5
        return total


def _cells(box: Box) -> list[tuple[int, int]]:
    return [
        (i, j)
        for i in range(floor(box[0] / _CELL), floor(box[2] / _CELL) + 1)
        for j in range(floor(box[1] / _CELL), floor(box[3] / _CELL) + 1)
    ]
