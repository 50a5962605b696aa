"""Set-up shared by all tests."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests import evidence
from tests.server.hosted import Guests, Hosted

pytest_configure = evidence.pytest_configure
pytest_runtest_makereport = evidence.pytest_runtest_makereport
pytest_sessionstart = evidence.pytest_sessionstart

# The same examples on every run and machine; a slow machine is not a failure.
settings.register_profile("steady", deadline=None, derandomize=True)
# `pytest --hypothesis-profile=search` looks at new examples.
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile("steady")


@pytest.fixture
def overlay(tmp_path: Path) -> Callable[..., Path]:
    """Write files of an overlay: `overlay(map_csv="hex,terrain\\n2020,marsh")`."""

    def write(**files: str) -> Path:
        folder = tmp_path / "mine"
        folder.mkdir()
        for name, text in files.items():
            stem, _, ending = name.rpartition("_")
            (folder / f"{stem}.{ending}").write_text(text + "\n", encoding="utf-8")
        return folder

    return write


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    """A hosted server."""
    hosted = Hosted(tmp_path)
    with hosted.client:
        yield hosted


@pytest.fixture
def guests(hosted: Hosted) -> Guests:
    """A game at it, to which everybody has come."""
    return hosted.new().full()
