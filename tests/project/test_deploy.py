"""The unit, the container and the compose file are what docs/hosting.md promises."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tool() -> Any:
    spec = importlib.util.spec_from_file_location(
        "check_deploy", ROOT / "tools" / "check_deploy.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_nothing_is_wrong_with_them(tool: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main([]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("hexfront.service", "NoNewPrivileges=yes", "", "NoNewPrivileges"),
        ("Containerfile", "USER 10001:10001", "USER root", "as root"),
        ("Containerfile", "python:3.12-slim-bookworm AS", "python:latest AS", "no version"),
        ("Containerfile", "COPY hexfront hexfront", "COPY hexfrnt hexfront", "there is no hexfrnt"),
        ("compose.yaml", "internal: true", "internal: false", "reach the internet"),
        (
            "compose.yaml",
            "ipv4_address: 172.28.44.2",
            "ipv4_address: 172.28.44.3",
            "not the one that runs",
        ),
        ("compose.yaml", "postgres:16-alpine", "postgres", "names no version"),
        ("Caddyfile", "hexfront:8044", "elsewhere:80", "does not lead"),
    ],
)
def test_what_is_wrong_is_named(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    file: str, old: str, new: str, words: str,
) -> None:  # fmt: skip
    for path in (ROOT / "deploy").iterdir():
        text = path.read_text(encoding="utf-8")
        if path.name == file:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(tool, "DEPLOY", tmp_path)
    assert tool.main([]) == 1
    assert re.search(f"wrong: .*{words}", capsys.readouterr().out)
