"""Rivers: hexsides chained into courses, drawn as smooth curves, their names along the way."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from itertools import pairwise
from math import atan2, hypot, pi

from hexfront.draw import style
from hexfront.draw.areas import curve
from hexfront.draw.geometry import RADIUS, Corner, Layout, Point, distance, mix, pair
from hexfront.draw.labels import Keepout, text_width
from hexfront.draw.model import RiverSide

PIECES = 6
"""How many points are taken on each bend of a course."""
_STEP = 8.0  # between two points of the line that a name runs on


@dataclass
class Course:
    """One unbroken run of a river."""

    river: str
    big: bool
    corners: list[Corner]
    bends: list[tuple[Point, Point, Point]] = field(default_factory=list)
    """Quadratic curves end to end: start, control, end."""
    springs: tuple[bool, bool] = (False, False)
    """Whether the river rises at the first and at the last corner."""

    @property
    def width(self) -> float:
        """How wide the river is drawn where it is widest."""
        return 7.6 if self.big else 4.2

    def points(self) -> list[Point]:
        run = [p for start, control, end in self.bends for p in curve(start, control, end, PIECES)]
        return [*run, self.bends[-1][2]]


def courses(layout: Layout, sides: Sequence[RiverSide]) -> list[Course]:
    """The courses of all rivers, big rivers first, smoothed and joined where they meet."""
    by_river: dict[str, list[RiverSide]] = {}
    for side in sides:
        by_river.setdefault(side.river, []).append(side)
    found: list[Course] = []
    for river in sorted(by_river, key=lambda r: (not _big(by_river[r]), -len(by_river[r]), r)):
        hexsides = [layout.hexside(side.a, side.b) for side in by_river[river]]
        found += [Course(river, _big(by_river[river]), corners) for corners in chain(hexsides)]
    passing: dict[Corner, Point] = {}
    for course in found:
        _smooth(layout, course, passing)
    return found


def _big(sides: Sequence[RiverSide]) -> bool:
    return sum(side.big for side in sides) * 2 > len(sides)


def chain(hexsides: Sequence[tuple[Corner, Corner]]) -> list[list[Corner]]:
    """Hexsides put end to end, the longest run first; each hexside is used once."""
    links: dict[Corner, set[Corner]] = {}
    for a, b in hexsides:
        links.setdefault(a, set()).add(b)
        links.setdefault(b, set()).add(a)
    runs = []
    while any(links.values()):
        # The farthest corner from any corner, and the farthest from that: the main stem.
        start = _farthest(links, min(c for c in links if links[c]))[-1]
        run = _farthest(links, start)
        for a, b in pairwise(run):
            links[a].discard(b)
            links[b].discard(a)
        runs.append(run)
    return sorted(runs, key=lambda run: (-len(run), run))


def _farthest(links: dict[Corner, set[Corner]], start: Corner) -> list[Corner]:
    came: dict[Corner, Corner | None] = {start: None}
    queue = [start]
    for here in queue:
        for there in sorted(links[here]):
            if there not in came:
                came[there] = here
                queue.append(there)
    run = [queue[-1]]
    while (before := came[run[-1]]) is not None:
        run.append(before)
    return run[::-1]


def _smooth(layout: Layout, course: Course, passing: dict[Corner, Point]) -> None:
    """Fill in the bends: through the middles of the hexsides, the corners pulling the curve.

    `passing` holds where the courses before this one go by each corner; a tributary ends there.
    """
    corners = course.corners
    mids = [layout.bent_side(a, b) for a, b in pairwise(corners)]
    ends = []
    springs = []
    for corner, mid in ((corners[0], mids[0]), (corners[-1], mids[-1])):
        end = passing.get(corner) or layout.bent(corner)
        rim = _off_sheet(layout, corner)
        springs.append(corner not in passing and rim is None)
        ends.append((rim or end, mix(end, mid) if rim is None else end))
    course.springs = (springs[0], springs[1])
    (first, first_pull), (last, last_pull) = ends
    course.bends.append((first, first_pull, mids[0]))
    for before, corner, after in zip(mids, corners[1:-1], mids[1:], strict=False):
        pull = layout.bent(corner)
        course.bends.append((before, pull, after))
        passing.setdefault(corner, mix(mix(before, pull), mix(pull, after)))
    course.bends.append((mids[-1], last_pull, last))
    for corner, (end, _) in zip((corners[0], corners[-1]), ends, strict=True):
        passing.setdefault(corner, end)


def _off_sheet(layout: Layout, corner: Corner) -> Point | None:
    """Where a river leaves the sheet if it ends at the map edge, else None."""
    x, y = layout.point(corner)
    reach = RADIUS * 1.01
    if x < reach * 0.6:
        return -4.0, y
    if x > layout.width - reach * 0.6:
        return layout.width + 4, y
    if y < reach:
        return x, -4.0
    if y > layout.height - reach:
        return x, layout.height + 4
    return None


def draw(found: Sequence[Course]) -> str:
    """All rivers: a soft valley, then the banks, then the water, thin where they rise."""
    valley = "".join(_path(course) for course in found)
    parts = [
        f'<path d="{valley}" fill="none" stroke="{style.VALLEY}" stroke-width="{width}" '
        f'stroke-linecap="round" stroke-linejoin="round" stroke-opacity="{alpha}"/>'
        for width, alpha in ((34, 0.10), (22, 0.14), (13, 0.2))
    ]
    for colour, extra in ((style.WATER_EDGE, 1.6), (style.WATER, -0.6)):
        by_width: dict[float, list[str]] = {}
        for course in reversed(found):
            for width, path in _tapered(course):
                by_width.setdefault(round(width + extra, 1), []).append(path)
        parts += [
            f'<path d="{"".join(paths)}" fill="none" stroke="{colour}" stroke-width="{width}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
            for width, paths in sorted(by_width.items())
        ]
    return "".join(parts)


def _path(course: Course) -> str:
    start = f"M{pair(course.bends[0][0])}"
    return start + "".join(f"Q{pair(c)} {pair(e)}" for _, c, e in course.bends)


def _tapered(course: Course) -> list[tuple[float, str]]:
    """The course in stretches of even width, growing from the spring over the first bends."""
    widths = []
    count = len(course.bends)
    for i in range(count):
        from_spring = min(
            i if course.springs[0] else 99, count - 1 - i if course.springs[1] else 99
        )
        widths.append(course.width * min(1.0, 0.4 + 0.06 * from_spring))
    stretches: list[tuple[float, str]] = []
    for (start, control, end), width in zip(course.bends, widths, strict=True):
        piece = f"Q{pair(control)} {pair(end)}"
        if stretches and stretches[-1][0] == width:
            stretches[-1] = (width, stretches[-1][1] + piece)
        else:
            stretches.append((width, f"M{pair(start)}{piece}"))
    return stretches


def names(layout: Layout, found: Sequence[Course], keep: Keepout) -> tuple[str, str]:
    """The rivers' names: definitions of the lines they run on, and the texts."""
    defs: list[str] = []
    texts: list[str] = []
    for course in found:
        size, spacing = (22.0, 5.5) if course.big else (15.0, 2.2)
        length = text_width(course.river, size, spacing, bold=False) + 4
        calm = _calm(even(course.points(), _STEP), 15)
        wanted = max(1, round(len(calm) * _STEP / (1150 if course.big else 1700)))
        for share in range(wanted):
            part = calm[len(calm) * share // wanted : len(calm) * (share + 1) // wanted]
            spot = _best_spot(layout, course, part, int(length / _STEP) + 1, size, keep)
            if spot is None:
                continue
            for x, y in spot:
                half = size * 0.42
                keep.add_box((x - half, y - half, x + half, y + half), 1.5)
            name = f"river{len(defs)}"
            path = "M" + "L".join(pair(p) for p in _longer(spot, 40))
            defs.append(f'<path id="{name}" d="{path}"/>')
            texts.append(
                f'<text font-size="{size}" letter-spacing="{spacing}">'
                f'<textPath href="#{name}" startOffset="50%" text-anchor="middle">'
                f"{escape(course.river)}</textPath></text>"
            )
    group = (
        f'<g font-family="{style.SERIF}" font-style="italic" fill="{style.WATER_TEXT}" '
        f'stroke="{style.GROUND}" stroke-width="3.4" stroke-linejoin="round" stroke-opacity=".8" '
        f'paint-order="stroke">{"".join(texts)}</g>'
    )
    return "".join(defs), group


def _longer(line: Sequence[Point], by: float) -> list[Point]:
    """The line drawn out at both ends: renderers drop letters that run off it."""
    first, last = distance(line[0], line[1]), distance(line[-2], line[-1])
    before = mix(line[0], line[1], -by / first)
    return [before, *line, mix(line[-2], line[-1], 1 + by / last)]


def even(points: Sequence[Point], step: float) -> list[Point]:
    """A line through the same places with points at even distances."""
    run = [points[0]]
    need = step
    for a, b in pairwise(points):
        length = distance(a, b)
        done = 0.0
        while length - done >= need:
            done += need
            run.append(mix(a, b, done / length))
            need = step
        need -= length - done
    return run


def _calm(line: Sequence[Point], reach: int) -> list[Point]:
    """The line with its bends evened out over `reach` points either way."""
    calm = []
    for i in range(len(line)):
        far = min(reach, i, len(line) - 1 - i)  # as far either way, so that the ends stay
        near = line[i - far : i + far + 1]
        calm.append((sum(p[0] for p in near) / len(near), sum(p[1] for p in near) / len(near)))
    return calm


def _best_spot(
    layout: Layout, course: Course, calm: Sequence[Point], count: int, size: float, keep: Keepout
) -> list[Point] | None:
    """The clearest line of `count` points for a name along a part of a course, on either bank."""
    half = size * 0.45

    @cache
    def beside(heading: int, away: int) -> tuple[list[Point], list[float]]:
        """The baseline beside the course, and what letters would cost up to each point of it."""
        # Above the line on one bank; a text height below it on the other.
        shift = away - course.width / 2 if away < 0 else away + course.width / 2 + size * 0.62
        costs = [0.0]
        for i, (x, y) in enumerate(_beside(calm, heading * (shift - size * 0.3))):
            cost = 0.0
            if i % 2 == 0:
                cost = keep.cost((x - half, y - half, x + half, y + half))
                cost += 0 if 8 < x < layout.width - 8 and 8 < y < layout.height - 8 else 5
            costs.append(costs[-1] + cost)
        return _beside(calm, heading * shift), costs

    best: tuple[float, list[Point]] | None = None
    last = len(calm) - count
    for start in range(0, last + 1, 3):
        heading = 1 if calm[start + count - 1][0] >= calm[start][0] else -1  # letters run east
        off_middle = abs(2 * start - last) / max(1, last)
        bend = 3 * _turning(calm[start : start + count])
        for away in (-16, -9, 9, 16):
            base, costs = beside(heading, away)
            cost = bend + off_middle + abs(away) * 0.05 + costs[start + count] - costs[start]
            if best is None or cost < best[0]:
                best = (cost, base[start : start + count][::heading])
    return best[1] if best else None


def _turning(piece: Sequence[Point]) -> float:
    angles = [atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(piece)]
    turns = (b - a for a, b in pairwise(angles))
    return sum(abs((t + pi) % (2 * pi) - pi) for t in turns)


def _beside(piece: Sequence[Point], shift: float) -> list[Point]:
    """The line moved to its right by `shift` (down, where it runs east)."""
    moved = []
    for i, (x, y) in enumerate(piece):
        a, b = piece[max(0, i - 2)], piece[min(len(piece) - 1, i + 2)]
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = hypot(dx, dy) or 1.0
        moved.append((x - dy / length * shift, y + dx / length * shift))
    return moved
