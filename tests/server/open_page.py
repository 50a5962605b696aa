"""An open page at a table, for the tests of the server."""

from __future__ import annotations

import json
import warnings
from typing import Any

from hexfront.kernel.fields import Json
from hexfront.kernel.offer import read_offer
from hexfront.server.tables.changes import apply
from tests.declared import check_message

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have a successor of httpx
    from starlette.testclient import TestClient


def merged(old: Json, message: Json) -> Json:
    """The whole state after a push of what differs, as the page puts it together."""
    assert message["base"] == old["version"]
    state = {**old, **message, "type": "state", "view": apply(old["view"], message)}
    return {
        key: value for key, value in state.items() if key not in ("base", "gone", "stacks", "hexes")
    }


class Page:
    """An open page at a table: asks, waits for its answer, and keeps all it was ever sent."""

    def __init__(self, client: TestClient, table: str, **headers: str) -> None:
        self._open = client.websocket_connect(
            f"ws://localhost/api/tables/{table}/ws", headers=headers
        )
        self._socket = self._open.__enter__()
        self._next = 0
        self._asked: object = None
        self.wire: list[str] = []
        self.states: list[Json] = []

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *problem: Any) -> None:
        self._open.__exit__(*problem)

    def send(self, text: str) -> None:
        self._socket.send_text(text)

    def send_bytes(self, data: bytes) -> None:
        self._socket.send_bytes(data)

    def hear(self) -> Json:
        """The next message, whatever it is."""
        text = self._socket.receive_text()
        self.wire.append(text)
        message: Json = json.loads(text)
        check_message(message, self._asked)
        if message["type"] == "state":
            self.states.append(message)
        elif message["type"] == "change":
            self.states.append(merged(self.states[-1], message))
        return message

    def hear_out(self) -> None:
        """Listen until the line is closed."""
        while True:
            self.hear()

    def ask(self, do: object, **fields: Any) -> Json:
        """The reply to a request; what is pushed before it is kept."""
        self._next += 1
        self._asked = do
        self.send(json.dumps({"do": do, "id": self._next, **fields}))
        while True:
            message = self.hear()
            if message["type"] == "reply" and message["id"] == self._next:
                return message

    def sit(self, side: str | None) -> Json:
        reply = self.ask("sit", side=side)
        assert reply["ok"], reply
        return self.state

    @property
    def state(self) -> Json:
        return self.states[-1]

    @property
    def choices(self) -> list[list[Any]]:
        """What this seat may choose now."""
        decision = self.state["view"]["decision"] or {}
        return [list(choice) for choice in read_offer(decision.get("offer", []))]

    def choose(self, *choices: list[Any]) -> Json:
        return self.ask("choose", number=self.state["number"], choices=list(choices))


__all__ = ["Page", "TestClient", "merged"]
