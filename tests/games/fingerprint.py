"""Hashes of a game at several moments, for comparison with another process.

`python -m tests.games.fingerprint breakout` prints them; it needs nothing but Python and Hexfront.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256

from hexfront.kernel.match import Match
from tests.games.invariants import digest, new_game
from tests.games.random_player import RandomPlayer, go_on

CHOICES = 800
NUMBER = 17


def fingerprint(match: Match) -> str:
    """A hash of the log, every view and the state."""
    sides = (None, *range(len(match.game.sides)))
    seen = {
        "events": match.events,
        "views": [match.game.view(match.state, side) for side in sides],
        "position": match.game.position_of(match.state),
        "record": {k: v for k, v in match.record(with_seed=True).items() if k != "data"},
        "state": digest(match),
    }
    return sha256(json.dumps(seen).encode()).hexdigest()


def fingerprints(name: str) -> list[str]:
    """The fingerprints of a game at several moments."""
    match, player = new_game(name, NUMBER), RandomPlayer(NUMBER)
    found = []
    for at in range(1, CHOICES + 1):
        if not match.over:
            go_on(match, player.choose)
        if at % (CHOICES // 4) == 0:
            found.append(fingerprint(match))
    return found


if __name__ == "__main__":
    print(json.dumps(fingerprints(sys.argv[1])))
