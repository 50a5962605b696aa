"""The planner's mind: takes every decision of one side in a position it may know.

It is given a position made up from its side's view, or one of its own imagination in a playout.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.bots.bot import Reason
from hexfront.bots.planner import reasons
from hexfront.bots.planner.fights import Fight, best_fight, worth
from hexfront.bots.planner.maps import near_threat, stand
from hexfront.bots.planner.moves import MovePlan, Order
from hexfront.bots.planner.placing import Placing, marker_hexes
from hexfront.bots.planner.probing import Probe, best_probe
from hexfront.bots.planner.sectors import PLAIN, Plan
from hexfront.bots.planner.values import defence_of, fall_chance, place_value, risk, step_value
from hexfront.games.breakout.attackers import attackers
from hexfront.games.breakout.game import Breakout
from hexfront.games.breakout.results import battle_of
from hexfront.games.breakout.sides import GERMAN
from hexfront.games.breakout.state import State
from hexfront.kernel.decision import Choice

AIR_PRICE = 0.02
"""A marker has to bring this much."""
TRIES = 3
"""How many attacks are tried as the first; playouts just take the best."""
STUCK = 0.8
"""Fight first if so many of the units stand in enemy zones and can hardly move."""
FIGHT_FIRST = 0.5
"""Fight before moving if attacks worth this much stand ready."""

Verbs = dict[str, list[Choice]]


class Commander:
    """Decides for one side, one plan at a time."""

    def __init__(
        self, game: Breakout, side: int, plan: Plan = PLAIN, depth: int = 30, explains: bool = False
    ) -> None:
        self.side = side
        self._numbers = game.grid.numbers
        self._ids = [unit.id for unit in game.data.units]
        self.plan = plan
        self.depth = depth
        self.reason: Reason | None = None
        self.explains = explains
        """Whether anybody will read the reasons."""
        self._why_fight: Reason | None = None
        self._segment: object = None
        self._orders: list[Order] = []
        self._order: Order | None = None
        self._fight: Fight | None = None
        self._prober: set[int] = set()
        self._shunned: set[int] = set()
        self._placing: Placing | None = None

    def carry_on(self, choices: Sequence[Choice]) -> Choice:
        """The next step of an order or an attack under way."""
        self.reason = None
        by_verb = _by_verb(choices)
        return self._step(by_verb) if "stop" in by_verb else self._prepare(by_verb)

    def choose(self, s: State, choices: Sequence[Choice]) -> Choice:
        """The choice of the plan for this kind of decision."""
        self.reason = None
        by_verb = _by_verb(choices)
        if "stop" in by_verb or "cancel" in by_verb:
            return self.carry_on(choices)
        if "end" in by_verb:
            if s.phase.endswith("-move"):
                return self._move(s, by_verb)
            return self._combat(s, by_verb)
        return self._other(s, by_verb)

    # Moving -----------------------------------------------------------------------------------

    def _move(self, s: State, by_verb: Verbs) -> Choice:
        segment = (s.turn, s.phase, s.impulse)
        index = s.world.roster.index
        offered = {index[str(c[1])]: c for c in by_verb.get("pick", [])}
        if segment != self._segment:
            self._segment = segment
            board = s.copy()
            self._orders = MovePlan(board, self.side, self.plan, self.depth).orders(list(offered))
        while self._orders:
            self._order = self._orders.pop(0)
            if self._order.unit in offered:
                if self.explains:
                    self.reason = reasons.of_order(s, self._order)
                return offered[self._order.unit]
        return by_verb["end"][0]

    def _step(self, by_verb: Verbs) -> Choice:
        """One hex further on the way of the present order."""
        order = self._order
        if order is not None and order.path:
            step = ("go", self._numbers[order.path[0]])
            if step in by_verb.get("go", []):
                order.path.pop(0)
                return step
        if order is not None and order.leave and not order.path and "exit" in by_verb:
            return by_verb["exit"][0]
        return by_verb["stop"][0]

    # Fighting ---------------------------------------------------------------------------------

    def _combat(self, s: State, by_verb: Verbs) -> Choice:
        segment = (s.turn, s.phase, s.impulse)
        if segment != self._segment:
            self._segment, self._shunned = segment, set()
            self._prober = set()
        able = attackers(s, self.side, s.phase.endswith("mech"))
        least = 0.02 / self.plan.boldness

        def accept(fight: Fight) -> bool:
            return fight.target not in self._shunned and fight.value > least

        fight = best_fight(s, self.side, able, accept, TRIES if self.explains else 1)
        if fight is not None:
            choice = s.world.board.target[fight.target]
            if choice in by_verb.get("target", []):
                self._fight = fight
                self._why_fight = reasons.of_fight(s, fight) if self.explains else None
                return choice
        probe = self._probe(s, by_verb, able) if self.side == GERMAN else None
        if probe is not None:
            return probe
        return by_verb["end"][0]

    def _probe(self, s: State, by_verb: Verbs, able: list[int]) -> Choice | None:
        """Walk into a hex under the enemy's zones: an empty place, on the way to one, or out of a pocket."""
        best = Probe(0.05)
        for choice in by_verb.get("probe", []):
            h = s.world.grid.index(str(choice[1]))
            if h not in self._shunned:
                best = max(best, best_probe(s, h, able, choice), key=lambda probe: probe.value)
        if best.choice is None:
            return None
        self._shunned.add(best.hex)
        self._fight, self._prober = None, set(best.units)
        self._why_fight = reasons.of_probe(s, best.hex, best.value) if self.explains else None
        return best.choice

    def _prepare(self, by_verb: Verbs) -> Choice:
        """Name those who attack, then declare."""
        wanted = self._prober if self._fight is None else set(self._fight.units)
        names = {self._ids[u] for u in wanted}
        for choice in by_verb.get("join", []):
            if choice[1] in names:
                return choice
        if "declare" in by_verb and wanted:
            self.reason = self._why_fight
            return by_verb["declare"][0]
        if self._fight is not None:
            self._shunned.add(self._fight.target)
        return by_verb["cancel"][0]

    # Everything else --------------------------------------------------------------------------

    def _other(self, s: State, by_verb: Verbs) -> Choice:
        roster = s.world.roster
        if "order" in by_verb:
            return self._first(s, by_verb)
        if "air" in by_verb:
            return self._air(s, by_verb)
        if "kg" in by_verb or "artillery" in by_verb:
            return self._support(s, by_verb)
        if "lose" in by_verb:
            return min(by_verb["lose"], key=lambda c: _loss(s, roster.index[str(c[1])]))
        if "remove" in by_verb:
            return max(by_verb["remove"], key=lambda c: _loss(s, roster.index[str(c[1])]))
        if "retreat" in by_verb:
            return max(by_verb["retreat"], key=lambda c: _retreat(s, c))
        if "advance" in by_verb:
            return self._advance(s, by_verb)
        if "place" in by_verb:
            return self._place(s, by_verb)
        for verb in ("pass", "done"):
            if verb in by_verb:
                return by_verb[verb][0]
        return next(iter(by_verb.values()))[0]

    def _first(self, s: State, by_verb: Verbs) -> Choice:
        """Move or fight first: fight if good attacks stand ready."""
        order = self.plan.order
        if not order:
            able = attackers(s, self.side, False)
            ready = best_fight(s, self.side, able, lambda _: True)
            stuck = sum(s.zoc(1 - self.side) >> s.where[u] & 1 for u in able) > STUCK * len(able)
            fight_first = ready is not None and (stuck or ready.value > FIGHT_FIRST)
            order = "fight/move" if fight_first else "move/fight"
        chosen = [c for c in by_verb["order"] if c[1] == order]
        return (chosen or by_verb["order"])[0]

    def _air(self, s: State, by_verb: Verbs) -> Choice:
        """As many markers as pay, by what they add to the worth of the combat."""
        battle = battle_of(s)
        s.air_side = self.side
        sign = 1 if battle.side == self.side else -1
        best, chosen = sign * worth(s, battle)[0], by_verb["pass"][0]
        for choice in by_verb["air"]:
            markers = int(choice[1])
            value = sign * worth(s, battle.with_air(markers))[0] - AIR_PRICE * markers
            if value > best + 1e-9:
                best, chosen = value, choice
        return chosen

    def _support(self, s: State, by_verb: Verbs) -> Choice:
        """Claim a marker or the artillery if it changes the combat for the better."""
        battle = battle_of(s)
        sign = 1 if battle.side == self.side else -1
        best, chosen = sign * worth(s, battle)[0] + 0.005, by_verb["pass"][0]
        for choice in by_verb.get("kg", []) + by_verb.get("artillery", []):
            if choice[0] == "kg":
                helped = battle.with_kg(s.world.kg_names.index(str(choice[1])))
            else:
                helped = battle.with_artillery(s.world.roster.index[str(choice[1])])
            value = sign * worth(s, helped)[0]
            if value > best + 1e-9:
                best, chosen = value, choice
        return chosen

    def _advance(self, s: State, by_verb: Verbs) -> Choice:
        """Into places always; elsewhere where it can stand and leads on."""
        target = battle_of(s).target
        roster = s.world.roster
        against = near_threat(s, 1 - self.side, target)
        held = defence_of(s, target, self.side)
        points = place_value(s, target)
        best, chosen = 0.0, by_verb["done"][0]
        for choice in by_verb["advance"]:
            u = roster.index[str(choice[1])]
            own, here = roster.defence[u][s.steps[u]], s.where[u]
            gain = 0.03 if not held else 0.0
            if points:
                before = fall_chance(s, target, self.side, held, against) if held else 1.0
                gain += points * (before - fall_chance(s, target, self.side, held + own, against))
            left = defence_of(s, here, self.side) - own
            back = near_threat(s, 1 - self.side, here)
            if place_value(s, here):
                gain -= place_value(s, here) * (
                    fall_chance(s, here, self.side, left, back)
                    - fall_chance(s, here, self.side, left + own, back)
                )
            gain -= step_value(s, u) * (
                risk(s, target, self.side, held + own, against)
                - risk(s, here, self.side, left + own, back)
            )
            stand(s, u, target)
            if not s.net(self.side) >> target & 1:
                gain -= 0.1
            stand(s, u, here)
            if roster.artillery[u] or roster.support[u]:
                gain -= 0.2
            if gain > best:
                best, chosen = gain, choice
        return chosen

    def _place(self, s: State, by_verb: Verbs) -> Choice:
        places = by_verb["place"]
        if str(places[0][1]) in s.world.kg_names:
            return self._marker(s, by_verb)
        phase = (s.turn, s.phase)
        if self._placing is None or phase != self._segment:
            self._segment, self._placing = phase, Placing(s, self.side)
        return self._placing.best(s, places)

    def _marker(self, s: State, by_verb: Verbs) -> Choice:
        """A Korpsgruppe where most German units are in touch, the markers spread out."""
        places = by_verb["place"]
        marker = str(places[0][1])
        for h in marker_hexes(s):
            chosen = ("place", marker, s.world.grid.number(h))
            if h not in s.kg and chosen in places:
                return chosen
        return by_verb["done"][0]


