"""The packages that people install: built, installed where nothing of ours is, started, played in a browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect, sync_playwright

import hexfront
from tests.browser.stage import PATIENCE, QUICK, chromium, launch
from tests.server.postgres import free_port
from tools import release

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return release.build(tmp_path_factory.mktemp("dist"))


def install(package: Path, home: Path) -> Path:
    """An empty environment with the package; what it needs is taken from here, so that no index is asked."""
    uv = Path(sys.executable).parent / "uv"
    release.run(uv, "venv", "--quiet", "--python", sys.executable, home)
    python = home / "bin" / "python"
    more = ["--no-build-isolation"] if package.suffix == ".gz" else []
    site = next((home / "lib").glob("python3*/site-packages"))
    (site / "needs.pth").write_text(
        sysconfig.get_path("purelib")
    )  # not its own .pth: not our checkout
    release.run(
        uv,
        "pip",
        "install",
        "--quiet",
        "--offline",
        "--no-deps",
        *more,
        "--python",
        python,
        package,
    )
    return home / "bin"


@pytest.fixture(scope="module")
def installed(packages: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(packages[0], tmp_path_factory.mktemp("wheel") / "env")


def test_the_packages_have_all_that_is_needed(packages: tuple[Path, Path]) -> None:
    release.check_contents(*packages)


def test_the_wheel_starts_where_nothing_of_ours_is(installed: Path, tmp_path: Path) -> None:
    said = release.run(installed / "hexfront", "--version", cwd=tmp_path)
    assert said.strip() == f"hexfront {hexfront.__version__}"
    assert "scenario kamenets" in release.run(installed / "hexfront", "games", cwd=tmp_path)
    where = release.run(
        installed / "python", "-c", "import hexfront; print(hexfront.__file__)", cwd=tmp_path
    )
    assert Path(where.strip()).is_relative_to(installed.parent)


def test_the_source_archive_installs_and_starts(
    packages: tuple[Path, Path], tmp_path: Path
) -> None:
    bin_ = install(packages[1], tmp_path / "env")
    assert hexfront.__version__ in release.run(bin_ / "hexfront", "--version", cwd=tmp_path)


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    """`hexfront play` from the wheel."""
    line = ["play", "--no-browser", "--port", str(free_port()), "--folder", str(tmp_path / "games")]
    with (tmp_path / "log").open("w") as log:
        server = subprocess.Popen(
            [installed / "hexfront", *line], cwd=tmp_path, stdout=subprocess.PIPE, stderr=log, text=True,
            env={**os.environ, "PYTHONPATH": ""},
        )  # fmt: skip
        assert server.stdout is not None
        found = re.search(r"http://[\d.:]+/", server.stdout.readline())
        assert found is not None
        patient = httpx.HTTPTransport(retries=8)
        with httpx.Client(transport=patient, timeout=60, trust_env=False) as client:
            client.get(found[0] + "api/lobby").raise_for_status()
        yield found[0]
        server.terminate()
        server.wait(30)
        server.stdout.close()


@pytest.mark.browser
@pytest.mark.skipif(chromium() is None, reason="needs Chromium")
def test_the_wheel_plays_a_game_in_a_real_browser(address: str) -> None:
    """A short scenario, chosen in the lobby, the computer on both sides, to its result."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        context = browser.new_context()
        context.set_default_timeout(PATIENCE)
        context.add_init_script(QUICK)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        page.get_by_role("button", name="Watch on the Oder").click()
        page.get_by_text("Short games").click()
        expect(page.locator('[data-scenario="gumbinnen"]')).to_contain_text(
            "Six counters, two turns"
        )
        page.get_by_text("Another game").click()
        page.locator('[name="scenario"]').select_option("gumbinnen")
        for side in ("german", "soviet"):
            page.locator(f'[name="seat-{side}"]').select_option("greedy")
        page.get_by_role("button", name="Begin this game").click()
        expect(page.locator("body")).to_contain_text("The game is over", timeout=PATIENCE)
        browser.close()
    assert not errors


def test_the_extras_and_the_pythons_are_as_the_documents_say() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for extra in project["optional-dependencies"]:
        assert extra == "dev" or f"hexfront[{extra}]" in readme, extra
    named = {c.rpartition(" ")[2] for c in project["classifiers"] if re.search(r":: 3\.\d+$", c)}
    assert all(version in readme for version in named)


def test_the_changelog_speaks_of_this_version_and_its_rules() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    dated = re.sub(r"\(not yet released\)", "(2026-01-01)", text)
    release.check_changelog(dated, hexfront.__version__)
    for wrong in (dated.replace("breakout 1,", "breakout 0,"), dated.replace("2026-01-01", "soon")):
        with pytest.raises(release.Unfit):
            release.check_changelog(wrong, hexfront.__version__)
