"""Notifying absent players of their move: web push, e-mail, chat services."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging
import queue
import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol
from urllib.parse import quote, urlsplit

from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused, malformed
from hexfront.server.http.messages import NewNotice, encode
from hexfront.server.http.replies import NoticeWays
from hexfront.server.storage import people, store
from hexfront.server.storage.database import Database
from hexfront.server.tables.hub import Hub

SERVICES = ("discord", "slack", "tgram", "pover")
"""Chat services of `apprise` with a fixed host: a player cannot make the server call any other."""
PUSH_HOSTS = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
    ".notify.windows.com",
)
"""The browsers' push services; a leading dot means any name with that ending."""
MOST = 5
"""The most kinds of notification per seat."""
LONGEST = 30.0
"""Seconds after which a slow notice is logged; it keeps its slot until it is sent or fails."""
MOST_ASKED = 100
"""The most addresses that wait to be asked to confirm; more are asked when somebody tries again."""
AT_ONCE = 4
"""How many notices one service sends at the same time."""
_ENDPOINT = re.compile(
    r"https://([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::443)?/[A-Za-z0-9/._~%:?=&+*,;$!@-]*"
)
"""A push subscription's address in the form that browsers give."""
_EMAIL = re.compile(r"[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}")
_log = logging.getLogger("hexfront")


class Gone(Exception):
    """The address no longer exists."""


class Send(Protocol):
    """How a notice is sent."""

    def __call__(self, how: str, address: str, words: Json) -> None:
        """Send; Gone if the address no longer exists."""


class Outbox:
    """The services this server can use: push with its own key, mail through the operator's account."""

    def __init__(self, database: Database, mail: str | None = None, contact: str = "") -> None:
        self.mail = mail
        """An apprise URL of the operator's mail account, for example mailtos://user:pass@example.org."""
        self.contact = contact or "mailto:nobody@example.org"
        self._asking: queue.SimpleQueue[tuple[str, Json]] = queue.SimpleQueue()
        self._asker: threading.Thread | None = None
        self._vapid: Any = None
        self.public: str | None = None
        try:
            self._vapid, self.public = _vapid(database)
        except ImportError:
            _log.warning("no web push: it needs the extra hexfront[serve]")

    def offers(self) -> NoticeWays:
        """The kinds of notification that a page can offer."""
        try:
            import apprise  # noqa: F401

            services = list(SERVICES)
        except ImportError:
            services = []
        return {"push": self.public, "email": bool(services and self.mail), "services": services}

    def check(self, wish: NewNotice) -> str:
        """The address to store; Refused if nothing can be sent there."""
        if wish.how == "push":
            if wish.push is None or self.public is None:
                raise malformed("A push notice needs the browser's subscription.")
            _check_push(wish.push.endpoint)
            return encode(wish.push).decode()
        if wish.to is None:
            raise malformed("An address is needed.")
        if wish.how == "email":
            if not self.mail:
                raise Refused(None, "This server sends no mail.")
            if not _EMAIL.fullmatch(wish.to):
                raise malformed("This is not an e-mail address.")
            return wish.to
        _check_service(wish.to)
        if _outlet(wish.to) is None:
            raise malformed("The service does not understand this address.")
        return wish.to

    def ask(self, address: str, words: Json) -> None:
        """Mail somebody, without waiting for it, whether the address is theirs."""
        if self._asking.qsize() < MOST_ASKED:
            self._asking.put((address, words))
        if self._asker is None:
            self._asker = threading.Thread(target=self._ask_all, name="asker", daemon=True)
            self._asker.start()

    def _ask_all(self) -> None:
        while True:
            address, words = self._asking.get()
            try:
                self.send("email", address, words)
            except Exception as problem:
                _log.warning("an address could not be asked to confirm: %r", problem)

    def send(self, how: str, address: str, words: Json) -> None:
        """Send a notice (slow); Refused if the address may not be called."""
        if how == "push":
            subscription = json.loads(address)
            _check_push(subscription["endpoint"])
            self._push(subscription, words)
            return
        url = address
        if how == "email":
            if not self.mail:
                raise Refused(None, "This server no longer sends mail.")
            url = f"{self.mail}{'&' if '?' in self.mail else '?'}to={quote(address)}"
        else:
            _check_service(address)
        outlet = _outlet(url)
        body = f"{words['body']}\n{words['link']}"
        if outlet is None or not outlet.notify(title=words["title"], body=body):
            _log.warning("a notice by %s could not be sent", how)

    def _push(self, subscription: Json, words: Json) -> None:
        import requests
        from pywebpush import WebPushException, webpush

        class Straight(requests.Session):
            """A session that follows no redirects."""

            def get_redirect_target(self, resp: Any) -> None:
                """Never redirected: the address was checked, another would not be."""

        try:
            webpush(
                subscription,
                json.dumps(words),
                requests_session=Straight(),
                vapid_private_key=self._vapid,
                vapid_claims={"sub": self.contact},
                ttl=86_400,
                timeout=10,
            )
        except WebPushException as problem:
            status = getattr(problem.response, "status_code", None)
            if status in (404, 410):
                raise Gone from None
            _log.warning("a push notice could not be sent: status %s", status)


