"""Combat results (13.9) and advance (13.10): the die, losses, retreats, blocked units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.losses import is_cut_off, lose_step
from hexfront.games.breakout.rules.movement_costs import ground
from hexfront.games.breakout.rules.odds import Battle, combat_odds, defending_terrain
from hexfront.games.breakout.rules.stacking import fits
from hexfront.games.breakout.sides import GERMAN, NAMES, SOVIET
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step, topmost
from hexfront.mechanics.aftermath import Advancing, roll_result

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State

FINISH_FIRST = "The combat under way has to be finished first."


def battle_under_way(s: State) -> Battle | None:
    """The declared attack that is being fought out, if any: it waits beneath all its other steps."""
    step = topmost(s.stack, Advance)
    return None if step is None else step.battle


def battle_of(s: State) -> Battle:
    """The declared attack, for the steps that fight it out."""
    battle = battle_under_way(s)
    assert battle is not None
    return battle


def set_battle(s: State, battle: Battle) -> None:
    at = next(i for i in range(len(s.stack) - 1, -1, -1) if isinstance(s.stack[i], Advance))
    s.stack[at] = Advance(battle)


@dataclass(slots=True)
class Resolve(Step["State"]):
    """The die, unless the odds decide by themselves, and what its result asks for. 13.8, 13.9"""

    def offer(self, s: State) -> None:
        """Roll and lay out the steps of the result, the first on top."""
        battle = battle_of(s)
        odds = combat_odds(s, battle)
        s.stack.pop()
        die, result = roll_result(s, odds, "13.8", battle.target)  # 13.8.1
        if s.events is not None:
            s.tell(
                "result",
                "14.0.crt",
                side=battle.side,
                hex=battle.target,
                die=die,
                result=result,
                odds=odds.as_json(),
            )
        if result == "EX":  # 13.9.k: an emptied hex is advanced into, as after any result
            s.stack.append(Exchange(-1))
        elif result == "AL1":
            s.stack.append(Lose(battle.side, battle.units))
        else:  # 13.9.l: after AS nothing
            if "DR" in result:
                terrain = s.world.tables["terrain"][defending_terrain(s, battle.target)]
                # 13.8.4.2, 13.9.f: and so no loss for staying either
                if terrain["ignores_retreat"]:
                    s.tell("holds", "13.8.4.2", hex=battle.target)
                else:
                    s.stack.append(Retreat(None))
            if "DL1" in result:  # 13.9.p, 13.9.q: the loss comes before the retreat
                s.stack.append(Lose(1 - battle.side, ()))


def loss_candidates(s: State, among: tuple[int, ...]) -> list[int]:
    """Who may lose the step: attackers that fought, or defenders; mobile units before a garrison.

    13.9.i, 13.9.m, 13.9.n, 13.9.o; `among` is empty for all defenders of the hex. Support units pay like corps
    (DN.1), a Korpsgruppe never (13.4.f).
    """
    units = [u for u in among or s.units_in(battle_of(s).target) if s.where[u] >= 0]
    mobile = [u for u in units if not s.world.roster.static[u]]
    return mobile or units


def why_not_lose(s: State, side: int, rule: str, choice: Choice) -> Refused:
    """Why a unit cannot take the loss that `rule` asks for."""
    battle = battle_of(s)
    if choice[0] != "lose":
        return too_late(choice) or Refused(rule, f"{NAMES[side]}: a step has to be lost first.")
    u = s.world.roster.index[str(choice[1])]
    name = s.world.roster.titles[u]
    if s.world.roster.side[u] != side:
        return Refused(rule, f"The {NAMES[side]} player loses a step of their own.")
    if rule != "13.9.m" and s.world.roster.static[u] and s.where[u] == battle.target:
        rule = "13.9.j" if rule == "13.9.i" else "13.9.o"
        return Refused(rule, f"Mobile units take the loss before the garrison {name}.")
    if u == battle.artillery:
        return Refused("13.1.e", f"{name} only supported and cannot take the loss.")
    return Refused(rule, f"{name} is not among those the loss falls on.")


def too_late(choice: Choice) -> Refused | None:
    """Why support cannot be claimed any more once the result is known, None for other choices."""
    rule = {"air": "13.3.f", "kg": "13.4.a", "artillery": "13.1.a"}.get(str(choice[0]))
    return (
        Refused(rule, "Support is claimed before the die; the result is known.") if rule else None
    )


@dataclass(slots=True)
class Lose(Step["State"]):
    """One side loses a step of its own choice. 13.9"""

    side: int
    among: tuple[int, ...]

    kind = "lose"

    def offer(self, s: State) -> list[Choice] | None:
        """The units that can lose the step."""
        units = loss_candidates(s, self.among)
        if not units:
            s.stack.pop()
            return None
        lose = s.world.roster.lose
        return [lose[u] for u in units]

    def decider(self, s: State) -> int:
        """The owner. R-64"""
        return self.side

    def take(self, s: State, choice: Choice) -> None:
        s.stack.pop()
        lose_step(s, s.world.roster.index[str(choice[1])])

    def prompt(self, s: State) -> str:
        return f"{NAMES[self.side]}: choose the unit that loses a step."

    def why(self, s: State, choice: Choice) -> Refused:
        rule = "13.9.n"
        if self.among:
            rule = "13.9.m" if self.side == battle_of(s).side else "13.9.e"
        return why_not_lose(s, self.side, rule, choice)


@dataclass(slots=True)
class Exchange(Step["State"]):
    """Both sides lose a step: the attacker names theirs first, then both go together. 13.9.i, R-43"""

    attackers_loss: int

    kind = "lose"

    def _candidates(self, s: State) -> list[int]:
        return loss_candidates(s, battle_of(s).units if self.attackers_loss < 0 else ())

    def offer(self, s: State) -> list[Choice]:
        """The units that can lose the step."""
        lose = s.world.roster.lose
        return [lose[u] for u in self._candidates(s)]

    def decider(self, s: State) -> int:
        side = battle_of(s).side
        return side if self.attackers_loss < 0 else 1 - side

    def take(self, s: State, choice: Choice) -> None:
        """Name one's own loss; the second one carries out both."""
        u = s.world.roster.index[str(choice[1])]
        if self.attackers_loss < 0:
            s.stack[-1] = Exchange(u)
            return
        s.stack.pop()
        both = (self.attackers_loss, u)
        cut_off = [is_cut_off(s, v) for v in both]  # judged before either is taken away
        for v, cut in zip(both, cut_off, strict=True):
            lose_step(s, v, cut)

    def prompt(self, s: State) -> str:
        return f"{NAMES[self.decider(s)]}: exchange. Choose the unit that loses a step."

    def why(self, s: State, choice: Choice) -> Refused:
        return why_not_lose(s, self.decider(s), "13.9.i", choice)


