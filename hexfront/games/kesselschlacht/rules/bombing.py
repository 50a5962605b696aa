"""Bombing of hexes and of bridges. 6.5

The ground does not matter and nobody shoots back (6.5.a, 6.5-note). The same hex may be bombed again by others
(6.1.3, 6.1.3-eg, R-116).
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules import bridges, status
from hexfront.games.kesselschlacht.rules.aircraft import (
    BOMBER,
    BOMBERS,
    KINDS,
    fights,
    fly_home,
    over,
    ready,
    why_not_at_hand,
)
from hexfront.games.kesselschlacht.sides import NAMES
from hexfront.hexes import HexSet
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.entering import union
from hexfront.mechanics.verbs import CANCEL, DECLARE

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


# Who can bomb what ------------------------------------------------------------------------------


def able(s: State, side: int, surprise: bool, sector: int) -> list[int]:
    """Who can bomb in a sector: by surprise those in the box, else those left in it. 6.3.1.b, 6.5.a"""
    if surprise:
        return ready(s, side, *BOMBERS)  # 2.3, 6.2.1.a
    return [a for a in over(s, side, sector) if bombs(s, a)]


def bombs(s: State, a: int) -> bool:
    """Whether an aircraft bombs in its sector: none that fights there. 6.5.a"""
    return s.world.aircraft.type[a] in BOMBERS and not fights(s, a)


def sectors_in_reach(s: State, side: int, surprise: bool) -> set[int]:
    """The sectors in which a side can bomb."""
    if surprise:
        return set(s.world.board.sectors) if ready(s, side, *BOMBERS) else set()
    return {s.sectors[a] for a in s.world.aircraft.of_side[side] if s.sectors[a] and bombs(s, a)}


def hexes_in_reach(s: State, side: int, surprise: bool) -> HexSet:
    """The hexes with enemy units that a side can bomb."""
    hexes = s.world.board.sector_hexes
    found = union([hexes[sector] for sector in sectors_in_reach(s, side, surprise)])
    return s.occupied[1 - side] & found


def bridges_in_reach(s: State, side: int, surprise: bool) -> tuple[str, ...]:
    """The bridges that a side can raid: none if it has raided one this turn. 6.5.1.c, 15.1.a, R-122"""
    if s.raided[side]:
        return ()
    near = sectors_in_reach(s, side, surprise)
    return tuple([name for name, sector in _standing(s) if sector in near])


def _standing(s: State) -> list[tuple[str, int]]:
    """The bridges that stand and their sectors, as they were found before."""
    key, known = ("raids", s.standing, s.trains), s.world.known
    if key not in known:
        known[key] = [(bridges.name(s, b), bridge_sector(s, b)) for b in bridges.standing(s)]
    found: list[tuple[str, int]] = known[key]
    return found


def bridge_sector(s: State, bridge: int) -> int:
    """The sector of a bridge: that of its western hex, in one column of its southern. 6.5.1.b, R-125"""
    grid = s.world.grid
    a, b = bridges.ends(s, bridge)
    if grid.column(a) == grid.column(b):
        return s.world.board.sector[max(a, b, key=grid.row)]
    return s.world.board.sector[min(a, b, key=grid.column)]


def why_not_bomb(s: State, side: int, surprise: bool, h: int) -> Refused:
    number, sector = s.world.grid.number(h), s.world.board.sector[h]
    if not able(s, side, surprise, sector):
        return _why_nobody(s, side, surprise, sector, f"{number} is")
    return Refused("6.5.a", f"There are no {NAMES[1 - side]} units in {number}.")


def why_not_raid(s: State, side: int, surprise: bool, word: str) -> Refused:
    if s.raided[side]:
        return Refused("6.5.1.c", f"The {NAMES[side]} side has raided a bridge this turn already.")
    bridge = bridges.called(s, word)
    if bridge < 0:
        return Refused("6.5.1.a", f"No bridge {word} stands.")
    return _why_nobody(s, side, surprise, bridge_sector(s, bridge), f"{word} counts as")


def _why_nobody(s: State, side: int, surprise: bool, sector: int, target: str) -> Refused:
    if surprise:
        return Refused("6.2.1.b", "No bomber or fighter-bomber is left in the holding box.")
    return Refused(
        "6.5.a",
        f"{target} in sector {sector}: the {NAMES[side]} side has no bomber or fighter-bomber left "
        "there that can bomb.",
    )


# A mission --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Strike(Step["State"]):
    """Aircraft are put together for one target, then one die is rolled for all of them. 6.5.b"""

    side: int
    surprise: bool
    hex: int = -1
    bridge: str = ""
    aircraft: tuple[int, ...] = ()
    kind = "strike"

    def _sector(self, s: State) -> int:
        if self.bridge:
            return bridge_sector(s, bridges.called(s, self.bridge))
        return s.world.board.sector[self.hex]

    def _target(self, s: State) -> str:
        return f"the bridge {self.bridge}" if self.bridge else s.world.grid.number(self.hex)

    def offer(self, s: State) -> list[Choice]:
        """Aircraft to join and to leave out, declare, cancel."""
        ids = s.world.aircraft.ids
        free = able(s, self.side, self.surprise, self._sector(s))
        choices: list[Choice] = [("join", ids[a]) for a in free if a not in self.aircraft]
        choices += [("leave", ids[a]) for a in self.aircraft]
        if self.aircraft:
            choices.append(DECLARE)
        return [*choices, CANCEL]

    def take(self, s: State, choice: Choice) -> None:
        if choice[0] in ("join", "leave"):
            a = s.world.aircraft.index[str(choice[1])]
            rest = tuple(each for each in self.aircraft if each != a)
            s.stack[-1] = replace(self, aircraft=(*rest, a) if choice[0] == "join" else rest)
            return
        s.stack.pop()
        if choice == DECLARE:
            self._resolve(s)

    def _resolve(self, s: State) -> None:
        for a in self.aircraft:
            fly_home(s, a, "flown")  # 4.0.D, 6.1.2, 6.2.1.b
        if self.bridge:
            self._raid(s)
        else:
            self._bomb(s)

    def _bomb(self, s: State) -> None:
        face = s.roll("bombing", "6.5.b", s.world.grid.number(self.hex))
        result, _ = outcome(s, self.strength(s), face)
        s.tell("bombing", "6.5.b", hex=self.hex, result=result, **self._told(s, face))
        if result:
            for u in s.units_in(self.hex):
                status.worsen(s, u, result, "6.5.b")
            status.share(s, self.hex)

    def _raid(self, s: State) -> None:
        s.raided[self.side] = True  # 6.5.1.c, 15.1.a
        face = s.roll("bridge raid", "6.5.1.a", self.bridge)
        badly = any(s.world.aircraft.type[a] == BOMBER for a in self.aircraft)
        more = s.world.tables["bombing"]["bomber_at_bridge"] if badly else 0  # 6.5.1.d
        _, starred = outcome(s, self.strength(s), face + more)
        s.tell(
            "raid", "6.5.1.a", bridge=self.bridge, destroyed=starred, modifier=more,
            **self._told(s, face),
        )  # fmt: skip
        if starred:
            bridges.destroy(s, bridges.called(s, self.bridge), "6.5.1.a")

    def _told(self, s: State, face: int) -> dict[str, object]:
        names = s.world.aircraft.names(self.aircraft)
        return {"side": self.side, "aircraft": names, "strength": self.strength(s), "die": face}

    def strength(self, s: State) -> int:
        """The bombing strengths of all together. 6.5.b"""
        return sum(s.world.aircraft.specs[a].load for a in self.aircraft)

    def takes_itself(self, s: State, choice: Choice) -> bool:
        return False

    def decider(self, s: State) -> int:
        return self.side

    def prompt(self, s: State) -> str:
        return f"{NAMES[self.side]}: choose who bombs {self._target(s)}, then declare it or cancel."

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] == "join":
            return self._why_not_join(s, str(choice[1]))
        if choice[0] == "leave":
            who = s.world.title(str(choice[1]))
            return Refused("6.5.b", f"{who} is not among those who bomb {self._target(s)}.")
        if choice == DECLARE:
            return Refused("6.5.b", f"Choose at least one aircraft to bomb {self._target(s)}.")
        return Refused("6.5.b", "A mission is being prepared: declare or cancel it first.")

    def _why_not_join(self, s: State, word: str) -> Refused:
        aircraft = s.world.aircraft
        if word not in aircraft.index:
            return Refused("6.5.a", f"{s.world.roster.title(word)} is no aircraft.")
        a, sector = aircraft.index[word], self._sector(s)
        title, kind = aircraft.titles[a], aircraft.type[a]
        refusal = why_not_at_hand(s, self.side, a)
        if refusal is not None:
            return refusal
        if a in self.aircraft:
            return Refused("6.5.b", f"{title} is among those who bomb {self._target(s)} already.")
        if kind not in BOMBERS:  # 2.3.4, 6.1.1.d
            case = "6.5.1.a" if self.bridge else "6.1.1.d" if kind == "TR" else "6.1.1.b"
            return Refused(case, f"{title} is {KINDS[kind]} and cannot bomb.")
        if s.as_fighters >> a & 1:
            return Refused("6.1.2", f"{title} has fought as a fighter this turn.")
        where = f"in sector {s.sectors[a]}" if s.sectors[a] else "in its holding box"
        return Refused("6.5.a", f"{title} is {where}, {self._target(s)} in sector {sector}.")


def outcome(s: State, strength: int, die: int) -> tuple[str, bool]:
    """DO, DIS or nothing, and whether a bridge is destroyed, by the sum of the strengths. 6.5.b, 6.5.1.a"""
    table = s.world.tables["bombing"]
    column = bisect_right(table["from"], strength) - 1
    if column < 0:
        return "", False
    row = min(die, max(map(int, table["die"])))
    cell: str = table["die"][str(row)][column]
    return cell.rstrip("*").replace("-", ""), cell.endswith("*")
