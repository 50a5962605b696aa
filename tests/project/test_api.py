"""The API reference: pdoc makes it without a warning, every link in it leads somewhere, its examples run."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

pytest.importorskip("pdoc", reason="needs the development requirements")
pytest.importorskip("pettingzoo", reason="needs hexfront[env]")

from tools import api


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, str]:
    folder = tmp_path_factory.mktemp("api")
    api.write(folder)
    return {path.relative_to(folder): path.read_text() for path in folder.rglob("*.html")}


def test_every_module_has_a_page_with_its_docstring(pages: dict[Path, str]) -> None:
    for name in api.MODULES:
        page = pages[Path(*name.split(".")).with_suffix(".html")]
        said = (import_module(name).__doc__ or "").split()
        assert len(said) >= 4, name
        assert said[0] in page


def test_every_link_leads_somewhere(pages: dict[Path, str]) -> None:
    anchors = {path: set(re.findall(r'id="([^"]+)"', text)) for path, text in pages.items()}
    dead = []
    for path, text in pages.items():
        for link in re.findall(r'href="([^"]+)"', text):
            if re.match(r"https?:|data:|\$\{", link):  # the last is a template of the search
                continue
            file, _, anchor = link.partition("#")
            parts: list[str] = [*path.parent.parts] if file else [*path.parts]
            for part in Path(file).parts if file else ():
                parts = parts[:-1] if part == ".." else [*parts, part]
            target = Path(*parts)
            if target not in pages or (anchor and anchor not in anchors[target]):
                dead.append(f"{path}: {link}")
    assert not dead


def test_the_examples_in_the_docstrings_run() -> None:
    tried = 0
    for name in api.MODULES:
        failed, count = doctest.testmod(import_module(name))
        assert not failed, name
        tried += count
    assert tried
