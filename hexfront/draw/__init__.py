"""Draw boards: `draw_svg(picture)` gives an SVG, `write_png` a PNG. Knows no game."""

from hexfront.draw.board import draw_svg, name_spots
from hexfront.draw.model import (
    Area,
    Border,
    Bridge,
    Counter,
    Edge,
    EdgeKind,
    Marker,
    Picture,
    Place,
    RiverSide,
    Road,
)
from hexfront.draw.png import svg_to_png, write_png

__all__ = [
    "Area",
    "Border",
    "Bridge",
    "Counter",
    "Edge",
    "EdgeKind",
    "Marker",
    "Picture",
    "Place",
    "RiverSide",
    "Road",
    "draw_svg",
    "name_spots",
    "svg_to_png",
    "write_png",
]
