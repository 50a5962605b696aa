"""The files of an SQLite database: readable by their owner only, as they hold seeds, notes and keys."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from hexfront.filelock import hold
from hexfront.kernel.refusal import Refused, unknown


def database_file(url: str) -> Path | None:
    """The file of an SQLite database; None for any other."""
    try:
        parsed = make_url(url)
    except ArgumentError:  # opening it will report that
        return None
    name = parsed.database
    if parsed.get_backend_name() != "sqlite" or not name or name.startswith((":", "file:")):
        return None
    try:
        return Path(name).resolve()  # two names of one file are one database
    except (OSError, RuntimeError):
        raise Refused(None, f"The path {name} leads in a circle.") from None


def check_there(url: str) -> None:
    """Refuse an SQLite database that does not exist; opening it would create an empty one."""
    path = database_file(url)
    if path is not None and not path.is_file():
        raise unknown(f"There is no database {path}.")


def make_private(url: str) -> None:
    """Create the file of an SQLite database if needed; SQLite gives its side files the same permissions."""
    path = database_file(url)
    if path is None or path.exists():
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(None, f"{path.parent} cannot be created: {error.strerror}.") from None
    new_file(path)


@contextlib.contextmanager
def alone(url: str) -> Iterator[None]:
    """Lock an SQLite database for this process: two servers would not notice each other's writes."""
    path = database_file(url)
    if path is None:
        yield
        return
    make_private(url)
    try:  # whoever may read it could hold it, and no server would start
        file = open(f"{path}.lock", "w", opener=_private)  # noqa: SIM115
        Path(file.name).chmod(0o600)
    except OSError as error:
        raise Refused(None, f"{path}.lock cannot be written: {error.strerror}.") from None
    with file:
        hold(file, f"Another Hexfront is running with the games in {path}.")
        yield


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def new_file(path: Path) -> None:
    """Create an empty file readable by its owner only; Refused if it exists or cannot be written."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise Refused(None, f"{path} already exists.") from None
    except OSError as error:
        raise Refused(None, f"{path} cannot be written: {error.strerror}.") from None
