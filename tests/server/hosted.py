"""A hosted server in this process, and the people who come to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexfront.kernel.fields import Json
from hexfront.server.http.access import Access
from hexfront.server.http.app import Server
from hexfront.server.http.limits import Limits, no_limits
from hexfront.server.people.keys import hash_token
from hexfront.server.people.notices import Outbox
from hexfront.server.storage.database import Database, sqlite_url
from tests.server.open_page import Page, TestClient

HERE = "http://localhost"
ADMIN = "the-admins-token-which-is-long-enough"


class Hosted:
    """A server, and everything a test does with it."""

    def __init__(
        self,
        folder: Path,
        limits: Limits | None = None,
        overlay: Path | None = None,
        **rules: Any,
    ) -> None:
        self.database = Database(sqlite_url(folder))
        access = Access((HERE,), limits or no_limits(), hash_token(ADMIN), **rules)
        self.outbox = Outbox(
            self.database, "mailto://user:pass@example.org", "mailto:me@example.org"
        )
        self.mails: list[tuple[str, Json]] = []
        self.outbox.ask = lambda address, words: self.mails.append((address, words))  # type: ignore[method-assign]
        self.server = Server(self.database, access, overlay, self.outbox, workers=1)
        self.client = TestClient(self.server.app(), base_url=HERE)

    def confirm(self) -> None:
        """Whoever got a mail opens its link."""
        for _, words in self.mails:
            token = words["link"].partition("#")[2]
            assert self.client.post("/api/confirm", json={"token": token}).status_code == 200
        self.mails.clear()

    def new(self, **more: Any) -> Guests:
        """A game of Anna's, to which Boris and a spectator have been invited."""
        body = {"name": "Anna", **more}
        reply = self.client.post("/api/tables", json=body)
        assert reply.status_code == 200, reply.text
        tokens = dict(reply.cookies.items())
        self.client.cookies.clear()
        return Guests(self, reply.json(), tokens)


class Guests:
    """A game with the secrets of those who play it."""

    def __init__(self, hosted: Hosted, made: Json, tokens: dict[str, str]) -> None:
        self.hosted = hosted
        self.made = made
        self.name: str = made["id"]
        self.tokens = {name.removeprefix("seat-"): value for name, value in tokens.items()}

    def join(self, link: str, name: str = "Boris") -> Any:
        reply = self.hosted.client.post(
            "/api/join", json={"token": link.partition("#")[2], "name": name}
        )
        for cookie, value in reply.cookies.items():
            self.tokens[cookie.removeprefix("seat-")] = value
        self.hosted.client.cookies.clear()
        return reply

    def full(self) -> Guests:
        """Everybody has come."""
        for side, link in self.made["invitations"].items():
            assert self.join(link, f"Boris {side}").status_code == 200
        assert self.join(self.made["watch_link"], "Vera").status_code == 200
        return self

    def agree_to_hints(self) -> Guests:
        """Both players let the computer help them."""
        for side in self.made["seats"]:
            with self.page(side) as page:
                page.sit(side)
                assert page.ask("hints", version=page.state["version"])["ok"]
        return self

    def get(self, path: str, who: str | None = None) -> Any:
        return self.hosted.client.get(f"/api/tables/{self.name}{path}", headers=self.bearer(who))

    def post(self, path: str, body: Json, who: str | None = None) -> Any:
        return self.hosted.client.post(
            f"/api/tables/{self.name}{path}", json=body, headers=self.bearer(who)
        )

    def bearer(self, who: str | None) -> dict[str, str]:
        if who is None:
            return {}
        return {"authorization": f"Bearer {self.tokens.get(who, who)}"}

    def page(self, who: str | None, **headers: str) -> Page:
        return Page(self.hosted.client, self.name, **self.bearer(who), **headers)
