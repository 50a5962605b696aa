"""The report of a run: one page that needs nothing else, with plots and every game's seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import Path

from hexfront.kernel.fields import Json
from hexfront.kernel.refusal import Refused
from hexfront.lab.pairs import in_order, pairs_of, side_of_a
from hexfront.lab.plots import Plot, histogram, legend, stacked
from hexfront.lab.stats import (
    Sprt,
    bradley_terry,
    elo,
    elo_interval,
    mean,
    quantile,
    rating_intervals,
)
from hexfront.lab.summary import (
    Lines,
    by_seats,
    by_turn,
    causes_of,
    league_scores,
    places_of,
    summarize,
    turn_seconds,
    whole,
)

STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fbfaf6; --soft: #d9d6cc;
  --c0: #3a6ea5; --c1: #c8752d; --c2: #4f8a5b; --c3: #8a62a8; --c4: #a8952f; --c5: #777; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e1d8; --paper: #1c1d1f; --soft: #3c3e42;
  --c0: #7aaede; --c1: #e79b5b; --c2: #7fbf8d; --c3: #b795d3; --c4: #d0bd5c; --c5: #a5a5a5; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .3rem; }
pre { overflow-x: auto; font-size: .85rem; line-height: 1.4; }
svg { width: 100%; max-width: 48rem; height: auto; display: block; }
svg text { font-size: 11px; fill: var(--ink); } svg .word { fill: var(--ink); opacity: .8; }
.axis { stroke: var(--ink); fill: none; } .grid { stroke: var(--soft); }
.mark { stroke: var(--ink); stroke-dasharray: 5 4; }
.line { fill: none; stroke-width: 2; } .band { opacity: .2; } .shade { fill: var(--soft); }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
td, th { text-align: left; padding: .15rem .8rem .15rem 0; border-bottom: 1px solid var(--soft); }
.key { display: inline-block; width: .8em; height: .8em; margin: 0 .35em 0 1em; }
.scroll { overflow-x: auto; }
""" + "\n".join(
    f".bar.c{i}, .band.c{i} {{ fill: var(--c{i}); }} .line.c{i} {{ stroke: var(--c{i}); }} "
    f".key.c{i} {{ background: var(--c{i}); }}"
    for i in range(6)
)


def write_report(settings: Json, lines: Lines, output: Path) -> None:
    try:
        output.write_text(report(settings, lines), encoding="utf-8")
    except OSError as error:
        raise Refused(None, f"{output}: {error.strerror}.") from None


def report(settings: Json, lines: Lines) -> str:
    title = f"{' against '.join(settings['bots'])}: {settings['title']}"
    if settings["kind"] != "match":
        title = (
            f"{settings['kind'].capitalize()} of {', '.join(settings['bots'])}: {settings['title']}"
        )
    parts = [
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<pre>{escape(chr(10).join(summarize(settings, lines)))}</pre>",
    ]
    if whole(lines):
        about = {"match": _match, "league": _league, "styles": _styles, "balance": _balance}
        parts += about[settings["kind"]](settings, lines)
    parts += [*_times(lines), *_games(settings, lines), *_settings(settings), "</body></html>\n"]
    return "\n".join(parts)


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>\n"
        for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


# A match ----------------------------------------------------------------------------------------


def _match(settings: Json, lines: Lines) -> list[str]:
    a, b = settings["bots"]
    pairs = pairs_of(lines, settings["sides"])
    if not pairs:
        return ["<p>No mirrored pair has been played out yet.</p>"]
    points = Counter(pair.points for pair in pairs)
    names = [f"{a} better", "equal", f"{b} better"]
    shares = dict(zip(names, (points[1.0], points[0.5], points[0.0]), strict=True))
    parts = [
        "<h2>Score</h2>",
        f"<p>Of two games with the same dice and the sides swapped: who did better? "
        f"{escape(', '.join(f'{name} {count}' for name, count in shares.items()))}.</p>",
        _elo_plot([("by points", [pair.points for pair in pairs]),
                   ("by results", [pair.results for pair in pairs])]),
    ]  # fmt: skip
    if settings["sprt"] is not None:
        parts += _sprt(settings, lines)
    parts += [
        f"<h2>Margin of {escape(a)} over {escape(b)}</h2>",
        histogram("Margins of the pairs", [pair.margin for pair in pairs],
                  "VP in a pair of games", "pairs", (0, "equal")),
    ]  # fmt: skip
    groups = by_seats(lines)
    parts += [*_curves(groups), *_causes(groups)]
    return parts


