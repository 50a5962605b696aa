"""The people of a game in the database: seats, secrets, chat, and notices.

Functions take a connection, as in `store.py`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update

from hexfront.kernel.fields import Json
from hexfront.server.people.keys import Key
from hexfront.server.storage.database import CLOCKS, Job, clock, driven, now
from hexfront.server.storage.schema import chat, keys, notices, ring_seats, rings, seats

# Seats --------------------------------------------------------------------------------------------


@dataclass
class Seat:
    """A side of a game: who plays it."""

    who: str
    """human, or the name of a bot."""
    name: str | None = None
    taken: bool = False
    due: float | None = None
    deadline: float | None = None
    """When the time for the present move runs out."""


def seats_of(game: str) -> Job[dict[str, Seat]]:
    """The seats of a game, by side."""

    def job(connection: Connection) -> dict[str, Seat]:
        rows = connection.execute(select(seats).where(seats.c.game_id == game)).mappings()
        return {row["side"]: seat_of(row) for row in rows}

    return job


def seat_of(row: RowMapping) -> Seat:
    """A seat from its row."""
    return Seat(row["who"], row["name"], row["taken"], row["due"], row["deadline"])


def take_seat(invitation: str, fresh: str, name: str, alone: bool = False) -> Job[bool]:
    """Use an invitation to a seat; False if it has been used before.

    Whoever joins has the seat to themselves: what was held of it before stops working. A link for
    another device adds one, unless its user wants to be `alone`.
    """

    def job(connection: Connection) -> bool:
        found = connection.execute(
            select(keys.c.game_id, keys.c.side, keys.c.role).where(
                keys.c.hash == invitation, keys.c.role.in_(("invite-seat", "invite-device"))
            )
        ).first()
        if found is None:
            return False
        used = connection.execute(delete(keys).where(keys.c.hash == invitation))
        if used.rowcount != 1:
            return False
        game, side, role = found
        if alone or role == "invite-seat":
            drop_keys(connection, game, side)
        add_keys(connection, game, {fresh: Key("seat", side)})
        connection.execute(
            update(seats)
            .where(seats.c.game_id == game, seats.c.side == side)
            .values(taken=True, name=name)
        )
        return True

    return job


def write_note(game: str, side: str, words: str) -> Job[bool]:
    """Store the private note of a seat; False if there is no such seat any more."""

    def job(connection: Connection) -> bool:
        written = connection.execute(
            update(seats).where(seats.c.game_id == game, seats.c.side == side).values(note=words)
        )
        return written.rowcount == 1

    return job


def note_of(game: str, side: str) -> Job[str]:

    def job(connection: Connection) -> str:
        found = connection.scalar(
            select(seats.c.note).where(seats.c.game_id == game, seats.c.side == side)
        )
        return found or ""

    return job


def set_due(game: str, side: str, seconds: float | None) -> Job[None]:
    """Set in how many seconds a seat is to be notified of its move."""
    return _set_time("due", game, side, seconds)


def set_deadline(game: str, side: str, seconds: float | None) -> Job[None]:
    """Set in how many seconds the time of a seat runs out."""
    return _set_time("deadline", game, side, seconds)


def _set_time(what: str, game: str, side: str, seconds: float | None) -> Job[None]:
    def job(connection: Connection) -> None:
        # Written out, as it is part of many a choice; without seconds the sum is NULL.
        clock = CLOCKS[connection.dialect.name]
        values = {"now": time.time(), "seconds": seconds, "game": game, "side": side}
        driven(connection, _SET_TIME.format(what=what, clock=clock), values)

    return job


_SET_TIME = """UPDATE seats SET {what} = {clock} + CAST(:seconds AS FLOAT)
    WHERE game_id = :game AND side = :side"""


def claim_due() -> Job[list[tuple[str, str]]]:
    """The seats due a notice now; each is handed out once."""

    def job(connection: Connection) -> list[tuple[str, str]]:
        rows = connection.execute(
            update(seats).where(seats.c.due <= clock(connection)).values(due=None)
            .returning(seats.c.game_id, seats.c.side)
        )  # fmt: skip
        return [(game, side) for game, side in rows]

    return job


# Secrets ------------------------------------------------------------------------------------------


def add_keys(connection: Connection, game: str, new: Mapping[str, Key]) -> None:
    """Add secrets of a game, by their hashes."""
    for hashed, key in new.items():
        connection.execute(
            insert(keys).values(hash=hashed, game_id=game, side=key.side, role=key.role, made=now())
        )


def drop_keys(connection: Connection, game: str, side: str, but: str | None = None) -> None:
    """Invalidate all secrets of a seat, in somebody's list of games too, except for one.

    Its notices end too: nobody knows which of those who held it they go to.
    """
    mine = (keys.c.game_id == game) & (keys.c.side == side)
    connection.execute(delete(keys).where(mine & (keys.c.hash != (but or ""))))
    connection.execute(
        delete(ring_seats).where(ring_seats.c.game_id == game, ring_seats.c.side == side)
    )
    connection.execute(delete(notices).where(notices.c.game_id == game, notices.c.side == side))


def drop_invitations(connection: Connection, game: str, side: str) -> None:
    """Invalidate the invitations to a seat and the links for other devices."""
    connection.execute(
        delete(keys).where(
            keys.c.game_id == game,
            keys.c.side == side,
            keys.c.role.in_(("invite-seat", "invite-device")),
        )
    )


def holders(game: str, side: str) -> Job[list[tuple[str, str, float]]]:
    """All who hold a seat: "device", "list" or "link", the hash of their secret, since when."""

    def job(connection: Connection) -> list[tuple[str, str, float]]:
        mine = (keys.c.game_id == game) & (keys.c.side == side)
        rows = connection.execute(
            select(keys.c.role, keys.c.hash, keys.c.made).where(mine).order_by(keys.c.made)
        )
        found = [("device" if role == "seat" else "link", key, made) for role, key, made in rows]
        listed = connection.execute(
            select(rings.c.hash, ring_seats.c.made)
            .join(ring_seats, ring_seats.c.ring_id == rings.c.id)
            .where(ring_seats.c.game_id == game, ring_seats.c.side == side)
            .order_by(ring_seats.c.made)
        )
        return found + [("list", key, made) for key, made in listed]

    return job


def keys_of(game: str) -> Job[dict[str, Key]]:
    """The secrets of a game, by their hashes."""

    def job(connection: Connection) -> dict[str, Key]:
        rows = connection.execute(
            select(keys.c.hash, keys.c.role, keys.c.side).where(keys.c.game_id == game)
        )
        return {hashed: Key(role, side) for hashed, role, side in rows}

    return job


def find_key(hashed: str) -> Job[tuple[str, Key] | None]:
    """The game a secret belongs to, and what it gives access to there."""

    def job(connection: Connection) -> tuple[str, Key] | None:
        row = connection.execute(
            select(keys.c.game_id, keys.c.role, keys.c.side).where(keys.c.hash == hashed)
        ).first()
        return None if row is None else (row[0], Key(row[1], row[2]))

    return job


# Chat ---------------------------------------------------------------------------------------------


MOST_SAID = 1000
"""Lines of chat of a game that are kept."""


def say(game: str, side: str, name: str | None, words: str) -> Job[Json]:
    """Store a line of chat and return it as pages get it."""

    def job(connection: Connection) -> Json:
        moment = now()
        added = connection.execute(
            insert(chat)
            .values(game_id=game, side=side, name=name, text=words, at=moment)
            .returning(chat.c.id)
        ).scalar_one()
        kept = select(chat.c.id).where(chat.c.game_id == game).order_by(chat.c.id.desc())
        oldest = kept.offset(MOST_SAID - 1).limit(1).scalar_subquery()
        connection.execute(delete(chat).where(chat.c.game_id == game, chat.c.id < oldest))
        return _chat_line(added, side, name, words, moment)

    return job


def chat_of(game: str, after: int = 0, limit: int = 200) -> Job[list[Json]]:
    """The last lines of a game's chat."""

    def job(connection: Connection) -> list[Json]:
        rows = connection.execute(
            select(chat.c.id, chat.c.side, chat.c.name, chat.c.text, chat.c.at)
            .where(chat.c.game_id == game, chat.c.id > after)
            .order_by(chat.c.id.desc())
            .limit(limit)
        ).all()
        return [_chat_line(*row) for row in reversed(rows)]

    return job


