"""Combat (13.0): declaring attacks and probes, and the windows for support before the die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.losses import eliminate
from hexfront.games.breakout.movement import END, ground, to_top, top_choices, why_not_top
from hexfront.games.breakout.odds import Battle, declare, tiger_company
from hexfront.games.breakout.results import Advance, Resolve
from hexfront.games.breakout.sides import GERMAN, NAMES, SOVIET
from hexfront.games.breakout.stacking import StackingCheck, fits
from hexfront.games.breakout.supply import in_supply
from hexfront.hexes import HexSet, bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State

DECLARE: Choice = ("declare",)
CANCEL: Choice = ("cancel",)
PASS: Choice = ("pass",)


def why_no_attack(s: State, side: int, mech_only: bool, u: int) -> Refused | None:
    """Why a unit of the side cannot attack anything in this segment, None if it can."""
    roster = s.world.roster
    name = roster.ids[u]
    if roster.side[u] != side:
        return Refused("3.0", f"{name} is not a {NAMES[side]} unit.")
    if s.where[u] < 0:
        return Refused("2.1", f"{name} is not on the map.")
    if s.attacked >> u & 1:
        return Refused("13.0.b", f"{name} has already attacked in this segment.")
    reason = why_unfit(s, u)
    if reason is None and mech_only and not roster.mech[u]:
        return Refused("5.5.b", f"{name} is not mechanized and does not attack in this phase.")
    return reason


def why_unfit(s: State, u: int) -> Refused | None:
    """Why a unit where it stands cannot attack in any segment, None if it can. 2.7.b, 13.2, 8.3.b"""
    roster = s.world.roster
    name = roster.ids[u]
    if roster.static[u]:
        return Refused("2.7.b", f"{name} is a garrison: it only defends its own hex.")
    if roster.artillery[u] and not has_company(s, s.where[u]):
        return Refused("13.2.a", f"{name} is artillery alone in its hex and cannot attack.")
    if (roster.artillery[u] or roster.support[u]) and not in_supply(s, u):
        rule = "13.2.d" if roster.artillery[u] else "8.3.b"
        return Refused(rule, f"{name} is out of supply and may not attack.")
    return None


def has_company(s: State, h: int) -> bool:
    """Whether a hex holds a unit that is not Soviet artillery. 13.2.a"""
    artillery = s.world.roster.artillery
    return any(not artillery[u] for u in s.units_in(h))


def attackers(s: State, side: int, mech_only: bool) -> list[int]:
    """The units that may still attack or probe in this segment."""
    roster, where, attacked = s.world.roster, s.where, s.attacked
    sides, static, mech = roster.side, roster.static, roster.mech
    able = [
        u
        for u in range(roster.count)
        if sides[u] == side
        and where[u] >= 0
        and not static[u]
        and not attacked >> u & 1
        and (mech[u] or not mech_only)
    ]
    if side == GERMAN:
        return able
    special = [roster.artillery[u] or roster.support[u] for u in able]
    return [
        u
        for u, check in zip(able, special, strict=True)
        if not check or (in_supply(s, u) and (roster.support[u] or has_company(s, where[u])))
    ]


@dataclass(slots=True)
class Combat(Step):
    """A combat segment: attacks one by one, in any order, or none. 13.0, 13.8, R-42"""

    side: int
    mech_only: bool
    """A German mechanized combat phase. 5.5"""

    kind = "combat"

    def offer(self, s: State) -> list[Choice]:
        """Hexes to attack, hexes to probe, the end."""
        world = s.world
        board, roster = world.board, world.roster
        able = attackers(s, self.side, self.mech_only)
        from_ = 0
        for u in able:
            if not roster.artillery[u]:  # artillery does not attack by itself
                from_ |= 1 << s.where[u]
        near = world.grid.expand(from_)
        targets = near & s.occupied[1 - self.side]
        if self.side == SOVIET:
            targets &= ~board.no_go  # 12.5
        choices = [board.target[h] for h in bits(targets)]
        if self.side == GERMAN:
            probe = board.probe
            choices += [probe[h] for h in bits(probes(s, able, near))]
        if s.attacked:
            choices += top_choices(s, self.side)
        choices.append(END)
        return choices

    def decider(self, s: State) -> int:
        """The attacking side."""
        return self.side

    def take(self, s: State, choice: Choice) -> None:
        """Name a target, or end the segment."""
        verb = choice[0]
        if verb == "end":
            s.stack[-1] = StackingCheck()
        elif verb == "top":
            to_top(s, s.world.roster.index[str(choice[1])])
        elif verb == "target":
            h = s.world.grid.index(str(choice[1]))
            s.stack.append(Attack(self.side, self.mech_only, h, ()))
        else:
            s.stack.append(Probe(self.mech_only, s.world.grid.index(str(choice[1])), ()))

    def prompt(self, s: State) -> str:
        """What is wanted."""
        phase = "mechanized combat" if self.mech_only else "combat"
        return f"{NAMES[self.side]}: choose a hex to attack, or end the {phase}."

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        verb = choice[0]
        if verb == "target":
            return self._why_not_target(s, s.world.grid.index(str(choice[1])))
        if verb == "probe":
            return self._why_not_probe(s, s.world.grid.index(str(choice[1])))
        if verb == "top":
            if not s.attacked:
                return Refused("6.3", "Stacks are reordered when moving or after an own combat.")
            return why_not_top(s, self.side, str(choice[1]))
        if verb in ("pick", "go", "stop", "exit", "drop"):
            return Refused("12.0.c", "Units move in a movement segment; this is a combat segment.")
        if verb == "advance":
            return Refused("13.10.b", "An advance is made before another combat begins.")
        return Refused("13.8", "Name a hex to attack first, or end the combat.")

    def _why_not_target(self, s: State, h: int) -> Refused:
        number = s.world.grid.number(h)
        if not s.occupied[1 - self.side] >> h & 1:
            return Refused("13.0", f"There is no enemy unit in {number}.")
        if self.side == SOVIET and s.world.board.no_go >> h & 1:
            return Refused("12.5", f"Soviet units may not attack into {number}.")
        return _why_nobody(s, self.side, self.mech_only, h)

    def _why_not_probe(self, s: State, h: int) -> Refused:
        number = s.world.grid.number(h)
        if self.side == SOVIET:
            return Refused("13.6", "Only German units probe.")
        if s.occupied[SOVIET] >> h & 1:
            return Refused("13.6", f"{number} holds Soviet units: attack it instead.")
        if not s.world.weather[s.weather]["zoc"]:
            return Refused("7.5", "In Storm there are no zones of control and so no probes.")
        if not s.zoc(SOVIET) >> h & 1:
            return Refused("13.6", f"{number} is not in a Soviet zone of control.")
        if s.occupied[GERMAN] >> h & 1 and s.world.options["probe_into_own_hex"] == "refused":
            return Refused("13.6", f"{number} already holds German units.")
        return _why_nobody(s, GERMAN, self.mech_only, h)


def _why_nobody(s: State, side: int, mech_only: bool, h: int) -> Refused:
    """Why none of the side's units around a hex can attack or probe it."""
    number = s.world.grid.number(h)
    around = [
        u
        for n in s.world.grid.neighbours(h)
        for u in s.units_in(n)
        if s.world.roster.side[u] == side
    ]
    first = Refused("13.8.a", f"No {NAMES[side]} unit is adjacent to {number}.")
    for u in sorted(around, key=s.world.roster.static.__getitem__, reverse=True):
        reason = why_no_attack(s, side, mech_only, u)
        if reason is None:  # it could attack, only not this hex or not alone
            if s.world.roster.artillery[u]:
                return Refused("13.2.c", "Artillery does not attack by itself.")
            return why_not_enter(s, u, h) or Refused("6.1", f"There is no room in {number}.")
        first = reason
    return first


