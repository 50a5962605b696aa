"""The numbered hex grid of a printed map.

Hexes are flat-topped and stand in columns; a number is CCRR, column then row. Every second column
is drawn half a hex lower (`low` says which: "even" or "odd").

A hex is a small integer, its *index*; a set of hexes is an integer with one bit an index. Indexes
run in axial order: each column starts half a row earlier than the one before, so that each of the
six directions is the same shift everywhere on the board. The unused indexes between two columns
catch what would wrap round; `Grid.all` masks them off.

>>> from hexfront.hexes import Grid
>>> grid = Grid(47, 29, low="even", short_low=True)
>>> here = grid.index("2218")
>>> [grid.number(n) for n in grid.neighbours(here)]
['2217', '2318', '2319', '2219', '2119', '2118']
>>> grid.distance(here, grid.index("2119"))
1
"""

from collections.abc import Mapping
from functools import cached_property
from itertools import product
from typing import Literal

from hexfront.hexes.hexset import HexSet, bits

DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
"""The six directions, clockwise from the top; direction d and (d + 3) % 6 are opposite."""


_STEPS = ((0, -1, -1), (1, -1, 0), (1, 0, 1), (0, 1, 1), (-1, 1, 0), (-1, 0, -1))
"""Each direction in axial coordinates: columns, rows, and both added."""
_HEADINGS = {
    signs: tuple(
        d
        for d, step in enumerate(_STEPS)
        if all(u in (0, sign) for u, sign in zip(step, signs, strict=True))
    )
    for signs in product((-1, 0, 1), repeat=3)
}
"""The directions that lead nearer, by the signs of what is between two hexes in these coordinates."""


