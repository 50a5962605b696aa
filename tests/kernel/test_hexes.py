"""Numbering, sets, reach and paths against slow and obvious ones.

The slow board is a dictionary of printed (column, row) pairs. Heights are counted in half hexes, so
that two hexes touch when one is 2 above the other or 1 above it in the next column.
"""

import heapq
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.hexes import Grid, HexSet, bits
from hexfront.hexes.grid import DIRECTIONS
from hexfront.hexes.hexset import cheapest_path, first, flood, nearest_path, reach, sides

Place = tuple[int, int]
Side = tuple[Place, Place]
Low = Literal["even", "odd"]
Shape = tuple[int, int, Low, bool, Place]

CLOCKWISE = {"n": (0, -2), "ne": (1, -1), "se": (1, 1), "s": (0, 2), "sw": (-1, 1), "nw": (-1, -1)}


class Slow:
    """A board kept as printed columns and rows."""

    def __init__(self, columns: int, rows: int, low: Low, short_low: bool, first: Place) -> None:
        self.low = low
        left, top = first
        self.places = [
            (column, row)
            for column in range(left, left + columns)
            for row in range(top, top + rows)
            if not (short_low and self.is_low(column) and row == top + rows - 1)
        ]
        at = {(place[0], self.height(place)): place for place in self.places}
        self.near = {
            place: {
                name: at[place[0] + east, self.height(place) + south]
                for name, (east, south) in CLOCKWISE.items()
                if (place[0] + east, self.height(place) + south) in at
            }
            for place in self.places
        }

    def is_low(self, column: int) -> bool:
        return column % 2 == (0 if self.low == "even" else 1)

    def height(self, place: Place) -> int:
        return 2 * place[1] + self.is_low(place[0])

    def steps(
        self, start: Iterable[Place], is_open: Callable[[Place], bool] = lambda _: True
    ) -> dict[Place, int]:
        """How many steps it is from the start to each place, entering open places only."""
        steps = dict.fromkeys(start, 0)
        queue = deque(steps)
        while queue:
            here = queue.popleft()
            for there in self.near[here].values():
                if there not in steps and is_open(there):
                    steps[there] = steps[here] + 1
                    queue.append(there)
        return steps


class Board:
    """The grid under test and the slow one, with a translation."""

    def __init__(self, shape: Shape) -> None:
        self.grid = Grid(*shape)
        self.slow = Slow(*shape)
        self.sides = [(a, b) for a in self.slow.places for b in self.slow.near[a].values()]

    def hex(self, place: Place) -> int:
        return self.grid.index(f"{place[0]:02d}{place[1]:02d}")

    def hexes(self, places: Iterable[Place]) -> HexSet:
        return sum(1 << self.hex(place) for place in set(places))

    def place(self, hex_: int) -> Place:
        return self.grid.column(hex_), self.grid.row(hex_)

    def places(self, hexes: HexSet) -> set[Place]:
        return {self.place(hex_) for hex_ in bits(hexes)}

    def masks(self, crossings: Iterable[Side]) -> list[HexSet]:
        """Six direction masks for crossing these hexsides, one way only."""
        masks = [0] * 6
        for a, b in crossings:
            masks[self.grid.direction(self.hex(a), self.hex(b))] |= 1 << self.hex(a)
        return masks

    def path_is_joined(self, path: list[int]) -> bool:
        return all(
            self.place(b) in self.slow.near[self.place(a)].values() for a, b in pairwise(path)
        )


@cache
def board(shape: Shape) -> Board:
    return Board(shape)


LOWS: tuple[Low, Low] = ("even", "odd")
SMALL: list[Shape] = [
    (columns, rows, low, short_low, first)
    for columns, rows in [(1, 3), (2, 2), (2, 7), (7, 2), (5, 5), (6, 8), (9, 6)]
    for low in LOWS
    for short_low in (False, True)
    for first in ((1, 1), (10, 3))
] + [(4, 1, low, False, (1, 1)) for low in LOWS]
PRINTED: list[Shape] = [
    (47, 29, "even", True, (1, 1)),
    (47, 29, "odd", True, (1, 1)),
    (26, 19, "odd", False, (10, 3)),
    (58, 32, "even", False, (1, 1)),
]

