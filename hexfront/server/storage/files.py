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
    """The file a database is in; None if it is in none."""
    try:
        parsed = make_url(url)
    except ArgumentError:  # whoever opens it says so
        return None
    name = parsed.database
    if parsed.get_backend_name() != "sqlite" or not name or name.startswith((":", "file:")):
        return None
    return Path(name)


def check_there(url: str) -> None:
    """Refuse an SQLite database that is not there; opening it would make an empty one."""
    path = database_file(url)
    if path is not None and not path.is_file():
        raise unknown(f"There is no database {path}.")


def make_private(url: str) -> None:
    """Make the file of an SQLite database if it is not there; what SQLite adds gets the same rights."""
    path = database_file(url)
    if path is None or path.exists():
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(None, f"{path.parent} cannot be made: {error.strerror}.") from None
    new_file(path)


@contextlib.contextmanager
def alone(url: str) -> Iterator[None]:
    """Have an SQLite database to this process: two servers would not hear of each other."""
    path = database_file(url)
    if path is None:
        yield
        return
    make_private(url)
    try:
        file = Path(f"{path}.lock").open("w")  # noqa: SIM115
    except OSError as error:
        raise Refused(None, f"{path}.lock cannot be written: {error.strerror}.") from None
    with file:
        hold(file, f"Another Hexfront is running with the games in {path}.")
        yield


def new_file(path: Path) -> None:
    """An empty file that only its owner reads; Refused if it is there already or cannot be made."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise Refused(None, f"{path} is there already.") from None
    except OSError as error:
        raise Refused(None, f"{path} cannot be written: {error.strerror}.") from None
