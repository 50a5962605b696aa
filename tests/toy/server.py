"""`hexfront` with the toy game."""

import sys

from hexfront.cli import main
from hexfront.games.registry import GAMES
from hexfront.server.computer import thinkers
from tests.toy.game import load

if __name__ == "__main__":
    GAMES["raid"] = load
    thinkers.PROGRAM = "tests.toy.worker"
    arguments = sys.argv[1:]
    sys.exit(main(arguments if arguments[0] == "serve" else ["play", *arguments]))
