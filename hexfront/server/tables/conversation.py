"""The messages between an open page and the server over the WebSocket."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from hexfront.kernel.decision import Choice
from hexfront.kernel.fields import AnyJson, Json
from hexfront.kernel.game import Game, as_choice
from hexfront.kernel.offer import by_verb
from hexfront.kernel.phase import Activity
from hexfront.kernel.refusal import Refused, malformed, unknown
from hexfront.server.computer.hints import Hints
from hexfront.server.computer.players import Players
from hexfront.server.http import messages as m
from hexfront.server.http.access import Access
from hexfront.server.http.lanes import Busy, Lane
from hexfront.server.metrics import timed
from hexfront.server.storage import people
from hexfront.server.storage.store import Line
from hexfront.server.tables import foresight, offers
from hexfront.server.tables.hub import Deed, Hub, NotSaved
from hexfront.server.tables.table import Denied, Table
from hexfront.server.tables.watcher import Watcher

QUESTIONS = (
    m.Why, m.Zoc, m.Supply, m.Reach, m.Threat, m.Card, m.Path, m.Odds, m.Foresee, m.Settle, m.Query,
)  # fmt: skip
"""The messages that only ask."""
PLAYING = (m.Choose, m.Claim, m.Resign, m.Chat, m.Note)
"""What keeps a game going: never refused for the work that others behind the same address have asked for."""
SITTING = 9.0
"""What sitting down counts as, in messages besides its own: the whole board is sent."""
MOST_SUGGESTED = 200
"""The most choices suggested in one request: more than there are pieces in any set-up."""
_log = logging.getLogger("hexfront")
ENDS = ("done", "pass")
"""The verbs that end a decision for which the game suggests nothing more."""


class Conversation:
    """One open page: it takes a side, then asks and chooses."""

    def __init__(
        self, hub: Hub, players: Players, access: Access, lane: Lane, socket: WebSocket
    ) -> None:
        self.hub = hub
        self.players = players
        self.access = access
        self.socket = socket
        self.name: str = socket.path_params["id"]
        self._address = access.address(socket)
        self._choices = access.limits.choice_bucket()
        self._lane = lane
        self._working = partial(access.limits.working, self._address)
        self.hints = Hints(players.thinkers, self._address, access.limits.hint_bucket())

    async def hold(self) -> None:
        """Answer messages until the page is closed."""
        socket, access = self.socket, self.access
        if not access.own_origin(socket):
            await socket.close(4403)
            return
        address = self._address
        if not access.limits.allows(address) or not access.limits.page_opens(address):
            await socket.accept()
            await socket.close(4429)
            return
        try:
            await socket.accept()
            await self._greet()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            access.limits.page_closes(address)

    async def _greet(self) -> None:
        try:
            self.access.check_id(self.name)
            table = await self.hub.table(self.name)
            rights = self.access.rights(self.socket, table)
            if not rights.watch and not rights.sides:
                raise Denied("This game is not open to spectators.")
        except Refused as error:
            await self.socket.send_json({"type": "error", "error": error.as_json()})
            gone = 4404 if error.kind == "unknown" else 4409  # 4409: other rules, perhaps
            await self.socket.close(4403 if isinstance(error, Denied) else gone)
            return
        watcher = Watcher(self.socket, rights, lambda table: self.access.rights(self.socket, table))
        try:
            await self._listen(watcher)
        finally:
            self.hints.close()
            self.hub.audience.leave(self.name, watcher)
            watcher.stop()

    async def _listen(self, watcher: Watcher) -> None:
        bucket = self.access.limits.message_bucket()
        nonsense = 0
        while True:
            frame = await self.socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            if bucket is not None and not bucket.take():
                watcher.close(4429)
                break
            text = frame.get("text") or frame.get("bytes") or ""
            reply = await self._answer(watcher, text)
            if reply is None:
                watcher.close(4429)
                break
            watcher.send({"type": "reply", **reply})
            nonsense += not reply["ok"] and reply["error"]["kind"] == "malformed"
            if nonsense > self.access.limits.nonsense:
                watcher.send(
                    {"type": "error", "error": malformed("Too many malformed messages.").as_json()}
                )
                watcher.close(4400)
                break
        await watcher.finish()

    async def _answer(self, watcher: Watcher, text: str | bytes) -> Json | None:
        """The reply to one message of a page; None to one that wants to sit and has to come again later.

        A refusal would mean to it that it has lost its seat.
        """
        identifier: object = None
        message: m.AnyMessage | None = None
        try:
            if len(text) > self.access.limits.message_size:
                raise malformed("The message is too long.")
            try:
                message = m.read_message(text)
            except Refused:
                identifier = m.id_of(text)
                raise
            identifier = message.id
            self._check_rate(1.0)
            working = isinstance(message, PLAYING) or self.access.limits.allows_work(self._address)
            if not working:
                raise Busy("You have asked for much work lately; wait a moment.")
            with timed(self.hub.metrics.deed_seconds):
                reply = await self._do(watcher, message)
        except Refused as error:
            self.hub.metrics.refused.inc()
            if isinstance(error, Busy) and isinstance(message, m.Sit):
                return None
            at = {"at": error.at} if isinstance(error, Stopped) else {}
            return {"id": identifier, "ok": False, "error": {**error.as_json(), **at}}
        except Exception:
            _log.exception("game %s: a message could not be answered", self.name)
            mistake = Refused(None, "Internal error; it has been logged.")
            return {"id": identifier, "ok": False, "error": mistake.as_json()}
        return {"id": identifier, "ok": True, **reply}

    async def _do(self, watcher: Watcher, message: m.AnyMessage) -> AnyJson:
        if isinstance(message, m.Sit):
            return await self._sit(watcher, message)
        table = await self.hub.table(self.name)
        if not watcher.seated:
            watcher.rights = watcher.entitled(table)
        if not watcher.rights.watch and not watcher.rights.sides:
            raise Denied("You can no longer watch this game.")
        if isinstance(message, m.Pace):
            if watcher.rights.sides or not table.humans:  # a spectator must not delay the players
                self.players.pace[self.name] = message.seconds
            return {}
        if isinstance(message, m.Stop):
            if watcher.side is None and table.humans:
                raise Refused(None, "Only a player can ask the computer to answer at once.")
            await self.players.stop_thinking(self.name)
            return {}
        if isinstance(message, m.Reasons):
            with self._working():
                return {"reasons": [table.reason(at, watcher.side) for at in message.at]}
        if isinstance(message, QUESTIONS):
            with self._working():
                return query(table, watcher.side, message)
        return await self._play(table, watcher, message)

    async def _play(self, table: Table, watcher: Watcher, message: m.AnyMessage) -> Json:
        """What only a player may do."""
        side = self._side(table, watcher)
        if isinstance(message, m.Hint):
            self.hints.ask(table, side, watcher)
        elif isinstance(message, m.Choose):
            self._check_pace(len(message.choices))
            refusal = await self.hub.carry_out(
                self.name, _choose(message, side), working=self._working
            )
            if refusal is not None:
                raise refusal
        elif isinstance(message, m.Chat):
            await self.hub.say(table, side, message.text)
        elif isinstance(message, m.Note):
            if not await self.hub.write(people.write_note(self.name, side, message.text)):
                raise unknown("This game has been deleted.")
            self.hub.audience.send(self.name, {"type": "note", "text": message.text}, player=side)
        else:
            long = isinstance(message, (m.Answer, m.Share))  # may replay part of the game
            sides = watcher.rights.sides
            await self.hub.carry_out(
                self.name,
                lambda table: (_deed(table, side, message, sides), None),
                slowly=self._slowly if long else None,
                working=self._working,
            )
        return {}

    def _slowly(self, work: Callable[[], Any]) -> Awaitable[Any]:
        """Do what takes long in the lane, in turn with others' replays."""
        return self._lane.run(self._address, lambda _: work())

    def _check_rate(self, cost: float) -> None:
        """Refuse messages that come faster from one address than many pages send them."""
        if not self.access.limits.allows_message(self._address, cost):
            raise Busy("Too many messages at once; wait a moment.")

    def _check_pace(self, count: int) -> None:
        """Refuse choices that come faster than anybody plays."""
        limits = self.access.limits
        mine = self._choices is None or self._choices.take(count)
        if not mine or not limits.allows_choices(self._address, count):
            raise Refused(None, "Too many choices at once; nothing has changed. Wait a moment.")

    def _side(self, table: Table, watcher: Watcher) -> str:
        """The side a page plays: it must have the rights to it and look from it."""
        if watcher.side is None:
            raise Refused(None, "Only a player can do that.")
        side = table.game.sides[watcher.side]
        if side not in watcher.rights.sides:
            raise Denied(f"You do not play the {side} side.")
        return side

    async def _sit(self, watcher: Watcher, message: m.Sit) -> Json:
        self._check_rate(SITTING)

        def seat(table: Table) -> None:
            watcher.rights = self.access.rights(self.socket, table)
            own = watcher.rights.sides if message.own else ()
            side = next(iter(own)) if len(own) == 1 else message.side
            number = table.look_from(side, watcher.rights)
            with self._working():
                self.hub.audience.sit(table, watcher, number, message.version, message.since)

        if self.hub.database.postgres:  # another process may have told this page of more
            await self.hub.catch_up(self.name)
        await self.hub.undisturbed(self.name, seat)
        table = await self.hub.table(self.name)
        side = None if watcher.side is None else table.game.sides[watcher.side]
        lines = await self.hub.read(people.chat_of(self.name))
        watcher.send({"type": "chat", "lines": lines})
        if side in watcher.rights.sides and side is not None:
            note = await self.hub.read(people.note_of(self.name, side))
            watcher.send({"type": "note", "text": note})
            if table.seats[side].due is not None:
                table.seats[side].due = None
                with contextlib.suppress(NotSaved):  # then they are notified once more
                    await self.hub.write(people.set_due(self.name, side, None))
        self.players.wake(table)
        return {"side": side}


