"""Opening the database: SQLite in a file by default, PostgreSQL by its URL."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import re
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Float,
    cast,
    create_engine,
    event,
    func,
    inspect,
    literal,
    make_url,
    text,
)
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused, malformed
from hexfront.server.metrics import Histogram
from hexfront.server.storage.files import make_private
from hexfront.server.storage.schema import HEAD

T = TypeVar("T")
Job = Callable[[Connection], T]

GATHERED = "hexfront.gathered"
BATCH = 200
"""The most writes that share one commit."""
GATHER = 0.004
"""Seconds that the writer waits for more to share a commit, while writes come faster than commits."""


def sqlite_url(folder: Path, name: str = "hexfront.db") -> str:
    """A database in a folder."""
    return f"sqlite:///{folder / name}"


class Database:
    """An open database: readers in any thread, one thread that writes.

    Writes that come together share a transaction, and so one flush to disk; each succeeds only
    once it is committed.
    """

    def __init__(self, url: str) -> None:
        self.writes: Histogram | None = None
        """Where the time of each transaction is noted."""
        self.engine = _engine(url)
        self.postgres = self.engine.dialect.name == "postgresql"
        try:
            upgrade(self.engine)
        except BaseException:
            self.engine.dispose()
            raise
        self._jobs: queue.SimpleQueue[Wanted | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._writing: Connection | None = None
        """SQLite's connection to write, which stays open: taking one anew is half of what a write costs."""

    def close(self) -> None:
        """Finish pending writes, then close."""
        if self._writer is not None:
            self._jobs.put(None)
            self._writer.join()
            self._writer = None
        self.engine.dispose()

    def read(self, job: Job[T]) -> T:
        """Run a job that only reads, in this thread."""
        with self.engine.connect() as connection:
            return job(connection)

    def submit(self, job: Job[T]) -> Future[T]:
        """Queue a write; the future is done when it is committed."""
        future: Future[T] = Future()
        self._put((job, future))
        return future

    async def written(self, job: Job[T]) -> T:
        """Write, and wait in the event loop until it is committed."""
        waiting = _Waiting()
        self._put((job, waiting))
        found: T = await waiting.future
        return found

    def _put(self, wanted: Wanted) -> None:
        self._jobs.put(wanted)
        if self._writer is None:
            self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
            self._writer.start()

    def write(self, job: Job[T]) -> T:
        """Write and wait for it."""
        return self.submit(job).result()

    def _write(self) -> None:
        open_, crowded = True, False
        while open_:
            batch = [self._jobs.get()]
            if crowded:  # a commit costs more than what it writes; who writes alone does not wait
                time.sleep(GATHER)
            while len(batch) < BATCH and not self._jobs.empty():
                batch.append(self._jobs.get())
            open_ = None not in batch
            jobs = [item for item in batch if item is not None]
            # A job whose caller has left before it was started is skipped.
            self._commit([item for item in jobs if item[1].set_running_or_notify_cancel()])
            crowded = len(batch) > 1 or not self._jobs.empty()
        self._stop_writing()

    def _commit(self, batch: list[Wanted]) -> None:
        """Run jobs in one transaction; if one fails, run each by itself, so that it affects no other.

        If the commit itself fails nothing is tried again: it may have succeeded after all.
        """
        try:
            start = time.perf_counter()
            results = self._transaction([job for job, _ in batch])
            if self.writes is not None and batch:
                self.writes.observe(time.perf_counter() - start)
        except _JobFailed as failed:
            if len(batch) == 1:
                batch[0][1].set_exception(failed.problem)
            else:
                for item in batch:
                    self._commit([item])
            return
        except Exception as problem:
            for _, future in batch:
                future.set_exception(problem)
            return
        waiting: dict[asyncio.AbstractEventLoop, list[tuple[_Waiting, Any]]] = {}
        for (_, future), result in zip(batch, results, strict=True):
            if isinstance(future, _Waiting):
                waiting.setdefault(future.loop, []).append((future, result))
            else:
                future.set_result(result)
        for loop, settled in waiting.items():  # a loop is woken once for all of them
            with contextlib.suppress(RuntimeError):  # it is closed: nobody waits any more
                loop.call_soon_threadsafe(_settle_all, settled)

    def _transaction(self, jobs: list[Job[Any]]) -> list[Any]:
        if not jobs:
            return []
        connection = self._writing or self.engine.connect().execution_options(writing=True)
        self._writing = connection
        try:
            with connection.begin():
                connection.info[GATHERED] = {}
                try:
                    results = [job(connection) for job in jobs]
                    for work, items in connection.info.pop(GATHERED).items():
                        work(connection, items)
                except Exception as problem:
                    raise _JobFailed(problem) from None
        except BaseException:
            self._stop_writing()
            raise
        if self.postgres:  # a server that was restarted is noticed when a connection is taken
            self._stop_writing()
        return results

    def _stop_writing(self) -> None:
        connection, self._writing = self._writing, None
        if connection is not None:
            connection.close()