every_shape = pytest.mark.parametrize("shape", SMALL + PRINTED, ids=str)
boards = st.sampled_from(SMALL).map(board)
any_board = st.sampled_from(SMALL + PRINTED).map(board)


def a_place(board: Board) -> st.SearchStrategy[Place]:
    return st.sampled_from(board.slow.places)


def some_places(board: Board) -> st.SearchStrategy[set[Place]]:
    """Any set, few hexes or nearly all."""
    few = st.sets(a_place(board), max_size=12)
    return few | few.map(lambda places: set(board.slow.places) - places)


def some_sides(board: Board) -> st.SearchStrategy[set[Side]]:
    return st.sets(st.sampled_from(board.sides), max_size=25)


# Numbering


@every_shape
def test_every_printed_number_is_a_hex_and_no_other(shape: Shape) -> None:
    grid, slow = board(shape).grid, board(shape).slow
    numbers = [f"{column:02d}{row:02d}" for column, row in slow.places]
    assert grid.names(grid.all) == numbers
    assert grid.set_of(*numbers) == grid.all
    assert grid.all.bit_count() == len(numbers)
    columns = range(grid.first[0], grid.first[0] + grid.columns)
    assert [grid.rows_in(c) for c in columns] == [
        sum(column == c for column, _ in slow.places) for c in columns
    ]
    for number in numbers:
        hex_ = grid.index(number)
        assert grid.number(hex_) == grid.numbers[hex_] == number
        assert grid.bit[hex_] == 1 << hex_
        assert grid.has(number)
    left, top = grid.first
    beyond = f"{left:02d}{top + grid.rows:02d}", f"{left + grid.columns:02d}{top:02d}"
    for missing in ("0000", f"{left:02d}{top - 1:02d}", *beyond, 101):
        assert not grid.has(missing)


@every_shape
def test_unused_indexes_have_no_number(shape: Shape) -> None:
    grid = board(shape).grid
    unused = [i for i in range(grid.size) if not grid.all >> i & 1]
    assert all(grid.numbers[i] == "" and grid.near[i] == () for i in unused)


# Neighbours and distance


@every_shape
def test_neighbours(shape: Shape) -> None:
    b = board(shape)
    for place, near in b.slow.near.items():
        here = b.hex(place)
        assert [b.place(n) for n in b.grid.neighbours(here)] == list(near.values())
        assert [(DIRECTIONS[d], b.place(n)) for d, n in b.grid.near[here]] == list(near.items())
        assert b.places(b.grid.ring1[here]) == set(near.values())
        for name, there in near.items():
            direction = b.grid.direction(here, b.hex(there))
            assert DIRECTIONS[direction] == name
            assert b.grid.direction(b.hex(there), here) == (direction + 3) % 6


def test_a_distant_hex_has_no_direction() -> None:
    grid = Grid(5, 5)
    with pytest.raises(ValueError, match="0101 and 0103 are not adjacent"):
        grid.direction(grid.index("0101"), grid.index("0103"))


@given(any_board, st.data())
def test_distance_is_the_number_of_steps(b: Board, data: st.DataObject) -> None:
    start = data.draw(a_place(b))
    steps = b.slow.steps([start])
    here = b.hex(start)
    assert {p: b.grid.distance(here, b.hex(p)) for p in b.slow.places} == steps
    assert {p: b.grid.distances(here)[b.hex(p)] for p in b.slow.places} == steps


@given(any_board, st.data(), st.integers(0, 12))
def test_ball_and_ring(b: Board, data: st.DataObject, radius: int) -> None:
    start = data.draw(a_place(b))
    steps = b.slow.steps([start])
    assert b.places(b.grid.ball(b.hex(start), radius)) == {p for p in steps if steps[p] <= radius}
    assert b.places(b.grid.ring(b.hex(start), radius)) == {p for p in steps if steps[p] == radius}