def _elo_plot(rows: Sequence[tuple[str, Sequence[float]]]) -> str:
    """Elo differences with their intervals; what is infinite reaches the edge."""
    ranges = [(name, elo(mean(scores)), elo_interval(scores)) for name, scores in rows]
    return _interval_plot("Elo with 95 % interval", ranges, 800.0)


def _interval_plot(
    label: str, rows: Sequence[tuple[str, float, tuple[float, float]]], most: float
) -> str:
    kept = [
        (name, _within(at, most), _within(low, most), _within(high, most))
        for name, at, (low, high) in rows
    ]
    edge = max([abs(x) for row in kept for x in row[1:]] + [50])
    plot = Plot(label, (0, len(kept)), (-edge, edge), "", "Elo")
    plot.name_ticks([(i + 0.5, row[0]) for i, row in enumerate(kept)])
    plot.across(0)
    for i, (name, at, low, high) in enumerate(kept):
        plot.bar((i + 0.46, i + 0.54), (low, high), "c0", f"{name}: {low:.0f} to {high:.0f}")
        plot.dot((i + 0.5, at), "c1", f"{name}: {at:.0f}")
    return plot.svg()


def _within(value: float, most: float) -> float:
    return max(-most, min(most, value))


def _sprt(settings: Json, lines: Lines) -> list[str]:
    test = Sprt(*settings["sprt"])
    pairs = in_order(lines, settings["sides"])
    path = [0.0, *test.path([pair.score(settings["by"]) for pair in pairs])]
    edge = max(test.bound, *(abs(llr) for llr in path)) * 1.1
    plot = Plot("Path of the SPRT", (0, max(2, 2 * (len(path) - 1))), (-edge, edge), "games", "LLR")
    plot.across(test.bound, f"H1: {test.high:+g} Elo")
    plot.across(-test.bound, f"H0: {test.low:+g} Elo")
    plot.line([(2 * i, llr) for i, llr in enumerate(path)], "c0")
    return ["<h2>Sequential test</h2>", plot.svg()]


# A league ---------------------------------------------------------------------------------------


def _league(settings: Json, lines: Lines) -> list[str]:
    scores = league_scores(settings, lines)
    ratings = bradley_terry(scores)
    ranges = rating_intervals(scores, ratings)
    order = sorted(ratings, key=lambda bot: -ratings[bot])
    got = {(a, b): f"{2 * sum(each):g} of {2 * len(each)}" for (a, b), each in scores.items()}
    for (a, b), each in scores.items():
        got[b, a] = f"{2 * (len(each) - sum(each)):g} of {2 * len(each)}"
    return [
        "<h2>Ratings</h2>",
        _interval_plot("Ratings", [(bot, ratings[bot], ranges[bot]) for bot in order], 2000.0),
        "<h2>Points by mirrored pairs, row against column</h2>",
        table(["", *order], [[a, *(got.get((a, b), "") for b in order)] for a in order]),
    ]


# Styles -----------------------------------------------------------------------------------------


def _styles(settings: Json, lines: Lines) -> list[str]:
    scores = league_scores(settings, lines)
    return [
        "<h2>Elo over each style</h2>",
        _elo_plot([(style, each) for (_, style), each in scores.items() if each]),
    ]


# A balance --------------------------------------------------------------------------------------


