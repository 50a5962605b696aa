"""The admin's commands, straight at the database: `hexfront admin --help`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from hexfront.games.registry import FindGame
from hexfront.kernel.match import Unplayable
from hexfront.kernel.refusal import Refused
from hexfront.server import store
from hexfront.server.database import Database, Job
from hexfront.server.keys import Key, hash_token, new_token
from hexfront.server.opening import load_table, record_of
from hexfront.server.table import HUMAN, summary_of

Json = dict[str, Any]


class Admin:
    """What the admin can do without the server, and beside a running one."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)

    def games(self) -> list[Json]:
        """All games."""
        return [summary_of(game) for game in self.database.read(store.summaries(limit=100_000))]

    def export(self, name: str, find: FindGame) -> Json:
        """The whole record of a game."""
        stored = self.database.read(store.load(name))
        try:
            return load_table(stored, find).record(with_seed=True)
        except Unplayable:
            return record_of(stored)

    def delete(self, name: str) -> None:
        """Remove a game for good; a running server hears of it where there are several."""
        self.database.read(store.load(name))  # refused if there is none
        self.database.write(self._told(store.remove(name), name, "gone"))

    def invite(self, name: str, side: str) -> str:
        """A link to a seat for a player who has lost his; his old secrets are void."""
        seat = self.database.read(store.load(name)).seats.get(side)
        if seat is None or seat.who != HUMAN:
            raise Refused(None, f"Nobody plays a {side} side in game {name}.")
        token = new_token()

        def job(connection: Connection) -> None:
            store.drop_keys(connection, name, side)
            store.add_keys(connection, name, {hash_token(token): Key("invite-seat", side)})

        self.database.write(self._told(job, name, "seats"))
        return f"/join#{token}"

    def new_token(self) -> str:
        """A new token for the admin's requests; the old one is void when the server starts again."""
        token = new_token()
        self.database.write(store.set_setting("admin", hash_token(token)))
        return token

    def backup(self, path: Path) -> None:
        """A whole copy of an SQLite database, while the server runs."""
        if self.database.postgres:
            raise Refused(None, "PostgreSQL is backed up with pg_dump.")
        if path.exists():
            raise Refused(None, f"{path} is there already.")
        connection = self.database.engine.raw_connection()
        try:
            connection.cursor().execute("VACUUM INTO ?", (str(path),))
        finally:
            connection.close()

    def _told(self, job: Job[None], name: str, what: str) -> Job[None]:
        if not self.database.postgres:
            return job

        def both(connection: Connection) -> None:
            job(connection)
            store.tell_others([store.dump({"by": "admin", "game": name, "what": what})])(connection)

        return both

    def close(self) -> None:
        """Done."""
        self.database.close()