@given(any_board, st.data())
def test_a_line_is_straight(b: Board, data: st.DataObject) -> None:
    start, end = data.draw(a_place(b)), data.draw(a_place(b))
    line = b.grid.line(b.hex(start), b.hex(end))
    to_start, to_end = b.slow.steps([start]), b.slow.steps([end])
    length = to_start[end]
    assert b.path_is_joined(line)
    assert len(line) == length + 1 == len(b.grid.line(b.hex(end), b.hex(start)))
    for i, place in enumerate(map(b.place, line)):
        assert (to_start[place], to_end[place]) == (i, length - i)
        # No hex on the map has its centre nearer to the point where the line is after i steps.
        rivals = [place, *b.slow.near[place].values()]
        assert (
            min(rivals, key=lambda p: (off_line(b, p, start, end, i, length), p != place)) == place
        )


def off_line(b: Board, place: Place, start: Place, end: Place, i: int, length: int) -> int:
    """Squared distance from the exact line, in whole numbers: columns are as wide as 3/2 sides."""
    east = place[0] * length - (start[0] * (length - i) + end[0] * i)
    south = b.slow.height(place) * length - (
        b.slow.height(start) * (length - i) + b.slow.height(end) * i
    )
    return 3 * east * east + south * south


# Sets


@given(st.sets(st.integers(0, 2000)))
def test_bits_are_the_indexes_in_order(indexes: set[int]) -> None:
    hexes = sum(1 << i for i in indexes)
    assert list(bits(hexes)) == sorted(indexes)
    assert first(hexes) == min(indexes, default=-1)


@pytest.mark.parametrize("size", [60, 1500, 5000])
def test_bits_of_a_set_with_many_hexes_are_the_indexes_in_order(size: int) -> None:
    every_third = sum(1 << index for index in range(0, size, 3))
    assert list(bits(every_third)) == list(range(0, size, 3))
    assert list(bits((1 << size) - 1)) == list(range(size))


@given(any_board, st.data())
def test_expand_adds_all_neighbours(b: Board, data: st.DataObject) -> None:
    places = data.draw(some_places(b))
    wider = places.union(*(b.slow.near[place].values() for place in places))
    assert b.places(b.grid.expand(b.hexes(places))) == wider


@given(any_board, st.data())
def test_flood_walks_through_open_hexes(b: Board, data: st.DataObject) -> None:
    start, opened = data.draw(some_places(b)), data.draw(some_places(b))
    walked = b.slow.steps(start, opened.__contains__)
    assert b.places(flood(b.grid, b.hexes(start), b.hexes(opened))) == set(walked)


@given(any_board, st.data())
def test_flood_finds_its_way_through_a_maze(b: Board, data: st.DataObject) -> None:
    start = data.draw(a_place(b))
    random = data.draw(st.randoms(use_true_random=False))
    opened = {place for place in b.slow.places if random.random() < 0.6}
    walked = b.slow.steps([start], opened.__contains__)
    assert b.places(flood(b.grid, b.hexes([start]), b.hexes(opened))) == set(walked)


@given(any_board, st.data())
def test_flood_and_nearest_path_cross_only_the_hexsides_they_may(
    b: Board, data: st.DataObject
) -> None:
    start = data.draw(a_place(b))
    random = data.draw(st.randoms(use_true_random=False))
    opened = {place for place in b.slow.places if random.random() < 0.8}
    shut = {tuple(sorted(side)) for side in b.sides if random.random() < 0.3}
    crossed = [side for side in b.sides if tuple(sorted(side)) not in shut]
    ways = b.masks(crossed)
    doubtful = b.hexes(place for side in shut for place in side)
    steps, queue = {start: 0}, [start]
    for here in queue:
        for there in b.slow.near[here].values():
            if (here, there) in crossed and there in opened and there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)

    one, open_ = b.hexes([start]), b.hexes(opened)
    assert b.places(flood(b.grid, one, open_, ways)) == set(steps)
    assert b.places(flood(b.grid, one, open_, ways, doubtful)) == set(steps)
    goal = data.draw(a_place(b))
    path = nearest_path(b.grid, b.hex(start), b.hexes([goal]), open_ & ~b.hexes([goal]), ways)
    if goal in steps:
        assert path is not None
        assert len(path) == steps[goal] + 1
        assert all((b.place(p), b.place(q)) in crossed for p, q in pairwise(path))
    elif goal in opened:
        assert path is None


