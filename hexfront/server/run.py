"""Starting the server: on your own machine, or for others."""

from __future__ import annotations

import gc
import math
import os
import re
import socket
import threading
import webbrowser
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from platformdirs import user_data_path
from starlette.applications import Starlette

from hexfront.games.registry import GAMES, find_game
from hexfront.kernel.refusal import malformed
from hexfront.server.http.access import Access
from hexfront.server.http.app import Server, make_app
from hexfront.server.http.board import board_json
from hexfront.server.http.limits import Limits, no_limits
from hexfront.server.http.protocol import Impatient, Talking
from hexfront.server.http.telemetry import set_up_logs
from hexfront.server.people.keys import hash_token, new_token
from hexfront.server.people.notices import Outbox
from hexfront.server.storage import store
from hexfront.server.storage.database import Database, sqlite_url
from hexfront.server.storage.files import alone

USUAL_PORTS = {"http": 80, "https": 443}
"""Default ports, which browsers omit from an origin."""
_NAME = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")


def default_folder() -> Path:
    """Where a user's games are kept."""
    own = os.environ.get("HEXFRONT_HOME")
    return Path(own) if own else user_data_path("hexfront") / "games"


def free_port(wanted: int) -> int:
    """The wanted port, or any free one if it is taken."""
    with socket.socket() as probe:
        if os.name == "posix":  # a port that was just released counts as free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def play(port: int, folder: Path, browser: bool, overlay: Path | None = None) -> None:
    """Serve the page on this machine, for one player and without secrets, until stopped."""
    port = free_port(port)
    address = f"http://127.0.0.1:{port}/"
    with alone(sqlite_url(folder)):
        app = make_app(folder, overlay)
        print(f"Hexfront is at {address} (games in {folder}; stop with Ctrl-C)", flush=True)
        threading.Thread(target=_prepare, args=[overlay], daemon=True).start()
        if browser:
            threading.Timer(0.8, webbrowser.open, [address]).start()
        set_up_logs("plain", requests=False)
        _run(app, no_limits(), "127.0.0.1", port)


@dataclass
class Hosting:
    """The settings of `hexfront serve`."""

    host: str
    port: int
    database: str
    origins: tuple[str, ...] = ()
    create: str = "everybody"
    proxy: str | None = None
    """The address of the trusted proxy."""
    limits: bool = True
    workers: int | None = None
    mail: str | None = None
    contact: str = ""
    admin_token: str | None = None
    overlay: Path | None = None
    think: float = 60.0
    """The most seconds per turn that a bot may think."""
    quota: int | None = 50
    """The most running games that one client has made."""
    keep: tuple[float, float] = (730.0, 365.0)
    """Days after which games are deleted: that are over, that nobody has played; 0: never."""
    metrics_token: str | None = None
    log: str = "plain"
    """The form of the log: plain or json."""
    access_log: bool = False


def serve(hosting: Hosting) -> None:
    """Serve games to others until stopped."""
    origins = tuple(check_origin(origin) for origin in hosting.origins)
    if not origins:
        origins = (_listening(hosting.host, hosting.port),)
    with alone(hosting.database):
        database = Database(hosting.database)
        token = hosting.admin_token
        admin = hash_token(token) if token else database.read(store.setting("admin"))
        limits = Limits() if hosting.limits else no_limits()
        salt = database.write(store.keep_setting("salt", new_token()))
        metrics = hash_token(hosting.metrics_token) if hosting.metrics_token else None
        access = Access(
            origins, limits, admin, hosting.create, hosting.think, salt,
            hosting.quota if hosting.limits else None, metrics,
        )  # fmt: skip
        outbox = Outbox(database, hosting.mail, hosting.contact)
        over, idle = (days or math.inf for days in hosting.keep)
        server = Server(
            database, access, hosting.overlay, outbox, hosting.workers, keep=(over, idle)
        )
        print(f"Hexfront serves {origins[0]} (stop with Ctrl-C)", flush=True)
        set_up_logs(hosting.log, hosting.access_log)
        _run(server.app(), limits, hosting.host, hosting.port, hosting.proxy)


def check_origin(origin: str) -> str:
    """The server's public address in the form browsers send: scheme, name, port unless default."""
    try:
        parts = urlsplit(origin)
        scheme, name, port = parts.scheme, parts.hostname or "", parts.port
    except ValueError:
        scheme = name = ""
        port = None
    if scheme not in USUAL_PORTS or not name or port == 0:
        raise malformed(f"The origin {origin!r} is not like https://games.example.org.")
    if "@" in parts.netloc:
        raise malformed("The origin must not contain a user or a password.")
    if parts.path not in ("", "/") or "?" in origin or "#" in origin:
        raise malformed(
            f"The origin {origin!r} has more than scheme, name and port; "
            "Hexfront needs a name or a port of its own, not a path below another."
        )
    if not _NAME.fullmatch(name):
        raise malformed(
            f"The origin {origin!r} needs a name or an IPv4 address in plain letters "
            "(browsers write other letters as xn--...)."
        )
    return f"{scheme}://{name}" + ("" if port in (None, USUAL_PORTS[scheme]) else f":{port}")


def _listening(host: str, port: int) -> str:
    """The default origin: where the server listens, if that is a single address."""
    try:
        everywhere = int(ip_address(host)) == 0
    except ValueError:
        everywhere = not host.strip("0.")  # also "" and "0" are all addresses
    if everywhere or ":" in host:
        raise malformed(
            f"Listening on {host or 'all addresses'} does not say how players reach the server: give "
            f"--origin, the address they type, such as http://192.168.0.10:{port} "
            "or https://games.example.org."
        )
    return check_origin(f"http://{host}:{port}")


def _run(
    app: Starlette,
    limits: Limits,
    host: str,
    port: int,
    proxy: str | None = None,
) -> None:
    # Long-lived games are most of the memory; frequent full collections would cause pauses.
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_level="warning",
        log_config=None,
        http=Impatient,
        ws=Talking,
        server_header=False,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        ws_max_size=limits.message_size,
        ws_per_message_deflate=False,  # a push is small; compressing it costs more than it saves
        timeout_graceful_shutdown=5,
    )


def _prepare(overlay: Path | None) -> None:
    """Draw the maps while the browser is still opening.

    A hosted server draws them on demand: after a restart its players all return at once.
    """
    for name in GAMES:
        game = find_game(name, overlay)
        for scenario in game.scenarios:
            board_json(game, scenario)