def _balance(settings: Json, lines: Lines) -> list[str]:
    played = whole(lines)
    anchor = settings["anchor"]
    mark = (anchor["vp"], "history") if anchor else None
    shade = tuple(anchor["draw"]) if anchor else None
    sides = settings["sides"]
    places = [
        (
            place.name,
            place.holder,
            *(f"{100 * place.held[side]:.0f} %" for side in sides),
            f"{100 * place.taken:.0f} %",
            f"{place.turn:g}" if place.taken else "",
        )
        for place in places_of(settings, played)
        if place.taken
    ]
    head = ["place", "at the start", *(f"{side} at the end" for side in sides), "taken at some time",
            "median turn of that"]  # fmt: skip
    groups = [("all games", played)]
    names = causes_of(played)
    rows = [
        (f"turn {turn}", {name: mean([each.get(name, 0) for each in causes]) for name in names})
        for turn, causes in by_turn(played).items()
    ]
    return [
        "<h2>Victory points at the end</h2>",
        histogram("Victory points", [line["vp"] for line in played], "VP", "games", mark, shade),
        *_curves(groups),
        "<h2>Where the points come from</h2>",
        legend(names),
        stacked("Mean points by cause, turn by turn", rows, names),
        "<h2>Places that changed hands</h2>",
        table(head, places),
    ]


# What they share --------------------------------------------------------------------------------


def _curves(groups: Sequence[tuple[str, Lines]]) -> list[str]:
    """Points at the end of each turn: mean, and the middle half of the games."""
    curves = []
    for name, lines in groups:
        totals = {t: [sum(c.values()) for c in each] for t, each in by_turn(lines).items()}
        curves.append((name, totals))
    turns = [turn for _, totals in curves for turn in totals]
    every = [value for _, totals in curves for each in totals.values() for value in each]
    if not every:
        return []
    top, low = max(quantile(every, 0.99), 1), min(quantile(every, 0.01), 0)
    plot = Plot("Points turn by turn", (min(turns), max(turns)), (low, top), "turn", "VP")
    for i, (_, totals) in enumerate(curves):
        rows = [(t, quantile(v, 0.25), quantile(v, 0.75)) for t, v in totals.items()]
        plot.band(rows, f"c{i}")
        plot.line([(t, mean(v)) for t, v in totals.items()], f"c{i}")
    heading = "<h2>Points turn by turn: mean, and the middle half of the games</h2>"
    return [heading, legend([name for name, _ in curves]), plot.svg()]


def _causes(groups: Sequence[tuple[str, Lines]]) -> list[str]:
    names = causes_of([line for _, lines in groups for line in lines])
    rows = [
        (group, {n: mean([line["turns"][-1][1].get(n, 0) for line in lines]) for n in names})
        for group, lines in groups
    ]
    return [
        "<h2>Where the points come from</h2>",
        legend(names),
        stacked("Mean points by cause", rows, names),
        table(["", *names], [(g, *(f"{c[n]:.1f}" for n in names)) for g, c in rows]),
    ]


def _times(lines: Lines) -> list[str]:
    rows = [
        (bot, len(each), *(f"{quantile(each, share):.3f}" for share in (0.5, 0.99, 1)))
        for bot, each in turn_seconds(lines).items()
    ]
    head = ["bot", "turns", "median", "p99", "longest"]
    return ["<h2>Processor seconds per turn</h2>", table(head, rows)]


def _games(settings: Json, lines: Lines) -> list[str]:
    sides = settings["sides"]
    rows = []
    for line in lines:
        seats = line.get("seats", {})
        start: tuple[object, ...] = (line["game"], *(seats.get(side, "") for side in sides))
        if "failed" in line:
            rows.append((*start, "failed", line["failed"]["error"], "", line["seed"]))
        else:
            margin = f"{line['margin'][side_of_a(line, sides)]:+g}"
            rows.append((*start, line["winner"], line["vp"], margin, line["seed"]))
    return [
        f"<h2>Games</h2><details><summary>{len(rows)} games; "
        "<code>hexfront lab again FILE NUMBER</code> plays one again and writes its record</summary>",
        table(["game", *sides, "winner", "VP", "margin of the first bot", "seed"], rows),
        "</details>",
    ]


def _settings(settings: Json) -> list[str]:
    rows = [(name, value) for name, value in settings.items() if name not in ("places", "options")]
    rows += [(f"option {name}", value) for name, value in settings["options"].items()]
    return ["<h2>Settings</h2><details><summary>of the run</summary>", table(["", ""], rows),
            "</details>"]  # fmt: skip
