"""Zones of control and lines that are a set of hexes for each side, remembered until somebody moves.

For games in which a hex is in a zone or has a line whoever stands there. Where it depends on the unit (its
size, its headquarters, a grade checked at printed moments) a game declares fields of its own beside `Field`.
"""

from __future__ import annotations

from hexfront.hexes import HexSet
from hexfront.kernel.state_fields import remembered
from hexfront.mechanics.field import Field


class Zones(Field):
    """Units in hexes, with a zone and lines for each side."""

    _zoc: list[HexSet | None] = remembered(lambda world: [None, None])
    _net: list[HexSet | None] = remembered(lambda world: [None, None])

    def zone(self, side: int) -> HexSet:
        """The zone of control of a side, computed anew."""
        raise NotImplementedError

    def lines(self, side: int) -> HexSet:
        """The hexes from which a side's units have a line, computed anew."""
        raise NotImplementedError

    def zoc(self, side: int) -> HexSet:
        zone = self._zoc[side]
        if zone is None:
            zone = self._zoc[side] = self.zone(side)
        return zone

    def net(self, side: int) -> HexSet:
        """The hexes whose units of the side have a line."""
        net = self._net[side]
        if net is None:
            net = self._net[side] = self.lines(side)
        return net

    def occupation_changed(self, side: int) -> None:
        """Its zone and the enemy's lines are others now."""
        self._zoc[side] = None
        self._net[1 - side] = None

    def forget_zones(self) -> None:
        """Something else has changed that zones depend on, and with them lines."""
        self._zoc = [None, None]
        self.forget_lines()

    def forget_lines(self) -> None:
        """Something else has changed that lines depend on."""
        self._net = [None, None]