def _chat_line(number: int, side: str, name: str | None, words: str, at: float) -> Json:
    return {"n": number, "side": side, "name": name, "text": words, "at": iso(at)}


def iso(moment: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))


# Notices ------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """A way to notify a player."""

    id: int
    how: str
    address: str
    confirmed: bool
    """An address that nobody has confirmed is not used."""


def add_notice(
    game: str, side: str, how: str, address: str, code: str | None = None, most: int = 1000
) -> Job[bool]:
    """Add a way to notify a player, unless it is there already; False if there are `most`.

    `code` is what confirms it: the one that was sent last.
    """

    def job(connection: Connection) -> bool:
        mine = (notices.c.game_id == game) & (notices.c.side == side)
        same = mine & (notices.c.how == how) & (notices.c.address == address)
        if connection.execute(select(notices.c.id).where(same)).first() is not None:
            asked = same & notices.c.code.is_not(None)
            connection.execute(update(notices).where(asked).values(code=code))
            return True
        held = connection.scalar(select(func.count()).select_from(notices).where(mine)) or 0
        if held < most:
            connection.execute(
                insert(notices).values(game_id=game, side=side, how=how, address=address, code=code)
            )
        return held < most

    return job


def confirm_notice(code: str) -> Job[str | None]:
    """The address that a code confirms: from now on it is used."""

    def job(connection: Connection) -> str | None:
        address: str | None = connection.scalar(
            update(notices)
            .where(notices.c.code == code)
            .values(code=None)
            .returning(notices.c.address)
        )
        return address

    return job


def drop_notice(game: str, side: str, number: int) -> Job[None]:
    """Stop notifying a player this way."""

    def job(connection: Connection) -> None:
        connection.execute(
            delete(notices).where(
                notices.c.game_id == game, notices.c.side == side, notices.c.id == number
            )
        )

    return job


def notices_of(game: str, side: str) -> Job[list[Way]]:
    """A player's notifications."""

    def job(connection: Connection) -> list[Way]:
        rows = connection.execute(
            select(notices.c.id, notices.c.how, notices.c.address, notices.c.code)
            .where(notices.c.game_id == game, notices.c.side == side)
            .order_by(notices.c.id)
        )
        return [Way(number, how, address, code is None) for number, how, address, code in rows]

    return job
