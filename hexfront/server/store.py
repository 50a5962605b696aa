"""Games on disk: one file a game, a line for its beginning and one for each choice as it is taken.

A choice is on disk before it is acknowledged, so that a page, a server or a machine that goes away
loses nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from pathlib import Path
from typing import Any, BinaryIO

from hexfront.kernel.refusal import Refused

Json = dict[str, Any]

_NAME = re.compile(r"[a-z0-9-]{4,40}")


class Store:
    """A folder of games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, name: str) -> Path:
        """The file of a game."""
        if not _NAME.fullmatch(name):
            raise Refused(None, f"There is no game {name!r}.", "unknown")
        return self.folder / f"{name}.jsonl"

    def names(self) -> list[str]:
        """All games, the one played last first."""
        files = sorted(self.folder.glob("*.jsonl"), key=lambda p: -p.stat().st_mtime)
        return [file.stem for file in files if _NAME.fullmatch(file.stem)]

    def begin(self, name: str, head: Json, choices: list[Any]) -> None:
        """Write a game anew: its beginning and the choices so far."""
        lines = [json.dumps(head)] + [json.dumps(choice) for choice in choices]
        path = self.path(name)
        fresh = path.with_suffix(".new")
        with fresh.open("w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)

    def append(self, name: str, choices: list[Any]) -> None:
        """Add choices that were taken."""
        if not self.path(name).exists():
            raise Refused(None, f"The game {name} has been removed.", "unknown")
        with self.path(name).open("r+b") as file:
            _drop_torn_line(file)
            file.write("".join(json.dumps(choice) + "\n" for choice in choices).encode())
            file.flush()
            os.fsync(file.fileno())

    def read(self, name: str) -> tuple[Json, list[Any]]:
        """A game's beginning and its choices; a last line that was cut off does not count."""
        path = self.path(name)
        if not path.exists():
            raise Refused(None, f"There is no game {name!r}.", "unknown")
        first, *rest = path.read_text(encoding="utf-8").split("\n")
        try:
            head = json.loads(first)
            choices = [json.loads(line) for line in rest[:-1]]
        except ValueError:
            raise Refused(None, f"The file of game {name} is damaged.") from None
        return head, choices

    def delete(self, name: str) -> None:
        """Remove a game for good."""
        self.path(name).unlink(missing_ok=True)
        self.path(name).with_suffix(".summary").unlink(missing_ok=True)

    # A game's line in the lobby, so that nobody plays twenty games again to list them.

    def summary(self, name: str, stamp: object) -> Json | None:
        """The summary kept with this stamp, if the game has not changed since."""
        try:
            kept = json.loads(self.path(name).with_suffix(".summary").read_text(encoding="utf-8"))
            fresh = kept["stamp"] == [self.path(name).stat().st_size, stamp]
            return dict(kept["summary"]) if fresh else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep_summary(self, name: str, stamp: object, summary: Json) -> None:
        """Keep a summary; only a convenience, so nothing is lost if it cannot be written."""
        path = self.path(name)
        with contextlib.suppress(OSError):
            kept = {"stamp": [path.stat().st_size, stamp], "summary": summary}
            path.with_suffix(".summary").write_text(json.dumps(kept), encoding="utf-8")


def _drop_torn_line(file: BinaryIO) -> None:
    """Go to the end of the last whole line; a line that was cut off was never acknowledged."""
    end = file.seek(0, os.SEEK_END)
    file.seek(max(0, end - 1))
    if file.read(1) != b"\n":
        file.seek(0)
        end = file.read().rfind(b"\n") + 1
        file.truncate(end)
    file.seek(end)
