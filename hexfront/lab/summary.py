"""A run summed up in words: what `hexfront lab` prints, from the settings and lines of its file."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from hexfront.kernel.fields import Json
from hexfront.lab.pairs import in_order, pairs_of, result_of, side_of_a
from hexfront.lab.stats import (
    Pairing,
    Sprt,
    bradley_terry,
    elo,
    elo_interval,
    mean,
    mean_interval,
    quantile,
    rating_intervals,
)

Lines = Sequence[Json]
OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)


def whole(lines: Lines) -> list[Json]:
    """The games that were played to their end."""
    return [line for line in lines if "failed" not in line]


def summarize(settings: Json, lines: Lines) -> list[str]:
    """The summary of a run, line by line."""
    about = {
        "match": tell_match,
        "league": tell_league,
        "styles": tell_styles,
        "balance": tell_balance,
    }
    return [*about[settings["kind"]](settings, lines), *tell_faults(lines)]


def running_score(settings: Json, lines: Lines) -> str:
    """The score so far, in a few words."""
    failed = len(lines) - len(whole(lines))
    text = [f"{failed} FAILED"] if failed else []
    if settings["kind"] == "balance" and len(lines) > failed:
        text.append(f"VP {mean([line['vp'] for line in whole(lines)]):.1f}")
    elif settings["kind"] == "match":
        pairs = pairs_of(lines, settings["sides"])
        text.append(f"{2 * sum(pair.points for pair in pairs):g} of {2 * len(pairs)} points")
        if settings["sprt"] is not None:
            test = Sprt(*settings["sprt"])
            llr = test.llr(Counter(pair.score(settings["by"]) for pair in pairs))
            text.append(f"LLR {llr:+.2f} of ±{test.bound:.2f}")
    return ", ".join(text)


# A match ----------------------------------------------------------------------------------------


def tell_match(settings: Json, lines: Lines) -> list[str]:
    """Two bots: points, results, margin, Elo, the test, and the time they took."""
    a, b = settings["bots"]
    sides = settings["sides"]
    pairs = pairs_of(lines, sides)
    text = [f"{a} against {b}: {settings['title']}, {len(lines)} games, seed {settings['seed']}"]
    if spoilt := len({line["game"] // 2 for line in lines if "failed" in line}):
        text.append(f"  LEFT OUT  {spoilt} pairs in which a game failed")
    if not pairs:
        return [*text, "  no mirrored pair has been played out yet", *times_text(lines)]
    points = [pair.points for pair in pairs]
    better, worse = points.count(1.0), points.count(0.0)
    margins = [pair.margin / 2 for pair in pairs]
    text += [
        f"  points    {2 * sum(points):g} of {2 * len(pairs)} for {a}: "
        f"of {len(pairs)} mirrored pairs better in {better}, equal in "
        f"{len(pairs) - better - worse}, worse in {worse}",
        f"  margin    {mean(margins):+.2f} VP a game for {a} {_interval_text(margins, '+.2f')}",
        f"  results   {_wdl(lines, sides, None)} for {a}; "
        + "; ".join(f"as {side} {_wdl(lines, sides, side)}" for side in sides),
    ]
    for by in ("points", "results"):
        scores = [pair.score(by) for pair in pairs]
        text.append(f"  Elo by {by:<8} {elo_text(scores)}")
    counts = Counter(pair.results for pair in pairs)
    text.append(
        "  pairs by results: " + ", ".join(f"{2 * x:g}: {counts[x]}" for x in OUTCOMES) + " of 2"
    )
    if settings["sprt"] is not None:
        text.append(f"  {sprt_text(settings, lines)}")
    for seats, each in by_seats(lines):
        text += [f"  {line} ({seats})" for line in totals_text(each)]
    return text + times_text(lines)


def by_seats(lines: Lines) -> list[tuple[str, list[Json]]]:
    """The games in groups: which bot had which side."""
    found: dict[str, list[Json]] = {}
    for line in whole(lines):
        seats = ", ".join(f"{bot} {side}" for side, bot in line["seats"].items())
        found.setdefault(seats, []).append(line)
    return sorted(found.items())


def totals_text(lines: Lines) -> list[str]:
    """What each side scored, in games where both do."""
    played = [line["totals"] for line in lines if "totals" in line]
    if not played:
        return []
    sides = [
        f"{side} mean {mean(each):.1f}, median {quantile(each, 0.5):g}, "
        f"quartiles {quantile(each, 0.25):g} and {quantile(each, 0.75):g}"
        for side in played[0]
        if (each := [totals[side] for totals in played])
    ]
    return [f"totals    {'; '.join(sides)}"]


def _interval_text(values: Sequence[float], form: str) -> str:
    """The interval of a mean, in brackets."""
    if len(values) < 2:
        return "(too few for an interval)"
    low, high = mean_interval(values)
    return f"(95 %: {low:{form}} to {high:{form}})"


def _wdl(lines: Lines, sides: Sequence[str], side: str | None) -> str:
    """Wins, draws and losses of A, as one side or both."""
    found = Counter(
        result_of(line, side_of_a(line, sides))
        for line in whole(lines)
        if side in (None, side_of_a(line, sides))
    )
    return f"{found[1.0]} won, {found[0.5]} drawn, {found[0.0]} lost"


def elo_text(scores: Sequence[float]) -> str:
    """The Elo difference with its interval; what every pair says alike is only bounded on one side."""
    low, high = elo_interval(scores)
    difference = elo(mean(scores))
    if math.isinf(difference):
        return f"over {low:+.0f} (95 %)" if difference > 0 else f"under {high:+.0f} (95 %)"
    ends = f"{low:+.0f} to {high:+.0f}"
    if math.isinf(low) or math.isinf(high):
        ends = f"{low:+.0f} or more" if math.isfinite(low) else f"{high:+.0f} or less"
    if math.isinf(low) and math.isinf(high):
        ends = "too few pairs to say"
    return f"{difference:+.0f} (95 %: {ends})"


def sprt_text(settings: Json, lines: Lines) -> str:
    """Where the sequential test stands."""
    low, high = settings["sprt"]
    test = Sprt(low, high)
    pairs = in_order(lines, settings["sides"])
    path = test.path([pair.score(settings["by"]) for pair in pairs])
    a, b = settings["bots"]
    says = {
        "H1": f"accepted: {a} is {high:+g} Elo over {b} rather than {low:+g}",
        "H0": f"rejected: {a} is {low:+g} Elo over {b} rather than {high:+g}",
        "": "undecided",
    }[test.verdict(path)]
    return (
        f"SPRT [{low:g}, {high:g}] by {settings['by']}: {says} (LLR {path[-1] if path else 0:+.2f} "
        f"of ±{test.bound:.2f} after {2 * len(path)} games)"
    )


# A league ---------------------------------------------------------------------------------------


def league_scores(settings: Json, lines: Lines) -> dict[Pairing, list[float]]:
    """The pair scores of every two bots."""
    found: dict[Pairing, list[Json]] = {each: [] for each in combinations(settings["bots"], 2)}
    for line in lines:
        found.setdefault((line["a"], line["b"]), []).append(line)
    return {
        pairing: [pair.score(settings["by"]) for pair in pairs_of(each, settings["sides"])]
        for pairing, each in found.items()
    }


def tell_league(settings: Json, lines: Lines) -> list[str]:
    """All bots: ratings, who beat whom, and what each got with each side."""
    scores = league_scores(settings, lines)
    ratings = bradley_terry(scores)
    ranges = rating_intervals(scores, ratings)
    order = sorted(ratings, key=lambda bot: -ratings[bot])
    sides = settings["sides"]
    text = [
        f"{settings['title']}, a league of {len(settings['bots'])} bots, {len(lines)} games, "
        f"seed {settings['seed']}",
        f"  {'bot':<16} {'Elo':>6}  {'95 %':<16} " + " ".join(f"{f'as {s}':>18}" for s in sides),
    ]
    for bot in order:
        low, high = ranges[bot]
        text.append(
            f"  {bot:<16} {ratings[bot]:+6.0f}  {f'{low:+.0f} to {high:+.0f}':<16} "
            + " ".join(f"{_as_side(lines, bot, side):>18}" for side in sides)
        )
    text.append("  points by mirrored pairs:")
    for (a, b), each in sorted(scores.items()):
        text.append(f"    {a} against {b}: {2 * sum(each):g} of {2 * len(each)}")
    return text + times_text(lines)


def _as_side(lines: Lines, bot: str, side: str) -> str:
    played = [line for line in whole(lines) if line["seats"][side] == bot]
    if not played:
        return "-"
    won = mean([result_of(line, side) for line in played])
    return f"{100 * won:.0f} % {mean([line['margin'][side] for line in played]):+.1f} VP"


# Styles -----------------------------------------------------------------------------------------

ENOUGH = 0.6
"""The share of the points that a planner has to take from every style."""


def tell_styles(settings: Json, lines: Lines) -> list[str]:
    """One bot against styles that look for its weak side: its share of the points of each."""
    bot, *styles = settings["bots"]
    scores = league_scores(settings, lines)
    text = [
        f"{bot} against {len(styles)} styles: {settings['title']}, {len(lines)} games, "
        f"seed {settings['seed']}; {100 * ENOUGH:.0f} % of the points of each are enough"
    ]
    weak = 0
    for style in styles:
        each = scores[bot, style]
        if not each:
            text.append(f"  {style:<18} no mirrored pair has been played out yet")
            continue
        met = [line for line in lines if line["b"] == style]
        margins = [pair.margin / 2 for pair in pairs_of(met, settings["sides"])]
        weak += mean(each) < ENOUGH
        text.append(
            f"  {style:<18} {2 * sum(each):g} of {2 * len(each)} = {100 * mean(each):3.0f} %"
            f"{'' if mean(each) >= ENOUGH else '  TOO LITTLE':<12}  {mean(margins):+.1f} VP a game"
            f" {_interval_text(margins, '+.1f')}"
        )
    text.append(f"  {weak} of {len(styles)} styles lose less than they should")
    return text + times_text(lines)


# The balance of a game --------------------------------------------------------------------------


def tell_balance(settings: Json, lines: Lines) -> list[str]:
    """One bot against itself: results, points, their causes, turn by turn, and the places."""
    played = whole(lines)
    totals = [line["vp"] for line in played]
    text = [
        f"{settings['bots'][0]} against itself: {settings['title']}, {len(lines)} games, "
        f"seed {settings['seed']}"
    ]
    if not played:
        return text
    winners = Counter(line["winner"] for line in played)
    text += [
        f"  {winner:<8} {winners[winner]:5d}   {_share(winners[winner], played)}"
        for winner in (*settings["sides"], "draw")
    ]
    text.append(
        f"  VP        mean {mean(totals):.1f} {_interval_text(totals, '.1f')}, median "
        f"{quantile(totals, 0.5):g}, quartiles {quantile(totals, 0.25):g} and "
        f"{quantile(totals, 0.75):g}, {min(totals):g} to {max(totals):g}"
    )
    text += [f"  {line}" for line in totals_text(played)]
    if (anchor := settings["anchor"]) is not None:
        least, most = anchor["draw"]
        inside = sum(least <= total <= most for total in totals)
        text.append(
            f"  anchor    history {anchor['vp']} VP, {anchor.get('name', 'a draw')} is {least} to {most}: "
            f"{_share(inside, played)} of the games there, the median "
            f"{quantile(totals, 0.5) - anchor['vp']:+g} from history"
        )
    return text + _turns_text(played) + _places_text(settings, played) + times_text(lines)


def _share(count: int, lines: Lines) -> str:
    return f"{100 * count / len(lines):.0f} %"


def causes_of(lines: Lines) -> list[str]:
    """The causes of points that occur, the weightiest in the end first."""
    total: Counter[str] = Counter()
    for line in lines:
        for _, causes in line["turns"]:
            total.update(dict.fromkeys(causes, 0))
        total.update(line["turns"][-1][1])
    return sorted(total, key=lambda cause: -abs(total[cause]))


def by_turn(lines: Lines) -> dict[int, list[Json]]:
    """The causes of points at the end of each turn, game by game."""
    found: dict[int, list[Json]] = {}
    for line in lines:
        for turn, causes in line["turns"]:
            found.setdefault(turn, []).append(causes)
    return dict(sorted(found.items()))


def _turns_text(lines: Lines) -> list[str]:
    """The curve: total and causes at the end of each turn."""
    names = causes_of(lines)
    text = ["  turn    VP  quartiles    " + " ".join(f"{name:>10}" for name in names)]
    for turn, each in by_turn(lines).items():
        totals = [sum(causes.values()) for causes in each]
        range_ = f"{quantile(totals, 0.25):.1f} to {quantile(totals, 0.75):.1f}"
        text.append(
            f"  {turn:>4} {mean(totals):5.1f}  {range_:<12} "
            + " ".join(f"{mean([causes.get(name, 0) for causes in each]):10.1f}" for name in names)
        )
    return text


@dataclass(frozen=True)
class Place:
    """What became of a place, over many games."""

    name: str
    holder: str
    """Who has it at the start."""
    held: dict[str, float]
    """The share of games in which each side has it at the end."""
    taken: float
    """The share of games in which the other side took it at some time."""
    turn: float
    """The median turn of that."""


def places_of(settings: Json, lines: Lines) -> list[Place]:
    """The places, those first that the second side has most often at the end."""
    found = []
    sides = settings["sides"]
    for name, holder in settings["places"].items():
        last: Counter[str] = Counter()
        first: list[float] = []
        for line in lines:
            changes = [(turn, side) for turn, place, side in line["falls"] if place == name]
            last[changes[-1][1] if changes else holder] += 1
            first += [turn for turn, side in changes if side != holder][:1]
        held = {side: last[side] / len(lines) for side in sides}
        found.append(Place(name, holder, held, len(first) / len(lines), quantile(first, 0.5)))
    return sorted(found, key=lambda place: (-place.held[sides[-1]], -place.taken, place.name))


def _places_text(settings: Json, lines: Lines) -> list[str]:
    sides = settings["sides"]
    text = [
        f"  {'place':<26} at the start  at the end: {'  '.join(sides)}   taken at some time (in turn)"
    ]
    places = places_of(settings, lines)
    quiet = [place for place in places if not place.taken]
    for place in places:
        if place in quiet:
            continue
        shares = "  ".join(f"{100 * place.held[side]:{len(side) - 2}.0f} %" for side in sides)
        when = f" ({place.turn:g})" if place.taken else ""
        text.append(
            f"  {place.name:<26} {place.holder:<13} {'':<11} {shares}   {100 * place.taken:3.0f} %{when}"
        )
    if quiet:
        text.append("  never taken:")
        names = [place.name for place in quiet]
        text += [f"    {', '.join(names[i : i + 5])}" for i in range(0, len(names), 5)]
    return text


# Times and faults -------------------------------------------------------------------------------


def turn_seconds(lines: Lines) -> dict[str, list[float]]:
    """The processor seconds of each bot's turns."""
    found: dict[str, list[float]] = {}
    for line in lines:
        for side, bot in line.get("seats", {}).items():
            found.setdefault(bot, []).extend(line["run"]["seconds"][side])
    return dict(sorted(found.items()))


def times_text(lines: Lines) -> list[str]:
    """How long the bots' turns took."""
    return [
        f"  {bot}: a turn takes {quantile(each, 0.5):.2f} s (median), {quantile(each, 0.99):.2f} s "
        f"(p99), {max(each):.2f} s at most"
        for bot, each in turn_seconds(lines).items()
    ]


def tell_faults(lines: Lines) -> list[str]:
    """Illegal choices and games that failed: there should be none."""
    failed = [line for line in lines if "failed" in line]
    illegal = sum(line["illegal"] for line in lines)
    text = [f"  {illegal} illegal choices, {len(failed)} games failed"]
    for line in failed[:10]:
        why = line["failed"]
        who = f"{why['bot']} ({why['side']}) " if why["bot"] else ""
        text.append(
            f"    {line['a']} against {line['b']}, game {line['game']}: {who}{why['error']}"
        )
    return text
