"""A game at this server: a match, who sits where, and what each seat may be told."""

from __future__ import annotations

import secrets
import time
from bisect import bisect_left
from typing import Any

from hexfront.bots import Bot, Reason, make_bot
from hexfront.chronicle import tell
from hexfront.explain import as_reason, known, told
from hexfront.games.registry import FindGame
from hexfront.kernel.game import Game, as_choice
from hexfront.kernel.match import Match, load_match, new_match
from hexfront.kernel.refusal import Refused, malformed, unknown
from hexfront.kernel.state import State
from hexfront.server.store import Store
from hexfront.server.thought import Thought

Json = dict[str, Any]

HUMAN = "human"
SNAPSHOT_EVERY = 40
"""The replay keeps a state after every so many choices."""


class Table:
    """One game with its seats; every change is on disk before anybody hears of it."""

    def __init__(
        self,
        store: Store,
        name: str,
        head: Json,
        match: Match,
        reasons: dict[int, Reason] | None = None,
    ) -> None:
        self.store = store
        self.name = name
        self.head = head
        self.match = match
        self.game: Game = match.game
        self.seats: dict[str, str] = head["seats"]
        self.reasons: dict[int, Reason] = reasons or {}
        """Why bots took their choices, by the number of choices before."""
        self.thought = Thought()
        self.bots: dict[int, Bot] = {
            side: make_bot(who, self.game, side + len(match.choices), self.thought.think())
            for side, who in enumerate(self.seats[s] for s in self.game.sides)
            if who != HUMAN
        }
        self._snapshots: list[tuple[int, State]] = []
        self._choosers: dict[int, int | None] = {}
        """The side that took a choice, by the number of choices before it."""

    # Who may do and see what ------------------------------------------------------------------

    @property
    def humans(self) -> list[str]:
        """The sides that people play."""
        return [side for side, who in self.seats.items() if who == HUMAN]

    def side_number(self, side: str | None) -> int | None:
        """The number of a side that somebody wants to look from; a spectator is None.

        Only the seats of people can be looked from, until the game is over.
        """
        if side is None:
            return None
        if side not in self.game.sides:
            raise malformed(f"There is no side {side!r}.")
        if side not in self.humans and not self.match.over:
            raise Refused(
                self.game.fog_rule,
                f"The {side} side is played by the computer; nobody looks over its shoulder.",
            )
        return self.game.sides.index(side)

    @property
    def open_book(self) -> bool:
        """Whether all of the computer's reasons may be shown: there is nobody to hide them from."""
        return self.match.over or self.match.analysis or not self.humans

    def reason(self, at: object, side: int | None) -> Json:
        """Why the computer took a choice, as a seat may know it."""
        reason = None
        if type(at) is int:
            reason = known(self.match, self.reasons, at, side, self.open_book)
        if reason is None:
            raise unknown(f"There is no explanation of choice {at!r}.")
        return reason

    @property
    def bot_to_move(self) -> Bot | None:
        """The bot whose decision it is."""
        decider = self.match.state.decider
        return None if decider is None else self.bots.get(decider)

    # Playing ----------------------------------------------------------------------------------

    def choose(
        self, choices: list[Any], side: int, number: int | None, reason: Reason | None = None
    ) -> Json:
        """Take choices for a side; those before a refused one stand and are on disk.

        The reason is for the first of them.
        """
        if number is not None and number != len(self.match.choices):
            raise Refused(None, "The game has moved on: this click came too late.")
        taken: list[list[Any]] = []
        refusal: Json | None = None
        before = len(self.match.choices)
        for at, value in enumerate(choices):
            try:
                self.match.choose(as_choice(value), side)
                self._choosers[len(self.match.choices) - 1] = side
                taken.append(list(value))
            except Refused as error:
                refusal = {**error.as_json(), "at": at}
                break
        fresh = {before: reason} if taken and reason is not None else {}
        self.reasons |= fresh
        if taken:
            self.store.append(self.name, taken, _kept(fresh))
        return {"ok": refusal is None, "error": refusal, "taken": len(taken)}

    def undo(self, side: int, to: int | None = None) -> None:
        """Take back the side's own last choice, if that is free, or its last ones down to `to`."""
        self._undo_one(side)
        while to is not None and len(self.match.choices) > to and self.can_undo(side):
            self._undo_one(side)
        self.reasons = {n: r for n, r in self.reasons.items() if n < len(self.match.choices)}
        choices = [list(choice) for choice in self.match.choices]
        self.store.begin(self.name, self.head, choices, _kept(self.reasons))
        self._snapshots = [(n, s) for n, s in self._snapshots if n <= len(self.match.choices)]

    def _undo_one(self, side: int) -> None:
        if not self.match.choices:
            raise Refused(None, "There is nothing to take back.")
        if self.match.state.decider != side:
            raise Refused(None, "You can take back only while it is your decision.")
        if self.match.can_undo and self._last_chooser() != side:
            raise Refused(None, "The last choice was the other side's.")
        self.match.undo()

    def can_undo(self, side: int | None) -> bool:
        """Whether the last choice is the side's own and can be taken back freely."""
        mine = side is not None and side == self.match.state.decider
        return mine and self.match.can_undo and self._last_chooser() == side

    def _last_chooser(self) -> int | None:
        """The side that took the last choice."""
        number = len(self.match.choices) - 1
        if number not in self._choosers:
            self._choosers[number] = self.state_at(number).decider
        return self._choosers[number]

    # Telling ----------------------------------------------------------------------------------

    def entries(self, side: int | None, since: int = 0, everything: bool = False) -> list[Json]:
        """The log from the choice `since` on, as a side may read it, each entry with its phase.

        An entry that the computer can explain has the number of the explained choice in `why`.
        """
        state, events = self.match.state, self.match.events
        first = bisect_left(events, since, key=lambda each: each[0])
        before = (e for _, e in reversed(events[:first]) if e["what"] == "phase")
        when = _when(next(before, None))
        entries: list[Json] = []
        seen: list[tuple[int, Json]] = []
        for number, event in events[first:]:
            if event["what"] == "phase":
                entries += [entry | when for entry in tell(self.game.describe, seen)]
                when, seen = _when(event), []
            viewed = self.game.view_event(state, event, side, all_seen=everything)
            if viewed is not None:
                seen.append((number, viewed))
        entries += [entry | when for entry in tell(self.game.describe, seen)]
        explained = told(self.match, self.reasons, since)
        for entry in entries:
            at = explained.pop((entry["number"], entry["what"]), None)
            if at is not None:
                entry["why"] = at
        return entries

    def thinking(self) -> Json:
        """What the bot at work says of itself; everybody at the table may hear it."""
        state, thought = self.match.state, self.thought
        return {
            "type": "thinking",
            "side": None if state.decider is None else self.game.sides[state.decider],
            "share": thought.share,
            "what": thought.what,
            "stopping": thought.stop,
        }

    def message(self, side: int | None, since: int) -> Json:
        """The present state for a seat, with what was logged since a choice."""
        everything = self.match.over and side is None
        return {
            "type": "state",
            "number": len(self.match.choices),
            "since": since,
            "view": self.game.view(self.match.state, side),
            "entries": self.entries(side, since, everything),
            "undo": self.can_undo(side),
            "seats": self.seats,
            "seal": self.match.seal,
            "seed": self.match.seed if self.match.over else None,
        }

    def summary(self) -> Json:
        """A line for the list of games."""
        state: Any = self.match.state
        return {
            "id": self.name,
            "game": self.game.name,
            "title": self.game.title,
            "seats": self.seats,
            "turn": state.turn,
            "phase": state.phase,
            "over": self.match.over,
            "result": state.result,
            "choices": len(self.match.choices),
            "begun": self.head["begun"],
        }

    # Replay -----------------------------------------------------------------------------------

    def state_at(self, number: int) -> State:
        """The state after `number` choices."""
        if not 0 <= number <= len(self.match.choices):
            raise Refused(None, f"The game has {len(self.match.choices)} choices.")
        if not self._snapshots:
            self._snapshots = [(0, self.match.fork(0).state)]
        at, state = max((s for s in self._snapshots if s[0] <= number), key=lambda s: s[0])
        state = state.copy()
        for choice in self.match.choices[at:number]:
            state.apply(choice)
            at += 1
            if at % SNAPSHOT_EVERY == 0 and at > self._snapshots[-1][0]:
                self._snapshots.append((at, state.copy()))
        return state

    def marks(self) -> list[Json]:
        """Where turns and phases begin, for the slider."""
        return [
            {"number": number, "what": event["what"], "turn": event["turn"],
             "phase": event.get("phase"), "impulse": event.get("impulse")}
            for number, event in self.match.events
            if event["what"] in ("weather", "phase")
        ]  # fmt: skip


