"""Who may do what: origins, addresses, limits, and the rights that a request's secrets give."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from hexfront.kernel.refusal import unknown
from hexfront.server.http.limits import Limits, no_limits
from hexfront.server.people.keys import hash_token, held, same
from hexfront.server.tables.table import Rights, Table

YEAR = 365 * 86_400
RING = "my-games"
"""The cookie with the secret of somebody's list of games."""
_log = logging.getLogger("hexfront")
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
    think: float = 60.0
    """The most seconds per turn that a bot may think on a hosted server, where games share the workers."""
    salt: str = ""
    """What makes marks of addresses useless elsewhere."""
    quota: int | None = None
    """The most running games that one client has made; None: any number."""
    metrics_hash: str | None = None
    """Of the token that opens the metrics and nothing else."""

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
        """The client's address, already corrected for a trusted proxy; of IPv6 its network."""
        return network_of(connection.client.host) if connection.client else "?"

    def mark(self, connection: HTTPConnection) -> str:
        """What is stored of a client: enough to recognise it, not to find its address."""
        return self.mark_of(self.address(connection))

    def mark_of(self, address: str) -> str:
        """The same of an address."""
        return hash_token(f"{self.salt} {network_of(address)}")[:16]

    @staticmethod
    def check_id(name: str) -> None:
        """Refuse what cannot be the id of a game."""
        if not _ID.fullmatch(name):
            raise unknown(f"There is no game {name[:60]!r}.")

    def is_admin(self, connection: HTTPConnection) -> bool:
        """Whether the request carries the admin's token."""
        token = _bearer(connection)
        return token is not None and same(token, self.admin_hash)

    def note_attempt(self, connection: HTTPConnection) -> None:
        """Log that somebody came without the admin's token, or with a wrong one."""
        how = "without a token" if _bearer(connection) is None else "with a wrong token"
        _log.warning("an admin's request %s from client %s", how, self.mark(connection))

    def may_measure(self, connection: HTTPConnection) -> bool:
        """Whether the request may see how the server does: the admin's, or one for that alone."""
        token = _bearer(connection)
        mine = token is not None and same(token, self.metrics_hash)
        return mine or self.is_admin(connection)

    def tokens(self, connection: HTTPConnection) -> list[str]:
        """The secrets that a request came with."""
        names = ("seat-", RING)
        found = [value for name, value in connection.cookies.items() if name.startswith(names)]
        bearer = _bearer(connection)
        return [*found, bearer][:9] if bearer is not None else found[:9]

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
        self._set(response, f"seat-{side or 'watch'}", token, f"/api/tables/{game}")

    def give_ring(self, response: Response, token: str) -> None:
        """Store the secret of a list of games in the browser; without one, remove it."""
        if token:
            self._set(response, RING, token, "/api")
        else:
            response.delete_cookie(RING, path="/api", httponly=True, samesite="strict")

    def _set(self, response: Response, name: str, token: str, path: str) -> None:
        response.set_cookie(
            name,
            token,
            max_age=YEAR,
            path=path,
            secure=self.origins[:1] != () and self.origins[0].startswith("https:"),
            httponly=True,
            samesite="strict",
        )


@lru_cache(1000)
def network_of(address: str) -> str:
    """Who is meant by an address: with IPv6 anybody has 2**64 of them, all in one network."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found) >> 64 << 64, 64)))


def _bearer(connection: HTTPConnection) -> str | None:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" and token else None
