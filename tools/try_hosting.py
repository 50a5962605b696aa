"""Try the container file and docs/hosting.md on this machine, without an engine: `python tools/try_hosting.py`.

The steps of deploy/Containerfile are taken one by one in a new folder, with a Python of its version if there
is one. What they make is started as the container would start it, by a user without rights where we may become
one; then the commands of docs/hosting.md are tried on it, and the proxies of docs and deploy in front of it,
with certificates of our own, where nginx and Caddy are installed. Nothing outside is called but by pip. What
could not be done is said.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect
from websockets.typing import Origin

ROOT = Path(__file__).resolve().parent.parent
NAME = "games.example.org"
ADMIN = "a-token-for-trying-0123456789"
SNI = {"sni_hostname": NAME}
NOBODY = 10001
"""The user of the container."""
Problem = str


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # the user without rights must come through
        problems = list(everything(Path(folder)))
    for problem in problems:
        print(f"wrong: {problem}")
    return 1 if problems else 0


def everything(folder: Path) -> Iterator[Problem]:
    image = Image(folder)
    image.build()
    print(f"built: the steps of the Containerfile, with {image.python}")
    with image.started() as port:
        image.check_health(port)
        yield from admin(image, port)
        for proxy in (nginx, caddy):
            yield from proxy(folder, port)
    yield from backup(image)


def missing(tool: str, what: str) -> None:
    print(f"not done: {what} ({tool} is not here)")


def run(*command: str, **more: Any) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False, **more)
    if done.returncode:
        raise SystemExit(f"{shlex.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return str(done.stdout)


def succeeds(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# The container ------------------------------------------------------------------------------------


class Image:
    """What the container's file makes, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "var/lib/hexfront"
        self.opt = folder / "opt"
        text = (ROOT / "deploy/Containerfile").read_text(encoding="utf-8")
        text = re.sub(r"\\\n\s*", " ", text)
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
        self.steps = [tuple(line.split(maxsplit=1)) for line in lines]
        wanted = next(re.findall(r"python:(\d\.\d+)", rest)[0] for _, rest in self.steps)
        found = f"python{wanted}"
        self.python = found if succeeds(found, "-V") else sys.executable
        user = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
        self.user = user if succeeds(*user, self.python, "-V") else ()
        if not self.user:
            missing("setpriv, or a Python that others may run", "starting it without rights")
        self.environment: dict[str, str] = {}
        self.entry: list[str] = []

    def here(self, text: str) -> str:
        """The same in our folder."""
        text = re.sub(r"/opt/hexfront", str(self.opt / "hexfront"), text)
        return re.sub(r"/var/lib/hexfront", str(self.home), text)

    def build(self) -> None:
        """Take every step but those that only an engine can."""
        place = self.folder / "build"
        place.mkdir()
        self.opt.mkdir()
        self.home.mkdir(parents=True)
        for word, rest in self.steps:
            if word == "COPY" and "--from" not in rest:
                *sources, target = rest.split()
                for source in sources:
                    _copy(ROOT / source, place, target)
            elif word == "RUN" and "useradd" not in rest:
                command = re.sub(r"(?<![/\w])python(?= )", self.python, self.here(rest))
                run("sh", "-ec", command, cwd=place, env=_plain())
            elif word == "ENV":
                for pair in shlex.split(self.here(rest)):
                    name, _, value = pair.partition("=")
                    self.environment[name] = value.replace("$PATH", os.defpath)
            elif word in ("ENTRYPOINT", "CMD"):
                self.entry += json.loads(rest)
        shutil.rmtree(place)
        if self.user:
            os.chown(self.home, NOBODY, NOBODY)

    def command(self, *words: str) -> list[str]:
        """As the container's user."""
        return [*self.user, *words]

    def hexfront(self, *words: str) -> str:
        """A command of ours, with the container's environment."""
        program = str(self.opt / "hexfront/bin/hexfront")
        return run(*self.command(program, *words), env=self.environment, cwd=self.home)

    @contextmanager
    def started(self) -> Iterator[int]:
        """The server as the container starts it, behind a proxy."""
        port = free_port()
        words = [str(port) if word == "8044" else word for word in self.entry]
        words[0] = str(self.opt / "hexfront/bin" / words[0])
        words += ["--origin", f"https://{NAME}", "--proxy", "127.0.0.1"]
        log = (self.folder / "log").open("w+b")
        server = subprocess.Popen(
            self.command(*words), cwd=self.home, stdout=log, stderr=log,
            env={**self.environment, "HEXFRONT_ADMIN_TOKEN": ADMIN},
        )  # fmt: skip
        try:
            wait_for(lambda: httpx.get(f"http://127.0.0.1:{port}/api/health").status_code == 200)
            yield port
            server.send_signal(signal.SIGTERM)
            print(f"stopped: {server.wait(30)}")
        finally:
            if server.poll() is None:
                server.kill()
            log.seek(0)
            if b"Traceback" in (said := log.read()):
                print(said.decode())
            log.close()

    def check_health(self, port: int) -> None:
        """The container's own check of its health."""
        check = next(rest for word, rest in self.steps if word == "HEALTHCHECK")
        words = json.loads(check.partition("CMD")[2].replace("8044", str(port)))
        words[0] = str(self.opt / "hexfront/bin" / words[0])
        run(*self.command(*words), env=self.environment)
        print("health: as the container asks")


