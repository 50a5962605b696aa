"""Tactics that look alike in every game: gather for an attack, cut lines, shut in, guard.

What an attack, a line or a danger is worth the game's own plan knows.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from hexfront.bots.planner.board import S, cut_by
from hexfront.bots.planner.moves import MovePlan
from hexfront.bots.planner.proposals import Proposal
from hexfront.hexes import HexSet, bits

SEVER = 4
"""So many units at most cut one line."""
MOST = 10
"""So many units are tried for one attack, the strongest first."""


class TacticalPlan(MovePlan[S]):
    """A plan that knows what attacks and lines are worth."""

    @abstractmethod
    def ground(self) -> HexSet:
        """The hexes our units may stand in."""

    @abstractmethod
    def comers(self, ring: HexSet) -> list[int]:
        """The units to be tried for an attack from these hexes, the best first."""

    @abstractmethod
    def post(self, u: int, target: int, ring: HexSet, taken: set[int]) -> int:
        """Which hex around a target suits an attacker, beside those in these directions; -1 for none."""

    @abstractmethod
    def spent(self, u: int, h: int) -> float:
        """What it costs to use a unit for an attack from there."""

    @abstractmethod
    def strikes(self, u: int) -> bool:
        """Whether a unit can carry an attack."""

    @abstractmethod
    def attack_value(self, target: int, units: tuple[int, ...]) -> tuple[float, str]:
        """What an attack by units where they stand is worth, and its odds in words."""

    @abstractmethod
    def cut_value(self, hexes: HexSet) -> float:
        """What it is worth to have zones of control at these hexes for what they cut off."""

    @abstractmethod
    def cut_worth(self, lost: HexSet) -> float:
        """What it is worth that the enemy in these hexes has no line."""

    @abstractmethod
    def linked(self, side: int) -> HexSet:
        """The hexes whose units of a side have a line now, whatever a line is in the game."""

    @abstractmethod
    def line_of(self, side: int, h: int) -> list[int] | None:
        """The line of a side from a hex, both ends included, None if there is none."""

    @abstractmethod
    def stray(self, u: int, h: int) -> float | None:
        """What it costs a unit to be a cutter there for its own line; None if it is none."""

    @abstractmethod
    def line_price(self, u: int) -> float:
        """What it costs us if this unit loses its line."""

    @abstractmethod
    def guards(self, u: int) -> bool:
        """Whether a unit may be sent to guard a line."""

    def ready(self, target: int) -> tuple[int, ...]:
        """Units that stay beside a target and will be in the attack anyway."""
        return ()

    def around(self, target: int) -> HexSet:
        """The hexes from which a target is attacked."""
        hexes: HexSet = self.s.world.grid.ring1[target]
        return hexes & self.ground()

    def without(self, units: tuple[int, ...], ask: Callable[[], float]) -> float:
        """An answer as it is once these units have left where they stand."""
        for u in units:
            self.s.suppose(u, -1)
        answer = ask()
        for u in units:
            self.s.suppose(u, self.start[u])
        return answer

    def frees(self, u: int, here: int, there: int) -> bool:
        """Whether enemies are cut off as long as this unit stays, and free when it goes."""
        s, enemy = self.s, 1 - self.side
        free = self.linked(enemy) & s.occupied[enemy]
        s.suppose(u, here)
        shut_in = free & ~self.linked(enemy)
        s.suppose(u, there)
        return bool(shut_in)

    # The tactics ------------------------------------------------------------------------------

    def mass(self, target: int) -> Proposal | None:
        """Bring units around an enemy stack for an attack: as many as pay, from the best sides."""
        s = self.s
        ring = self.around(target)
        placed: list[tuple[int, int]] = []
        best: Proposal | None = None
        ready = self.ready(target)
        directions = {s.world.grid.direction(target, s.where[u]) for u in ready}
        alone = max(0.0, self.attack_value(target, ready)[0]) if ready else 0.0
        spent = 0.0
        for u in self.comers(ring)[:MOST]:
            h = self.post(u, target, ring, directions)
            if h < 0:
                continue
            spent += self.spent(u, h)
            s.suppose(u, h)
            placed.append((u, h))
            directions.add(s.world.grid.direction(target, h))
            units = (*ready, *(v for v, _ in placed))
            if not any(self.strikes(v) for v in units):
                continue
            gain, odds = self.attack_value(target, units)
            gain -= alone
            weight = max(self.sector_of(v).posture.fight for v, _ in placed) * self.boldness
            value = (gain * weight if gain > 0 else gain) - spent
            if best is None or value > best.value:
                terms = (("the attack", gain), ("exposure and effort", -spent))
                best = Proposal("mass", target, tuple(placed), value, terms, odds)
        for u, _ in placed:
            s.suppose(u, self.start[u])
        return best if best is not None and best.value > 0.02 else None

    def cut(self, h: int) -> Proposal | None:
        """Stand where the zone of control cuts the enemy's lines."""
        value = self.cut_value(1 << h)
        if value <= 0:
            return None
        found = [
            p for u in self.who_reaches(1 << h) if (p := self._cutter(u, h, value)) is not None
        ]
        for proposal in sorted(found, key=lambda p: -p.value):
            ((u, _),) = proposal.moves
            if self.without((u,), lambda: self.cut_value(1 << h)) >= value:
                return proposal
        return None

    def _cutter(self, u: int, h: int, value: float) -> Proposal | None:
        if self.s.where[u] != h and not self.fits(h, u):
            return None
        stray = self.stray(u, h)
        if stray is None:
            return None
        gain = value * self.sector_of(u).posture.cut
        loss = self.exposure(u, h)
        idle = 0.03 * self.duty(u)
        worth = gain - loss - stray - idle
        terms = (("lines cut", gain), ("danger there", -loss), ("own line", -stray))
        return Proposal("cut", h, ((u, h),), worth, terms) if worth > 0.03 else None

    def sever(self, target: int) -> Proposal | None:
        """Cut the lines of a stack with several units: each where the line left to it grows longest."""
        s, side = self.s, self.side
        if not self.linked(1 - side) >> target & 1:
            return None
        free = self.linked(1 - side) & s.occupied[1 - side]
        moves: list[tuple[int, int]] = []
        cost = 0.0
        line = self.line_of(1 - side, target)
        while line is not None and len(moves) < SEVER:
            move = self._barrier(target, line, {u for u, _ in moves})
            if move is None:
                break
            cost += move[2]
            moves.append(move[:2])
            s.suppose(*moves[-1])
            line = self.line_of(1 - side, target)
        gain = self.cut_worth(free & ~self.linked(1 - side)) if line is None else 0.0
        for u, _ in moves:
            s.suppose(u, self.start[u])
        terms = (("lines cut", gain), ("danger and duty", -cost))
        if not moves or gain - cost <= 0.03:
            return None
        return Proposal("sever", target, tuple(moves), gain - cost, terms)

    def _barrier(
        self, target: int, line: list[int], taken: set[int]
    ) -> tuple[int, int, float] | None:
        """A unit and a hex that make the line of a stack as long as can be, or cut it; and the price."""
        s, side, grid = self.s, self.side, self.s.world.grid
        beside = 0
        for n in line[1:-1]:
            beside |= grid.ring1[n] | 1 << n
        best, chosen = 0.0, None
        for h in bits(beside & self.ground() & self.reached & ~s.occupied[side]):
            able = [u for u in self.who_reaches(1 << h) if u not in taken and self.fits(h, u)]
            able = [u for u in able if self.stray(u, h) is not None]
            if not able:
                continue
            u = min(able, key=lambda u: (self.exposure(u, h) + 0.03 * self.duty(u), u))
            here = s.where[u]
            s.suppose(u, h)
            longer = self.line_of(1 - side, target)
            s.suppose(u, here)
            gain = 30.0 if longer is None else float(len(longer) - len(line))
            price = self.exposure(u, h) + 0.03 * self.duty(u) + (self.stray(u, h) or 0.0)
            if gain - price > best:
                best, chosen = gain - price, (u, h, price)
        return chosen

    def ring(self, target: int) -> Proposal | None:
        """Two units on opposite sides of a stack: zones all round, no line and no way out."""
        open_ = self.ground()
        around = dict(self.s.world.grid.near[target])
        best: Proposal | None = None
        for d in range(3):
            one, other = around.get(d, -1), around.get(d + 3, -1)
            if one < 0 or other < 0 or not open_ >> one & open_ >> other & 1:
                continue
            value = self.cut_value(1 << one | 1 << other)
            if value <= 0:
                continue
            proposal = self._pair(one, other, value)
            if proposal is not None and (best is None or proposal.value > best.value):
                best = proposal
        return best

    def _pair(self, one: int, other: int, value: float) -> Proposal | None:
        """The best two units for two hexes, or one for the hex that nobody stands in."""
        s, side = self.s, self.side
        moves: list[tuple[int, int]] = []
        cost = 0.0
        for h in (one, other):
            if any(u not in self.reach and s.world.roster.side[u] == side for u in s.units_in(h)):
                continue  # somebody stays there
            taken = {u for u, _ in moves}
            found = [
                p
                for u in self.who_reaches(1 << h)
                if u not in taken and (p := self._cutter(u, h, value)) is not None
            ]
            if not found:
                return None
            best = max(
                found, key=lambda p: p.value + (0.02 if s.where[p.moves[0][0]] == h else 0.0)
            )
            moves += best.moves
            cost += value * self.sector_of(best.moves[0][0]).posture.cut - best.value
        if not moves:
            return None
        hexes = 1 << one | 1 << other
        units = tuple(u for u, h in moves if s.where[u] != h)
        sure = self.without(units, lambda: self.cut_value(hexes)) if units else 0.0
        terms = (("shut in", sure), ("danger and duty", -cost))
        worth = sure - cost
        return Proposal("ring", one, tuple(moves), worth, terms) if worth > 0.03 else None

    def guard(self, h: int) -> Proposal | None:
        """Stand where the enemy would cut our lines."""
        s, side = self.s, self.side
        if s.occupied[side] >> h & 1:
            return None
        lost = cut_by(s, 1 - side, 1 << h, self.linked)
        price = {
            u: self.line_price(u) for n in bits(lost & s.occupied[side]) for u in s.units_in(n)
        }
        best: Proposal | None = None
        for u in self.who_reaches(1 << h) if price else ():
            if not self.guards(u) or not self.fits(h, u):
                continue
            gain = sum(price.values()) - price.get(u, 0.0)
            cost = self.exposure(u, h) + 0.03 * self.duty(u)
            cost += 0.005 * self.strength(u)
            if gain - cost > 0.03 and (best is None or gain - cost > best.value):
                terms = (("our lines", gain), ("danger and duty", -cost))
                best = Proposal("guard", h, ((u, h),), gain - cost, terms)
        return best
