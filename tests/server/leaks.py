"""Looking for hidden facts in everything that a server ever sent to seats and spectators.

The units have names that occur nowhere else (`marked`), so that each can be found in any text. What
really happened is played again from the record (`Truth`), with what each onlooker could see meanwhile.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexfront.games.breakout.loading import load
from hexfront.games.breakout.sides import GERMAN
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, as_choice
from hexfront.kernel.match import start_match
from hexfront.kernel.state import Event

Viewer = str | None
"""A side, or None: a spectator."""

UNIT = re.compile(r"zq(\w+?)qz")
DATA = Path(load.__file__).parent.parent / "data"


def marked(folder: Path) -> Path:
    """Data of Breakout in which every unit (but garrisons, open by R-27) has a name like no other word."""
    folder = folder / "breakout"
    folder.mkdir(parents=True)
    for name, key in (("units.csv", "id"), ("setup_transfer.csv", "unit_id")):
        with (DATA / name).open(newline="") as file:
            rows = [row for row in csv.DictReader(file) if row[key] not in load.GARRISONS]
        with (folder / name).open("w", newline="") as file:
            writer = csv.DictWriter(file, [*rows[0], "remove"])
            writer.writeheader()
            for row in rows:
                writer.writerow({key: row[key], "remove": "-"})
                fresh = {**row, key: f"zq{row[key]}qz"}
                writer.writerow(fresh | ({"name": f"Unit zq{row['id']}qz"} if key == "id" else {}))
    (folder / "tables.toml").write_text('[artillery_division]\nunit = "zq18ADqz"\n')
    return folder.parent


def units_in(value: Any) -> set[str]:
    """The units that are named anywhere in something, by id or by name."""
    text = value if isinstance(value, str) else json.dumps(value)
    return set(UNIT.findall(text))


# What really happened -----------------------------------------------------------------------------


class Truth:
    """A game played again: for each number of choices what lay hidden from whom, and what was seen."""

    def __init__(self, game: Game, record: Json) -> None:
        self.game = game
        self.seed: str = record["seed"]
        start: Any = start_match({**record, "choices": []}, lambda _: game).state
        self.state = start
        self.viewers: tuple[Viewer, ...] = (*game.sides, None)
        self.hidden: list[dict[Viewer, set[str]]] = []
        """By the number of choices: the units that lie hidden from each."""
        self.seen: list[dict[Viewer, set[str]]] = []
        """The units each could see before a choice, after it, or when something was told in between."""
        self.off: list[set[str]] = []
        """The units that are not on the map, or in the set-up may not be."""
        self.deciders: list[str | None] = []
        self._names = [units_in(name) for name in start.world.roster.ids]
        self._look({})
        for choice in record["choices"]:
            witness = Witness(self, {viewer: self.seen_now(viewer) for viewer in self.viewers})
            self.state.events = witness
            self.state.apply(as_choice(choice))
            self.state.events = None
            self._look(witness.seen)

    def _look(self, before: dict[Viewer, set[str]]) -> None:
        state = self.state
        now = {viewer: self.seen_now(viewer) for viewer in self.viewers}
        everybody = self._named(range(len(state.where)))
        self.hidden.append({viewer: everybody - now[viewer] for viewer in self.viewers})
        self.seen.append({v: now[v] | before.get(v, set()) for v in self.viewers})
        setting_up = state.phase == "setup-german"
        self.off.append(self._named(u for u, h in enumerate(state.where) if h < 0 or setting_up))
        decider = state.decider
        self.deciders.append(None if decider is None else self.game.sides[decider])

    def _masked(self, viewer: Viewer) -> set[int]:
        """What only the German player sees: where German units are put in the set-up. 3.2.4"""
        state = self.state
        if state.phase != "setup-german" or viewer == self.game.sides[GERMAN]:
            return set()
        specs = state.world.roster.specs
        placed = (u for u in state.world.german_setup if state.where[u] >= 0)
        return {u for u in placed if specs[u].placement != "exact"}

    def _open(self, viewer: Viewer) -> set[int]:
        """The units a viewer may see: their own, the top of each stack, who is off the map or shown. 6.3"""
        state = self.state
        side = None if viewer is None else self.game.sides.index(viewer)
        sides = state.world.roster.side
        return {
            u
            for u, h in enumerate(state.where)
            if sides[u] == side or h < 0 or state.stacks[h][0] == u or state.shown >> u & 1
        } - self._masked(viewer)

    def seen_now(self, viewer: Viewer) -> set[str]:
        """The units a viewer may see now."""
        return self._named(self._open(viewer))

    def _named(self, units: Iterable[int]) -> set[str]:
        """Units by what is looked for; garrisons are not, that they are there is known (R-27)."""
        return set().union(*(self._names[u] for u in units))


class Witness(list[Event]):
    """Takes the events of a choice and looks at the board each time."""

    def __init__(self, truth: Truth, seen: dict[Viewer, set[str]]) -> None:
        super().__init__()
        self.truth = truth
        self.seen = seen

    def append(self, event: Event) -> None:
        """One more; what can be seen just now."""
        super().append(event)
        for viewer, seen in self.seen.items():
            seen |= self.truth.seen_now(viewer)


# What was received --------------------------------------------------------------------------------


@dataclass
class Received:
    """All that came to somebody: over WebSockets, and by HTTP with the path it came from."""

    viewer: Viewer
    wires: list[list[str]] = field(default_factory=list)
    """What came to each page, in the order it was sent."""
    answers: list[tuple[str, str]] = field(default_factory=list)
    asked: dict[int, set[str]] = field(default_factory=dict)
    """By a reply's id the units that the question itself named: a refusal may repeat them."""