def why_not_enter(s: State, u: int, h: int) -> Refused | None:
    """Why a German unit may not advance or probe into a hex. 3.2.6, 6.1"""
    if not ground(s, GERMAN, (u,)) >> h & 1:
        return Refused("3.2.6", f"The stand-fast order keeps {s.world.roster.ids[u]} in the east.")
    return None


def probes(s: State, able: list[int], near: HexSet) -> HexSet:
    """The hexes that a German unit can probe: empty of Soviets and in their zone. 13.6"""
    hexes = near & s.zoc(SOVIET) & ~s.occupied[SOVIET]
    mine = hexes & s.occupied[GERMAN]
    if mine and s.world.options["probe_into_own_hex"] == "refused":
        hexes ^= mine
        mine = 0
    doubtful = mine | (hexes & s.world.board.west if s.bound else 0)
    for h in bits(doubtful):
        ring = s.world.grid.ring1[h]
        if not any(ring >> s.where[u] & 1 and can_probe(s, u, h) for u in able):
            hexes ^= 1 << h
    return hexes


def can_probe(s: State, u: int, h: int, *others: int) -> bool:
    """Whether a unit that may attack may probe into a hex beside others of its probe."""
    return bool(ground(s, GERMAN, (u,)) >> h & 1) and fits(s, h, u, *others)


