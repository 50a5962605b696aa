"""Proposals: what a tactic would do and what that is worth; the best is taken, then all are asked again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

LEAST = 0.02
"""A proposal has to be worth this much."""
Terms = tuple[tuple[str, float], ...]


@dataclass(slots=True)
class Proposal:
    """Units, where they should go, and what that is worth."""

    tactic: str
    goal: int
    """The hex it is about."""
    moves: tuple[tuple[int, int], ...]
    value: float
    terms: Terms = ()
    odds: str = ""
    via: tuple[int, ...] = ()
    """Places the one unit passes through on its way."""
    leaves: bool = False
    """Whether the unit goes off the map at the end."""
    repeats: bool = False
    """Whether the same tactic may propose more for the same goal once this is done."""
    again: Callable[[], Proposal | None] | None = field(default=None, compare=False)
    """Asks the same tactic anew after others have moved."""


Ask = Callable[[], Proposal | None]
Look = Callable[[int], Proposal | None]


def asked(asks: Iterable[Ask]) -> list[Proposal]:
    """What every tactic proposes at first."""
    found = []
    for ask in asks:
        proposal = ask()
        if proposal is not None:
            proposal.again = ask
            found.append(proposal)
    return found


def compete(asks: Iterable[Ask], commit: Callable[[Proposal, Iterable[Proposal]], None]) -> None:
    """Take the best proposal again and again, each looked at anew after the ones before it.

    `commit` carries one out; it is given the others. A tactic is asked anew only if something
    has been carried out since it was asked last.
    """
    heap = [(-p.value, i, 0, p) for i, p in enumerate(asked(asks))]
    heapify(heap)
    count, commits = len(heap), 0
    while heap:
        *_, since, proposal = heappop(heap)
        assert proposal.again is not None
        fresh = proposal if since == commits else proposal.again()
        if fresh is None:
            continue
        fresh.again = proposal.again
        if heap and fresh.value < -heap[0][0] - 1e-9:
            count += 1
            heappush(heap, (-fresh.value, count, commits, fresh))
            continue
        if fresh.value <= LEAST:
            continue
        commit(fresh, (entry[-1] for entry in heap))
        commits += 1
        if fresh.repeats:
            count += 1
            heappush(heap, (-fresh.value, count, commits - 1, fresh))
