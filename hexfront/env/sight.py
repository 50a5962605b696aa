"""What an agent observes: its side's view as planes over the map, a table of units and scalars.

Everything is taken from the view that a player of the side has on the page, and from what is printed on the
map; so nothing hidden can be in it. All are whole numbers. From one observation to the next little changes, and
only that is written anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hexfront.env.actions import Array, Asking, Vocabulary
from hexfront.kernel.game import Game
from hexfront.kernel.views import AnyView

MOST = 999
"""No number in an observation is above this."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One plane, column of the table of units, or scalar."""

    name: str
    high: int
    means: str
    low: int = 0


@dataclass(frozen=True)
class Kinds:
    """What of a game's views is observed beside what all games have."""

    printed: Callable[[Any], Mapping[str, Mapping[int, int]]]
    """Planes of what is printed on the map: by name, by hex index."""
    hex_flags: tuple[str, ...] = ()
    """Entries of the view's hexes that are yes or no."""
    unit_flags: tuple[str, ...] = ()
    unit_words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Entries of the view's units that are one of some words: observed as 1 and up."""
    unit_numbers: tuple[str, ...] = ()
    """Objects of the view that give some units a number."""
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Fields of the view that are one of some words: one scalar per word."""
    numbers: Mapping[str, Callable[[AnyView, str, str], int]] = field(default_factory=dict)
    """Scalars: from the view, the own side and the enemy's."""
    markers: Mapping[str, Callable[[AnyView], Sequence[str]]] = field(default_factory=dict)
    """Planes of markers: the hexes they lie in."""


HEX_PLANES = (
    Entry("held by me", 1, "the hex is under my control"),
    Entry("held by enemy", 1, "the hex is under the enemy's control"),
    Entry("my units", MOST, "my units in the hex"),
    Entry("my attack", MOST, "their attack factors, added up"),
    Entry("my defence", MOST, "their defence factors"),
    Entry("my steps", MOST, "their steps"),
    Entry("my moved", MOST, "those of them that have moved in this segment"),
    Entry("enemy units", MOST, "the enemy's units that I see"),
    Entry("enemy attack", MOST, "their attack factors"),
    Entry("enemy defence", MOST, "their defence factors"),
    Entry("enemy steps", MOST, "their steps"),
    Entry("enemy hidden", MOST, "the enemy's units that lie hidden below"),
    Entry("in supply", 1, "a unit here has its line"),
    Entry("enemy zone", 1, "a unit here stands in a zone of control of its enemy"),
    Entry(
        "group or target",
        1,
        "the group on the move, or the target of the attack being put together",
    ),
    Entry("combat", 1, "the target of the declared attack"),
    Entry("asked for", 1, "the hex may be the next piece of the choice"),
    Entry("said", 1, "the hex, or that of the unit, was said as a piece of this choice"),
)
UNIT_COLUMNS = (
    Entry("mine", 1, "my unit, on the map or off it"),
    Entry("seen", 1, "on the map where I see it; only then are the next seven not 0"),
    Entry("column", 99, "the column of its hex, from 1"),
    Entry("row", 99, "the row of its hex, from 1"),
    Entry("attack", MOST, "its attack factor now"),
    Entry("defence", MOST, "its defence factor now"),
    Entry("steps", MOST, "its steps left"),
    Entry("hidden below", MOST, "the enemy's units that lie hidden below it"),
    Entry(
        "off map",
        6,
        "1 to be placed, 2 due, 3 eliminated, 4 given up, 5 gone over the edge, 6 comes back",
    ),
    Entry("due", 99, "the turn in which it is due"),
    Entry("planned", 1, "in the group on the move, or in the attack being put together"),
    Entry("points", MOST, "the movement points it has left in that group"),
    Entry("fighting", 1, "in the declared attack"),
    Entry("asked for", 1, "it may be the next piece of the choice"),
    Entry("said", 1, "it was said as a piece of this choice"),
)
SCALARS = (
    Entry("side", 1, "which of the two sides I am"),
    Entry("turn", 99, "the turn"),
    Entry("turns left", 99, "turns after this one"),
    Entry("impulse", 9, "the impulse, 0 in games without"),
    Entry("my points", MOST, "my victory points, as I know them", -MOST),
    Entry("enemy points", MOST, "the enemy's", -MOST),
    Entry(
        "to decide",
        1,
        "the decision is mine; one taken in secret is both sides' until each commits",
    ),
    Entry("pieces said", 99, "how many pieces of the choice were said"),
    Entry(
        "odds", MOST, "the attack factors over those of the defence, in tenths, of the attack shown"
    ),
)
OFF_MAP = ("to_place", "reinforcements", "eliminated", "forfeited", "exited", "queue")


