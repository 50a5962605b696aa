"""Help in a declared combat before the die: Korpsgruppen, the 18th Artillery Division, air. 13.1, 13.3, 13.4"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.rules.odds import Battle
from hexfront.games.breakout.rules.results import FINISH_FIRST, battle_of, set_battle
from hexfront.games.breakout.sides import GERMAN, NAMES, SOVIET
from hexfront.kernel.decision import Choice
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.telling import in_words
from hexfront.mechanics.verbs import PASS

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


def kg_in_range(s: State, target: int) -> list[int]:
    """The Korpsgruppen that may still help in a combat for this hex. 13.4

    Zones and Storm do not hinder them (13.4.c); each helps once a phase, so in several combats a turn (13.4.g).
    """
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
    far = in_words(s.world.tables["korpsgruppe"]["combat_range"], "hex", "hexes")
    return Refused(rule, f"Korpsgruppe {name} is more than {far} from the defending hex.")


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
    reach = s.world.tables["artillery_division"]["range"]
    if grid.distance(h, battle.target) > reach:
        far = in_words(reach, "hex", "hexes")
        return Refused("13.1.c", f"The 18th Artillery Division is more than {far} away.")
    if s.zoc(SOVIET) >> h & 1:
        return Refused("13.1.f", "In an enemy zone of control the division cannot support.")
    if attack and grid.ring1[h] & s.occupied[SOVIET]:
        return Refused("13.1.a", "Next to a Soviet unit the division cannot support an attack.")
    return None


@dataclass(slots=True)
class Support(Step["State"]):
    """The German claims a Korpsgruppe and the 18th Artillery Division, in attack or defence. R-43"""

    kind = "support"

    def offer(self, s: State) -> list[Choice]:
        """Markers in range, the artillery, pass."""
        choices: list[Choice] = []
        battle = battle_of(s)
        if battle.kg < 0:
            choices += [("kg", s.world.kg_names[i]) for i in kg_in_range(s, battle.target)]
        if why_no_artillery(s, battle) is None:
            choices.append(("artillery", s.world.roster.ids[s.world.roster.ranged]))
        choices.append(PASS)
        return choices

    def takes_itself(self, s: State, choice: Choice) -> bool:
        """Passing by itself must not tell where a hidden 18th Artillery Division is not. 6.3"""
        u = s.world.roster.ranged
        hidden = u >= 0 and s.where[u] >= 0 and not s.visible(u, SOVIET)
        return not hidden or s.artillery_used

    def decider(self, s: State) -> int:
        return GERMAN

    def take(self, s: State, choice: Choice) -> None:
        verb, battle = choice[0], battle_of(s)
        if verb == "kg":
            i = s.world.kg_names.index(str(choice[1]))
            s.kg_used |= 1 << i
            rule = "13.4.a" if battle.side == GERMAN else "13.4.b"
            s.tell("support", rule, side=GERMAN, by=choice[1], hex=battle.target)
            set_battle(s, battle.with_kg(i))
        elif verb == "artillery":
            u = s.world.roster.ranged
            s.artillery_used = True
            if battle.side == GERMAN:
                s.attacked |= 1 << u  # 13.0.b: all its strength goes into this one combat
            s.show((u,))
            rule = "13.1.a" if battle.side == GERMAN else "13.1.b"
            s.tell("support", rule, side=GERMAN, by=choice[1], hex=battle.target)
            set_battle(s, battle.with_artillery(u))
        else:
            s.stack.pop()

    def prompt(self, s: State) -> str:
        battle = battle_of(s)
        what = "attack on" if battle.side == GERMAN else "defence of"
        return f"German: support the {what} {s.world.grid.number(battle.target)}, or pass."

    def why(self, s: State, choice: Choice) -> Refused:
        verb, battle = choice[0], battle_of(s)
        if verb == "kg":
            reason = why_no_kg(s, battle, s.world.kg_names.index(str(choice[1])))
            assert reason is not None
            return reason
        if verb == "artillery":
            u = s.world.roster.index[str(choice[1])]
            if u != s.world.roster.ranged:
                return Refused(
                    "2.4.c",
                    f"{s.world.roster.titles[u]} has no range: only the 18th Artillery has.",
                )
            reason = why_no_artillery(s, battle)
            assert reason is not None
            return reason
        if verb == "air":
            late = Refused("13.3.f", "Air support is committed after the Korpsgruppen.")
            return why_no_air(s, battle) or late
        return in_battle(choice)


def why_no_air(s: State, battle: Battle) -> Refused | None:
    """Why no air marker can be committed to a battle, None if some can. 13.3, R-11

    They help anywhere on the map (13.3.b), the German's in attack and defence (13.3.d).
    """
    if not s.world.weather[s.weather]["air_support"]:
        return Refused("5.1.a", f"In {s.weather.capitalize()} there is no air support.")
    if s.air[s.air_side] == 0:
        return Refused("5.2.c", "There are no air markers left this turn.")
    if s.air_side == SOVIET and battle.side == GERMAN:
        return Refused("13.3.c", "Soviet air support helps attacks only.")
    return None


def in_battle(choice: Choice) -> Refused:
    """Why something else cannot be done while a declared attack is being fought out."""
    if choice[0] in ("cancel", "leave", "join"):
        return Refused("6.3.a", "The attack is declared and has to be carried out as it is.")
    return Refused("13.10.b", FINISH_FIRST)


@dataclass(slots=True)
class Air(Step["State"]):
    """The side with air superiority adds air markers, the last thing before the die. 13.3"""

    kind = "air"

    def offer(self, s: State) -> list[Choice]:
        """A number of markers, or none."""
        if why_no_air(s, battle_of(s)) is not None:
            return [PASS]
        return [*(("air", n) for n in range(1, s.air[s.air_side] + 1)), PASS]

    def decider(self, s: State) -> int:
        return s.air_side

    def take(self, s: State, choice: Choice) -> None:
        s.stack.pop()
        if choice[0] == "air":
            n = int(choice[1])
            s.air[s.air_side] -= n
            battle = battle_of(s)
            s.tell("air", "13.3", side=s.air_side, markers=n, hex=battle.target)
            set_battle(s, battle.with_air(n))

    def prompt(self, s: State) -> str:
        number = s.world.grid.number(battle_of(s).target)
        left = s.air[s.air_side]
        markers = "1 air marker" if left == 1 else f"up to {left} air markers"
        return f"{NAMES[s.air_side]}: commit {markers} to the combat for {number}?"

    def why(self, s: State, choice: Choice) -> Refused:
        if choice[0] == "air":
            return Refused("13.3.e", f"There are {s.air[s.air_side]} markers: commit one or more.")
        if choice[0] in ("kg", "artillery"):
            rule = "13.4.d" if choice[0] == "kg" else "13.1.g"
            return Refused(rule, "The time to claim this support is over: air comes last.")
        return in_battle(choice)
