"""`hexfront serve` that waits only a moment for the head of a request, and until something sent is read."""

import sys

from hexfront.cli import main
from hexfront.server.http import protocol

if __name__ == "__main__":
    protocol.HEADER_SECONDS = 0.5
    protocol.UNREAD_SECONDS = 1.5
    sys.exit(main(sys.argv[1:]))
