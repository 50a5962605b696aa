"""Making tables: a new game, one from the database or a record, a branch of another game."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hexfront.bots import make_bot
from hexfront.games.registry import FindGame
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, as_choice
from hexfront.kernel.match import (
    Match,
    load_match,
    new_match,
    no_limit,
    play_on,
    start_match,
)
from hexfront.kernel.refusal import Refused, malformed
from hexfront.kernel.snapshot import stamp, thaw
from hexfront.kernel.verify import check_ended
from hexfront.server.storage.database import now
from hexfront.server.storage.people import Seat
from hexfront.server.storage.store import Line, Snapshot, Stored, new_name
from hexfront.server.tables import clocks
from hexfront.server.tables.history import History, played
from hexfront.server.tables.table import HUMAN, MOST_LINES, Table, plan

NO_REASONS: Mapping[int, Json] = MappingProxyType({})
_log = logging.getLogger("hexfront")


Mine = Sequence[str] | Callable[[list[str]], list[str]] | None


@dataclass
class Wish:
    """The set-up asked for: who plays each side, which sides the creator takes, who may watch."""

    seats: dict[str, str] | None = None
    mine: Mine = None
    """The sides the creator takes, among those that people play; None: all of them."""
    name: str | None = None
    watch: str = "link"
    listed: bool = False
    shared_dice: bool = False
    """Whether each player's page adds a secret of its own to the dice."""
    clock: Json | None = None
    """Days for a move, and what happens when they have run out."""


def check_seats(game: Game, seats: dict[str, str] | None) -> dict[str, str]:
    """Who plays each side; Refused if there is no such side or bot."""
    for side in seats or {}:
        if side not in game.sides:
            raise malformed(f"There is no side {side!r}.")
    chosen = {}
    for side in game.sides:
        who = (seats or {}).get(side, HUMAN)
        if who != HUMAN:
            make_bot(who, game, 0)  # Refused if there is no such bot
        chosen[side] = who
    return chosen


def open_table(
    match: Match,
    wish: Wish,
    ended: Json | None = None,
    reasons: Mapping[int, Json] = NO_REASONS,
    new_seal: bool = True,
) -> Table:
    """A table for a match, new or already under way; its seal binds who plays unless somebody has seen it."""
    who = check_seats(match.game, wish.seats)
    people = [side for side, one in who.items() if one == HUMAN]
    mine = people if wish.mine is None else wish.mine(people) if callable(wish.mine) else wish.mine
    for side in mine:
        if side not in people:
            raise malformed(f"You cannot play the {side} side.")
    if new_seal:
        match.seat(who, people if wish.shared_dice else ())
    record = match.record(with_seed=True)
    choices = enumerate(record.pop("choices"))
    lines = [Line("choice", None, choice, reasons.get(at)) for at, choice in choices]
    if ended is not None:
        lines.append(Line("end", None, ended))
    for name in ("dice", "result"):
        record.pop(name, None)
    seats = {side: Seat(one, wish.name if side in mine else None) for side, one in who.items()}
    for side, seat in seats.items():
        seat.taken = side in mine or seat.who != HUMAN
    moment = now()
    stored = Stored(
        new_name(), record, {}, False, wish.watch, wish.listed, moment, moment, seats, log=lines
    )
    stored.clock = wish.clock
    history = History()
    for line in lines:
        history.add(line)
    table = Table(stored, match, history)
    stored.summary, stored.over = table.short(), table.over
    stored.deadlines = clocks.wind(table, ())
    return table


def new_table(
    find: FindGame, game: str, scenario: str | None, options: Json, seed: str | None, wish: Wish
) -> Table:
    """A new game as the lobby asks for it."""
    found = find(game)
    check_seats(found, wish.seats)
    return open_table(new_match(found, scenario, options, seed), wish)


def load_table(stored: Stored, find: FindGame) -> Table:
    """A game from the database, from its snapshot if that is valid, else from the start."""
    found = played(stored.log, stored.head)
    choices = found.choices
    fields = {**found.record(), "choices": []}
    match = start_match({**stored.head, **fields}, find)
    history = History()
    for line in stored.log:
        history.add(line)
    kept = stored.snapshot
    stored.snapshot = None
    if kept is not None and _good(kept, history, match.game):
        try:
            thaw(kept.data, match, [as_choice(choice) for choice in choices[: kept.number]])
            stored.snapshot = kept
        except Exception:  # whatever is wrong with it, the log has everything
            _log.warning("game %s: its snapshot cannot be read; replaying the log", stored.id)
            match = start_match({**stored.head, **fields}, find)
    play_on(match, choices[len(match.choices) :])
    match.undone = found.undone
    for line in found.planning:
        plan(match, line)
    return Table(stored, match, history)


def record_of(stored: Stored) -> Json:
    """The record of a game that this version can no longer play, for one that can."""
    record = {**stored.head, **played(stored.log, stored.head).record()}
    ended = [line.data for line in stored.log if line.kind == "end"]
    return record if not ended else {**record, "ended": ended[-1]}


def _good(kept: Snapshot, history: History, game: Game) -> bool:
    if kept.version > history.version:  # it was taken after the log was read
        return False
    lowest = history.lowest_since(kept.version)
    return kept.stamp == stamp(game) and (lowest is None or lowest >= kept.number)


def import_table(
    find: FindGame,
    record: object,
    wish: Wish,
    new_dice: bool,
    tick: Callable[[], None] = no_limit,
) -> Table:
    """A game from an exported record; with `new_dice` it rolls from a fresh seed from there on."""
    check_length(record)
    match = load_match(record, find, tick=tick)
    ended = check_ended(match, record.get("ended")) if isinstance(record, dict) else None
    fresh = new_dice and not match.over and ended is None
    if fresh:
        match = match.branch(len(match.choices))
    return open_table(match, wish, ended, new_seal=fresh)


def check_length(record: object) -> None:
    """Refuse a record longer than any game of a server can become."""
    fields = record if isinstance(record, dict) else {}
    lists = [fields.get(name) for name in ("choices", "undone")]
    length = sum(len(one) for one in lists if isinstance(one, list))
    if length > MOST_LINES:
        raise Refused(
            None, f"The record has {length} choices, taken back or not; at most {MOST_LINES}."
        )


def fork_table(table: Table, number: int, wish: Wish) -> Callable[[], Table]:
    """A new game that branches off another at some point, with fresh dice from there.

    All it needs of the other is copied at once; the returned work may run in another thread.
    """
    if not 0 <= number <= len(table.match.choices):
        raise malformed(f"The game has {len(table.match.choices)} choices.")
    if wish.seats is None:
        wish.seats = {side: seat.who for side, seat in table.seats.items()}
    chosen = check_seats(table.game, wish.seats)
    if (
        table.bots
        and not table.over
        and set(table.humans) != {side for side, who in chosen.items() if who == HUMAN}
    ):
        raise Refused(
            table.game.fog_rule, "You cannot take the computer's side while the game is running."
        )
    number = table.match.whole(number)
    reasons = {at: why.full() for at, why in table.history.reasons.items() if at < number}
    match = table.match.still()
    return lambda: open_table(match.branch(number), wish, reasons=reasons)