class Stopped(Refused):
    """One of several choices was refused; those before it stand."""

    def __init__(self, error: Refused, at: int) -> None:
        super().__init__(error.rule, error.message, error.kind)
        self.at = at


def _choose(message: m.Choose, side: str) -> Deed[Refused | None]:
    def deed(table: Table) -> tuple[list[Line], Refused | None]:
        table.check_fresh(side, message.number, message.version)
        lines, refusal = table.choose(message.choices, side)
        return lines, None if refusal is None else Stopped(refusal, len(lines))

    return deed


def _deed(table: Table, side: str, message: m.AnyMessage, sides: Collection[str]) -> list[Line]:
    """The lines of what a page with the rights to `sides` does for one of them."""
    if isinstance(message, m.Undo):
        if message.version is not None:
            table.check_fresh(side, None, message.version)
        return table.undo(side, message.to)
    if isinstance(message, m.AskUndo):
        return offers.ask_undo(table, side, message.to)
    if isinstance(message, m.Draw):
        return offers.offer_draw(table, side, message.version)
    if isinstance(message, m.Hints):
        return offers.offer_hints(table, side, message.version, alone=set(table.humans) <= {*sides})
    if isinstance(message, m.Answer):
        offers.check_offer(table, side, message.offer, message.yes, message.version)
        return offers.answer(table, side, message.offer, message.yes)
    if isinstance(message, m.Withdraw):
        return offers.withdraw(table, side, message.offer)
    if isinstance(message, m.Pledge):
        return table.pledge(side, message.pledge)
    if isinstance(message, m.Share):
        return table.share(side, message.share)
    if isinstance(message, m.Claim):
        return offers.claim(table, side)
    return offers.resign(table, side)


