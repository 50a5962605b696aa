"""Players' names, cleaned before others see them."""

from __future__ import annotations

import unicodedata

from hexfront.kernel.refusal import malformed

BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that Unicode counts as visible though they show nothing."""


def clean_name(name: str) -> str:
    r"""A name without invisible characters; Refused if nothing is left.

    Control and format characters are removed (among them zero-width ones and those that change the
    direction of writing), and white space of any kind becomes one plain space.

    >>> clean_name(" Anna\u202e \u00a0 K. ")
    'Anna K.'
    """
    plain = " ".join(name.split())
    seen = "".join(one for one in plain if unicodedata.category(one) not in ("Cc", "Cf", "Cs"))
    seen = " ".join(seen.split())
    if not any(_shows(one) for one in seen):
        raise malformed("A name needs at least one visible character.")
    return seen


def _shows(one: str) -> bool:
    return one not in BLANKS and unicodedata.category(one)[0] not in "CMZ"
