"""What retreats and advances would cost, before they are chosen: the `retreat` and `advance` queries. 13.2"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypedDict

from hexfront.games.kesselschlacht.rules.advance import Advance
from hexfront.games.kesselschlacht.rules.retreat import Retreat
from hexfront.games.kesselschlacht.sides import STATUSES

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

TOLD = (
    *("retreat", "status", "eliminated", "position-lost", "points-lost", "queued", "auto"),
    *("bridge-lost", "garrison"),
)
"""The events of a retreat itself; with any other something else has begun."""
WORDS = {"DO": "disorganized", "DIS": "disrupted", "RT": "routed"}


class RetreatWay(TypedDict):
    """One way that a beaten force can take from where it is."""

    path: list[str]
    """The hexes that it enters; those after somebody has to make way are not foreseen."""
    chosen: list[str]
    """Those of them that are chosen: a step that is the only one left is taken by itself."""
    lost: list[str]
    """The units that do not survive it."""
    status: dict[str, str]
    """The status of units that get a worse one."""
    makes_way: bool
    """Whether others have to make way, or retreating units are lost for want of room."""
    words: str
    """All that in a few words."""
    short: str
    """The same to fit into a hex: how many are lost, the worst status; nothing for no cost."""


class RetreatReport(TypedDict):
    """The ways of the force that retreats."""

    units: list[str]
    ways: list[RetreatWay]


def retreat_report(s: State, asker: int | None) -> RetreatReport:
    """Every way of the force that retreats, the cheapest first; for the side that decides only."""
    step = s.stack[-1] if s.stack else None
    if not isinstance(step, Retreat) or asker not in (None, step.side):
        return {"units": [], "ways": []}
    found = [_way(s, end, path, step) for end, path in _ends(s, step.origin, ())]
    worst = STATUSES.index
    found.sort(
        key=lambda way: (
            len(way["lost"]),
            way["makes_way"],
            sum(map(worst, way["status"].values())),
            way["path"],
        )
    )
    return {"units": s.world.roster.names(step.force(s)), "ways": found}


def _ends(s: State, origin: int, path: tuple[str, ...]) -> Iterator[tuple[State, tuple[str, ...]]]:
    """The positions at the end of every way, each as far as nobody else has to decide."""
    for choice in s.choices:
        if choice[0] != "retreat":
            yield s, path
            return
        there = s.copy()
        there.events = list(s.events or ()) if path else []
        there.apply(choice)
        gone = (*path, str(choice[1]))
        top = there.stack[-1] if there.stack else None
        if isinstance(top, Retreat) and top.origin == origin:
            yield from _ends(there, origin, gone)
        else:
            yield there, gone


def _way(before: State, end: State, chosen: tuple[str, ...], step: Retreat) -> RetreatWay:
    """What the events of a retreat did to its side's units, up to whatever came after it."""
    ids, number = before.world.roster.ids, before.world.grid.number
    path, at, lost, status = list[str](), step.at, list[str](), dict[str, str]()
    for event in end.events or ():
        what = event["what"]
        if what not in TOLD or (
            what == "retreat" and (event["hex"] != at or len(path) == step.left)
        ):
            break
        if what == "retreat":
            at = event["to"]
            path.append(number(at))
        elif what == "eliminated":
            lost.append(ids[event["unit"]])
        elif what == "status":
            status[ids[event["unit"]]] = event["status"]
    status = {name: now for name, now in status.items() if name not in lost}
    top = end.stack[-1] if end.stack else None
    crowded = isinstance(top, Retreat) and top.units == step.units
    return {
        "path": path,
        "chosen": list(chosen),
        "lost": lost,
        "status": status,
        "makes_way": crowded,
        "words": _words(lost, status, crowded),
        "short": _short(lost, status, crowded),
    }


def _words(lost: list[str], status: dict[str, str], crowded: bool) -> str:
    found = [f"{len(lost)} lost"] if lost else []
    for code, word in WORDS.items():
        if many := sum(now == code for now in status.values()):
            found.append(f"{many} {word}")
    if crowded:
        found.append("others make way")
    return ", ".join(found) or "no cost"


def _short(lost: list[str], status: dict[str, str], crowded: bool) -> str:
    worst = max(status.values(), key=STATUSES.index, default="")
    found = (f"-{len(lost)}" if lost else "", worst, "+" if crowded else "")
    return " ".join([part for part in found if part])


def advance_report(s: State, asker: int | None) -> dict[str, dict[str, int]]:
    """For each unit that may advance the hexes it may end in, and the fuel that its corps pays. 13.4.4"""
    step = s.stack[-1] if s.stack else None
    if not isinstance(step, Advance) or asker not in (None, step.battle.side):
        return {}
    ids, number = s.world.roster.ids, s.world.grid.number
    return {
        ids[u]: {number(h): step.fare(s, u, h) for h in stops}
        for u in step.battle.attackers
        if (stops := step.stops(s, u))
    }
