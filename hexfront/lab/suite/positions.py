"""The positions of the suite as they are written down.

A file has a `theme` and a list of `[[position]]`; what else stands before the first holds for all of them,
unless one says otherwise. A position has:

id, title          the name in lists, and what it is about
side               who is asked
good, why, rules   what a good player does, why, and the cases that make it so
<side>             its units, hex by hex, top first: { "2112" = "1SS 7Pz:2" }; `:2` are the steps left
places             places that the enemy controls; all others are the player's own and have a guard, so
                   that nothing else is at stake
empty              the player's own places that have no guard; `true`: none has
control            instead of the last two, in a game where places themselves count for nothing: hexes
                   by the side that controls them, { soviet = ["2408"] }; all others are as at the start
turn, phase, impulse, weather, order, markers, queue, reinforcements, exits, vp
                   what the game has of these, as in a position of the engine protocol
also               anything else that a position of the engine protocol of this game may have
state              what units are like, by their names: { "SV-9MC-1" = { activated = true } }
before             orders that lead to the decision, of either side, such as the attack to be answered
dice, die          the first faces, and the face of every roll after them (a list is repeated)
enemy              orders of the other side, each given as soon as it can be; else it does nothing
until              how far it is played: choice, segment, impulse, turn, reply (the enemy's next
                   impulses)
check              what must be true then, all of it: `checks`
solution           orders of a good player that pass: `orders`
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, check_side
from hexfront.kernel.match import Match, position_match
from hexfront.kernel.page_data import PageData
from hexfront.kernel.refusal import Refused, malformed
from hexfront.lab.suite.checks import check_form, columns

HORIZONS = ("choice", "segment", "impulse", "turn", "reply")
LIKE_PROTOCOL = (
    "turn", "phase", "impulse", "weather", "order", "markers", "queue", "reinforcements", "exits", "vp",
)  # fmt: skip
TEXTS = ("id", "title", "side", "good", "why", "phase", "until")
LISTS = ("rules", "check", "solution")
OTHERS = ("places", "empty", "control", "also", "state", "before", "dice", "die", "enemy")
DICE = 500
"""How many rolls the face of `die` is laid down for."""


@dataclass(frozen=True)
class Position:
    """One position and what is asked of the player."""

    id: str
    theme: str
    title: str
    side: str
    good: str
    why: str
    rules: tuple[str, ...]
    start: Json
    """The position as the engine protocol takes it."""
    before: tuple[str, ...]
    enemy: tuple[str, ...]
    until: str
    check: tuple[Json, ...]
    solution: tuple[str, ...]

    def match(self, game: Game, seed: int = 0) -> Match:
        """An analysis match of it; the seed is that of the dice that are not laid down."""
        return position_match(game, self.start, f"{seed:04x}")


def load_suite(game: Game, folder: Path | None = None) -> list[Position]:
    """The positions of a game, theme by theme; another folder of such files may be named."""
    where = folder or Path(__file__).parent / game.name
    files = sorted(where.glob("*.toml")) if where.is_dir() else []
    if not files:
        raise malformed(f"There are no positions in {where}.")
    found: dict[str, Position] = {}
    for file in files:
        for position in _read(game, file):
            if position.id in found:
                raise malformed(f"{file.name}: there are two positions {position.id!r}.")
            found[position.id] = position
    return list(found.values())


def _read(game: Game, file: Path) -> list[Position]:
    try:
        whole = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise malformed(f"{file.name}: {error}.") from None
    theme, entries = whole.pop("theme", None), whole.pop("position", None)
    if not isinstance(theme, str) or not isinstance(entries, list):
        raise malformed(f"{file.name}: a file has a theme and a list of [[position]].")
    try:
        return [_position(game, theme, whole, entry) for entry in entries]
    except Refused as error:
        raise malformed(f"{file.name}: {error.message}") from None


def _position(game: Game, theme: str, common: Json, own: object) -> Position:
    if not isinstance(own, dict):
        raise malformed("A position is a table.")
    entry = {**common, **own}
    name = entry.get("id")
    try:
        _check_fields(game, entry)
        return Position(
            theme=theme,
            start=_start(game, entry),
            rules=tuple(entry["rules"]),
            check=tuple(entry["check"]),
            solution=tuple(entry["solution"]),
            before=tuple(entry.get("before", ())),
            enemy=tuple(entry.get("enemy", ())),
            **{key: entry[key] for key in TEXTS if key != "phase"},
        )
    except Refused as error:
        raise malformed(f"position {name!r}: {error.message}") from None


def _check_fields(game: Game, entry: Json) -> None:
    allowed = {*TEXTS, *LISTS, *OTHERS, *LIKE_PROTOCOL, *game.sides}
    for key in entry:
        if key not in allowed:
            raise malformed(f"there is no field {key!r}; there are {', '.join(sorted(allowed))}.")
    for key in TEXTS:
        if not isinstance(entry.get(key), str):
            raise malformed(f"the field {key} is a text and must not be missing.")
    for key in LISTS:
        if not isinstance(entry.get(key), list) or not entry[key]:
            raise malformed(f"the field {key} is a list and must not be empty.")
    if entry["until"] not in HORIZONS:
        raise malformed(f"until is one of {', '.join(HORIZONS)}, not {entry['until']!r}.")
    for side in game.sides:
        units = entry.get(side, {})
        if not isinstance(units, dict) or not all(isinstance(u, str) for u in units.values()):
            raise malformed(f"the field {side} gives units by hex: {{ 2112 = '1SS 7Pz:2' }}.")
    _check_tables(game, entry)
    for key in ("before", "enemy", "solution"):
        orders = entry.get(key, [])
        if not isinstance(orders, list) or not all(
            isinstance(o, str) and o.split() for o in orders
        ):
            raise malformed(f"the field {key} is a list of orders, each a text.")
    for check in entry["check"]:
        check_form(check, columns(_page_data(game)))
    cases = {case.id for case in game.rules}
    for case in entry["rules"]:
        if case not in cases:
            raise malformed(f"there is no case {case!r} in the rules.")


def _check_tables(game: Game, entry: Json) -> None:
    for key in ("also", "state"):
        if not isinstance(entry.get(key, {}), dict):
            raise malformed(f"the field {key} is a table.")
    strange = entry.get("state", {}).keys() - _placed(game, entry)
    if strange:
        raise malformed(f"the field state names {', '.join(sorted(strange))}, not in the position.")


def _start(game: Game, entry: Json) -> Json:
    """The position of the engine protocol: who is not in it is dead."""
    units: list[Json] = []
    for side in game.sides:
        for number, names in entry.get(side, {}).items():
            units += [_unit(name, number) for name in names.split()]
    start: Json = {key: entry[key] for key in LIKE_PROTOCOL if key in entry}
    if "also" in entry:
        start |= entry["also"]
    else:
        start.setdefault("reinforcements", {})
    bare = "control" in entry
    said = start.get("hexes", {})
    control = _controlled(game, entry) if bare else _places(game, entry)
    start["hexes"] = {n: control.get(n, {}) | said.get(n, {}) for n in (*control, *said)}
    there = {unit["id"] for unit in units} | _named(start.get("reinforcements", {}))
    there |= _named(start.get("queue", {}))
    if not bare and entry.get("empty") is not True:
        held = {unit["hex"] for unit in units} | set(entry.get("empty", ()))
        own = [n for n, place in start["hexes"].items() if place["control"] == entry["side"]]
        near = _nearest_first(game, [n for n in own if n not in held], units, entry["side"])
        units += _guards(game, entry["side"], near, there)
    state = entry.get("state", {})
    start["units"] = [unit | state.get(unit["id"], {}) for unit in units]
    there |= {unit["id"] for unit in units}
    start["eliminated"] = [name for name in _page_data(game)["units"] if name not in there]
    start["dice"] = _dice(entry)
    return start


def _placed(game: Game, entry: Json) -> set[str]:
    """The units that a position places itself."""
    stacks = [names for side in game.sides for names in entry.get(side, {}).values()]
    return {name.partition(":")[0] for names in stacks for name in names.split()}


def _nearest_first(game: Game, places: list[str], units: list[Json], side: str) -> list[str]:
    """Places by their distance from the nearest unit of the enemy's."""
    roster, grid = _page_data(game)["units"], game.grid
    enemy = [
        unit["hex"]
        for unit in units
        if unit["id"] not in roster or roster[unit["id"]]["side"] != side
    ]

    def far(number: str) -> int:
        here = grid.index(number)
        return min((grid.distance(here, grid.index(e)) for e in enemy if grid.has(e)), default=0)

    return sorted(places, key=far)