@given(boards, st.data())
def test_sides_hold_both_ways(b: Board, data: st.DataObject) -> None:
    pairs = data.draw(some_sides(b))
    masks = sides(b.grid, [(b.hex(p), b.hex(q)) for p, q in pairs])
    assert list(masks) == b.masks(pairs | {(q, p) for p, q in pairs})


# Movement


@dataclass(frozen=True)
class March:
    """A weighted board and a unit on it."""

    board: Board
    start: Place
    points: int
    prices: Mapping[Place, int]
    """What it costs to enter a place; a missing place cannot be entered."""
    stops: frozenset[Place]
    surcharges: tuple[tuple[int, frozenset[Side]], ...]
    barred: frozenset[Side]

    def cost(self, here: Place, there: Place) -> int | None:
        if (here, there) in self.barred or there not in self.prices:
            return None
        for surcharge, crossings in self.surcharges:
            if (here, there) in crossings:
                return self.prices[there] + surcharge
        return self.prices[there]

    def dijkstra(self) -> dict[Place, int]:
        """The most points left in each place that can be reached."""
        left: dict[Place, int] = {}
        queue = [(-self.points, self.start)]
        while queue:
            have, here = heapq.heappop(queue)
            if here in left:
                continue
            left[here] = -have
            if here in self.stops and here != self.start:
                continue
            for there in self.board.slow.near[here].values():
                cost = self.cost(here, there)
                if cost is not None and cost <= -have:
                    heapq.heappush(queue, (have + cost, there))
        return left

    def reach(self) -> list[HexSet]:
        b = self.board
        # Two pairs a price: a price may be given in pieces.
        pieces: dict[tuple[int, bool], set[Place]] = {}
        for place, price in self.prices.items():
            pieces.setdefault((price, place[0] % 3 == 0), set()).add(place)
        return reach(
            b.grid,
            b.hex(self.start),
            self.points,
            [(price, b.hexes(places)) for (price, _), places in pieces.items()],
            b.hexes(self.stops),
            [(surcharge, b.masks(crossings)) for surcharge, crossings in self.surcharges],
            b.masks(self.barred) if self.barred else None,
        )

    def table(self) -> list[list[int]]:
        """The price of leaving each hex in each direction, -1 where there is no way."""
        b = self.board
        table = [[-1] * 6 for _ in range(b.grid.size)]
        for here, there in b.sides:
            cost = self.cost(here, there)
            direction = b.grid.direction(b.hex(here), b.hex(there))
            table[b.hex(here)][direction] = -1 if cost is None else cost
        return table


@st.composite
def marches(draw: st.DrawFn) -> March:
    b = draw(boards)
    random = draw(st.randoms(use_true_random=False))
    usual = draw(st.lists(st.sampled_from([0, 0, 1, 1, 2, 3, None]), min_size=1, max_size=6))
    drawn = {place: random.choice(usual) for place in b.slow.places}
    return March(
        board=b,
        start=draw(a_place(b)),
        points=draw(st.integers(0, 13)),
        prices={place: price for place, price in drawn.items() if price is not None},
        stops=frozenset(draw(st.sets(a_place(b), max_size=8))),
        surcharges=tuple(
            draw(
                st.lists(
                    st.tuples(st.integers(0, 3), some_sides(b).map(frozenset)),
                    max_size=3,
                )
            )
        ),
        barred=frozenset(draw(some_sides(b))),
    )


@given(marches())
def test_reach_leaves_as_many_points_as_dijkstra(march: March) -> None:
    layers = march.reach()
    assert len(layers) == march.points + 1
    assert sum(layer.bit_count() for layer in layers) == sum(layers).bit_count()
    found = {march.board.place(h): p for p, layer in enumerate(layers) for h in bits(layer)}
    assert found == march.dijkstra()


