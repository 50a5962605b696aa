"""What is sent often and changes rarely: compressed once, then sent from memory; the page's own files first."""

from __future__ import annotations

import gzip
import os
import re
import zlib
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

_SMALL = 800
"""Bytes that are not worth compressing."""
_KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
_IMPORTS = re.compile(r'^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"', re.MULTILINE)
_SCRIPT = re.compile(r'^( *)<script type="module" src="/web/([^"]+)">', re.MULTILINE)


class Kept(NamedTuple):
    """A body, plain and compressed if that is worth it, its media type and ETag."""

    body: bytes
    zipped: bytes | None
    kind: str
    tag: str


def keep(body: bytes, kind: str) -> Kept:
    zipped = gzip.compress(body, mtime=0) if len(body) > _SMALL else None
    return Kept(body, zipped, kind, f'"{zlib.crc32(body):08x}"')


def answer(request: Request, kept: Kept) -> Response:
    """A kept body; nothing but its tag if the browser has it already."""
    headers = {"ETag": kept.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == kept.tag:
        return Response(status_code=304, headers=headers)
    if kept.zipped is None or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(kept.body, media_type=kept.kind, headers=headers)
    headers["Content-Encoding"] = "gzip"
    return Response(kept.zipped, media_type=kept.kind, headers=headers)


class Files:
    """The files of a folder, and its page with a word to the browser which scripts it will want."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._kept: dict[str, tuple[tuple[int, int], Kept]] = {}
        """With the time of its last change and the size of each file."""

    async def serve(self, request: Request) -> Response:
        """A file by its path under the folder."""
        return self.file(request, request.path_params["path"])

    async def page(self, request: Request) -> Response:
        """The page itself."""
        return self.file(request, "index.html")

    def file(self, request: Request, path: str) -> Response:
        found = self._find(path)
        if found is None:
            return Response("Not Found", 404, media_type="text/plain")
        return answer(request, found)

    def _find(self, path: str) -> Kept | None:
        where = os.path.normpath(self._folder / path)
        if "\0" in path or not Path(where).is_relative_to(self._folder):
            return None
        try:
            status = os.stat(where)
        except OSError:
            return None
        stamp = status.st_mtime_ns, status.st_size
        before, kept = self._kept.get(where, (None, None))
        if kept is not None and before == stamp:
            return kept
        if not os.path.isfile(where):
            return None
        body = Path(where).read_bytes()
        if path == "index.html":
            body = self._announce(body.decode()).encode()
        kind = _KINDS.get(Path(where).suffix, "application/octet-stream")
        made = keep(body, kind)
        self._kept[where] = stamp, made
        return made

    def _announce(self, page: str) -> str:
        """The page with its scripts listed: they are fetched at once, not one import after the other."""
        script = _SCRIPT.search(page)
        if script is None:
            return page
        indent, first = script.groups()
        links = "".join(
            f'{indent}<link rel="modulepreload" href="/web/{name}">\n'
            for name in self._wanted(first)
        )
        return page[: script.start()] + links + page[script.start() :]

    def _wanted(self, first: str) -> list[str]:
        """All scripts that one imports, and those that these import."""
        found = [first]
        for name in found:
            source = (self._folder / name).read_text(encoding="utf-8")
            for other in _IMPORTS.findall(source):
                wanted = os.path.normpath(Path(name).parent / other)
                if wanted not in found:
                    found.append(wanted)
        return found
