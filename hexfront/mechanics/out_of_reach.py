"""Why units cannot get to a hex that is not next to them: the rules are lifted one after another.

The rule whose lifting opens a way is the reason: first the limit of their points, then a die that may not
be rolled again, the enemy's zones, and at last the hexes that are closed to them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.kernel.refusal import Refused
from hexfront.mechanics.entering import NEVER, Terms, entries, reach, union
from hexfront.mechanics.field import F, Field
from hexfront.mechanics.telling import counted
from hexfront.mechanics.ways import Way

if TYPE_CHECKING:
    from hexfront.mechanics.marching import Marching

FAR = 999
"""More points than any way over a map costs."""


def needed(terms: Terms, here: int, mobility: int, n: int, out_of_zone: bool = False) -> int | None:
    """The least points with which a unit gets to a hex, None if no points are enough."""
    layers = reach(terms, here, mobility, FAR, out_of_zone)
    return next((FAR - left for left, hexes in enumerate(layers) if hexes >> n & 1), None)


def why_not_reach(s: F, group: Marching[F], n: int) -> Refused:
    """The case and the reason why a group does not get to a hex, or how it does."""
    if n == group.hex:
        where = s.world.grid.number(n)
        return Refused(group.step_case, f"{s.world.roster.listed(group.units)} is in {where} now.")
    for case, hexes in group.bars:
        if hexes >> n & 1:
            return group.why_shut(s, case, n)
    if group.passing(s) >> n & 1:
        return group.why_no_end(s, n)
    terms, classes = group.terms(s), s.world.roster.mobility
    need = [(u, p, needed(terms, group.hex, classes[u], n)) for u, p in _purse(group)]
    cut_off = next((u for u, _, points in need if points is None), None)
    if cut_off is not None:
        return _why_no_way(s, group, terms, cut_off, n)
    return _why_too_far(s, group, terms, [(u, p, points or 0) for u, p, points in need], n)


def _purse(group: Marching[F]) -> list[tuple[int, int]]:
    return list(zip(group.units, group.points, strict=True))


def _why_too_far(
    s: F, group: Marching[F], terms: Terms, need: list[tuple[int, int, int]], n: int
) -> Refused:
    number, roster = s.world.grid.number(n), s.world.roster
    u, have, points = max(need, key=lambda each: each[2] - each[1])
    if points > have:
        sure = terms._replace(dice=(0, *[NEVER] * (len(terms.dice) - 1)))
        least = needed(sure, group.hex, roster.mobility[u], n) != points
        some = ("at least " if least else "") + counted(group.figure(points))
        return Refused(
            group.points_case,
            f"{roster.titles[u]} needs {some} to get to {number} and has {group.figure(have)}.",
        )
    way = group.all_ways(s).get(n)
    if way is None:
        return Refused(
            group.points_case,
            f"No way to {number} is cheap enough for all of {roster.listed(group.units)} together.",
        )
    return Refused(group.step_case, _how_to_reach(s, way))


def _how_to_reach(s: Field, way: Way) -> str:
    """The steps of a way, as a go names one adjacent hex only."""
    number = s.world.grid.number
    *over, last = [number(step.hex) for step in way.path()[1:]]
    listed = " and ".join(filter(None, (", ".join(over[:-1]), *over[-1:])))
    sure = "" if way.chance > 0.999 else f" with a chance of {way.chance:.0%}"
    steps = f"in {len(over) + 1} steps over {listed}" if over else "in 1 step"
    return f"{last} can be reached{sure} {steps}: go there hex by hex."


def _why_no_way(s: F, group: Marching[F], terms: Terms, u: int, n: int) -> Refused:
    mobility = s.world.roster.mobility[u]
    number, name = s.world.grid.number(n), s.world.roster.titles[u]
    if NEVER in terms.dice:
        terms = terms._replace(dice=(0,) * len(terms.dice))
        if needed(terms, group.hex, mobility, n) is not None:
            return group.why_no_die(s)
    shut_in = not entries(terms, group.hex)
    into_zone = needed(terms, group.hex, mobility, n, out_of_zone=True) is not None
    terms = terms._replace(zone=0)
    if needed(terms, group.hex, mobility, n) is not None:
        if shut_in or into_zone:
            return Refused(
                group.leave_case,
                f"{name} stands in an enemy zone of control, and every way to {number} begins in "
                f"another hex of it.",
            )
        return Refused(
            group.zone_case,
            f"Every way of {name} to {number} leads through enemy zones of control, where a move ends.",
        )
    for i, (case, _) in enumerate(group.bars):
        terms = terms._replace(shut=union(hexes for _, hexes in group.bars[i + 1 :]))
        if needed(terms, group.hex, mobility, n) is not None:
            return group.why_shut(s, case, n, on_the_way=True)
    return group.why_no_hexside(s, n)
