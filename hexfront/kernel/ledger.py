"""What the data of all games share: a rules ledger, options, and where each datum comes from."""

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from hexfront.hexes import Grid
from hexfront.kernel.datafiles import Folder, Row, Table

PROVENANCES = ("rulebook", "history", "geography", "reconstructed")
"""Where a datum comes from: the rules say it, another published order of battle or history does,
it was measured on public maps, or we had to reconstruct it."""


@dataclass(frozen=True, slots=True)
class RuleCase:
    """One case of a rulebook, in our own words."""

    id: str
    title: str
    rule: str
    kind: str
    actor: str
    component: bool
    """Whether it only describes what is in the box."""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """A choice between readings of the rules that the players make before the game."""

    id: str
    values: tuple[str | bool, ...]
    default: str | bool
    title: str
    explain: str
    ruling: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a datum comes from, and what is to be said about it."""

    provenance: str
    note: str = ""


Origins = Mapping[tuple[str, str], Origin]
"""The origin of each datum, by the kind of datum and its key: ("terrain", "2019")."""


def row_origin(row: Row, field: str = "provenance") -> Origin:
    """The origin that a row of a CSV states in a field, with the row's note."""
    return Origin(row.choice(field, PROVENANCES), row.optional("note") or "")


def table_origin(table: Table, cases: Collection[str]) -> Origin:
    """The origin of a table of numbers; its note is the case of the rules it belongs to."""
    provenance = table.choice("provenance", PROVENANCES)
    case = table.text("rule")
    if case not in cases:
        raise table.error(f"{case!r} is no case of the rules ledger", "rule")
    return Origin(provenance, case)


def row_hex(row: Row, field: str, grid: Grid) -> str:
    """The hex of the map that a field of a row names."""
    number = row.text(field)
    if not grid.has(number):
        names = grid.names(grid.all)
        raise row.error(f"{number!r} is not a hex of the map ({names[0]} to {names[-1]})", field)
    return number


def row_hexside(row: Row, grid: Grid) -> tuple[str, str]:
    """The hexside between the hexes of the fields `hex_a` and `hex_b`, the smaller number first."""
    a, b = row_hex(row, "hex_a", grid), row_hex(row, "hex_b", grid)
    if a > b:
        raise row.error(f"write the smaller number first: {b},{a}", "hex_a")
    if not grid.ring1[grid.index(a)] & grid.set_of(b):
        raise row.error(f"{a} and {b} are not adjacent", "hex_b")
    return a, b


def read_markers(folder: Folder, origins: dict[tuple[str, str], Origin]) -> dict[str, int]:
    """How many counters of each kind `markers.csv` has; their origins are noted."""
    markers = {}
    columns = ("id", "name", "count", "provenance", "note")
    for row in folder.rows("markers.csv", columns, ("id",)):
        row.text("name")
        markers[row.text("id")] = row.number("count", 1)
        origins["markers", row.text("id")] = row_origin(row)
    return dict(sorted(markers.items()))


def fingerprint(matter: object) -> str:
    """Sixteen hex digits over plain data."""
    text = json.dumps(matter, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_rules(folder: Folder, name: str = "rules.toml") -> tuple[RuleCase, ...]:
    """The rules ledger, in its order."""
    return tuple(
        RuleCase(
            case.text("id"),
            case.text("title"),
            case.text("rule"),
            case.text("kind"),
            case.text("actor"),
            "component" in case and case.flag("component"),
        )
        for case in folder.toml(name).entries("case")
    )


def read_options(
    folder: Folder, tables: Table, name: str = "options.toml"
) -> tuple[OptionSpec, ...]:
    """The options of a game, in their order. Their texts name figures as `{table[field]}`."""
    return tuple(_option(entry, tables) for entry in folder.toml(name).entries("option"))


class _Figures(Formatter):
    """Writes a list of figures as "2607 and 2706"."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, list):
            return " and ".join(map(str, value))
        return str(super().format_field(value, format_spec))


def _text(entry: Table, field: str, tables: Table) -> str:
    """A text with the figures of the tables filled in."""
    try:
        return _Figures().vformat(entry.text(field), (), tables.values)
    except (KeyError, IndexError, ValueError, TypeError) as error:
        raise entry.error(
            f"names a figure that tables.toml does not have: {error}", field
        ) from None


def _option(entry: Table, tables: Table) -> OptionSpec:
    values = entry.values.get("values")
    kind = bool if isinstance(values, list) and values and values[0] in (True, False) else str
    allowed = tuple(entry.items("values", kind))
    if len(set(allowed)) < 2:
        raise entry.error("must have two different values or more", "values")
    default = entry.flag("default") if kind is bool else entry.choice("default", allowed)
    return OptionSpec(
        entry.text("id"),
        allowed,
        default,
        _text(entry, "title", tables),
        _text(entry, "explain", tables),
        entry.text("ruling"),
    )


@dataclass(frozen=True, slots=True)
class ProvenanceRow:
    """How many data of one kind come from where."""

    kind: str
    counts: Mapping[str, int]
    """A number for each of `PROVENANCES`."""

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def count_provenance(origins: Origins) -> list[ProvenanceRow]:
    """A row for each kind of datum, in the order they appear, and one for all."""
    kinds: dict[str, Counter[str]] = {}
    for (kind, _), origin in origins.items():
        kinds.setdefault(kind, Counter())[origin.provenance] += 1
    kinds["all"] = sum(kinds.values(), Counter())
    return [
        ProvenanceRow(kind, {word: counter[word] for word in PROVENANCES})
        for kind, counter in kinds.items()
    ]


def format_provenance(rows: Iterable[ProvenanceRow]) -> str:
    """The rows as a table of text, with percentages."""
    lines = [f"{'':16}{'total':>7}" + "".join(f"{word:>15}" for word in PROVENANCES)]
    for row in rows:
        cells = (
            f"{count:>8} {count / row.total:>5.0%} " if count else f"{'-':>8}{'':>7}"
            for count in (row.counts[word] for word in PROVENANCES)
        )
        lines.append(f"{row.kind:16}{row.total:>7}{''.join(cells)}".rstrip())
    return "\n".join(lines)
