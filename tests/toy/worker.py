"""A worker whose bots know the toy game."""

from hexfront.games.registry import GAMES
from hexfront.server.computer.worker import Worker
from tests.toy.game import load

if __name__ == "__main__":
    GAMES["raid"] = load
    Worker(None).serve()
