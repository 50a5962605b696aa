"""What the page needs to draw a board: the map as a picture, and where every hex lies on it."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from functools import cache

from hexfront.draw import Bridge, draw_svg, name_spots
from hexfront.draw.geometry import Layout
from hexfront.draw.model import Picture
from hexfront.draw.roads import span
from hexfront.draw.symbols import sign_of, symbol
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game
from hexfront.server.http import replies
from hexfront.server.http.files import Kept, keep
from hexfront.server.http.messages import encode


def background(game: Game, scenario: str) -> Kept:
    """The empty map of a scenario, drawn once; flags and names, which give way to counters, are the page's."""
    with _drawing:  # requests that come while it is drawn wait for it
        return _draw(game, scenario)


_drawing = threading.Lock()


@cache
def _draw(game: Game, scenario: str) -> Kept:
    picture = game.picture(scenario=scenario)
    places = [place._replace(control=None) for place in picture.places]
    svg = draw_svg(replace(picture, places=places), numbers=False, named=False)
    return keep(svg.encode(), "image/svg+xml")


@cache
def board_json(game: Game, scenario: str) -> Kept:
    """What the page is sent of a board, made once."""
    return keep(encode(_board(game, scenario)), "application/json")


def _board(game: Game, scenario: str) -> replies.Board:
    """Hexes with their centers in the map's coordinates, symbols, phases, charts, counters."""
    layout = Layout(game.grid)
    number = next(n for n in game.grid.numbers if n)
    centres = {n: layout.centre(n) for n in game.grid.numbers if n}
    x0, y0 = centres[number]
    box = re.search(rb'viewBox="([^"]+)"', background(game, scenario).body)
    assert box is not None
    left, top, width, height = (float(part) for part in box.group(1).split())
    page_data = game.page_data(scenario)
    picture = game.picture(scenario=scenario)
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
        "held": {place.hex: place.control for place in picture.places if place.control},
        "names": _names(layout, picture),
        "symbols": {kind: symbol(sign_of(kind)) for kind in types},
        "spans": {
            name: span(layout, Bridge(a, b, "standing", "road" in carries, "rail" in carries))
            for name, (a, b, carries) in page_data.get("bridges", {}).items()
        },
        **page_data,
    }


_SPOTS = 8


def _names(layout: Layout, picture: Picture) -> list[replies.Name]:
    """The names on the map; spots are counted from the middle of their hex."""
    names: list[replies.Name] = []
    for name in name_spots(picture, _SPOTS):
        spots = []
        for spot in name.spots:
            x, y = layout.centre(spot.hex)
            at = (round(spot.middle - x), round(spot.baseline - y))
            spots.append((spot.hex, *at, round(spot.cost, 1)))
        names.append(
            {
                "text": name.text,
                "kind": name.kind,
                "width": round(name.width),
                "spots": spots,
            }
        )
    return names


@cache
def rules_json(game: Game) -> Json:
    cases = [{"case": c.id, "title": c.title, "rule": c.rule} for c in game.rules]
    return {"game": game.name, "rules": cases}
