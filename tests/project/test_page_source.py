"""The page's source: types hold, nothing inline, nothing from elsewhere, no rules computed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hexfront.games.registry import GAMES, find_game

HERE = Path(__file__).parent.parent.parent
WEB = HERE / "hexfront" / "web"
TSC = HERE / "node_modules" / "typescript" / "bin" / "tsc"
SOURCES = sorted(path for path in WEB.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg"))


@pytest.mark.skipif(
    shutil.which("node") is None or not TSC.exists(), reason="needs node and `npm ci`"
)
def test_the_types_of_the_page_hold() -> None:
    done = subprocess.run(["node", str(TSC)], cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_every_script_is_checked() -> None:
    for path in WEB.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert text.startswith("// @ts-check\n"), path.name
        assert "@ts-ignore" not in text, path.name
        assert "@ts-nocheck" not in text, path.name


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(WEB).as_posix())
def test_nothing_is_inline_or_from_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://", text)
    assert "innerHTML" not in text or path.name == "counters.js"  # the server's own symbols
    assert "eval(" not in text
    if path.suffix == ".html":
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text)


ALSO_PLAIN = {
    "at",
    "axis",
    "EX",
    "clear",
    "town",
    "label",
    "A",
    "D",
    "E",
    "1",
    "6",
    "11",
    "22",
    "52",
    "68",
    "75",
    "1.0",
}
"""Words of the games that are also words of a page."""


def words_of_games() -> set[str]:
    """What only rules and data speak of: games, sides, terrain, types of units, results, cases."""
    found: set[str] = set()
    for name in GAMES:
        game = find_game(name)
        data = game.page_data()
        found |= {name, *game.sides, *data["results"], *data["terrain"].values(), *data["units"]}
        found |= {unit["type"] for unit in data["units"].values()} | {
            case.id for case in game.rules
        }
    return found - ALSO_PLAIN


WORDS = words_of_games()


@pytest.mark.parametrize("path", sorted(WEB.rglob("*.js")), ids=lambda path: path.name)
def test_no_script_knows_a_game(path: Path) -> None:
    """The page computes no rules: it could not without naming what they are about."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    quoted = set(re.findall(r"\"([^\"\n]+)\"", text))
    assert quoted & WORDS == set()


def test_the_lock_names_no_registry() -> None:
    lock = (HERE / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert "http" not in lock


def test_every_file_the_page_asks_for_is_there() -> None:
    html = (WEB / "index.html").read_text(encoding="utf-8")
    for name in re.findall(r'(?:href|src)="/web/([^"]+)"', html):
        assert (WEB / name).exists(), name
    for path in WEB.rglob("*.js"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for name in re.findall(r'(?:from |import\()"(\.[^"]+)"', text):
            assert (path.parent / name).resolve().exists(), f"{path.name} imports {name}"
        for name in re.findall(r'loadStyle\("([^"]+)"', text):
            assert (WEB / name).exists(), f"{path.name} wants {name}"
