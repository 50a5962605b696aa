"""The commander of one side in Oder: markers, momentum, losses, retreats, advances, arrivals."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.bots.planner.commander import Commander, Verbs
from hexfront.bots.planner.fights import Fight
from hexfront.bots.planner.moves import Order
from hexfront.bots.planner.oder.fights import OderFights, worth
from hexfront.bots.planner.oder.maps import threat
from hexfront.bots.planner.oder.moves import OderPlan
from hexfront.bots.planner.oder.placing import Placing, air_hex, naval_hex
from hexfront.bots.planner.oder.probing import Probing
from hexfront.bots.planner.oder.values import (
    SUDDEN,
    alarms,
    defence_of,
    is_out,
    keeps_shut,
    kill_values,
    loss_value,
    open_ways,
    place_value,
    risk,
    shut_in,
    strength_value,
)
from hexfront.bots.planner.probes import Probe
from hexfront.games.oder.rules.attackers import attackers, closed
from hexfront.games.oder.rules.momentum import Momentum
from hexfront.games.oder.rules.movement import movable
from hexfront.games.oder.rules.results import battle_of, battle_under_way
from hexfront.games.oder.sides import AERIAL, FIGHT_MOVE, GERMAN, MOVE_FIGHT, OUT, REGULAR, SOVIET
from hexfront.games.oder.state import State
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import subjects

TRIES = 3
"""How many attacks are tried as the first; playouts just take the best."""
SEAL = 0.2
"""A probe comes before the next attack if it brings this much."""
KEPT = 4.0
"""How much more a unit due does in the turns to come than one that is long there."""
FREE_HAND = 0.3
"""What it is worth to move after the fighting: through the holes, and out of danger."""


class OderCommander(Commander[State]):
    """Decides for one side of Oder."""

    _placing: Placing | None = None

    def segment_of(self, s: State) -> object:
        return s.turn, s.phase

    def orders(self, s: State, movable: list[int]) -> list[Order]:
        return OderPlan(s, self.side, self.plan, self.depth).orders(movable)

    def fight(self, s: State) -> Fight | None:
        shut = closed(s, self.side)
        least = 0.02 / self.plan.boldness

        def accept(fight: Fight) -> bool:
            open_ = fight.target not in self.shunned and not shut >> fight.target & 1
            worthwhile = open_ and fight.value > least
            return worthwhile and not any(keeps_shut(s, self.side, u) for u in fight.units)

        able = attackers(s, self.side)
        return OderFights(s, self.side).best(able, accept, TRIES if self.explains else 1)

    def before_combat(self, s: State, verbs: Verbs) -> Choice | None:
        """A probe that shuts enemy units in comes before the attack on them."""
        probe = self.probe(s, verbs.get("probe", []))
        return self.go_in(s, probe) if probe is not None and probe.value > SEAL else None

    def probe(self, s: State, choices: Sequence[Choice]) -> Probe | None:
        if not choices:
            return None
        able = attackers(s, self.side)
        probing = Probing(s, self.side, able)
        return probing.best(choices, self.shunned)

    # Everything else --------------------------------------------------------------------------

    def other(self, s: State, verbs: Verbs) -> Choice:
        """Orders, markers, momentum, losses, retreats, advances, arrivals."""
        roster = s.world.roster
        if "order" in verbs:
            return self._first(s, verbs)
        if s.stack and isinstance(s.stack[-1], Momentum):
            return self._momentum(s, s.stack[-1].units, verbs)
        if "aerial" in verbs:
            return self._aerial(s, verbs)
        if "lose" in verbs:
            return min(verbs["lose"], key=lambda c: loss_value(s, roster.index[str(c[1])]))
        if "remove" in verbs:
            return max(verbs["remove"], key=lambda c: loss_value(s, roster.index[str(c[1])]))
        if "retreat" in verbs:
            against = threat(s, 1 - self.side)
            return max(verbs["retreat"], key=lambda c: self._retreat(s, c, against))
        if "advance" in verbs:
            return self._advance(s, verbs)
        if "place" in verbs:
            return self._place(s, verbs)
        for verb in ("pass", "done"):
            if verb in verbs:
                return verbs[verb][0]
        return next(iter(verbs.values()))[0]

    def _first(self, s: State, verbs: Verbs) -> Choice:
        """Move or fight first: what stands ready against what could be brought about. 5.3"""
        order = self.plan.order
        if not order:
            ready = self._attacks(s, FIGHT_MOVE)
            board = s.copy()
            board.orders = self._ordered(s, MOVE_FIGHT)
            plan = OderPlan(board, self.side, self.plan, min(self.depth, 10))
            plan.orders(list(movable(board, self.side)))
            moved = self._attacks(board, MOVE_FIGHT)
            order = FIGHT_MOVE if ready + FREE_HAND > moved and ready > 0.1 else MOVE_FIGHT
        return next(c for c in verbs["order"] if c[1] == order)

    def _ordered(self, s: State, order: str) -> tuple[str, str]:
        return (order, s.orders[SOVIET]) if self.side == GERMAN else (s.orders[GERMAN], order)

    def _attacks(self, s: State, order: str) -> float:
        """What all attacks from where units stand are worth under an order."""
        declared, s.orders = s.orders, self._ordered(s, order)
        value = OderFights(s, self.side).total(attackers(s, self.side))
        s.orders = declared
        return value

    def _momentum(self, s: State, units: tuple[int, ...], verbs: Verbs) -> Choice:
        """The best attack of those who have just advanced, or a probe. 11.8"""
        if self.segment_of(s) != self.segment:
            self.segment, self.shunned = self.segment_of(s), set()
        offered = {s.world.grid.index(str(c[1])) for c in verbs.get("target", [])}
        fight = OderFights(s, self.side).best(
            list(units), lambda fight: fight.target in offered - self.shunned
        )
        strike = self.strike(s, verbs, fight)
        if strike is not None:
            return strike
        probing = Probing(s, self.side, list(units))
        probe = probing.best(verbs.get("probe", []), self.shunned)
        return (self.go_in(s, probe) if probe is not None else None) or verbs["pass"][0]

    def _aerial(self, s: State, verbs: Verbs) -> Choice:
        """Supply by air the unit that gains most by it, once it is attacked. 8.3"""
        battle = battle_under_way(s)
        if battle is None:
            return verbs["pass"][0]
        best, chosen = worth(s, battle)[0] - 0.05, verbs["pass"][0]
        for u in s.units_in(battle.target):
            choice = s.world.roster.aerial[u]
            if choice in verbs["aerial"]:
                s.aerial = u
                value = worth(s, battle)[0]
                s.aerial = -1
                if value < best:
                    best, chosen = value, choice
        return chosen

    def _retreat(self, s: State, choice: Choice, against: dict[int, float]) -> float:
        """How good a retreat is: supply, safety, company."""
        roster, grid, board = s.world.roster, s.world.grid, s.world.board
        u, h = roster.index[str(choice[1])], grid.index(str(choice[2]))
        here = s.where[u]
        s.suppose(u, h)
        out = is_out(s, self.side, h)
        state = OUT if out else REGULAR
        danger = risk(s, h, self.side, defence_of(s, h), against.get(h, 0.0))
        score = -danger * loss_value(s, u, state) - (0.4 if out else 0.0)
        s.suppose(u, here)
        if self.side == GERMAN:
            score += 0.3 * place_value(s, h)
        return score + 0.03 * (board.ring[h] & s.occupied[self.side]).bit_count()

    def _advance(self, s: State, verbs: Verbs) -> Choice:
        """Where units can stand, where it leads on, where it shuts others in."""
        battle = battle_of(s)
        target, side, roster = battle.target, self.side, s.world.roster
        against = threat(s, 1 - side)
        held = defence_of(s, target)
        best, chosen = 0.0, verbs["done"][0]
        alarm = alarms(s, side)
        now = shut_in(s, side, alarm) - self._open_ways(s)
        for choice in verbs["advance"]:
            u = roster.index[str(choice[1])]
            own, here = roster.defence[u], s.where[u]
            gain = 0.02 if not held else 0.0
            if not held:
                gain += place_value(s, target)
            gain -= place_value(s, here) if defence_of(s, here) == own and side == GERMAN else 0.0
            before = risk(s, here, side, defence_of(s, here), against.get(here, 0.0))
            after = risk(s, target, side, held + own, against.get(target, 0.0))
            s.suppose(u, target)
            state = OUT if is_out(s, side, target) else REGULAR
            if state == OUT:
                gain -= 0.25
            gain -= (after - before) * loss_value(s, u, state)
            gain += self._onward(s, u, target, battle.momentum)
            gain += shut_in(s, side, alarm) - self._open_ways(s) - now
            s.suppose(u, here)
            if gain > best:
                best, chosen = gain, choice
        return chosen

    def _open_ways(self, s: State) -> float:
        """What the holes in our front may cost; if we still move they can be closed."""
        return open_ways(s, self.side) if s.orders[self.side] == MOVE_FIGHT else 0.0

    def _onward(self, s: State, u: int, target: int, used: bool) -> float:
        """What a unit adds to the momentum attack of those already in a hex. 11.8"""
        momentous, momentum = s.world.roster.momentous, s.momentum
        if used or not momentous[u] or momentum >> u & 1:
            return 0.0
        there = [v for v in s.units_in(target) if momentous[v] and not momentum >> v & 1]
        fights = OderFights(s, self.side)
        best = fights.best(there, lambda _: True)
        rest = fights.best([v for v in there if v != u], lambda _: True)
        return (best.value if best else 0.0) - (rest.value if rest else 0.0)

    # Placing ----------------------------------------------------------------------------------

    def _place(self, s: State, verbs: Verbs) -> Choice:
        places = verbs["place"]
        if s.phase == "german-markers":
            return self._markers(s, verbs)
        phase = self.segment_of(s)
        if self._placing is None or phase != self.segment:
            self.segment, self._placing = phase, Placing(s, self.side)
        for choice in verbs.get("forfeit", []):
            u = s.world.roster.index[str(choice[1])]
            if self._gives_up(s, u):
                return choice
        return self._placing.best(s, places)

    def _gives_up(self, s: State, u: int) -> bool:
        """Whether a unit due is worth less than the point for not placing it. 9.3.p3"""
        if s.world.options["unplaced_unit_vp"] != "owner":
            return False
        if max(alarms(s, self.side).values(), default=0.0) >= SUDDEN / 2:
            return False
        left = s.world.turns - s.turn
        return kill_values(s)[self.side] > KEPT * strength_value(s, u) * left

    def _markers(self, s: State, verbs: Verbs) -> Choice:
        """Air support where it counts most, unless supply by air counts for more; ships likewise. 5.4"""
        offered = subjects(verbs["place"])
        if "air" in offered:
            value, h = air_hex(s)
            if h >= 0 and value > self._supply_by_air(s):
                return ("place", "air", s.world.grid.number(h))
        if "naval" in offered:
            h = naval_hex(s)
            if h >= 0:
                return ("place", "naval", s.world.grid.number(h))
        return verbs["done"][0]

    def _supply_by_air(self, s: State) -> float:
        """The most that supply by air could save this turn. 8.3"""
        against = threat(s, SOVIET)
        best = 0.0
        for u in s.world.roster.of_side[GERMAN]:
            h = s.where[u]
            if h >= 0 and s.supply(u) == OUT:
                danger = risk(s, h, GERMAN, defence_of(s, h), against.get(h, 0.0), True)
                saved = loss_value(s, u, OUT) - loss_value(s, u, AERIAL)
                best = max(best, danger * saved)
        return best