def query(
    table: Table,
    side: int | None,
    message: m.Why
    | m.Zoc
    | m.Supply
    | m.Reach
    | m.Threat
    | m.Card
    | m.Path
    | m.Odds
    | m.Foresee
    | m.Settle
    | m.Query,
) -> AnyJson:
    """Questions about the present state, answered as the seat may know it."""
    game = table.game
    state: Any = table.match.state_for(side)
    if isinstance(message, m.Why):
        return _why(table, side, as_choice(message.choice))
    hides = game.fog_rule is not None
    if hides and game.phases[state.phase].activity is Activity.SETUP and side != state.decider:
        raise Refused(game.seat_rule, "The other side is still setting up.")
    if isinstance(message, m.Zoc):
        return game.zoc(state, _side_number(table, message.side))
    if isinstance(message, m.Settle):
        return {"choices": _settle(table, side, message.whole)}
    if hides and side is None and not table.over:
        raise Refused(game.fog_rule, "A spectator sees only the board and the zones of control.")
    if isinstance(message, m.Query):
        if message.name not in game.queries:
            raise unknown(f"{game.title} has no query {message.name!r}.")
        return {"found": game.queries[message.name](state, side)}
    if isinstance(message, m.Reach):
        return game.group_reach(state, message.units, side)
    if isinstance(message, m.Threat):
        return game.threat(state, _side_number(table, message.side), side)
    if isinstance(message, m.Card):
        return game.unit_card(state, message.unit, side)
    if isinstance(message, m.Path):
        return game.path(state, message.units, message.to, side)
    if isinstance(message, m.Foresee):
        return _foresee(game, state, message, side)
    if isinstance(message, m.Odds):
        return game.odds(state, message.target, message.units, message.support or {}, side)
    return game.supply(state, _side_number(table, message.side), side)


