"""What Watch on the Oder promises at every moment of a game."""

from __future__ import annotations

from collections import deque
from functools import cache

from hexfront.games.oder.loading.load import GRID, OderData
from hexfront.games.oder.rules.markers import aerial_available
from hexfront.games.oder.sides import ABSENT, AWAY, DEAD, GERMAN, OUT, SOVIET, WAITING
from hexfront.games.oder.state import State
from hexfront.kernel.state import Event

GOES = ("move", "probe", "retreat", "advance")
"""Events that bring units to `to`."""
OVER_STACKS = ("move", "group", "overstack")
"""Decisions during which a stack of the moving side may be too large. 6.3"""


class OderWatch:
    """Checks a game; keeps its own account of units, control, forts and points from the events."""

    def __init__(self, state: State) -> None:
        board, roster = state.world.board, state.world.roster
        self.sides = roster.side
        self.static = roster.static
        self.held: dict[int, int] = {
            h: side for side in (GERMAN, SOVIET) for h in hexes(state, board.original[side])
        }
        """Who controls a hex, as the events tell it."""
        self.ever = {(h, side) for h, side in self.held.items()}
        self.forts = set(hexes(state, board.forts))
        self.where: dict[int, int] = {}
        """Where the units on the map are, as the events tell it."""
        self.started: dict[int, int] = {}
        """Where the Fortress Commands stand."""
        self.vp = [0, 0]
        self.turn = 1
        self.marks = {"air": False, "aerial": False}
        """Which of the two markers that exclude each other were used this turn."""

    # The account -------------------------------------------------------------------------------

    def see(self, event: Event) -> None:
        """Take note of an event."""
        what = event["what"]
        if what in ("setup", "arrives"):
            for u in event.get("units") or (event["unit"],):
                self._enter(u, event["hex"])
                if self.static[u]:
                    self.started[u] = event["hex"]
        elif what in GOES:
            for u in event["units"]:
                self._enter(u, event["to"])
        elif what == "setup-back":
            del self.where[event["unit"]]
        elif what == "eliminated":
            u = event["unit"]
            del self.where[u]
            cheap = event["supply"] in ("regular", "aerial")
            assert event["vp"] == (1 if cheap else 2)  # 4.2.1
            self.vp[1 - self.sides[u]] += event["vp"]
        elif what == "regroup":
            assert event["due"] == self.turn + sum(event["dice"])
            assert event["returns"] == (event["due"] <= 8)
        elif what == "forfeited":
            self.vp[("German", "Soviet").index(event["scores"])] += 1
        elif what == "turn":
            self.turn = event["turn"]
            self.marks = {"air": False, "aerial": False}
        elif what == "marker" and event["marker"] == "air":
            self.marks["air"] = event["hex"] >= 0
        elif what == "aerial":
            assert not self.marks["air"]  # 5.4.imp1
            assert not self.marks["aerial"]
            self.marks["aerial"] = True

    def _enter(self, u: int, h: int) -> None:
        side = self.sides[u]
        self.where[u] = h
        self.held[h] = side  # 3.1.p1
        self.ever.add((h, side))
        if side == SOVIET:
            self.forts.discard(h)  # 7.5.imp1

    # Cheap -------------------------------------------------------------------------------------

    def check(self, state: State) -> None:
        """The cheap promises, after every choice."""
        self._units(state)
        self._control(state)
        self._stacking(state)
        assert state.turn == self.turn
        assert [state.vp(side) for side in (GERMAN, SOVIET)] == self.vp
        assert not (state.air >= 0 and state.aerial_used)
        if state.aerial >= 0:
            assert state.where[state.aerial] >= 0
            assert self.sides[state.aerial] == GERMAN
        if state.turn == 1:  # 5.2.4
            assert (state.air, state.naval, state.aerial) == (-1, -1, -1)

    def _units(self, s: State) -> None:
        """Every unit is in one hex or off the map, and all that is written of it agrees."""
        count = 0
        occupied = [0, 0]
        for h, units in s.stacks.items():
            assert units == tuple(sorted(set(units)))
            count += len(units)
            side = self.sides[units[0]]
            occupied[side] |= 1 << h
            for u in units:
                assert s.where[u] == h
                assert self.sides[u] == side  # 6.0.imp1
                assert not self.static[u] or self.started[u] == h  # 2.3
        assert s.occupied == occupied
        assert not occupied[GERMAN] & occupied[SOVIET]
        assert not (occupied[GERMAN] | occupied[SOVIET]) & ~s.world.board.playable
        assert count == sum(h >= 0 for h in s.where)  # so no unit is in two stacks
        for u, h in enumerate(s.where):
            if h < 0:
                assert h in (ABSENT, AWAY, DEAD, WAITING)
                assert (h == WAITING) == (u in s.queue)
        assert all(s.turn <= turn <= 8 for turn in s.queue.values())  # 9.1.imp1, 9.3
        moving = s.stack[-1].kind if s.stack else ""
        on_bridge = (occupied[GERMAN] | occupied[SOVIET]) & s.world.board.bridges
        if on_bridge and not s.world.options["probe_onto_land_bridge"]:
            assert moving == "group", "somebody stays on a land bridge"  # 10.2.imp1

    def _control(self, s: State) -> None:
        german, soviet = s.control
        assert not german & soviet
        assert german | soviet == s.world.board.playable
        assert not s.occupied[GERMAN] & ~german
        assert not s.occupied[SOVIET] & ~soviet
        for side in (GERMAN, SOVIET):
            assert not s.control[side] & ~s.ever[side]
        assert not s.forts & s.ever[SOVIET] & ~s.world.board.original[SOVIET]

    def _stacking(self, s: State) -> None:
        """Three units a hex, or a shock army alone; Fortress Commands do not count. 6.1, 6.2"""
        roster = s.world.roster
        kind = s.stack[-1].kind if s.stack else ""
        moving = SOVIET if s.phase == "soviet-move" else GERMAN
        for units in s.stacks.values():
            if kind in OVER_STACKS and self.sides[units[0]] == moving:
                continue
            if kind == "retreat" and getattr(s.stack[-1], "going", -1) in units:
                continue  # 11.6.1.p4: it goes on at once
            counted = [u for u in units if not self.static[u]]
            assert len(counted) <= (1 if any(roster.shock[u] for u in units) else 3), units

    # Dear --------------------------------------------------------------------------------------

    def check_all(self, state: State) -> None:
        assert {u: h for u, h in enumerate(state.where) if h >= 0} == self.where
        for side in (GERMAN, SOVIET):
            assert set(hexes(state, state.control[side])) == {
                h for h, who in self.held.items() if who == side
            }
            assert set(hexes(state, state.ever[side])) == {h for h, who in self.ever if who == side}
            assert set(hexes(state, state.zoc(side))) == zone(state, side)
            lines = traced(state, side)
            assert set(hexes(state, state.net(side))) == lines
            for u in state.world.roster.of_side[side]:
                if state.where[u] >= 0:
                    assert state.supply(u) == supply(state, u, lines)
        assert set(hexes(state, state.forts)) == self.forts
        if state.result is not None:
            self._result(state)

    def _result(self, s: State) -> None:
        """The end: the points decide, unless it was sudden death. 4.3"""
        assert s.result is not None
        german, soviet = self.vp
        assert s.result["vp"] == {"german": german, "soviet": soviet}
        assert sum(s.result["score"].values()) == german + soviet
        if s.result["by"] == "points":
            assert s.turn == 8
            expected = "soviet"
            if german >= 30 and soviet == german / 2:
                expected = "draw"
            elif german >= 30 and soviet < german / 2:
                expected = "german"
            assert s.result["winner"] == expected

    def writable(self, state: State) -> bool:
        """A position is written as of the beginning of a decision of the turn's own."""
        kind = state.stack[-1].kind
        if kind == "combat" and state.phase == "soviet-combat" and aerial_available(state):
            return False  # the German has passed, and in the position they are asked
        if kind == "combat":  # a position does not tell what befell units that are gone
            flags = state.attacked | state.was_attacked
            return not any(flags >> u & 1 for u, h in enumerate(state.where) if h < 0)
        return kind in ("setup", "order", "markers", "move", "arrivals")


