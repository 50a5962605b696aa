"""Check what servers are set up with: the unit, the container file, the compose file, the proxy's file.

Looks at each with its own tool where that is installed, and at what we promise ourselves in any case; with
--start it also builds and starts them where a container engine runs. What could not be done is said.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
EXPOSED = 20
"""The most that `systemd-analyze security` may find, in tenths: a plain unit has 92."""
SECRETS = {
    "HEXFRONT_NAME": "games.example.org",
    "POSTGRES_PASSWORD": "x",
    "HEXFRONT_ADMIN_TOKEN": "y",
}


def main(arguments: list[str]) -> int:
    problems = [*unit(), *container(), *compose(), *proxy()]
    if "--start" in arguments:
        problems += start()
    for problem in problems:
        print(f"wrong: {problem}")
    return 1 if problems else 0


def run(*command: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=900, check=False, **more)


def missing(tool: str, what: str) -> None:
    print(f"not done: {what} ({tool} is not here)")


# The unit -----------------------------------------------------------------------------------------


def unit() -> Iterator[str]:
    path = DEPLOY / "hexfront.service"
    text = path.read_text(encoding="utf-8")
    for wanted in (
        "NoNewPrivileges=yes",
        "LimitNOFILE=",
        "MemoryMax=",
        "ProtectSystem=strict",
        "UMask=0077",
    ):
        if wanted not in text:
            yield f"{path.name} has no {wanted}"
    if shutil.which("systemd-analyze") is None:
        missing("systemd-analyze", "how exposed the unit is")
        return
    command = (
        "systemd-analyze",
        "security",
        "--offline=yes",
        "--no-pager",
        f"--threshold={EXPOSED}",
    )
    found = run(*command, str(path))
    last = (found.stdout.strip().splitlines() or [found.stderr.strip()])[-1]
    print(f"unit: {last.removeprefix('→ ')}")
    if found.returncode:
        yield f"{path.name} is more exposed than {EXPOSED / 10}: {last}"


# The container ------------------------------------------------------------------------------------


def container() -> Iterator[str]:
    path = DEPLOY / "Containerfile"
    text = re.sub(r"\\\n\s*", " ", path.read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    words = [line.split(maxsplit=1) for line in lines]
    for keyword, rest in words:
        if not re.fullmatch(
            "FROM|WORKDIR|COPY|RUN|USER|ENV|VOLUME|EXPOSE|HEALTHCHECK|ENTRYPOINT|CMD", keyword
        ):
            yield f"{path.name}: {keyword} is not expected"
        if keyword == "FROM" and not re.search(r":\d[\w.-]+( AS \w+)?$", rest):
            yield f"{path.name}: {rest} names no version"
        if keyword == "COPY" and "--from" not in rest:
            sources = rest.split()[:-1]
            yield from (
                f"{path.name}: there is no {one}" for one in sources if not (ROOT / one).exists()
            )
        if keyword == "RUN" and "pip install" in rest and "--no-cache-dir" not in rest:
            yield f"{path.name}: pip keeps its cache in the image"
    users = [rest for keyword, rest in words if keyword == "USER"]
    if not users or users[-1].split(":")[0] in ("root", "0"):
        yield f"{path.name}: it would run as root"
    if not any(keyword == "HEALTHCHECK" for keyword, _ in words):
        yield f"{path.name}: nothing looks after its health"
    if shutil.which("hadolint") is None:
        missing("hadolint", "its lint of the container file; ours was done")
    elif (found := run("hadolint", str(path))).returncode:
        yield found.stdout.strip()


def compose() -> Iterator[str]:
    path = DEPLOY / "compose.yaml"
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    services: dict[str, Any] = found["services"]
    for name, service in services.items():
        image = service.get("image", "ours:1")
        if not re.search(r":\d", image):
            yield f"{path.name}: {image} names no version"
        if service.get("restart") != "always":
            yield f"{path.name}: {name} is not started again"
        if service.get("privileged") or service.get("network_mode") == "host":
            yield f"{path.name}: {name} has more rights than it needs"
        if service.get("ports") and name != "proxy":
            yield f"{path.name}: {name} can be reached past the proxy"
        for used in [*service.get("volumes", []), *_networks(service)]:
            source = used.split(":")[0]
            known = source in found["volumes"] or source in found["networks"]
            if not known and not (DEPLOY / source).exists():
                yield f"{path.name}: {name} uses {source}, which is nowhere"
    ours = services["hexfront"]
    if ours.get("cap_drop") != ["ALL"] or not ours.get("read_only") or "mem_limit" not in ours:
        yield f"{path.name}: hexfront is not confined"
    if not found["networks"]["inside"].get("internal"):
        yield f"{path.name}: the database can reach the internet"
    trusted = ours["command"][ours["command"].index("--proxy") + 1]
    if services["proxy"]["networks"]["outside"]["ipv4_address"] != trusted:
        yield f"{path.name}: the proxy that is trusted is not the one that runs"
    (pool,) = found["networks"]["outside"]["ipam"]["config"]
    if ip_address(trusted) in ip_network(pool.get("ip_range", pool["subnet"])):
        yield f"{path.name}: another container may be given the proxy's address {trusted}"
    if run("docker", "compose", "version").returncode if shutil.which("docker") else True:
        missing("docker compose", "reading the compose file with its own program; ours was done")
        return
    read = run("docker", "compose", "-f", str(path), "config", "-q", env={**os.environ, **SECRETS})
    if read.returncode:
        yield f"{path.name}: {read.stderr.strip()}"


def _networks(service: dict[str, Any]) -> list[str]:
    return list(service.get("networks", []))


def proxy() -> Iterator[str]:
    path = DEPLOY / "Caddyfile"
    if "reverse_proxy hexfront:8044" not in path.read_text(encoding="utf-8"):
        yield f"{path.name} does not lead to hexfront"
    if shutil.which("caddy") is None:
        missing("caddy", "reading the proxy's file with its own program")
    elif (found := run("caddy", "validate", "--adapter", "caddyfile", "--config", str(path),
                       env={**os.environ, **SECRETS})).returncode:  # fmt: skip
        yield f"{path.name}: {found.stderr.strip()}"


def start() -> Iterator[str]:
    """Build the image and start it with its database, where an engine runs."""
    if shutil.which("docker") is None or run("docker", "info").returncode:
        missing("a container engine", "building and starting the containers")
        return
    command = ("docker", "compose", "-f", str(DEPLOY / "compose.yaml"))
    environment = {**os.environ, **SECRETS}
    try:
        up = run(*command, "up", "-d", "--build", "--wait", "database", "hexfront", env=environment)
        if up.returncode:
            yield f"the containers do not start: {up.stderr.strip()[-500:]}"
    finally:
        run(*command, "down", "-v", env=environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
