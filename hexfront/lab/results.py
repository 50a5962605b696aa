"""The file of a run: JSON lines, first the settings, then one line a finished game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO

from hexfront.kernel.game import Json
from hexfront.kernel.refusal import Refused, malformed

FORMAT = 1
"""The version of the file's form."""

SETTINGS = {
    "lab", "kind", "bots", "games", "seed", "game", "title", "sides", "scenario", "options", "version",
    "data", "code", "sprt", "by", "anchor", "places",
}  # fmt: skip
"""What the first line holds."""

Key = tuple[str, str, int]


class Results:
    """The settings and the lines of a run, kept in a file if there is one.

    Opening an existing file goes on with it: settings must be the same, only more games may be asked for.
    """

    def __init__(self, settings: Json, path: Path | None = None) -> None:
        self.settings = settings
        self.lines: list[Json] = []
        self._file: IO[str] | None = None
        if path is None:
            return
        try:
            if path.exists():
                _drop_torn_line(path)
            old = path.exists() and path.stat().st_size > 0
            if old:
                found, self.lines = read_results(path)
                _check_same(path, found, settings)
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise Refused(None, f"{path}: {error.strerror}.") from None
        if not old or found["games"] != settings["games"]:
            self._write(settings)

    @property
    def done(self) -> set[Key]:
        """The games that have been played."""
        return {key_of(line) for line in self.lines}

    def add(self, line: Json) -> None:
        """Keep a line: it is in the file before anything else happens."""
        self.lines.append(line)
        self._write(line)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _write(self, line: Json) -> None:
        if self._file is not None:
            self._file.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n")
            self._file.flush()


def key_of(line: Json) -> Key:
    """Which game a line tells of."""
    return line["a"], line["b"], line["game"]


def read_results(path: Path) -> tuple[Json, list[Json]]:
    """The settings and the lines of a file; a torn last line is left out."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Refused(None, f"{path}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise malformed(f"{path} is not a file of results.") from None
    settings: Json = {}
    lines: dict[Key, Json] = {}
    for number, row in enumerate(text[: text.rfind("\n") + 1].splitlines(), 1):
        try:
            line = json.loads(row)
        except ValueError:
            raise malformed(f"{path} line {number} is not JSON.") from None
        if isinstance(line, dict) and "lab" in line:
            settings = line
        elif not settings:
            raise malformed(f"{path} is not a file of results: its first line has no settings.")
        elif isinstance(line, dict) and {"a", "b", "game", "seed"} <= line.keys():
            lines.setdefault(key_of(line), line)
        else:
            raise malformed(f"{path} line {number} tells of no game.")
    if not settings:
        raise malformed(f"{path} is empty.")
    if settings["lab"] != FORMAT:
        raise malformed(f"{path} has form {settings['lab']!r}; this program reads {FORMAT}.")
    if missing := SETTINGS - settings.keys():
        raise malformed(f"{path} is not a file of results: it has no {', '.join(sorted(missing))}.")
    return settings, [lines[key] for key in sorted(lines)]


def _drop_torn_line(path: Path) -> None:
    """Cut off what was being written when the run was killed."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        with path.open("r+b") as file:
            file.truncate(whole)


def _check_same(path: Path, old: Json, new: Json) -> None:
    more = {"games"} if new["games"] >= old["games"] else set()
    for name in sorted((old.keys() | new.keys()) - more):
        before, now = old.get(name), new.get(name)
        if before != now:
            raise Refused(
                None,
                f"{path} has results of a run with other settings: {name} was {_shown(before)}, "
                f"now it is {_shown(now)}.",
            )


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 80 else f"{text[:77]}..."
