"""Set-up shared by all tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.house import Guests, House

# The same examples on every run and machine; a slow machine is not a failure.
settings.register_profile("steady", deadline=None, derandomize=True)
# `pytest --hypothesis-profile=search` looks at new examples.
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile("steady")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A hosted server."""
    house = House(tmp_path)
    with house.client:
        yield house


@pytest.fixture
def guests(house: House) -> Guests:
    """A game at it, to which everybody has come."""
    return house.new().full()
