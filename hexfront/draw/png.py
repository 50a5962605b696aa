"""SVG to PNG without a browser and without fonts on the machine.

`resvg-py` renders; the fonts come with the packages `font-caladea` and `font-lato`.
"""

from importlib.util import find_spec
from pathlib import Path

_FONTS = ("font_caladea", "font_lato")


def font_files() -> list[str]:
    """The paths of the font files that came with the font packages."""
    found: list[str] = []
    for package in _FONTS:
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            found += sorted(str(path) for path in Path(folder, "files").glob("*.ttf"))
    return found


def svg_to_png(svg: str, width: int = 2400) -> bytes:
    """The drawing as the bytes of a PNG file of this many pixels across."""
    try:
        from resvg_py import svg_to_bytes  # heavy, and only needed here
    except ModuleNotFoundError as missing:
        message = "a PNG needs the package resvg-py: pip install hexfront"
        raise ModuleNotFoundError(message, name=missing.name) from missing
    fonts = font_files()
    return bytes(
        svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=bool(fonts),  # the same picture everywhere,
            font_files=fonts,
            font_family="Lato",
            serif_family="Caladea",
            sans_serif_family="Lato",
        )
    )


def write_png(svg: str, path: Path, width: int = 2400) -> None:
    """Write the drawing as a PNG file of this many pixels across."""
    path.write_bytes(svg_to_png(svg, width))
