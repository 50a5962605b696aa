"""A running match as bytes, so that a long game need not be played again to be loaded.

A snapshot is a convenience and never the truth: it carries a stamp of the rules, the data and the very
source it was made by, and whoever finds another stamp plays the game again from its choices. Reading one
makes nothing but plain values and classes of the game and of what it is built on.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import zlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hexfront.kernel.game import Game
from hexfront.kernel.match import Match


def stamp(game: Game) -> str:
    """What a snapshot of this game must have been made with."""
    return f"{game.version}:{game.digest}:{_source(type(game).__module__.rpartition('.')[0])}"


def _built_on(package: str) -> tuple[str, ...]:
    """A game's package and those from which its state and its steps can come."""
    root = package.split(".", maxsplit=1)[0]
    return (f"{root}.hexes", f"{root}.kernel", f"{root}.mechanics", package)


@cache
def _source(package: str) -> str:
    """A hash of the source of a game and of all it is built on, folders within folders too."""
    found = hashlib.sha256()
    for name in _built_on(package):
        spec = find_spec(name)
        for folder in (spec.submodule_search_locations or []) if spec else []:
            for path in sorted(Path(folder).rglob("*.py")):
                found.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:16]


def freeze(match: Match) -> bytes:
    """The state, the log and the dice of a match."""
    file = io.BytesIO()
    state = match.state.copy()
    shared = {id(getattr(state, name)): name for name in state.shared}
    _Writer(file, shared).dump((state, match.events, match.faces))
    return zlib.compress(file.getvalue(), 1)


def thaw(data: bytes, match: Match, choices: list[tuple[str | int, ...]]) -> None:
    """Bring a match from its beginning to where the snapshot was made, after these choices."""
    state = match.state
    shared = {name: getattr(state, name) for name in state.shared}
    package = type(state).__module__.rpartition(".")[0]
    found, events, faces = _Reader(io.BytesIO(zlib.decompress(data)), shared, package).load()
    match.state, match.events, match.faces = found, events, faces
    match.choices = list(choices)
    match.floor = len(choices)


class _Writer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, shared: dict[int, str]) -> None:
        super().__init__(file, protocol=5)
        self._shared = shared

    def persistent_id(self, obj: Any) -> str | None:
        return self._shared.get(id(obj))


class _Reader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, shared: dict[str, Any], package: str) -> None:
        super().__init__(file)
        self._shared = shared
        self._packages = _built_on(package)

    def persistent_load(self, pid: Any) -> Any:
        return self._shared[pid]

    def find_class(self, module: str, name: str) -> Any:
        """Only classes written in the game or in what it is built on: none that are imported there."""
        if (module, name) == ("builtins", "range"):  # the numbers of an offer
            return range
        found = None
        if module.startswith(tuple(f"{package}." for package in self._packages)):
            found = super().find_class(module, name)
        if not isinstance(found, type) or found.__module__ != module:
            raise pickle.UnpicklingError(f"A snapshot holds no {module}.{name}.")
        return found
