"""What Kesselschlacht promises at every moment of a game."""

from __future__ import annotations

from collections import Counter

from hexfront.games.kesselschlacht.rules.artillery import road_bound
from hexfront.games.kesselschlacht.rules.defensive_positions import HASTY, PREPARED, holds
from hexfront.games.kesselschlacht.rules.orders import bound
from hexfront.games.kesselschlacht.rules.stacking import excess
from hexfront.games.kesselschlacht.rules.supply import grade_now
from hexfront.games.kesselschlacht.sides import (
    ABSENT,
    AWAY,
    AXIS,
    DEAD,
    EXITED,
    GRADES,
    OK,
    OUT,
    RT,
    SOVIET,
    STATUSES,
    WAITING,
)
from hexfront.games.kesselschlacht.state import BUILT, CARRIED, LOST, State
from hexfront.hexes import bits
from hexfront.kernel.state import Event

GOES = ("move", "retreat", "advance", "displaced")
"""Events that bring units to `to`."""
COMES = ("setup", "arrives", "returns")
"""Events that bring units to `hex`."""
ON_THE_WAY = ("group", "retreat", "displace", "fallback", "setup")
"""Decisions during which a stack may be too large or of several statuses."""
WRITABLE = (
    "positions", "move", "combat", "activation",
)  # fmt: skip
"""Decisions with which a phase begins, or to which reading a position leads again."""


