"""The pages that watch the tables, and what each of them is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set

from hexfront.kernel.fields import AnyJson, Json
from hexfront.kernel.refusal import Refused
from hexfront.kernel.views import AnyView
from hexfront.server.http.messages import encode
from hexfront.server.metrics import Metrics, timed
from hexfront.server.tables.changes import Stacks, change
from hexfront.server.tables.table import Table
from hexfront.server.tables.watcher import Watcher

NOBODY: frozenset[Watcher] = frozenset()


class Audience:
    """Everybody who has a page open at this server process."""

    def __init__(self, tables: Mapping[str, Table], metrics: Metrics) -> None:
        self._tables = tables
        self._metrics = metrics
        self.changed: Callable[[str], None] = lambda name: None
        """Called with every game at which a page has come or gone."""
        self._watchers: dict[str, set[Watcher]] = {}
        self._shown: dict[str, dict[int | None, tuple[int, AnyView, Stacks]]] = {}
        """The last view pushed to each side of a table: its version, itself, its units by hexes."""

    def __len__(self) -> int:
        return sum(map(len, self._watchers.values()))

    def __iter__(self) -> Iterator[str]:
        """The games that somebody watches."""
        return iter(list(self._watchers))

    def of(self, name: str) -> Set[Watcher]:
        """The pages at a table."""
        return self._watchers.get(name, NOBODY)

    def dismiss(self, name: str) -> None:
        """Close the pages of a deleted game."""
        self._shown.pop(name, None)
        for watcher in self._watchers.pop(name, set()):
            watcher.close(4404)

    def sit(
        self, table: Table, watcher: Watcher, side: int | None, version: int | None, since: int
    ) -> None:
        """A page takes a seat: send it everything, or what is new since it lost the connection."""
        watcher.side, watcher.seated, watcher.version = side, True, -1
        watcher.since = 0
        if version is not None and version <= table.version(side):
            since = min(since, len(table.match.choices) + 1)
            watcher.since = table.log_again_from(side, version, since)
        self._watchers.setdefault(table.name, set()).add(watcher)
        view = table.view(side)
        shown = (table.version(side), view, table.stacks(view, side))
        self._shown.setdefault(table.name, {})[side] = shown
        self._send_whole(table, watcher, view)
        self.changed(table.name)

    def leave(self, name: str, watcher: Watcher) -> None:
        """A page is closed."""
        here = self._watchers.get(name)
        if here is None or watcher not in here:
            return
        here.discard(watcher)
        if not here:
            del self._watchers[name]
            self._shown.pop(name, None)
            if name in self._tables:
                self._tables[name].forget_shown()
        self.changed(name)

    def _send_whole(self, table: Table, watcher: Watcher, view: AnyView) -> None:
        message = table.message(watcher.side, watcher.since)
        watcher.since, watcher.version = message["number"] + 1, message["version"]
        me = sorted(watcher.rights.sides)
        watcher.send({"type": "state", **message, "me": me, "view": view})

    def push(self, table: Table, seats: bool = False) -> None:
        """Send every page at a table what is new: only what differs, if it has the previous push.

        A page that is up to date gets nothing unless the seats changed: it must not notice what
        another side plans in secret.
        """
        everybody = self.of(table.name)
        if not everybody:
            return
        shown, around = self._shown.setdefault(table.name, {}), table.around()
        for side in {watcher.side for watcher in everybody}:
            version = table.version(side)
            pages = [w for w in everybody if w.side == side and (seats or w.version != version)]
            if not pages:
                continue
            base = shown[side][0] if side in shown else -1
            changes = base >= 0 and all(watcher.version == base for watcher in pages)
            with timed(self._metrics.view_seconds):
                view = table.view(side, listed=not changes)
            stacks = table.stacks(view, side)
            _, old, before = shown.get(side, (-1, view, stacks))
            shown[side] = (version, view, stacks)
            ready: dict[tuple[int, frozenset[str]], bytes] = {}
            for watcher in pages:
                watcher.since = table.log_again_from(side, watcher.version, watcher.since)
                if watcher.version != base or base < 0:
                    self._send_whole(table, watcher, view)
                    continue
                key = (watcher.since, watcher.rights.sides)
                if key not in ready:
                    message: Json = {
                        **table.message(side, watcher.since, around),
                        **change(old, view, before, stacks),
                    }
                    message |= {"type": "change", "base": base, "me": sorted(watcher.rights.sides)}
                    ready[key] = encode(message)
                watcher.since = len(table.match.choices) + 1
                watcher.version = version
                watcher.send_text(ready[key])
                self._metrics.pushes.inc()

    def send(self, name: str, message: AnyJson, player: str | None = None) -> None:
        """Send a message to all pages at a table, or only to those of the `player` of a side.

        When a game is over others may look from that side too: they do not get it.
        """
        text = encode(message)
        table = self._tables.get(name)
        for watcher in list(self.of(name)):
            if player is None or (table is not None and watcher.plays(player, table)):
                watcher.send_text(text)

    def send_away(self, table: Table) -> None:
        """Close pages whose secrets are no longer valid, and update the rights of the others."""
        for watcher in list(self.of(table.name)):
            watcher.rights = watcher.entitled(table)
            try:
                side = None if watcher.side is None else table.game.sides[watcher.side]
                table.look_from(side, watcher.rights)
            except Refused:
                self.leave(table.name, watcher)
                watcher.close(4403)

    def present(self, name: str) -> tuple[list[str], int]:
        """The sides that have a page open at this process, and the number of spectators."""
        table = self._tables.get(name)
        sides, looking = set(), 0
        for watcher in self.of(name):
            if watcher.side is not None and table is not None:
                sides.add(table.game.sides[watcher.side])
            else:
                looking += 1
        return sorted(sides), looking
