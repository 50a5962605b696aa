"""Draw the training curve of docs/environments.md from its figures: `python -m docs.make_curve`.

With `--check` it fails where the picture is out of date.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from hexfront.lab.plots import HEIGHT, WIDTH, Plot

DOCS = Path(__file__).parent
FIGURES, PICTURE = DOCS / "results" / "gumbinnen-ppo.csv", DOCS / "images" / "gumbinnen-ppo.svg"
LINES = (
    ("random german", "german", "against random, as German"),
    ("random soviet", "soviet", "against random, as Soviet"),
    ("greedy both", "both", "against greedy, both sides"),
)
STYLE = """<style>
svg { font: 12px sans-serif; fill: #444 } .line { fill: none; stroke-width: 2 }
.axis { fill: none; stroke: #444 }
.grid { stroke: #ddd } .german { stroke: #4a6076 } .soviet { stroke: #a8322c } .both { stroke: #7a8f3c }
.mark { stroke: #999; stroke-dasharray: 4 3 }
</style>"""


def picture() -> str:
    with FIGURES.open(newline="") as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    minutes = [row["processor minutes"] for row in rows]
    plot = Plot(
        "Share of games won while MaskablePPO trains on gumbinnen",
        (0, max(minutes)),
        (0.5, 1.05),
        "processor minutes of training",
        "share of games won",
    )
    plot.across(0.9, "90 %")
    for column, colour, _ in LINES:
        plot.line([(row["processor minutes"], row[column]) for row in rows], colour)
    names = "".join(
        f'<path class="line {colour}" d="M{WIDTH - 230} {HEIGHT - 92 + 16 * n}h24"/>'
        f'<text x="{WIDTH - 200}" y="{HEIGHT - 88 + 16 * n}">{says}</text>'
        for n, (_, colour, says) in enumerate(LINES)
    )
    head, body = plot.svg().split(">", 1)
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    body = body.removesuffix("</svg>")
    return f'{head} xmlns="http://www.w3.org/2000/svg">\n{STYLE}\n{ground}{body}\n{names}</svg>\n'


def main() -> int:
    if "--check" in sys.argv:
        return int(picture() != PICTURE.read_text(encoding="utf-8"))
    PICTURE.write_text(picture(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
