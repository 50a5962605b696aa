"""A process in which bots think: `python -m hexfront.server.computer.worker`, started by the server.

One JSON object per line. The server sends the choices; the worker may ask for the view, reports
progress, and answers with a choice. It exits when the server does.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from hexfront.bots import Bot, BotError, Think, advice, make_bot
from hexfront.games.registry import find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.offer import read_offer
from hexfront.kernel.views import AnyView

REMEMBERED = 64
"""How many bots are kept in memory between their decisions."""


class Worker:
    """The conversation with the server."""

    def __init__(self, overlay: Path | None) -> None:
        self.overlay = overlay
        self.bots: OrderedDict[str, Bot] = OrderedDict()
        self.stopped = threading.Event()
        self._heard: queue.SimpleQueue[Json] = queue.SimpleQueue()
        self._out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)  # what a bot prints must not mix with the messages
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in sys.stdin:
            message: Json = json.loads(line)
            if "stop" in message:
                self.stopped.set()
            else:
                self._heard.put(message)
        os._exit(0)  # the server has exited

    def _say(self, message: Json) -> None:
        self._out.write(json.dumps(message, separators=(",", ":")) + "\n")
        self._out.flush()

    def _look(self) -> AnyView:
        self._say({"look": True})
        view: AnyView = self._heard.get()["view"]
        return view

    def serve(self) -> None:
        """Answer requests until the server exits."""
        think = Think(
            lambda share, what: self._say({"share": share, "what": what}),
            self.stopped.is_set,
            time.monotonic,  # somebody waits for it
        )
        while True:
            self._decide(self._heard.get(), think)

    def _decide(self, job: Json, think: Think) -> None:
        if job["hurry"]:
            self.stopped.set()
        else:
            self.stopped.clear()
        bot = self._bot(job, think)
        try:
            choice = bot.choose(read_offer(job["offer"]), _once(self._look))
        except (
            BotError
        ) as error:  # the server starts the program anew; whoever plays against it reads why
            self._say({"failed": str(error)})
            raise
        reason = advice(bot) if job.get("advise") else bot.reason
        why = None if reason is None else reason.full()
        self._say({"choice": list(choice), "reason": why})

    def _bot(self, job: Json, think: Think) -> Bot:
        key = job["key"]
        if job["fresh"]:  # another worker has thought about the game meanwhile
            for known in [k for k in self.bots if k.split("/")[0] == key.split("/")[0]]:
                del self.bots[known]
        if key not in self.bots:
            game = find_game(job["game"], self.overlay)
            self.bots[key] = make_bot(job["bot"], game, job["seed"], think)
            if len(self.bots) > REMEMBERED:
                self.bots.popitem(last=False)
        self.bots.move_to_end(key)
        return self.bots[key]


def _once(look: Callable[[], AnyView]) -> Callable[[], AnyView]:
    """Ask for the view once: the position does not change until the bot has chosen."""
    seen: list[AnyView] = []

    def view() -> AnyView:
        if not seen:
            seen.append(look())
        return seen[0]

    return view


if __name__ == "__main__":
    try:
        Worker(Path(sys.argv[1]) if len(sys.argv) > 1 else None).serve()
    except BotError as error:  # its author reads why
        sys.exit(f"hexfront: {error}")
