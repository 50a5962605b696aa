"""`hexfront` with a lab that plays four games and then waits to be killed."""

import sys
from functools import partial

from hexfront.cli import main
from hexfront.lab import cli
from hexfront.lab.pool import play_local
from tests.lab.plays import waits_from_the_fifth

if __name__ == "__main__":
    cli._engine = lambda name: partial(play_local, play=waits_from_the_fifth)
    sys.exit(main(sys.argv[1:]))