def _run(places: list[int]) -> Array:
    """Places in an array to be taken together: as a slice where they follow each other, which is quicker."""
    if places == list(range(places[0], places[0] + len(places))):
        return slice(places[0], places[0] + len(places))
    return np.array(places)


class Sight:
    """What the agents of a game observe; one for each game, whatever the scenario."""

    def __init__(
        self, game: Game, vocabulary: Vocabulary, kinds: Kinds, world: Any, verbs: Sequence[str]
    ) -> None:
        self.game, self.vocabulary, self.kinds = game, vocabulary, kinds
        grid = game.grid
        left, top = grid.first
        self.height, self.width = grid.rows, grid.columns
        self.flat = {n: (int(n[2:]) - top) * self.width + int(n[:2]) - left for n in grid.places}
        """Where each hex lies in a plane that is one row of numbers."""
        self.hex_at = _run([self.flat[n] for n in vocabulary.hexes])
        self.hex_tokens = _run([vocabulary.token[n] for n in vocabulary.hexes])
        self.units: tuple[str, ...] = tuple(world.roster.ids)
        self.unit_at = {name: i for i, name in enumerate(self.units)}
        self.unit_tokens = _run([vocabulary.token[name] for name in self.units])
        self.owner = tuple(world.roster.side)
        printed = kinds.printed(world)
        self.planes = (
            Entry("map", 1, "there is such a hex"),
            Entry("worth", MOST, "the points the scenario gives for the hex"),
            *(Entry(name, MOST, "printed on the map") for name in printed),
            *HEX_PLANES,
            *(Entry(name, 1, "as the view has it") for name in kinds.hex_flags),
            *(Entry(name, 1, "a marker") for name in kinds.markers),
        )
        self.columns = (
            *UNIT_COLUMNS,
            *(Entry(name, 1, "as the view has it") for name in kinds.unit_flags),
            *(Entry(name, len(words), ", ".join(f"{i} {w}" for i, w in enumerate(words, 1)))
              for name, words in kinds.unit_words.items()),
            *(Entry(name, MOST, "as the view has it") for name in kinds.unit_numbers),
        )  # fmt: skip
        self.scalars = (
            *SCALARS,
            *(Entry(f"phase {name}", 1, "the phase") for name in game.phases),
            *(Entry(f"{name} {word}", 1, "as the view has it")
              for name, words in kinds.words.items() for word in words),
            *(Entry(name, MOST, "as the view has it", -MOST) for name in kinds.numbers),
            *(Entry(f"said {verb}", 1, "the verb of the choice was said") for verb in verbs),
        )  # fmt: skip
        self.first_number = len(self.columns) - len(kinds.unit_numbers)
        """The first column of numbers that the view gives apart from its units."""
        self._last: dict[str, int] = {}
        self.at_plane = {entry.name: i for i, entry in enumerate(self.planes)}
        self.at_column = {entry.name: i for i, entry in enumerate(self.columns)}
        self.at_scalar = {entry.name: i for i, entry in enumerate(self.scalars)}
        self.empty: Array = np.zeros((len(self.planes), self.height * self.width), np.int16)
        self.empty[0, self.hex_at] = 1
        for name, worth in printed.items():
            for h, value in worth.items():
                self.empty[self.at_plane[name], self.flat[grid.number(h)]] = value

    def last_turn(self, scenario: str) -> int:
        if scenario not in self._last:
            which: Any = self.game
            self._last[scenario] = which.scenario(scenario).last_turn
        return self._last[scenario]