class _Waiting:
    """What somebody in an event loop waits for: for the writer like a `Future`, with less around it."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()

    def set_running_or_notify_cancel(self) -> bool:
        """Whether somebody still waits."""
        return not self.future.cancelled()

    def set_exception(self, problem: Exception) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self.loop.call_soon_threadsafe(self._fail, problem)

    def _fail(self, problem: Exception) -> None:
        if not self.future.done():
            self.future.set_exception(problem)


def _settle_all(settled: list[tuple[_Waiting, Any]]) -> None:
    for waiting, result in settled:
        if not waiting.future.done():
            waiting.future.set_result(result)


Wanted = tuple[Job[Any], "Future[Any] | _Waiting"]
"""A job to be written, and who is told of it."""


class _JobFailed(Exception):
    """A job failed, not the transaction it is in."""

    def __init__(self, problem: Exception) -> None:
        super().__init__()
        self.problem = problem


def gather(
    connection: Connection, work: Callable[[Connection, list[T]], None], items: Iterable[T]
) -> None:
    """Do something once before the commit, for the items of all jobs that share it."""
    connection.info[GATHERED].setdefault(work, []).extend(items)


def driven(connection: Connection, statement: str, values: Json | list[Json]) -> int:
    """Carry out a statement, with the values of one row or of several; how many rows it has changed.

    SQLite's driver is asked itself: what SQLAlchemy does around a statement takes longer than the statement.
    """
    if connection.dialect.name == "postgresql":
        return connection.exec_driver_sql(_for_psycopg(statement), values).rowcount
    cursor = connection.connection.cursor()
    try:
        if isinstance(values, list):
            cursor.executemany(statement, values)
        else:
            cursor.execute(statement, values)
        return int(cursor.rowcount)
    finally:
        cursor.close()


@cache
def _for_psycopg(statement: str) -> str:
    return re.sub(r":(\w+)", r"%(\1)s", statement)


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise malformed(
            "The database is named by a URL: sqlite:///file or postgresql://..."
        ) from None
    # hide_parameters: what players write must not appear in the server's log with an error.
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise malformed("The database is SQLite or PostgreSQL.")
    try:
        if parsed.get_backend_name() == "postgresql":
            return create_engine(
                parsed, pool_pre_ping=True, pool_size=8, max_overflow=8, hide_parameters=True,
                connect_args={"client_encoding": "utf8"},
            )  # fmt: skip
        make_private(url)
        engine = create_engine(parsed, connect_args={"timeout": 30}, hide_parameters=True)
    except ImportError as error:
        raise Refused(None, f"This database needs the extra hexfront[serve] ({error}).") from None
    event.listen(engine, "connect", _settle_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _settle_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("writing")
    # The driver itself: what SQLAlchemy does around a statement takes longer than this one.
    begun: Any = connection.connection.cursor()
    begun.execute("BEGIN IMMEDIATE" if writing else "BEGIN")
    begun.close()


def upgrade(engine: Engine) -> None:
    """Migrate the database to the current schema; refused if a newer Hexfront made it."""
    try:
        with engine.connect() as connection:
            _check_encoding(connection)
            if _revision(connection) == HEAD:
                return
        with engine.connect().execution_options(writing=True) as connection, connection.begin():
            if connection.dialect.name == "postgresql":  # one server process at a time
                connection.execute(text("SELECT pg_advisory_xact_lock(4837261)"))
            _migrate(connection)
    except SQLAlchemyError as error:
        first = str(getattr(error, "orig", None) or error).split("\n")[0]
        raise Refused(None, f"The database cannot be opened: {first}.") from None


def _check_encoding(connection: Connection) -> None:
    """Refuse a PostgreSQL database that cannot hold every name: where no locale is set it may be any."""
    if connection.dialect.name != "postgresql":
        return
    encoding = connection.scalar(text("SHOW server_encoding"))
    if encoding not in ("UTF8", "SQL_ASCII"):
        raise Refused(
            None,
            f"The database's encoding is {encoding}; it must be UTF8 (createdb -E UTF8 -T template0).",
        )


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "hexfront.server.storage:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        raise Refused(None, "The database was made by a newer Hexfront.") from None


def now() -> float:
    """The current time of this machine in the form that is stored: only to be shown."""
    return time.time()


def clock(connection: Connection) -> ColumnElement[float]:
    """The database's time: processes on several machines agree on what has run out."""
    if connection.dialect.name == "postgresql":
        return cast(func.extract("epoch", func.clock_timestamp()), Float)
    return literal(time.time())


CLOCKS = {"postgresql": "EXTRACT(EPOCH FROM clock_timestamp())", "sqlite": ":now"}
"""The same in statements that are written out."""
