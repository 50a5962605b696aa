"""Files that one process has to itself."""

from __future__ import annotations

import os
from typing import IO

from hexfront.kernel.refusal import Refused


def hold(file: IO[str], words: str) -> None:
    """Keep other processes out of an open file; Refused with `words` if one holds it.

    The system lets go of a lock when its process ends, however it ends. There is none outside POSIX.
    """
    if os.name == "posix":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused(None, words) from None