@dataclass
class Leak:
    """A hidden fact that got out."""

    what: str
    viewer: Viewer
    text: str


class Search:
    """Searches all that was received in a game; counts what it looked at."""

    def __init__(self, truth: Truth, secrets: dict[Viewer, list[str]]) -> None:
        self.truth = truth
        self.secrets = secrets
        """What nobody but its owner may ever be sent: seats' secrets, private notes."""
        self.leaks: list[Leak] = []
        self.kinds: Counter[str] = Counter()
        """How many entries of each kind were searched."""
        self.sources: Counter[str] = Counter()
        """How many messages and answers of each kind."""
        self.to_find = 0
        """How many hidden units there were to be found in the messages, all told."""
        self._viewer: Viewer = None
        self._asked: dict[int, set[str]] = {}
        self._about = range(1)
        """The numbers of choices of which the present message may be."""

    def look(self, got: Received) -> None:
        """Search all that came to somebody, up to the end of the game."""
        self._viewer, self._asked = got.viewer, got.asked
        for wire in got.wires:
            self._page(wire)
        for path, text in got.answers:
            over = path.startswith("over")
            self._secrets(text, over)
            if not over:
                self._answer(path, text)

    def _page(self, wire: list[str]) -> None:
        messages = [(text, json.loads(text)) for text in wire]
        pushed = [message["number"] for _, message in messages if "number" in message]
        pushed = [0, *pushed, len(self.truth.deciders) - 1]
        at, over = 0, False
        for text, message in messages:
            at += "number" in message
            # The computer plays on between two pushes: an answer is of some moment between them.
            self._about = range(pushed[at], pushed[at + 1] + 1)
            over = over or self.truth.deciders[pushed[at]] is None
            self._secrets(text, over)
            if not over:
                self._message(text, message)

    def _secrets(self, text: str, over: bool) -> None:
        others = [s for whose, own in self.secrets.items() if whose != self._viewer for s in own]
        for secret in others if over else (self.truth.seed, *others):
            self._leak(secret in text, f"the secret {secret[:12]}", text)

    def _message(self, text: str, message: Json) -> None:
        kind = message["type"]
        if kind in ("state", "change"):
            self._count(kind)
            self._state(text, message)
        elif kind == "reply":
            self._count("reasons" if "reasons" in message else "reply")
            for reason in message.pop("reasons", []):
                kept = set(reason) & {"units", "terms", "alternative", "gap", "plan"}
                self._leak(bool(kept), f"a reason's {sorted(kept)}", text)
                self._leak(bool(units_in(reason)), "a unit in a reason", text)
            named = units_in(message)
            if not message["ok"]:
                named -= self._asked.get(message["id"], set())
            for number in self._about:
                named &= self.truth.hidden[number][self._viewer]
            self._leak(bool(named), f"hidden in {self._about}: {sorted(named)}", text)
        else:
            self._count(kind)
            self._leak(bool(units_in(text)), "a unit", text)

    def _answer(self, path: str, text: str) -> None:
        self._count(re.sub(r"\d+", "N", path.partition("?")[0]))
        answer = json.loads(text)
        if path.startswith("/at/") and "view" in answer:
            self._view(answer["number"], answer.pop("view"), text)
        elif path.startswith("/replay"):
            self._entries(answer.pop("entries", []), text)
        self._leak(bool(units_in(answer)), "a unit", text)

    def _state(self, text: str, message: Json) -> None:
        number, view = message["number"], message.pop("view")
        self._entries(message.pop("entries"), text)
        self._view(number, view, text)
        self._units(number, message, text)
        self.to_find += len(self.truth.hidden[number][self._viewer])
        if self.truth.deciders[number] != self._viewer:
            choices = {"choices", "offer"} & (view.get("decision") or {}).keys()
            self._leak(bool(choices), "the other side's choices", text)
            self._leak(bool(view.get("planned")), "the other side's plan", text)

    def _view(self, number: int, view: Json, text: str) -> None:
        off = units_in(view.pop("off_map", {})) - self.truth.off[number]
        self._leak(bool(off), f"on the map, not off it: {sorted(off)}", text)
        self._units(number, view, text)

    def _units(self, number: int, value: Any, text: str) -> None:
        found = units_in(value) & self.truth.hidden[number][self._viewer]
        self._leak(bool(found), f"hidden at {number}: {sorted(found)}", text)

    def _entries(self, entries: list[Json], text: str) -> None:
        for entry in entries:
            self.kinds[entry["what"]] += 1
            found = units_in(entry) - self.truth.seen[entry["number"]][self._viewer]
            self._leak(bool(found), f"{entry['line']!r} names {sorted(found)}", text)

    def _count(self, source: str) -> None:
        self.sources[source] += 1

    def _leak(self, there: bool, what: str, text: str) -> None:
        if there:
            self.leaks.append(Leak(what, self._viewer, text[:1500]))
