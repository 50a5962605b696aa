"""A table to try rules on, whatever the game: a match with short ways to try things.

`table.py` and `oder_table.py` lay out positions of their games on it.
"""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.kernel.fields import Json
from hexfront.kernel.game import as_choice
from hexfront.kernel.match import Match
from hexfront.kernel.refusal import Refused

Move = list[Any]


class AnyTable:
    """A match with short ways to try things."""

    def __init__(self, match: Match) -> None:
        self.match = match

    @property
    def choices(self) -> list[Move]:
        """What is legal now."""
        return [list(choice) for choice in self.match.state.choices]

    @property
    def side(self) -> str | None:
        """Whose decision it is."""
        decider = self.match.state.decider
        return None if decider is None else self.match.game.sides[decider]

    @property
    def kind(self) -> str:
        """The kind of the present decision."""
        return self.match.state.stack[-1].kind

    def where(self, name: str) -> str | None:
        """The hex of a unit, None if it is not on the map."""
        state: Any = self.match.state
        h = state.where[state.world.roster.index[name]]
        return state.world.grid.number(h) if h >= 0 else None

    def offered(self, verb: str) -> list[Any]:
        """The arguments offered with a verb: one each, or lists where it takes two."""
        found = [choice[1:] for choice in self.choices if choice[0] == verb]
        return [rest[0] if len(rest) == 1 else rest for rest in found]

    def choose(self, *choices: Move) -> list[Json]:
        """Take choices; what happened, with everything shown."""
        happened = []
        for choice in choices:
            happened += self.match.choose(as_choice(choice))
        game, state = self.match.game, self.match.state
        seen = [game.view_event(state, event, None, all_seen=True) for event in happened]
        return [event for event in seen if event is not None]

    def dice(self, *faces: int) -> None:
        """Set the next faces."""
        self.match.script_dice(faces)

    def refuses(self, choice: Move, rule: str | None = None) -> Refused:
        """Try a choice that must be refused (by this rule) and must change nothing."""
        before = self.match.game.digest_of(self.match.state)
        with pytest.raises(Refused) as caught:
            self.match.choose(as_choice(choice))
        error = caught.value
        assert self.match.game.digest_of(self.match.state) == before
        assert error.message
        if rule is not None:
            assert error.rule == rule, f"{error.rule}: {error.message}"
        return error

    def attack(self, target: str, *units: str) -> list[Json]:
        """Declare an attack by these units."""
        joins: list[Move] = [["join", unit] for unit in units]
        return self.choose(["target", target], *joins, ["declare"])

    def move(self, unit: str, *path: str) -> list[Json]:
        """Move one unit along a path and stop there if it is still on its way."""
        events = self.choose(["pick", unit], *[["go", h] for h in path])
        if self.kind == "group":
            events += self.choose(["stop"])
        return events

    def odds(self, target: str, units: list[str], **help_: Any) -> Json:
        """The odds query with everything seen."""
        return {**self.match.game.odds(self.match.state, target, units, help_, None)}

    def view(self, side: str | None) -> Json:
        """What a side sees."""
        number = None if side is None else self.match.game.sides.index(side)
        return {**self.match.game.view(self.match.state, number)}


def outcome(events: list[Json]) -> Json:
    """The event of a combat's result among what happened: `result`, `die`, `odds`."""
    return next(event for event in events if event["what"] == "result")


def retreats(t: AnyTable, unit: str) -> set[str]:
    """The hexes open to a retreating unit."""
    return {h for name, h in t.offered("retreat") if name == unit}


def walls(made: Any, *hexes: str) -> list[Json]:
    """Units that stand in the way."""
    return [made(f"W{h}", h, "1-1") for h in hexes]