@dataclass(slots=True)
class Attack(Step):
    """A target is named: who attacks it. Nothing is shown to anybody before the declaration. 6.3"""

    side: int
    mech_only: bool
    target: int
    units: tuple[int, ...]

    kind = "attack"

    def offer(self, s: State) -> list[Choice]:
        """Units to join and to leave out, declare, cancel."""
        roster = s.world.roster
        ring = s.world.grid.ring1[self.target]
        choices = [
            roster.join[u]
            for u in attackers(s, self.side, self.mech_only)
            if u not in self.units and ring >> s.where[u] & 1
        ]
        choices += [roster.leave[u] for u in self.units]
        if self._can_declare(s):
            choices.append(DECLARE)
        choices.append(CANCEL)
        return choices

    def _can_declare(self, s: State) -> bool:
        roster = s.world.roster
        return any(not roster.artillery[u] and roster.attack[u][s.steps[u]] for u in self.units)

    def decider(self, s: State) -> int:
        """The attacking side."""
        return self.side

    def take(self, s: State, choice: Choice) -> None:
        """Add or drop an attacker, attack, or think better of it."""
        verb, roster = choice[0], s.world.roster
        if verb == "join":
            units = (*self.units, roster.index[str(choice[1])])
            s.stack[-1] = Attack(self.side, self.mech_only, self.target, units)
        elif verb == "leave":
            u = roster.index[str(choice[1])]
            units = tuple(v for v in self.units if v != u)
            s.stack[-1] = Attack(self.side, self.mech_only, self.target, units)
        elif verb == "cancel":
            s.stack.pop()
        else:
            s.stack.pop()
            begin_battle(s, declare(s, self.side, self.target, self.units))

    def prompt(self, s: State) -> str:
        """What is wanted."""
        number = s.world.grid.number(self.target)
        return (
            f"{NAMES[self.side]}: choose who attacks {number}, then declare the attack or cancel."
        )

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        verb, roster = choice[0], s.world.roster
        if verb == "join":
            u = roster.index[str(choice[1])]
            if u in self.units:
                return Refused("13.0.b", f"{choice[1]} attacks already.")
            reason = why_no_attack(s, self.side, self.mech_only, u)
            number = s.world.grid.number(self.target)
            rule = "13.2" if roster.artillery[u] else "13.8.a"
            if reason is None and u == roster.ranged:
                return Refused("13.1.a", f"{choice[1]} can only support, once this is declared.")
            return reason or Refused(rule, f"{choice[1]} is not adjacent to {number}.")
        if verb == "leave":
            return Refused("13.0.c", f"{choice[1]} is not among the attackers.")
        if verb == "declare":
            if any(roster.artillery[u] for u in self.units):
                return Refused("13.2.c", "Artillery does not attack by itself.")
            if self.units:
                return Refused("13.8.a", "The attackers have no attack factor.")
            return Refused("13.0", "An attack needs at least one attacking unit.")
        return Refused("13.8", "An attack is being prepared: declare or cancel it first.")


