"""A worker whose bots explain every order and think until they are told to stop."""

from hexfront.server.computer import worker
from tests.bots.talker import make_bot

if __name__ == "__main__":
    worker.make_bot = make_bot  # type: ignore[attr-defined]
    worker.Worker(None).serve()
