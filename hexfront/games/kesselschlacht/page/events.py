"""An event as a side may see it: of enemies in a stack only those that lie on top. 3.6"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.kernel.fields import Json
from hexfront.kernel.state import Event
from hexfront.mechanics.viewing import named

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State

OWN = ("auto", "setup", "setup-back", "stopped", "garrison-assigned")
"""Events that only their own side learns of."""
NAMED = ("status", "garrison", "bound")
"""Events about one unit that others learn of if they see the unit."""


def view_event(s: State, event: Event, side: int | None, all_seen: bool = False) -> Json | None:
    """An event as a side (None: a spectator) may see it, None if it may not at all."""
    seen = in_words(s, event)
    if all_seen:
        return seen
    what, roster = event["what"], s.world.roster
    if what == "turn-end":
        seen["vp"] = event["known"][-1 if side is None else side]
    if what == "supply":
        return _own_supply(s, event, seen, side)
    unit = event.get("unit", -1)
    owner = event.get("side", roster.side[unit] if unit >= 0 else None)
    if what in OWN and owner != side:
        return None
    if what == "attempt" and owner != side:
        del seen["points"]  # how far an HQ in a stack is from the edge
    if what == "bridge-built" and owner != side:
        del seen["hq"]  # who has a train is open to its own side only
    if "seen" in event:
        hidden = {
            u
            for u in (*event.get("units", ()), *event.get("defenders", ()), unit)
            if u >= 0 and roster.side[u] != side and u not in event["seen"]
        }
        if unit in hidden:
            if what in NAMED:
                return None
            if what == "bridge-built":
                del seen["unit"]
        _leave_out(s, event, seen, hidden)
    return seen


def in_words(s: State, event: Event) -> Json:
    """An event with names instead of numbers."""
    found = named(s, event)
    found.pop("seen", None)
    found.pop("known", None)
    if "hq" in event:
        found["hq"] = s.world.roster.ids[event["hq"]]
    if "hexes" in event:
        found["hexes"] = [s.world.grid.number(h) for h in event["hexes"]]
    return found


def _leave_out(s: State, event: Event, seen: Json, hidden: set[int]) -> None:
    """Count the hidden units instead of naming them."""
    names = s.world.roster.names
    for key, count in (("units", "hidden"), ("defenders", "hidden_defenders")):
        units = event.get(key, ())
        if number := len(hidden.intersection(units)):
            seen[key] = names(tuple([u for u in units if u not in hidden]))
            seen[count] = number
    if hidden and "odds" in seen:
        out = set(names(tuple(hidden)))
        lines = [line for line in seen["odds"]["lines"] if line.get("unit") not in out]
        seen["odds"] = {**seen["odds"], "lines": lines}


def _own_supply(s: State, event: Event, seen: Json, side: int | None) -> Json | None:
    """The units of a side that got another grade of supply; the enemy sees their counters."""
    roster = s.world.roster
    own = [
        (u, grade)
        for u, grade in zip(event["units"], event["grades"], strict=True)
        if roster.side[u] == side
    ]
    if not own:
        return None
    return {
        **seen,
        "units": roster.names(tuple([u for u, _ in own])),
        "grades": [g for _, g in own],
    }
