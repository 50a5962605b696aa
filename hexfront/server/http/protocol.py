"""HTTP connections that do not wait for ever: whoever opens one must say soon what they want."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 15.0
"""How long the head of a request may take to arrive."""


class Impatient(H11Protocol):
    """Closes a connection whose request has not begun in time: half a request ties up nothing."""

    _patience: asyncio.TimerHandle | None = None
    _upgraded = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
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
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
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