def _by_verb(choices: Sequence[Choice]) -> Verbs:
    by_verb: Verbs = {}
    for choice in choices:
        by_verb.setdefault(str(choice[0]), []).append(choice)
    return by_verb


def _loss(s: State, u: int) -> float:
    """How much losing a step of this unit hurts."""
    return step_value(s, u)


def _retreat(s: State, choice: Choice) -> float:
    """How good a retreat is for the German, who chooses all of them. 13.9.a"""
    roster, grid = s.world.roster, s.world.grid
    u, h = roster.index[str(choice[1])], grid.index(str(choice[2]))
    own = roster.side[u] == GERMAN
    friends = len(
        [v for n in grid.neighbours(h) for v in s.units_in(n) if roster.side[v] == GERMAN]
    )
    foes = len([v for n in grid.neighbours(h) for v in s.units_in(n) if roster.side[v] != GERMAN])
    score = 0.3 * friends - 0.4 * foes if own else 0.3 * friends - 0.3 * foes
    if s.world.board.places_set >> h & 1:
        score += 2.0 if own else -3.0
    here = s.where[u]
    stand(s, u, h)
    in_line = s.net(roster.side[u]) >> h & 1
    net = s.net(GERMAN)
    open_to = sum(
        roster.steps[v]
        for v in range(roster.count)
        if roster.division[v] and s.where[v] >= 0 and net >> s.where[v] & 1
    )
    stand(s, u, here)
    return score + (1.0 if bool(in_line) == own else -0.5) + 0.5 * open_to
