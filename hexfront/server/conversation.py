"""What an open page and the server say to each other over the WebSocket."""

from __future__ import annotations

import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from hexfront.kernel.game import as_choice
from hexfront.kernel.refusal import Refused, malformed
from hexfront.server.hub import Hub, Watcher
from hexfront.server.table import Table

Json = dict[str, Any]


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a request comes from our own page (or from a program, which has no origin)."""
    return origin is None or origin.split("://")[-1] == host


async def converse(hub: Hub, socket: WebSocket) -> None:
    """One open page: it sits down at a side, then asks and chooses."""
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(4403)
        return
    await socket.accept()
    name = socket.path_params["id"]
    try:
        table = hub.table(name)
    except Refused as error:
        await socket.send_json({"type": "error", "error": error.as_json()})
        await socket.close(4404)
        return
    watcher = Watcher(socket, None)
    try:
        while True:
            frame = await socket.receive()
            if frame["type"] == "websocket.disconnect":
                break
            reply = await _answer(hub, table, watcher, frame.get("text") or "")
            if reply is not None:
                await socket.send_text(json.dumps(reply, separators=(",", ":")))
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        hub.watchers.get(name, set()).discard(watcher)


async def _answer(hub: Hub, table: Table, watcher: Watcher, text: str) -> Json | None:
    """The reply to one message of a page; None if what it asked for is pushed anyway."""
    identifier: object = None
    try:
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            raise malformed("This is not JSON.") from None
        if not isinstance(message, dict):
            raise malformed("A message is an object with a field do.")
        identifier = message.get("id")
        reply = await _do(hub, table, watcher, message)
    except Refused as error:
        return {"type": "reply", "id": identifier, "ok": False, "error": error.as_json()}
    return {"type": "reply", "id": identifier, "ok": True, **reply}


async def _do(hub: Hub, table: Table, watcher: Watcher, message: Json) -> Json:
    do = message.get("do")
    match = table.match
    if do == "sit":
        watcher.side = table.side_number(message.get("side"))
        watcher.since = 0
        hub.watchers.setdefault(table.name, set()).add(watcher)
        await hub.tell(table, watcher)
        hub.wake_bots(table)
        return {}
    if do == "pace":
        pace = message.get("seconds")
        if not isinstance(pace, (int, float)) or not 0 <= pace <= 5:
            raise malformed("The pace is from 0 to 5 seconds.")
        hub.pace[table.name] = float(pace)
        return {}
    if do == "stop":
        if watcher.side is None and table.humans:
            raise Refused(None, "Only a player asks the computer to answer.")
        if table.bot_to_move is None:
            raise Refused(None, "The computer is not thinking.")
        table.thought.stop = True
        return {}
    if do == "choose":
        choices = message.get("choices")
        if not isinstance(choices, list) or watcher.side is None:
            raise malformed("A seat sends a list of choices.")
        reply = table.choose(choices, watcher.side, message.get("number"))
        await hub.push(table)
        hub.wake_bots(table)
        if not reply["ok"]:
            return {"ok": False, "error": reply["error"]}
        return {}
    if do == "undo":
        if watcher.side is None:
            raise Refused(None, "Only a player takes back.")
        to = message.get("to")
        if to is not None and type(to) is not int:
            raise malformed("The field to is the number of a choice.")
        table.undo(watcher.side, to)
        for other in hub.watchers.get(table.name, ()):
            other.since = 0
        await hub.push(table)
        return {}
    return _query(table, watcher, message, do, match.state)


def _query(table: Table, watcher: Watcher, message: Json, do: object, state: Any) -> Json:
    """Questions about the present state, answered as the seat may know it."""
    game = table.game
    if do == "reasons":
        at = message.get("at")
        if not isinstance(at, list):
            raise malformed("The field at is a list of numbers of choices.")
        return {"reasons": [table.reason(number, watcher.side) for number in at]}
    if do == "why":
        choice = as_choice(message.get("choice"))
        if watcher.side != state.decider and state.decider is not None:
            return {
                "legal": False,
                "rule": game.seat_rule,
                "reason": "It is the other side's decision.",
            }
        if state.legal(choice):
            return {"legal": True}
        error = state.why(choice)
        return {"legal": False, "rule": error.rule, "reason": error.message}
    if state.phase.startswith("setup-") and watcher.side != state.decider:
        raise Refused(game.seat_rule, "The other side is still setting up.")
    if do == "zoc":
        if message.get("side") not in game.sides:
            raise malformed(f"There is no side {message.get('side')!r}.")
        return game.zoc(state, game.sides.index(message["side"]))
    if watcher.side is None and not table.match.over:
        raise Refused(
            game.fog_rule, "A spectator sees the board and the zones of control, no more."
        )
    if do == "reach":
        return game.group_reach(state, message.get("units"), watcher.side)
    if do == "path":
        return game.path(state, message.get("units"), message.get("to"), watcher.side)
    if do == "odds":
        return game.odds(
            state,
            message.get("target"),
            message.get("units"),
            message.get("support") or {},
            watcher.side,
        )
    if do == "supply":
        if message.get("side") not in game.sides:
            raise malformed(f"There is no side {message.get('side')!r}.")
        return game.supply(state, game.sides.index(message["side"]), watcher.side)
    raise malformed(f"There is no request {do!r}.")
