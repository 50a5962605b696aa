"""The commander of one side in Breakout: support, losses, retreats, advances, arrivals."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.bots.planner.breakout.fights import BreakoutFights, worth
from hexfront.bots.planner.breakout.lifelines import Outlook, outlook
from hexfront.bots.planner.breakout.maps import near_threat
from hexfront.bots.planner.breakout.moves import BOLDNESS, CAUTION, BreakoutPlan
from hexfront.bots.planner.breakout.placing import Placing, marker_hexes
from hexfront.bots.planner.breakout.probing import best_probe
from hexfront.bots.planner.breakout.reasons import (
    of_advance,
    of_loss,
    of_retreat,
    of_support,
    retreat_terms,
)
from hexfront.bots.planner.breakout.values import (
    defence_of,
    fall_chance,
    leaves_guns_alone,
    place_value,
    risk,
    step_value,
)
from hexfront.bots.planner.commander import Commander, Verbs
from hexfront.bots.planner.fights import LEAST, Fight
from hexfront.bots.planner.moves import Order
from hexfront.bots.planner.probes import Probe
from hexfront.games.breakout.rules.attackers import attackers
from hexfront.games.breakout.rules.results import battle_of
from hexfront.games.breakout.sides import GERMAN
from hexfront.games.breakout.state import State
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices

AIR_PRICE = 0.02
"""A marker has to bring this much."""
TRIES = 3
"""How many attacks are tried as the first; playouts just take the best."""
STUCK = 0.8
"""Fight first if so many of the units stand in enemy zones and can hardly move."""
FIGHT_FIRST = 0.5
"""Fight before moving if attacks worth this much stand ready."""
DRIVE = 7
"""Within so many hexes mobile units may fall on guns that were left alone."""


class BreakoutCommander(Commander[State]):
    """Decides for one side of Breakout."""

    _placing: Placing | None = None

    def segment_of(self, s: State) -> object:
        return s.turn, s.phase, s.impulse

    def orders(self, s: State, movable: list[int]) -> list[Order]:
        return BreakoutPlan(s, self.side, self.plan, self.depth, self.intentions).orders(movable)

    def fight(self, s: State) -> Fight | None:
        able = attackers(s, self.side, s.phase == "german-mech")
        least = LEAST / (self.plan.boldness * BOLDNESS[self.side])

        def accept(fight: Fight) -> bool:
            return fight.target not in self.shunned and fight.value > least

        return BreakoutFights(s, self.side).best(able, accept, TRIES if self.explains else 1)

    def probe(self, s: State, choices: Sequence[Choice]) -> Probe | None:
        """Walk into a hex under the enemy's zones: an empty place, on the way to one, or out of a pocket."""
        if self.side != GERMAN:
            return None
        able = attackers(s, self.side, s.phase == "german-mech")
        best = Probe(0.05)
        for choice in choices:
            h = s.world.grid.index(str(choice[1]))
            if h not in self.shunned:
                best = max(best, best_probe(s, h, able, choice), key=lambda probe: probe.value)
        return best if best.choice is not None else None

    def other(self, s: State, verbs: Verbs) -> Choice:
        """Orders, support, losses, retreats, advances, arrivals."""
        roster = s.world.roster
        if "order" in verbs:
            return self._first(s, verbs)
        if "air" in verbs:
            return self._air(s, verbs)
        if "kg" in verbs or "artillery" in verbs:
            return self._support(s, verbs)
        if "lose" in verbs:
            return self._lose(s, verbs["lose"])
        if "remove" in verbs:
            return max(verbs["remove"], key=lambda c: step_value(s, roster.index[str(c[1])]))
        if "retreat" in verbs:
            return self._retreat(s, verbs["retreat"])
        if "advance" in verbs:
            return self._advance(s, verbs)
        if "place" in verbs:
            return self._place(s, verbs)
        for verb in ("pass", "done"):
            if verb in verbs:
                return verbs[verb][0]
        return next(iter(verbs.values()))[0]

    def _first(self, s: State, verbs: Verbs) -> Choice:
        """Move or fight first: fight if good attacks stand ready."""
        order = self.plan.order
        if not order:
            able = attackers(s, self.side, False)
            ready = BreakoutFights(s, self.side).best(able, lambda _: True)
            stuck = sum(s.zoc(1 - self.side) >> s.where[u] & 1 for u in able) > STUCK * len(able)
            fight_first = ready is not None and (stuck or ready.value > FIGHT_FIRST)
            order = "fight/move" if fight_first else "move/fight"
        chosen = [c for c in verbs["order"] if c[1] == order]
        return (chosen or verbs["order"])[0]

    def _air(self, s: State, verbs: Verbs) -> Choice:
        """As many markers as pay, by what they add to the worth of the combat."""
        battle = battle_of(s)
        s.air_side = self.side
        sign = 1 if battle.side == self.side else -1
        before = best = sign * worth(s, battle)[0]
        chosen = verbs["pass"][0]
        for choice in verbs["air"]:
            markers = int(choice[1])
            value = sign * worth(s, battle.with_air(markers))[0] - AIR_PRICE * markers
            if value > best + 1e-9:
                best, chosen = value, choice
        if chosen[0] == "air":
            self.reason = of_support(s, "Air support", battle.target, best - before)
        return chosen

    def _support(self, s: State, verbs: Verbs) -> Choice:
        """Claim a marker or the artillery if it changes the combat for the better."""
        battle = battle_of(s)
        sign = 1 if battle.side == self.side else -1
        before = sign * worth(s, battle)[0]
        best, chosen = before + 0.005, verbs["pass"][0]
        for choice in (*verbs.get("kg", ()), *verbs.get("artillery", ())):
            if choice[0] == "kg":
                helped = battle.with_kg(s.world.kg_names.index(str(choice[1])))
            else:
                helped = battle.with_artillery(s.world.roster.index[str(choice[1])])
            value = sign * worth(s, helped)[0]
            if value > best + 1e-9:
                best, chosen = value, choice
        if chosen[0] != "pass":
            what = "A Korpsgruppe" if chosen[0] == "kg" else "The artillery division"
            self.reason = of_support(s, what, battle.target, best - before)
        return chosen

    def _lose(self, s: State, choices: Choices) -> Choice:
        """The step that is missed least."""
        index = s.world.roster.index
        costs = sorted((step_value(s, index[str(c[1])]), str(c[1]), c) for c in choices)
        self.reason = of_loss(s, [(name, cost) for cost, name, _ in costs])
        return costs[0][2]

    def _retreat(self, s: State, choices: Choices) -> Choice:
        """The best hex for the German, who chooses all retreats. 13.9.a"""
        roster = s.world.roster
        ours = any(roster.side[roster.index[str(c[1])]] == GERMAN for c in choices)
        ahead = outlook(s) if ours else None
        scored = [(retreat_terms(s, choice, ahead), choice) for choice in choices]
        terms, chosen = max(scored, key=lambda item: sum(value for _, value in item[0]))
        self.reason = of_retreat(s, chosen, terms, scored)
        return chosen

    def _advance(self, s: State, verbs: Verbs) -> Choice:
        """Into places always; elsewhere where it can stand and leads on."""
        target = battle_of(s).target
        roster = s.world.roster
        against = near_threat(s, 1 - self.side, target)
        held = defence_of(s, target, self.side)
        points = place_value(s, target)
        best, chosen = 0.0, verbs["done"][0]
        ahead: Outlook | None = None
        for choice in verbs["advance"]:
            u = roster.index[str(choice[1])]
            own, here = roster.defence[u][s.steps[u]], s.where[u]
            terms = [("the hex", 0.03 if not held else 0.0)]
            if points:
                before = fall_chance(s, target, self.side, held, against) if held else 1.0
                safer = before - fall_chance(s, target, self.side, held + own, against)
                terms.append(("the place", points * safer))
            left = defence_of(s, here, self.side) - own
            back = near_threat(s, 1 - self.side, here)
            if place_value(s, here):
                bared = fall_chance(s, here, self.side, left, back)
                bared -= fall_chance(s, here, self.side, left + own, back)
                terms.append(("the place it leaves", -place_value(s, here) * bared))
            danger = risk(s, target, self.side, held + own, against)
            danger -= risk(s, here, self.side, left + own, back)
            terms.append(("danger", -step_value(s, u) * danger))
            if self.side == GERMAN and roster.division[u]:
                ahead = ahead or outlook(s)
                stranded = ahead.stranded(s, u, target, held + own)
                stranded -= ahead.stranded(s, u, here, left + own)
                terms.append(("its line", -stranded * CAUTION[s.impulse == 2]))
            else:
                s.suppose(u, target)
                if not s.net(self.side) >> target & 1:
                    terms.append(("its line", -0.1))
                s.suppose(u, here)
            if roster.artillery[u] or roster.support[u]:
                terms.append(("not for the front", -0.2))
            if leaves_guns_alone(s, u, here) and near_threat(s, 1 - self.side, here, DRIVE):
                guns = sum(step_value(s, v) for v in s.units_in(here) if v != u)
                terms.append(("the guns left alone", -0.7 * guns))
            gain = sum(value for _, value in terms)
            if gain > best:
                best, chosen = gain, choice
                self.reason = of_advance(s, u, target, terms)
        return chosen

    def _place(self, s: State, verbs: Verbs) -> Choice:
        places = verbs["place"]
        if str(places[0][1]) in s.world.kg_names:
            return self._marker(s, verbs)
        phase = (s.turn, s.phase)
        if self._placing is None or phase != self.segment:
            self.segment, self._placing = phase, Placing(s, self.side, self.chance)
        return self._placing.best(s, places)

    def _marker(self, s: State, verbs: Verbs) -> Choice:
        """A Korpsgruppe where most German units are in touch, the markers spread out."""
        places = verbs["place"]
        marker = str(places[0][1])
        for h in marker_hexes(s):
            chosen = ("place", marker, s.world.grid.number(h))
            if h not in s.kg and chosen in places:
                return chosen
        return verbs["done"][0]
