"""What a red run leaves behind: the report of each failed test, the servers' logs, pictures of the pages.

They are in `test-evidence/`, one folder per failed test, written as soon as it has failed, so that a run
that is killed later keeps them too. The folder is emptied when the next run begins.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

FOLDER = "test-evidence"
LIST = "failed.txt"

_logs: list[ServerLog] = []
_contexts: list[list[BrowserContext]] = []


def folder_of(config: pytest.Config, test: str) -> Path:
    """Where the evidence of a test goes; long parameters are cut."""
    name = re.sub(r"[^\w.-]+", "-", test.replace("/", ".").replace(".py::", "."))
    return config.rootpath / FOLDER / name[:150].strip("-")


# Named by the tests -------------------------------------------------------------------------------


class ServerLog:
    """A file for what a server says; whatever test fails before it is closed keeps a copy."""

    def __init__(self) -> None:
        self.file = tempfile.NamedTemporaryFile(prefix="hexfront-", suffix=".log")  # noqa: SIM115
        _logs.append(self)

    def text(self) -> str:
        """All of it."""
        return Path(self.file.name).read_text(encoding="utf-8")

    def close(self) -> None:
        """The server has gone."""
        _logs.remove(self)
        self.file.close()


@contextmanager
def watch_contexts() -> Iterator[list[BrowserContext]]:
    """A list for browser contexts; a test that fails meanwhile leaves a picture of each of their pages."""
    mine: list[BrowserContext] = []
    _contexts.append(mine)
    try:
        yield mine
    finally:
        _contexts.remove(mine)


# Hooks, where the test runs -----------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Gather what is there before the fixtures are torn down."""
    report = yield
    if report.failed:
        gather(folder_of(item.config, item.nodeid))
    return report


def gather(folder: Path) -> None:
    """Logs and pictures; a failure to get one of them hides nothing else."""
    for number, log in enumerate(_logs):
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(log.file.name, folder / f"server-{number}.log")
    pages = [page for each in _contexts for context in each for page in context.pages]
    for number, page in enumerate(pages):
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(Exception):
            page.screenshot(path=folder / f"page-{number}.png", timeout=5000)


# Hooks, where the run is reported -----------------------------------------------------------------


def pytest_sessionstart(session: pytest.Session) -> None:
    """Empty the folder."""
    if not hasattr(session.config, "workerinput"):
        shutil.rmtree(session.config.rootpath / FOLDER, ignore_errors=True)


class Reporter:
    """Writes down each failure as it comes, and names them all as the last words of the run."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.failed: dict[str, Path] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write the report of a failed test and everything it printed."""
        if not report.failed:
            return
        folder = folder_of(self.config, report.nodeid)
        folder.mkdir(parents=True, exist_ok=True)
        parts = [f"{report.nodeid}, {report.when}\n", report.longreprtext]
        parts += [f"\n--- {title}\n{text}" for title, text in report.sections]
        with (folder / "report.txt").open("a", encoding="utf-8") as file:
            file.write("\n".join(parts) + "\n")
        self.failed[report.nodeid] = folder
        (folder.parent / LIST).write_text("".join(f"{one}\n" for one in self.failed), "utf-8")

    def pytest_unconfigure(self) -> None:
        """After the summary."""
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if not self.failed or terminal is None:
            return
        terminal.write_line("")
        for test, folder in self.failed.items():
            terminal.write_line(f"FAILED {test}")
            terminal.write_line(f"       {folder.relative_to(self.config.rootpath)}/")


def pytest_configure(config: pytest.Config) -> None:
    """Only the process that reports the run has a reporter."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Reporter(config))
