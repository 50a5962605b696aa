"""What the documents show is true: their examples run, and nothing is left out."""

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from hexfront.engine import Session
from hexfront.games.breakout.rules.refusals import ARGUMENTS as BREAKOUT_VERBS
from hexfront.games.kesselschlacht.rules.refusals import ARGUMENTS as KESSELSCHLACHT_VERBS
from hexfront.games.oder.rules.refusals import ARGUMENTS as ODER_VERBS
from hexfront.games.registry import GAMES

ROOT = Path(__file__).parent.parent.parent


def code(folder: str) -> str:
    """All Python files of a folder as one text."""
    files = (ROOT / folder).glob("**/*.py")
    return "".join(path.read_text(encoding="utf-8") for path in files)


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def fenced(name: str, language: str) -> list[str]:
    """The blocks of a document in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text(name), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    "name", ["README.md", "docs/protocol.md", "docs/lab.md", "docs/environments.md"]
)
def test_python_examples_run(name: str) -> None:
    names: dict[str, Any] = {}
    for number, block in enumerate(fenced(name, "python"), 1):
        if "hexfront.env" in block:
            pytest.importorskip("pettingzoo", reason="needs hexfront[env]")
        exec(compile(block, f"{name}, Python example {number}", "exec"), names)


def shown() -> list[tuple[str, str]]:
    """The requests of the protocol's page, each with the shortened reply shown for it."""
    pairs = re.findall(
        r"^```json\n(.*?)^```\n```text\n(.*?)^```$",
        text("docs/protocol.md"),
        re.MULTILINE | re.DOTALL,
    )
    found: list[tuple[str, str]] = []
    for requests, replies in pairs:
        lines = re.split(r'\n(?=\{"ok")', replies.strip())
        found += zip(requests.splitlines(), lines, strict=True)
    return found


def test_replies_are_as_shown() -> None:
    session, record = Session(), None
    for request, wanted in shown():
        asked = json.loads(request)
        if asked.get("record") == "<record>":
            asked["record"] = record
        reply = session.answer(asked)
        record = reply.get("record", record)
        real, at = json.dumps(reply, separators=(",", ":")), 0
        for part in "".join(wanted.splitlines()).split("…"):
            found = real.find(part, at)
            assert found >= 0, f"{request}\nreplies {real}\nwithout {part}"
            at = found + len(part)


def test_every_request_has_an_example() -> None:
    assert {json.loads(request)["do"] for request, _ in shown()} >= set(Session().requests)


@pytest.mark.parametrize(
    ("game", "verbs"),
    [
        ("breakout", BREAKOUT_VERBS),
        ("oder", ODER_VERBS),
        ("kesselschlacht", KESSELSCHLACHT_VERBS),
    ],
)
def test_every_verb_and_event_is_described(game: str, verbs: dict[str, object]) -> None:
    page = text("docs/protocol.md")
    folders = (f"hexfront/games/{game}", "hexfront/mechanics", "hexfront/kernel")
    events = re.findall(r'tell\(\s*"([a-z-]+)"', "".join(code(folder) for folder in folders))
    assert [what for what in events if f"| `{what}` |" not in page] == []
    assert [verb for verb in verbs if f'["{verb}"' not in page] == []


PAGES = {path.stem for path in (ROOT / "docs" / "rulings").glob("*.md")}
"""The games that have a page of rulings; one may have it before it can be played."""


@pytest.mark.parametrize("game", sorted(PAGES | set(GAMES)))
def test_every_ruling_and_option_is_described(game: str) -> None:
    page = text(f"docs/rulings/{game}.md")
    data = import_module(f"hexfront.games.{game}.loading.load").load_data()
    named_in_docs = re.findall(r"^\*\*(R-\d+) · .*?\*\* \((.*?)\)", page, re.MULTILINE)
    numbers = [number for number, _ in named_in_docs]
    assert numbers == sorted(set(numbers), key=numbers.index)
    assert set(re.findall(r"R-\d+\b", code(f"hexfront/games/{game}"))) <= set(numbers)
    assert {option.ruling for option in data.options} <= set(numbers)
    assert [option.id for option in data.options if f"`{option.id}`" not in page] == []
    cases = [case.id for case in data.rules]
    for number, named in named_in_docs:
        for case in named.split(", "):
            assert any(f"{each}.".startswith(f"{case}.") for each in cases), f"{number}: {case}"
