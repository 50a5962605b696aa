"""Units that have a choice of hexes: where each may still be set up. 18.0.b"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.arrivals import turn_of
from hexfront.games.kesselschlacht.rules.setup_areas import area, free_units, place_of
from hexfront.games.kesselschlacht.rules.setup_hands import still_to_place, table_of
from hexfront.games.kesselschlacht.sides import ABSENT, AWAY, AXIS, NAMES, SIDES
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import sample
from hexfront.kernel.refusal import Refused
from hexfront.mechanics.placing import Done, Piece, Placing
from hexfront.mechanics.telling import in_words
from hexfront.mechanics.verbs import DONE

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


@dataclass(slots=True)
class FreeSetup(Placing["State"]):
    """A side places the units that have a choice of hexes. 18.0.b"""

    side: int
    waits: bool = field(default=False, repr=False, compare=False)
    """Once somebody is placed there is always a choice, and be it to take them back."""

    kind = "setup"
    only = ("18.0.c", "The set-up has to be finished first.")
    done = Done.ALL_PLACED
    looked_over = True

    def begin(self, s: State) -> None:
        s.phase = f"setup-{SIDES[self.side]}"

    def hand(self, s: State) -> Iterator[Piece]:
        """Units left with the hexes in which they leave room for all others. 18.0.b"""
        ids, listed = s.world.roster.ids, s.world.grid.listed
        for part in table_of(s, self.side).hands:
            if part.pieces is None:
                part.pieces = [Piece(ids[u], listed(part.hexes(u))) for u in part.areas]
            yield from part.pieces

    def offers(self, s: State, choice: Choice) -> bool:
        """Only the unit that is placed is asked about."""
        hands, roster, number = table_of(s, self.side).hands, s.world.roster, s.world.grid.number
        if choice == DONE:
            return not any(part.areas for part in hands)
        u = roster.index.get(str(choice[1]), -1) if len(choice) > 1 else -1
        if u < 0 or choice == roster.take[u]:
            return u in free_units(s, self.side) and s.where[u] >= 0
        hand = next((part for part in hands if u in part.areas), None)
        if hand is None or len(choice) != 3:
            return False
        return any(choice == ("place", roster.ids[u], number(h)) for h in bits(hand.hexes(u)))

    def draw(self, s: State, random: Random) -> Choice:
        """Of all that might be chosen one after another is drawn until one is legal."""
        _, hands, backs, size = table_of(s, self.side)
        if not any(part.areas for part in hands):
            return sample([*backs, DONE], random)
        while True:
            at = int(random.random() * (len(backs) + size))
            if at < len(backs):
                return backs[at]
            at -= len(backs)
            for part in hands:
                if at < part.size:
                    break
                at -= part.size
            u, h = part.place(at)
            if part.hexes(u) >> h & 1:
                return ("place", s.world.roster.ids[u], s.world.grid.number(h))

    def backs(self, s: State) -> list[Choice]:
        return table_of(s, self.side).backs

    def lay(self, s: State, name: str, h: int) -> None:
        u = s.world.roster.index[name]
        s.put(u, h)
        s.tell("setup", "18.0.b", side=self.side, units=(u,), hex=h)
        s.stack[-1] = FreeSetup(self.side, waits=True)

    def take_back(self, s: State, name: str) -> None:
        u = s.world.roster.index[name]
        for v in (u, *self._left_alone(s, u)):
            s.tell("setup-back", "18.0.b", unit=v, hex=s.where[v])
            s.lift(v)

    def _left_alone(self, s: State, u: int) -> list[int]:
        """The units that stand with a division, if it is their last one in the hex. 18.2-sov-18a"""
        roster, h = s.world.roster, s.where[u]
        army = [v for v in s.units_in(h) if roster.specs[v].formation == roster.specs[u].formation]
        modes = {v: place_of(s, v).mode for v in army if v != u}
        if "slot" in modes.values():
            return []
        return [v for v, mode in modes.items() if mode == "with_division"]

    def close(self, s: State) -> None:
        """Whoever an army has no slot for stays out. R-06"""
        for u in free_units(s, self.side):
            if s.where[u] == AWAY:
                s.where[u] = ABSENT

    def prompt(self, s: State) -> str:
        left = len(still_to_place(s, self.side))
        if left:
            return (
                f"{NAMES[self.side]}: set up the units that have a choice of hexes ({left} left)."
            )
        return f"{NAMES[self.side]}: finish the set-up, or take a unit back and place it elsewhere."

    def why_not_now(self, s: State, choice: Choice) -> Refused:
        if choice[0] != "done":
            return Refused(*self.only)
        left = s.world.roster.listed(still_to_place(s, self.side))
        return Refused("18.0.b", f"These units have still to be placed: {left}.")

    def why_not_piece(self, s: State, verb: str, name: str) -> Refused | None:
        """Not this side's, not free to be placed, or it stands already."""
        roster = s.world.roster
        if name not in roster.index:
            return Refused("18.0.b", f"There is no unit {name!r} to be set up.")
        u, title = roster.index[name], roster.title(name)
        if roster.side[u] != self.side:
            return Refused("18.0.c", f"It is the {NAMES[self.side]} side that sets up now.")
        if u not in free_units(s, self.side):
            return self._why_not_free(s, u)
        if verb == "take":
            return Refused("18.0.b", f"{title} is not on the map.")
        if s.where[u] >= 0:
            return Refused("18.0.b", f"{title} is placed already; take it back first.")
        if u not in still_to_place(s, self.side):
            army = roster.specs[u].formation
            return Refused("18.0.b", f"All slots of {army} are filled; {title} is not needed.")
        return None

    def _why_not_free(self, s: State, u: int) -> Refused:
        spec, title = s.world.roster.specs[u], s.world.roster.titles[u]
        place = place_of(s, u)
        if s.where[u] == ABSENT:
            if spec.option:
                return Refused(spec.option, f"{title} is in play only by an optional rule.")
            return Refused("18.0.b", f"{title} is not in play in this scenario.")
        if place.mode == "arrives":
            return Refused("18.1-ax-reinf.a", f"{title} comes on turn {turn_of(s, u)}.")
        if not place.hexes:  # a unit of a made-up position
            return Refused("18.0.b", f"{title} is in no list of this set-up: it stays where it is.")
        return Refused("18.0.b", f"{title} has to stand in {place.hexes[0]}, where it is listed.")

    def why_not_here(self, s: State, name: str, h: int) -> Refused:
        """Not its area, the enemy's, full, no road for guns, or no room would be left for others."""
        u = s.world.roster.index[name]
        number, title = s.world.grid.number(h), s.world.roster.titles[u]
        if s.occupied[1 - self.side] >> h & 1:
            return Refused("18.0.b", f"There are enemy units in {number}.")
        hexes = area(s, u)
        if not hexes >> h & 1:
            if s.world.roster.artillery[u] and not s.world.board.road_hexes >> h & 1:
                case = "16.1.1.a" if self.side == AXIS else "16.2.a"
                return Refused(
                    case, f"{title} has to stand on a road; none leads through {number}."
                )
            spec = s.world.roster.specs[u]
            if place_of(s, u).mode == "with_division":
                return Refused(
                    "18.0.b",
                    f"{title} stands with a division of {spec.formation}, and none is in {number}.",
                )
            where = ", ".join(s.world.grid.names(hexes))
            return Refused(
                "18.0.b", f"{title} may be set up in {where}; {number} is none of these."
            )
        limit = s.world.tables["stacking"][SIDES[self.side]]
        units = [v for v in s.units_in(h) if not s.world.roster.hq[v]]
        if len(units) >= limit:
            most = in_words(limit, "combat unit")
            case = "3.1.2.b" if self.side == AXIS else "3.1.2.a"
            return Refused(case, f"{number} would hold more than {most}.")
        return Refused(
            "18.0.b",
            f"With {title} in {number} there would be no room left for others who need it.",
        )
