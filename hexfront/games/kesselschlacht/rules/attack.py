"""An attack: who takes part, who pays, the die. 12.0, 12.1, 10.6"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hexfront.games.kesselschlacht.rules.aircraft import fights, why_not_at_hand
from hexfront.games.kesselschlacht.rules.ammunition import (
    available,
    corps_of,
    count_attack,
    dues,
    spend,
    why_corps_cannot,
)
from hexfront.games.kesselschlacht.rules.artillery import (
    is_ranged,
    why_no_shells,
    why_only_guns,
    why_out_of_range,
)
from hexfront.games.kesselschlacht.rules.attackers import arrivals, why_no_attack
from hexfront.games.kesselschlacht.rules.battle import Battle
from hexfront.games.kesselschlacht.rules.defensive_positions import lose
from hexfront.games.kesselschlacht.rules.fog import show
from hexfront.games.kesselschlacht.rules.missions import support, use_support
from hexfront.games.kesselschlacht.rules.odds import combat_odds
from hexfront.games.kesselschlacht.rules.results import apply
from hexfront.games.kesselschlacht.sides import HEAVY_SNOW, NAMES
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.assembly import Assembly

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


@dataclass(slots=True)
class Attack(Assembly["State"]):
    """A hex is named: who attacks it, and with which aircraft. 12.0, 6.6

    A force attacks as a whole or not at all: whoever joins brings along the others of the hex that can
    attack. 12.0.b
    """

    side: int
    target: int
    able: tuple[int, ...]
    """The units that may attack it; nothing changes that before the attack is declared."""
    units: tuple[int, ...] = ()
    aircraft: tuple[int, ...] = ()

    kind = "attack"
    asks = "attacks {}, then declare the attack or cancel"
    what, among = "An attack", "among the attackers"
    leave_case, wait_case = "12.0.b", "12.1.1.c"

    # Units --------------------------------------------------------------------------------------

    def may_join(self, s: State) -> list[int]:
        """Who is able and not kept out by those who have joined: the limits of a corps. R-24"""
        return [u for u in self.able if u not in self.units and self.why_full(s, u) is None]

    def why_full(self, s: State, u: int) -> Refused | None:
        """Why a unit that is able cannot join those who have: its corps has no more attacks or points."""
        return why_corps_cannot(s, u, self.units) or why_no_shells(s, u, self.units)

    def with_unit(self, s: State, u: int) -> tuple[int, ...]:
        """A unit with the rest of its force, as far as its corps allows; ranged artillery may abstain."""
        found = replace(self, units=(*self.units, u))
        for v in found.may_join(s):
            if s.where[v] == s.where[u] and not is_ranged(s, v) and found.why_full(s, v) is None:
                found = replace(found, units=(*found.units, v))
        return found.units

    def _without(self, s: State, u: int) -> tuple[int, ...]:
        """Without a force; without one unit where the force had to leave others out anyway."""
        here = [v for v in self.able if s.where[v] == s.where[u]]
        choosing = any(v not in self.units and not is_ranged(s, v) for v in here)
        gone = [u] if choosing or is_ranged(s, u) else here
        return tuple([v for v in self.units if v not in gone])

    def held_out(self, s: State) -> list[int]:
        """Who has to join because others of the hex have. 12.0.b, R-24"""
        hexes = {s.where[u] for u in self.units}
        return [u for u in self.may_join(s) if s.where[u] in hexes and not is_ranged(s, u)]

    def is_ready(self, s: State) -> bool:
        return bool(self.units) and why_only_guns(s, self.units) is None and not self.held_out(s)

    def why_not_ready(self, s: State) -> Refused:
        if not self.units:
            return Refused("12.1.1.a", "An attack needs at least one attacking unit.")
        if (reason := why_only_guns(s, self.units)) is not None:
            return reason
        names = s.world.roster.listed(self.held_out(s))
        return Refused("12.0.b", f"All of a force attack that can: {names} must join.")

    def why_not_join(self, s: State, u: int) -> Refused:
        if u in self.units:
            return Refused("12.0.b", f"{s.world.roster.titles[u]} attacks already.")
        reason = why_no_attack(s, self.side, u, figures=True)
        if s.where[u] >= 0 and s.world.roster.side[u] == self.side:
            reason = why_out_of_range(s, u, self.target) or reason
        return reason or self.why_full(s, u) or Refused("12.1.1.a", "It cannot attack this hex.")

    # Aircraft -----------------------------------------------------------------------------------

    def may_support(self, s: State) -> list[int]:
        """The aircraft that may still support the attack. 6.6.b"""
        if len(self.aircraft) == s.world.tables["ground_support"]["aircraft"]:
            return []
        sector = s.world.board.sector[self.target]
        return [a for a in support(s, self.side, sector) if a not in self.aircraft]

    def _why_no_support(self, s: State, a: int) -> Refused:
        aircraft = s.world.aircraft
        most = s.world.tables["ground_support"]["aircraft"]
        if aircraft.side[a] != self.side:
            return Refused("6.6.a", f"{aircraft.titles[a]} is not yours: aircraft support attacks.")
        if a in self.aircraft:
            return Refused("6.6.b", f"{aircraft.titles[a]} supports the attack already.")
        if aircraft.specs[a].type != "FB":
            return Refused("6.6.c", f"{aircraft.titles[a]} is no fighter-bomber.")
        if len(self.aircraft) == most:
            return Refused("6.6.b", f"At most {most} aircraft support an attack.")
        if s.weather == HEAVY_SNOW:
            return Refused("5.0.2.1", "Nothing flies in heavy snow.")
        if fights(s, a):
            why = f"{aircraft.titles[a]} fought as a fighter: that was its mission this turn."
            return Refused("6.1.2", why)
        sector = s.world.board.sector[self.target]
        why = f"{aircraft.titles[a]} does not wait for ground support in sector {sector}."
        gone = None if s.sectors[a] else why_not_at_hand(s, self.side, a)
        return gone or Refused("6.6.a", why)

    # The step -----------------------------------------------------------------------------------

    def offer(self, s: State) -> list[Choice]:
        """Units and aircraft to join and to leave out, declare, cancel."""
        ids = s.world.aircraft.ids
        choices: list[Choice] = [("join", ids[a]) for a in self.may_support(s)]
        choices += [("leave", ids[a]) for a in self.aircraft]
        return choices + super(Attack, self).offer(s)

    def take(self, s: State, choice: Choice) -> None:
        verb = choice[0]
        a = s.world.aircraft.index.get(str(choice[-1]), -1)
        if a >= 0:
            kept = tuple([b for b in self.aircraft if b != a])
            s.stack[-1] = replace(self, aircraft=(*kept, a) if verb == "join" else kept)
        elif verb == "leave":
            u = s.world.roster.index[str(choice[1])]
            s.stack[-1] = replace(self, units=self._without(s, u))
        else:
            super(Attack, self).take(s, choice)

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] in ("join", "leave") and choice[1] in s.world.aircraft.index:
            a = s.world.aircraft.index[str(choice[1])]
            if choice[0] == "join":
                return self._why_no_support(s, a)
            return Refused("6.6.a", f"{s.world.aircraft.titles[a]} does not support the attack.")
        return super(Attack, self).why(s, choice)

    def battle(self, s: State) -> Battle:
        """The attack as it would be declared now, before anybody has paid."""
        near = s.world.grid.ring1[self.target]
        return Battle(
            self.side,
            self.target,
            tuple([u for u in self.units if near >> s.where[u] & 1]),
            s.units_in(self.target),  # HQs too, none can be singled out: 12.1.1.d, 12.1.1.e
            tuple([u for u in self.units if not near >> s.where[u] & 1]),
            arrivals(s, self.target),
            self.aircraft,
        )

    def begin(self, s: State) -> None:
        declare(s, self.battle(s))


def declare(s: State, battle: Battle) -> None:
    """An attack is declared: who is in it has attacked and been attacked this turn. 12.1.1.b"""
    roster, aircraft = s.world.roster, s.world.aircraft
    for u in battle.units:
        s.attacked |= 1 << u
    for u in battle.defenders:
        s.was_attacked |= 1 << u
    for h in dict.fromkeys(s.where[u] for u in battle.units):
        for u in s.stacks[h]:
            if u not in battle.units and not is_ranged(s, u):
                s.held_back |= 1 << u
    if battle.attackers:  # 3.6-ex, R-18
        show(s, battle.defenders)
    for h in dict.fromkeys(s.where[u] for u in battle.attackers):
        show(s, s.stacks[h])  # the whole stack, who stays out of the attack too: 3.6.b
    show(s, battle.distant)
    s.tell(
        "attack",
        "12.0.b",
        side=battle.side,
        hex=battle.target,
        units=battle.units,
        defenders=battle.defenders,
        distant=tuple(roster.names(battle.distant)),
        arrivals=tuple(roster.names(battle.arrivals)),
        support=tuple([aircraft.ids[a] for a in battle.support]),
    )
    for h in dict.fromkeys(s.where[u] for u in battle.units):
        if (s.hasty | s.prepared) >> h & 1:
            lose(s, h, "7.1.5.b")
    for a in battle.support:
        use_support(s, a)
    count_attack(s, battle.units)
    s.stack += [Fight(battle), Pay(battle)]


@dataclass(slots=True)
class Pay(Step["State"]):
    """Ammunition is spent, its owner naming who gets it where a corps has too little. 10.6.2, R-68"""

    battle: Battle
    paid: tuple[int, ...] = ()
    """Those named so far."""

    kind = "ammunition"

    def offer(self, s: State) -> list[Choice] | None:
        """The units that the next point can go to; if there is no choice, all is paid and the die rolled."""
        payers, short = dues(s, self.battle.units)
        for hq, units in short.items():
            left = self._left(s, hq, payers)
            if left:
                pay = s.world.roster.pay
                return [pay[u] for u in units if u not in self.paid]
        paid = (*payers, *self.paid)
        spend(s, paid)
        s.stack[-2:] = [Fight(replace(self.battle, paid=paid))]
        return None

    def _left(self, s: State, hq: int, payers: tuple[int, ...]) -> int:
        """The points of a corps that are not given out yet."""
        given = [u for u in (*payers, *self.paid) if corps_of(s, u) == hq]
        return available(s, hq) - len(given)

    def decider(self, s: State) -> int:
        return self.battle.side

    def take(self, s: State, choice: Choice) -> None:
        u = s.world.roster.index[str(choice[1])]
        s.stack[-1] = replace(self, paid=(*self.paid, u))

    def prompt(self, s: State) -> str:
        side = NAMES[self.battle.side]
        return f"{side}: there is not enough ammunition for all. Name who gets a point."

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] != "pay":
            return Refused("10.6.3-note", "Ammunition that is there must be spent: name who pays.")
        u = s.world.roster.index[str(choice[1])]
        name = s.world.roster.titles[u]
        if u not in self.battle.units:
            return Refused("10.6.1.a", f"{name} is not in this attack.")
        if u in self.paid:
            return Refused("10.6.4.a", f"{name} has its point; no unit pays more than one.")
        if corps_of(s, u) < 0:
            return Refused("10.6.1.a", f"{name} is not of First Panzer Army and pays nothing.")
        return Refused("10.6.1.b", f"{name} cannot draw ammunition from a corps that is short now.")


@dataclass(slots=True)
class Fight(Step["State"]):
    """A combat from its declaration to its end; what its result asks for lies above it."""

    battle: Battle
    rolled: bool = False

    def offer(self, s: State) -> None:
        """Roll one die for the whole attack (12.1.1.c); once its result is carried out, hide the stacks."""
        if self.rolled:
            s.stack.pop()
            s.shown = 0  # 3.6.b, R-160
            return
        s.stack[-1] = replace(self, rolled=True)
        battle = self.battle
        odds = combat_odds(s, battle)
        die = s.roll("combat", "12.1.5.a", battle.target)
        result = odds.results[die - 1]
        if s.events is not None:
            s.tell(
                "result",
                "12.1.5.a",
                side=battle.side,
                hex=battle.target,
                units=battle.units,
                defenders=battle.defenders,
                die=die,
                result=result,
                means=s.world.tables["combat_results"]["means"][result],
                paid=tuple(s.world.roster.names(battle.paid)),
                odds=odds.as_json(),
            )
        apply(s, battle, result)
