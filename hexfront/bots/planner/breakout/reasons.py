"""Why the planner of Breakout takes losses, retreats, advances and support as it does.

The lines name hexes only: a unit in them may lie hidden from the enemy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexfront.bots.bot import Reason
from hexfront.bots.planner.breakout.lifelines import Outlook
from hexfront.bots.planner.breakout.values import defence_of, step_value
from hexfront.bots.planner.plan import hex_name
from hexfront.games.breakout.sides import GERMAN
from hexfront.games.breakout.state import State
from hexfront.kernel.decision import Choice

AGAIN = 2.0
"""How much more what the enemy may do counts for a beaten division than for one that marches."""
Terms = Sequence[tuple[str, float]]


def _largest(terms: Terms) -> tuple[tuple[str, float], ...]:
    """The terms that count for anything, the largest first."""
    return tuple(sorted((t for t in terms if t[1]), key=lambda term: -abs(term[1])))


def of_support(s: State, what: str, target: int, gain: float) -> Reason:
    where = hex_name(s, target)
    line = f"{what} for the combat at {where}, where it changes the odds."
    return Reason("support", "", where, line, terms=(("to the combat", gain),))


def of_loss(s: State, costs: Sequence[tuple[str, float]]) -> Reason:
    """`costs` are the units that could lose the step and what each would cost, the least first."""
    name, cost = costs[0]
    where = hex_name(s, s.where[s.world.roster.index[name]])
    line = f"The loss in {where} is taken where it costs least."
    other, more = costs[1] if len(costs) > 1 else ("", cost)
    return Reason(
        "loss", "", where, line, units=(name,), terms=(("the step", -cost),), alternative=other,
        gap=more - cost,
    )  # fmt: skip


def of_advance(s: State, u: int, target: int, terms: Terms) -> Reason:
    where = hex_name(s, target)
    told = _largest(terms)
    good = max(told, key=lambda term: term[1])[0]
    why = {
        "the place": "to take it and keep it",
        "danger": "where it stands safer",
        "its line": "where its line is surer",
    }.get(good, "to keep the ground that was won")
    return Reason(
        "advance", "", where, f"Into {where}, {why}.", units=(s.world.roster.ids[u],), terms=told,
        alternative=f"stay in {hex_name(s, s.where[u])}", gap=sum(value for _, value in terms),
    )  # fmt: skip


def of_retreat(
    s: State, choice: Choice, terms: Terms, scored: Iterable[tuple[Terms, Choice]]
) -> Reason:
    """`scored` are all ways to retreat with their terms."""
    grid = s.world.grid
    where = hex_name(s, grid.index(str(choice[2])))
    told = _largest(terms)
    good, value = max(told, key=lambda term: term[1], default=("", 0.0))
    why = f", for {good}" if value > 0 else ", the least bad hex"
    others = sorted(
        (sum(v for _, v in parts), f"to {hex_name(s, grid.index(str(other[2])))}")
        for parts, other in scored
        if other[2] != choice[2] and other[1] == choice[1]
    )
    second, words = others[-1] if others else (sum(v for _, v in terms), "")
    return Reason(
        "retreat", "", where, f"Retreat to {where}{why}.", units=(str(choice[1]),), terms=told,
        alternative=words, gap=sum(v for _, v in terms) - second,
    )  # fmt: skip


def retreat_terms(s: State, choice: Choice, ahead: Outlook | None) -> Terms:
    """How good a retreat is for the German, who chooses all of them, term by term. 13.9.a

    A beaten division is attacked again where it goes, so that what counts for it is who stands there already,
    what can follow, and the line it will have: `ahead`, where Germans retreat.
    """
    roster, grid = s.world.roster, s.world.grid
    u, h = roster.index[str(choice[1])], grid.index(str(choice[2]))
    own = roster.side[u] == GERMAN
    beside = [v for n in grid.neighbours(h) for v in s.units_in(n)]
    friends = sum(roster.side[v] == GERMAN for v in beside)
    foes = len(beside) - friends
    if ahead is not None and roster.division[u]:
        defence = defence_of(s, h, GERMAN) + roster.defence[u][s.steps[u]]
        terms = [
            ("German units beside it", 0.1 * friends),
            ("danger", -AGAIN * ahead.wear(s, h, defence) * step_value(s, u)),
            ("its line", -AGAIN * ahead.stranded(s, u, h, defence)),
        ]
    else:
        terms = [
            ("German units beside it", 0.3 * friends),
            ("Soviet units beside it", (-0.4 if own else -0.3) * foes),
        ]
    if s.world.board.places_set >> h & 1:
        terms.append(("the place", 2.0 if own else -3.0))
    here, open_to = s.where[u], _steps_with_a_line(s)
    s.suppose(u, h)
    in_line = s.net(roster.side[u]) >> h & 1
    freed = _steps_with_a_line(s) - open_to
    s.suppose(u, here)
    terms.append(("a line" if own else "no line", 1.0 if bool(in_line) == own else -0.5))
    return [*terms, ("the lines of divisions", 0.5 * freed)]


def _steps_with_a_line(s: State) -> int:
    """The steps of the divisions that have communications. 9.2"""
    roster, net = s.world.roster, s.net(GERMAN)
    return sum(
        roster.steps[v]
        for v in range(roster.count)
        if roster.division[v] and s.where[v] >= 0 and net >> s.where[v] & 1
    )
