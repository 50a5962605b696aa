"""What a bot scores in the suite, and the table and the list that tell it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from hexfront.bots import make_bot
from hexfront.kernel.fields import Json
from hexfront.kernel.game import Game, check_side
from hexfront.lab.suite.checks import failures
from hexfront.lab.suite.play import BotPlayer, play
from hexfront.lab.suite.positions import Position

TOLD = 10
"""Lines of what a bot did instead."""


@dataclass(frozen=True)
class Score:
    """How a bot did in a position."""

    bot: str
    id: str
    theme: str
    side: str
    share: float
    """Of the tries, those that passed."""
    failed: list[Json]
    """The checks that did not hold, in the first try that failed."""
    did: list[str]
    """What happened in that try."""
    seconds: float
    """Processor time of all tries."""


def score(position: Position, game: Game, bot: str, tries: int = 1) -> Score:
    """Let a bot play a position, in each try with another seed of its own and other dice."""
    side = check_side(game, position.side)
    passed = 0
    failed: list[Json] = []
    did: list[str] = []
    begun = time.process_time()
    for seed in range(tries):
        played = play(position, game, BotPlayer(make_bot(bot, game, seed), side), seed)
        wrong = failures(played)
        passed += not wrong
        if wrong and not failed:
            failed, did = wrong, played.log()
    seconds = round(time.process_time() - begun, 2)
    share = passed / tries
    return Score(bot, position.id, position.theme, position.side, share, failed, did, seconds)


def total(scores: Sequence[Score]) -> float:
    return sum(each.share for each in scores) / len(scores) if scores else 0.0


def table(scores: Sequence[Score]) -> list[str]:
    """The score of each bot by theme, by side and in all."""
    bots = list(dict.fromkeys(each.bot for each in scores))
    rows = [("theme", theme) for theme in dict.fromkeys(each.theme for each in scores)]
    rows += [("side", side) for side in sorted({each.side for each in scores})]
    width = max(len(name) for _, name in [*rows, ("", "theme")]) + 2
    lines = [f"{'':{width}}{'n':>4}" + "".join(f"{bot:>14}" for bot in bots)]

    def line(name: str, those: list[Score]) -> str:
        cells = ""
        for bot in bots:
            own = [each for each in those if each.bot == bot]
            cells += f"{sum(each.share for each in own):7.1f} {total(own):4.0%}  "
        return f"{name:{width}}{len(those) // len(bots):4}  {cells}".rstrip()

    for field, name in rows:
        if (field, name) == next(row for row in rows if row[0] == "side"):
            lines.append("")
        lines.append(line(name, [each for each in scores if getattr(each, field) == name]))
    return [*lines, "", line("all", list(scores))]


def instead(scores: Sequence[Score], positions: Sequence[Position]) -> list[str]:
    """What failed, what a good player does there, and what the bot did."""
    by_id = {position.id: position for position in positions}
    lines = []
    for each in scores:
        if each.share < 1:
            position = by_id[each.id]
            lines += ["", f"{each.bot}: {each.id}, {position.title} ({each.side})"]
            lines += [f"  good: {position.good}", f"   why: {position.why}"]
            lines += [f"  not so: {_short(check)}" for check in each.failed]
            lines += [f"  it did: {line}" for line in each.did[:TOLD] or ["nothing"]]
            if len(each.did) > TOLD:
                lines.append(f"          and {len(each.did) - TOLD} more")
    return lines


def _short(check: Json) -> str:
    """A check on one line."""
    parts = []
    for key, value in check.items():
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            value = " ".join(value)
        parts.append(f"{key.replace('_', ' ')} {value}")
    return ", ".join(parts)


def as_json(scores: Sequence[Score], tries: int) -> Json:
    """Everything, for a file."""
    bots = dict.fromkeys(each.bot for each in scores)
    totals = {bot: round(total([s for s in scores if s.bot == bot]), 4) for bot in bots}
    return {"tries": tries, "total": totals, "scores": [asdict(each) for each in scores]}
