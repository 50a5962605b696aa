"""The log of a game as pages show it: entries, each with the turn and the phase that it belongs to."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import cast

from hexfront.bots import Reason
from hexfront.chronicle import tell
from hexfront.explain import reasons_by_event
from hexfront.kernel.fields import Json
from hexfront.kernel.match import TIME, Match
from hexfront.kernel.state import Event
from hexfront.server.http import replies


class Phases:
    """Finds the last phase that began before an event, from where it was looked for last."""

    def __init__(self) -> None:
        self._at = -1
        self._event: tuple[int, Event] | None = None
        """The event with the number `_at`: if it still is, so are all before it."""
        self._phase: Event | None = None
        """The last phase up to there."""

    def before(self, events: Sequence[tuple[int, Event]], first: int) -> Event | None:
        """The last of the first so many events that begins a phase."""
        at, phase = self._at, self._phase
        if not 0 <= at < first or events[at] is not self._event:
            at, phase = -1, None
        for number in range(first - 1, at, -1):
            if events[number][1]["what"] == "phase":
                phase = events[number][1]
                break
        if first > 0:
            self._at, self._event, self._phase = first - 1, events[first - 1], phase
        return phase


def entries_of(
    match: Match,
    reasons: Mapping[int, Reason],
    side: int | None,
    since: int,
    everything: bool,
    phases: Phases | None = None,
) -> list[replies.Entry]:
    """The log of a match from the choice `since` on, as a side may read it."""
    state, events = match.state, match.events
    first = bisect_left(events, since, key=_number)
    if first == len(events):
        return []
    when = _when((phases or Phases()).before(events, first) or match.began)
    entries: list[Json] = []
    seen: list[tuple[int, Json]] = []
    for number, event in events[first:]:
        begins = event["what"] == match.game.turn_event and event["turn"] != when.get("turn")
        if event["what"] == "phase" or begins:
            entries += [entry | when for entry in tell(match.game.describe, seen)]
            when, seen = _when(event), []
        viewed = match.game.view_event(state, event, side, all_seen=everything)
        if viewed is not None:
            seen.append((number, viewed))
    entries += [entry | when for entry in tell(match.game.describe, seen)]
    if reasons:
        explained = reasons_by_event(match, reasons, since)
        for entry in entries:
            at = explained.pop((entry["number"], entry["what"]), None)
            if at is not None:
                entry["why"] = at
    return cast(list[replies.Entry], entries)


_number: Callable[[tuple[int, Event]], int] = itemgetter(0)


def _when(phase: Json | None) -> Json:
    """The turn and phase that an event has opened, or in which a match began."""
    return {} if phase is None else {key: phase[key] for key in TIME if key in phase}