def retreat_hexes(s: State, u: int) -> list[int]:
    """Where a unit may retreat: any adjacent hex it could enter and has room in. 13.9.b, 13.9.c, 13.9.d

    A zone does not hinder it. 7.3.a, 13.9.h
    """
    if s.world.roster.static[u]:
        return []
    side = s.world.roster.side[u]
    binds = s.world.options["stand_fast_binds_retreats"]
    open_ = ground(s, side, (u,) if binds else ())
    near = s.world.grid.ring1[s.where[u]] & open_
    return [h for h in bits(near) if fits(s, h, u)]


@dataclass(slots=True)
class Retreat(Step["State"]):
    """The German player retreats the defenders, of either side, unit by unit. 13.9.a, EX.5, R-22

    It uses no movement points (12.0.d). A unit attacked again where it went defends there in full. 13.9.g
    """

    units: tuple[int, ...] | None
    """Those still to go; None at first."""

    kind = "retreat"

    def offer(self, s: State) -> list[Choice] | None:
        """Every unit still to go with every hex open to it."""
        units = self.units
        if units is None:
            s.stack[-1] = Retreat(s.units_in(battle_of(s).target))
            self._show_room(s)
            return None
        ids, number = s.world.roster.ids, s.world.grid.number
        choices: list[Choice] = [
            ("retreat", ids[u], number(h)) for u in units for h in retreat_hexes(s, u)
        ]
        if choices:
            return choices
        s.stack.pop()
        if units:
            self._blocked(s, units)
        return None

    def _show_room(self, s: State) -> None:
        # The German player needs to know how much room Soviet stacks have: those around are shown. R-72
        battle = battle_of(s)
        if battle.side == GERMAN and s.units_in(battle.target):
            for h in bits(s.world.grid.ring1[battle.target] & s.occupied[SOVIET]):
                s.show(s.units_in(h))

    def _blocked(self, s: State, units: tuple[int, ...]) -> None:
        """Those who could not go stay and lose a step more. 13.9.e, R-23"""
        battle = battle_of(s)
        s.tell("blocked", "13.9.e", hex=battle.target, units=units)
        side = 1 - battle.side
        if s.world.options["blocked_loss"] == "per_unit":
            static = s.world.roster.static
            for u in reversed(units):  # mobile units pay for a garrison, 13.9.o
                s.stack.append(Lose(side, units if static[u] else (u,)))
        else:
            s.stack.append(Lose(side, units))

    def decider(self, s: State) -> int:
        return GERMAN

    def take(self, s: State, choice: Choice) -> None:
        """Retreat one unit by one hex."""
        u = s.world.roster.index[str(choice[1])]
        h = s.world.grid.index(str(choice[2]))
        from_ = s.where[u]
        assert self.units is not None
        s.stack[-1] = Retreat(tuple(v for v in self.units if v != u))
        s.tell("retreat", "13.9.a", side=s.world.roster.side[u], units=(u,), hex=from_, to=h)
        s.lift(u)
        s.put(u, h)

    def prompt(self, s: State) -> str:
        battle = battle_of(s)
        side = NAMES[1 - battle.side]
        number = s.world.grid.number(battle.target)
        who = f"units from {number}, one hex each"
        if len(self.units or ()) == 1:
            who = f"unit from {number}, one hex"
        return f"German: retreat the {side} {who}."

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] != "retreat":
            first = Refused("13.9.a", "The defenders have to be retreated first.")
            return too_late(choice) or first
        roster, grid = s.world.roster, s.world.grid
        number, u = str(choice[2]), roster.index[str(choice[1])]
        name, h = roster.titles[u], grid.index(number)
        if u == battle_of(s).artillery:
            return Refused("13.1.e", f"{name} only supports the combat and does not retreat.")
        if u not in (self.units or ()):
            return Refused("13.9.a", f"{name} is not to be retreated.")
        if not grid.ring1[s.where[u]] >> h & 1:
            return Refused("13.9.a", f"A retreat is one hex; {number} is not adjacent.")
        side = roster.side[u]
        if s.occupied[1 - side] >> h & 1:
            return Refused("6.0.d", f"There are enemy units in {number}.")
        if roster.static[u]:
            return Refused("2.7.a", f"{name} is a garrison and never moves.")
        if side == SOVIET and s.world.board.no_go >> h & 1:
            return Refused("13.9.d", f"Soviet units may not enter {number}, so not retreat there.")
        if not ground(s, side, (u,)) >> h & 1 and s.world.options["stand_fast_binds_retreats"]:
            return Refused("13.9.d", f"The stand-fast order keeps {name} out of {number}.")
        return Refused("13.9.c", f"{name} would over-stack {number}.")


