"""German reinforcements (10.0) and returning Soviet rifle corps (11.0)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.stacking import fits_a_corps
from hexfront.games.breakout.sides import AWAY, DEAD, GERMAN, SOVIET, WAITING
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.verbs import DONE

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def entry_hexes(s: State) -> HexSet:
    """Where reinforcements may come in now. 10.1.d to 10.1.f, R-37"""
    board = s.world.board
    hexes = board.entry & ~s.occupied[SOVIET]
    if s.world.options["entry_hex_in_ezoc"] == "barred":
        hexes &= ~s.zoc(SOVIET)
    town = 1 << board.entry_place
    if s.control[GERMAN] & town and s.net(GERMAN) & town:
        hexes |= town
    return hexes


@dataclass(slots=True)
class Reinforcement(Step):
    """The units printed for this turn come in or are lost. 10.1"""

    placed: tuple[int, ...] = ()
    before: tuple[HexSet, HexSet] = (0, 0)
    """Who controlled what before the first was placed, for those taken back. 3.3"""

    kind = "reinforcement"

    def _due(self, s: State) -> list[int]:
        return [
            u
            for u in range(s.world.roster.count)
            if s.world.roster.specs[u].arrives == s.turn and s.where[u] == AWAY
        ]

    def offer(self, s: State) -> list[Choice] | None:
        """Units due with every entry hex, units placed to take back, giving up, the end."""
        due = self._due(s)
        if not due and not self.placed:
            s.stack.pop()
            return None
        ids = s.world.roster.ids
        hexes = s.world.grid.names(entry_hexes(s))
        choices: list[Choice] = [("place", ids[u], h) for u in due for h in hexes]
        choices += [("take", ids[u]) for u in self.placed]
        choices += [("forfeit", ids[u]) for u in due]
        choices.append(DONE)
        return choices

    def decider(self, s: State) -> int:
        """The German."""
        return GERMAN

    def take(self, s: State, choice: Choice) -> None:
        """Place, take back, give up, or be done: who is not on the map then never comes. 10.1.c"""
        verb = choice[0]
        if verb == "done":
            for u in self._due(s):
                self._forfeit(s, u)
            s.stack.pop()
            return
        u = s.world.roster.index[str(choice[1])]
        if verb == "place":
            before = self.before if self.placed else (s.control[GERMAN], s.control[SOVIET])
            s.put(u, s.world.grid.index(str(choice[2])))
            s.tell("arrives", "10.1", unit=u, hex=s.where[u])
            s.stack[-1] = Reinforcement((*self.placed, u), before)
        elif verb == "take":
            self._take_back(s, u)
        else:
            self._forfeit(s, u)

    def _take_back(self, s: State, u: int) -> None:
        h = s.where[u]
        s.tell("taken-back", "10.1", unit=u, hex=h)
        s.lift(u)
        if not s.occupied[GERMAN] >> h & 1:
            for side in (GERMAN, SOVIET):
                s.control[side] = s.control[side] & ~(1 << h) | self.before[side] & 1 << h
        placed = tuple(v for v in self.placed if v != u)
        s.stack[-1] = Reinforcement(placed, self.before)

    def _forfeit(self, s: State, u: int) -> None:
        s.where[u] = DEAD
        s.forfeited |= 1 << u
        s.tell("forfeited", "10.1.c", unit=u)

    def prompt(self, s: State) -> str:
        """What is wanted."""
        return "German: bring in your reinforcements; who is not placed now is lost."

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        verb = choice[0]
        if verb not in ("place", "take", "forfeit"):
            return Refused("5.6", "This is the German reinforcement phase.")
        if choice[1] in s.world.kg_names:
            return Refused("10.2.a", "Korpsgruppe markers are laid in phase III, from turn 3 on.")
        name = str(choice[1])
        u = s.world.roster.index[name]
        spec = s.world.roster.specs[u]
        if spec.side != "german":
            return Refused("10.1", "Only the German side receives reinforcements.")
        if verb == "take":
            return Refused("10.1", f"{name} was not placed in this phase.")
        if spec.arrives == 0:
            return Refused("10.1.b", f"{name} is no reinforcement.")
        if spec.arrives != s.turn:
            return Refused(
                "10.1.c", f"{name} arrives on turn {spec.arrives}, neither sooner nor later."
            )
        if s.where[u] != AWAY:
            return Refused("10.1.c", f"{name} is placed or given up already.")
        return self._why_not_here(s, s.world.grid.index(str(choice[2])))

    def _why_not_here(self, s: State, h: int) -> Refused:
        board, number = s.world.board, s.world.grid.number(h)
        if h == board.entry_place:
            if not s.control[GERMAN] >> h & 1:
                return Refused("10.1.d", f"{number} is not under German control.")
            return Refused("10.1.e", f"{number} has no communications line.")
        if not board.entry >> h & 1:
            return Refused(
                "10.1.d", f"Units enter at 0101 to 0113 or at Ternopol, not at {number}."
            )
        if s.occupied[SOVIET] >> h & 1:
            return Refused("6.0.d", f"There are Soviet units in {number}.")
        return Refused("9.2.a", f"{number} is in a Soviet zone of control.")


def return_hexes(s: State) -> HexSet:
    """Where a rifle corps may return: Soviet places in supply and out of German zones. 11.2.a"""
    places = s.world.board.places_set & s.control[SOVIET] & ~s.occupied[GERMAN]
    return places & s.net(SOVIET) & ~s.zoc(GERMAN)


@dataclass(slots=True)
class Replacement(Step):
    """Rifle corps whose time has come may return, one a place, with one step. 11.2"""

    placed: tuple[tuple[int, int, int], ...] = ()
    """(unit, hex, the turn it was due), so that it can be taken back."""

    kind = "replacement"

    def offer(self, s: State) -> list[Choice]:
        """Corps with every place open to them, those placed, the end."""
        ids = s.world.roster.ids
        used = {h for _, h, _ in self.placed}
        choices: list[Choice] = []
        due = sorted(u for u, turn in s.queue.items() if turn <= s.turn)
        if due:
            open_ = [h for h in bits(return_hexes(s)) if h not in used and fits_a_corps(s, h)]
            number = s.world.grid.number
            choices += [("place", ids[u], number(h)) for u in due for h in open_]
        choices += [("take", ids[u]) for u, _, _ in self.placed]
        choices.append(DONE)
        return choices

    def decider(self, s: State) -> int:
        """The Soviet side."""
        return SOVIET

    def take(self, s: State, choice: Choice) -> None:
        """Place a corps, take it back, or be done."""
        if choice[0] == "done":
            s.stack.pop()
            return
        u = s.world.roster.index[str(choice[1])]
        if choice[0] == "place":
            s.steps[u] = 1
            s.put(u, s.world.grid.index(str(choice[2])))
            s.tell("returns", "11.2", unit=u, hex=s.where[u])
            s.stack[-1] = Replacement((*self.placed, (u, s.where[u], s.queue.pop(u))))
        else:
            s.queue[u] = next(turn for v, _, turn in self.placed if v == u)
            s.tell("taken-back", "11.2", unit=u, hex=s.where[u])
            s.lift(u, WAITING)
            s.steps[u] = 0
            s.stack[-1] = Replacement(tuple(p for p in self.placed if p[0] != u))

    def prompt(self, s: State) -> str:
        """What is wanted."""
        return "Soviet: bring back rifle corps to your towns, or be done."

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        if choice[0] not in ("place", "take") or choice[1] in s.world.kg_names:
            return Refused("5.7", "This is the Soviet replacement phase.")
        name = str(choice[1])
        u = s.world.roster.index[name]
        if not s.world.roster.rifle_corps[u]:
            return Refused("11.1", f"{name} is no rifle corps: only those return.")
        if choice[0] == "take":
            return Refused("11.2", f"{name} was not placed in this phase.")
        if u not in s.queue:
            return Refused("11.2", f"{name} is not waiting to return.")
        if s.queue[u] > s.turn:
            return Refused("11.1", f"{name} is available on turn {s.queue[u]}.")
        return self._why_not_here(s, s.world.grid.index(str(choice[2])))

    def _why_not_here(self, s: State, h: int) -> Refused:
        number, bit = s.world.grid.number(h), 1 << h
        if not s.world.board.places_set & bit:
            return Refused("11.2.a", f"{number} is neither a town nor a fortified locality.")
        if not s.control[SOVIET] & bit:
            return Refused("11.2.a", f"{number} is not under Soviet control.")
        if s.zoc(GERMAN) & bit:
            return Refused("11.2.a", f"{number} is in a German zone of control.")
        if not s.net(SOVIET) & bit:
            return Refused("11.2.a", f"{number} is out of supply.")
        if not fits_a_corps(s, h):
            return Refused("6.2", f"There is no room in {number}.")
        return Refused("11.2.a", f"A corps has returned to {number} in this phase already.")