class KesselschlachtWatch:
    """Checks a game; keeps its own account of units, bridges and losses from the events."""

    def __init__(self, state: State) -> None:
        roster = state.world.roster
        self.side = roster.side
        self.where: dict[int, int] = {}
        """Where the units on the map are, as the events tell it."""
        self.lost: Counter[int] = Counter()
        self.gone: set[int] = set()
        self.turn = state.turn
        self.standing = state.world.board.standing
        self.trains = [train.state for train in state.trains]
        self._seen: list[object] = []
        """Where the units were, in what status and supply, when they were looked at last."""
        self._rested: list[object] = []
        """The same, when no unit was on its way."""
        self._stood: dict[int, int] | None = None
        """Where the Soviet units stood when the last Soviet move was over; then those out of supply."""
        self._out: set[int] = set()
        self._under_orders: set[int] = set()

    # The account -------------------------------------------------------------------------------

    def see(self, event: Event) -> None:
        """Take note of an event."""
        what = event["what"]
        units = event.get("units") or ((event["unit"],) if "unit" in event else ())
        if what in GOES:
            self.where |= dict.fromkeys(units, event["to"])
        elif what in COMES:
            self.where |= dict.fromkeys(units, event["hex"])
        elif what == "setup-back":
            del self.where[event["unit"]]
        elif what == "eliminated":
            self.lost[event["unit"]] += 1
            del self.where[event["unit"]]
        elif what == "exit":
            for u in units:
                del self.where[u]
                self.gone.add(u)
        elif what == "turn":
            assert event["turn"] in (self.turn, self.turn + 1)
            self.turn = event["turn"]

    # Cheap -------------------------------------------------------------------------------------

    def check(self, state: State) -> None:
        """The cheap promises, after every choice; those about units where something about units has changed."""
        kind = state.stack[-1].kind if state.stack else ""
        seen = [state.where[:], state.status[:], state.grade[:]]
        if seen != self._seen:
            self._units(state)
            self._seen = seen
        if kind not in ON_THE_WAY and seen != self._rested:
            self._stacks(state)
            self._rested = seen
        self._isolation(state, kind)
        self._points(state)
        self._positions(state)
        self._bridges(state)
        self._activation(state)
        if state.phase.startswith("setup"):
            return
        assert state.turn == self.turn

    def _units(self, s: State) -> None:
        """Every counter is in one place, and no hex has units of both sides."""
        count, occupied = 0, [0, 0]
        for h, units in s.stacks.items():
            count += len(units)
            assert len(set(units)) == len(units)
            side = self.side[units[0]]
            occupied[side] |= 1 << h
            for u in units:
                assert s.where[u] == h
                assert self.side[u] == side  # 11.1.2.b
        assert s.occupied == occupied
        assert not occupied[AXIS] & occupied[SOVIET]
        assert not (occupied[AXIS] | occupied[SOVIET]) & ~s.world.grid.all
        assert count == sum(h >= 0 for h in s.where)
        for u, h in enumerate(s.where):
            assert s.status[u] in STATUSES
            assert s.grade[u] in GRADES
            if h < 0:
                assert h in (AWAY, DEAD, WAITING, ABSENT, EXITED)
                assert h != WAITING or u in s.queue
                assert s.status[u] == OK
        assert not s.control[AXIS] & s.control[SOVIET]
        hq = s.world.roster.hq
        for h, units in s.stacks.items():
            assert all(hq[u] for u in units) or s.control[self.side[units[0]]] >> h & 1

    def _stacks(self, s: State) -> None:
        """At rest no hex holds too many, and all units of a hex are in the same state. 3.1, 13.3.b"""
        for h, units in s.stacks.items():
            assert not excess(s, h), (s.world.grid.number(h), units)
            assert len({s.status[u] for u in units}) == 1, (s.world.grid.number(h), units)
            guns = any(road_bound(s, u) for u in units)
            assert not guns or s.world.board.road_hexes >> h & 1, (s.world.grid.number(h), units)

    def _isolation(self, s: State, kind: str) -> None:
        """No Soviet move cuts off a unit that was in supply when last checked, except under orders. 11.3.3"""
        if s.phase != "soviet-move":
            self._stood = None
            return
        roster = s.world.roster
        stand = {u: s.where[u] for u in roster.of_side[SOVIET] if s.where[u] >= 0}
        if kind != "move" or stand == self._stood:
            return
        in_supply = [u for u in stand if s.grade[u] != OUT and s.status[u] != RT]
        out = {u for u in in_supply if grade_now(s, u) == OUT}
        if self._stood is not None:
            moved = {u for u, h in self._stood.items() if stand.get(u) != h}
            new = [roster.ids[u] for u in out - self._out]
            assert not new or moved & self._under_orders, new
        self._stood, self._out = stand, out
        self._under_orders = {u for u in stand if bound(s, u)}

    def _points(self, s: State) -> None:
        """Only corps of First Panzer Army have points, whole ones. 2.4.1, 2.4.2"""
        corps = set(s.world.roster.corps)
        for track in (s.fuel, s.ammo, s.fuel_spent, s.ammo_spent):
            assert set(track) <= corps
            assert all(type(n) is int and n >= 0 for n in track.values())
        for hq in corps:
            gone = s.where[hq] in (DEAD, EXITED)
            assert not gone or not (s.fuel.get(hq) or s.ammo.get(hq))  # 13.1.2, R-193

    def _positions(self, s: State) -> None:
        """No more positions than markers, each held by infantry. 7.1, 7.1.5.a"""
        assert not s.hasty & s.prepared
        markers = s.world.data.markers
        assert s.hasty.bit_count() <= markers[HASTY]
        assert s.prepared.bit_count() <= markers[PREPARED]
        for h in bits(s.hasty | s.prepared):
            assert any(holds(s, u) for u in s.units_in(h)), s.world.grid.number(h)

    def _bridges(self, s: State) -> None:
        """Bridges only fall, but for pontoons that are built. 15.0"""
        if not s.phase.startswith("setup"):
            assert not s.standing & ~self.standing
        self.standing = s.standing
        order = (CARRIED, BUILT, LOST)
        states = [train.state for train in s.trains]
        for before, now in zip(self.trains, states, strict=False):
            assert order.index(now) >= order.index(before)
        self.trains = states
        for train in s.trains:
            assert (train.a >= 0) == (train.state == BUILT)

    def _activation(self, s: State) -> None:
        """Only Soviet units are activated, and no more than may be tried. 9.1.3"""
        limits = s.world.tables["activation_attempts"]
        assert not s.activated & ~s.world.roster.sets[SOVIET]
        assert s.corps_attempts <= limits["corps"]
        assert s.army_attempts <= limits["armies"]
        tried = sum(s.world.roster.army[u] for u in bits(s.tried))
        assert tried <= limits["armies"] + s.priority_failed

    # Dear --------------------------------------------------------------------------------------

    def check_all(self, state: State) -> None:
        assert {u: h for u, h in enumerate(state.where) if h >= 0} == self.where
        assert state.killed == self.lost
        assert {u for u, h in enumerate(state.where) if h == EXITED} == self.gone
        board = state.world.board
        for side in (AXIS, SOVIET):
            assert set(bits(state.zoc(side))) == zone(state, side)
        for u in bits(state.locked):  # 11.2.2.b
            if self.side[u] == AXIS and state.where[u] >= 0:
                assert board.south >> state.where[u] & 1, state.world.roster.ids[u]
        if state.result is not None:
            assert state.turn == state.world.turns
            vp, score = state.result["vp"], state.result["score"]
            assert sum(score.values()) == sum(vp.values())
            assert state.result["difference"] == vp["axis"] - vp["soviet"]

    def writable(self, state: State) -> bool:
        """A position is written as of the beginning of a decision of the phase's own."""
        return state.stack[-1].kind in WRITABLE and not state.phase.startswith("setup")


def zone(s: State, side: int) -> set[int]:
    """The zones of a side's units, hex by hex: not into cities, not over a major river without a bridge. 3.2"""
    world = s.world
    roster, board = world.roster, world.board
    bridged = {pair for i, pair in enumerate(board.bridge_sides) if s.standing >> i & 1}
    bridged |= {(train.a, train.b) for train in s.trains if train.state == BUILT}
    found = set()
    for h, units in s.stacks.items():
        if roster.side[units[0]] != side:
            continue
        able = [u for u in units if not roster.hq[u] and s.status[u] != RT]
        battalions = [u for u in able if roster.battalion[u]]
        if len(battalions) == len(able) and len(battalions) < world.battalions:
            continue
        for n in world.grid.neighbours(h):
            river = board.river.get((h, n), 0) == 2
            open_ = not river or (h, n) in bridged or (n, h) in bridged
            if open_ and not board.cities >> n & 1:
                found.add(n)
    return found
