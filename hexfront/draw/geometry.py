"""Where things lie: hexes, corners and hexsides in picture units, and the noise that bends them.

Corners are exact integers, (x in half hex radii, y in half hex heights), so that equal corners are
equal keys; `Layout.point` turns them into picture units.
"""

from functools import cached_property
from math import hypot, sqrt

from hexfront.hexes import Grid

Point = tuple[float, float]
Corner = tuple[int, int]

RADIUS = 50.0
"""From the middle of a hex to a corner."""
APOTHEM = RADIUS * sqrt(3) / 2
"""From the middle of a hex to a hexside."""

_CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))  # clockwise from the east
_STEPS = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))  # to the neighbours, from the north


def num(value: float) -> str:
    """A coordinate as short text: one decimal, none where it is zero."""
    text = f"{value:.1f}"
    return text.removesuffix(".0")


def pair(point: Point) -> str:
    """A point as short text."""
    return f"{num(point[0])} {num(point[1])}"


def mix(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point that lies the given share of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def distance(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def noise(*keys: int) -> float:
    """A number from -1 to 1 that depends on nothing but the keys."""
    value = 0x9E3779B9
    for key in keys:
        value = (value ^ (key & 0xFFFFFFFF)) * 0x85EBCA6B & 0xFFFFFFFF
        value = (value ^ value >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
        value ^= value >> 16
    return value / 0x7FFFFFFF - 1


class Layout:
    """A grid laid out on a sheet, its upper left corner at (0, 0)."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.width = (grid.columns * 3 + 1) * RADIUS / 2
        self._left, self._top = grid.first[0] - 1, grid.first[1] - 1
        columns = range(grid.first[0], grid.first[0] + grid.columns)
        low = [c for c in columns if self._drop(c)]
        rows = max(grid.rows * 2, *(grid.rows_in(c) * 2 + 1 for c in low)) if low else grid.rows * 2
        self.height = rows * APOTHEM

    def _drop(self, column: int) -> int:
        return int((column % 2 == 0) == (self.grid.low == "even"))

    def middle(self, number: str) -> Corner:
        """The middle of a hex on the corner lattice."""
        column, row = int(number[:2]), int(number[2:])
        return 3 * (column - self._left) - 1, 2 * (row - self._top) - 1 + self._drop(column)

    @cached_property
    def hexes(self) -> dict[Corner, str]:
        """The numbers of all hexes by their middles, in printed order."""
        names = self.grid.names(self.grid.all)
        return {self.middle(number): number for number in names}

    def point(self, corner: Corner) -> Point:
        """A lattice point in picture units."""
        return corner[0] * RADIUS / 2, corner[1] * APOTHEM

    def centre(self, number: str) -> Point:
        return self.point(self.middle(number))

    def corners(self, number: str) -> list[Point]:
        """The six corners of a hex, clockwise from the east."""
        return [self.point(c) for c in corners_of(self.middle(number))]

    def hexside(self, a: str, b: str) -> tuple[Corner, Corner]:
        """The corners of the side two neighbours share; ValueError if they are none."""
        (ax, ay), (bx, by) = self.middle(a), self.middle(b)
        step = (bx - ax, by - ay)
        if step not in _STEPS:
            raise ValueError(f"{a} and {b} are not adjacent")
        return side_of((ax, ay), _STEPS.index(step))

    def hex_at(self, point: Point) -> Corner:
        """The middle of the hex (on the map or off it) that a point lies in."""
        column = round((point[0] / (RADIUS / 2) + 1) / 3)
        near = []
        for c in (column - 1, column, column + 1):
            drop = self._drop(c + self._left) - 1
            row = round((point[1] / APOTHEM - drop) / 2)
            near.append((3 * c - 1, 2 * row + drop))
        x, y = point
        return min(near, key=lambda m: (m[0] * RADIUS / 2 - x) ** 2 + (m[1] * APOTHEM - y) ** 2)

    def bent(self, corner: Corner) -> Point:
        """A corner a little off its place, the same for everything that is drawn through it."""
        x, y = self.point(corner)
        return x + 8 * noise(*corner, 1), y + 8 * noise(*corner, 2)

    def bent_side(self, a: Corner, b: Corner) -> Point:
        """The middle of a hexside between its bent corners, so that curves have no kink."""
        return mix(self.bent(a), self.bent(b))


def corners_of(middle: Corner) -> list[Corner]:
    """The six corners round a middle, clockwise from the east."""
    return [(middle[0] + x, middle[1] + y) for x, y in _CORNERS]


def side_of(middle: Corner, direction: int) -> tuple[Corner, Corner]:
    """The two corners of a hex's side in a direction (0 is north), clockwise."""
    corners = corners_of(middle)
    return corners[(direction + 4) % 6], corners[(direction + 5) % 6]


def around(middle: Corner) -> list[Corner]:
    """The middles of the six hexes around a hex, clockwise from the north."""
    return [(middle[0] + x, middle[1] + y) for x, y in _STEPS]
