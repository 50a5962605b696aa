"""Games in the database, read and written in SQL that both databases understand.

Functions take a connection; `Database.read` and `Database.submit` give them one.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    Connection,
    RowMapping,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)

from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import unknown
from hexfront.server.people.keys import Key
from hexfront.server.storage.database import Job, clock, driven, gather, now
from hexfront.server.storage.people import (
    Seat,
    add_keys,
    keys_of,
    seat_of,
    seats_of,
    set_deadline,
    set_due,
)
from hexfront.server.storage.schema import (
    chat,
    games,
    keys,
    log,
    notices,
    ring_seats,
    seats,
    settings,
    snapshots,
)

DAY = 86_400.0
CHANNEL = "hexfront"
"""The channel on which server processes announce changes to each other (PostgreSQL)."""


class Line(NamedTuple):
    """A line of a game's log."""

    kind: str
    side: str | None
    data: Any
    reason: Json | None = None


@dataclass
class Stored:
    """A game as stored in the database."""

    id: str
    head: Json
    summary: Json
    over: bool
    watch: str
    listed: bool
    created: float
    moved: float
    seats: dict[str, Seat] = field(default_factory=dict)
    keys: dict[str, Key] = field(default_factory=dict)
    log: list[Line] = field(default_factory=list)
    snapshot: Snapshot | None = None
    maker: str | None = None
    """A mark of the client that made it: the same for the same address."""
    clock: Json | None = None
    """Days for a move, and what happens when they have run out."""
    deadlines: dict[str, float | None] = field(default_factory=dict)
    """Of a game that begins: in how many seconds a side's time runs out."""


class Snapshot(NamedTuple):
    """A stored state: after how many log lines and choices, and by which code it was made."""

    version: int
    number: int
    stamp: str
    data: bytes


@dataclass
class Append:
    """Lines to be added to a game's log, if nobody has added others since `version`."""

    game: str
    version: int
    lines: Sequence[Line]
    summary: Json
    over: bool
    bot_to_move: bool
    due: Mapping[str, float | None] = field(default_factory=dict)
    """In how many seconds sides are to be notified of their move; None: no longer."""
    deadlines: Mapping[str, float | None] = field(default_factory=dict)
    """In how many seconds their time runs out; None: it does not run."""
    expired: Sequence[str] = ()
    """The sides whose time must have run out, by the database's clock."""
    private: bool = False
    """Whether only their side may notice the lines: then the time of the last move stays unchanged."""

    def __call__(self, connection: Connection) -> bool:
        """Add the lines, all or none; False if others were added since `version`."""
        if not self.lines:
            return True
        if not all(has_expired(connection, self.game, side) for side in self.expired):
            return False
        moment = now()
        advanced = driven(
            connection,
            _ADVANCE_UNSEEN if self.private else _ADVANCE,
            {
                "game": self.game,
                "old": self.version,
                "new": self.version + len(self.lines),
                "summary": dump(self.summary),
                "over": self.over,
                "bot": self.bot_to_move,
                **({} if self.private else {"moved": moment}),
            },
        )
        if advanced != 1:
            return False
        lines = (
            {
                "game_id": self.game,
                "version": self.version + i,
                "kind": line.kind,
                "side": line.side,
                "data": dump(line.data),
                "reason": None if line.reason is None else dump(line.reason),
                "at": moment,
            }
            for i, line in enumerate(self.lines)
        )
        gather(connection, _add_lines, lines)
        for side, seconds in self.due.items():
            set_due(self.game, side, seconds)(connection)
        for side, seconds in self.deadlines.items():
            set_deadline(self.game, side, seconds)(connection)
        return True


def has_expired(connection: Connection, game: str, side: str) -> bool:
    """Whether a side's time has run out."""
    late = seats.c.deadline <= clock(connection)
    mine = (seats.c.game_id == game) & (seats.c.side == side)
    return connection.execute(select(seats.c.side).where(mine & late)).first() is not None