def _when(phase: Json | None) -> Json:
    """The turn and phase that an event has opened."""
    return {} if phase is None else {key: phase[key] for key in ("turn", "phase", "impulse")}


def _seats(game: Game, seats: object) -> dict[str, str]:
    if seats is None:
        seats = {}
    if not isinstance(seats, dict):
        raise malformed("The seats are an object: side and who plays it.")
    chosen = {}
    for side in game.sides:
        who = seats.get(side, HUMAN)
        if not isinstance(who, str):
            raise malformed(f"Who plays the {side} side is a name, not {who!r}.")
        if who != HUMAN:
            make_bot(who, game, 0)  # Refused if there is no such bot
        chosen[side] = who
    return chosen


def _name() -> str:
    return f"{time.strftime('%Y%m%d')}-{secrets.token_hex(5)}"


def _kept(reasons: dict[int, Reason]) -> dict[int, Json]:
    """Reasons as they are kept."""
    return {at: reason.full() for at, reason in reasons.items()}


def _open(
    store: Store, match: Match, seats: dict[str, str], reasons: dict[int, Reason] | None = None
) -> Table:
    record = match.record(with_seed=True)
    choices = record.pop("choices")
    record.pop("dice")
    head = {**record, "seats": seats, "begun": time.strftime("%Y-%m-%d %H:%M")}
    name = _name()
    store.begin(name, head, choices, _kept(reasons or {}))
    return Table(store, name, head, match, reasons)