def begin_battle(s: State, battle: Battle) -> None:
    """Declare: both sides see who is in it, and the attackers have used their attack. 6.3.a"""
    defenders = s.units_in(battle.target)
    s.show(defenders)
    s.show(battle.units)
    s.show(tiger_company(s, battle.units))  # what gives a shift is shown
    for u in battle.units:
        s.attacked |= 1 << u
    s.tell(
        "attack",
        "13.8",
        side=battle.side,
        hex=battle.target,
        units=battle.units,
        defenders=defenders,
    )
    s.stack.append(Advance(battle))
    if not has_company(s, battle.target):  # 13.2.b, R-45: artillery alone just dies
        for u in defenders:
            s.tell("overrun", "13.2.b", unit=u, hex=battle.target)
            eliminate(s, u)
        return
    s.stack.append(Resolve(battle))
    s.stack.append(Air(battle))
    s.stack.append(Support(battle))


def _set_battle(s: State, battle: Battle) -> None:
    """Put a battle with more support into the steps that wait for it."""
    s.stack[-1] = Support(battle)
    s.stack[-2] = Air(battle)
    s.stack[-3] = Resolve(battle)
    s.stack[-4] = Advance(battle)


def kg_in_range(s: State, target: int) -> list[int]:
    """The Korpsgruppen that may still help in a combat for this hex. 13.4"""
    grid, reach = s.world.grid, s.world.tables["korpsgruppe"]["combat_range"]
    return [
        i
        for i, h in enumerate(s.kg)
        if h >= 0 and not s.kg_used >> i & 1 and grid.distance(h, target) <= reach
    ]


def why_no_kg(s: State, battle: Battle, i: int) -> Refused | None:
    """Why a Korpsgruppe cannot help in a battle, None if it can. 13.4, R-13"""
    name = s.world.kg_names[i]
    if battle.kg >= 0:
        return Refused("13.4.d", "Only one Korpsgruppe helps in a combat.")
    if s.kg[i] < 0:
        return Refused("5.3.a", f"Korpsgruppe {name} is not on the map.")
    attack = battle.side == GERMAN
    if s.kg_used >> i & 1:
        rule = "13.4.e.1"
        if attack:
            rule = "13.4.e.3" if s.phase == "german-mech" else "13.4.e.2"
        return Refused(rule, f"Korpsgruppe {name} has already helped in this phase.")
    if i in kg_in_range(s, battle.target):
        return None
    rule = "13.4.a" if attack else "13.4.b"
    return Refused(rule, f"Korpsgruppe {name} is more than two hexes from the defending hex.")


def why_no_artillery(s: State, battle: Battle) -> Refused | None:
    """Why the 18th Artillery Division cannot support a battle, None if it can. 13.1, R-15"""
    u = s.world.roster.ranged
    grid = s.world.grid
    if u < 0 or s.where[u] < 0:
        return Refused("13.1", "The 18th Artillery Division is not on the map.")
    h = s.where[u]
    attack = battle.side == GERMAN
    if battle.artillery >= 0 or s.artillery_used:
        return Refused("13.1.g", "The 18th Artillery Division supports one combat in a phase.")
    if attack and s.attacked >> u & 1:
        return Refused("13.0.b", "The 18th Artillery Division attacks itself in this segment.")
    if not attack and h == battle.target:
        return Refused("13.1.d", "In its own hex the division defends with its defence factor.")
    if grid.distance(h, battle.target) > s.world.tables["artillery_division"]["range"]:
        return Refused("13.1.c", "The 18th Artillery Division is more than two hexes away.")
    if s.zoc(SOVIET) >> h & 1:
        return Refused("13.1.f", "In an enemy zone of control the division cannot support.")
    if attack and grid.ring1[h] & s.occupied[SOVIET]:
        return Refused("13.1.a", "Next to a Soviet unit the division cannot support an attack.")
    return None