def expired() -> Job[list[tuple[str, str, str]]]:
    """The running games in which a side's time has run out: game, side, the game's clock."""

    def job(connection: Connection) -> list[tuple[str, str, str]]:
        late = seats.c.deadline <= clock(connection)
        rows = connection.execute(
            select(seats.c.game_id, seats.c.side, games.c.clock)
            .join(games, games.c.id == seats.c.game_id)
            .where(late, games.c.over.is_(False))
            .limit(200)
        )
        return [(game, side, rules) for game, side, rules in rows]

    return job


def abandoned(over_days: float, idle_days: float, limit: int = 100) -> Job[list[str]]:
    """Games over for so many days, or not moved for so many."""

    def job(connection: Connection) -> list[str]:
        moment = clock(connection)
        old = or_(
            games.c.over & (games.c.moved < moment - over_days * DAY),
            games.c.over.is_(False) & (games.c.moved < moment - idle_days * DAY),
        )
        rows = connection.execute(
            select(games.c.id).where(old).order_by(games.c.moved).limit(limit)
        )
        return list(rows.scalars())

    return job


def count_made(maker: str) -> Job[tuple[int, int]]:
    """How many games of a client are not over, and how many it has made within a day."""

    def job(connection: Connection) -> tuple[int, int]:
        count = select(func.count()).select_from(games).where(games.c.maker == maker)
        running = connection.scalar(count.where(games.c.over.is_(False)))
        lately = connection.scalar(count.where(games.c.created > now() - DAY))
        return running or 0, lately or 0

    return job


# These two are half of what a choice costs: written out, SQLAlchemy does not put them together each time.
_ADVANCE = """UPDATE games SET version = :new, summary = :summary, over = :over, bot_to_move = :bot,
    moved = :moved WHERE id = :game AND version = :old"""
_ADVANCE_UNSEEN = re.sub(r",\s+moved = :moved", "", _ADVANCE)
_ADD = """INSERT INTO log (game_id, version, kind, side, data, reason, at)
    VALUES (:game_id, :version, :kind, :side, :data, :reason, :at)"""


def _add_lines(connection: Connection, lines: list[Json]) -> None:
    driven(connection, _ADD, lines)


def dump(value: Any) -> str:
    """A value as stored JSON."""
    return msgspec.json.encode(value).decode()


def new_name() -> str:
    """An unguessable id: the date and 64 random bits."""
    return f"{time.strftime('%Y%m%d')}-{secrets.token_hex(8)}"


# Writing ----------------------------------------------------------------------------------------


def begin(game: Stored, bot_to_move: bool) -> Job[None]:
    """Store a new game with its log so far."""

    def job(connection: Connection) -> None:
        connection.execute(
            insert(games).values(
                id=game.id,
                head=dump(game.head),
                version=len(game.log),
                summary=dump(game.summary),
                over=game.over,
                watch=game.watch,
                listed=game.listed,
                created=game.created,
                moved=game.moved,
                bot_to_move=bot_to_move,
                maker=game.maker,
                clock=None if game.clock is None else dump(game.clock),
            )
        )
        rows = [
            {"game_id": game.id, "version": i, "kind": line.kind, "side": line.side,
             "data": dump(line.data), "reason": dump(line.reason) if line.reason else None,
             "at": game.created}
            for i, line in enumerate(game.log)
        ]  # fmt: skip
        if rows:
            connection.execute(insert(log), rows)
        for side, seat in game.seats.items():
            connection.execute(
                insert(seats).values(
                    game_id=game.id, side=side, who=seat.who, name=seat.name, taken=seat.taken,
                    note="", due=seat.due,
                )
            )  # fmt: skip
        for side, seconds in game.deadlines.items():
            set_deadline(game.id, side, seconds)(connection)
        add_keys(connection, game.id, game.keys)

    return job


def remove(game: str) -> Job[None]:

    def job(connection: Connection) -> None:
        for table in (log, seats, keys, chat, notices, snapshots, ring_seats):
            connection.execute(delete(table).where(table.c.game_id == game))
        connection.execute(delete(games).where(games.c.id == game))

    return job