def _plain() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def _copy(source: Path, place: Path, target: str) -> None:
    to = place / (source.name if target in (".", "./") else target)
    to.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, to, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, to)


def wait_for(ready: Any, seconds: float = 90.0) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            if ready():
                return
        except (httpx.TransportError, OSError):
            pass
        if time.monotonic() > end:
            raise SystemExit("it does not answer")
        time.sleep(0.1)


# docs/hosting.md ----------------------------------------------------------------------------------


def admin(image: Image, port: int) -> Iterator[Problem]:
    """The admin's commands beside the running server, and over HTTP."""
    made = image.hexfront("admin", "create", "breakout")
    if made.count("/join#") != 3:
        yield f"admin create prints no links: {made}"
    if len(image.hexfront("admin", "list").splitlines()) < 1:
        yield "admin list knows no game"
    doctor = image.hexfront("admin", "doctor")  # the name leads nowhere from here
    print(f"doctor: {len(doctor.splitlines())} lines, nothing wrong")
    over_http = httpx.get(
        f"http://127.0.0.1:{port}/api/admin/tables",
        headers={"host": NAME, "authorization": f"Bearer {ADMIN}"},
    )
    if over_http.status_code != 200 or not over_http.json()["tables"]:
        yield f"the admin's request: {over_http.status_code} {over_http.text[:200]}"
    if httpx.get(f"http://127.0.0.1:{port}/").status_code != 400:
        yield "it answers to a name that is not its own"
    loose = [path.name for path in image.home.iterdir() if path.stat().st_mode & 0o077]
    if loose:
        yield f"others may read {', '.join(loose)}"
    print("admin: create, list, doctor, HTTP")


def backup(image: Image) -> Iterator[Problem]:
    """A backup, the database thrown away, the backup put in its place."""
    before = image.hexfront("admin", "list")
    image.hexfront("admin", "backup", "-o", "copy.db")
    for path in image.home.glob("games.db*"):
        path.unlink()
    (image.home / "copy.db").rename(image.home / "games.db")
    if image.hexfront("admin", "list") != before:
        yield "the backup has other games"
    with image.started():
        print("backup: restored, started again")


# The proxies --------------------------------------------------------------------------------------


def nginx(folder: Path, port: int) -> Iterator[Problem]:
    """The server block of the docs."""
    program = shutil.which("nginx")
    if program is None:
        missing("nginx", "the docs' nginx in front of it")
        return
    docs = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    (block,) = [b for b in re.findall(r"```nginx\n(.*?)```", docs, re.DOTALL) if "listen" in b]
    certificate(folder)
    listen = free_port()
    block = block.replace("listen 443", f"listen 127.0.0.1:{listen}").replace("8044", str(port))
    block = re.sub(r"/etc/letsencrypt/live/[^/]+", str(folder), block)
    place = folder / "nginx"
    place.mkdir()
    paths = "".join(
        f"{kind}_temp_path {place}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (place / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {place}/pid; error_log stderr;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{paths}{block}}}\n"
    )
    words = (program, "-p", str(place), "-e", "stderr", "-c", str(place / "nginx.conf"))
    run(*words, "-t")
    with in_front("nginx", words, listen, {}):
        yield from through("nginx", listen)


