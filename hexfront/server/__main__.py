"""Start the server: `python -m hexfront.server` is `hexfront play`."""

import sys

from hexfront.cli import main

if __name__ == "__main__":
    sys.exit(main(["play", *sys.argv[1:]]))