def _check_push(endpoint: str) -> None:
    """Refuse to push anywhere but to the browsers' own services.

    Programs read what is odd in an address in different ways: a backslash ends the name for one and is part
    of it for another. So nothing odd may be in it.
    """
    found = _ENDPOINT.fullmatch(endpoint)
    host = found[1] if found else ""
    if not any(host.endswith(known) if known[0] == "." else host == known for known in PUSH_HOSTS):
        raise malformed("This is not the push service of a known browser.")


def _check_service(url: str) -> None:
    """Refuse anything but one address, without options, of a service whose host is fixed."""
    if url.partition("://")[0] not in SERVICES:
        raise malformed(f"The services are {', '.join(SERVICES)}.")
    if re.search(r"[\s,;?&]", url) or url.count("://") != 1:
        raise malformed("Give one address of the service, without options.")


def _outlet(url: str) -> Any:
    """A service of `apprise` that follows no redirects, or None if it does not know the address."""
    import apprise

    asset = apprise.AppriseAsset(http_redirects=False)
    return apprise.Apprise.instantiate(url, asset=asset)


def _vapid(database: Database) -> tuple[Any, str]:
    """The server's key pair for web push, made once and kept in the database."""
    from cryptography.hazmat.primitives import serialization
    from py_vapid import Vapid

    fresh = Vapid()
    fresh.generate_keys()
    pem = database.write(store.keep_setting("vapid", fresh.private_pem().decode()))
    vapid = Vapid.from_pem(pem.encode())
    point = vapid.public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return vapid, base64.urlsafe_b64encode(point).rstrip(b"=").decode()


class Notices:
    """Finds players who are due a notice, and sends it.

    Each service has its own threads: a slow one delays nothing else.
    """

    def __init__(self, hub: Hub, send: Send, link: Callable[[str], str]) -> None:
        self.hub = hub
        self.send = send
        self.link = link
        self._lanes: dict[str, _Lane] = {}

    async def send_due(self) -> None:
        """Notify every absent player who is due."""
        async with asyncio.TaskGroup() as sending:
            for name, side in await self.hub.write(people.claim_due()):
                try:
                    if (words := await self._words(name, side)) is None:
                        continue
                    for notice in await self.hub.read(people.notices_of(name, side)):
                        if notice.confirmed:
                            sending.create_task(self._send_one(name, side, notice, words))
                except Exception:
                    _log.exception("a notice of game %s could not be sent", name)

    async def _words(self, name: str, side: str) -> Json | None:
        """The text of a notice; None if it is no longer needed."""
        table = await self.hub.table(name)
        here = self.hub.others.presence(name)["here"]
        if side not in table.deciding or here.get(side):
            return None
        short = table.short()
        what = f"{short['title']}, turn {short['turn']}: {short['phase_title']}"
        return {
            "title": "Your move",
            "body": f"{what}{'' if table.match.secret is None else ', decided in secret'}.",
            "url": f"/game/{name}",
            "link": self.link(f"/game/{name}"),
            "tag": name,
        }

    async def _send_one(self, name: str, side: str, notice: people.Way, words: Json) -> None:
        number, how, address, _ = notice
        try:
            lane = self._lane(_service(how, address))
            async with lane.turn:  # held until the thread ends, even past the timeout
                loop = asyncio.get_running_loop()
                sending = loop.run_in_executor(lane.threads, self.send, how, address, words)
                if not (await asyncio.wait({sending}, timeout=LONGEST))[0]:
                    _log.warning("game %s: a notice by %s takes very long", name, how)
                await sending
        except Gone:
            with contextlib.suppress(Refused):
                await self.hub.write(people.drop_notice(name, side, number))
        except Exception as problem:  # the player's other notices are still sent
            _log.warning("game %s: a notice by %s was not sent: %r", name, how, problem)

    def _lane(self, service: str) -> _Lane:
        if service not in self._lanes:
            threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix=f"notices-{service}")
            self._lanes[service] = _Lane(asyncio.Semaphore(AT_ONCE), threads)
        return self._lanes[service]

    def close(self) -> None:
        for lane in self._lanes.values():
            lane.threads.shutdown(wait=False, cancel_futures=True)


class _Lane(NamedTuple):
    """The queue of one service."""

    turn: asyncio.Semaphore
    """Waiting for a slot does not count towards the timeout."""
    threads: ThreadPoolExecutor


def _service(how: str, address: str) -> str:
    """The service that carries a notice."""
    if how == "push":
        host = urlsplit(json.loads(address)["endpoint"]).hostname or ""
        return ".".join(host.split(".")[-2:])
    return how if how == "email" else address.partition("://")[0]


def shown(notices: list[people.Way]) -> Json:
    """A player's notifications as their page shows them."""
    lines = []
    for number, how, address, confirmed in notices:
        to = address
        if how == "push":
            to = json.loads(address)["endpoint"].split("/")[2]
        elif how == "service":
            to = address.partition("://")[0]
        lines.append({"id": number, "how": how, "to": to, "confirmed": confirmed})
    return {"notices": lines}


def confirmation(title: str, link: str) -> Json:
    """The mail that asks the owner of an address whether they want notices."""
    return {
        "title": "Hexfront: confirm this address",
        "body": f"Somebody, probably you, wants to be told by e-mail when it is their move in {title}. "
        "If it was you, open this link. If not, do nothing: you get no more mail.",
        "link": link,
    }
