"""A declared attack, as the chapters on its odds, its results and the advance see it. 12.0"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True, frozen=True)
class Battle:
    """Who fights for which hex, as it was when the attack was declared."""

    side: int
    """The attacker's."""
    target: int
    attackers: tuple[int, ...]
    """The attackers next to the target."""
    defenders: tuple[int, ...]
    """Everybody in the hex, HQs too. 12.1.1"""
    distant: tuple[int, ...] = ()
    """Artillery that supports the attack from a distance. 16.1.2"""
    arrivals: tuple[int, ...] = ()
    """The defenders that have retreated into the hex: they add nothing and share the result. 13.2.5"""
    support: tuple[int, ...] = ()
    """The aircraft in support of the attack. 6.6"""
    paid: tuple[int, ...] = ()
    """The attackers, near or distant, for whom ammunition was spent. 10.6.2"""

    @property
    def units(self) -> tuple[int, ...]:
        """All who attack, near or distant."""
        return (*self.attackers, *self.distant)
