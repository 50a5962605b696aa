"""Breakout's hidden facts: what a side may not see of the enemy, changed at random. 6.3, R-27"""

from __future__ import annotations

from random import Random

from hexfront.games.breakout.rules.stacking import excess
from hexfront.games.breakout.sides import GERMAN
from hexfront.games.breakout.state import State


def scramble(state: State, viewer: int | None, rng: Random) -> State:
    """A copy that differs only in what the viewer (None: a spectator) may not see."""
    new = state.copy()
    roster = new.world.roster
    if new.phase == "setup-german" and viewer != GERMAN:
        for _ in range(30):  # the German sets up behind a screen, 3.2.4
            choices = [c for c in new.choices if c[0] in ("place", "take")]
            if choices:
                new.apply(rng.choice(choices))
        return new
    hidden = [
        u
        for u, h in enumerate(new.where)
        if h >= 0 and not new.visible(u, viewer) and not roster.static[u]
    ]
    for _ in range(3 * len(hidden)):
        _swap(new, *rng.choices(hidden, k=2))
    for u in hidden:
        _change_steps(new, u, rng.randint(1, roster.steps[u]))
        if rng.random() < 0.5:
            new.moved ^= 1 << u
            new.bound ^= (1 << u) * (roster.side[u] == GERMAN)
    return new


def _swap(s: State, u: int, v: int) -> None:
    """Let two units of a side change places, if both stacks are no larger than they may be."""
    if s.world.roster.side[u] != s.world.roster.side[v]:
        return
    a, b = s.where[u], s.where[v]
    before = {h: s.stacks[h] for h in (a, b)}
    over = [excess(s, units) for units in before.values()]
    for h in before:
        s.stacks[h] = tuple(v if w == u else u if w == v else w for w in s.stacks[h])
    s.where[u], s.where[v] = b, a
    if any(excess(s, s.stacks[h]) > was for h, was in zip(before, over, strict=True)):
        s.stacks |= before
        s.where[u], s.where[v] = a, b


def _change_steps(s: State, u: int, steps: int) -> None:
    was, over = s.steps[u], excess(s, s.stacks[s.where[u]])
    s.steps[u] = steps
    if excess(s, s.stacks[s.where[u]]) > over:
        s.steps[u] = was
