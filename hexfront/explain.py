"""Why the computer did what it did: which event shows an explained choice, and who may know why.

A reason is kept with the number of its choice. It is shown with the first event by which the order
becomes known, and only to those who see that event.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from hexfront.bots import Reason
from hexfront.kernel.fields import Json
from hexfront.kernel.match import Match
from hexfront.kernel.state import Event

Reasons = Mapping[int, Reason]
"""Reasons by the number of choices before theirs, in that order."""

BEGINS = ("pick", "target", "probe")
"""Choices that only begin an order; it is known when it is carried out."""
ENDS = ("stop", "cancel", "end")


def reasons_by_event(match: Match, reasons: Reasons, since: int = 0) -> dict[tuple[int, str], int]:
    """The explained choices by the number and kind of the event that shows each.

    With `since` only those that an event from this number of choices on can show.
    """
    numbers = list(reasons)
    first = max(0, bisect_left(numbers, since) - 1)
    found = {}
    for at in numbers[first:]:
        event = _shown_by(match, reasons, at)
        if event is not None:
            found[event[0], str(event[1]["what"])] = at
    return found


def known(
    match: Match, reasons: Reasons, at: int, side: int | None, everything: bool
) -> Json | None:
    """Why a choice was taken, as a side may know it (None is a spectator); None if it may not.

    All of it with `everything`, else what is open, once the order itself is.
    """
    if at not in reasons:
        return None
    if everything:
        return reasons[at].full()
    event = _shown_by(match, reasons, at)
    if event is None or match.game.view_event(match.state, event[1], side) is None:
        return None
    return reasons[at].open()


def _shown_by(match: Match, reasons: Reasons, at: int) -> tuple[int, Event] | None:
    """The first event that shows a choice, with its number; None if none does yet."""
    verb = str(match.choices[at][0])
    wanted = match.game.known_by.get(verb, ())
    last = _end_of_order(match, reasons, at) if verb in BEGINS else at + 1
    first = bisect_left(match.events, at + 1, key=lambda each: each[0])
    for i in range(first, len(match.events)):
        number, event = match.events[i]
        if number > last:
            return None
        if event["what"] in wanted:
            return number, event
    return None


def _end_of_order(match: Match, reasons: Reasons, at: int) -> int:
    """The number of choices with which an order is over, or another one begins."""
    end = at + 1
    while end < len(match.choices) and end not in reasons and match.choices[end][0] not in ENDS:
        end += 1
    return end


def as_reason(value: Json) -> Reason:
    """A reason that was kept as JSON by `Reason.full`; a field that it has not is empty."""
    kept: dict[str, Any] = dict.fromkeys(("tactic", "posture", "objective", "line"), "")
    kept |= {f.name: value[f.name] for f in fields(Reason) if f.name in value}
    kept["units"] = tuple(kept.get("units", ()))
    kept["ways"] = tuple(tuple(way) for way in kept.get("ways", ()))
    kept["terms"] = tuple((name, points) for name, points in kept.get("terms", ()))
    return Reason(**kept)
