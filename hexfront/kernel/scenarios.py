"""The scenarios of a game: data, read from `scenarios.toml`.

A scenario is the game's own data with its differences laid over them: its turns, its set-up where the game has
several, and values of `tables.toml` (special rules, victory) that are others in it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hexfront.kernel.datafiles import DataError, Folder, Table
from hexfront.kernel.ledger import Origin, RuleCase, table_origin


@dataclass(frozen=True, slots=True)
class Scenario:
    """One of a game's scenarios."""

    id: str
    title: str
    dates: str
    """When and where, for the picture of the map."""
    first_turn: int
    last_turn: int
    set_up: str
    """Which of the game's set-ups it starts from; empty in a game that has only one."""
    tables: Mapping[str, Any]
    """The game's tables as they are in this scenario."""
    differs: Mapping[str, Any]
    """What of them is not as in `tables.toml`."""


def read_scenarios(
    folder: Folder,
    tables: Table,
    rules: Collection[RuleCase],
    origins: dict[tuple[str, str], Origin],
    check: Callable[[Table, int], None],
    set_ups: Sequence[str] = (),
) -> tuple[Scenario, ...]:
    """The scenarios in their order; `check` looks at the tables of each, with its last turn."""
    cases = {case.id for case in rules}
    needed = ("id", "title", "dates", "provenance", "rule", "first_turn", "last_turn")
    found = []
    for entry in folder.toml("scenarios.toml").entries("scenario"):
        entry.only((*needed, "set_up") if set_ups else needed, ("tables",))
        origins["scenarios", entry.text("id")] = table_origin(entry, cases)
        first = entry.number("first_turn", 1)
        last = entry.number("last_turn", first)
        differs = entry.values.get("tables", {})
        laid = _laid(tables, entry, last, check) if differs else tables
        if not differs:
            check(laid, last)
        found.append(
            Scenario(
                entry.text("id"),
                entry.text("title"),
                entry.text("dates"),
                first,
                last,
                entry.choice("set_up", set_ups) if set_ups else "",
                laid.values,
                differs,
            )
        )
    if not found:
        raise DataError("scenarios.toml", "has no scenario")
    return tuple(found)


def _laid(tables: Table, entry: Table, last: int, check: Callable[[Table, int], None]) -> Table:
    """The tables of a scenario that has some of its own; what is wrong with them is its mistake."""
    laid = tables.laid_over(entry.table("tables"))
    try:
        check(laid, last)
    except DataError as error:
        raise entry.error(f"does not fit: {error}", "tables") from error
    return laid


def scenario_matter(scenarios: Sequence[Scenario]) -> list[Any]:
    """What of the scenarios affects play, for a game's fingerprint, beyond the first one's last turn.

    Nothing for a single scenario that begins on turn 1 and plays the game as it is: that is what
    fingerprints stood for before there were others.
    """
    first = scenarios[0]
    if len(scenarios) == 1 and first.first_turn == 1 and not first.differs and not first.set_up:
        return []
    return [[s.id, s.first_turn, s.last_turn, s.set_up, dict(s.differs)] for s in scenarios]