def caddy(folder: Path, port: int) -> Iterator[Problem]:
    """Our own file for Caddy, with a certificate that it makes itself."""
    program = shutil.which("caddy")
    if program is None:
        missing("caddy", "our Caddyfile in front of it")
        return
    listen = free_port()
    text = (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8")
    text = text.replace("hexfront:8044", f"127.0.0.1:{port}")
    own = "{\nlocal_certs\nskip_install_trust\nadmin off\nauto_https disable_redirects\n}\n"
    place = folder / "caddy"
    place.mkdir()
    (place / "Caddyfile").write_text(own + text)
    words = (program, "run", "--adapter", "caddyfile", "--config", str(place / "Caddyfile"))
    environment = {
        "HEXFRONT_NAME": f"https://{NAME}:{listen}",
        "XDG_DATA_HOME": str(place),
        "XDG_CONFIG_HOME": str(place),
    }
    with in_front("caddy", words, listen, environment):
        yield from through("caddy", listen)


def certificate(folder: Path) -> None:
    run(
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
        "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}",
        "-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem"),
    )  # fmt: skip


@contextmanager
def in_front(
    name: str, words: tuple[str, ...], port: int, environment: dict[str, str]
) -> Iterator[None]:
    proxy = subprocess.Popen(
        words, env={**os.environ, **environment}, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        with client(port) as page:
            wait_for(lambda: page.get("/api/health", extensions=SNI).status_code == 200, 30)
        yield
    finally:
        proxy.terminate()
        said = proxy.communicate(timeout=20)[1]
        if b"error" in said.lower() and b"errors" not in said.lower():
            print(f"{name} said: {said.decode()[-500:]}")


def _trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def client(port: int) -> httpx.Client:
    """A browser that knows the name: it resolves to this machine."""
    return httpx.Client(
        base_url=f"https://127.0.0.1:{port}",
        verify=_trusting(),
        headers={"host": NAME},
        trust_env=False,
        timeout=30,
    )


def through(name: str, port: int) -> Iterator[Problem]:
    """A game through the proxy: the page, cookies, a seat, the WebSocket, what must be refused."""
    origin = f"https://{NAME}"
    with client(port) as page:
        if page.get("/", extensions=SNI).status_code != 200:
            yield f"{name}: no page"
        made = page.post(
            "/api/tables", json={"name": "Anna"}, headers={"origin": origin}, extensions=SNI
        )
        if made.status_code != 200:
            yield f"{name}: no game: {made.text[:200]}"
            return
        cookies = made.headers.get_list("set-cookie")
        for wanted in ("Secure", "HttpOnly", "SameSite=strict"):
            if not all(wanted in cookie for cookie in cookies):
                yield f"{name}: a cookie is not {wanted}"
        alien = {"origin": "https://elsewhere.example"}
        if page.post("/api/tables", json={}, headers=alien, extensions=SNI).status_code != 403:
            yield f"{name}: a game for another site"
        large = page.post(
            "/api/verify",
            content=b"{" + b" " * 5_000_000,
            headers={"origin": origin},
            extensions=SNI,
        )
        if large.status_code not in (403, 413):
            yield f"{name}: 5 MB are {large.status_code}"
        token = next(cookie.split(";")[0] for cookie in cookies if cookie.startswith("seat-"))
        with connect(
            f"wss://{NAME}:{port}/api/tables/{made.json()['id']}/ws",
            sock=socket.create_connection(("127.0.0.1", port)),
            ssl=_trusting(),
            server_hostname=NAME,
            additional_headers={"cookie": token},
            origin=Origin(origin),
            max_size=2**24,
        ) as line:
            line.send('{"do": "sit", "id": 1, "side": null, "own": true}')
            state = answer(line, "state")
            offered = state["view"]["decision"]["offer"]
            if state["me"] != ["german"] or not offered:
                yield f"{name}: no seat"
            line.send('{"do": "chat", "id": 2, "text": "through the proxy"}')
            if answer(line, "reply", 2)["ok"] is not True:
                yield f"{name}: nothing can be done"
    print(f"{name}: page, cookies, WebSocket, refusals")


def answer(line: Any, kind: str, number: int | None = None) -> Any:
    while True:
        message = json.loads(line.recv(timeout=30))
        if message["type"] == kind and number in (None, message.get("id")):
            return message


if __name__ == "__main__":
    sys.exit(main())
