"""Colours, fonts and sizes: the one place to change how a board looks."""

from dataclasses import dataclass

SERIF = "Caladea, Cambria, Georgia, 'Times New Roman', serif"
"""Names on the map. `png.py` brings the first of these along."""
SANS = "Lato, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
"""Counters, hex numbers, small print."""

PAPER = "#efe4c9"
GROUND = "#f7f0de"
INK = "#33291d"
FADED = "#7d705a"
FRAME = "#4b3f2e"
HEX_LINE = "#6b5c43"

FOREST_TINT = "#c6cda4"
FOREST_EDGE = "#93a171"
ROUGH_TINT = "#e9d6b0"
ROUGH_EDGE = "#a8814f"
MARSH_TINT = "#d3e0d8"
MARSH_EDGE = "#7ea3a6"

WATER = "#78a9c2"
WATER_EDGE = "#3d6c8b"
WATER_TEXT = "#245576"
VALLEY = "#a7bd9c"

DIRT = "#8a6a3c"
PAVED = "#f3cf7a"

SEA = "#c9dde4"
SEA_LINE = "#7fa9bd"
COAST = "#5b8197"
SAND = "#ead9ac"
FRONT = "#b03a2e"

ROOF = "#6d4434"
BUILT = "#e2bda2"
FORT = "#7d2f2a"
FORBIDDEN = "#a4473a"
CHIP = "#fff7df"
"""Markers and badges."""


@dataclass(frozen=True)
class Palette:
    """The colours of one side, and the mark that distinguishes it without colour."""

    face: str
    band: str
    line: str
    mark: str  # "bar" (down the left edge) or "corner" (cut across the upper left corner)


SIDES = (
    Palette(face="#b3c0c6", band="#4a5f70", line="#26333d", mark="bar"),
    Palette(face="#e3b787", band="#9c3f2b", line="#55210f", mark="corner"),
)
"""The first and the second side of a picture: blue-grey against tan, safe for the colour-blind."""
NEUTRAL = Palette(face="#ddd6c6", band="#8b826f", line="#4b4436", mark="bar")


def palette(sides: tuple[str, ...], side: str | None) -> Palette:
    """The palette of a side, by its place in the picture's list of sides."""
    if side in sides and sides.index(side) < len(SIDES):
        return SIDES[sides.index(side)]
    return NEUTRAL
