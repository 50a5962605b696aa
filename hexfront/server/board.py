"""What the page needs to draw a board: the map as a picture, and where every hex lies on it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from hexfront.draw import draw_svg
from hexfront.draw.geometry import Layout
from hexfront.draw.symbols import sign_of, symbol
from hexfront.games.registry import find_game

Json = dict[str, Any]


@cache
def background(name: str) -> str:
    """The empty map as SVG, drawn once."""
    return draw_svg(find_game(name).picture(), numbers=False)


@cache
def board_json(name: str) -> Json:
    """Hexes with their middles in the map's coordinates, symbols, phases, charts, counters."""
    game = find_game(name)
    layout = Layout(game.grid)
    number = next(n for n in game.grid.numbers if n)
    x0, y0 = layout.centre(number)
    box = re.search(r'viewBox="([^"]+)"', background(name))
    assert box is not None
    furniture = game.furniture()
    types = sorted({unit["type"] for unit in furniture["units"].values()})
    return {
        "game": game.name,
        "title": game.title,
        "sides": list(game.sides),
        "viewBox": [float(part) for part in box.group(1).split()],
        "hexes": {
            n: [round(coordinate, 1) for coordinate in layout.centre(n)]
            for n in game.grid.numbers
            if n
        },
        "corner": [[round(x - x0, 2), round(y - y0, 2)] for x, y in layout.corners(number)],
        "symbols": {kind: symbol(sign_of(kind)) for kind in types},
        **furniture,
    }


@cache
def rules_json(name: str) -> Json:
    """The rules ledger."""
    game = find_game(name)
    cases = [{"case": c.id, "title": c.title, "rule": c.rule} for c in game.rules]
    return {"game": game.name, "rules": cases}
