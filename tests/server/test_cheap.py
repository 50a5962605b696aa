"""What makes a choice cheap gives what the long way gives."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from hexfront.games.registry import find_game
from hexfront.kernel.match import new_match
from hexfront.mechanics.last_seen import STACKS_ONLY, UNLISTED, Seen, by_hex
from hexfront.server.storage import store
from hexfront.server.storage.database import Database, sqlite_url
from hexfront.server.tables.changes import _differing, change
from hexfront.server.tables.entries import Phases, entries_of

GAMES = ("breakout", "oder")


@pytest.mark.parametrize("name", GAMES)
def test_the_log_since_a_choice_is_told_the_same_wherever_phases_were_looked_for_last(
    name: str,
) -> None:
    match, draw, phases = new_match(find_game(name), seed="00"), random.Random(1), Phases()
    for _ in range(300):
        back = draw.random() < 0.2 and match.can_undo
        if back:
            match.undo()
        else:
            match.choose(match.state.draw(draw))
        since = draw.choice((len(match.choices), draw.randrange(len(match.choices) + 1)))
        for side in (0, 1):
            found = entries_of(match, {}, side, since, False, phases)
            assert found == entries_of(match, {}, side, since, False)


@pytest.mark.parametrize("name", GAMES)
def test_stacks_that_were_made_anew_are_all_that_differ(name: str) -> None:
    game, draw, seen = find_game(name), random.Random(2), Seen()
    match = new_match(game, seed="00")
    old: Any = game.view(match.state, 0, seen)
    before = by_hex(seen, 0, old["units"])
    moved = 0
    for _ in range(300):
        match.choose(match.state.draw(draw))
        whole: Any = game.view(match.state, 0, {})
        seen[STACKS_ONLY] = True
        new: Any = game.view(match.state, 0, seen)
        del seen[STACKS_ONLY]
        after = by_hex(seen, 0, new["units"])
        assert new["units"] is UNLISTED
        assert [unit for hex_ in sorted(after) for unit in after[hex_]] == whole["units"]
        stacks = change(old, new, before, after).get("stacks", {})
        assert stacks == _differing(before, after, [])
        moved += bool(stacks)
        old, before = new, after
    assert moved > 50


def test_a_write_that_fails_spoils_none_that_follows(tmp_path: Path) -> None:
    database = Database(sqlite_url(tmp_path))
    database.write(store.set_setting("one", "1"))

    def fails(connection: Connection) -> None:
        store.set_setting("one", "2")(connection)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        database.write(fails)
    assert database.read(store.setting("one")) == "1"
    database.write(store.set_setting("one", "3"))
    assert database.read(store.setting("one")) == "3"
    database.close()
