"""Playing a position on in imagination: the rest of a side's turn, then the enemy's whole answer.

The strategist tries its plans this way, the planner only which comes first, moving or fighting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hexfront.bots.bot import Reason
from hexfront.bots.planner.judgement import Judgement
from hexfront.bots.planner.plan import PLAIN, Plan
from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import KeyedDice

DEPTH = 10
"""How many hexes a playout tries for cutting lines."""
TURNS = (0, 3, 1, 4, 2, 5)
"""Six samples in a row have the same seed, turned: each situation meets all faces, far ones first."""
ORDER_WORDS = {"move/fight": "Move first, then fight", "fight/move": "Fight first, then move"}


def playout(
    judge: Judgement,
    s: Any,
    side: int,
    plan: Plan,
    number: int,
    then: Plan = PLAIN,
    deeds: list[Choice] | None = None,
    known: Sequence[Choice] | None = None,
) -> float | None:
    """This impulse by a plan, what is left of the turn by another, the enemy's answer: what that is worth.

    `number` says which luck it meets. What is done in the impulse goes into `deeds`; nothing is valued if that
    is known already.
    """
    s.dice = KeyedDice(f"{number // 6 + 1:08x}", TURNS[number % 6])
    s.rolls = 0
    deeds = [] if deeds is None else deeds
    minds = [judge.commander(i, plan if i == side else PLAIN, DEPTH) for i in (0, 1)]
    period = judge.period(s)
    first, answered = True, False
    while s.stack:
        mover = s.decider
        assert mover is not None
        if first and judge.period(s) != period:
            first = False
            if deeds == known:
                return None
        if judge.begins(s):
            if mover != side:
                answered = True
            elif answered:
                break
            elif judge.period(s) != period:
                minds[side].plan = then
        choice = minds[mover].choose(s, s.choices)
        if first:
            deeds.append(choice)
        s.apply(choice)
    return judge.value(s, side)


def try_orders(
    judge: Judgement, s: Any, side: int, plan: Plan, orders: Sequence[Choice]
) -> tuple[Choice, Reason]:
    """Whether to move or to fight first: each is played out once with the same luck, and the better taken.

    The position is to be ready to play on from the order.
    """
    found = []
    for order in orders:
        value = playout(judge, s.copy(), side, replace(plan, order=str(order[1])), 0, plan)
        assert value is not None
        found.append((value, order))
    found.sort(key=lambda item: -item[0])
    (value, best), (less, other) = found[:2]
    return best, Reason(
        tactic="plan",
        posture="",
        objective="",
        line=f"{ORDER_WORDS[str(best[1])]}: the better of both when they were played out.",
        terms=(("this order, played out", value),),
        alternative=ORDER_WORDS[str(other[1])].lower(),
        gap=value - less,
    )
