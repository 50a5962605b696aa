"""The planner as it was at a fixed commit, as a program that plays: the opponent a new planner is measured by.

    hexfront lab match planner ./tools/baseline_planner.py:60 --games 200

The commit's package is taken out of git once, into out/baseline, and runs by itself: nothing of today's code
plays. Only the games' data are today's, so that both players know the same map and counters; the scenarios are
those of the commit, because the old program may not be able to read newer ones.
It needs a clone that has the commit.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from functools import partial
from importlib import import_module
from pathlib import Path

import msgspec

FIRST = "66910fe3f03686d56cf3ef263d49d9ee3ceb8adc"
"""The last commit before operations, stances and lines looked at ahead."""
COMMITS = {"kesselschlacht": "a56ed27833fcd0c79b08be31964131ab033ffbb2"}
"""Games that had no planner then, and the first commit of this history at which they have one that plays."""
ROOT = Path(__file__).resolve().parent.parent


def package(commit: str) -> Path:
    """The folder with a commit's `hexfront` and today's data, made if it is not there yet."""
    files = sorted(ROOT.glob("hexfront/games/*/data/**/*.*"))
    data = {path: path.read_bytes() for path in files if path.name != "scenarios.toml"}
    found = hashlib.sha256()
    for path, content in data.items():
        found.update(f"{path.relative_to(ROOT).as_posix()}\n".encode() + content)
    folder = ROOT / "out" / "baseline" / f"{commit[:7]}-{found.hexdigest()[:12]}"
    if folder.is_dir():
        return folder
    command = ["git", "-C", str(ROOT), "archive", commit, "hexfront"]
    archive = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=folder.parent))
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extractall(made, filter="data")
    for path, content in data.items():
        new = made / path.relative_to(ROOT)
        new.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(content)
    try:
        os.rename(made, folder)
    except OSError:  # another process was first
        shutil.rmtree(made)
    return folder


def play() -> None:
    """Answer the questions of the bot side (docs/protocol.md) until there are no more."""
    for line in sys.stdin:
        asked = msgspec.json.decode(line)
        if asked["do"] == "begin":
            sys.path.insert(0, str(package(COMMITS.get(asked["game"], FIRST))))
            from hexfront.bots.planner import PlannerBot
            from hexfront.kernel.offer import read_offer

            game = import_module(f"hexfront.games.{asked['game']}.game").load(None)
            bot = PlannerBot(game, asked["seed"])
            reply: dict[str, object] = {"ok": True}
        else:
            reply = {"choice": bot.choose(read_offer(asked["offer"]), partial(asked.get, "view"))}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    play()
