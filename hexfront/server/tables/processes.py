"""Several server processes at one PostgreSQL: how they notify each other (LISTEN/NOTIFY).

Without PostgreSQL there is only one process; presence is still computed here.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import threading
import time
from typing import TYPE_CHECKING, Any

from hexfront.kernel.fields import Json
from hexfront.server.http import replies
from hexfront.server.storage import store

if TYPE_CHECKING:
    from hexfront.server.tables.hub import Hub


FORGET = 75.0
"""Seconds of silence after which a process counts as gone; greetings come at half that interval."""
_log = logging.getLogger("hexfront")


class Others:
    """The other server processes, as seen by this one."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.me = secrets.token_hex(6)
        self._elsewhere: dict[str, dict[str, tuple[float, list[str], int]]] = {}
        """Who is present in which game at which other process, and until when that is valid."""
        self._sent: dict[str, replies.Presence] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def payload(self, game: str, what: str, **more: Any) -> str:
        """The text of an announcement about a game."""
        return json.dumps({"by": self.me, "game": game, "what": what, **more})

    # Listening --------------------------------------------------------------------------------

    def start(self) -> None:
        """Listen to the others, if there can be any."""
        self._loop = asyncio.get_running_loop()
        if self.hub.database.postgres:
            self._thread = threading.Thread(target=self._listen, name="listener", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join(5)

    def _listen(self) -> None:
        import psycopg

        url = self.hub.database.engine.url.set(drivername="postgresql")
        address = url.render_as_string(hide_password=False)
        while not self._closed.is_set():
            try:
                with psycopg.connect(
                    address, autocommit=True, client_encoding="utf8"
                ) as connection:
                    connection.execute(f"LISTEN {store.CHANNEL}")
                    self._call({"what": "missed"})
                    while not self._closed.is_set():
                        for notice in connection.notifies(timeout=1.0):
                            self._call(json.loads(notice.payload))
            except psycopg.Error as problem:
                _log.warning("lost the connection to the database: %s", problem)
                self._closed.wait(1.0)

    def _call(self, message: Json) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._hear, message)

    def _hear(self, message: Json) -> None:
        if message.get("by") == self.me:
            return
        what, game = message["what"], message.get("game", "")
        if what == "log":
            self._do(self.hub.catch_up(game))
        elif what == "seats":
            self._do(self.hub.reread_seats(game))
        elif what == "chat":
            self._do(self.hub.heard_chat(game))
        elif what == "gone":
            self.hub.forget(game)
        elif what == "presence":
            until = time.monotonic() + FORGET
            self._elsewhere.setdefault(game, {})[message["by"]] = (
                until, message["sides"], message["looking"],
            )  # fmt: skip
            self._send_presence(game)
            if message["ask"] and self.hub.audience.of(game):
                self._greet(game, ask=False)
        elif what == "missed":  # anything may have happened while nobody listened
            for name in list(self.hub.tables):
                self._do(self.hub.catch_up(name))
                self._do(self.hub.reread_seats(name))
                self._do(self.hub.heard_chat(name))

    def _do(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Presence ---------------------------------------------------------------------------------

    def presence(self, game: str) -> replies.Presence:
        """Who is present, at this process or another."""
        sides, looking = self.hub.audience.present(game)
        here = set(sides)
        for until, theirs, more in self._elsewhere.get(game, {}).values():
            if until > time.monotonic():
                here.update(theirs)
                looking += more
        table = self.hub.tables.get(game)
        names = [] if table is None else table.humans
        return {
            "type": "presence",
            "here": {side: side in here for side in names},
            "watching": looking,
        }

    def presence_changed(self, game: str) -> None:
        """A page was opened or closed."""
        self._send_presence(game, always=True)
        if self.hub.database.postgres:
            self._greet(game, ask=True)

    def _send_presence(self, game: str, always: bool = False) -> None:
        if not self.hub.audience.of(game):
            self._sent.pop(game, None)
            return
        now = self.presence(game)
        if always or now != self._sent.get(game):
            self._sent[game] = now
            self.hub.audience.send(game, now)

    def _greet(self, game: str, ask: bool) -> None:
        sides, looking = self.hub.audience.present(game)
        said = self.payload(game, "presence", sides=sides, looking=looking, ask=ask)
        self.hub.database.submit(store.notify_others([said]))

    def refresh(self) -> None:
        """Greet the other processes, and forget those that have stopped."""
        moment = time.monotonic()
        for game in list(self._elsewhere):
            kept = {by: seen for by, seen in self._elsewhere[game].items() if seen[0] > moment}
            self._elsewhere[game] = kept
            if not kept:
                del self._elsewhere[game]
            self._send_presence(game)
        if self.hub.database.postgres:
            for game in self.hub.audience:
                self._greet(game, ask=False)
