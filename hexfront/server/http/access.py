"""Who may come in: origins, addresses, limits, and what the secrets in a request open."""

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
    """The rules of a server about who comes in."""

    origins: tuple[str, ...] = ()
    """The addresses it has for the outside; none: it is somebody's own machine."""
    limits: Limits = field(default_factory=no_limits)
    admin_hash: str | None = None
    create: str = "everybody"
    """Who may make games: everybody or admin."""

    @property
    def local(self) -> bool:
        """Whether this is somebody's own machine."""
        return not self.origins

    @property
    def hosts(self) -> list[str]:
        """The names under which the server answers: no other name may get past the origin check."""
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
        """Where a request comes from; a trusted proxy's word has been taken by then."""
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
        """Whether one may make games here."""
        return self.local or self.create == "everybody" or self.is_admin(connection)

    def rights(self, connection: HTTPConnection, table: Table) -> Rights:
        """What the secrets in a request open at a table."""
        if self.local and not table.keys:  # a game with secrets was made at a server for others
            return Rights(frozenset(table.humans), watch=True, owner=True)
        tokens = [value for name, value in connection.cookies.items() if name.startswith("seat-")]
        if (bearer := _bearer(connection)) is not None:
            tokens.append(bearer)
        sides, watch = held(tokens[:8], table.keys)
        owner = self.is_admin(connection)
        return Rights(sides, watch or table.stored.watch == "open" or owner, owner)

    def link(self, path: str) -> str:
        """An address to give away."""
        return f"{self.origins[0] if self.origins else ''}{path}"

    def give(self, response: Response, game: str, side: str | None, token: str) -> None:
        """Give a secret to a browser: a cookie that scripts cannot read, for this game only."""
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
