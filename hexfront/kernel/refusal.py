"""Why a choice was not taken."""

from typing import Literal

from hexfront.kernel import views

Kind = Literal["refused", "malformed", "unknown"]


class Refused(Exception):
    """A choice or request that was not carried out; nothing has changed.

    `kind` is "refused" when a rule forbids it (`rule` names the case), "malformed" when it is not a
    request of a known form, "unknown" when it names a game, unit or hex that does not exist.
    """

    def __init__(self, rule: str | None, message: str, kind: Kind = "refused") -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.kind = kind

    def as_json(self) -> views.Refusal:
        """The error object of the engine protocol."""
        return {"kind": self.kind, "rule": self.rule, "message": self.message}


def malformed(message: str) -> Refused:
    """A request that has not the form of one."""
    return Refused(None, message, "malformed")


def unknown(message: str) -> Refused:
    """A request that names something that does not exist."""
    return Refused(None, message, "unknown")