class Grid:
    """A map of `columns` columns of `rows` hexes (one fewer in the low columns if `short_low`).

    `first` is the printed column and row of the upper left hex.
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        low: Literal["even", "odd"] = "even",
        short_low: bool = False,
        first: tuple[int, int] = (1, 1),
    ) -> None:
        self.columns = columns
        self.rows = rows
        self.low = low
        self.short_low = short_low
        self.first = first
        stride = rows + 2  # at least one unused index between two columns
        up = stride - 1  # one column east, half a hex north
        self.shifts = (-1, up, up + 1, 1, -up, -up - 1)
        """How far each direction moves an index."""
        self._indexes: dict[str, int] = {}
        self._numbers: dict[int, str] = {}
        self._axial: dict[int, tuple[int, int]] = {}
        self._listed: dict[HexSet, tuple[str, ...]] = {}
        self._balls: dict[tuple[int, int], HexSet] = {}
        self._distances: dict[int, bytes] = {}
        self.all: HexSet = 0
        left, top = first
        for column in range(left, left + columns):
            # Half a row a column, so that an axial row runs straight to the south-east.
            drift = self._drift(column) - self._drift(left)
            for row in range(1, self.rows_in(column) + 1):
                number = f"{column:02d}{row + top - 1:02d}"
                index = (column - left) * stride + row - drift
                self._indexes[number] = index
                self._numbers[index] = number
                self._axial[index] = column, row - drift
                self.all |= 1 << index
        self.size = self.all.bit_length()
        self.bit: tuple[HexSet, ...] = tuple(1 << i for i in range(self.size))
        """`bit[i]` is the set of hex i alone."""
        self.numbers: tuple[str, ...] = tuple(self._numbers.get(i, "") for i in range(self.size))
        """`numbers[i]` is the printed number of hex i, empty for an unused index."""
        printed = {number: at for at, number in enumerate(sorted(self.numbers))}
        self.rank: tuple[int, ...] = tuple(printed[number] for number in self.numbers)
        """`rank[i]` is the place of hex i in printed order, to sort by."""

    def rows_in(self, column: int) -> int:
        return self.rows - 1 if self.short_low and self.is_low(column) else self.rows

    def is_low(self, column: int) -> bool:
        """Whether a column is drawn half a hex lower."""
        return (column % 2 == 0) == (self.low == "even")

    def _drift(self, column: int) -> int:
        return column // 2 if self.low == "odd" else (column - 1) // 2

    def index(self, number: str) -> int:
        """The index of a printed hex number; KeyError if there is no such hex."""
        return self._indexes[number]

    @property
    def places(self) -> Mapping[str, int]:
        """The index of every printed number."""
        return self._indexes

    def has(self, number: object) -> bool:
        return isinstance(number, str) and number in self._indexes

    def number(self, index: int) -> str:
        return self._numbers[index]

    def column(self, index: int) -> int:
        return int(self._numbers[index][:2])

    def row(self, index: int) -> int:
        return int(self._numbers[index][2:])

    def set_of(self, *numbers: str) -> HexSet:
        """The set of the hexes with these numbers."""
        found = 0
        for number in numbers:
            found |= 1 << self._indexes[number]
        return found

    def names(self, hexes: HexSet) -> list[str]:
        """The printed numbers of a set, in printed order."""
        return sorted(self._numbers[i] for i in bits(hexes))

    def listed(self, hexes: HexSet) -> tuple[str, ...]:
        """The same as a tuple, remembered for the sets asked for lately: long offers ask again and again."""
        found = self._listed.get(hexes)
        if found is None:
            if len(self._listed) >= 500:
                self._listed.clear()
            found = self._listed[hexes] = tuple(self.names(hexes))
        return found

    @cached_property
    def near(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each index its on-map neighbours as (direction, index) pairs."""
        return tuple(
            tuple(
                (d, index + shift)
                for d, shift in enumerate(self.shifts)
                if index in self._numbers and index + shift in self._numbers
            )
            for index in range(self.size)
        )

    @cached_property
    def ring1(self) -> tuple[HexSet, ...]:
        """For each index the set of its on-map neighbours."""
        return tuple(sum(1 << n for _, n in pairs) for pairs in self.near)

    def neighbours(self, index: int) -> list[int]:
        """The on-map neighbours of a hex, clockwise from the north."""
        return [n for _, n in self.near[index]]

    def direction(self, start: int, end: int) -> int:
        """The direction from a hex to one of its neighbours; ValueError if it is none."""
        if end - start in self.shifts:
            return self.shifts.index(end - start)
        raise ValueError(f"{self.number(start)} and {self.number(end)} are not adjacent")

    def distance(self, a: int, b: int) -> int:
        """How many hexes it is from one hex to another."""
        (qa, ra), (qb, rb) = self._axial[a], self._axial[b]
        dq, dr = qb - qa, rb - ra
        return max(abs(dq), abs(dr), abs(dq + dr))

    def headings(self, a: int, b: int) -> tuple[int, ...]:
        """The directions that lead nearer from one hex to another: one or two, none where they are the same.

        >>> grid = Grid(3, 3)
        >>> grid.headings(grid.index("0101"), grid.index("0303"))
        (2, 3)
        """
        (qa, ra), (qb, rb) = self._axial[a], self._axial[b]
        q, r = qb - qa, rb - ra
        return _HEADINGS[(q > 0) - (q < 0), (r > 0) - (r < 0), (q + r > 0) - (q + r < 0)]

    def distances(self, index: int) -> bytes:
        """How far it is from a hex to each index, 0 for those that are unused; remembered."""
        found = self._distances.get(index)
        if found is None:
            far = bytearray(self.size)
            for away, ring in enumerate(self.rings(self.bit[index])):
                for n in bits(ring):
                    far[n] = away
            found = self._distances[index] = bytes(far)
        return found

    def expand(self, hexes: HexSet) -> HexSet:
        """Every hex of a set and every neighbour of one."""
        up = self.shifts[1]
        east = hexes | hexes << 1
        west = hexes | hexes >> 1
        return (east | west | east << up | west >> up) & self.all

    def ball(self, index: int, radius: int) -> HexSet:
        """All hexes within a distance of a hex, itself included."""
        found = self._balls.get((index, radius))
        if found is None:
            found = self.bit[index]
            for _ in range(radius):
                found = self.expand(found)
            self._balls[index, radius] = found
        return found

    def rings(self, hexes: HexSet) -> list[HexSet]:
        """All hexes by their distance from the nearest of some, these themselves first.

        >>> grid = Grid(3, 3)
        >>> [len(grid.listed(ring)) for ring in grid.rings(grid.set_of("0101"))]
        [1, 2, 4, 2]
        """
        found, seen = [], 0
        while hexes:
            found.append(hexes)
            seen |= hexes
            hexes = self.expand(hexes) & ~seen
        return found

    def ring(self, index: int, radius: int) -> HexSet:
        """All hexes at exactly a distance from a hex."""
        inner = self.ball(index, radius - 1) if radius else 0
        return self.ball(index, radius) & ~inner

    def line(self, a: int, b: int) -> list[int]:
        """A straight run of adjacent hexes from one hex to another, both included.

        Where the line runs along a hexside it takes the hex on the map, the western or northern one
        if both are.
        """
        (qa, ra), (qb, rb) = self._axial[a], self._axial[b]
        steps = self.distance(a, b)

        def off(index: int) -> int:
            # From the exact point, times `steps`: whole numbers are the same on every machine.
            q, r = self._axial[index]
            dq = (q - qa) * steps - (qb - qa) * i
            dr = (r - ra) * steps - (rb - ra) * i
            return max(abs(dq), abs(dr), abs(dq + dr))

        run = [a]
        for i in range(1, steps + 1):
            nearer = (n for n in self.neighbours(run[-1]) if self.distance(n, b) == steps - i)
            run.append(min(nearer, key=lambda n: (off(n), n)))
        return run
