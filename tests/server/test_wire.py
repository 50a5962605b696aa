"""What goes over the wire of a real server: no 500s, nonsense is answered politely."""

from __future__ import annotations

import json
import os
import random
import string
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from websockets.exceptions import ConnectionClosed

from tests.server.remote import ADMIN, Line, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("wire")
    with Server(f"sqlite:///{folder}/games.db", "--workers", "1") as server:
        yield server


# Nonsense -----------------------------------------------------------------------------------------

DOS = ["sit", "pace", "choose", "undo", "ask-undo", "draw", "answer", "withdraw", "chat", "note",
       "why", "zoc", "supply", "reach", "path", "odds", "stop"]  # fmt: skip


SIDES = ["german", "soviet", "nobody"]
UNITS = [["16Pz"], ["16Pz", "16Pz"], ["no such unit"], []]
HEXES = ["2218", "9999", "here"]
FIELDS: dict[str, dict[str, list[Any]]] = {
    "sit": {"side": [*SIDES, None], "version": [0, 99], "since": [0, 99]},
    "choose": {"choices": [[["fly"]], [["done"], ["done"]], [[]]], "version": [0, 10**6]},
    "undo": {"to": [0, 10**6]},
    "ask-undo": {"to": [0, 10**6]},
    "answer": {"offer": ["undo"], "yes": [True, False], "version": [0, 10**6]},
    "withdraw": {"offer": ["undo", "draw"]},
    "why": {"choice": [["fly"], ["done", 1], []]},
    "zoc": {"side": SIDES},
    "supply": {"side": SIDES},
    "reach": {"units": UNITS},
    "path": {"units": UNITS, "to": HEXES},
    "odds": {"target": HEXES, "units": UNITS},
    "reasons": {"at": [[0], [-1], [10**6]]},
    "stop": {},
    "pledge": {"pledge": ["0" * 64, "g" * 64]},
    "share": {"share": ["0" * 64]},
    "claim": {},
}
MESSAGES = int(os.environ.get("HEXFRONT_MALFORMED", "10000"))
"""How many malformed messages are sent; `make soak` sends 20,000."""


def nonsense(chance: random.Random) -> str | bytes:
    """A message that is none, in one of many ways."""

    def value(depth: int = 0) -> Any:
        kinds: list[Any] = [
            None,
            True,
            -1,
            1e308,
            2**70,
            "",
            "german",
            "16Pz",
            "2218",
            "\x00",
            "é" * 9,
        ]
        if depth < 3 and chance.random() < 0.3:
            return [value(depth + 1) for _ in range(chance.randrange(4))]
        if depth < 3 and chance.random() < 0.2:
            return {chance.choice(["a", "kg", "do"]): value(depth + 1)}
        return chance.choice(kinds)

    way = chance.randrange(6)
    if way == 0:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
    if way == 1:
        return "".join(chance.choice(string.printable) for _ in range(chance.randrange(80)))
    if way == 2:
        return "[" * chance.randrange(2000)
    if way == 4:  # the fields are right, what is in them is not: the handlers are reached
        do = chance.choice(list(FIELDS))
        fields = {field: chance.choice([*right, value()]) for field, right in FIELDS[do].items()}
        return json.dumps({"do": do, "id": 1, **fields})
    message = {"do": chance.choice([*DOS, "fly", "", None]), "id": value()}
    for field in ("side", "choices", "choice", "number", "version", "units", "to", "target", "text",
                  "support", "seconds", "offer", "since"):  # fmt: skip
        if chance.random() < 0.3:
            message[field] = value()
    if chance.random() < 0.5:
        message["nonsense"] = value()  # a field that no message has
    text = json.dumps(message)
    return text[: chance.randrange(len(text))] if way == 3 else text


def test_thousands_of_malformed_messages(server: Server) -> None:
    """Each gets an answer or the line is closed with a reason; the server stays well."""
    made = server.new_game()
    chance = random.Random(10)
    sent = closed = answered = sensible = reached = 0
    codes: set[int | None] = set()
    line: Line | None = None
    while sent < MESSAGES:
        if line is None:
            line = Line(server, made, chance.choice(["german", "soviet", None]))
        try:
            line.socket.send(nonsense(chance))
            sent += 1
            reply = line.hear(timeout=180)
            while reply["type"] != "reply":
                reply = line.hear(timeout=180)
            if reply["ok"]:  # by chance it made sense
                sensible += 1
            else:
                assert reply["error"]["message"]
                reached += reply["error"]["kind"] != "malformed"
            assert "Traceback" not in str(reply)
            answered += 1
        except ConnectionClosed as end:
            codes.add(None if end.rcvd is None else end.rcvd.code)
            closed += 1
            line.close()
            line = None
    assert answered > 0.9 * MESSAGES
    assert 0 < sensible < 0.1 * MESSAGES
    assert reached > 100, "those that are well formed come to the one who knows the game"
    assert closed > 100
    assert codes == {4400}, "always closed politely"
    too_long = Line(server, made, "german")
    too_long.socket.send("x" * 70_000)
    with pytest.raises(ConnectionClosed) as gone:
        too_long.hear()
    assert gone.value.rcvd is None or gone.value.rcvd.code == 1009
    assert server.http.get("/api/health").json() == {"ok": True}
    good = Line(server, server.new_game(), "german")
    assert good.sit()["number"] == 0
    assert good.choose(good.choices[0])["ok"]
    good.close()


FEW = settings(
    max_examples=20,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
]


# The schema ---------------------------------------------------------------------------------------


@pytest.mark.filterwarnings(
    "ignore:Do not use the `random` module:Warning"
)  # its own strategies do
def test_schemathesis_finds_no_500_and_no_violation_of_the_schema(server: Server) -> None:
    """Every route, with what fits the schema and what does not, with and without secrets."""
    schema: Any = schemathesis.openapi.from_url(f"{server.origin}/api/openapi.json")
    made = server.new_game()
    chance = random.Random(1)

    def check(case: Any) -> None:
        parts = case.path_parameters or {}
        if "id" in parts and chance.random() < 0.7 and not case.path.endswith("/delete"):
            parts["id"] = made.name
        if "game" in parts and chance.random() < 0.5:
            parts["game"] = "breakout"
        token = chance.choice([ADMIN, made.tokens["german"], made.tokens["watch"], None])
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        response = case.call(headers=headers, timeout=300)
        statuses.add(response.status_code)
        case.validate_response(response, checks=CHECKS)

    count = 0
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
        statuses: set[int] = set()
        for found in schema.get_all_operations():
            operation = found.ok()
            count += 1
            try:
                strategy = operation.as_strategy(generation_mode=mode)
                wrapped: Any = given(strategy)
                test: Any = FEW(wrapped(check))
                test()
            except Unsatisfiable:
                continue  # nothing can be wrong with a route that takes nothing
        assert 200 in statuses
        assert {400, 403, 404} <= statuses
    assert count >= 2 * 26
    assert server.http.get("/api/health").json() == {"ok": True}
