"""The admin's commands, straight at the database: `hexfront admin --help`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import Connection

from hexfront.games.registry import FindGame
from hexfront.kernel.fields import Json
from hexfront.kernel.match import Unplayable
from hexfront.kernel.refusal import Refused
from hexfront.server.http.replies import TableSummary
from hexfront.server.people.keys import Key, hash_token, new_token
from hexfront.server.storage import people, store
from hexfront.server.storage.database import Database, Job
from hexfront.server.storage.files import check_there, new_file
from hexfront.server.tables.opening import Wish, load_table, new_table, record_of
from hexfront.server.tables.table import HUMAN, summary_of


class Admin:
    """What the admin can do with or without a running server.

    The SQLite database must exist, unless `make` is set.
    """

    def __init__(self, url: str, make: bool = False) -> None:
        if not make:
            check_there(url)
        self.database = Database(url)

    def games(self) -> list[TableSummary]:
        return [summary_of(game) for game in self.database.read(store.summaries(limit=100_000))]

    def create(
        self,
        game: str,
        seats: dict[str, str],
        options: Json,
        find: FindGame,
        shared_dice: bool = False,
    ) -> tuple[str, dict[str, str]]:
        """A new game: its id, and the paths of the links to its seats and for spectators."""
        wish = Wish(seats, mine=(), shared_dice=shared_dice)
        table = new_table(find, game, None, options, None, wish)
        links = {}
        for side in (*table.humans, None):
            token = new_token()
            role = "invite-watch" if side is None else "invite-seat"
            table.keys[hash_token(token)] = Key(role, side)
            links[side or "spectators"] = f"/join#{token}"
        waits = bool(table.bots_deciding and table.humans)
        self.database.write(store.begin(table.stored, waits))
        return table.name, links

    def export(self, name: str, find: FindGame) -> Json:
        """The whole record of a game."""
        stored = self.database.read(store.load(name))
        try:
            return load_table(stored, find).record(with_seed=True)
        except Unplayable:
            return record_of(stored)

    def delete(self, name: str) -> None:
        """Delete a game; with PostgreSQL running servers are notified."""
        self.database.read(store.load(name))  # refused if there is none
        self.database.write(self._announced(store.remove(name), name, "gone"))

    def invite(self, name: str, side: str) -> str:
        """A new link for a player who has lost access; the seat's old links and cookies stop working."""
        seat = self.database.read(store.load(name)).seats.get(side)
        if seat is None or seat.who != HUMAN:
            raise Refused(None, f"Nobody plays a {side} side in game {name}.")
        token = new_token()

        def job(connection: Connection) -> None:
            people.drop_keys(connection, name, side)
            people.add_keys(connection, name, {hash_token(token): Key("invite-seat", side)})

        self.database.write(self._announced(job, name, "seats"))
        return f"/join#{token}"

    def new_token(self) -> str:
        """A new token for the admin's requests; the old one is valid until the server restarts."""
        token = new_token()
        self.database.write(store.set_setting("admin", hash_token(token)))
        return token

    def backup(self, path: Path) -> None:
        """Copy an SQLite database; the server may be running."""
        if self.database.postgres:
            raise Refused(None, "PostgreSQL is backed up with pg_dump.")
        new_file(path)
        connection = self.database.engine.raw_connection()
        try:
            connection.cursor().execute("VACUUM INTO ?", (str(path),))
        except sqlite3.Error as error:
            path.unlink()
            raise Refused(None, f"The copy cannot be made: {error}.") from None
        finally:
            connection.close()

    def _announced(self, job: Job[None], name: str, what: str) -> Job[None]:
        if not self.database.postgres:
            return job

        def both(connection: Connection) -> None:
            job(connection)
            store.notify_others([store.dump({"by": "admin", "game": name, "what": what})])(
                connection
            )

        return both

    def close(self) -> None:
        self.database.close()
