"""A game on this server: a match, its seats, and what each seat may see.

A table is a game in memory; it does no input or output itself. Every action becomes lines of the game's
log, and the same lines bring another process's table to the same state.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any, cast

from hexfront.explain import known
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, as_choice
from hexfront.kernel.match import Match
from hexfront.kernel.phase import Activity
from hexfront.kernel.refusal import Refused, malformed, unknown
from hexfront.kernel.secret import COMMIT
from hexfront.kernel.snapshot import freeze, stamp
from hexfront.kernel.state import State
from hexfront.kernel.views import AnyView
from hexfront.mechanics.last_seen import MOMENT, STACKS_ONLY, Seen, by_hex
from hexfront.server.http import replies
from hexfront.server.people.keys import Key
from hexfront.server.storage.database import now
from hexfront.server.storage.people import Seat, iso
from hexfront.server.storage.store import Append, Line, Snapshot, Stored
from hexfront.server.tables import clocks
from hexfront.server.tables.changes import Stacks
from hexfront.server.tables.entries import Phases, entries_of
from hexfront.server.tables.history import PRIVATE, SECRET, History
from hexfront.server.tables.replay import Replay

HUMAN = "human"
SNAPSHOT_EVERY = 150
"""The fewest choices between two snapshots."""
MOST_LINES = 60_000
"""The longest log of a game, far above any honest one: a long game has 5,000 choices."""
SPARE_LINES = 1000
"""So many more may be offers and answers: the draw that ends a game whose log is full."""
GRACE = 60.0
"""Seconds until an absent player is notified of their move."""
LATE = "The game has moved on: this click came too late."


@dataclass(frozen=True, slots=True)
class Rights:
    """What a person may do at a table."""

    sides: frozenset[str] = frozenset()
    """The sides they play."""
    watch: bool = False
    owner: bool = False
    """Whether they may do everything: on their own machine, or as the admin."""


class Table:
    """One game with its seats."""

    def __init__(self, stored: Stored, match: Match, history: History) -> None:
        self.stored = stored
        self.name = stored.id
        self.match = match
        self.history = history
        self.game: Game = match.game
        self.seats: dict[str, Seat] = {side: stored.seats[side] for side in self.game.sides}
        self.keys: dict[str, Key] = stored.keys
        self.snapshot = 0 if stored.snapshot is None else stored.snapshot.number
        """The number of choices at the newest snapshot."""
        self.humans = [side for side, seat in self.seats.items() if seat.who == HUMAN]
        """The sides that people play."""
        self.bots = [side for side in self.seats if side not in self.humans]
        """The sides that the computer plays."""
        self._deciding: tuple[int, list[str]] = (-1, [])
        """Who decides, and the version at which that was found."""
        self._replay: Replay | None = None
        self._seen: Seen = {}
        self._phases = Phases()

    # Who may do and see what ------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or otherwise."""
        return self.match.over or self.history.ended is not None

    @property
    def open_book(self) -> bool:
        """Whether all of the computer's reasons may be shown: there is no opponent to hide them from."""
        return self.over or self.match.analysis or not self.humans

    def reason(self, at: object, side: int | None) -> Json:
        """Why the computer took a choice, as a seat may know it."""
        reason = None
        if type(at) is int:
            reason = known(self.match, self.history.reasons, at, side, self.open_book)
        if reason is None:
            raise unknown(f"There is no explanation of choice {at!r}.")
        return reason

    @property
    def deciding(self) -> list[str]:
        """The sides that may choose now: several only in a secret decision; not to be changed."""
        if self._deciding[0] != self.history.version:
            deciders = () if self.over else self.match.deciders
            self._deciding = self.history.version, [self.game.sides[side] for side in deciders]
        return self._deciding[1]

    @property
    def bots_deciding(self) -> list[str]:
        """Those of them that the computer plays, while there is room in the log and there are dice."""
        if not self.bots or self.full or not self.match.dice_ready:
            return []
        return [side for side in self.deciding if side in self.bots]

    @property
    def full(self) -> bool:
        """Whether the log has become so long that the game can only be ended."""
        return self.history.version >= MOST_LINES

    def version(self, side: int | None) -> int:
        """How many lines of the log a side may know of (a spectator is None)."""
        return self.history.shown(None if side is None else self.game.sides[side])

    def look_from(self, side: str | None, rights: Rights) -> int | None:
        """The number of the side to look from, if allowed; a spectator is None.

        Until the game is over nobody looks from a side they do not play.
        """
        if side is None:
            if not rights.watch and not rights.sides:
                raise Denied("This game is not open to spectators.")
            return None
        if side not in self.game.sides:
            raise malformed(f"There is no side {side!r}.")
        if self.over and (rights.watch or rights.sides):
            return self.game.sides.index(side)
        if side in self.bots:
            raise Refused(
                self.game.fog_rule,
                f"The computer plays the {side} side; its view is open only when the game is over.",
            )
        if side not in rights.sides:
            raise Denied(f"Another player has the {side} side.")
        return self.game.sides.index(side)

    # Playing: each returns the lines for the log-----------------------------------------------

    def choose(
        self, choices: Sequence[Any], side: str, reason: Json | None = None
    ) -> tuple[list[Line], Refused | None]:
        """Take choices for a side; those before a refused one stand."""
        lines: list[Line] = []
        for value in choices:
            choice = as_choice(value)
            line = Line("choice", side, list(choice), reason)
            if self.match.secret is not None:
                line = line._replace(kind="plan")
                if choice == COMMIT:
                    line = Line("commit", side, {"choice": list(choice)}, reason)
            try:
                self.check_running(more=True)
                self.add(line)
            except Refused as error:
                return lines, error
            lines.append(line)
        return lines, None

    def check_fresh(self, side: str, number: int | None, version: int | None) -> None:
        """Refuse a choice meant for another decision: a late or repeated click."""
        if number is None and version is None:
            raise malformed("A choice must state the number or the version it was made for.")
        if number is not None and number != len(self.match.choices):
            raise Refused(None, LATE)
        history = self.history
        if version is not None and not (
            history.decided_for(side) <= version <= history.shown(side)
        ):
            raise Refused(None, LATE)

    def undo(self, side: str, to: int | None = None) -> list[Line]:
        """Take back the side's own last choice, if that needs no consent, or its last ones down to `to`."""
        self.check_running(more=True)
        if self.match.secret is not None:
            return self._undo_plan(side)
        if not self.match.choices:
            raise Refused(None, "There is nothing to take back.")
        if side not in self.deciding:
            raise Refused(None, "You can take back only while it is your decision.")
        if not self.match.can_undo:
            raise self.match.why_no_undo()
        number = len(self.match.choices) - 1
        if self.chooser(number) != side:
            raise Refused(None, "The last choice was the other side's.")
        least = number + 1 - self.match.free_undos
        while to is not None and number > max(to, least) and self.chooser(number - 1) == side:
            number -= 1
        return self.added(Line("undo", side, {"to": number}))

    def _undo_plan(self, side: str) -> list[Line]:
        if not self.can_undo(side):
            raise Refused(None, "You have not planned anything yet that you could take back.")
        return self.added(Line("unplan" if side in self.deciding else "uncommit", side, None))

    def can_undo(self, side: str | None) -> bool:
        """Whether a side can take back its last choice without consent."""
        if self.match.secret is not None and not self.over:
            return side is not None and self.match.planned(self.game.sides.index(side)) > 0
        mine = side is not None and side in self.deciding
        return mine and self.match.can_undo and self.chooser(len(self.match.choices) - 1) == side

    @property
    def hints(self) -> bool:
        """Whether players may ask the computer what to do: between people only if both agree."""
        return len(self.humans) < 2 or self.history.hints

    @property
    def suggests(self) -> bool:
        """Whether the game may take decisions for a player: while they set up, and where there may be hints."""
        state: Any = self.match.state
        return self.hints or self.game.phases[state.phase].activity is Activity.SETUP

    def pledge(self, side: str, pledge: str) -> list[Line]:
        """A player publishes the hash of what they will add to the dice."""
        self.check_running(more=True)
        return self.added(Line("pledge", side, {"pledge": pledge}))

    def share(self, side: str, share: str) -> list[Line]:
        """A player opens what they add to the dice."""
        self.check_running(more=True)
        return self.added(Line("share", side, {"share": share}))

    def check_running(self, more: bool = False, ends: bool = False) -> None:
        """Refuse what needs a running game; `more`: one whose log has room; what `ends` it always has."""
        if self.over:
            raise Refused(None, "The game is over.")
        most = MOST_LINES if more else MOST_LINES + SPARE_LINES
        if not ends and self.history.version >= most:
            raise Refused(
                None,
                f"This game's log has {self.history.version} lines and takes at most {MOST_LINES}: "
                "it can only be ended, by resigning or a draw.",
            )

    def added(self, line: Line) -> list[Line]:
        """Carry out a line; the lines for the log are this one."""
        self.add(line)
        return [line]

    def add(self, line: Line) -> None:
        """Carry out a line of the log."""
        match = self.match
        if line.kind == "choice":
            side = None if line.side is None else self.game.sides.index(line.side)
            match.choose(as_choice(line.data), side)
        elif line.kind in SECRET:
            plan(match, line)
        elif line.kind == "pledge":
            match.pledge(str(line.side), line.data["pledge"])
        elif line.kind == "share":
            match.share(str(line.side), line.data["share"])
            if match.dice_ready:  # the start was rolled again, with all that was chosen since
                line.data["kept"] = len(match.choices)
                self._replay, self.snapshot = None, 0
        elif line.kind == "undo":
            if line.data.get("consent"):
                match.take_back(line.data["to"])
            while len(match.choices) > line.data["to"]:
                match.undo(consent=True)
            if self._replay is not None:
                freely = not line.data.get("consent")  # else new dice are rolled from there on
                self._replay = self._replay.cut(len(match.choices)) if freely else None
            self.snapshot = min(self.snapshot, len(match.choices))
        self.history.add(line)

    def chooser(self, number: int) -> str | None:
        """The side that took the choice with a number."""
        known = self.history.choosers[number]
        if known is None:
            decider = self.state_at(number).decider
            assert decider is not None
            known = self.history.choosers[number] = self.game.sides[decider]
        return known

    def append(self, lines: Sequence[Line], before: Sequence[str], notify_absent: bool) -> Append:
        """The write for lines just carried out; `before` names the sides that were to decide before them."""
        after = self.deciding
        due: dict[str, float | None] = {}
        for side in self.humans:
            if (side in before) == (side in after) and not self.over:
                continue
            seat = self.seats[side]
            wanted = GRACE if side in after and seat.taken and notify_absent else None
            if (wanted is None) != (seat.due is None) or wanted is not None:
                due[side] = wanted
                seat.due = None if wanted is None else now() + wanted
        ended = lines[-1].data if lines and lines[-1].kind == "end" else {}
        out_of_time: Sequence[str] = ()
        if ended.get("by") == "time":
            out_of_time = self.game.sides if ended["side"] is None else (ended["side"],)
        return Append(
            self.name,
            self.history.version - len(lines),
            lines,
            self.short(),
            self.over,
            bool(self.bots_deciding and self.humans),
            due,
            clocks.wind(self, before),
            out_of_time,
            private=all(line.kind in PRIVATE for line in lines),
        )

    # Showing ----------------------------------------------------------------------------------

    def entries(
        self, side: int | None, since: int = 0, everything: bool = False
    ) -> list[replies.Entry]:
        """The log from the choice `since` on, as a side may read it, each entry with its phase.

        An entry that the computer can explain has the number of the explained choice in `why`.
        """
        return entries_of(self.match, self.history.reasons, side, since, everything, self._phases)

    def log_again_from(self, side: int | None, version: int, since: int) -> int:
        """From which choice on the log is sent to a page that has it up to `since` at a side's version.

        After an undo the whole phase is sent again, as a move of many choices is one entry.
        """
        name = None if side is None else self.game.sides[side]
        lowest = self.history.lowest_shown_since(name, version)
        if lowest is None:
            return since
        events = self.match.events
        before = reversed(events[: bisect_right(events, lowest, key=itemgetter(0))])
        began = next((number for number, event in before if event["what"] == "phase"), 0)
        return min(since, began)

    def view(self, side: int | None, listed: bool = True) -> AnyView:
        """What a side sees; without the list of its units where `stacks` has them."""
        self._seen[MOMENT] = self.history.version
        if not listed:
            self._seen[STACKS_ONLY] = True
        try:
            view = self.game.view(self.match.state_for(side), side, self._seen)
        finally:
            self._seen.pop(STACKS_ONLY, None)
        if self.history.ended is not None:
            view["decision"] = view["planned"] = None
        return view

    def stacks(self, view: AnyView, side: int | None) -> Stacks:
        """The units of a side's view just made, by their hexes; not to be changed."""
        return by_hex(self._seen, side, view["units"])

    def around(self) -> Json:
        """What everybody is told about the game besides the view and the log."""
        return {
            "number": len(self.match.choices),
            "secret": None if self.over else self.match.secret_json(),
            "seats": {side: seat.who for side, seat in self.seats.items()},
            "names": {side: seat.name for side, seat in self.seats.items()},
            "open": [side for side in self.humans if not self.seats[side].taken],
            "offers": self.history.offers,
            "hints": self.hints,
            "suggests": self.suggests,
            "ended": self.history.ended,
            "seal": self.match.seal,
            "set_dice": len(self.match.scripted),
            "seed": self.match.seed if self.over else None,
            "sharing": self._sharing(),
            "clock": self.stored.clock,
            "deadlines": clocks.shown(self),
        }

    def message(self, side: int | None, since: int, around: Json | None = None) -> replies.Moment:
        """The present state for a seat, with what was logged since a choice, without the view."""
        name = None if side is None else self.game.sides[side]
        message: Json = {
            "version": self.version(side),
            "since": since,
            "entries": self.entries(side, since, self.over and side is None),
            "undo": self.can_undo(name),
            "ask_undo": self._may_ask(name),
            "devices": 0 if name is None else self.devices(name),
            **(around or self.around()),
        }
        return cast(replies.Moment, message)

    def devices(self, side: str) -> int:
        """How many browsers hold a seat."""
        return sum(key.role == "seat" and key.side == side for key in self.keys.values())

    def _sharing(self) -> replies.Sharing | None:
        """How far the players' part in the dice has come; what they have opened stays secret."""
        match = self.match
        if not match.sharing:
            return None
        return {
            "pledges": dict(match.pledges),
            "opened": [side for side in match.sharing if side in match.shares],
            "missing": [side for side in match.sharing if side not in match.shares],
            "restarts": match.restarts,
        }

    def _may_ask(self, side: str | None) -> bool:
        people = side is not None and not self.over and not self.bots
        return people and side in self.history.choosers

    def short(self) -> Json:
        """What the list of games shows, as stored in the database."""
        state: Any = self.match.state
        deciding = self.deciding
        return {
            "game": self.game.name,
            "title": self.game.title,
            "turn": state.turn,
            "phase": state.phase,
            "phase_title": self.game.phases[state.phase].title,
            "result": state.result,
            "choices": len(self.match.choices),
            "to_move": deciding[0] if len(deciding) == 1 else None,
            "deciding": deciding,
            "ended": self.history.ended,
        }

    def summary(self) -> replies.TableSummary:
        self.stored.summary, self.stored.over = self.short(), self.over
        return summary_of(self.stored)

    def record(self, with_seed: bool) -> Json:
        """The game's record; with the seed, the dice to come are known."""
        return record_with(self.match, self.history.ended, with_seed)

    # Replay -----------------------------------------------------------------------------------

    def state_at(self, number: int) -> State:
        """The state after `number` choices."""
        return self.moment(number)()

    def moment(self, number: int) -> Callable[[], State]:
        """The same as work for another thread; what it needs is copied now."""
        if not 0 <= number <= len(self.match.choices):
            raise Refused(None, f"The game has {len(self.match.choices)} choices.")
        if self._replay is None:
            self._replay = Replay(self.match.fork(0).state)
        return partial(self._replay.after, self.match.choices[:number])

    def forget_shown(self) -> None:
        """Drop what is kept for open pages: states of the replay, the last views."""
        self._replay, self._seen = None, {}

    def marks(self) -> list[replies.TimeMark]:
        """Where turns and phases begin, for the slider."""
        return [
            {"number": number, "what": "phase" if event["what"] == "phase" else "turn",
             "turn": event["turn"], "phase": event.get("phase"), "impulse": event.get("impulse")}
            for number, event in self.match.events
            if event["what"] in (self.game.turn_event, "phase")
        ]  # fmt: skip

    def fresh_snapshot(self) -> Snapshot | None:
        """A snapshot for the database, if one is due.

        It is of the moment before all that can be undone without consent, so that playing on from it
        restores every state that an undo may need. The longer the game, the rarer they are: each
        holds the whole log.
        """
        number = len(self.match.choices) - self.match.free_undos
        if number < self.snapshot + max(SNAPSHOT_EVERY, number // 16):
            return None
        if any(map(self.match.planned, range(len(self.game.sides)))):
            return None
        self.snapshot = number
        return Snapshot(
            self.history.version, number, stamp(self.game), freeze(self.match.settled())
        )


def record_with(match: Match, ended: Json | None, with_seed: bool) -> Json:
    """A match's record, with how it ended other than by its rules."""
    record = match.record(with_seed=with_seed)
    return record if ended is None else {**record, "ended": ended}


def plan(match: Match, line: Line) -> None:
    """Carry out a line of a secret decision.

    A commit gets what was published added to its data and, if it is the last, what is opened and by whom.
    """
    side = match.game.sides.index(str(line.side))
    if line.kind in ("unplan", "uncommit"):
        match.undo(side=side)
        return
    if line.kind == "plan":
        match.choose(as_choice(line.data), side)
        return
    at, step = len(match.choices), match.secret
    planners = () if step is None else step.planners
    lengths = {planner: match.planned(planner) + (planner == side) for planner in planners}
    match.choose(as_choice(line.data["choice"]), side)
    line.data["commitment"] = list(match.commitments[side][-1])
    whose = [match.game.sides[planner] for planner in planners for _ in range(lengths[planner])]
    opened = zip(whose, match.choices[at:], strict=False)  # none yet, or all
    line.data["opened"] = [[chooser, list(choice)] for chooser, choice in opened]


class Denied(Refused):
    """The sender has no right to this."""

    def __init__(self, message: str) -> None:
        super().__init__(None, message)


def summary_of(stored: Stored) -> replies.TableSummary:
    people = {side: seat for side, seat in stored.seats.items() if seat.who == HUMAN}
    summary: Json = {
        "id": stored.id,
        **stored.summary,
        "seats": {side: seat.who for side, seat in stored.seats.items()},
        "names": {side: seat.name for side, seat in stored.seats.items()},
        "open": [side for side, seat in people.items() if not seat.taken],
        "over": stored.over,
        "watch": stored.watch,
        "listed": stored.listed,
        "begun": iso(stored.created)[:16].replace("T", " "),
        "moved": iso(stored.moved),
        "deadlines": {
            side: iso(seat.deadline)
            for side, seat in people.items()
            if seat.deadline is not None and not stored.over
        },
    }
    return cast(replies.TableSummary, summary)