def _guards(game: Game, side: str, places: list[str], used: set[str]) -> list[Json]:
    """A guard for each place, as far as they go: its garrison, else a unit on foot that is not used."""
    roster = _page_data(game)["units"]
    free = {
        name: unit for name, unit in roster.items() if name not in used and unit["side"] == side
    }
    garrisons = {unit["hex"]: name for name, unit in free.items() if unit["mobility"] == "static"}
    foot = [name for name, unit in free.items() if unit["mobility"] == "nonmech"]
    guards = ((garrisons.get(n) or (foot.pop() if foot else None), n) for n in places)
    return [{"id": name, "hex": number} for name, number in guards if name]


def _dice(entry: Json) -> list[Any]:
    """The faces laid down; the engine checks what they are."""
    faces = list(entry.get("dice", []))
    if "die" in entry:
        again = entry["die"] if isinstance(entry["die"], list) else [entry["die"]]
        faces += islice(cycle(again), DICE)
    return faces


def _named(lists: Any) -> set[str]:
    """The units of a field that gives them as a list, by turn, or with their turn."""
    if not isinstance(lists, Mapping):
        return set(lists)
    return {str(key) for key, value in lists.items() if not isinstance(value, list)} | {
        name for value in lists.values() if isinstance(value, list) for name in value
    }