def keep_snapshot(game: str, snapshot: Snapshot) -> Job[None]:
    """Store a game's newest snapshot in place of the older one."""

    def job(connection: Connection) -> None:
        connection.execute(delete(snapshots).where(snapshots.c.game_id == game))
        if connection.execute(select(games.c.id).where(games.c.id == game)).first():
            connection.execute(insert(snapshots).values(game_id=game, **snapshot._asdict()))

    return job


def claim_bot(game: str, thinker: str, seconds: float) -> Job[bool]:
    """Take or renew the lease on a game's bots for this process."""

    def job(connection: Connection) -> bool:
        moment = clock(connection)
        mine = or_(
            games.c.thinker.is_(None), games.c.thinker == thinker, games.c.thinks_until < moment
        )
        taken = connection.execute(
            update(games)
            .where(games.c.id == game, mine)
            .values(thinker=thinker, thinks_until=moment + seconds)
        )
        return taken.rowcount == 1

    return job


def release_all_bots() -> Job[None]:
    """End all leases: for a process that has just started and is the only one."""

    def job(connection: Connection) -> None:
        connection.execute(update(games).values(thinker=None, thinks_until=None))

    return job


def release_bot(game: str, thinker: str) -> Job[None]:
    """Give back the lease on a game's bots."""

    def job(connection: Connection) -> None:
        connection.execute(
            update(games)
            .where(games.c.id == game, games.c.thinker == thinker)
            .values(thinker=None, thinks_until=None)
        )

    return job


def set_setting(name: str, value: str) -> Job[None]:

    def job(connection: Connection) -> None:
        connection.execute(_SET, {"name": name, "value": value})

    return job


def keep_setting(name: str, value: str) -> Job[str]:
    """A setting that is set once: returns the stored value, else stores and returns this one.

    Of two servers that start at once one waits for the other, and both get the same.
    """

    def job(connection: Connection) -> str:
        connection.execute(_KEEP, {"name": name, "value": value})
        return setting(name)(connection) or value

    return job


