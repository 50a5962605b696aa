"""Somebody's seats in several games, behind one secret: a ring of keys without an account."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, delete, insert, select, update

from hexfront.server.storage.database import Job, now
from hexfront.server.storage.schema import ring_seats, rings

DAY = 86_400.0
MOST = 200
"""The most seats of one ring; the oldest go first."""


def new_ring(hashed: str) -> Job[str]:
    """A ring without seats; its id."""

    def job(connection: Connection) -> str:
        name = secrets.token_hex(16)
        connection.execute(insert(rings).values(id=name, hash=hashed, made=now()))
        return name

    return job


def find_ring(hashed: str) -> Job[str | None]:
    """The id of the ring that a secret opens."""

    def job(connection: Connection) -> str | None:
        return connection.scalar(select(rings.c.id).where(rings.c.hash == hashed))

    return job


def change_secret(ring: str, hashed: str) -> Job[None]:
    """Another secret for a ring: the old link opens nothing any more."""

    def job(connection: Connection) -> None:
        connection.execute(update(rings).where(rings.c.id == ring).values(hash=hashed, made=now()))

    return job


def keep_alone(ring: str, hashed: str, game: str, side: str) -> Job[None]:
    """A ring keeps a seat that others are thrown out of: under another secret, as they may know this one."""

    def job(connection: Connection) -> None:
        change_secret(ring, hashed)(connection)
        hang(ring, game, side)(connection)

    return job


def drop_ring(ring: str) -> Job[None]:
    """Give up a ring; the seats themselves stay with the devices that hold them."""

    def job(connection: Connection) -> None:
        connection.execute(delete(ring_seats).where(ring_seats.c.ring_id == ring))
        connection.execute(delete(rings).where(rings.c.id == ring))

    return job


def drop_empty(days: float) -> Job[int]:
    """Delete rings that have had no seat for so many days; how many.

    A ring with seats is made young once a day, so that it stays as long after its last one is gone.
    """

    def job(connection: Connection) -> int:
        used = rings.c.id.in_(select(ring_seats.c.ring_id))
        seen = rings.c.made < now() - DAY
        connection.execute(update(rings).where(used, seen).values(made=now()))
        old = rings.c.made < now() - days * DAY
        return connection.execute(delete(rings).where(old, ~used)).rowcount

    return job


def hang(ring: str, game: str, side: str) -> Job[None]:
    """Add a seat to a ring, if it is not there."""

    def job(connection: Connection) -> None:
        if connection.scalar(select(rings.c.id).where(rings.c.id == ring)) is None:
            return
        mine = ring_seats.c.ring_id == ring
        here = mine & (ring_seats.c.game_id == game) & (ring_seats.c.side == side)
        if connection.execute(select(ring_seats.c.side).where(here)).first() is not None:
            return
        connection.execute(
            insert(ring_seats).values(ring_id=ring, game_id=game, side=side, made=now())
        )
        many = connection.execute(
            select(ring_seats.c.game_id, ring_seats.c.side)
            .where(mine)
            .order_by(ring_seats.c.made.desc())
            .offset(MOST)
        )
        for old, of in many.all():
            gone = mine & (ring_seats.c.game_id == old) & (ring_seats.c.side == of)
            connection.execute(delete(ring_seats).where(gone))

    return job


def take_off(ring: str, game: str) -> Job[None]:
    """Take a game off a ring."""

    def job(connection: Connection) -> None:
        connection.execute(
            delete(ring_seats).where(ring_seats.c.ring_id == ring, ring_seats.c.game_id == game)
        )

    return job


def seats_on(ring: str) -> Job[dict[str, list[str]]]:
    """The games of a ring with the sides held in them, the newest first."""

    def job(connection: Connection) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        rows = connection.execute(
            select(ring_seats.c.game_id, ring_seats.c.side)
            .where(ring_seats.c.ring_id == ring)
            .order_by(ring_seats.c.made.desc(), ring_seats.c.side)
        )
        for game, side in rows:
            found.setdefault(game, []).append(side)
        return found

    return job
