"""The editor for owners of a game: an overlay made on the page, checked by loading the game with it.

Only on the player's own machine.
"""

from __future__ import annotations

import csv
import io
import shutil
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from starlette.requests import Request

import hexfront.games
from hexfront.games.registry import GAMES
from hexfront.kernel.datafiles import EMPTY, DataError
from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused, malformed, unknown
from hexfront.server.http import messages as m
from hexfront.server.http.access import Access
from hexfront.server.http.lanes import Lane
from hexfront.server.http.routes import ANY, Endpoint

PAIR = ("hex_a", "hex_b")
_BASE = Path(hexfront.games.__file__).parent


class Editor:
    """The overlay of this machine's player."""

    def __init__(self, access: Access, lane: Lane, overlay: Path | None, folder: Path) -> None:
        self._access = access
        self._lane = lane
        self._overlay = overlay or folder / "overlay"

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint("/api/editor/{game}", self.files, ANY),
            Endpoint("/api/editor/{game}", self.change, ANY, m.DataFile),
        ]

    async def files(self, request: Request, body: m.Empty) -> Json:
        """Our data files of a game, the player's own over them, and what differs."""
        name = self._game(request)
        return await self._lane.run("editor", lambda _: self._files(name))

    async def change(self, request: Request, body: m.DataFile) -> Json:
        """Check a file of the overlay by loading the game with it, and save it if asked to."""
        name = self._game(request)
        return await self._lane.run("editor", lambda _: self._change(name, body))

    def _game(self, request: Request) -> str:
        if not self._access.local:
            raise Refused(None, "Data are edited on your own machine: hexfront play.")
        name: str = request.path_params["game"]
        if name not in GAMES:
            raise unknown(f"There is no game {name[:60]!r}.")
        return name

    def _own(self, name: str) -> Path:
        """Where the files of a game lie: in a folder of its name, unless the overlay is of one game."""
        one_game = self._overlay.is_dir() and any(
            p.suffix in (".csv", ".toml") for p in self._overlay.iterdir()
        )
        return self._overlay if one_game else self._overlay / name

    def _files(self, name: str) -> Json:
        base, own = _BASE / name / "data", self._own(name)
        found = []
        for path in sorted(base.glob("*.csv")):
            rows = _rows(path)
            columns = list(rows[0]) if rows else []
            mine = _rows(own / path.name)
            found.append({"name": path.name, "columns": columns, "key": _key(columns),
                          "rows": [list(row.values()) for row in rows], "own": mine})  # fmt: skip
        tables = own / "tables.toml"
        text = tables.read_text(encoding="utf-8") if tables.exists() else ""
        ours = (base / "tables.toml").read_text(encoding="utf-8")
        return {"game": name, "folder": str(own), "files": found, "tables": {"ours": ours, "own": text},
                "differences": differences(base, own)}  # fmt: skip

    def _change(self, name: str, body: m.DataFile) -> Json:
        base, own = _BASE / name / "data", self._own(name)
        known = [path.name for path in base.glob("*.csv")]
        if body.file not in (*known, "tables.toml"):
            raise unknown(f"{name} has no file {body.file[:60]!r} to edit.")
        text = body.text if body.rows is None else _written(base / body.file, body.rows)
        with tempfile.TemporaryDirectory() as scratch:
            tried = Path(scratch) / name
            if own.is_dir():
                shutil.copytree(
                    own, tried, ignore=lambda _, names: [n for n in names if n[0] == "."]
                )
            tried.mkdir(exist_ok=True)
            _put(tried / body.file, text)
            try:
                GAMES[name](tried)
            except DataError as error:
                wrong = malformed(str(error)).as_json()
                return {"ok": False, "error": wrong, "saved": False}
            changed = differences(base, tried)
        if body.save:
            own.mkdir(parents=True, exist_ok=True)
            _put(own / body.file, text)
        return {"ok": True, "saved": body.save, "folder": str(own), "differences": changed}


def _put(path: Path, text: str) -> None:
    """Write a file whole or not at all; one without content goes."""
    if not text.strip():
        path.unlink(missing_ok=True)
        return
    new = path.with_name(f".{path.name}.new")
    new.write_text(text, encoding="utf-8", newline="")
    new.replace(path)


def _rows(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [{k: v or "" for k, v in row.items() if k} for row in csv.DictReader(file)]


def _key(columns: list[str]) -> list[str]:
    """The columns by which a row is known: two hexes of a hexside, else the first."""
    return list(PAIR) if tuple(columns[:2]) == PAIR else columns[:1]


def _written(base: Path, rows: list[dict[str, str]]) -> str:
    """Rows of an overlay as CSV, with the columns that any of them fills in."""
    columns = list(_rows(base)[0])
    for row in rows:
        for column in row:
            if column not in (*columns, "remove"):
                raise malformed(f"{base.name} has no column {column[:40]!r}.")
    if not rows:
        return ""
    used = [
        c for c in [*columns, "remove"] if c in _key(columns) or any(row.get(c) for row in rows)
    ]
    text = io.StringIO()
    writer = csv.DictWriter(text, used, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows({c: row.get(c, "") for c in used} for row in rows)
    return text.getvalue()


def differences(base: Path, own: Path) -> list[Json]:
    """Every datum in which an overlay differs from ours: file, what it is about, field, ours and theirs."""
    found: list[Json] = []
    if not own.is_dir():
        return found
    for path in sorted(own.glob("*.csv")):
        ours = _rows(base / path.name)
        key = _key(list(ours[0])) if ours else []
        known = {tuple(row[k] for k in key): row for row in ours}
        for row in _rows(path):
            name = tuple(row.get(k, "") for k in key)
            about, before = " ".join(name), known.get(name)
            if row.get("remove"):
                found.append(_differs(path.name, about, "", "there", "removed"))
                continue
            for field, value in row.items():
                if field in key or not value:
                    continue
                value = "" if value == EMPTY else value
                was = "" if before is None else before.get(field, "")
                if value != was or before is None:
                    found.append(_differs(path.name, about, field, was, value))
    for path in sorted(own.glob("*.toml")):
        mine, ours_ = (
            tomllib.loads(p.read_text(encoding="utf-8")) for p in (path, base / path.name)
        )
        found += [
            _differs(path.name, about, "", was, now) for about, was, now in _leaves(ours_, mine, "")
        ]
    return found


def _leaves(ours: Any, mine: Json, path: str) -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    for name, value in mine.items():
        was = ours.get(name) if isinstance(ours, dict) else None
        if isinstance(value, dict):
            found += _leaves(was, value, f"{path}{name}.")
        elif value != was:
            found.append((f"{path}{name}", "" if was is None else str(was), str(value)))
    return found


def _differs(file: str, about: str, field: str, ours: str, theirs: str) -> Json:
    return {"file": file, "about": about, "field": field, "ours": ours, "theirs": theirs}
