"""Connections that do not wait for ever: who opens one must say soon what they want, and read what they get."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

HEADER_SECONDS = 15.0
"""How long the head of a request may take to arrive."""
UNREAD_SECONDS = 30.0
"""How long what was sent may lie there of which nothing is taken: then the connection is cut."""
LOOKS = 3
"""So often it is looked whether something was taken meanwhile."""
MOST_UNREAD = 2**20
"""Bytes of answers to a WebSocket's pings that may lie there."""
MOST_PARTS = 1000
"""The most frames that a WebSocket's message may come in."""
AT_ONCE = "hexfront.at_once"
"""By this name a connection's scope says how to send without waiting, past the layers between."""


class Unread:
    """Looks whether what was sent is taken; a connection of which nobody reads is cut, closed or not."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self._size = self._times = 0
        self._timer = self._again()

    def _again(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(UNREAD_SECONDS / LOOKS, self._look)

    def _look(self) -> None:
        size = self._transport.get_write_buffer_size()
        self._times = self._times + 1 if 0 < self._size <= size else 0
        self._size = size
        if self._times >= LOOKS:
            self._transport.abort()
        else:
            self._timer = self._again()

    def stop(self) -> None:
        """The connection is gone."""
        self._timer.cancel()


class Talking(WebSocketsSansIOProtocol):
    """A WebSocket that costs no more than its messages: not by pings, empty parts or not reading."""

    _unread: Unread | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._unread = Unread(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._unread is not None:
            self._unread.stop()
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][AT_ONCE] = {"send": self.send_at_once}

    def send_at_once(self, text: bytes) -> bool:
        """Send a message now; False if that has to wait, or is no longer possible.

        The same as `send` does with it, without a task, a queue and five calls: a third of what it costs.
        """
        if not self.writable.is_set() or self.close_sent or self.disconnected:
            return False
        if self.conn.state is not State.OPEN or self.conn.writes or self.conn.extensions:
            return False
        self.transport.write(head_of(len(text)) + text)
        return True

    def handle_ping(self) -> None:
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) >= MOST_PARTS:
            self.transport.abort()
        else:
            super().handle_cont(event)


def head_of(length: int) -> bytes:
    """What stands before a text message of so many bytes that comes in one frame. RFC 6455, 5.2"""
    if length < 126:
        return bytes((0x81, length))
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


class Impatient(H11Protocol):
    """Closes a connection whose request has not begun in time: half a request ties up nothing."""

    _patience: asyncio.TimerHandle | None = None
    _unread: Unread | None = None
    _upgraded = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._unread = Unread(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        before: Any = self.cycle
        super().data_received(data)
        if self.cycle is not before:  # the head has come
            self._stop()
        elif (
            not self._upgraded
            and self._patience is None
            and getattr(before, "response_complete", True)
        ):
            self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._upgraded = True
        self._stop()
        if self._unread is not None:
            self._unread.stop()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        if self._unread is not None:
            self._unread.stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._patience = asyncio.get_running_loop().call_later(HEADER_SECONDS, self._give_up)

    def _stop(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _give_up(self) -> None:
        self._patience = None
        if not self.transport.is_closing():
            self.transport.close()
