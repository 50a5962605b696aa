"""Reading a game's data files: CSV with a header, TOML, and a player's own files laid over them.

A game's data lie in a folder. An *overlay* is another folder with files of the same names, holding
only what differs: whoever owns the printed game can correct ours without touching it.

- A CSV of the overlay must have the key columns and may have any of the others. A row with a known
  key replaces the cells it fills in (`-` empties a cell), a row with a new key is added, and `-` in
  the column `remove` takes a row away.
- A TOML of the overlay gives the values that differ, in the same tables. Entries of an array of
  tables are matched by their `id`; a new id is added.
- Files whose name begins with a dot or with README are left alone; any other name is a mistake.

Whatever is wrong with a file is a `DataError` of one line: file, line, field, what is wrong.
"""

import csv
import io
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

EMPTY = "-"
"""What an overlay writes to empty a cell, or into the column `remove` to take a row away."""


class DataError(Exception):
    """A data file is wrong; the text is one line: file, line, field, what is wrong."""

    def __init__(
        self, file: str, message: str, line: int | None = None, field: str | None = None
    ) -> None:
        self.file = file
        self.line = line
        self.field = field
        where = file + (f" line {line}" if line else "") + (f", field {field}" if field else "")
        super().__init__(" ".join(f"{where}: {message}".split()))


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file."""

    file: str
    line: int


class Row:
    """One row of a CSV; reading a field checks it and complains with file, line and field."""

    __slots__ = ("_cells", "_changed", "_place")

    def __init__(self, cells: dict[str, str], place: Place) -> None:
        self._cells = cells
        self._place = place
        self._changed: dict[str, Place] = {}

    def key(self, columns: Sequence[str]) -> tuple[str, ...]:
        """What the row holds in its key columns."""
        return tuple(self._cells[column] for column in columns)

    def replace(self, other: "Row") -> None:
        """Take over the cells that a row of an overlay fills in."""
        for column, cell in other._cells.items():
            if cell:
                self._cells[column] = "" if cell == EMPTY else cell
                self._changed[column] = other._place

    def removed(self) -> bool:
        """Whether this row of an overlay takes a row away."""
        mark = self._cells.pop("remove", "")
        if mark not in ("", EMPTY):
            raise self.error(f"{mark!r} is not {EMPTY!r}", "remove")
        return bool(mark)

    def complete(self, columns: Sequence[str]) -> None:
        """Make a row that an overlay adds a whole one: what it leaves out is empty."""
        cells = {column: self._cells.get(column, "") for column in columns}
        self._cells = {column: "" if cell == EMPTY else cell for column, cell in cells.items()}

    def error(self, message: str, field: str | None = None) -> DataError:
        """The complaint about a field of this row, or about the row, for the caller to raise."""
        place = self._changed.get(field, self._place) if field else self._place
        return DataError(place.file, message, place.line, field)

    def optional(self, field: str) -> str | None:
        """The text of a field, None if it is empty."""
        return self._cells[field] or None

    def text(self, field: str) -> str:
        """The text of a field that must not be empty."""
        return self._cells[field] or self._missing(field)

    def _missing(self, field: str) -> str:
        raise self.error("must not be empty", field)

    def choice(self, field: str, words: Collection[str]) -> str:
        """The text of a field that must be one of some words."""
        word = self._cells[field]
        if word not in words:
            raise self.error(f"{word!r} is not one of {', '.join(words)}", field)
        return word

    def number(self, field: str, least: int = 0, most: int | None = None) -> int:
        cell = self.text(field)
        if not (cell.isascii() and cell.isdecimal()):
            raise self.error(f"{cell!r} is not a whole number", field)
        number = int(cell)
        if not _in_span(number, least, most):
            raise self.error(f"{number} is not {_span(least, most)}", field)
        return number


class Table:
    """One table of a TOML file; reading a key checks it and complains with file, line and key."""

    def __init__(self, values: Mapping[str, Any], path: tuple[str, ...], toml: "_Toml") -> None:
        self.values = values
        self._path = path
        self._toml = toml

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def error(self, message: str, key: str | None = None) -> DataError:
        """The complaint about a key of this table, or about the table, for the caller to raise."""
        return self._toml.error(self._path if key is None else (*self._path, key), message)

    def _get(self, key: str, kind: type | tuple[type, ...], what: str) -> Any:
        if key not in self.values:
            raise self.error("is missing", key)
        value = self.values[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.error(f"{value!r} is not {what}", key)
        return value

    def only(self, names: Collection[str], besides: Collection[str] = ()) -> None:
        """The table must have exactly these keys, and may have those `besides`."""
        for name in names:
            if name not in self.values:
                raise self.error("is missing", name)
        for name in self.values:
            if name not in names and name not in besides:
                raise self.error(f"is unknown; {', '.join(names)} exist", name)

    def table(self, key: str) -> "Table":
        return Table(self._get(key, dict, "a table"), (*self._path, key), self._toml)

    def laid_over(self, over: "Table") -> "Table":
        """This table with the values of another in their places; what this one has not is a mistake."""
        merged = over._toml.merge(dict(self.values), dict(over.values), over._path)
        return Table(merged, self._path, self._toml)

    def entries(self, key: str) -> list["Table"]:
        """An array of tables, each with its own `id`."""
        found = {}
        for value in self._get(key, list, "an array of tables"):
            name = value.get("id") if isinstance(value, dict) else None
            if not isinstance(name, str) or not name:
                raise self.error("has an entry without an id", key)
            if name in found:
                raise self.error(f"there are two entries {name!r}", key)
            found[name] = Table(value, (*self._path, key, name), self._toml)
        return list(found.values())

    def text(self, key: str) -> str:
        text: str = self._get(key, str, "a text")
        if not text.strip():
            raise self.error("must not be empty", key)
        return text

    def choice(self, key: str, words: Collection[str]) -> str:
        """A text that must be one of some words."""
        word = self.text(key)
        if word not in words:
            raise self.error(f"{word!r} is not one of {', '.join(words)}", key)
        return word

    def number(self, key: str, least: int = 0, most: int | None = None) -> int:
        number: int = self._get(key, int, "a whole number")
        if not _in_span(number, least, most):
            raise self.error(f"{number} is not {_span(least, most)}", key)
        return number

    def flag(self, key: str) -> bool:
        flag: bool = self._get(key, bool, "true or false")
        return flag

    def items(self, key: str, kind: type, count: int | None = None) -> list[Any]:
        """A list of texts, numbers or flags, of a given length if there is a `count`."""
        values: list[Any] = self._get(key, list, "a list")
        for value in values:
            if type(value) is not kind:
                raise self.error(f"{value!r} in the list is not of type {kind.__name__}", key)
        if count is not None and len(values) != count:
            raise self.error(f"has {len(values)} values, not {count}", key)
        return values

    def words(self, key: str, words: Collection[str], count: int | None = None) -> list[str]:
        """A list of texts, each of which must be one of some words."""
        found = self.items(key, str, count)
        for word in found:
            if word not in words:
                raise self.error(f"{word!r} is not one of {', '.join(words)}", key)
        return found


def _in_span(number: int, least: int, most: int | None) -> bool:
    return least <= number and (most is None or number <= most)


def _span(least: int, most: int | None) -> str:
    return f"{least} or more" if most is None else f"{least} to {most}"


class Folder:
    """The data files of a game, and an overlay if there is one."""

    def __init__(self, base: Path, overlay: Path | None = None) -> None:
        self._base = base
        self._overlay = overlay
        if overlay is not None:
            self._check_overlay(overlay)

    def _check_overlay(self, overlay: Path) -> None:
        if not overlay.is_dir():
            raise DataError(overlay.name, "there is no such folder")
        known = sorted(p.name for p in self._base.iterdir() if p.suffix in (".csv", ".toml"))
        for path in sorted(overlay.iterdir()):
            if path.name.startswith((".", "README")) or path.name in known:
                continue
            raise DataError(
                f"{overlay.name}/{path.name}", f"is not a file of this game ({', '.join(known)})"
            )

    def _texts(self, name: str) -> Iterator[tuple[str, str]]:
        """Our file and then that of the overlay, if it has one: a label and the text."""
        yield name, _read(self._base / name, name)
        if self._overlay is not None and (self._overlay / name).exists():
            label = f"{self._overlay.name}/{name}"
            yield label, _read(self._overlay / name, label)

    def rows(self, name: str, columns: Sequence[str], key: Sequence[str]) -> list[Row]:
        """The rows of a CSV that has exactly these columns, with the overlay's laid over them."""
        (label, text), *over = self._texts(name)
        found = _by_key(_rows(label, text, columns, columns), key)
        for label_over, text_over in over:
            for row in _by_key(
                _rows(label_over, text_over, [*columns, "remove"], key), key
            ).values():
                _lay_over(found, row, columns, key)
        return list(found.values())

    def toml(self, name: str) -> Table:
        """A TOML file, with the overlay's values laid over it."""
        toml = _Toml([_parsed(label, text) for label, text in self._texts(name)])
        return Table(toml.merged(), (), toml)


