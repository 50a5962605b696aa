"""Where attacks and probes start: the Combat Phase (11.0), or the window for momentum (11.8).

Such a step lies beneath the attack on the stack. The attack reports to it and so need not know which of the
two it is, nor what follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


class Window(Step["State"]):
    """A step in which attacks and probes are named one after the other."""

    __slots__ = ()

    def attacked(self, s: State, units: tuple[int, ...]) -> None:
        """Units have declared an attack or a probe from this window."""
        raise NotImplementedError

    def advanced(self, s: State, units: tuple[int, ...]) -> None:
        """Units have entered a hex in an attack or a probe from this window."""
        raise NotImplementedError


def window(s: State) -> Window:
    """The window on top of the stack, once an attack has left it."""
    step = s.stack[-1]
    assert isinstance(step, Window)
    return step
