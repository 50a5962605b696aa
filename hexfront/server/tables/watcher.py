"""One open page at a table."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from starlette.websockets import WebSocket, WebSocketDisconnect

from hexfront.kernel.fields import AnyJson
from hexfront.server.http.messages import encode
from hexfront.server.http.protocol import AT_ONCE
from hexfront.server.tables.table import Rights, Table

BACKLOG = 200
"""A page this many messages behind is disconnected; it reconnects and catches up."""
HEAVY = 4_000_000
"""The same for a page this many bytes behind."""


class Watcher:
    """A page: the side it looks from, what it has been sent, and what is queued for it."""

    def __init__(
        self, socket: WebSocket, rights: Rights, entitled: Callable[[Table], Rights]
    ) -> None:
        self.socket = socket
        self.rights = rights
        self.entitled = entitled
        """The rights that the page's secrets give at a table as it is now."""
        self.seated = False
        self.side: int | None = None
        self.version = -1
        """The version of the last push; -1: the next one is the whole state."""
        self.since = 0
        direct = (socket.scope.get("extensions") or {}).get(AT_ONCE)
        self._at_once: Callable[[bytes], bool] | None = direct and direct["send"]
        self._queue: asyncio.Queue[bytes | int] = asyncio.Queue(BACKLOG)
        self._waiting = 0
        """The number of bytes queued, or just being sent."""
        self._sender = asyncio.create_task(self._drain())

    def plays(self, side: str, table: Table) -> bool:
        """Whether this is the page of a side's player, not one that only looks from there."""
        here = self.side is not None and table.game.sides[self.side] == side
        return here and side in self.rights.sides

    async def _drain(self) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
            while isinstance(item := await self._queue.get(), bytes):
                await self.socket.send_text(item.decode())
                self._waiting -= len(item)
            await self.socket.close(item)

    def send(self, message: AnyJson) -> None:
        """Send a message, or queue it."""
        self.send_text(encode(message))

    def send_text(self, text: bytes) -> None:
        """Send an encoded message after those before it; a page too far behind is disconnected."""
        nothing_waits = not self._waiting and self._queue.empty()
        if nothing_waits and self._at_once is not None and self._at_once(text):
            return
        if self._queue.full() or self._waiting > HEAVY:
            self._sender.cancel()
            self._sender = asyncio.create_task(self._hang_up(1013))
            return
        self._waiting += len(text)
        self._queue.put_nowait(text)

    def close(self, code: int) -> None:
        """Close the connection after what is queued, or at once if the queue is full."""
        if self._queue.full():
            self._sender.cancel()
            self._sender = asyncio.create_task(self._hang_up(code))
        else:
            self._queue.put_nowait(code)

    async def _hang_up(self, code: int) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
            await self.socket.close(code)

    async def finish(self, seconds: float = 1.0) -> None:
        """Send what is queued, then stop."""
        with contextlib.suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(self._sender, seconds)

    def stop(self) -> None:
        """Stop sending: the page is closed."""
        self._sender.cancel()
