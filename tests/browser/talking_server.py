"""The server with bots that explain every order and think until they are told to stop."""

import sys

from hexfront.cli import main
from hexfront.server.computer import thinkers
from hexfront.server.tables import opening
from tests.bots.talker import make_bot

if __name__ == "__main__":
    opening.make_bot = make_bot  # type: ignore[attr-defined]
    thinkers.PROGRAM = "tests.bots.talking_worker"
    sys.exit(main(["play", *sys.argv[1:]]))