def hexes(s: State, found: int) -> list[int]:
    """The indices of a set of hexes."""
    return [h for h in range(s.world.grid.size) if found >> h & 1]


def hexes_of(s: State, side: int) -> set[int]:
    """The hexes with units of a side."""
    return {h for h, units in s.stacks.items() if s.world.roster.side[units[0]] == side}


@cache
def links(data: OderData) -> dict[int, list[int]]:
    """The neighbours of each land hex that are land and not behind an all-sea hexside."""
    land, sea = set(data.playable), set(data.all_sea)
    return {
        GRID.index(a): [
            n
            for n in GRID.neighbours(GRID.index(a))
            if GRID.number(n) in land
            and (min(a, GRID.number(n)), max(a, GRID.number(n))) not in sea
        ]
        for a in land
    }


def zone(s: State, side: int) -> set[int]:
    """The hexes of the side's units and those around them, not over sea nor onto the spits. 7.0"""
    free = {s.world.grid.index(n) for n in ("2607", "2706")}
    if not s.world.options["zoc_into_2208"]:
        free.add(s.world.grid.index("2208"))
    own, near = hexes_of(s, side), links(s.world.data)
    return own | {n for h in own for n in near[h] if n not in free or h in free}


def traced(s: State, side: int) -> set[int]:
    """The hexes that have a line to a source, found by walking from the sources. 8.1, 7.4"""
    sources = set(hexes(s, s.world.board.sources[side])) - hexes_of(s, 1 - side)
    if s.world.options["source_needs_control"]:
        sources &= set(hexes(s, s.control[side]))
    enemy, ezoc = hexes_of(s, 1 - side), zone(s, 1 - side)
    found, waiting, near = set(sources), deque(sources), links(s.world.data)
    while waiting:
        for n in near[waiting.popleft()]:
            if n not in found:
                found.add(n)
                if n not in enemy and n not in ezoc:
                    waiting.append(n)
    return found


def supply(s: State, u: int, lines: set[int]) -> str:
    """The state of supply of a unit, by the order of R-54; `lines` are the hexes with a line."""
    world, h = s.world, s.where[u]
    side, number = world.roster.side[u], world.grid.number(h)
    if h in lines:
        return "regular"
    if side == SOVIET:
        return OUT
    city = any(place.hex == number and place.kind == "city" for place in world.data.places)
    fortress = city and world.data.control[number] == "german" and not s.ever[SOVIET] >> h & 1
    coastal = number in world.data.coastal
    if s.aerial == u and (world.options["aerial_before_fortress"] or not (fortress or coastal)):
        return "aerial"
    return "fortress" if fortress else "coastal" if coastal else "out"
