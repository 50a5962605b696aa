"""The same seed and choices give the same game: in another process, with other hashes, on another Python.

Pythons of other versions are looked for on the path, among pyenv's, and in the environment variable
HEXFRONT_PYTHONS, a list of programs separated as PATH is.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.fingerprint import fingerprints
from tests.games.invariants import all_games

ROOT = Path(__file__).parent.parent.parent


def elsewhere(program: str, name: str, hash_seed: str) -> list[str]:
    """The same, in a process of its own."""
    done = subprocess.run(
        [program, "-m", "tests.games.fingerprint", name],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


def other_pythons() -> list[str]:
    """Pythons of other versions that are installed here and work."""
    ours = sys.version_info[:2]
    programs = [f"python3.{minor}" for minor in range(11, 16)]
    programs += os.environ.get("HEXFRONT_PYTHONS", "").split(os.pathsep)
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    programs += [str(path) for path in sorted(pyenv.glob("versions/3.*/bin/python3"))]
    found: dict[tuple[int, ...], str] = {}
    for program in filter(None, map(shutil.which, programs)):
        code = "import sys; print(*sys.version_info[:2])"
        done = subprocess.run([program, "-c", code], capture_output=True, text=True, check=False)
        version = tuple(map(int, done.stdout.split()))
        if done.returncode == 0 and version >= (3, 11) and version != ours:
            found.setdefault(version, program)
    return list(found.values())


@pytest.mark.parametrize("name", all_games())
def test_a_game_plays_the_same_twice(name: str) -> None:
    assert fingerprints(name) == fingerprints(name)


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
@pytest.mark.parametrize("name", all_games())
def test_a_game_plays_the_same_whatever_the_order_of_hashes(name: str, hash_seed: str) -> None:
    assert elsewhere(sys.executable, name, hash_seed) == fingerprints(name)


@pytest.mark.parametrize("name", all_games())
def test_a_game_plays_the_same_on_other_versions_of_python(name: str) -> None:
    pythons = other_pythons()
    if not pythons:
        pytest.skip("no other Python here; name some in HEXFRONT_PYTHONS")
    for program in pythons:
        assert elsewhere(program, name, "7") == fingerprints(name), program