def new_table(store: Store, find: FindGame, request: Json) -> Table:
    """A new game as the lobby asks for it."""
    game = find(request.get("game", "breakout"))
    seats = _seats(game, request.get("seats"))
    match = new_match(game, request.get("scenario"), request.get("options"), request.get("seed"))
    return _open(store, match, seats)


def load_table(store: Store, find: FindGame, name: str) -> Table:
    """A game from disk."""
    head, choices, reasons = store.read(name)
    record = {k: v for k, v in head.items() if k not in ("seats", "begun", "result")}
    match = load_match({**record, "choices": choices}, find)
    given = {at: as_reason(reason) for at, reason in reasons.items() if at < len(choices)}
    return Table(store, name, head, match, given)


def import_table(store: Store, find: FindGame, record: object, seats: object = None) -> Table:
    """A game from an exported record."""
    match = load_match(record, find)
    return _open(store, match, _seats(match.game, seats))


def fork_table(table: Table, number: object, seats: object) -> Table:
    """A new game that plays on from a point of another, with dice of its own from there."""
    if type(number) is not int or not 0 <= number <= len(table.match.choices):
        raise malformed(f"The game has {len(table.match.choices)} choices.")
    match = table.match.branch(number)
    chosen = _seats(table.game, seats if seats is not None else table.seats)
    if (
        table.bots
        and not table.match.over
        and set(table.humans) != {side for side, who in chosen.items() if who == HUMAN}
    ):
        raise Refused(
            table.game.fog_rule, "While the game runs nobody sits down at the computer's side."
        )
    reasons = {at: reason for at, reason in table.reasons.items() if at < number}
    return _open(table.store, match, chosen, reasons)
