"""Starting the server on this machine."""

import os
import socket
import threading
import webbrowser
from pathlib import Path

import uvicorn
from platformdirs import user_data_path

from hexfront.games.registry import GAMES, find_game
from hexfront.server.app import make_app
from hexfront.server.board import board_json


def default_folder() -> Path:
    """Where a user's games are kept."""
    own = os.environ.get("HEXFRONT_HOME")
    return Path(own) if own else user_data_path("hexfront") / "games"


def free_port(wanted: int) -> int:
    """The wanted port, or any free one if it is taken."""
    with socket.socket() as probe:
        if os.name == "posix":  # a port that was just given up counts as free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def run(port: int, folder: Path, browser: bool, overlay: Path | None = None) -> None:
    """Serve the page on this machine until it is stopped."""
    port = free_port(port)
    address = f"http://127.0.0.1:{port}/"
    print(f"Hexfront is at {address} (games in {folder}; stop with Ctrl-C)", flush=True)
    threading.Thread(target=_prepare, args=[overlay], daemon=True).start()
    if browser:
        threading.Timer(0.8, webbrowser.open, [address]).start()
    uvicorn.run(make_app(folder, overlay), host="127.0.0.1", port=port, log_level="warning")


def _prepare(overlay: Path | None) -> None:
    """Draw the maps while the browser is still opening."""
    for name in GAMES:
        board_json(find_game(name, overlay))
