"""The file of a run: JSON lines, first the settings, then one line a finished game."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import IO

from hexfront.filelock import hold
from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused, malformed

FORMAT = 1
"""The version of the file's form."""

SETTINGS = {
    "lab", "kind", "bots", "games", "seed", "game", "title", "sides", "scenario", "options", "version",
    "data", "code", "sprt", "by", "anchor", "places",
}  # fmt: skip
"""What the first line holds."""

KINDS = ("match", "league", "styles", "balance")
"""The kinds of runs."""
LINE = {"a", "b", "game", "seed", "illegal", "run"}
"""What every line of a game holds."""
PLAYED = {"seats", "winner", "vp", "margin", "turns", "falls"}
"""And one that did not fail."""

Key = tuple[str, str, int]


class Results:
    """The settings and the lines of a run, kept in a file if there is one.

    Opening an existing file goes on with it: settings must be the same, only more games may be asked for.
    As long as it is open no other run can open it.
    """

    def __init__(self, settings: Json, path: Path | None = None) -> None:
        self.settings = settings
        self.lines: list[Json] = []
        self._path = path
        self._file: IO[str] | None = None
        if path is not None:
            if path.exists() and not path.is_file():
                raise malformed(f"{path} is not a file.")
            try:
                self._file = path.open("a", encoding="utf-8")
                self._go_on(path, self._file)
            except OSError as error:
                self.close()
                raise Refused(None, f"{path}: {error.strerror}.") from None
            except Refused:
                self.close()
                raise

    def _go_on(self, path: Path, file: IO[str]) -> None:
        """Take over what is in the file, and say there what was asked for now."""
        hold(file, f"{path}: another run is writing there.")
        _drop_torn_line(path)
        games = 0
        if path.stat().st_size:
            found, self.lines = read_results(path)
            _check_same(path, found, self.settings)
            games = found["games"]
        if games != self.settings["games"]:
            self._write(self.settings)

    @property
    def done(self) -> set[Key]:
        """The games that have been played; one that failed through no fault of a bot's is played again."""
        return {key_of(line) for line in self.lines if not spoiled(line)}

    def add(self, line: Json) -> None:
        """Keep a line: it is in the file before anything else happens."""
        self.lines = [old for old in self.lines if key_of(old) != key_of(line)] + [line]
        self._write(line)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def _write(self, line: Json) -> None:
        if self._file is not None:
            try:
                self._file.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n")
                self._file.flush()
            except OSError as error:
                with suppress(OSError):  # it tries once more to write what it could not
                    self._file.close()
                self._file = None
                raise Refused(None, f"{self._path}: {error.strerror}.") from None


def key_of(line: Json) -> Key:
    """Which game a line describes."""
    return line["a"], line["b"], line["game"]


def spoiled(line: Json) -> bool:
    """Whether a game failed through no fault of a bot's: its worker died too often, a disk was full."""
    return "failed" in line and line["failed"]["bot"] is None


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
            _check_settings(path, line)
            if settings:
                _check_same(path, settings, line)
            settings = line
        elif not settings:
            raise malformed(f"{path} is not a file of results: its first line has no settings.")
        elif isinstance(line, dict) and line.keys() >= LINE and _is_result(line):
            if key_of(line) not in lines or spoiled(lines[key_of(line)]):
                lines[key_of(line)] = line
        else:
            raise malformed(f"{path} line {number} describes no game.")
    if not settings:
        raise malformed(f"{path} is empty.")
    return settings, [lines[key] for key in sorted(lines)]


def _is_result(line: Json) -> bool:
    return "failed" in line or line.keys() >= PLAYED


def _check_settings(path: Path, settings: Json) -> None:
    if settings["lab"] != FORMAT:
        raise malformed(f"{path} has form {settings['lab']!r}; this program reads {FORMAT}.")
    if missing := SETTINGS - settings.keys():
        raise malformed(f"{path} is not a file of results: it has no {', '.join(sorted(missing))}.")
    if settings["kind"] not in KINDS:
        raise malformed(f"{path} is of a run of no known kind: {settings['kind']!r}.")


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
