"""An episode as text, as a picture of the real map, or replayed on the page."""

from __future__ import annotations

import io
import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import webbrowser
from typing import Any

import numpy as np

from hexfront.env.actions import Array
from hexfront.env.playing import Playing
from hexfront.kernel.game import Game

MODES = ("ansi", "rgb_array", "human")


def text(game: Game, view: Any, playing: Playing) -> str:
    """Where the game stands, and the stacks as everybody sees them."""
    title = game.phases[view["phase"]].title
    lines = [
        f"{game.title}, {playing.scenario}: turn {view['turn']}, {title}. Points {view['vp']}."
    ]
    stacks: dict[str, list[str]] = {}
    for unit in view["units"]:
        shown = f"{unit['id']} {unit['attack']}-{unit['defence']}"
        if hidden := unit.get("hidden"):
            shown += f" +{hidden}"
        stacks.setdefault(f"{unit['side']:>7} {unit['hex']}", []).append(shown)
    lines += [f"{place}  {', '.join(units)}" for place, units in sorted(stacks.items())]
    if playing.over:
        result = playing.state.result or {}
        lines.append(f"The game is over: {result.get('winner')}.")
    else:
        said = " ".join(map(str, playing.asking.said)) or "nothing yet"
        lines.append(f"To decide: {game.sides[playing.side]}; said: {said}.")
    return "\n".join(lines) + "\n"


def picture(game: Game, view: Any) -> Array:
    """The board as an array of height, width and three colours."""
    from PIL import Image

    from hexfront.draw import draw_svg
    from hexfront.draw.png import svg_to_png

    png = svg_to_png(draw_svg(game.picture(view), numbers=False), 800)
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


class Human:
    """A server of one's own with the episode on it; the browser shows its replay."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="hexfront-")
        self._server: subprocess.Popen[bytes] | None = None
        self._port = 0
        self.address = ""
        """Where the replay is, once the episode is over."""

    def show(self, playing: Playing) -> None:
        """While the game goes on nothing is shown; the whole game is, when it is over."""
        if not playing.over or self.address:
            return
        self._serve()
        record = json.dumps({"record": playing.match().record(with_seed=True)}).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self._port}/api/import",
            record,
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as reply:
            self.address = f"http://127.0.0.1:{self._port}/game/{json.load(reply)['id']}"
        webbrowser.open(self.address)

    def _serve(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        command = [
            sys.executable,
            "-m",
            "hexfront.cli",
            "play",
            "--no-browser",
            "--port",
            str(self._port),
        ]
        self._server = subprocess.Popen([*command, "--folder", self._folder.name])
        until = time.monotonic() + 60
        while time.monotonic() < until and self._server.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", self._port), timeout=1):
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("The page's server did not start.")

    def close(self) -> None:
        if self._server is not None:
            self._server.terminate()
            self._server.wait(20)
        self._folder.cleanup()
