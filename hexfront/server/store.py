"""Games on disk: one file a game, a line for its beginning and one for each choice as it is taken.

A choice is on disk before it is acknowledged, so that a page, a server or a machine that goes away
loses nothing. After a choice that the computer explained comes its reason, an object with the number
of the choice in `at`.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO

from hexfront.kernel.refusal import Refused

Json = dict[str, Any]

NONE: Mapping[int, Json] = MappingProxyType({})
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

    def begin(
        self, name: str, head: Json, choices: list[Any], reasons: Mapping[int, Json] = NONE
    ) -> None:
        """Write a game anew: its beginning, the choices so far and the reasons for them."""
        lines = [json.dumps(line) for line in [head, *choices, *_reason_lines(reasons)]]
        path = self.path(name)
        fresh = path.with_suffix(".new")
        with fresh.open("w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)

    def append(self, name: str, choices: list[Any], reasons: Mapping[int, Json] = NONE) -> None:
        """Add choices that were taken, and reasons for them."""
        if not self.path(name).exists():
            raise Refused(None, f"The game {name} has been removed.", "unknown")
        with self.path(name).open("r+b") as file:
            _drop_torn_line(file)
            lines = [*choices, *_reason_lines(reasons)]
            file.write("".join(json.dumps(line) + "\n" for line in lines).encode())
            file.flush()
            os.fsync(file.fileno())

    def read(self, name: str) -> tuple[Json, list[Any], dict[int, Json]]:
        """A game's beginning, its choices and the reasons; a last line cut off does not count."""
        path = self.path(name)
        if not path.exists():
            raise Refused(None, f"There is no game {name!r}.", "unknown")
        first, *rest = path.read_text(encoding="utf-8").split("\n")
        try:
            head = json.loads(first)
            lines = [json.loads(line) for line in rest[:-1]]
            reasons = {line.pop("at"): line for line in lines if isinstance(line, dict)}
        except (ValueError, KeyError):
            raise Refused(None, f"The file of game {name} is damaged.") from None
        return head, [line for line in lines if not isinstance(line, dict)], reasons

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


def _reason_lines(reasons: Mapping[int, Json]) -> list[Json]:
    return [{"at": at, **reason} for at, reason in reasons.items()]


def _drop_torn_line(file: BinaryIO) -> None:
    """Go to the end of the last whole line; a line that was cut off was never acknowledged."""
    end = file.seek(0, os.SEEK_END)
    file.seek(max(0, end - 1))
    if file.read(1) != b"\n":
        file.seek(0)
        end = file.read().rfind(b"\n") + 1
        file.truncate(end)
    file.seek(end)