@given(marches(), st.data())
def test_cheapest_path_costs_what_dijkstra_says(march: March, data: st.DataObject) -> None:
    b = march.board
    left = march.dijkstra()
    end = data.draw(a_place(b))
    path = cheapest_path(
        b.grid, b.hex(march.start), b.hex(end), march.reach(), march.table(), b.hexes(march.stops)
    )
    assert (path is not None) == (end in left)
    if path is None:
        return
    places = [b.place(hex_) for hex_ in path]
    assert (places[0], places[-1]) == (march.start, end)
    assert len(set(places)) == len(places)
    assert b.path_is_joined(path)
    assert not march.stops.intersection(places[1:-1])
    costs = [march.cost(here, there) for here, there in pairwise(places)]
    assert march.points - sum(cost for cost in costs if cost is not None) == left[end]
    assert None not in costs


def test_a_free_blind_alley_does_not_hide_the_way() -> None:
    """Zero-cost steps lead round in circles; the way back to the start is found all the same."""
    grid = Grid(6, 6)
    start, end = grid.index("0101"), grid.index("0606")
    table = [[0] * 6 for _ in range(grid.size)]
    path = cheapest_path(grid, start, end, reach(grid, start, 0, [(0, grid.all)]), table)
    assert path is not None
    assert len(path) == grid.distance(start, end) + 1


@pytest.mark.parametrize(("stop", "way"), [("0302", "0303"), ("0303", "0302")])
def test_a_path_goes_round_a_stop(stop: str, way: str) -> None:
    """Two hexes lie between 0202 and 0402; the unit must halt in one of them."""
    grid = Grid(5, 5)
    start, end = grid.index("0202"), grid.index("0402")
    table = [[1] * 6 for _ in range(grid.size)]
    stops = grid.set_of(stop)
    layers = reach(grid, start, 3, [(1, grid.all)], stops)
    path = cheapest_path(grid, start, end, layers, table, stops)
    assert path == [start, grid.index(way), end]


def test_the_first_surcharge_that_names_a_hexside_counts() -> None:
    """So a bridge is a surcharge of nothing given before its river's."""
    grid = Grid(3, 3)
    here, there = grid.index("0101"), grid.index("0102")
    side = sides(grid, [(here, there)])
    cost = [(1, grid.bit[there])]
    assert reach(grid, here, 3, cost, extra=[(2, side)])[0] == grid.bit[there]
    assert reach(grid, here, 3, cost, extra=[(0, side), (2, side)])[2] == grid.bit[there]


@given(any_board, st.data())
def test_nearest_path_is_shortest(b: Board, data: st.DataObject) -> None:
    start, goals = data.draw(a_place(b)), data.draw(some_places(b))
    opened = data.draw(some_places(b))
    path = nearest_path(b.grid, b.hex(start), b.hexes(goals), b.hexes(opened))
    inside = b.slow.steps([start], opened.__contains__)
    lengths = [
        0
        if goal == start
        else 1 + min(inside[n] for n in b.slow.near[goal].values() if n in inside)
        for goal in goals
        if goal == start or any(n in inside for n in b.slow.near[goal].values())
    ]
    assert (path is None) == (not lengths)
    if path is not None:
        assert len(path) == min(lengths) + 1
        assert b.place(path[0]) == start
        assert b.place(path[-1]) in goals
        assert b.path_is_joined(path)
        assert {b.place(hex_) for hex_ in path[1:-1]} <= opened


def test_headings_lead_one_hex_nearer() -> None:
    grid = Grid(7, 5, low="odd")
    for a in bits(grid.all):
        for b in bits(grid.all):
            nearer = {d for d, n in grid.near[a] if grid.distance(n, b) < grid.distance(a, b)}
            on_map = {d for d, _ in grid.near[a]}
            assert set(grid.headings(a, b)) & on_map == nearer
