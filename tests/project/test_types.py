"""What the type checker cannot say of itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def source(*folders: str) -> Iterator[tuple[str, str]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text()


def test_json_is_declared_once() -> None:
    declared = re.compile(r"^Json\b.*=.*", re.MULTILINE)
    found = [
        f"{name}: {line}"
        for name, text in source("hexfront", "tests", "bench", "tools")
        for line in declared.findall(text)
    ]
    assert found == [
        "hexfront/kernel/fields.py: Json = dict[str, Any]",
    ]
