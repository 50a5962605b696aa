"""Make the packages of a release and check them; nothing is uploaded.

A release is refused where the tree is not clean, the version has a tag already, or the changelog does not have
it with a date and the rules versions of this code. Wheel and source archive are built into dist/, looked into,
and tried in an empty environment each. What to do next is printed at the end.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import hexfront
from hexfront.games.registry import GAMES, find_game

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"


class Unfit(Exception):
    """Why this is no release yet."""


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Unfit(
            f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
    return done.stdout


def rules_versions() -> str:
    return ", ".join(f"{name} {find_game(name).version}" for name in GAMES)


def check_changelog(text: str, version: str) -> None:
    """The first entry is this version, dated, with the rules versions of this code."""
    entry = re.search(r"^## (\S+) \(([^)]*)\)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if entry is None or entry[1] != version:
        raise Unfit(f"The first entry of CHANGELOG.md is not {version}.")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", entry[2]):
        raise Unfit(f"CHANGELOG.md has no date for {version} yet: ({entry[2]}).")
    if f"Rules versions: {rules_versions()}." not in entry[3]:
        raise Unfit(f"CHANGELOG.md does not say for {version}: Rules versions: {rules_versions()}.")


def check_tree(version: str) -> None:
    if run("git", "status", "--porcelain"):
        raise Unfit("There are changes that are not committed.")
    if run("git", "tag", "--list", f"v{version}"):
        raise Unfit(f"The tag v{version} exists; raise __version__ in hexfront/__init__.py.")


def build(folder: Path) -> tuple[Path, Path]:
    """The wheel and the source archive."""
    uv = Path(sys.executable).parent / "uv"
    run(
        uv,
        "build",
        "--quiet",
        "--no-build-isolation",
        "--python",
        sys.executable,
        "--out-dir",
        folder,
        ROOT,
    )
    return next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))


def check_contents(wheel: Path, source: Path) -> None:
    """Data, page and licence are in both."""
    names = zipfile.ZipFile(wheel).namelist()
    with tarfile.open(source) as archive:
        sources = [name.partition("/")[2] for name in archive.getnames()]
    data = [f"hexfront/games/{name}/data/scenarios.toml" for name in GAMES]
    for needed in (
        *data,
        "hexfront/web/index.html",
        "hexfront/py.typed",
        "hexfront/lab/suite/breakout/attacks.toml",
    ):
        for where, found in (("wheel", names), ("source archive", sources)):
            if needed not in found:
                raise Unfit(f"The {where} lacks {needed}.")
    if not any(name.endswith("LICENSE") for name in names):
        raise Unfit("The wheel lacks its licence.")
    if any(name.startswith(("tests/", "examples/")) for name in names):
        raise Unfit("The wheel has more than the package.")


def try_it(package: Path) -> None:
    """Install a package with all it needs into an empty environment and start it there."""
    uv = Path(sys.executable).parent / "uv"
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        run(uv, "venv", "--quiet", "--python", sys.executable, home / "env")
        bin_ = home / "env" / ("Scripts" if sys.platform == "win32" else "bin")
        run(uv, "pip", "install", "--quiet", "--python", bin_ / "python", package)
        said = run(bin_ / "hexfront", "--version", cwd=home)
        if hexfront.__version__ not in said:
            raise Unfit(f"{package.name} says it is {said.strip()}.")
        run(bin_ / "hexfront", "games", cwd=home)
        run(bin_ / "python", "-c", "import hexfront.server.run, hexfront.draw", cwd=home)


def main() -> int:
    parser = argparse.ArgumentParser(description="make and check the packages of a release")
    parser.add_argument("--tests", action="store_true", help="run all tests first")
    given = parser.parse_args()
    version = hexfront.__version__
    try:
        check_tree(version)
        check_changelog((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version)
        if given.tests:
            run("make", "test")
        for old in DIST.glob("*"):
            old.unlink()
        wheel, source = build(DIST)
        check_contents(wheel, source)
        for package in (wheel, source):
            try_it(package)
    except Unfit as error:
        print(f"No release: {error}", file=sys.stderr)
        return 1
    print(f"{wheel.name} and {source.name} are in dist/. Next:")
    print(f"  git tag -s v{version} && git push origin v{version}")
    print("  uv publish dist/*")
    return 0


if __name__ == "__main__":
    sys.exit(main())
