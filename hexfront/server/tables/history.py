"""What the log of a game says beyond the position: who chose what, what is offered, how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hexfront.bots import Reason
from hexfront.explain import as_reason
from hexfront.kernel.fields import Json
from hexfront.server.storage.store import Line


@dataclass
class History:
    """Follows the log line by line."""

    version: int = 0
    """How many lines there are; it never goes back."""
    decided: int = 0
    """The version at which the present decision came up."""
    choosers: list[str | None] = field(default_factory=list)
    """The side that took each choice; None if that was not written down (an imported game)."""
    reasons: dict[int, Reason] = field(default_factory=dict)
    """Why a bot took the choice with this number."""
    offers: dict[str, Json] = field(default_factory=dict)
    """What waits for the other player's answer: an undo, a draw."""
    offered: dict[str, int] = field(default_factory=dict)
    """The version from which on the last offer of each kind is seen."""
    ended: Json | None = None
    """How the game ended other than by its rules."""
    cuts: list[tuple[int, int]] = field(default_factory=list)
    """Where something was taken back: the version, and the number of choices left."""

    def add(self, line: Line) -> None:
        """One more line."""
        if line.kind == "choice":
            if line.reason is not None:
                self.reasons[len(self.choosers)] = as_reason(line.reason)
            self.choosers.append(line.side)
            self.offers.pop("undo", None)
        elif line.kind == "undo":
            to = line.data["to"]
            del self.choosers[to:]
            self.reasons = {number: why for number, why in self.reasons.items() if number < to}
            self.cuts.append((self.version, to))
            self.offers.pop("undo", None)
        elif line.kind == "offer":
            self.offers[line.data["what"]] = {"by": line.side, **line.data}
            self.offered[line.data["what"]] = self.version + 1
        elif line.kind in ("withdraw", "decline"):
            self.offers.pop(line.data["what"], None)
        elif line.kind == "end":
            self.ended = line.data
            self.offers.clear()
        self.version += 1
        if line.kind in ("choice", "undo", "end"):
            self.decided = self.version

    def lowest_since(self, version: int) -> int | None:
        """The lowest number of choices the game went back to since a version."""
        return min((to for at, to in self.cuts if at >= version), default=None)


def choices_of(lines: Iterable[Line], head: Json) -> tuple[list[Any], list[Json], list[Any]]:
    """The choices that stand, those taken back, and the dice passed over (as a record has them)."""
    choices: list[Any] = []
    undone: list[Json] = list(head.get("undone", []))
    passed: list[Any] = head.get("passed", [])
    for line in lines:
        if line.kind == "choice":
            choices.append(line.data)
        elif line.kind == "undo":
            while len(choices) > line.data["to"]:
                choice = choices.pop()
                undone.append({"at": len(choices), "choice": choice})
            passed = line.data.get("passed", passed)
    return choices, undone, passed