def _foresee(game: Game, state: Any, message: m.Foresee, side: int | None) -> Json:
    if message.target is not None:
        return foresight.attack(game, state, message.target, side)
    if message.units is None or message.to is None:
        raise malformed("Foresee what? An attack on a target, or units in a hex.")
    return foresight.standing(game, state, message.units, message.to, side)


def _why(table: Table, side: int | None, choice: Choice) -> Json:
    """Whether a seat may take a choice now, and if not, why."""
    state: Any = table.match.state_for(side)
    if side != state.decider and state.decider is not None:
        error = Refused(table.game.seat_rule, "Only the players decide.")
        if table.match.secret is not None and side in table.match.secret.planners:
            error = state.why(choice)  # committed
        elif side is not None:
            error = table.match.why_not_yours(choice, side)
    elif state.legal(choice):
        return {"legal": True}
    else:
        error = state.why(choice)
    return {"legal": False, "rule": error.rule, "reason": error.message}


def _settle(table: Table, side: int | None, whole: bool) -> list[list[str | int]]:
    """What the game suggests for a seat's decision, one choice after the other, up to a die at most.

    As a whole it is what a plain bot does, and ends the decision.
    """
    game, state = table.game, table.match.state_for(side).copy()
    if side is None or side != state.decider:
        raise Refused(game.seat_rule, "It is the other side's decision.")
    if not table.suggests:
        raise Refused(
            None, "Between people the game decides for nobody unless both agree to hints."
        )
    step, known, found = state.stack[-1].kind, (state.rolls, state.reveals), list[list[str | int]]()
    while state.decider == side and state.stack[-1].kind == step and len(found) < MOST_SUGGESTED:
        verbs = by_verb(state.choices)
        choice = game.suggest(verbs, lambda: game.view(state, side))
        if choice is None and whole:
            choice = game.plain_choice(verbs, lambda: game.view(state, side))
            choice = choice or next((verbs[verb][0] for verb in ENDS if verb in verbs), None)
        if choice is None:
            break
        state.apply(choice)
        if (
            state.rolls,
            state.reveals,
        ) != known:  # nobody learns what the dice or the enemy will show
            if whole and not found:
                found.append(list(choice))
            break
        found.append(list(choice))
    return found


def _side_number(table: Table, side: str) -> int:
    if side not in table.game.sides:
        raise malformed(f"There is no side {side!r}.")
    return table.game.sides.index(side)
