"""The API reference, made by pdoc from the docstrings: `make api`, into out/api."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import pdoc

MODULES = (
    "hexfront.kernel.decision",
    "hexfront.kernel.dice",
    "hexfront.kernel.game",
    "hexfront.kernel.match",
    "hexfront.kernel.offer",
    "hexfront.kernel.refusal",
    "hexfront.kernel.scenarios",
    "hexfront.kernel.step",
    "hexfront.kernel.verify",
    "hexfront.kernel.views",
    "hexfront.hexes.grid",
    "hexfront.games.registry",
    "hexfront.bots.bot",
    "hexfront.bots.outside",
    "hexfront.engine",
    "hexfront.play",
    "hexfront.env.actions",
    "hexfront.env.aec",
    "hexfront.env.breakout_v0",
    "hexfront.env.kesselschlacht_v0",
    "hexfront.env.kinds",
    "hexfront.env.oder_v0",
    "hexfront.env.playing",
    "hexfront.env.sight",
    "hexfront.env.single",
)
"""What programs of others use: matches and choices, bots, environments."""


def write(folder: Path) -> None:
    # A TypedDict may have a field that is a word of Python's, which pdoc cannot find in the source.
    warnings.filterwarnings("ignore", message="Cannot determine where")
    pdoc.render.configure(docformat="markdown", show_source=False)
    pdoc.pdoc(*MODULES, output_directory=folder)


if __name__ == "__main__":
    where = Path(sys.argv[1] if len(sys.argv) > 1 else "out/api")
    write(where)
    print(f"The reference is in {where / 'index.html'}.")
