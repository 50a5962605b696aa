"""Start the server: `python -m hexfront.server`, or `hexfront serve`."""

import argparse
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import uvicorn
from platformdirs import user_data_path

from hexfront.server.app import make_app


def default_folder() -> Path:
    """Where a user's games are kept."""
    own = os.environ.get("HEXFRONT_HOME")
    return Path(own) if own else user_data_path("hexfront") / "games"


def free_port(wanted: int) -> int:
    """The wanted port, or any free one if it is taken."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def run(port: int, folder: Path, browser: bool) -> None:
    """Serve the page on this machine until it is stopped."""
    port = free_port(port)
    address = f"http://127.0.0.1:{port}/"
    print(f"Hexfront is at {address} (games in {folder}; stop with Ctrl-C)", flush=True)
    if browser:
        threading.Timer(0.8, webbrowser.open, [address]).start()
    uvicorn.run(make_app(folder), host="127.0.0.1", port=port, log_level="warning")


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="hexfront.server", description=__doc__)
    parser.add_argument("--port", type=int, default=8044)
    parser.add_argument("--folder", type=Path, default=None, help="where the games are kept")
    parser.add_argument("--no-browser", action="store_true", help="do not open the page")
    options = parser.parse_args(arguments)
    run(options.port, options.folder or default_folder(), not options.no_browser)
    return 0


if __name__ == "__main__":
    sys.exit(main())
