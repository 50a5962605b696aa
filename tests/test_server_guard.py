"""What must not happen at a hosted server though something fails, comes late, or is meant badly."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.test_server_remote import Guests, House

Json = dict[str, Any]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    with house.client:
        yield house


@pytest.fixture
def guests(house: House) -> Guests:
    return house.new().full()


# What is not committed ----------------------------------------------------------------------------


def test_what_is_not_yet_written_is_not_read(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A resignation that cannot be saved never happened, and nobody saw the seed meanwhile."""
    writing = threading.Event()
    replies: list[Json] = []

    async def write(job: Any) -> Any:
        writing.set()
        await asyncio.sleep(1.0)
        raise OSError("the disk is full")

    with guests.page("german") as anna, guests.page("watch") as vera:
        anna.sit("german")
        vera.sit(None)
        monkeypatch.setattr(guests.house.server.hub, "write", write)
        for path in ("/record", "/replay?side=all", "/at/0?side=all"):
            writing.clear()
            resigning = threading.Thread(target=lambda: replies.append(anna.ask("resign")))
            resigning.start()
            assert writing.wait(10)
            assert guests.get(path, "watch").status_code in (400, 403), path
            resigning.join()
        writing.clear()
        resigning = threading.Thread(target=lambda: replies.append(anna.ask("resign")))
        resigning.start()
        assert writing.wait(10)
        assert not vera.ask("supply", side="german")["ok"]
        resigning.join()
        assert not any(reply["ok"] for reply in replies)
        assert guests.get("", "watch").json()["over"] is False


def test_a_deed_that_breaks_off_in_the_middle_leaves_nothing_behind(guests: Guests) -> None:
    hub = guests.house.server.hub
    portal = guests.house.client.portal
    assert portal is not None

    def deed(table: Any) -> Any:
        table.resign("german")
        raise ZeroDivisionError

    async def both() -> bool:
        with pytest.raises(ZeroDivisionError):
            await hub.carry_out(guests.name, deed)
        return (await hub.table(guests.name)).over

    assert portal.call(both) is False


# What is private ----------------------------------------------------------------------------------


def test_a_note_stays_private_when_the_game_is_over(guests: Guests) -> None:
    """Then anybody may look from any side: not into the player's notes."""
    with guests.page("german") as anna, guests.page("soviet") as boris, guests.page("watch") as v:
        anna.sit("german")
        boris.sit("soviet")
        assert boris.ask("resign")["ok"]
        anna.sit("soviet")
        v.sit("soviet")
        with guests.page("soviet") as phone:
            phone.sit("soviet")
            assert boris.ask("note", text="next time by way of Bar")["ok"]
            for page in (anna, v, phone):
                page.ask("zoc", side="german")
            assert any("next time by way of Bar" in text for text in phone.wire)
        for page in (anna, v):
            assert not any("next time by way of Bar" in text for text in page.wire)