def _unit(name: str, number: str) -> Json:
    unit, _, steps = name.partition(":")
    if steps and not steps.isdecimal():
        raise malformed(f"{name!r}: the steps of a unit are a number.")
    return {"id": unit, "hex": number, **({"steps": int(steps)} if steps else {})}


def _places(game: Game, entry: Json) -> Json:
    """Who controls which place: those of `places` the enemy, so that only they are to be won."""
    own = check_side(game, entry["side"])
    enemy = entry.get("places", [])
    begun = _first_control(game)
    page_data = _page_data(game)
    found = {}
    for number in (place["hex"] for place in page_data["places"]):
        other = number in enemy
        if number in page_data.get("no_go", ()):  # nobody ever takes it
            found[number] = {"control": begun[number]}
        else:
            found[number] = {"control": game.sides[1 - own if other else own]}
    for number in enemy:
        if number not in found:
            raise malformed(f"{number} is no place.")
    return found


def _controlled(game: Game, entry: Json) -> Json:
    """The hexes that are not controlled as at the start."""
    control = entry["control"]
    if not isinstance(control, dict) or not all(isinstance(n, list) for n in control.values()):
        raise malformed(f"the field control gives hexes by side: {{ {game.sides[0]} = ['2112'] }}.")
    if "places" in entry or "empty" in entry:
        raise malformed("a position has control, or else places and empty.")
    for side in control:
        check_side(game, side)
    found = {number: {"control": side} for side, hexes in control.items() for number in hexes}
    for number in found:
        if not game.grid.has(number):
            raise malformed(f"there is no hex {number!r} on the map.")
    return found


@cache
def _page_data(game: Game) -> PageData:
    return game.page_data()


@cache
def _first_control(game: Game) -> dict[str, str]:
    """Who controls what when a game begins."""
    view = game.view(position_match(game, {"units": []}, "00").state, None)
    return {number: entry["control"] for number, entry in view["hexes"].items()}


def unit_names(game: Game) -> Collection[str]:
    """Every unit there is."""
    names: Collection[str] = _page_data(game)["units"].keys()
    return names