@dataclass(slots=True)
class Advance(Advancing["State"]):
    """The victor may occupy the emptied hex before the next combat, or not. 13.10, 13.10.a

    Zones do not hinder it. 7.3.b
    """

    battle: Battle

    case = "13.10"

    def able(self, s: State) -> list[int]:
        """The attackers next to the hex that it is open to and has room for."""
        target = self.battle.target
        ring = s.world.grid.ring1[target]
        return [
            u
            for u in self.battle.units
            if s.where[u] >= 0
            and ring >> s.where[u] & 1
            and self._is_open(s, u)
            and fits(s, target, u)
        ]

    def _is_open(self, s: State, u: int) -> bool:
        return bool(ground(s, self.battle.side, (u,)) >> self.battle.target & 1)

    def enter(self, s: State, u: int) -> None:
        s.lift(u)
        s.put(u, self.battle.target)

    def finish(self, s: State) -> None:
        """What lies under a stack is hidden again. 6.3"""
        s.stack.pop()
        s.reset("covered")

    def why_wait(self, s: State, choice: Choice) -> Refused:
        return too_late(choice) or Refused("13.10.b", FINISH_FIRST)

    def why_no_attacker(self, s: State, u: int) -> Refused:
        if u == self.battle.artillery:
            name = s.world.roster.titles[u]
            return Refused("13.1.e", f"{name} only supported the attack and does not advance.")
        return super(Advance, self).why_no_attacker(s, u)

    def why_not_in(self, s: State, u: int) -> Refused:
        name, number = s.world.roster.titles[u], s.world.grid.number(self.battle.target)
        if not self._is_open(s, u):
            return Refused("3.2.6", f"The stand-fast order keeps {name} out of {number}.")
        return Refused("6.0.b", f"{name} would over-stack {number}.")
