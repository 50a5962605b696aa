"""What Breakout promises at every moment of a game."""

from __future__ import annotations

from collections import deque

from hexfront.games.breakout.rules.victory import victory_points
from hexfront.games.breakout.sides import ABSENT, AWAY, DEAD, EXITED, GERMAN, SOVIET, WAITING
from hexfront.games.breakout.state import State
from hexfront.kernel.state import Event

ARRIVES = ("setup", "arrives", "returns")
"""Events that bring a unit to `hex`."""
GOES = ("move", "probe", "retreat", "advance")
"""Events that bring units to `to`."""
OVER_STACKS = ("move", "group", "overstack", "reinforcement")
"""Decisions during which a stack of the deciding side may be too large. 6.0.b"""


class BreakoutWatch:
    """Checks a game; keeps its own account of units, control and points from the events."""

    def __init__(self, state: State) -> None:
        board, roster = state.world.board, state.world.roster
        self.sides = roster.side
        self.full = roster.steps
        self.corps = {
            u for u, spec in enumerate(roster.specs) if (spec.side, spec.size) == ("soviet", "XXX")
        }
        self.held: dict[int, int] = {
            h: SOVIET if place.control == "soviet" else GERMAN for h, place in board.places.items()
        }
        """Who controls a hex, as the events tell it."""
        self.where: dict[int, int] = {}
        """Where the units on the map are, as the events tell it."""
        self.before: dict[int, int | None] = {}
        """Who held a hex before a unit was placed there, in case it is taken back."""
        self.exited = 0
        self.division_points = 0
        self.turn, self.weather = 1, "thaw"

    # The account -------------------------------------------------------------------------------

    def see(self, event: Event) -> None:
        """Take note of an event."""
        what = event["what"]
        if what in ARRIVES:
            for u in event.get("units") or (event["unit"],):
                if event["hex"] not in self.where.values():
                    self.before[event["hex"]] = self.held.get(event["hex"])
                self._enter(u, event["hex"])
        elif what in GOES:
            for u in event["units"]:
                self._enter(u, event["to"])
        elif what in ("setup-back", "taken-back"):
            h = self.where.pop(event["unit"])
            if h not in self.where.values():
                del self.held[h]
                if (was := self.before[h]) is not None:
                    self.held[h] = was
        elif what == "eliminated":
            del self.where[event["unit"]]
        elif what == "exit":
            del self.where[event["unit"]]
            self.exited += event["unit"] in self.corps
        elif what == "division":
            assert event["vp"] == self.full[event["unit"]]
            self.division_points += event["vp"]
        elif what == "weather":
            self.turn, self.weather = event["turn"], event["weather"]

    def _enter(self, u: int, h: int) -> None:
        self.where[u] = h
        self.held[h] = self.sides[u]  # 3.3

    def points(self, state: State) -> int:
        """The Soviet points of the account: 1 a town, 4 a fortified locality, exits to 4. 4.1, 4.2"""
        places = state.world.board.places
        held = sum(
            4 if place.kind == "fort" else 1
            for h, place in places.items()
            if self.held[h] == SOVIET
        )
        return held + min(4, self.exited) + self.division_points

    # Cheap -------------------------------------------------------------------------------------

    def check(self, state: State) -> None:
        """The cheap promises, after every choice."""
        self.check_units(state)
        self._control(state)
        self._stacking(state)
        assert (state.turn, state.weather) == (self.turn, self.weather) or state.turn == 1
        assert 0 in state.air
        assert len({h for h in state.kg if h >= 0}) == sum(h >= 0 for h in state.kg)

    def check_units(self, s: State) -> None:
        """Every unit is in one hex or off the map, and all that is written of it agrees."""
        count = 0
        occupied = [0, 0]
        for h, units in s.stacks.items():
            assert units
            count += len(units)
            side = self.sides[units[0]]
            assert not occupied[1 - side] >> h & 1
            occupied[side] |= 1 << h
            for u in units:
                assert s.where[u] == h
                assert self.sides[u] == side  # 6.0.d
                assert 1 <= s.steps[u] <= self.full[u]
        assert s.occupied == occupied
        assert count == sum(h >= 0 for h in s.where)  # so no unit is in two stacks
        for u, h in enumerate(s.where):
            if h < 0:
                assert h in (ABSENT, AWAY, DEAD, EXITED, WAITING)
                assert (h == WAITING) == (u in s.queue)
                if h in (ABSENT, WAITING) or (h == DEAD and not s.forfeited >> u & 1):
                    assert s.steps[u] == 0
                assert not s.shown >> u & 1
        assert all(s.world.roster.rifle_corps[u] for u in s.queue)  # 11.1

    def _control(self, s: State) -> None:
        german, soviet = s.control
        assert not german & soviet
        assert (german | soviet) & s.world.board.places_set == s.world.board.places_set
        assert not s.occupied[GERMAN] & ~german
        assert not s.occupied[SOVIET] & ~soviet
        assert not soviet & s.world.board.no_go  # 12.5
        assert soviet & s.world.board.forts & ~s.captured == 0  # 13.8.4.a

    def _stacking(self, s: State) -> None:
        """Nine German steps; four Soviet ones and one of artillery. 6.1, 6.2"""
        roster = s.world.roster
        kind = s.stack[-1].kind if s.stack else ""
        start = s.turn == 1 and s.phase in ("setup-german", "soviet-order", "soviet-move")
        for units in s.stacks.values():
            side = self.sides[units[0]]
            moving = SOVIET if s.phase == "soviet-move" else GERMAN
            if (kind in OVER_STACKS and side == moving) or (
                side == SOVIET and start and s.impulse < 2  # 3.2.1
            ):
                continue
            guns = sum(s.steps[u] for u in units if roster.artillery[u])
            mobile = sum(s.steps[u] for u in units if not roster.static[u]) - guns
            assert mobile <= (9 if side == GERMAN else 4), units
            assert guns <= 1, units

    # Dear --------------------------------------------------------------------------------------

    def check_all(self, state: State) -> None:
        assert {u: h for u, h in enumerate(state.where) if h >= 0} == self.where
        for side in (GERMAN, SOVIET):
            control = {h for h, who in self.held.items() if who == side}
            wrong = control ^ set(hexes(state, state.control[side]))
            assert not wrong, (state.phase, [state.world.grid.number(h) for h in wrong])
        vp = victory_points(state)
        assert vp["total"] == self.points(state)
        assert vp["out_of_communications"] == 0
        assert state.exits == self.exited
        assert state.division_vp == self.division_points
        self._zones(state)
        if state.result is not None:
            self._result(state)

    def _result(self, s: State) -> None:
        """The end: places cut off count too, and the table says who has won. 4.1.c, 4.3"""
        assert s.result is not None
        lines = traced(s, GERMAN)
        cut_off = sum(self.held[h] == GERMAN and h not in lines for h in s.world.board.places)
        total = self.points(s) + cut_off
        assert s.result["vp"] == s.result["score"]["total"] == total
        value = s.world.tables["victory"]
        if total >= value["soviet_from"]:
            assert s.result["winner"] == "soviet"
        elif total >= value["draw_from"]:
            assert s.result["winner"] == "draw"
        else:
            assert s.result["winner"] == "german"

    def _zones(self, s: State) -> None:
        """Zones and lines, remembered or not, are what walking the map hex by hex gives."""
        for side in (GERMAN, SOVIET):
            assert set(hexes(s, s.zoc(side))) == zone(s, side)
            assert set(hexes(s, s.net(side))) == traced(s, side)

    def writable(self, state: State) -> bool:
        """A position is written as of the beginning of a decision of the turn's own."""
        kind = state.stack[-1].kind
        if kind == "kg":
            return not any(h >= 0 for h in state.kg)
        if kind in ("reinforcement", "replacement"):
            return not any(choice[0] == "take" for choice in state.choices)
        if kind == "combat":  # a position does not tell that a unit was lost in its attack
            return not any(state.attacked >> u & 1 for u, h in enumerate(state.where) if h < 0)
        return kind in ("setup", "order", "move")


