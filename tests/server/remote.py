"""`hexfront serve` as a process, and programs that play at it over the wire."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hexfront.kernel.fields import Json
from hexfront.kernel.offer import read_offer
from tests.evidence import ServerLog
from tests.server.open_page import merged
from tests.server.postgres import free_port

ADMIN = "an-admin-token-that-nobody-guesses-0123456789"


class Server:
    """A server process at a database; it can be killed and started again at the same port."""

    def __init__(
        self, url: str, *options: str, port: int | None = None, program: str = "hexfront.cli"
    ) -> None:
        self.url = url
        self._program = program
        self.port = port or free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self._options = options
        self._log = ServerLog()
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", self._program, "serve", "--port", str(self.port),
             "--db", self.url, "--no-limits", *self._options],
            stdout=subprocess.DEVNULL, stderr=self._log.file,
            env={**os.environ, "HEXFRONT_ADMIN_TOKEN": ADMIN},
        )  # fmt: skip
        self.http = httpx.Client(base_url=self.origin, timeout=120, trust_env=False)
        end = time.monotonic() + 180
        while time.monotonic() < end:
            try:
                if self.http.get("/api/health").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
            if self.process.poll() is not None:
                raise RuntimeError(f"the server does not start: {self._log.text()}")
        raise TimeoutError("the server does not answer")

    def kill(self) -> None:
        """kill -9."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.http.close()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(120)
        self.http.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *problem: object) -> None:
        if self.process.poll() is None:
            self.kill()
        self._log.close()

    def admin(self, path: str) -> Json:
        """What the admin is told."""
        reply = self.http.get(path, headers={"authorization": f"Bearer {ADMIN}"})
        assert reply.status_code == 200, reply.text
        found: Json = reply.json()
        return found

    def new_game(self, seats: Json | None = None, **more: Any) -> Game:
        """A new game, with both seats' secrets in our hands."""
        body = {"seats": seats or {}, "name": "Anna", **more}
        reply = self.http.post("/api/tables", json=body)
        assert reply.status_code == 200, reply.text
        made = reply.json()
        tokens = {name.removeprefix("seat-"): value for name, value in reply.cookies.items()}
        for side, link in made["invitations"].items():
            joined = self.http.post(
                "/api/join", json={"token": link.partition("#")[2], "name": f"Boris {side}"}
            )
            assert joined.status_code == 200, joined.text
            tokens[side] = joined.cookies[f"seat-{side}"]
        if made["watch_link"]:
            token = made["watch_link"].partition("#")[2]
            joined = self.http.post("/api/join", json={"token": token, "name": "Vera"})
            tokens["watch"] = joined.cookies["seat-watch"]
        self.http.cookies.clear()
        return Game(made["id"], tokens)


class Game:
    """A game's id and the secrets of its seats."""

    def __init__(self, name: str, tokens: dict[str, str]) -> None:
        self.name = name
        self.tokens = tokens


class Line:
    """A WebSocket at a seat: asks, hears, and keeps the state as a page would."""

    def __init__(self, server: Server, game: Game, side: str | None) -> None:
        address = f"ws://127.0.0.1:{server.port}/api/tables/{game.name}/ws"
        token = game.tokens[side or "watch"]
        self.side = side
        self._open = connect(
            address,
            additional_headers={"authorization": f"Bearer {token}"},
            max_size=2**24,
            proxy=None,
            open_timeout=120,
            compression=None,
            ping_interval=None,
            max_queue=None,  # a line that is not heard for a while must not fall silent
        )
        self.socket: ClientConnection = self._open.__enter__()
        self.state: Json = {}
        self.heard: list[Json] = []
        self.wire: list[str] | None = None
        """Everything that came, if somebody wants to search it."""
        self._next = 0

    def hear(self, timeout: float = 180) -> Json:
        """The next message."""
        text = self.socket.recv(timeout=timeout)
        assert isinstance(text, str)
        if self.wire is not None:
            self.wire.append(text)
        message: Json = json.loads(text)
        if message["type"] == "state":
            self.state = message
        elif message["type"] == "change":
            self.state = merged(self.state, message)
        elif message["type"] != "reply":
            self.heard.append(message)
        return message

    def ask(self, do: str, **fields: Any) -> Json:
        """The reply to a request."""
        self._next += 1
        self.socket.send(json.dumps({"do": do, "id": self._next, **fields}))
        while True:
            message = self.hear()
            if message["type"] == "reply" and message["id"] == self._next:
                return message

    def sit(self) -> Json:
        """Sit down."""
        reply = self.ask("sit", side=self.side)
        assert reply["ok"], reply
        return self.state

    def choose(self, *choices: list[Any]) -> Json:
        """Take choices at the version the page has."""
        return self.ask("choose", version=self.state["version"], choices=list(choices))

    @property
    def choices(self) -> list[list[Any]]:
        """What this seat may choose now."""
        decision = self.state["view"]["decision"] or {}
        return [list(choice) for choice in read_offer(decision.get("offer", []))]

    def close(self) -> None:
        """Hang up."""
        self._open.__exit__(None, None, None)


__all__ = ["ADMIN", "ConnectionClosed", "Game", "Line", "Server"]
