"""Reading made-up positions: hexes and hexsides by their numbers, units with turns, units off the map."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from hexfront.hexes import Grid
from hexfront.kernel.fields import (
    Json,
    check_names,
    hex_index,
    known_name,
    object_field,
    whole_field,
)
from hexfront.kernel.refusal import malformed
from hexfront.kernel.scenarios import Scenario
from hexfront.mechanics.field import Field


def begin_reading(
    position: Json, fields: Collection[str], scenario: Scenario
) -> tuple[Json, bool, int]:
    """A position with its names checked and without empty fields, whether its map is blank, its turn."""
    check_names(position, fields, "A position")
    position = {name: value for name, value in position.items() if value is not None}
    first = scenario.first_turn
    turn = whole_field(position, "turn", first, first, scenario.last_turn)
    return position, position.get("map") == "blank", turn


def read_again(s: Field, position: Json, units: Iterable[Json]) -> None:
    """Take over what the position says of fields that starting its phase has reset."""
    s.read("", position, again=True)
    s.read("markers", object_field(position, "markers"), again=True)
    for entry in units:
        s.read_unit(s.world.roster.index[entry["id"]], entry, again=True)


def hexside(grid: Grid, side: object, form: str) -> tuple[str, str, Json]:
    """The two hexes of a hexside and all that is said of it; `form` shows how one is written."""
    if not isinstance(side, dict) or not isinstance(side.get("between"), list):
        raise malformed(f"A hexside is {form}.")
    if len(side["between"]) != 2:
        raise malformed("A hexside lies between two hexes.")
    a, b = side["between"]
    if grid.distance(hex_index(grid, a), hex_index(grid, b)) != 1:
        raise malformed(f"{a} and {b} are not adjacent.")
    river = side.get("river")
    if river is not None and not isinstance(river, str):
        raise malformed(f"The river between {a} and {b} is a name, not {river!r}.")
    return a, b, side


def turns_of(position: Json, field: str, turns: range, example: str) -> list[tuple[object, int]]:
    """Units each with a turn, written {turn: [unit, ...]} or {unit: turn}; no turn is turn 0."""
    found: list[tuple[object, int]] = []
    for key, value in object_field(position, field).items():
        turn = 0 if value is None else value
        if isinstance(value, list) and key.isdecimal() and len(key) <= 2 and int(key) in turns:
            found += [(name, int(key)) for name in value]
        elif type(turn) is int and turn in turns:
            found.append((key, turn))
        else:
            raise malformed(
                f"The field {field} is {{turn: [unit, ...]}} or {{unit: turn}} with turns from "
                f'{turns[0]} to {turns[-1]}, for example {{"5": ["{example}"]}} or {{"{example}": 5}}.'
            )
    return found


def take_off(
    s: Field, name: object, place: int, listed: Iterable[int], taken: dict[int, int]
) -> int:
    """Put a unit in a place off the map; one that only the scenario has on it is taken off.

    `listed` are the units of which the position says where they are; `taken` gets this one.
    """
    u = s.world.roster.index[known_name(name, s.world.roster.index, "unit")]
    if s.where[u] >= 0 and u not in listed:
        s.lift(u)
    if s.where[u] >= 0 or taken.get(u, place) != place:
        raise malformed(f"Unit {name} is listed twice; a unit is in one place only.")
    s.where[u] = taken[u] = place
    return u


def own_units(specs: Iterable[Any], game: Mapping[str, Any]) -> frozenset[int]:
    """The units of a position that are not in the game's roster, or not like this."""
    return frozenset(u for u, spec in enumerate(specs) if game.get(spec.id) != spec)
