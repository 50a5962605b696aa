"""Games from before there was a database: one file per game, its head and then one line per choice.

They are imported once; the files stay, renamed to `.jsonl.imported`.
"""

from __future__ import annotations

import json
import logging
import time
from pathlib import Path

from hexfront.games.registry import FindGame
from hexfront.kernel.match import load_match
from hexfront.kernel.refusal import Refused
from hexfront.server.storage import store
from hexfront.server.storage.database import Database
from hexfront.server.tables.opening import Wish, open_table
from hexfront.server.tables.table import Table

_log = logging.getLogger("hexfront")


def take_over(folder: Path, database: Database, find: FindGame) -> int:
    """Import the games of a folder into the database; how many. A file that cannot be read stays as it is."""
    taken = 0
    for path in sorted(folder.glob("*.jsonl")):
        try:
            table = _read(path, find)
        except (Refused, ValueError, KeyError, TypeError, AttributeError, OSError) as error:
            _log.warning("%s is left as it is: %s", path.name, error)
            continue
        waits = bool(table.bots_deciding and table.humans)
        database.write(store.begin(table.stored, waits))
        path.rename(path.with_suffix(".jsonl.imported"))
        path.with_suffix(".summary").unlink(missing_ok=True)
        taken += 1
    return taken


def _read(path: Path, find: FindGame) -> Table:
    """A game from its file; an incomplete last line was never acknowledged and is ignored."""
    first, *rest = path.read_text(encoding="utf-8").split("\n")
    head = json.loads(first)
    seats = head.pop("seats")
    begun = head.pop("begun")
    head.pop("result", None)
    match = load_match({**head, "choices": [json.loads(line) for line in rest[:-1]]}, find)
    table = open_table(match, Wish(seats))
    table.stored.created = time.mktime(time.strptime(begun, "%Y-%m-%d %H:%M"))
    table.stored.moved = path.stat().st_mtime
    return table