@dataclass(slots=True)
class Support(Step):
    """The German claims a Korpsgruppe and the 18th Artillery Division, in attack or defence. R-43"""

    battle: Battle

    kind = "support"

    def offer(self, s: State) -> list[Choice]:
        """Markers in range, the artillery, pass."""
        choices: list[Choice] = []
        if self.battle.kg < 0:
            choices += [("kg", s.world.kg_names[i]) for i in kg_in_range(s, self.battle.target)]
        if why_no_artillery(s, self.battle) is None:
            choices.append(("artillery", s.world.roster.ids[s.world.roster.ranged]))
        choices.append(PASS)
        return choices

    def takes_itself(self, s: State, choice: Choice) -> bool:
        """Passing by itself must not tell where a hidden 18th Artillery Division is not. 6.3"""
        u = s.world.roster.ranged
        hidden = u >= 0 and s.where[u] >= 0 and not s.visible(u, SOVIET)
        return not hidden or s.artillery_used

    def decider(self, s: State) -> int:
        """Always the German."""
        return GERMAN

    def take(self, s: State, choice: Choice) -> None:
        """Claim support or go on."""
        verb = choice[0]
        if verb == "kg":
            i = s.world.kg_names.index(str(choice[1]))
            s.kg_used |= 1 << i
            rule = "13.4.a" if self.battle.side == GERMAN else "13.4.b"
            s.tell("support", rule, side=GERMAN, by=choice[1], hex=self.battle.target)
            _set_battle(s, self.battle.with_kg(i))
        elif verb == "artillery":
            u = s.world.roster.ranged
            s.artillery_used = True
            if self.battle.side == GERMAN:
                s.attacked |= 1 << u  # 13.0.b: all its strength goes into this one combat
            s.show((u,))
            rule = "13.1.a" if self.battle.side == GERMAN else "13.1.b"
            s.tell("support", rule, side=GERMAN, by=choice[1], hex=self.battle.target)
            _set_battle(s, self.battle.with_artillery(u))
        else:
            s.stack.pop()

    def prompt(self, s: State) -> str:
        """What is wanted."""
        what = "attack on" if self.battle.side == GERMAN else "defence of"
        return f"German: support the {what} {s.world.grid.number(self.battle.target)}, or pass."

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        verb = choice[0]
        if verb == "kg":
            reason = why_no_kg(s, self.battle, s.world.kg_names.index(str(choice[1])))
            assert reason is not None
            return reason
        if verb == "artillery":
            u = s.world.roster.index[str(choice[1])]
            if u != s.world.roster.ranged:
                return Refused("2.4.c", f"{choice[1]} has no range: only the 18th Artillery has.")
            reason = why_no_artillery(s, self.battle)
            assert reason is not None
            return reason
        if verb == "air":
            late = Refused("13.3.f", "Air support is committed after the Korpsgruppen.")
            return why_no_air(s, self.battle) or late
        return in_battle(choice)


def why_no_air(s: State, battle: Battle) -> Refused | None:
    """Why no air marker can be committed to a battle, None if some can. 13.3, R-11"""
    if not s.world.weather[s.weather]["air_support"]:
        return Refused("5.1.a", "In Storm there is no air support.")
    if s.air[s.air_side] == 0:
        return Refused("5.2.c", "There are no air markers left this turn.")
    if s.air_side == SOVIET and battle.side == GERMAN:
        return Refused("13.3.c", "Soviet air support helps attacks only.")
    return None


def in_battle(choice: Choice) -> Refused:
    """Why something else cannot be done while a declared attack is being fought out."""
    if choice[0] in ("cancel", "leave", "join"):
        return Refused("6.3.a", "The attack is declared and has to be carried out as it is.")
    return Refused("13.10.b", "The combat under way has to be finished first.")


@dataclass(slots=True)
class Air(Step):
    """The side with air superiority adds air markers, the last thing before the die. 13.3"""

    battle: Battle

    kind = "air"

    def offer(self, s: State) -> list[Choice]:
        """A number of markers, or none."""
        if why_no_air(s, self.battle) is not None:
            return [PASS]
        return [*(("air", n) for n in range(1, s.air[s.air_side] + 1)), PASS]

    def decider(self, s: State) -> int:
        """The side with the markers."""
        return s.air_side

    def take(self, s: State, choice: Choice) -> None:
        """Commit markers, or none, and go on to the die."""
        s.stack.pop()
        if choice[0] == "air":
            n = int(choice[1])
            s.air[s.air_side] -= n
            s.tell("air", "13.3", side=s.air_side, markers=n, hex=self.battle.target)
            battle = self.battle.with_air(n)
            s.stack[-1] = Resolve(battle)
            s.stack[-2] = Advance(battle)

    def prompt(self, s: State) -> str:
        """What is wanted."""
        number = s.world.grid.number(self.battle.target)
        left = s.air[s.air_side]
        markers = "1 air marker" if left == 1 else f"up to {left} air markers"
        return f"{NAMES[s.air_side]}: commit {markers} to the combat for {number}?"

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        if choice[0] == "air":
            return Refused("13.3.e", f"There are {s.air[s.air_side]} markers: commit one or more.")
        if choice[0] in ("kg", "artillery"):
            rule = "13.4.d" if choice[0] == "kg" else "13.1.g"
            return Refused(rule, "The time to claim this support is over: air comes last.")
        return in_battle(choice)


