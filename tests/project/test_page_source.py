"""The page's source: types hold, nothing inline, nothing from elsewhere, no rules computed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

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


def test_the_lock_names_no_registry() -> None:
    lock = (HERE / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert "http" not in lock


def test_every_file_the_page_asks_for_is_there() -> None:
    html = (WEB / "index.html").read_text(encoding="utf-8")
    for name in re.findall(r'(?:href|src)="/web/([^"]+)"', html):
        assert (WEB / name).exists(), name
    for path in WEB.rglob("*.js"):
        for name in re.findall(r'from "(\.[^"]+)"', path.read_text(encoding="utf-8")):
            assert (path.parent / name).resolve().exists(), f"{path.name} imports {name}"
