"""Rate limits per address and per page."""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["plain", "dear", "replay"]


@dataclass(slots=True)
class Bucket:
    """A token bucket: a burst at once, then a steady rate per second."""

    rate: float
    burst: float
    level: float = 0.0
    filled: float = field(default_factory=time.monotonic)

    def take(self, cost: float = 1.0) -> bool:
        """Take tokens if there are enough; whether there were."""
        moment = time.monotonic()
        self.level = max(0.0, self.level - (moment - self.filled) * self.rate)
        self.filled = moment
        if self.level + cost > self.burst:
            return False
        self.level += cost
        return True


@dataclass
class Limits:
    """The limits of a server; a rate of None means no limit."""

    messages: tuple[float, float] | None = (40.0, 120.0)
    """WebSocket messages of one page: per second, at once."""
    all_messages: tuple[float, float] | None = (200.0, 2000.0)
    """Those of one address; to sit down counts as ten."""
    requests: tuple[float, float] | None = (20.0, 200.0)
    """HTTP requests of one address."""
    dear: tuple[float, float] | None = (0.5, 30.0)
    """Requests that create games, read records or try tokens."""
    replays: tuple[float, float] | None = (10.0, 100.0)
    """Requests that replay a game: its moments, its whole log, its ledger of luck."""
    choices: tuple[float, float] | None = (20.0, 1000.0)
    """Choices of one page."""
    all_choices: tuple[float, float] | None = (100.0, 5000.0)
    """Choices of one address."""
    hints: tuple[float, float] | None = (0.1, 5.0)
    """Questions of one page what to do: each keeps a bot's worker busy for a moment."""
    work: tuple[float, float] | None = (0.25, 5.0)
    """Seconds of processor time for the messages of one address."""
    mails: tuple[float, float] | None = (1 / 300, 3.0)
    """Addresses that one client has a mail sent to, to confirm them."""
    mails_to: tuple[float, float] | None = (1 / 43_200, 2.0)
    """Mails that one address gets to confirm it, whoever asks."""
    lists: tuple[float, float] | None = (1 / 300, 10.0)
    """Lists of games that one client begins."""
    uploads: int = 2
    """Records that one address sends at the same time; all addresses eight times as many."""
    upload_seconds: float = 30.0
    """How long a request may take to arrive."""
    slow_work: bool = True
    """Whether slow work is rationed."""
    pages: int = 60
    """Open WebSockets of one address."""
    nonsense: int = 50
    """Malformed messages after which the connection is closed."""
    message_size: int = 65_536
    body_size: int = 65_536
    record_size: int = 4_194_304

    def __post_init__(self) -> None:
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._pages: dict[str, int] = {}
        self._uploads: dict[str, int] = {}

    def allows(self, address: str, kind: Kind = "plain") -> bool:
        """Whether an address may ask again, and for something of this kind."""
        more = {"plain": None, "dear": self.dear, "replay": self.replays}[kind]
        return self._take("all", address, self.requests) and self._take(kind, address, more)

    def _take(
        self, kind: str, address: str, limit: tuple[float, float] | None, cost: float = 1.0
    ) -> bool:
        return limit is None or self._bucket(kind, address, limit).take(cost)

    def _bucket(self, kind: str, address: str, limit: tuple[float, float]) -> Bucket:
        bucket = self._buckets.setdefault((kind, address), Bucket(*limit))
        self._buckets.move_to_end((kind, address))
        while len(self._buckets) > 20_000:
            self._buckets.popitem(last=False)
        return bucket

    def page_opens(self, address: str) -> bool:
        """Count an open page; False if the address has too many."""
        if self._pages.get(address, 0) >= self.pages:
            return False
        self._pages[address] = self._pages.get(address, 0) + 1
        return True

    def page_closes(self, address: str) -> None:
        self._pages[address] -= 1
        if not self._pages[address]:
            del self._pages[address]

    @contextlib.contextmanager
    def upload(self, address: str) -> Iterator[bool]:
        """Whether an address may send a record now."""
        sent = self._uploads.get(address, 0)
        if sent >= self.uploads or sum(self._uploads.values()) >= 8 * self.uploads:
            yield False
            return
        self._uploads[address] = sent + 1
        try:
            yield True
        finally:
            self._uploads[address] -= 1
            if not self._uploads[address]:
                del self._uploads[address]

    def choice_bucket(self) -> Bucket | None:
        """A bucket for the choices of one page; None if unlimited."""
        return None if self.choices is None else Bucket(*self.choices)

    def hint_bucket(self) -> Bucket | None:
        """A bucket for the hints of one page; None if unlimited."""
        return None if self.hints is None else Bucket(*self.hints)

    def allows_choices(self, address: str, count: int) -> bool:
        """Whether an address may take so many choices."""
        return self._take("choices", address, self.all_choices, count)

    def allows_message(self, address: str, cost: float = 1.0) -> bool:
        """Whether a page of an address may send one more message."""
        return self._take("messages", address, self.all_messages, cost)

    def allows_work(self, address: str) -> bool:
        """Whether the messages of an address have not kept the server busy for too long."""
        return self._take("work", address, self.work, 0.0)

    @contextlib.contextmanager
    def working(self, address: str) -> Iterator[None]:
        """Charge an address for the processor time of what is done here; nothing may be awaited in it."""
        if self.work is None:
            yield
            return
        start = time.thread_time()
        try:
            yield
        finally:
            bucket = self._bucket("work", address, self.work)
            bucket.take(0.0)
            bucket.level += time.thread_time() - start

    def allows_mail(self, address: str, to: str) -> bool:
        """Whether a client may have one more address asked to confirm, and this one may be asked again."""
        name, _, host = to.lower().rpartition("@")
        box = f"{name.partition('+')[0]}@{host}"
        mine = self._take("mail", address, self.mails)
        return mine and self._take("mail to", box, self.mails_to)

    def allows_list(self, address: str) -> bool:
        """Whether a client may begin one more list of games."""
        return self._take("list", address, self.lists)

    def message_bucket(self) -> Bucket | None:
        """A bucket for the messages of one page; None if unlimited."""
        return None if self.messages is None else Bucket(*self.messages)


def no_limits() -> Limits:
    """For the player's own machine and for load tests."""
    return Limits(
        messages=None,
        all_messages=None,
        requests=None,
        dear=None,
        replays=None,
        choices=None,
        all_choices=None,
        hints=None,
        work=None,
        mails=None,
        mails_to=None,
        lists=None,
        uploads=1_000,
        upload_seconds=600.0,
        slow_work=False,
        pages=1_000_000,
        record_size=2**26,
    )
