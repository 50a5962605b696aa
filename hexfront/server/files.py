"""The files of an SQLite database: readable by their owner only, as they hold seeds, notes and keys."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

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


def new_file(path: Path) -> None:
    """An empty file that only its owner reads; Refused if it is there already or cannot be made."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise Refused(None, f"{path} is there already.") from None
    except OSError as error:
        raise Refused(None, f"{path} cannot be written: {error.strerror}.") from None
