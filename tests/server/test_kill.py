"""kill -9 of the server at random moments: what was acknowledged is there, once, and games go on.

Clocks run in them, and the players add to the dice meanwhile.
"""

from __future__ import annotations

import hashlib
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.server.postgres import Postgres
from tests.server.remote import Game, Line, Server

KILLS = int(os.environ.get("HEXFRONT_KILLS", "6"))
"""How often the server is killed, half of it on each database; `make soak` does it 200 times."""
GAMES = 3
SIDES = ("german", "soviet")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/games.db"
        return
    postgres = Postgres()
    yield postgres.new()
    postgres.close()


class Script:
    """Plays both seats of a game, legal choices at random, and writes down what was acknowledged."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.random = random.Random(seed)
        self.game: Game = server.new_game(shared_dice=True, clock={"days": 3, "then": "lose"})
        self.secrets = {side: f"{seed}{number}" * 32 for number, side in enumerate(SIDES)}
        """What each player adds to the dice."""
        self.acknowledged_shares: dict[str, set[str]] = {"pledges": set(), "opened": set()}
        self.known: list[list[Any]] = []
        """The choices the server has acknowledged, those that were taken back left out."""
        self.asked: list[list[Any]] | None = None
        """What was sent last and not answered: it may be there or not, whole."""
        self.acknowledged = 0
        self.error: BaseException | None = None

    def play(self) -> None:
        """Until the line breaks."""
        try:
            lines = {side: Line(self.server, self.game, side) for side in SIDES}
            for line in lines.values():
                line.sit()
            while True:
                self.step(lines)
                if self.random.random() < 0.3:
                    self.add_to_the_dice(lines)
        except TimeoutError as error:  # whoever is killed hangs up; one who is silent is stuck
            self.error = error
        except (OSError, WebSocketException):
            pass  # killed
        except BaseException as error:
            self.error = error

    def add_to_the_dice(self, lines: dict[str, Line]) -> None:
        """A player pledges what they add to the dice, or opens it."""
        sharing = lines["german"].state["sharing"]
        if not sharing["missing"]:
            return
        side = self.random.choice(sharing["missing"])
        secret, line = self.secrets[side], lines[side]
        what = "opened" if len(sharing["pledges"]) == len(SIDES) else "pledges"
        if what == "opened":
            reply = line.ask("share", share=secret)
        elif side not in sharing["pledges"]:
            reply = line.ask("pledge", pledge=hashlib.sha256(bytes.fromhex(secret)).hexdigest())
        else:
            return
        assert reply["ok"], reply
        self.acknowledged_shares[what].add(side)
        self.version = line.state["version"]

    def step(self, lines: dict[str, Line]) -> None:
        """One deed of whoever is to decide."""
        number = len(self.known)
        for line in lines.values():
            while line.state["number"] != number or line.state["version"] < self.version:
                line.hear()
        decider = lines["german"].state["view"]["decision"]["side"]
        line = lines[decider]
        assert set(line.state["deadlines"]) <= {decider}
        if line.state["undo"] and self.random.random() < 0.1:
            self.asked = self.known[:-1]
            assert line.ask("undo")["ok"]
            self.known.pop()
        else:
            places = [c for c in line.choices if c[0] not in ("take", "drop", "leave", "cancel")]
            choice = self.random.choice(places or line.choices)
            self.asked = [*self.known, choice]
            reply = line.choose(choice)
            waits = not reply["ok"] and "wait for the part of" in reply["error"]["message"]
            assert reply["ok"] or waits, reply
            if waits:
                self.asked = None
                self.add_to_the_dice(lines)
                return
            self.known.append(choice)
        self.asked = None
        self.acknowledged += 1
        self.version = line.state["version"]

    version = 0

    def check(self) -> None:
        """After the restart: everything acknowledged, nothing twice."""
        assert self.error is None, self.error
        record = self.server.admin(f"/api/admin/tables/{self.game.name}/record")
        there = record["choices"]
        allowed = [self.known] if self.asked is None else [self.known, self.asked]
        assert there in allowed, (len(there), len(self.known), self.asked)
        self.known, self.asked = there, None
        line = Line(self.server, self.game, "german")
        state = line.sit()
        assert state["number"] == len(there)
        for what, there_are in self.acknowledged_shares.items():
            assert there_are <= set(state["sharing"][what]), (what, there_are, state["sharing"])
        assert record.get("shares", {}).items() <= self.secrets.items()
        if not state["sharing"]["missing"]:
            assert set(state["deadlines"]) == {state["view"]["decision"]["side"]}
        self.version = state["version"]
        if there:  # the last choice that was acknowledged, once more
            sides = [line, Line(self.server, self.game, "soviet")]
            sides[1].sit()
            for again in sides:
                for old in ({"number": len(there) - 1}, {"version": 0}):
                    late = again.ask("choose", choices=[there[-1]], **old)
                    assert not late["ok"]
                    assert "too late" in late["error"]["message"], late
            sides[1].close()
        line.close()


def wait_until(true: Callable[[], bool]) -> None:
    """Look again and again; players who are stuck report it themselves."""
    end = time.monotonic() + 300
    while not true() and time.monotonic() < end:
        time.sleep(0.02)


def test_what_was_acknowledged_survives_kill_9(database: str) -> None:
    chance = random.Random(7)
    with Server(database) as server:
        scripts = [Script(server, seed) for seed in range(GAMES)]
        waited = 0
        for _ in range(KILLS // 2):
            players = [threading.Thread(target=script.play) for script in scripts]
            for player in players:
                player.start()
            before = sum(script.acknowledged for script in scripts)
            if chance.random() < 0.8:  # else perhaps while they are still sitting down
                wait_until(lambda: sum(s.acknowledged for s in scripts) > before + 5)  # noqa: B023
                waited += 1
            time.sleep(chance.uniform(0.0, 0.5))
            server.kill()
            for player in players:
                player.join()
            server.start()
            for script in scripts:
                script.check()
        played = sum(script.acknowledged for script in scripts)
        assert played >= 6 * waited >= 6, "hardly anything was played between the kills"
