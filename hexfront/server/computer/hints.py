"""What should I do? The computer thinks in a worker, for one page, from what that page's side may see."""

from __future__ import annotations

import asyncio
import logging

from hexfront.bots import adviser
from hexfront.kernel.fields import Json
from hexfront.kernel.offer import offer_json
from hexfront.kernel.refusal import Refused
from hexfront.server.computer.thinkers import Thinkers, WorkerDied
from hexfront.server.http.limits import Bucket
from hexfront.server.tables.table import Table
from hexfront.server.tables.watcher import Watcher

LONGEST = 20.0
"""Seconds after which a hint is given up, the wait for a worker included."""
_log = logging.getLogger("hexfront")


class Hints:
    """The hints of one open page: one at a time."""

    def __init__(self, thinkers: Thinkers, client: str, bucket: Bucket | None) -> None:
        self._thinkers = thinkers
        self._client = client
        self._bucket = bucket
        self._task: asyncio.Task[None] | None = None

    def ask(self, table: Table, side: str, watcher: Watcher) -> None:
        """Think about a side's present decision and push what was found; Refused if it may not ask."""
        if table.over:
            raise Refused(None, "The game is over.")
        if not table.hints:
            raise Refused(None, "Between people there are hints only if both agree.")
        if side not in table.deciding:
            raise Refused(table.game.seat_rule, "It is not your decision.")
        if self._task is not None and not self._task.done():
            raise Refused(None, "The computer still thinks about your last question.")
        if self._bucket is not None and not self._bucket.take():
            raise Refused(None, "You have asked often; wait a moment.")
        self._task = asyncio.create_task(self._answer(table, side, watcher))

    def close(self) -> None:
        """The page is gone: nobody waits for the answer."""
        if self._task is not None:
            self._task.cancel()

    async def _answer(self, table: Table, side: str, watcher: Watcher) -> None:
        number = len(table.match.choices)
        try:
            async with asyncio.timeout(LONGEST):
                found = await self._think(table, side)
        except TimeoutError:
            found = {"error": "The computer took too long; ask again."}
        except WorkerDied:
            found = {"error": "The computer found nothing here."}
            _log.warning("game %s: no hint, the process died", table.name)
        watcher.send({"type": "hint", "number": number, **found})

    async def _think(self, table: Table, side: str) -> Json:
        """One choice of the adviser; it is given the choices and the view, nothing else of the game.

        It has a memory of its own under another name, so that what the opponent's bot remembers stays.
        """
        seat, game, bot = table.game.sides.index(side), table.game, adviser(table.game)
        state, name = table.match.state_for(seat).copy(), f"{table.name}~hint"
        job = {
            "key": f"{name}/{side}", "game": game.name, "bot": bot, "seed": len(table.match.choices),
            "offer": offer_json(state.choices), "hurry": False, "fresh": True, "advise": True,
        }  # fmt: skip
        async with self._thinkers.one(name, self._client) as (thinker, _, _turn):
            choice, reason = await thinker.choose(job, lambda: game.view(state, seat))
        return {"bot": bot, "choice": choice, "reason": reason}