@dataclass(slots=True)
class Probe(Step):
    """A German probe: units of one hex walk into an empty hex in a Soviet zone. 13.6"""

    mech_only: bool
    target: int
    units: tuple[int, ...]

    kind = "probe"

    def offer(self, s: State) -> list[Choice]:
        """Units to join and leave, declare, cancel."""
        roster = s.world.roster
        ring = s.world.grid.ring1[self.target]
        from_ = s.where[self.units[0]] if self.units else -1
        choices = [
            roster.join[u]
            for u in attackers(s, GERMAN, self.mech_only)
            if ring >> s.where[u] & 1
            and u not in self.units
            and from_ in (-1, s.where[u])
            and can_probe(s, u, self.target, *self.units)
        ]
        choices += [roster.leave[u] for u in self.units]
        if self.units:
            choices.append(DECLARE)
        choices.append(CANCEL)
        return choices

    def _why_not_join(self, s: State, u: int) -> Refused | None:
        name, number = s.world.roster.ids[u], s.world.grid.number(self.target)
        if u in self.units:
            return Refused("13.0.b", f"{name} probes already.")
        if not s.world.grid.ring1[self.target] >> s.where[u] & 1:
            return Refused("13.8.a", f"{name} is not adjacent to {number}.")
        if self.units and s.where[u] != s.where[self.units[0]]:
            return Refused("13.6.a", "Units of another hex make a probe of their own.")
        if (reason := why_not_enter(s, u, self.target)) is not None:
            return reason
        if not fits(s, self.target, u, *self.units):
            return Refused("6.1", f"There is no room for {name} in {number}.")
        return None

    def decider(self, s: State) -> int:
        """Always the German."""
        return GERMAN

    def take(self, s: State, choice: Choice) -> None:
        """Add or drop a unit, probe, or think better of it."""
        verb, roster = choice[0], s.world.roster
        if verb == "join":
            u = roster.index[str(choice[1])]
            units = tuple(v for v in s.stacks[s.where[u]] if v in (*self.units, u))
            s.stack[-1] = Probe(self.mech_only, self.target, units)
        elif verb == "leave":
            u = roster.index[str(choice[1])]
            s.stack[-1] = Probe(self.mech_only, self.target, tuple(v for v in self.units if v != u))
        else:
            s.stack.pop()
            if verb == "declare":
                self._advance(s)

    def _advance(self, s: State) -> None:
        from_ = s.where[self.units[0]]
        s.tell("probe", "13.6", side=GERMAN, units=self.units, hex=from_, to=self.target)
        for u in reversed(self.units):
            s.attacked |= 1 << u
            s.lift(u)
            s.put(u, self.target)

    def prompt(self, s: State) -> str:
        """What is wanted."""
        number = s.world.grid.number(self.target)
        return f"German: choose who probes into {number}, then declare or cancel."

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        verb, roster = choice[0], s.world.roster
        if verb == "join":
            u = roster.index[str(choice[1])]
            reason = None if u in self.units else why_no_attack(s, GERMAN, self.mech_only, u)
            reason = reason or self._why_not_join(s, u)
            assert reason is not None
            return reason
        if verb == "leave":
            return Refused("13.6.a", f"{choice[1]} is not in the probe.")
        if verb == "declare":
            return Refused("13.6", "A probe needs at least one unit.")
        return Refused("13.8", "A probe is being prepared: declare or cancel it first.")


def begin_combat(s: State, side: int, mech_only: bool) -> Combat:
    """Start a combat segment: every attack and every support may be used anew."""
    s.attacked = 0
    s.kg_used = 0
    s.artillery_used = False
    return Combat(side, mech_only)
