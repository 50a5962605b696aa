"""Kinds of fields that only aircraft have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from hexfront.games.kesselschlacht.sides import AXIS
from hexfront.kernel.field_kinds import ALL, UNSAID, Described, Kind, NamedSet, Number
from hexfront.kernel.fields import known_name, list_field, object_field
from hexfront.kernel.refusal import malformed, unknown

Load = tuple[int, int]
"""Ammunition and fuel points."""
MOST = 99


class SectorAt(Number):
    """The number of an air sector; 0, in the holding box, is written as null."""

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        sector = super().read(said, name, old, s)
        if sector and sector not in s.world.board.sectors:
            raise unknown(f"There is no air sector {sector}.")
        return sector

    def write(self, value: Any, s: Described, side: int | None) -> Any:
        return value or None


class SectorSet(NamedSet):
    """Some air sectors, one bit each; written as a list of their numbers."""

    def write(self, value: Any, s: Described, side: int | None) -> Any:
        return [int(name) for name in super().write(value, s, side)]

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        """Numbers, or texts of them."""
        if said.get(name) is None:
            return old
        sectors = [str(n) if type(n) is int else n for n in list_field(said, name)]
        return super().read({name: sectors}, name, old, s)


class Manifests(Kind):
    """What transports carry, which only the Axis knows: {aircraft: [ammunition, fuel]}. 6.7.1.A.b"""

    owned: ClassVar[bool] = True

    def hashed(self, value: Any, s: Described) -> Any:
        return {s.world.aircraft.ids[a]: load for a, load in value.items()}

    def write(self, value: Any, s: Described, side: int | None) -> Any:
        """Nothing for anybody else."""
        if side not in (ALL, AXIS):
            return UNSAID
        return {s.world.aircraft.ids[a]: list(load) for a, load in sorted(value.items())}

    def read(self, said: Mapping[str, Any], name: str, old: Any, s: Described) -> Any:
        if said.get(name) is None:
            return old
        given, index = object_field(said, name), s.world.aircraft.index
        found: dict[int, Load] = {}
        for aircraft in given:
            load = list_field(given, aircraft)
            if len(load) != 2 or not all(type(n) is int and 0 <= n <= MOST for n in load):
                raise malformed(
                    f"The load of {aircraft} is [ammunition, fuel], for example [4, 6]."
                )
            found[index[known_name(aircraft, index, "aircraft")]] = (load[0], load[1])
        return found
