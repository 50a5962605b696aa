"""A worker whose bots explain every order and think until they are told to stop."""

from hexfront.server import worker
from tests.talker import make_bot

if __name__ == "__main__":
    worker.make_bot = make_bot  # type: ignore[attr-defined]
    worker.Worker(None).serve()
