"""`hexfront admin doctor`: what is wrong with a server, and what to do about it."""

from __future__ import annotations

import math
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.request import Request, urlopen

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError

from hexfront.kernel.refusal import Refused
from hexfront.server.people.keys import hash_token
from hexfront.server.storage import store
from hexfront.server.storage.database import Database, clock
from hexfront.server.storage.files import check_there, database_file

FREE = 200 * 2**20
"""Bytes of free disk below which it gets narrow."""
FILES = 4096
"""Open files that a few hundred players need."""
DRIFT = 5.0
"""Seconds by which clocks may differ."""
SHORTEST = 20
"""Characters of an admin token that nobody guesses."""

Fetch = Callable[[str], tuple[int, Mapping[str, str]]]


class Finding(NamedTuple):
    """One thing that was looked at."""

    how: Literal["ok", "note", "wrong"]
    what: str
    words: str


def examine(
    url: str, origin: str | None, environment: Mapping[str, str], fetch: Fetch | None = None
) -> Iterator[Finding]:
    """Look at everything; the server may be running."""
    yield from _files(url)
    try:
        check_there(url)
        database = Database(url)
    except Refused as no:
        yield Finding("wrong", "database", no.message)
        return
    try:
        yield from _database(database)
        yield from _secrets(database, environment)
    finally:
        database.close()
    yield from _machine()
    yield from _origin(origin, fetch or _fetch)


def _files(url: str) -> Iterator[Finding]:
    path = database_file(url)
    if path is None:
        return
    if path.exists():
        mode = path.stat().st_mode & 0o077
        if mode:
            yield Finding("wrong", "files", f"{path} can be read by others: chmod 600 it.")
        else:
            yield Finding("ok", "files", f"{path} is its owner's only.")
    folder = path.parent if path.parent.exists() else Path("/")
    free = shutil.disk_usage(folder).free
    how: Literal["ok", "wrong"] = "ok" if free >= FREE else "wrong"
    yield Finding(how, "disk", f"{free // 2**20} MB are free in {folder}.")


def _database(database: Database) -> Iterator[Finding]:
    kind = "PostgreSQL" if database.postgres else "SQLite"
    try:
        count = database.read(store.count_games())
        yield Finding("ok", "database", f"{kind} answers; {count} games.")
        found = database.read(store.unsound())
        if found is not None:
            yield Finding("wrong", "database", f"The file is damaged ({found}): restore a backup.")
        database.write(store.set_setting("doctor", str(int(time.time()))))
        yield Finding("ok", "database", "It can be written.")
        drift = database.read(_drift)
        how: Literal["ok", "wrong"] = "ok" if abs(drift) <= DRIFT else "wrong"
        yield Finding(
            how, "clock", f"The database's clock differs from this machine's by {drift:.1f} s."
        )
        late = len(database.read(store.bots_waiting()))
        if late:
            yield Finding("note", "bots", f"{late} games wait for a bot that no process has taken.")
    except (SQLAlchemyError, OSError) as problem:
        first = str(getattr(problem, "orig", problem)).split("\n", maxsplit=1)[0]
        yield Finding("wrong", "database", f"{kind}: {first}")


def _drift(connection: Connection) -> float:
    return float(connection.scalar(select(clock(connection))) or 0.0) - time.time()


def _secrets(database: Database, environment: Mapping[str, str]) -> Iterator[Finding]:
    token = environment.get("HEXFRONT_ADMIN_TOKEN")
    kept = database.read(store.setting("admin"))
    if token is not None and len(token) < SHORTEST:
        yield Finding(
            "wrong", "admin", f"HEXFRONT_ADMIN_TOKEN has fewer than {SHORTEST} characters."
        )
    elif token is not None and kept is not None and hash_token(token) != kept:
        yield Finding(
            "note", "admin", "HEXFRONT_ADMIN_TOKEN is used, not the token in the database."
        )
    elif token is None and kept is None:
        yield Finding("note", "admin", "There is no admin token (hexfront admin token makes one).")
    else:
        yield Finding("ok", "admin", "There is an admin token.")
    yield from _push(database)
    if not environment.get("HEXFRONT_MAIL"):
        yield Finding("note", "mail", "HEXFRONT_MAIL is not set: no notices by e-mail.")
        return
    try:
        import apprise

        known = apprise.Apprise.instantiate(environment["HEXFRONT_MAIL"]) is not None
    except ImportError:
        known = False
    how: Literal["ok", "wrong"] = "ok" if known else "wrong"
    said = "is understood" if known else "is no address of a mail account that apprise understands"
    yield Finding(how, "mail", f"HEXFRONT_MAIL {said}.")


def _push(database: Database) -> Iterator[Finding]:
    pem = database.read(store.setting("vapid"))
    if pem is None:
        yield Finding("note", "push", "No keys for web push yet: the first start makes them.")
        return
    try:
        from py_vapid import Vapid

        Vapid.from_pem(pem.encode())
        yield Finding("ok", "push", "The keys for web push are good.")
    except ImportError:
        yield Finding("note", "push", "Web push needs the extra hexfront[serve].")
    except Exception:
        yield Finding(
            "wrong", "push", "The keys for web push cannot be read: delete the setting 'vapid'."
        )


def _machine() -> Iterator[Finding]:
    if os.name != "posix":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = math.inf if soft == resource.RLIM_INFINITY else soft
    how: Literal["ok", "note"] = "ok" if most >= FILES else "note"
    yield Finding(
        how, "limits", f"A process may open {soft} files (at most {hard}); wanted: {FILES}."
    )


def _fetch(url: str) -> tuple[int, Mapping[str, str]]:
    with urlopen(Request(url, headers={"User-Agent": "hexfront-doctor"}), timeout=10) as answer:
        return answer.status, dict(answer.headers)


def _origin(origin: str | None, fetch: Fetch) -> Iterator[Finding]:
    if origin is None:
        yield Finding("note", "origin", "Not tried: name it with --origin.")
        return
    if not origin.startswith("https://"):
        yield Finding(
            "note", "origin", f"{origin} is not encrypted: only for a network of your own."
        )
    try:
        status, headers = fetch(f"{origin}/api/health")
    except OSError as problem:
        yield Finding("wrong", "origin", f"{origin} does not answer: {problem}.")
        return
    how: Literal["ok", "wrong"] = "ok" if status == 200 else "wrong"
    yield Finding(how, "origin", f"{origin}/api/health answers {status}.")
    said = {name.lower(): value for name, value in headers.items()}
    if "date" in said:
        drift = parsedate_to_datetime(said["date"]).timestamp() - time.time()
        far: Literal["ok", "wrong"] = "ok" if abs(drift) <= 4 * DRIFT else "wrong"
        yield Finding(
            far, "clock", f"The time at {origin} differs from this machine's by {drift:.0f} s."
        )
    if "content-security-policy" not in said:
        yield Finding(
            "wrong", "origin", "The proxy removes security headers, or another program answers."
        )
