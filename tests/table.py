"""A table to try rules on: a made-up position, scripted dice, choices taken and refused.

>>> t = table([german("P1", "2218"), soviet("R1", "2217")], phase="german-combat", dice=[1])
>>> events = t.choose(["target", "2217"], ["join", "P1"], ["declare"])
"""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.games.breakout.game import load
from hexfront.games.breakout.load import GRID
from hexfront.games.breakout.sides import SIDES
from hexfront.games.breakout.state import State
from hexfront.kernel.game import as_choice
from hexfront.kernel.match import Match, new_match, position_match
from hexfront.kernel.refusal import Refused

Json = dict[str, Any]
Move = list[Any]


def german(name: str, where: str | None, factors: str = "4-4/3-3/2-2/1-1", **more: Any) -> Json:
    """A German unit: by default a foot division (XX, infantry, nonmech) of four steps."""
    more.setdefault("type", "infantry")
    more.setdefault("size", "XX")
    more.setdefault("mobility", "nonmech")
    return _unit("german", name, where, factors, more)


def panzer(name: str, where: str | None, factors: str = "4-4/3-3/2-2/1-1", **more: Any) -> Json:
    """A German panzer division."""
    return german(name, where, factors, **{"type": "panzer", "mobility": "mech", **more})


def tiger(name: str, where: str | None, factors: str = "2-2", **more: Any) -> Json:
    """A Tiger battalion."""
    fields = {"type": "tiger", "size": "II", "mobility": "mech", **more}
    return german(name, where, factors, **fields)


def garrison(name: str, where: str | None, factors: str = "0-2", **more: Any) -> Json:
    """A static garrison."""
    fields = {"type": "garrison", "size": "(XXX)", "mobility": "static", **more}
    return german(name, where, factors, **fields)


def soviet(name: str, where: str | None, factors: str = "5-5/1-1", **more: Any) -> Json:
    """A Soviet unit: by default a rifle corps (XXX, nonmech) of two steps."""
    more.setdefault("type", "rifle")
    more.setdefault("size", "XXX")
    more.setdefault("mobility", "nonmech")
    return _unit("soviet", name, where, factors, more)


def tank(name: str, where: str | None, factors: str = "8-8/4-4", **more: Any) -> Json:
    """A Soviet tank corps."""
    return soviet(name, where, factors, **{"type": "tank", "mobility": "mech", **more})


def support(name: str, where: str | None, factors: str = "2-2", **more: Any) -> Json:
    """A Soviet army support unit."""
    fields = {"type": "army_support", "size": "(XX)", "mobility": "mech", **more}
    return soviet(name, where, factors, **fields)


def guns(name: str, where: str | None, factors: str = "6-1", **more: Any) -> Json:
    """A Soviet artillery division."""
    fields = {"type": "field_artillery", "size": "XX", "mobility": "mech", **more}
    return soviet(name, where, factors, **fields)


def _unit(side: str, name: str, where: str | None, factors: str, more: Json) -> Json:
    pairs = [[int(x) for x in pair.split("-")] for pair in factors.split("/")]
    return {"id": name, "side": side, "hex": where, "factors": pairs, **more}


def ring(number: str, radius: int = 1) -> list[str]:
    """The hexes at a distance from a hex."""
    return GRID.names(GRID.ring(GRID.index(number), radius))


def germans(*hexes: str) -> list[Json]:
    """A German division in each of these hexes, named after it."""
    return [german(f"G{h}", h) for h in hexes]


def soviets(*hexes: str) -> list[Json]:
    """A rifle corps in each of these hexes, named after it."""
    return [soviet(f"S{h}", h) for h in hexes]


class Table:
    """A match with short ways to try things."""

    def __init__(self, match: Match) -> None:
        self.match = match

    @property
    def state(self) -> State:
        """The present state."""
        state = self.match.state
        assert isinstance(state, State)
        return state

    @property
    def choices(self) -> list[Move]:
        """What is legal now."""
        return [list(choice) for choice in self.state.choices]

    @property
    def side(self) -> str | None:
        """Whose decision it is."""
        decider = self.state.decider
        return None if decider is None else SIDES[decider]

    @property
    def kind(self) -> str:
        """The kind of the present decision."""
        return self.state.stack[-1].kind

    def offered(self, verb: str) -> list[Any]:
        """The arguments offered with a verb: one each, or lists where it takes two."""
        found = [choice[1:] for choice in self.choices if choice[0] == verb]
        return [rest[0] if len(rest) == 1 else rest for rest in found]

    def choose(self, *choices: Move) -> list[Json]:
        """Take choices; what happened, with everything shown."""
        happened = []
        for choice in choices:
            happened += self.match.choose(as_choice(choice))
        game = self.match.game
        seen = [game.view_event(self.state, event, None, all_seen=True) for event in happened]
        return [event for event in seen if event is not None]

    def dice(self, *faces: int) -> None:
        """Set the next faces."""
        self.match.script_dice(faces)

    def refuses(self, choice: Move, rule: str | None = None) -> Refused:
        """Try a choice that must be refused (by this rule) and must change nothing."""
        before = self.match.game.digest_of(self.state)
        with pytest.raises(Refused) as caught:
            self.match.choose(as_choice(choice))
        error = caught.value
        assert self.match.game.digest_of(self.state) == before
        assert error.message
        if rule is not None:
            assert error.rule == rule, f"{error.rule}: {error.message}"
        return error

    def where(self, name: str) -> str | None:
        """The hex of a unit, None if it is not on the map."""
        h = self.state.where[self.state.world.roster.index[name]]
        return self.state.world.grid.number(h) if h >= 0 else None

    def steps(self, name: str) -> int:
        """The steps a unit has left."""
        return self.state.steps[self.state.world.roster.index[name]]

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
        return self.match.game.odds(self.state, target, units, help_, None)

    def view(self, side: str | None) -> Json:
        """What a side sees."""
        number = None if side is None else SIDES.index(side)
        return self.match.game.view(self.state, number)

    def vp(self) -> Json:
        """The Soviet points by source."""
        points: Json = self.view(None)["score"]
        return points


def table(
    units: list[Json] | None = None,
    phase: str = "german-combat",
    turn: int = 4,
    weather: str = "thaw",
    rivers: list[tuple[str, str, str]] | None = None,
    dice: list[int] | None = None,
    blank: bool = True,
    **more: Any,
) -> Table:
    """A made-up position, on a blank map unless told otherwise; `rivers` as (hex, hex, name)."""
    position: Json = {"phase": phase, "turn": turn, "weather": weather, **more}
    if blank:
        position["map"] = "blank"
    if units is not None:
        position["units"] = units
    if rivers:
        position["hexsides"] = [{"between": [a, b], "river": name} for a, b, name in rivers]
    if "impulse" not in position and phase.startswith(("german", "soviet")):
        position["impulse"] = 1
    made = Table(position_match(load(), position, seed="00"))
    if dice:
        made.dice(*dice)
    return made


def new_table(seed: str = "00", **options: Any) -> Table:
    """A game from its set-up."""
    return Table(new_match(load(), options=options, seed=seed))


def set_up(t: Table) -> None:
    """Put every German unit in its printed hex, or next to it where that is full, and go on."""
    while t.offered("place"):
        unit, _ = t.offered("place")[0]
        t.choose(next(c for c in t.choices if c[0] == "place" and c[1] == unit))
    t.choose(["done"])


def outcome(events: list[Json]) -> Json:
    """The event of a combat's result among what happened: `result`, `die`, `odds`."""
    return next(event for event in events if event["what"] == "result")
