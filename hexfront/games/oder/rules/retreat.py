"""Retreat after combat (11.6.1): where beaten units go, and what becomes of those who cannot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.results import battle_of, in_battle, lose_unit
from hexfront.games.oder.rules.stacking import fits
from hexfront.games.oder.sides import NAMES
from hexfront.hexes import HexSet, bits
from hexfront.hexes.hexset import cross
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


def open_ground(s: State, side: int, battle_hex: int) -> HexSet:
    """The hexes that beaten units may retreat into, full ones included. 11.6.1.p5, 11.6.1.p6

    The hex they were beaten in is none of them, even if no enemy zone reached it: R-75. The units of a stack
    may go different ways (11.6.1.p3); the air marker does not matter (10.3.imp1). In a city nobody retreats.
    11.6.1.p7.b
    """
    board, enemy = s.world.board, 1 - side
    shut = board.bridges | s.occupied[enemy] | s.zoc(enemy) | 1 << battle_hex
    return board.playable & ~shut


def _with_room(s: State, u: int, hexes: HexSet) -> HexSet:
    return sum([1 << h for h in bits(hexes) if fits(s, h, u)])


def towards_supply(s: State, side: int, from_: int, hexes: HexSet) -> HexSet:
    """Those of the hexes that are nearer to a source than where they start, if any are. R-76"""
    distance = s.supply_distance(side)
    if s.world.options["retreat_closer"] == "closest":
        least = min([distance[h] for h in bits(hexes)], default=0)
        return sum([1 << h for h in bits(hexes) if distance[h] == least])
    nearer = sum([1 << h for h in bits(hexes) if distance[h] < distance[from_]])
    return nearer or hexes


def _farther(s: State, u: int, from_: int, open_: HexSet) -> tuple[int, HexSet]:
    """How many hexes more a unit must go from a full hex, and where it may end; 0 if nowhere. R-75"""
    grid, ways = s.world.grid, s.world.board.open_sides
    left, wave, steps = open_ & ~(1 << from_), 1 << from_, 0
    while wave:
        wave = cross(grid, wave, ways) & left
        left ^= wave
        steps += 1
        if ends := _with_room(s, u, wave):
            return steps, towards_supply(s, s.world.roster.side[u], from_, ends)
    return 0, 0


def _steps_to(s: State, from_: int, ends: HexSet, open_: HexSet) -> HexSet:
    """The next hexes on the shortest ways from a hex to one of the ends."""
    grid, ways = s.world.grid, s.world.board.open_sides
    near = cross(grid, 1 << from_, ways)
    left, wave = open_ & ~ends, ends
    while wave and not wave & near:
        wave = cross(grid, wave, ways) & left
        left ^= wave
    return wave & near


def retreat_hexes(s: State, u: int) -> HexSet:
    """Where a unit may retreat to, or through a full hex begin to. R-75

    Towards supply if that is possible, else anywhere: who finds room in an open hex is not blocked.
    """
    roster, h = s.world.roster, s.where[u]
    if roster.static[u]:
        return 0
    side = roster.side[u]
    open_ = open_ground(s, side, h)
    near = s.world.board.ring[h] & open_
    nearer = towards_supply(s, side, h, near)
    return _with_a_way(s, u, nearer, open_) or _with_a_way(s, u, near, open_)


def _with_a_way(s: State, u: int, near: HexSet, open_: HexSet) -> HexSet:
    """Those of the next hexes a unit may enter: with room, or else full with room behind. R-75

    Through a full one it goes by the shortest way.
    """
    if room := _with_room(s, u, near):
        return room
    ways = {n: _farther(s, u, n, open_)[0] for n in bits(near)}
    least = min([steps for steps in ways.values() if steps], default=0)
    return sum([1 << n for n, steps in ways.items() if steps and steps == least])


@dataclass(slots=True)
class Retreat(Step["State"]):
    """The owner retreats the defenders one by one; those who cannot go are eliminated. 11.6.1, R-77"""

    going: int = -1
    """A unit that is in a full hex and has to go on."""
    ends: HexSet = 0
    """Where that unit may end."""

    kind = "retreat"

    def offer(self, s: State) -> list[Choice] | None:
        """Every unit still to go with every hex open to it."""
        battle, roster = battle_of(s), s.world.roster
        ids, number = roster.ids, s.world.grid.number
        if self.going >= 0:
            open_ = open_ground(s, roster.side[self.going], battle.target)
            near = _steps_to(s, s.where[self.going], self.ends, open_)
            return [("retreat", ids[self.going], number(h)) for h in bits(near)]
        units = s.units_in(battle.target)
        static = [u for u in units if roster.static[u]]
        for u in static:  # 10.1.imp1, R-79
            s.tell("stranded", "10.1.imp1", unit=u, hex=battle.target)
            lose_unit(s, u)
        units = s.units_in(battle.target)
        choices: list[Choice] = [
            ("retreat", ids[u], number(h)) for u in units for h in bits(retreat_hexes(s, u))
        ]
        if choices:
            return choices
        s.stack.pop()
        if units:
            s.tell("blocked", "11.6.1.p7.a", hex=battle.target, units=units)
        for u in units:
            lose_unit(s, u)
        return None

    def decider(self, s: State) -> int:
        return 1 - battle_of(s).side

    def take(self, s: State, choice: Choice) -> None:
        """Retreat one unit by one hex; if that hex is full it must go on from there."""
        u = s.world.roster.index[str(choice[1])]
        h, from_ = s.world.grid.index(str(choice[2])), s.where[u]
        side = s.world.roster.side[u]
        full = not fits(s, h, u)
        if full and self.going < 0:
            open_ = open_ground(s, side, battle_of(s).target)
            s.stack[-1] = Retreat(u, _farther(s, u, h, open_)[1])
        elif not full:
            s.stack[-1] = Retreat()
        s.tell("retreat", "11.6.1", side=side, units=(u,), hex=from_, to=h)
        s.enter(u, h)

    def prompt(self, s: State) -> str:
        side = NAMES[self.decider(s)]
        if self.going >= 0:
            name, number = (
                s.world.roster.titles[self.going],
                s.world.grid.number(s.where[self.going]),
            )
            return f"{side}: there is no room for {name} in {number}, retreat it farther."
        h = battle_of(s).target
        number = s.world.grid.number(h)
        if len(s.units_in(h)) == 1:
            return f"{side}: retreat your unit from {number}, one hex."
        return f"{side}: retreat your units from {number}, one hex each."

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] == "aerial":
            return in_battle(choice)
        if choice[0] != "retreat":
            return Refused("11.6.1", "The defenders have to be retreated first.")
        roster = s.world.roster
        u, h = roster.index[str(choice[1])], s.world.grid.index(str(choice[2]))
        if self.going >= 0 and u != self.going:
            first = roster.titles[self.going]
            return Refused("11.6.1.p4", f"{first} is in a full hex and has to go on first.")
        if self.going < 0 and s.where[u] != battle_of(s).target:
            return Refused("11.6.1", f"{roster.titles[u]} is not to be retreated.")
        return self._why_not_hex(s, u, h)

    def _why_not_hex(self, s: State, u: int, h: int) -> Refused:
        board, grid = s.world.board, s.world.grid
        name, number = s.world.roster.titles[u], grid.number(h)
        side, from_ = s.world.roster.side[u], s.where[u]
        if not grid.ring1[from_] >> h & 1:
            return Refused("11.6.1.p1", f"A retreat is one hex; {number} is not adjacent.")
        if not board.ring[from_] >> h & 1:
            return Refused("11.6.1.p5", f"{name} cannot retreat into {number}: the sea is there.")
        if board.bridges >> h & 1:
            return Refused("11.6.1.p5", f"{number} is a land bridge: nobody retreats onto it.")
        if s.occupied[1 - side] >> h & 1:
            return Refused("11.6.1.p6", f"There are enemy units in {number}.")
        if s.zoc(1 - side) >> h & 1:
            return Refused("7.2", f"{number} is in an enemy zone of control.")
        if fits(s, h, u):
            return Refused("11.6.1.p2", f"{name} must retreat nearer to its supply than {number}.")
        return Refused("11.6.1.p4", f"{number} is full, and another way is shorter or has room.")
