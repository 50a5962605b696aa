"""The planner: plans its moves at the start of a segment, picks its fights one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexfront.bots.bot import Reason
from hexfront.bots.planner.fights import Fight, best_fight, place_value, step_value, worth
from hexfront.bots.planner.moves import MovePlan, Order
from hexfront.games.breakout.attackers import attackers
from hexfront.games.breakout.game import Breakout
from hexfront.games.breakout.imagine import imagine
from hexfront.games.breakout.odds import Battle, declare
from hexfront.games.breakout.sides import GERMAN, SIDES
from hexfront.games.breakout.state import State
from hexfront.kernel.decision import Choice
from hexfront.kernel.game import Game, Json, check_options

AIR_PRICE = 0.06
"""A marker has to bring this much."""
FIGHT_FIRST = 0.9
"""Fight before moving if an attack worth this much stands ready."""


class PlannerBot:
    """Plays either side of Breakout."""

    reason: Reason | None = None

    def __init__(self, game: Game, seed: int) -> None:
        assert isinstance(game, Breakout)
        self._game = game
        self._seed = seed
        self._segment: object = None
        self._orders: list[Order] = []
        self._order: Order | None = None
        self._fight: Fight | None = None
        self._shunned: set[int] = set()

    def choose(self, choices: Sequence[Choice], look: Callable[[], Json]) -> Choice:
        """The choice of the plan for this kind of decision."""
        by_verb: dict[str, list[Choice]] = {}
        for choice in choices:
            by_verb.setdefault(str(choice[0]), []).append(choice)
        if "go" in by_verb or "stop" in by_verb:
            return self._step(by_verb)
        if "join" in by_verb or "declare" in by_verb or "cancel" in by_verb:
            return self._prepare(by_verb)
        view = look()
        s = self._imagine(view)
        side = SIDES.index(view["side"])
        if "end" in by_verb:
            if view["phase"].endswith("-move"):
                return self._move(by_verb, s, side, view)
            return self._combat(by_verb, s, side, view)
        return self._other(by_verb, s, side, view)

    def _imagine(self, view: Json) -> State:
        options = check_options(self._game, view["options"])
        return imagine(self._game.world(options), view, self._seed)

    # Moving -----------------------------------------------------------------------------------

    def _move(self, by_verb: dict[str, list[Choice]], s: State, side: int, view: Json) -> Choice:
        segment = (view["turn"], view["phase"], view["impulse"])
        index = s.world.roster.index
        offered = {index[str(c[1])]: c for c in by_verb.get("pick", [])}
        if segment != self._segment:
            self._segment = segment
            self._orders = MovePlan(s, side).orders(list(offered))
        while self._orders:
            self._order = self._orders.pop(0)
            if self._order.unit in offered:
                return offered[self._order.unit]
        return by_verb["end"][0]

    def _step(self, by_verb: dict[str, list[Choice]]) -> Choice:
        order = self._order
        if order is not None and order.path:
            step = ("go", self._game.grid.number(order.path[0]))
            if step in by_verb.get("go", []):
                order.path.pop(0)
                return step
        if order is not None and order.leave and not order.path and "exit" in by_verb:
            return by_verb["exit"][0]
        return by_verb["stop"][0]

    # Fighting ---------------------------------------------------------------------------------

    def _combat(self, by_verb: dict[str, list[Choice]], s: State, side: int, view: Json) -> Choice:
        segment = (view["turn"], view["phase"], view["impulse"])
        if segment != self._segment:
            self._segment, self._shunned = segment, set()
        able = attackers(s, side, view["phase"].endswith("mech"))
        self._fight = best_fight(s, side, able, self._shunned)
        if self._fight is not None:
            self._shunned.add(self._fight.target)
            choice = ("target", s.world.grid.number(self._fight.target))
            if choice in by_verb.get("target", []):
                return choice
        return self._probe(by_verb, s) or by_verb["end"][0]

    def _probe(self, by_verb: dict[str, list[Choice]], s: State) -> Choice | None:
        """Walk into a place that lies open under the enemy's zones."""
        for choice in by_verb.get("probe", []):
            h = s.world.grid.index(str(choice[1]))
            if place_value(s, h) and not s.control[GERMAN] >> h & 1 and h not in self._shunned:
                self._shunned.add(h)
                self._fight = None
                return choice
        return None

    def _prepare(self, by_verb: dict[str, list[Choice]]) -> Choice:
        names = set()
        if self._fight is not None:
            ids = self._game.data.units
            names = {ids[u].id for u in self._fight.units}
        for choice in by_verb.get("join", []):
            if choice[1] in names or (self._fight is None and "declare" not in by_verb):
                return choice
        if "declare" in by_verb:
            return by_verb["declare"][0]
        return by_verb["cancel"][0]

    # Everything else --------------------------------------------------------------------------

    def _other(self, by_verb: dict[str, list[Choice]], s: State, side: int, view: Json) -> Choice:
        if "order" in by_verb:
            ready = best_fight(s, side, attackers(s, side, False), set())
            order = "fight/move" if ready and ready.value > FIGHT_FIRST else "move/fight"
            chosen = [c for c in by_verb["order"] if c[1] == order]
            return (chosen or by_verb["order"])[0]
        if "air" in by_verb:
            return self._air(by_verb, s, side, view)
        for verb in ("kg", "artillery"):
            if verb in by_verb:
                return by_verb[verb][0]
        if "lose" in by_verb:
            return min(by_verb["lose"], key=lambda c: _loss(s, s.world.roster.index[str(c[1])]))
        if "remove" in by_verb:
            return max(by_verb["remove"], key=lambda c: _loss(s, s.world.roster.index[str(c[1])]))
        if "retreat" in by_verb:
            return max(by_verb["retreat"], key=lambda c: _retreat(s, side, c))
        if "advance" in by_verb:
            return self._advance(by_verb, s, side, view)
        if "place" in by_verb:
            return self._place(by_verb, s)
        for verb in ("pass", "done"):
            if verb in by_verb:
                return by_verb[verb][0]
        return next(iter(by_verb.values()))[0]

    def _air(self, by_verb: dict[str, list[Choice]], s: State, side: int, view: Json) -> Choice:
        """As many markers as pay, by what they add to the worth of the combat."""
        combat = view["combat"]
        index = s.world.roster.index
        attacker = SIDES.index(combat["side"])
        units = tuple(index[name] for name in combat["units"])
        battle: Battle = declare(s, attacker, s.world.grid.index(combat["target"]), units)
        if combat["support"]["kg"]:
            battle = battle.with_kg(s.world.kg_names.index(combat["support"]["kg"]))
        if combat["support"]["artillery"]:
            battle = battle.with_artillery(index[combat["support"]["artillery"]])
        s.air_side = side
        sign = 1 if attacker == side else -1
        best, chosen = sign * worth(s, battle)[0], by_verb["pass"][0]
        for choice in by_verb["air"]:
            markers = int(choice[1])
            value = sign * worth(s, battle.with_air(markers))[0] - AIR_PRICE * markers
            if value > best + 1e-9:
                best, chosen = value, choice
        return chosen

    def _advance(self, by_verb: dict[str, list[Choice]], s: State, side: int, view: Json) -> Choice:
        """Into places always; elsewhere with the strongest unit, if it can stand there."""
        target = s.world.grid.index(view["combat"]["target"])
        roster = s.world.roster
        held = [u for u in s.units_in(target) if roster.side[u] == side]
        strongest = max(
            by_verb["advance"],
            key=lambda c: roster.defence[u := roster.index[str(c[1])]][s.steps[u]],
        )
        place = place_value(s, target)
        plan = MovePlan(s, side)
        u = roster.index[str(strongest[1])]
        s.lift(u)
        stays_well = plan._danger(u, target) <= 0.25
        if (place and len(held) < 2) or (not held and stays_well):
            return strongest
        return by_verb["done"][0]

    def _place(self, by_verb: dict[str, list[Choice]], s: State) -> Choice:
        places = by_verb["place"]
        if str(places[0][1]) not in s.world.kg_names:
            return places[0]
        marker = str(places[0][1])
        hexes = [(h, n) for h, n in _kg_hexes(s) if h not in s.kg]
        if not hexes:
            return by_verb["done"][0]
        chosen = ("place", marker, s.world.grid.number(hexes[0][0]))
        return chosen if chosen in places else by_verb["done"][0]