def _read(path: Path, label: str) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise DataError(label, "is not UTF-8 text", line) from error
    except OSError as error:
        raise DataError(label, error.strerror or "cannot be read") from error


# ---- CSV ----


def _rows(label: str, text: str, allowed: Sequence[str], needed: Sequence[str]) -> Iterator[Row]:
    """The rows of one CSV, with the header checked."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    header: list[str] | None = None
    try:
        for raw in reader:
            cells = [cell.strip() for cell in raw]
            if not any(cells):
                continue
            if header is None:
                header = cells
                _check_header(label, reader.line_num, header, allowed, needed)
            elif len(cells) != len(header):
                raise DataError(
                    label, f"has {len(cells)} cells, the header {len(header)}", reader.line_num
                )
            else:
                yield Row(dict(zip(header, cells, strict=True)), Place(label, reader.line_num))
    except csv.Error as error:
        raise DataError(label, f"is not proper CSV: {error}", reader.line_num) from error
    if header is None:
        raise DataError(label, "is empty; the first line must name the columns")


def _check_header(
    label: str, line: int, header: list[str], allowed: Sequence[str], needed: Sequence[str]
) -> None:
    for column in header:
        if column not in allowed:
            raise DataError(label, f"unknown column {column!r}; {', '.join(allowed)} exist", line)
        if header.count(column) > 1:
            raise DataError(label, f"the column {column!r} is there twice", line)
    for column in needed:
        if column not in header:
            raise DataError(label, f"the column {column!r} is missing", line)


def _by_key(rows: Iterator[Row], key: Sequence[str]) -> dict[tuple[str, ...], Row]:
    found: dict[tuple[str, ...], Row] = {}
    for row in rows:
        name = row.key(key)
        if name in found:
            raise row.error(f"{' '.join(name)!r} is there twice", key[0])
        found[name] = row
    return found


def _lay_over(
    found: dict[tuple[str, ...], Row], row: Row, columns: Sequence[str], key: Sequence[str]
) -> None:
    """Change, add or remove the row that a row of an overlay speaks of."""
    name = row.key(key)
    if row.removed():
        if name not in found:
            raise row.error(f"there is no {' '.join(name)!r} to remove", key[0])
        del found[name]
    elif name in found:
        found[name].replace(row)
    else:
        row.complete(columns)
        found[name] = row


# ---- TOML ----

_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]")
_KEY = re.compile(r'\s*("[^"]*"|[A-Za-z0-9_-]+)\s*=\s*(.*)')
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


@dataclass(frozen=True, slots=True)
class _Document:
    label: str
    text: str
    values: dict[str, Any]


def _parsed(label: str, text: str) -> _Document:
    try:
        return _Document(label, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        at = _AT_LINE.search(message)
        raise DataError(
            label,
            f"is not proper TOML: {_AT_LINE.sub('', message)}",
            int(at.group(1)) if at else None,
        ) from error


class _Toml:
    """Our TOML file and the overlay's, to merge them and to find the line of a value again."""

    def __init__(self, documents: list[_Document]) -> None:
        self._documents = documents

    def merged(self) -> dict[str, Any]:
        base, *over = self._documents
        values = base.values
        for document in over:
            values = self.merge(values, document.values, ())
        return values

    def merge(
        self, base: dict[str, Any], over: dict[str, Any], path: tuple[str, ...]
    ) -> dict[str, Any]:
        """Values laid over others in the same places; `path` is where they stand in these documents."""
        merged = dict(base)
        for key, value in over.items():
            here = (*path, key)
            if key not in base:
                raise self.error(here, f"is unknown; {', '.join(base)} exist")
            ours = base[key]
            if isinstance(ours, dict) and isinstance(value, dict):
                merged[key] = self.merge(ours, value, here)
            elif _has_ids(ours) and _has_ids(value):
                merged[key] = self._merge_entries(ours, value, here)
            elif isinstance(ours, dict) or _has_ids(ours):
                raise self.error(here, f"{value!r} cannot stand for a table")
            else:
                merged[key] = value
        return merged

    def _merge_entries(
        self, base: list[dict[str, Any]], over: list[dict[str, Any]], path: tuple[str, ...]
    ) -> list[dict[str, Any]]:
        merged = {entry["id"]: entry for entry in base}
        for entry in over:
            name = entry["id"]
            ours = merged.get(name)
            merged[name] = self.merge(ours, entry, (*path, name)) if ours else entry
        return list(merged.values())

    def error(self, path: tuple[str, ...], message: str) -> DataError:
        # The file that says the most about it is to blame, the overlay where both say as much.
        document = max(reversed(self._documents), key=lambda each: _known(each.values, path))
        return DataError(
            document.label, message, _line_of(document.text, path), ".".join(path) or None
        )


def _has_ids(value: object) -> TypeGuard[list[dict[str, object]]]:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(entry, dict) and isinstance(entry.get("id"), str) for entry in value)
    )


def _known(values: object, path: Sequence[str]) -> int:
    """How far a document follows a path; entries of an array go by their id."""
    for at, key in enumerate(path):
        inner = {entry["id"]: entry for entry in values} if _has_ids(values) else values
        if not isinstance(inner, dict) or key not in inner:
            return at
        values = inner[key]
    return len(path)


def _line_of(text: str, path: tuple[str, ...]) -> int | None:
    """The line where a value stands, or where the nearest table around it begins."""
    best, found = 0, None
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = tuple(part.strip().strip('"') for part in header.group(2).split("."))
            at = table
        elif key := _KEY.match(line):
            name = key.group(1).strip('"')
            if name == "id":  # an entry of an array is known by its id from here on
                table = (*table, key.group(2).partition("#")[0].strip().strip('"'))
                at = table
            else:
                at = (*table, name)
        else:
            continue
        if best < len(at) and at == path[: len(at)]:
            best, found = len(at), number
    return found
