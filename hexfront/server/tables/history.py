"""What the log of a game says beyond the position: who chose what, what is offered, how it ended."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hexfront.bots import Reason
from hexfront.explain import as_reason
from hexfront.kernel.fields import Json
from hexfront.server.storage.store import Line

PRIVATE = ("plan", "unplan")
"""Log lines that only their side may know of."""
SECRET = (*PRIVATE, "commit", "uncommit")
"""The log lines of a secret decision; that a side has committed is public."""


@dataclass
class History:
    """Follows the log line by line."""

    version: int = 0
    """The number of log lines; never decreases."""
    decided: int = 0
    """The version at which the present decision came up."""
    choosers: list[str | None] = field(default_factory=list)
    """The side that took each choice; None if not recorded (an imported game)."""
    reasons: dict[int, Reason] = field(default_factory=dict)
    """Why a bot took the choice with this number."""
    offers: dict[str, Json] = field(default_factory=dict)
    """What waits for the other player's answer: an undo, a draw."""
    hints: bool = False
    """Whether both players have agreed that they may have hints."""
    offered: dict[str, int] = field(default_factory=dict)
    """The version at which the last offer of each kind was made."""
    ended: Json | None = None
    """How the game ended other than by its rules."""
    cuts: list[tuple[int, int]] = field(default_factory=list)
    """Each undo: the version, and the number of choices left."""
    private: dict[str, list[int]] = field(default_factory=dict)
    """By side, the versions of its private lines: nobody else may even know that they exist."""
    planned: dict[str, list[Reason | None]] = field(default_factory=dict)
    """By side, why a bot took each choice of a plan that is not yet opened."""
    replanned: dict[str, int] = field(default_factory=dict)
    """The version at which a side's own part of a secret decision last changed."""

    def add(self, line: Line) -> None:
        """Take in one more line."""
        if line.kind == "choice":
            if line.reason is not None:
                self.reasons[len(self.choosers)] = as_reason(line.reason)
            self.choosers.append(line.side)
            self.offers.pop("undo", None)
        elif line.kind == "undo":
            to = line.data["to"]
            del self.choosers[to:]
            self.planned.clear()
            self.reasons = {number: why for number, why in self.reasons.items() if number < to}
            self.cuts.append((self.version, to))
            self.offers.pop("undo", None)
        elif line.kind == "share" and "kept" in line.data:
            del self.choosers[line.data["kept"] :]
            self.cuts.append((self.version, 0))  # the start was rolled again
        elif line.kind == "offer":
            self.offers[line.data["what"]] = {"by": line.side, **line.data}
            self.offered[line.data["what"]] = self.version + 1
        elif line.kind in ("withdraw", "decline"):
            self.offers.pop(line.data["what"], None)
        elif line.kind == "agree":
            self.hints = True
            self.offers.pop("hints", None)
        elif line.kind == "end":
            self.ended = line.data
            self.offers.clear()
        elif line.kind in SECRET:
            self._plan(line)
        self.version += 1
        if line.kind in ("choice", "undo", "end"):
            self.decided = self.version

    def _plan(self, line: Line) -> None:
        """A line of a secret decision; what is opened gets its numbers now."""
        side = str(line.side)
        mine = self.planned.setdefault(side, [])
        if line.kind in PRIVATE:
            self.private.setdefault(side, []).append(self.version)
        self.replanned[side] = self.version + 1
        if line.kind in ("unplan", "uncommit"):
            mine.pop()
            return
        mine.append(None if line.reason is None else as_reason(line.reason))
        if line.kind == "commit" and line.data["opened"]:
            for chooser, _ in line.data["opened"]:
                if (reason := self.planned[chooser].pop(0)) is not None:
                    self.reasons[len(self.choosers)] = reason
                self.choosers.append(chooser)
            self.planned.clear()
            self.offers.pop("undo", None)
            self.decided = self.version + 1

    def shown(self, side: str | None, version: int | None = None) -> int:
        """A version (the present one) as a side counts it: without what others have planned in secret."""
        at = self.version if version is None else version
        hidden = (bisect_left(lines, at) for by, lines in self.private.items() if by != side)
        return at - sum(hidden)

    def decided_for(self, side: str) -> int:
        """The version, as a side counts, at which its present decision came up."""
        return self.shown(side, max(self.decided, self.replanned.get(side, 0)))

    def lowest_since(self, version: int) -> int | None:
        """The lowest number of choices the game went back to since a version."""
        first = bisect_left(self.cuts, version, key=lambda cut: cut[0])
        return min((to for _, to in self.cuts[first:]), default=None)

    def lowest_shown_since(self, side: str | None, version: int) -> int | None:
        """The same since a version as a side counts it."""
        first = bisect_left(self.cuts, version, key=lambda cut: self.shown(side, cut[0]))
        return min((to for _, to in self.cuts[first:]), default=None)


@dataclass
class Played:
    """A log summed up as a record has it."""

    choices: list[Any] = field(default_factory=list)
    undone: list[Json] = field(default_factory=list)
    """The choices taken back."""
    passed: list[Any] = field(default_factory=list)
    """The dice skipped after an undo."""
    commitments: dict[str, list[Any]] = field(default_factory=dict)
    """What sides have published in secret decisions, without the one in progress."""
    planning: list[Line] = field(default_factory=list)
    """The lines of the secret decision in progress."""
    pledges: dict[str, str] = field(default_factory=dict)
    """What players have published of their part in the dice."""
    shares: dict[str, str] = field(default_factory=dict)
    """What they have opened."""
    restarts: int = 0

    def record(self) -> Json:
        """The fields of a record, without the plans in progress."""
        fields: Json = {"choices": self.choices, "undone": self.undone, "passed": self.passed}
        if self.commitments:
            fields["commitments"] = self.commitments
        if self.pledges:
            fields |= {"pledges": self.pledges, "shares": self.shares, "restarts": self.restarts}
        return fields

    def pledge(self, side: str, pledge: str) -> None:
        """Somebody pledges; a second time, all begin anew."""
        if side in self.pledges:
            self.pledges, self.shares, self.restarts = {}, {}, self.restarts + 1
        self.pledges[side] = pledge

    def share(self, side: str, data: Json) -> None:
        """Somebody opens their share; with the last the start is rolled again."""
        self.shares[side] = data["share"]
        if "kept" in data:
            del self.choices[data["kept"] :]
            self.undone = []

    def end_planning(self) -> None:
        """End a secret decision, opened or taken back; what was published in it stays."""
        for line in self.planning:
            if line.kind == "commit":
                self.commitments.setdefault(str(line.side), []).append(line.data["commitment"])
        self.planning = []


def played(lines: Iterable[Line], head: Json) -> Played:
    """The choices that stand, with what was taken back, skipped and published."""
    found = Played([], list(head.get("undone", [])), head.get("passed", []))
    found.commitments = {side: list(made) for side, made in head.get("commitments", {}).items()}
    for line in lines:
        if line.kind == "choice":
            found.choices.append(line.data)
        elif line.kind == "undo":
            found.end_planning()
            while len(found.choices) > line.data["to"]:
                choice = found.choices.pop()
                found.undone.append({"at": len(found.choices), "choice": choice})
            found.passed = line.data.get("passed", found.passed)
        elif line.kind == "pledge":
            found.pledge(str(line.side), line.data["pledge"])
        elif line.kind == "share":
            found.share(str(line.side), line.data)
        elif line.kind in SECRET:
            found.planning.append(line)
            if line.kind == "commit" and line.data["opened"]:
                found.end_planning()
                found.choices += [choice for _, choice in line.data["opened"]]
    return found