_KEEP = text("INSERT INTO settings (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING")
_SET = text(
    "INSERT INTO settings (name, value) VALUES (:name, :value) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


def notify_others(payloads: Sequence[str]) -> Job[None]:
    """Notify the other server processes when this transaction is committed."""

    def job(connection: Connection) -> None:
        gather(connection, _notify, payloads)

    return job


def _notify(connection: Connection, payloads: list[str]) -> None:
    words = {"channel": CHANNEL, "payloads": payloads}
    connection.execute(_NOTIFY, words)


_NOTIFY = text(
    "SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) AS payload"
)


# Reading ----------------------------------------------------------------------------------------


def load(game: str) -> Job[Stored]:
    """A game with its log, seats, keys and snapshot."""

    def job(connection: Connection) -> Stored:
        row = connection.execute(select(games).where(games.c.id == game)).mappings().first()
        if row is None:
            raise unknown(f"There is no game {game!r}.")
        stored = _stored(row)
        stored.seats = seats_of(game)(connection)
        stored.keys = keys_of(game)(connection)
        stored.log = lines_after(game, 0)(connection)
        frozen = connection.execute(
            select(snapshots.c.version, snapshots.c.number, snapshots.c.stamp, snapshots.c.data)
            .where(snapshots.c.game_id == game)
        ).first()  # fmt: skip
        stored.snapshot = None if frozen is None else Snapshot(*frozen)
        return stored

    return job


def _stored(row: RowMapping) -> Stored:
    return Stored(
        id=row["id"],
        head=json.loads(row["head"]),
        summary=json.loads(row["summary"]),
        over=row["over"],
        watch=row["watch"],
        listed=row["listed"],
        created=row["created"],
        moved=row["moved"],
        maker=row["maker"],
        clock=None if row["clock"] is None else json.loads(row["clock"]),
    )


def summaries(
    ids: Sequence[str] | None = None, listed: bool = False, limit: int = 100
) -> Job[list[Stored]]:
    """Games without their logs, most recently played first.

    Of those that are `listed` each client's first ones come before anybody's second: nobody fills the list.
    """

    def job(connection: Connection) -> list[Stored]:
        query = select(games).order_by(games.c.moved.desc()).limit(limit)
        if ids is not None:
            query = query.where(games.c.id.in_(ids))
        if listed:
            place = func.row_number().over(
                partition_by=games.c.maker, order_by=games.c.moved.desc()
            )
            ranked = select(games.c.id, games.c.moved, place.label("place")).where(games.c.listed)
            fair = ranked.subquery()
            first = select(fair.c.id).order_by(fair.c.place, fair.c.moved.desc()).limit(limit)
            query = query.where(games.c.id.in_(first))
        found = [_stored(row) for row in connection.execute(query).mappings()]
        by_id = {game.id: game for game in found}
        for row in connection.execute(select(seats).where(seats.c.game_id.in_(by_id))).mappings():
            by_id[row["game_id"]].seats[row["side"]] = seat_of(row)
        return found

    return job


def lines_after(game: str, version: int) -> Job[list[Line]]:
    """The log after a version."""

    def job(connection: Connection) -> list[Line]:
        rows = connection.execute(
            select(log.c.kind, log.c.side, log.c.data, log.c.reason)
            .where(log.c.game_id == game, log.c.version >= version)
            .order_by(log.c.version)
        )
        return [
            Line(kind, side, json.loads(data), json.loads(reason) if reason else None)
            for kind, side, data, reason in rows
        ]

    return job


def bots_waiting(limit: int = 200) -> Job[list[str]]:
    """Games with a bot to move for which no process holds the lease."""

    def job(connection: Connection) -> list[str]:
        free = or_(games.c.thinker.is_(None), games.c.thinks_until < clock(connection))
        rows = connection.execute(
            select(games.c.id)
            .where(games.c.bot_to_move, free)
            .order_by(games.c.moved.desc())
            .limit(limit)
        )
        return list(rows.scalars())

    return job


def setting(name: str) -> Job[str | None]:

    def job(connection: Connection) -> str | None:
        return connection.scalar(select(settings.c.value).where(settings.c.name == name))

    return job


def keep_board(mark: str, name: str, text_: str, own: int, most: int) -> Job[bool]:
    """Keep a board that a client shares; False if it has `own`. Of `most` one of the client with most goes."""

    def job(connection: Connection) -> bool:
        board = settings.c.name.like("board:%")
        client = func.substr(settings.c.name, 7, len(mark))
        counts = connection.execute(
            select(client, func.count()).where(board).group_by(client).order_by(func.count().desc())
        ).all()
        if dict(map(tuple, counts)).get(mark, 0) >= own:
            return False
        if sum(count for _, count in counts) >= most:
            theirs = select(func.min(settings.c.name)).where(board, client == counts[0][0])
            connection.execute(delete(settings).where(settings.c.name == theirs.scalar_subquery()))
        set_setting(f"board:{mark}:{name}", text_)(connection)
        return True

    return job


def kept_board(name: str) -> Job[str | None]:
    """A board that somebody shared, `board:{a mark of the client}:{name}`; the first ones have no mark."""

    def job(connection: Connection) -> str | None:
        marked = settings.c.name.like("board:%") & settings.c.name.endswith(
            f":{name}", autoescape=True
        )
        return connection.scalar(select(settings.c.value).where(marked))

    return job


def count_games() -> Job[int]:

    def job(connection: Connection) -> int:
        return connection.scalar(select(func.count()).select_from(games)) or 0

    return job


def unsound() -> Job[str | None]:
    """What SQLite finds wrong with its file; PostgreSQL looks after its own."""

    def job(connection: Connection) -> str | None:
        if connection.dialect.name != "sqlite":
            return None
        found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
        return None if found == "ok" else found

    return job
