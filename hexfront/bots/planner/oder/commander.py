"""The commander of one side in Oder: markers, momentum, losses, retreats, advances, arrivals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hexfront.bots.planner.board import threat_of
from hexfront.bots.planner.commander import Commander, Verbs
from hexfront.bots.planner.fights import Fight
from hexfront.bots.planner.moves import Order
from hexfront.bots.planner.oder.fights import OderFights, worth
from hexfront.bots.planner.oder.intentions import Intentions, intended
from hexfront.bots.planner.oder.maps import ground, opposite, reaches, threat
from hexfront.bots.planner.oder.moves import OderPlan
from hexfront.bots.planner.oder.placing import Placing, air_hex, naval_hex
from hexfront.bots.planner.oder.probing import Probing
from hexfront.bots.planner.oder.reply import blows, prospects
from hexfront.bots.planner.oder.style import STANCES, Traits, style_of
from hexfront.bots.planner.oder.values import (
    SUDDEN,
    alarms,
    defence_of,
    gives_up,
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
from hexfront.games.oder.rules.attackers import attackers, closed, probe_hexes
from hexfront.games.oder.rules.momentum import Momentum
from hexfront.games.oder.rules.movement import movable
from hexfront.games.oder.rules.odds import ground_modifier
from hexfront.games.oder.rules.results import battle_of, battle_under_way
from hexfront.games.oder.sides import AERIAL, FIGHT_MOVE, GERMAN, MOVE_FIGHT, OUT, REGULAR, SOVIET
from hexfront.games.oder.state import State
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import subjects

TRIES = 3
"""How many attacks are tried as the first; playouts just take the best."""
SEAL = 0.2
"""A probe comes before the next attack if it brings this much."""
FOLLOW = 0.7
"""The share of those who may advance with a unit that will."""
COVER = 0.06
"""A pip that the ground where a beaten unit goes takes off the next attack."""
FREE_HAND = 0.3
"""What it is worth to move after the fighting: through the holes, and out of danger."""


@dataclass(slots=True)
class Planned:
    """The orders of a turn, what they are worth, and what they leave behind."""

    turn: int
    value: float
    orders: list[Order]
    intentions: Intentions
    board: State
    """With the orders carried out."""


class OderCommander(Commander[State]):
    """Decides for one side of Oder."""

    _placing: Placing | None = None
    _ahead: Planned | None = None
    """What was planned when the order of phases was declared."""
    kept = Intentions()
    """What it has been about since the last turn."""

    def segment_of(self, s: State) -> object:
        return s.turn, s.phase

    def orders(self, s: State, movable: list[int]) -> list[Order]:
        """Those made ahead if nothing has happened since: the German markers come in between. 5.1"""
        planned, self._ahead = self._ahead, None
        if planned is not None and not {order.unit for order in planned.orders} <= {*movable}:
            planned = None  # a stack was too large, and one of them was removed: 6.4
        if planned is None or planned.turn != s.turn or not self._moves_at_once(s):
            planned = self._planned(s, movable, self.stances, self.depth)
        self.kept = planned.intentions
        return planned.orders

    @property
    def stances(self) -> tuple[Traits, ...]:
        """The stances to be tried: only its own style in playouts and where a plan says how to play."""
        plain = self.explains and not self.plan.traits
        return STANCES[self.side] if plain else (self.plan.traits,)

    def _planned(
        self, s: State, movable: list[int], stances: Sequence[Traits], depth: int
    ) -> Planned:
        """The orders of the stance that leaves most when the enemy has answered."""
        found = []
        for traits in stances:
            board, plan = s.copy(), replace(self.plan, traits=traits)
            maker = OderPlan(board, self.side, plan, depth, self.kept)
            orders = maker.orders(movable)
            value = prospects(board.copy(), self.side) if len(stances) > 1 else 0.0
            kept = intended(maker.sectors, orders, maker.start)
            found.append(Planned(s.turn, value, orders, kept, board))
        return max(found, key=lambda planned: planned.value)

    def fight(self, s: State) -> Fight | None:
        shut = closed(s, self.side)
        least = 0.02 / style_of(self.plan, self.side).attack

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
        probing = self._probing(s, able)
        return probing.best(choices, self.shunned)

    def _probing(self, s: State, able: list[int]) -> Probing:
        return Probing(s, self.side, able, style_of(self.plan, self.side).danger)

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
            board = s.copy()
            board.orders = self._ordered(s, MOVE_FIGHT)
            at_once = self._moves_at_once(board)
            stances = self.stances if at_once else self.stances[:1]
            depth = self.depth if at_once else min(self.depth, 10)
            planned = self._planned(board, list(movable(board, self.side)), stances, depth)
            self._ahead = planned if at_once else None
            better = self._fights_first if self.explains else self._strikes_first
            order = FIGHT_MOVE if better(s, planned) else MOVE_FIGHT
        return next(c for c in verbs["order"] if c[1] == order)

    def _strikes_first(self, s: State, moved: Planned) -> bool:
        """Whether what stands ready is about as good as what moving first brings about; for playouts."""
        ready = self._attacks(s, FIGHT_MOVE) + self._way_out(s)
        keen = ready * style_of(self.plan, self.side).attack > 0.1
        return keen and ready + FREE_HAND > self._attacks(moved.board, MOVE_FIGHT)

    def _fights_first(self, s: State, moved: Planned) -> bool:
        """Whether it is better to fight now and to move then, with the enemy's answer to both."""
        board = s.copy()
        board.orders = self._ordered(s, FIGHT_MOVE)
        value = blows(board, self.side) + self._way_out(s)
        if value <= 0:
            return False
        after = self._planned(
            board, list(movable(board, self.side)), self.stances[:1], min(self.depth, 10)
        )
        value += prospects(after.board, self.side)
        return value > prospects(moved.board, self.side)

    def _way_out(self, s: State) -> float:
        """What a probe out of a pocket is worth, after which the way is free to march. 11.9"""
        able = [u for u in attackers(s, self.side) if is_out(s, self.side, s.where[u])]
        hexes = probe_hexes(s, self.side, able) if able else 0
        choices = [("probe", s.world.grid.number(h)) for h in bits(hexes)]
        declared, s.orders = s.orders, self._ordered(s, FIGHT_MOVE)
        found = self._probing(s, able).best(choices, set()) if choices else None
        s.orders = declared
        return found.value if found is not None else 0.0

    def _moves_at_once(self, s: State) -> bool:
        """Whether nothing comes between declaring the order of phases and moving. 5.1, 5.2.4"""
        no_markers = self.side == SOVIET or s.turn < s.world.first_support
        return no_markers and s.orders[self.side] == MOVE_FIGHT

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
        fights = OderFights(s, self.side)
        others = [u for u in attackers(s, self.side) if u not in units]

        def accept(fight: Fight) -> bool:
            """Not where others wait for them to keep the enemy shut in."""
            if fight.target not in offered - self.shunned:
                return False
            return fight.value > fights.by_any(fight.target, others)

        fight = fights.best(list(units), accept)
        strike = self.strike(s, verbs, fight)
        if strike is not None:
            return strike
        probing = self._probing(s, list(units))
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
        score += COVER * (ground_modifier(s, h)[0] + (self.side == GERMAN and s.forts >> h & 1))
        return score + 0.03 * (board.ring[h] & s.occupied[self.side]).bit_count()

    def _advance(self, s: State, verbs: Verbs) -> Choice:
        """Where units can stand, where it leads on, where it shuts others in."""
        battle = battle_of(s)
        target, side, roster = battle.target, self.side, s.world.roster
        reach = reaches(s, 1 - side)
        against = threat_of(s, reach, roster.attack.__getitem__)
        trapped = opposite(s, target, ground(s, 1 - side, reach))
        danger = style_of(self.plan, side).danger
        held = defence_of(s, target)
        room = s.world.tables["stacking"]["units"] - len(s.units_in(target))
        units = [roster.index[str(choice[1])] for choice in verbs["advance"]]
        onward = {} if battle.momentum else self._together(s, units, target, room)
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
            together = held + max(
                own, FOLLOW * sum(sorted(roster.defence[v] for v in units)[-room:])
            )
            after = risk(s, target, side, int(together), against.get(target, 0.0), trapped)
            s.suppose(u, target)
            out = is_out(s, side, target)
            gain -= 0.25 if out else 0.0
            lost = loss_value(s, u, OUT if out or trapped else REGULAR)
            gain -= danger * (after * lost - before * loss_value(s, u))
            gain += max(self._onward(s, u, target, battle.momentum), onward.get(u, 0.0))
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

    def _together(self, s: State, units: list[int], target: int, room: int) -> dict[int, float]:
        """The share of each in the momentum attack of all who may go on from a hex. 11.8"""
        momentous, momentum = s.world.roster.momentous, s.momentum
        fresh = [u for u in units if momentous[u] and not momentum >> u & 1]
        fresh = sorted(fresh, key=lambda u: -s.world.roster.attack[u])[:room]
        from_ = [s.where[u] for u in fresh]
        for u in fresh:
            s.suppose(u, target)
        best = OderFights(s, self.side).best(fresh, lambda _: True) if fresh else None
        for u, here in zip(fresh, from_, strict=True):
            s.suppose(u, here)
        return dict.fromkeys(fresh, best.value / len(fresh)) if best is not None else {}

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
        return gives_up(strength_value(s, u), s.world.turns - s.turn, kill_values(s)[self.side])

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
