"""The form of choices."""

from __future__ import annotations

import pytest

from hexfront.kernel.decision import Choice
from hexfront.kernel.forms import REPEATED, check_form
from hexfront.kernel.game import as_choice

VERBS = {"go": ("hex",), "end": (), "allot": ("corps", "number", REPEATED)}
KNOWN = {"corps": (("III", "XXIV"), "There is no corps {!r}.")}


@pytest.mark.parametrize(
    "choice", [("allot",), ("allot", "III", 4), ("allot", "III", 4, "XXIV", 11), ("end",)]
)
def test_arguments_that_repeat_come_any_number_of_times(choice: Choice) -> None:
    assert check_form(as_choice(list(choice)), VERBS, KNOWN) is None


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (("allot", "III"), "The verb 'allot' takes corps, number, ...."),
        (("allot", "III", 4, "XXIV"), "The verb 'allot' takes corps, number, ...."),
        (("allot", "III", "4"), "'4' is not a whole number."),
        (("allot", "III", 4, 5, 6), "5 is not a corps; a text belongs here."),
        (("allot", "III", 4, "IV", 6), "There is no corps 'IV'."),
        (("go", "2218", "2219"), "The verb 'go' takes hex."),
    ],
)
def test_and_each_of_them_is_looked_at(choice: Choice, message: str) -> None:
    refused = check_form(choice, VERBS, KNOWN)
    assert refused is not None
    assert refused.message == message
