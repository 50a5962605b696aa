"""The scenarios of a game: data, read from `scenarios.toml`.

A scenario is the game's own data with its differences laid over them: its turns, its set-up where the game has
several, and values of `tables.toml` (special rules, victory) that are others in it.

A short scenario begins from a position of the campaign instead of a set-up, and may say which hexes decide it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hexfront.kernel.datafiles import DataError, Folder, Table
from hexfront.kernel.ledger import Origin, RuleCase, fingerprint, table_origin


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
    about: str = ""
    """What a short scenario is about and who wins it, in a few sentences; empty for the others."""
    position: Mapping[str, Any] = field(default_factory=dict)
    """The position a short scenario begins from, as the game reads positions; empty for the others."""
    objectives: Mapping[str, int] = field(default_factory=dict)
    """The hexes that score in a short scenario, with their points, instead of the game's own places."""

    @property
    def short(self) -> bool:
        return bool(self.position)


def read_scenarios(
    folder: Folder,
    tables: Table,
    rules: Collection[RuleCase],
    origins: dict[tuple[str, str], Origin],
    check: Callable[[Table, int], None],
    set_ups: Sequence[str] = (),
) -> tuple[Scenario, ...]:
    """The scenarios in their order; `check` looks at the tables of each, with the last turn."""
    cases = {case.id for case in rules}
    needed = ("id", "title", "dates", "provenance", "rule", "first_turn", "last_turn")
    found: list[Scenario] = []
    for entry in folder.toml("scenarios.toml").entries("scenario"):
        fields = (*needed, "set_up") if set_ups else needed
        short = "position" in entry.values
        entry.only((*fields, "about") if short else fields, ("tables", "position", "objectives"))
        origins["scenarios", entry.text("id")] = table_origin(entry, cases)
        first = entry.number("first_turn", 1)
        last = entry.number("last_turn", first)
        differs = entry.values.get("tables", {})
        turns = max(last, found[0].last_turn) if short and found else last  # of the whole game
        laid = _laid(tables, entry, turns, check) if differs else tables
        if not differs:
            check(laid, turns)
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
                entry.text("about") if short else "",
                entry.values.get("position", {}),
                _objectives(entry),
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


def _objectives(entry: Table) -> Mapping[str, int]:
    """The hexes that score, each with its points."""
    if "objectives" not in entry.values:
        return {}
    objectives = entry.table("objectives")
    return {hex_: objectives.number(hex_, 1) for hex_ in objectives.values}


def scenario_digest(digest: str, scenario: Scenario) -> str:
    """The fingerprint of the data that a scenario is played with.

    A short scenario is not part of the game's own fingerprint: more of them change no game begun before.
    """
    if not scenario.short:
        return digest
    position, objectives = dict(scenario.position), dict(scenario.objectives)
    return fingerprint([digest, *scenario_matter([scenario]), position, objectives])


def scenario_matter(scenarios: Sequence[Scenario]) -> list[Any]:
    """What of the scenarios affects play, for a game's fingerprint, beyond the first one's last turn.

    Nothing for a single scenario that begins on turn 1 and plays the game as it is: that is what
    fingerprints stood for before there were others.
    """
    first = scenarios[0]
    if not first.short:
        scenarios = [scenario for scenario in scenarios if not scenario.short]
    if len(scenarios) == 1 and first.first_turn == 1 and not first.differs and not first.set_up:
        return []
    return [[s.id, s.first_turn, s.last_turn, s.set_up, dict(s.differs)] for s in scenarios]
