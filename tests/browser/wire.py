"""What a page was sent, and what it may not have been told."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Response, WebSocket

from hexfront.games.registry import find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.match import load_match
from tests.browser.stage import Player
from tests.server.open_page import merged
from tests.server.test_page import hidden_from, strings

SIDES = ("german", "soviet")


class Wire:
    """Everything a page was sent: states and replies on its line, moments of the replay."""

    def __init__(self, player: Player) -> None:
        self.heard: list[Json] = []
        self.moments: list[Response] = []
        player.page.on("websocket", self._listen)
        player.page.on("response", self._fetched)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))

    def _fetched(self, response: Response) -> None:
        if "/at/" in response.url:
            self.moments.append(response)


class Truth:
    """What was hidden from whom after every choice of a game."""

    def __init__(self, record: Json) -> None:
        done = load_match(record, find_game)
        match = done.fork(0)
        self.hidden: list[dict[str | None, set[str]]] = []
        for choice in [None, *done.choices]:
            if choice is not None:
                match.choose(choice)
            sides: list[int | None] = [0, 1, None]
            names = (*SIDES, None)
            secrets = [hidden_from(match, side) for side in sides]
            self.hidden.append(dict(zip(names, secrets, strict=True)))

    def check(self, heard: list[Json]) -> dict[str | None, int]:
        """That no message tells a secret; how many secrets each seat was not told."""
        kept: dict[str | None, int] = dict.fromkeys((*SIDES, None), 0)
        number, side = 0, None
        state: Json = {}
        for message in heard:
            told: Any = message
            if message["type"] in ("state", "change"):
                state = message if message["type"] == "state" else merged(state, message)
                number, side = state["number"], state["view"]["side"]
                told = {**state["view"], "off_map": {}, "options": {}}
                for entry in message["entries"]:
                    if entry["what"] in ("move", "held"):
                        assert not self.hidden[entry["number"]][side] & set(entry["units"]), entry
            secret = self.hidden[number][side]
            assert not secret & set(strings(told)), (number, side)
            kept[side] += len(secret)
        return kept
