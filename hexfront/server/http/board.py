"""What the page needs to draw a board: the map as a picture, and where every hex lies on it."""

from __future__ import annotations

import gzip
import re
import threading
import zlib
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from hexfront.draw import Bridge, draw_svg
from hexfront.draw.geometry import Layout
from hexfront.draw.roads import span
from hexfront.draw.symbols import sign_of, symbol
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game
from hexfront.server.http import replies


class Background(NamedTuple):
    """The empty map as SVG, plain and gzipped, with its ETag."""

    svg: bytes
    zipped: bytes
    tag: str


def background(game: Game, scenario: str) -> Background:
    """The empty map of a scenario, drawn once; the page draws the flags, which change with control."""
    with _drawing:  # requests that come while it is drawn wait for it
        return _draw(game, scenario)


_drawing = threading.Lock()


@cache
def _draw(game: Game, scenario: str) -> Background:
    picture = game.picture(scenario=scenario)
    places = [place._replace(control=None) for place in picture.places]
    room = [place.hex for place in places if place.kind != "label"]
    svg = draw_svg(replace(picture, places=places), numbers=False, room=room).encode()
    return Background(svg, gzip.compress(svg, mtime=0), f'"{zlib.crc32(svg):08x}"')


@cache
def board_json(game: Game, scenario: str) -> replies.Board:
    """Hexes with their centers in the map's coordinates, symbols, phases, charts, counters."""
    layout = Layout(game.grid)
    number = next(n for n in game.grid.numbers if n)
    centres = {n: layout.centre(n) for n in game.grid.numbers if n}
    x0, y0 = centres[number]
    box = re.search(rb'viewBox="([^"]+)"', background(game, scenario).svg)
    assert box is not None
    left, top, width, height = (float(part) for part in box.group(1).split())
    page_data = game.page_data(scenario)
    types = sorted({unit["type"] for unit in page_data["units"].values()})
    return {
        "game": game.name,
        "scenario": scenario,
        "title": game.title,
        "sides": list(game.sides),
        "hides": game.fog_rule is not None,
        "viewBox": (left, top, width, height),
        "hexes": {n: (round(x, 1), round(y, 1)) for n, (x, y) in centres.items()},
        "corner": [(round(x - x0, 2), round(y - y0, 2)) for x, y in layout.corners(number)],
        "symbols": {kind: symbol(sign_of(kind)) for kind in types},
        "spans": {
            name: span(layout, Bridge(a, b, "standing", "road" in carries, "rail" in carries))
            for name, (a, b, carries) in page_data.get("bridges", {}).items()
        },
        **page_data,
    }


@cache
def rules_json(game: Game) -> Json:
    cases = [{"case": c.id, "title": c.title, "rule": c.rule} for c in game.rules]
    return {"game": game.name, "rules": cases}
