"""Kesselschlacht's hidden facts: what a side may not see of the enemy, changed at random. 3.6, 6.7.1, 15.2.1"""

from __future__ import annotations

from random import Random

from hexfront.games.kesselschlacht.rules.fog import visible
from hexfront.games.kesselschlacht.rules.zones import projects
from hexfront.games.kesselschlacht.sides import AXIS
from hexfront.games.kesselschlacht.state import CARRIED, State


def scramble(state: State, viewer: int | None, rng: Random) -> State:
    """A copy that differs only in what the viewer (None: a spectator) may not see."""
    new = state.copy()
    hidden = [u for u, h in enumerate(new.where) if h >= 0 and not visible(new, u, viewer)]
    for _ in range(3 * len(hidden)):
        _swap(new, *rng.choices(hidden, k=2))
    for u in hidden:
        if rng.random() < 0.5:
            new.moved ^= 1 << u
    if viewer != AXIS:
        new.manifests = {a: (rng.randrange(5), rng.randrange(5)) for a in new.manifests}
    headquarters = new.world.roster.headquarters
    new.trains = tuple(
        train._replace(carrier=rng.choice(headquarters))
        if train.state == CARRIED and train.side != viewer
        else train
        for train in new.trains
    )
    new.forget()
    return new


def _swap(s: State, u: int, v: int) -> None:
    """Let two units of a side change places, if their hexes keep their zones: anybody may ask for these."""
    roster = s.world.roster
    a, b = s.where[u], s.where[v]
    if _known(s, u) != _known(s, v) or a == b or roster.artillery[u] or roster.artillery[v]:
        return
    guards = any(train.garrison in (u, v) for train in s.trains)
    if guards and roster.hq[u] != roster.hq[v]:
        return
    before = {h: s.stacks[h] for h in (a, b)}
    zones = [projects(s, h) for h in before]
    for h in before:
        s.stacks[h] = tuple(v if w == u else u if w == v else w for w in s.stacks[h])
    s.where[u], s.where[v] = b, a
    if [projects(s, h) for h in before] != zones:
        s.stacks |= before
        s.where[u], s.where[v] = a, b
    elif guards:  # a bridge keeps its guard: another is appointed when nobody stands at it any more
        other = {u: v, v: u}
        s.trains = tuple(
            train._replace(garrison=other.get(train.garrison, train.garrison)) for train in s.trains
        )


def _known(s: State, u: int) -> tuple[object, ...]:
    """What everybody knows even of a unit in a stack: its status, and what befell its stack in combats."""
    fights = (s.attacked, s.was_attacked, s.was_attacked_before, s.retreated)
    return s.world.roster.side[u], s.status[u], *[units >> u & 1 for units in fights]