def _kg_hexes(s: State) -> list[tuple[int, float]]:
    """Hexes for a Korpsgruppe, the best first: where most German units are in touch, spread out."""
    grid, roster = s.world.grid, s.world.roster
    touched = [h for h in bits_of(s.occupied[GERMAN]) if grid.ring1[h] & s.occupied[1 - GERMAN]]
    covered = [k for k in s.kg if k >= 0]
    scores = []
    for h in bits_of(s.occupied[GERMAN]):
        near = [t for t in touched if grid.distance(h, t) <= 2]
        fresh = [t for t in near if all(grid.distance(k, t) > 2 for k in covered)]
        steps = sum(s.steps[u] for t in fresh for u in s.units_in(t) if not roster.static[u])
        places = sum(place_value(s, t) for t in fresh)
        scores.append((h, steps + 2.0 * places))
    return sorted(scores, key=lambda item: -item[1])


def bits_of(hexes: int) -> list[int]:
    """The hexes of a set as a list."""
    from hexfront.hexes import bits

    return list(bits(hexes))


def _loss(s: State, u: int) -> float:
    """How much losing a step of this unit hurts."""
    roster, steps = s.world.roster, s.steps[u]
    drop = roster.attack[u][steps] - roster.attack[u][steps - 1]
    drop += roster.defence[u][steps] - roster.defence[u][steps - 1]
    return drop * step_value(s, u) + (2.0 if steps == 1 and not roster.support[u] else 0.0)


def _retreat(s: State, side: int, choice: Choice) -> float:
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
    in_line = s.net(roster.side[u]) >> h & 1
    return score + (1.0 if bool(in_line) == own else -0.5)
