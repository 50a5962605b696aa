"""Units that come in (9.0): regrouped ones of both sides, and the German reinforcements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.oder.rules.stacking import fits
from hexfront.games.oder.rules.supply import traced_hexes
from hexfront.games.oder.sides import ABSENT, DEAD, GERMAN, NAMES, SOVIET
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.placing import Done, Piece, Placing, absent

if TYPE_CHECKING:
    from hexfront.games.oder.state import State


def arrival_towns(s: State, side: int) -> HexSet:
    """The towns and cities behind a side's original line where its units may come in.

    German ones need a line to the west edge, the industrial region does not do, and Memel is out (9.2.1,
    R-53); Soviet ones a line to the east edge (9.1.1.1, R-95).
    """
    board = s.world.board
    towns = board.settled & board.original[side] & s.control[side] & ~s.ever[1 - side]
    if side == GERMAN:
        towns &= ~board.memel & traced_hexes(s, GERMAN, board.edge[GERMAN])
    else:
        towns &= s.net(SOVIET)
    if not s.world.options["arrival_in_ezoc_town"]:
        towns &= ~s.zoc(1 - side)
    return towns & ~s.occupied[1 - side]


def arrival_hexes(s: State, side: int) -> HexSet:
    """Where units of a side may come in now, room or no room. 9.1.1.1, 9.1.1.2, 9.2.1, 9.2.2

    The same for regrouped units as for reinforcements without an entry hex. 9.1.1.p1, 9.2.p2
    """
    return arrival_towns(s, side) | s.world.board.edge[side] & s.control[side]


def entry_lost(s: State, u: int) -> bool:
    """Whether a unit can only come in at a hex that is or ever was Soviet. 9.2.p3, R-13"""
    h = s.world.entry[u]
    return h >= 0 and bool(s.ever[SOVIET] >> h & 1)


def open_to(s: State, u: int, general: HexSet) -> list[int]:
    """The hexes where a unit due may be placed now; `general` are those for units without their own."""
    h = s.world.entry[u]
    if h >= 0:
        general = 1 << h & ~s.occupied[SOVIET]
    return [n for n in bits(general) if fits(s, n, u)]  # 6.3.imp1, 9.2.imp1


def due(s: State, side: int) -> list[int]:
    """The units of a side that are to come in this turn. 9.1.1, 9.2.p1"""
    roster = s.world.roster
    return sorted(u for u, turn in s.queue.items() if turn <= s.turn and roster.side[u] == side)


@dataclass(slots=True)
class Arrivals(Placing["State"]):
    """The units due come in, are declined, or are lost for want of a hex: nobody waits. 9.3

    From the next phase on they act like any other. 9.1.1.p3
    """

    side: int

    kind = "arrivals"
    only = ("9.3", "Every unit that is due has to be placed or declined now.")
    done = Done.NEVER
    verbs = ("place", "forfeit")
    looked_over = True

    def hand(self, s: State) -> Iterator[Piece]:
        """Every unit due with every hex open to it, or it is declined; one without a hex is lost now."""
        world, units = s.world, due(s, self.side)
        general = arrival_hexes(s, self.side) if units else 0
        open_: dict[tuple[int, int], tuple[str, ...]] = {}
        for u in units:
            alike = world.entry[u], world.weight[u]  # nothing else counts for where it may come in
            if alike not in open_:
                open_[alike] = tuple([world.grid.numbers[h] for h in open_to(s, u, general)])
            hexes = open_[alike]
            if entry_lost(s, u):
                _lose_entry(s, u)
            elif hexes:
                yield Piece(s.world.roster.ids[u], hexes, forfeit=True)
            else:  # placing others never opens a hex
                _give_up(s, u, "9.3.p1")

    def row(self, s: State) -> list[str]:
        """One unit after the other."""
        return [s.world.roster.ids[u] for u in due(s, self.side)]

    def lay(self, s: State, name: str, h: int) -> None:
        u = s.world.roster.index[name]
        del s.queue[u]
        s.put(u, h)
        s.tell("arrives", "9.1.1" if self.side == SOVIET else "9.2", unit=u, hex=h)

    def give_up(self, s: State, name: str) -> None:
        """A unit is declined. 9.3.p2"""
        _give_up(s, s.world.roster.index[name], "9.3.p2")

    def prompt(self, s: State) -> str:
        return f"{NAMES[self.side]}: bring in the units that are due, or decline them."

    def why_not_now(self, s: State, choice: Choice) -> Refused:
        """Nothing is taken back, nothing is left for later."""
        stays = Refused("9.3", "A unit that has come in stays.")
        return stays if choice[0] == "take" else Refused(*self.only)

    def why_not_piece(self, s: State, verb: str, name: str) -> Refused | None:
        """Not a unit of this side that is due."""
        if name not in s.world.roster.index:
            return Refused("5.4", "Support markers are laid at the start of a German player turn.")
        u, name = s.world.roster.index[name], s.world.roster.title(name)
        if s.world.roster.side[u] != self.side:
            return Refused("9.1.1", f"{name} is no {NAMES[self.side]} unit.")
        if s.where[u] >= 0:
            return Refused("9.3", f"{name} is on the map already.")
        if s.where[u] == ABSENT:
            return absent(name)
        if u not in s.queue:
            return Refused("9.3", f"{name} is out of the game.")
        if s.queue[u] > s.turn:
            return Refused("9.3", f"{name} is due on turn {s.queue[u]}, neither sooner nor later.")
        return None

    def why_not_here(self, s: State, name: str, h: int) -> Refused:
        """Not its entry hex, no room, or not a town or edge hex that is open."""
        world, side = s.world, self.side
        u = world.roster.index[name]
        board, number, bit = world.board, world.grid.number(h), 1 << h
        entry = world.entry[u]
        if entry >= 0 and h != entry:
            return Refused(
                "9.2.p3", f"{world.roster.titles[u]} comes in at {world.grid.number(entry)} only."
            )
        if arrival_hexes(s, side) & bit or entry == h:
            return Refused("6.3.imp1", f"There is no room in {number}.")
        town, edge = ("9.2.1", "9.2.2") if side == GERMAN else ("9.1.1.1", "9.1.1.2")
        if board.edge[side] & bit:
            return Refused(edge, f"{number} is not under {NAMES[side]} control.")
        if not board.settled & bit:
            return Refused(town, f"{number} is neither a town, nor a city, nor on your map edge.")
        if not board.original[side] & bit:
            return Refused(town, f"{number} lies beyond the original front line.")
        if not s.control[side] & bit:
            return Refused(town, f"{number} is not under {NAMES[side]} control.")
        if s.ever[1 - side] & bit:
            return Refused(town, f"{number} has been under {NAMES[1 - side]} control.")
        if side == GERMAN and board.memel & bit:
            return Refused(town, "Nobody comes in at Memel.")
        if s.zoc(1 - side) & bit and not world.options["arrival_in_ezoc_town"]:
            return Refused(town, f"{number} is in an enemy zone of control.")
        return Refused(town, f"No line leads from {number} to your map edge.")


def _give_up(s: State, u: int, case: str) -> None:
    """A unit is not placed and never comes; its owner scores for it. 4.2.1.d, 9.3.p3, R-15"""
    owner = s.world.roster.side[u]
    del s.queue[u]
    s.where[u] = DEAD
    s.refused |= 1 << u
    to = owner if s.world.options["unplaced_unit_vp"] == "owner" else 1 - owner
    value: int = s.world.tables["victory"]["not_placed"]
    s.award(to, "not placed", value)
    s.tell("forfeited", case, unit=u, scores=NAMES[to], vp=value)


def _lose_entry(s: State, u: int) -> None:
    """A unit whose only entry hex was ever Soviet never comes, and the Soviets score. 9.2.p3"""
    del s.queue[u]
    s.where[u] = DEAD
    s.refused |= 1 << u
    value: int = s.world.tables["victory"]["not_placed"]
    s.award(SOVIET, "entry hex lost", value)
    s.tell("forfeited", "9.2.p3", unit=u, scores=NAMES[SOVIET], vp=value)