def hexes(s: State, found: int) -> list[int]:
    """The indices of a set of hexes."""
    return [h for h in s.world.hexes if found >> h & 1]


def zone(s: State, side: int) -> set[int]:
    """The hexes of the side's units and all around them; none in Storm. 7.0, 7.5"""
    if s.weather == "storm":
        return set()
    own = {h for h, units in s.stacks.items() if s.world.roster.side[units[0]] == side}
    return own | {n for h in own for n in s.world.grid.neighbours(h)}


def traced(s: State, side: int) -> set[int]:
    """The hexes that have a line to a source, found by walking from the sources. 8.2, 8.4, 9.2"""
    grid, option = s.world.grid, s.world.options["source_in_ezoc"]
    sources = set(hexes(s, s.world.board.sources[side]))
    barred = {h for h, units in s.stacks.items() if s.world.roster.side[units[0]] != side}
    ezoc = zone(s, 1 - side)
    may_end = option == "both" or (option == "soviet_only" and side == SOVIET)
    ends = {h for h in sources if h not in barred and (may_end or h not in ezoc)}
    found, waiting = set(ends), deque(ends)
    while waiting:
        for n in grid.neighbours(waiting.popleft()):
            if n not in found:
                found.add(n)
                if n not in barred and n not in ezoc:
                    waiting.append(n)
    return found | sources
