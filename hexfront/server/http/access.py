"""Who may do what: origins, addresses, limits, and the rights that a request's secrets give."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from hexfront.kernel.refusal import unknown
from hexfront.server.http.limits import Limits, no_limits
from hexfront.server.people.keys import held, same
from hexfront.server.tables.table import Rights, Table

YEAR = 365 * 86_400
_ID = re.compile(r"[a-z0-9-]{4,40}")


@dataclass
class Access:
    """A server's rules of access."""

    origins: tuple[str, ...] = ()
    """The server's public addresses; empty on the player's own machine."""
    limits: Limits = field(default_factory=no_limits)
    admin_hash: str | None = None
    create: str = "everybody"
    """Who may create games: everybody or admin."""

    @property
    def local(self) -> bool:
        """Whether the server runs on the player's own machine, for that player only."""
        return not self.origins

    @property
    def hosts(self) -> list[str]:
        """The host names that the server answers to; requests to any other are refused."""
        if self.local:
            return ["127.0.0.1", "localhost"]
        return [urlsplit(origin).hostname or "" for origin in self.origins]

    def own_origin(self, connection: HTTPConnection) -> bool:
        """Whether a request comes from our own page (or from a program, which has no origin)."""
        headers = connection.headers
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return False
        origin = headers.get("origin")
        if origin is None:
            return True
        if self.local:
            return origin.split("://")[-1] == headers.get("host")
        return origin in self.origins

    @staticmethod
    def address(connection: HTTPConnection) -> str:
        """The client's address, already corrected for a trusted proxy."""
        return connection.client.host if connection.client else "?"

    @staticmethod
    def check_id(name: str) -> None:
        """Refuse what cannot be the id of a game."""
        if not _ID.fullmatch(name):
            raise unknown(f"There is no game {name[:60]!r}.")

    def is_admin(self, connection: HTTPConnection) -> bool:
        """Whether the request carries the admin's token."""
        token = _bearer(connection)
        return token is not None and same(token, self.admin_hash)

    def may_create(self, connection: HTTPConnection) -> bool:
        return self.local or self.create == "everybody" or self.is_admin(connection)

    def rights(self, connection: HTTPConnection, table: Table) -> Rights:
        """The rights that the secrets in a request give at a table."""
        if self.local and not table.keys:  # a game with secrets comes from a hosted server
            return Rights(frozenset(table.humans), watch=True, owner=True)
        tokens = [value for name, value in connection.cookies.items() if name.startswith("seat-")]
        if (bearer := _bearer(connection)) is not None:
            tokens.append(bearer)
        sides, watch = held(tokens[:8], table.keys)
        owner = self.is_admin(connection)
        return Rights(sides, watch or table.stored.watch == "open" or owner, owner)

    def link(self, path: str) -> str:
        """The full address of a path, to share."""
        return f"{self.origins[0] if self.origins else ''}{path}"

    def give(self, response: Response, game: str, side: str | None, token: str) -> None:
        """Store a secret in the browser: a cookie that scripts cannot read, for this game only."""
        response.set_cookie(
            f"seat-{side or 'watch'}",
            token,
            max_age=YEAR,
            path=f"/api/tables/{game}",
            secure=self.origins[:1] != () and self.origins[0].startswith("https:"),
            httponly=True,
            samesite="strict",
        )


def _bearer(connection: HTTPConnection) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and token else None
