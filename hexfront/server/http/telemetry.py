"""What the host sees of requests: an access log and counts; never a body, a secret or a player's word."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable
from typing import Any

from hexfront.server.metrics import Metrics

access_log = logging.getLogger("hexfront.access")
_BOARD = re.compile(r"(/api/boards/).+", re.DOTALL)
"""The id of a board that was kept is all that one needs to see it."""


class Watched:
    """Counts requests and logs each in a line: what was asked for, how it went, how long it took."""

    def __init__(self, app: Any, metrics: Metrics, mark: Callable[[str], str]) -> None:
        self.app = app
        self.metrics = metrics
        self.mark = mark

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, status = time.perf_counter(), 500

        async def hear(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, hear)
        finally:
            seconds = time.perf_counter() - start
            self.metrics.request(status, seconds)
            if access_log.isEnabledFor(logging.INFO):
                client = scope.get("client")
                access_log.info(
                    "request",
                    extra={
                        "facts": {
                            "method": scope["method"],
                            "path": written(_BOARD.sub(r"\1{id}", scope["path"])[:200]),
                            "status": status,
                            "ms": round(1000 * seconds, 1),
                            "client": self.mark(client[0] if client else "?"),
                        }
                    },
                )


def written(path: str) -> str:
    """A path as it can stand in a line: what does not print, a new line first of all, is written out."""
    return "".join(sign if sign.isprintable() else f"%{ord(sign):02X}" for sign in path)


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class PlainLines(logging.Formatter):
    """The same for people."""

    def format(self, record: logging.LogRecord) -> str:
        facts = getattr(record, "facts", None)
        said = super().format(record)
        return said if facts is None else f"{said} {' '.join(str(one) for one in facts.values())}"


def set_up_logs(form: str, requests: bool) -> None:
    """Where the log goes and in which form; with `requests` each request too."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else PlainLines("hexfront: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    access_log.setLevel(logging.INFO if requests else logging.WARNING)
