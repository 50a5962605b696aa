"""A real PostgreSQL for the tests: Debian's package, a cluster of its own in a folder, gone afterwards."""

from __future__ import annotations

import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

WHY_NOT = "needs PostgreSQL: tools/postgres.sh says how to get it"


def programs() -> Path | None:
    """Where initdb and postgres are, None if there are none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[4]))
    if found:
        return found[-1].parent
    other = shutil.which("initdb")
    return Path(other).resolve().parent if other else None


class Postgres:
    """A running server; `url` names a fresh database at each call of `new`."""

    def __init__(self) -> None:
        bin_ = programs()
        if bin_ is None:
            pytest.skip(WHY_NOT)
        self._bin = bin_
        self.folder = Path(tempfile.mkdtemp(prefix="hexfront-pg-"))
        self._user: int | None = None
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            try:
                owner = pwd.getpwnam("postgres")
            except KeyError:
                pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
            self._user = owner.pw_uid
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        self.port = free_port()
        data = self.folder / "data"
        self._run(
            "initdb", "-D", str(data), "-U", "hexfront", "-A", "trust", "-E", "UTF8", "--no-sync"
        )
        self._server = subprocess.Popen(
            [self._bin / "postgres", "-D", data, "-p", str(self.port), "-k", self.folder,
             "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200",
             "-c", "log_min_messages=fatal"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder,
            user=self._user, group=self._user,
        )  # fmt: skip
        self._wait()
        self._count = 0

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._bin / program, *arguments],
            check=True, capture_output=True, cwd=self.folder, user=self._user, group=self._user,
        )  # fmt: skip

    def _wait(self) -> None:
        end = time.monotonic() + 180
        while time.monotonic() < end:
            try:
                self._run("pg_isready", "-h", "127.0.0.1", "-p", str(self.port), "-U", "hexfront")
                return
            except subprocess.CalledProcessError:
                time.sleep(0.1)
        raise TimeoutError("PostgreSQL does not start")

    def new(self, encoding: str = "UTF8") -> str:
        """The URL of a fresh database."""
        self._count += 1
        name = f"games{self._count}"
        at = ("-h", "127.0.0.1", "-p", str(self.port), "-U", "hexfront")
        self._run("createdb", *at, "-E", encoding, "-l", "C", "-T", "template0", name)
        return f"postgresql://hexfront@127.0.0.1:{self.port}/{name}"

    def close(self) -> None:
        """Stop it and remove everything."""
        self._server.send_signal(signal.SIGINT)  # does not wait for those who are connected
        self._server.wait(120)
        shutil.rmtree(self.folder, ignore_errors=True)


_claims: list[socket.socket] = []


def free_port() -> int:
    """A port nobody uses, and that the system gives to no connection while its server is down.

    A client that tries again and again would one day be given the very port, and talk to itself.
    Its UDP twin stays taken as long as the tests run, so that no others choose it before a server does.
    """
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)  # no test seeds it
        claim = socket.socket(type=socket.SOCK_DGRAM)
        with socket.socket() as probe:
            try:
                claim.bind(("127.0.0.1", port))
                probe.bind(("127.0.0.1", port))
            except OSError:
                claim.close()
            else:
                _claims.append(claim)
                return port
