"""Write docs/observations.md: every plane, column and scalar that the environments observe, from the code.

With `--check` it fails where the page is out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hexfront.env.kinds import game_env
from hexfront.env.sight import Entry
from hexfront.games.registry import GAMES

FILE = Path(__file__).parent.parent / "docs" / "observations.md"
HEAD = """# What the environments observe, field by field

Written by `tools/env_fields.py` from the code; [environments.md](environments.md) says how it is used. All
numbers are `int16`. *I* is the side whose agent observes. A plane is `planes[number, row, column]` over the
map's grid, counted from its upper left hex; a unit is the row `units[number]`, in the order given for each
game; a scalar is `scalars[number]`.
"""


def table(entries: tuple[Entry, ...]) -> str:
    rows = [f"| {i} | {e.name} | {e.low} to {e.high} | {e.means} |" for i, e in enumerate(entries)]
    return "\n".join(["| | name | bounds | |", "|---|---|---|---|", *rows])


def page() -> str:
    parts = [HEAD]
    for name in GAMES:
        of = game_env(name)
        sight, words = of.sight, of.sight.vocabulary
        size = f"{len(sight.planes)} × {sight.height} × {sight.width}"
        parts += [
            f"## {of.game.title}\n\n`action_mask`: `int8`, {words.size} tokens. "
            f"Tokens: 0 ends a choice that might go on; then verbs, units and other names, hexes row "
            f"by row from {words.first_hex} on, the whole numbers 0 to 99, and 16 for names made up "
            "during a game.",
            f"### Planes of {name} ({size})\n\n{table(sight.planes)}",
            f"### Units of {name} ({len(sight.units)} × {len(sight.columns)})\n\n{table(sight.columns)}\n\n"
            f"Rows: {', '.join(sight.units)}.",
            f"### Scalars of {name} ({len(sight.scalars)})\n\n{table(sight.scalars)}",
        ]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    if "--check" in sys.argv:
        return 0 if FILE.read_text(encoding="utf-8") == page() else 1
    FILE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
