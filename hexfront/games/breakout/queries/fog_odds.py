"""Odds against a stack of which some counters are hidden: a range, from the order of battle alone. 6.3

The attacker knows who is on the map at all and who of them can be seen. So the hidden defenders are some of
those that cannot be seen, each with one step to all of its steps; whatever really lies there, the answer is
the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.odds import Battle, combat_odds
from hexfront.games.breakout.rules.stacking import excess
from hexfront.kernel.views import OddsRange
from hexfront.mechanics.odds import Odds

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def odds_range(s: State, battle: Battle, known: tuple[int, ...]) -> OddsRange | None:
    """The best, the worst and a likely case for the attacker; None where nothing is hidden."""
    roster = s.world.roster
    here = s.units_in(battle.target)
    fixed = tuple(u for u in here if u not in known and roster.static[u])  # known to be there
    count = len(here) - len(known) - len(fixed)
    if not count and not fixed:
        return None
    pool = [
        u
        for u in roster.of_side[1 - battle.side]
        if s.where[u] >= 0 and not roster.static[u] and not s.visible(u, battle.side)
    ]
    pool.sort(key=lambda u: (roster.defence[u][roster.steps[u]], roster.ids[u]))
    weakest = sorted(pool, key=lambda u: (roster.defence[u][1], roster.ids[u]))
    strongest = pool[::-1]
    tigers = sorted(strongest, key=lambda u: not roster.tiger[u])  # 13.5
    middle = sorted(pool, key=lambda u: abs(pool.index(u) - len(pool) // 2))
    best = _case(s, battle, known, fixed, weakest, count, whole=False)
    worst = min(
        (_case(s, battle, known, fixed, order, count, whole=True) for order in (strongest, tigers)),
        key=lambda odds: odds.column,
    )
    likely = _case(s, battle, known, fixed, middle, count, whole=True)
    return {
        "best": best.column_label(),
        "worst": worst.column_label(),
        "likely": likely.column_label(),
        "results": likely.as_json()["results"],
    }


def _case(
    s: State,
    battle: Battle,
    known: tuple[int, ...],
    fixed: tuple[int, ...],
    order: Iterable[int],
    count: int,
    whole: bool,
) -> Odds:
    """The odds if the hidden defenders were the first of some that may stack there."""
    made, roster = s.copy(), s.world.roster
    there = (*known, *fixed)
    for u in fixed:
        made.steps[u] = roster.steps[u] if whole else 1
    for u in order:
        if count == 0:
            break
        for steps in range(roster.steps[u] if whole else 1, 0, -1):
            made.steps[u] = steps
            if excess(made, (*there, u)) == (0, 0):
                there, count = (*there, u), count - 1
                made.where[u] = battle.target
                break
    made.stacks[battle.target] = there
    return combat_odds(made, battle, there)