class Eyes:
    """The observations of one side in one episode, each made from the one before."""

    def __init__(self, sight: Sight, side: int, worth: Mapping[str, int]) -> None:
        self.sight, self.side = sight, side
        self.me, self.enemy = sight.game.sides[side], sight.game.sides[1 - side]
        self.planes = sight.empty.copy()
        for number, points in worth.items():
            self.planes[1, sight.flat[number]] = points
        self.table: Array = np.zeros((len(sight.units), len(sight.columns)), np.int16)
        self.table[:, 0] = [owner == side for owner in sight.owner]
        self.view: Any = None
        self.scalars: Array = None
        self.shown: dict[str, Any] = {}
        """The units of the last view."""
        self.listed: Sequence[Any] = ()
        """The same as the view has them."""
        self.entries: dict[int, Any] = {}
        """The same by the identity of their entries: a view keeps the entry of a unit that has not changed."""
        self.stacks: dict[str, dict[str, Any]] = {}
        """The same by their hexes."""
        self.given: dict[str, Mapping[str, int]] = {}
        """The numbers of units in the last view."""
        self.hexes: Mapping[str, Any] = {}
        self.off_map: Any = None
        self.marked: list[tuple[int, int]] = []
        """Marks of the last observation that are wiped out before the next: plane and hex."""
        self.rows: list[tuple[int, int]] = []
        """The same in the table: row and column."""

    def observe(self, view: AnyView, asking: Asking | None) -> dict[str, Array]:
        """The view and the piece that is asked for as arrays; `asking` is None for who does not decide."""
        if view is not self.view:  # the next piece of the same choice sees the same
            self._look(view)
        scalars = self.scalars.copy()
        planes, table = self.planes.copy(), self.table.copy()
        if asking is not None:
            self._asked(asking, planes, table, scalars)
        sight = self.sight
        return {
            "planes": planes.reshape(-1, sight.height, sight.width),
            "units": table,
            "scalars": scalars,
        }

    def _look(self, view: AnyView) -> None:
        """Take over what is new in a view."""
        for plane, at in self.marked:
            self.planes[plane, at] = 0
        for row, column in self.rows:
            self.table[row, column] = 0
        self.marked, self.rows = [], []
        self._control(view["hexes"])
        self._units(view["units"])
        self._off_map(view["off_map"])
        self._numbers(view)
        self._plans(view)
        self.scalars = self._scalars(view)
        self.view = view

    # The board -------------------------------------------------------------------------------------

    def _control(self, hexes: Mapping[str, Any]) -> None:
        """The hexes of which something is said; the view keeps an entry that has not changed."""
        if hexes is self.hexes:
            return
        old, flat, at_plane = self.hexes, self.sight.flat, self.sight.at_plane
        mine, enemy = at_plane["held by me"], at_plane["held by enemy"]
        flags = [(name, at_plane[name]) for name in self.sight.kinds.hex_flags]
        anew = [(number, entry) for number, entry in hexes.items() if old.get(number) is not entry]
        for number, entry in anew:
            at = flat[number]
            control = entry.get("control")
            self.planes[mine, at] = control == self.me
            self.planes[enemy, at] = control == self.enemy
            for name, plane in flags:
                self.planes[plane, at] = bool(entry.get(name))
        for number in old.keys() - hexes.keys():
            self.planes[[mine, enemy, *(plane for _, plane in flags)], flat[number]] = 0
        self.hexes = hexes

    def _units(self, units: Sequence[Any]) -> None:
        """The units on the map; those that are the same object as before are as before."""
        if units is self.listed:
            return
        old, new = self.entries, dict(zip(map(id, units), units, strict=True))
        self.listed, self.entries = units, new
        shown, stacks = self.shown, self.stacks
        gone = {old[at]["id"]: old[at] for at in old.keys() - new.keys()}
        come = {new[at]["id"]: new[at] for at in new.keys() - old.keys()}
        for name in gone.keys() & come.keys():
            if gone[name] == come[name]:
                del gone[name], come[name]
        for name, unit in gone.items():
            del shown[name], stacks[unit["hex"]][name]
            if name not in come:
                row = self.table[self.sight.unit_at[name]]
                row[1:8] = 0
                row[len(UNIT_COLUMNS) : self.sight.first_number] = 0
        for name, unit in come.items():
            shown[name] = stacks.setdefault(unit["hex"], {})[name] = unit
            self._row(unit)
        for number in {unit["hex"] for unit in (*gone.values(), *come.values())}:
            self._stack(number)

    def _row(self, unit: Any) -> None:
        kinds, number = self.sight.kinds, unit["hex"]
        row = self.table[self.sight.unit_at[unit["id"]]]
        row[1:8] = (1, int(number[:2]), int(number[2:]), unit["attack"], unit["defence"],
                    unit["steps"], unit.get("hidden", 0))  # fmt: skip
        row[len(UNIT_COLUMNS) : self.sight.first_number] = [
            *(bool(unit.get(name)) for name in kinds.unit_flags),
            *(words.index(unit[name]) + 1 if unit.get(name) in words else 0
              for name, words in kinds.unit_words.items()),
        ]  # fmt: skip

    def _stack(self, number: str) -> None:
        """Add up the stack of a hex where something has changed."""
        first = self.sight.at_plane["my units"]
        total = [0] * 12
        for unit in self.stacks[number].values():
            offset = 0 if unit["side"] == self.me else 5
            total[offset] += 1
            total[offset + 1] += unit["attack"]
            total[offset + 2] += unit["defence"]
            total[offset + 3] += unit["steps"]
            if offset:
                total[9] += unit.get("hidden", 0)
            else:
                total[4] += bool(unit.get("moved"))
            total[10] |= bool(unit.get("supplied"))
            total[11] |= bool(unit.get("ezoc"))
        self.planes[first : first + 12, self.sight.flat[number]] = total

    def _off_map(self, off_map: Any) -> None:
        if off_map is self.off_map or off_map == self.off_map:
            return
        where, due = self.sight.at_column["off map"], self.sight.at_column["due"]
        self.table[:, where] = 0
        self.table[:, due] = 0
        for kind, name in enumerate(OFF_MAP, 1):
            for unit in off_map[name]:
                row = self.table[self.sight.unit_at[unit]]
                row[where] = kind
                if isinstance(off_map[name], dict):
                    row[due] = off_map[name][unit]
        self.off_map = off_map

    def _numbers(self, view: Any) -> None:
        for name in self.sight.kinds.unit_numbers:
            if view[name] == self.given.get(name):
                continue
            column = self.sight.at_column[name]
            self.table[:, column] = 0
            for unit, number in view[name].items():
                self.table[self.sight.unit_at[unit], column] = min(MOST, number)
            self.given[name] = view[name]

    # What is going on ------------------------------------------------------------------------------

    def _mark(self, plane: int, number: str) -> None:
        at = self.sight.flat[number]
        self.planes[plane, at] = 1
        self.marked.append((plane, at))

    def _set(self, unit: str, column: int, value: int) -> None:
        row = self.sight.unit_at[unit]
        self.table[row, column] = value
        self.rows.append((row, column))

    def _plans(self, view: Any) -> None:
        """The group or the attack being put together, the declared attack, markers."""
        sight = self.sight
        planned, combat = view.get("planned"), view["combat"]
        if planned:
            place = planned.get("target") or planned.get("hex")
            if place:
                self._mark(sight.at_plane["group or target"], place)
            points = planned.get("points") or {}
            for unit in planned["units"]:
                if unit in sight.unit_at:  # aircraft join attacks too
                    self._set(unit, 10, 1)
                    self._set(unit, 11, int(points.get(unit, 0)))
        if combat:
            if combat.get("target"):
                self._mark(sight.at_plane["combat"], combat["target"])
            for unit in combat["units"]:
                if unit in sight.unit_at:
                    self._set(unit, 12, 1)
        for name, hexes in sight.kinds.markers.items():
            for number in hexes(view):
                self._mark(sight.at_plane[name], number)

    def _scalars(self, view: Any) -> Array:
        sight, kinds = self.sight, self.sight.kinds
        found: Array = np.zeros(len(sight.scalars), np.int16)
        vp = view["vp"]
        mine, enemy = (vp[self.me], vp[self.enemy]) if isinstance(vp, dict) else (0, 0)
        if not isinstance(vp, dict):  # points of the second side only
            mine, enemy = (vp, 0) if self.side else (0, vp)
        decision = view["decision"]
        decides = decision is not None and decision["side"] == self.me
        last = sight.last_turn(view["scenario"])
        found[:9] = (self.side, view["turn"], max(0, last - view["turn"]), view.get("impulse", 0),
                     mine, enemy, decides, 0, _odds(view))  # fmt: skip
        found[sight.at_scalar[f"phase {view['phase']}"]] = 1
        for name, words in kinds.words.items():
            if view[name] in words:
                found[sight.at_scalar[f"{name} {view[name]}"]] = 1
        for name, number in kinds.numbers.items():
            found[sight.at_scalar[name]] = max(-MOST, min(MOST, number(view, self.me, self.enemy)))
        return found

    def _asked(self, asking: Asking, planes: Array, table: Array, scalars: Array) -> None:
        """Which hexes and units may be said next, and which were."""
        sight = self.sight
        mask: Array = np.zeros(sight.vocabulary.size, np.int16)
        mask[list(asking.next)] = 1
        planes[sight.at_plane["asked for"]][sight.hex_at] = mask[sight.hex_tokens]
        table[:, 13] = mask[sight.unit_tokens]
        said = asking.said
        scalars[7] = len(said)
        if said:
            scalars[sight.at_scalar[f"said {said[0]}"]] = 1
        for piece in said[1:]:
            number: Any = piece
            row = sight.unit_at.get(number)
            if row is not None:
                table[row, 14] = 1
                number = self.shown[number]["hex"] if number in self.shown else None
            if number in sight.flat:
                planes[sight.at_plane["said"], sight.flat[number]] = 1


def _odds(view: Any) -> int:
    """Ten times the ratio of the attack that is shown, 0 where none is."""
    for shown in (view["combat"], view.get("planned")):
        odds = shown.get("odds") if shown else None
        if odds and odds.get("defence"):
            return min(MOST, int(10 * odds["attack"] / odds["defence"]))
    return 0
