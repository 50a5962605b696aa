"""Two turns over three sectors: both sides allot three planes in secret, then dice decide each sector.

Whoever takes more sectors in a turn may strafe one of them, an ordinary decision. It counts as a sector.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexfront.hexes import Grid
from hexfront.kernel.decision import Choice
from hexfront.kernel.dice import Dice
from hexfront.kernel.field_kinds import Plain
from hexfront.kernel.fields import AnyJson, Json
from hexfront.kernel.forms import check_form
from hexfront.kernel.game import Options
from hexfront.kernel.ledger import OptionSpec, RuleCase
from hexfront.kernel.luck import Luck
from hexfront.kernel.phase import Phase, phases
from hexfront.kernel.refusal import Refused
from hexfront.kernel.secret import COMMIT, Secret
from hexfront.kernel.state import Event, State
from hexfront.kernel.state_fields import field, number
from hexfront.kernel.step import Step
from hexfront.mechanics.viewing import decision_of

if TYPE_CHECKING:
    from hexfront.draw import Picture

SIDES = ("red", "blue")
SECTORS = ("0101", "0201", "0301")
PLANES = ("Ace", "Bat", "Crow")
TURNS = 2
GRID = Grid(3, 2)
VERBS = {"place": ("plane", "sector"), "take": ("plane",), "done": (), "strafe": ("sector",)}
KNOWN = {
    "plane": (PLANES, "There is no plane {!r}."),
    "sector": (SECTORS, "There is no sector {!r}."),
}
Plan = tuple[int, ...]
"""The sector of each plane, -1 on the ground."""
GROUND: Plan = (-1,) * len(PLANES)
PLANE: Json = {"label": "", "type": "air", "size": "", "mobility": "air", "factors": [[1, 1]], "steps": 1,
               "attack": 1, "defence": 1}  # fmt: skip


class Skies(State):
    """What is known to everybody: the turn, who took which sectors, where planes flew last."""

    sides = SIDES

    turn: int = number()
    phase: str = field(Plain(), "allot")
    points: tuple[int, ...] = field(Plain(), (0, 0))
    flown: tuple[Plan, ...] = field(Plain(), (GROUND, GROUND))

    def why(self, choice: Choice) -> Refused:
        return check_form(choice, VERBS, KNOWN) or super().why(choice)

    def situation(self) -> str:
        return f"{self.turn} {self.phase}"


@dataclass(frozen=True, slots=True)
class Turn(Step["Skies"]):
    """The next turn, or the end."""

    def offer(self, s: Skies) -> None:
        if s.turn == TURNS:
            s.stack.pop()
            best = max(s.points)
            s.result = {
                "winner": "draw" if s.points.count(best) > 1 else SIDES[s.points.index(best)]
            }
            s.tell("end", "1", **s.result)
            return
        s.turn += 1
        s.phase, s.flown = "allot", (GROUND, GROUND)
        s.tell("turn", "1", turn=s.turn)
        s.tell("phase", "1", turn=s.turn, phase=s.phase)
        s.stack.append(Allot(((0, GROUND), (1, GROUND))))


@dataclass(frozen=True, slots=True)
class Allot(Secret["Skies"]):
    """Each plane flies to a sector or stays on the ground."""

    kind = "allot"

    def options(self, s: Skies, side: int, plan: Plan) -> list[Choice]:
        found: list[Choice] = []
        for plane, sector in zip(PLANES, plan, strict=True):
            if sector >= 0:
                found.append(("take", plane))
            else:
                found += [("place", plane, hex_) for hex_ in SECTORS]
        return [*found, COMMIT]

    def changed(self, s: Skies, side: int, plan: Plan, choice: Choice) -> Plan:
        sector = SECTORS.index(str(choice[2])) if choice[0] == "place" else -1
        plane = PLANES.index(str(choice[1]))
        return (*plan[:plane], sector, *plan[plane + 1 :])

    def open(self, s: Skies, plans: Mapping[int, Plan]) -> None:
        s.flown = (plans[0], plans[1])
        s.tell("flown", "2", red=_hexes(plans[0]), blue=_hexes(plans[1]))
        won = [0, 0]
        for sector, hex_ in enumerate(SECTORS):
            ahead = plans[0].count(sector) - plans[1].count(sector)
            face = s.roll("sector", "3", hex_)
            winner = 0 if face + ahead > 3 else 1
            won[winner] += 1
            s.tell("sector", "3", side=winner, hex=hex_, die=face)
        s.points = (s.points[0] + won[0], s.points[1] + won[1])
        s.stack.append(Strafe(won.index(max(won))))

    def request(self, s: Skies, side: int, plan: Plan) -> str:
        return (
            f"{SIDES[side].title()}: allot your planes in secret ({plan.count(-1)} on the ground)."
        )

    def why_not(self, s: Skies, side: int, plan: Plan, choice: Choice) -> Refused:
        if choice[0] == "strafe":
            return Refused("4", "Planes strafe when the sectors are decided.")
        plane = PLANES.index(str(choice[1]))
        if choice[0] == "take":
            return Refused("2", f"{choice[1]} is on the ground.")
        return Refused("2", f"{choice[1]} flies to {SECTORS[plan[plane]]} already.")


@dataclass(frozen=True, slots=True)
class Strafe(Step["Skies"]):
    """The winner of a turn strafes a sector."""

    side: int
    kind = "strafe"

    def offer(self, s: Skies) -> list[Choice]:
        s.phase = "strafe"
        return [*(("strafe", hex_) for hex_ in SECTORS), COMMIT]

    def take(self, s: Skies, choice: Choice) -> None:
        s.stack.pop()
        if choice != COMMIT:
            points = list(s.points)
            points[self.side] += 1
            s.points = (points[0], points[1])
            s.tell("strafe", "4", side=self.side, hex=choice[1])

    def decider(self, s: Skies) -> int:
        return self.side

    def prompt(self, s: Skies) -> str:
        return f"{SIDES[self.side].title()}: strafe a sector, or be done."

    def why(self, s: Skies, choice: Choice) -> Refused:
        return Refused("4", "The planes have been allotted for this turn.")


def _hexes(plan: Plan) -> dict[str, str | None]:
    return {p: SECTORS[at] if at >= 0 else None for p, at in zip(PLANES, plan, strict=True)}


class Raid:
    """The game as the kernel sees it."""

    name = "raid"
    title = "Raid"
    version = "1"
    sides: tuple[str, ...] = SIDES
    scenarios: Mapping[str, str] = {"raid": "Two turns over three sectors"}
    short: Mapping[str, str] = {}
    options: tuple[OptionSpec, ...] = ()
    rules: tuple[RuleCase, ...] = tuple(
        RuleCase(case, title, title, "rule", "both", component=False)
        for case, title in (("1", "Turns"), ("2", "Planes"), ("3", "Sectors"), ("4", "Strafing"))
    )
    digest = "toy"
    queries: Mapping[str, Callable[[Any, int | None], AnyJson]] = {}
    grid = GRID
    seat_rule = "2"
    fog_rule: str | None = "2"
    turn_event = "turn"
    phases = phases(Phase("allot", "Allotment"), Phase("strafe", "Strafing"))
    known_by: Mapping[str, tuple[str, ...]] = {}
    claims: Mapping[str, int] = {}
    undoing: tuple[str, ...] = ()

    def start(self, scenario: str, options: Options, dice: Dice, tell: bool = True) -> Skies:
        s = Skies(None, dice)
        s.events = [] if tell else None
        s.stack.append(Turn())
        s.settle()
        return s

    def position(self, position: Json, dice: Dice) -> Skies:
        return self.start("raid", {}, dice)

    def digest_in(self, scenario: str) -> str:
        return self.digest

    def position_of(self, state: Skies) -> Json:
        return {"turn": state.turn, "points": list(state.points), "units": _units(state.flown)}

    def digest_of(self, state: Skies) -> str:
        whole = (state.turn, state.phase, state.points, state.flown, state.rolls, state.stack)
        return hashlib.sha256(repr(whole).encode()).hexdigest()

    def view(self, state: Skies, side: int | None, seen: Any = None, asked: bool = True) -> Any:
        flown = list(state.flown)
        step = state.stack[-1] if state.stack else None
        if isinstance(step, Secret) and side is not None:
            flown[side] = step.plan(side) or GROUND
        return {
            "game": self.name,
            "scenario": "raid",
            "side": None if side is None else SIDES[side],
            "turn": state.turn,
            "phase": state.phase,
            "vp": dict(zip(SIDES, state.points, strict=True)),
            "units": _units(flown),
            "hexes": {hex_: {"town": f"Sector {hex_}"} for hex_ in SECTORS},
            "off_map": {"to_place": [], "reinforcements": {}, "eliminated": []},
            "combat": None,
            "options": {},
            "result": state.result,
            "decision": decision_of(state, side),
            "planned": None,
        }

    def view_event(
        self, state: Skies, event: Event, side: int | None, all_seen: bool = False
    ) -> Json | None:
        return {
            key: SIDES[value] if key == "side" and type(value) is int else value
            for key, value in event.items()
        }

    def describe(self, event: Json) -> str:
        facts = ", ".join(f"{k} {v}" for k, v in event.items() if k not in ("what", "case"))
        return f"{event['what']}: {facts}"

    def luck(self, events: Sequence[tuple[int, Event]]) -> Luck:
        return Luck((), "sectors", "")

    def standing(self, state: Skies) -> Json:
        ahead = state.points[0] - state.points[1]
        return {"vp": ahead, "causes": {"sectors": ahead}, "places": {}}

    def margin(self, result: Json, side: int, scenario: str | None = None) -> float:
        return {"draw": 0.0, SIDES[side]: 1.0}.get(result["winner"], -1.0)

    def anchor(self, scenario: str) -> Json | None:
        return None

    def goals(self, view: Any) -> list[str]:
        return list(SECTORS)

    def settle(self, view: Any, choices: Sequence[Choice]) -> Choice:
        return choices[0]

    def plain_choice(self, verbs: Any, look: Any) -> Choice | None:
        return None

    def suggest(self, verbs: Any, look: Any) -> Choice | None:
        return None

    def data_report(self) -> str:
        return ""

    def zoc(self, state: Any, side: int) -> Any:
        return {"hexes": []}

    def supply(self, state: Any, side: int, asker: int | None = None) -> Any:
        return {"units": {}}

    def reach(self, state: Any, unit: object, side: int | None = None) -> Any:
        return {"hexes": {}, "risk": {}}

    def group_reach(self, state: Any, units: object, side: int | None = None) -> Any:
        return {"hexes": {}}

    def threat(self, state: Any, side: int, asker: int | None = None, only: Any = None) -> Any:
        return {"hexes": {}}

    def unit_card(self, state: Any, unit: object, side: int | None = None) -> Any:
        return {"lines": []}

    def path(self, state: Any, units: object, to: object, side: int | None = None) -> Any:
        raise Refused("2", "Planes fly where they are allotted.")

    def odds(
        self, state: Any, target: object, units: object, support: object, side: int | None
    ) -> Any:
        raise Refused("3", "The planes over a sector decide.")

    def page_data(self, scenario: str | None = None) -> Any:
        nothing: Json = {"charts": [], "facts": [], "verbs": {}, "fights": [], "markers": {},
                         "kinds": {}, "places": [], "terrain": {}, "rivers": [], "decisions": {}}  # fmt: skip
        return {
            **nothing,
            "turns": TURNS,
            "track": [
                {"title": phase.title, "number": "", "phases": [name]}
                for name, phase in self.phases.items()
            ],
            "phase_names": {name: phase.title for name, phase in self.phases.items()},
            "score": {"rows": [], "total": {"title": "Sectors", "from": "vp"}, "rule": "3"},
            "supply": {"title": "Supply", "out": dict.fromkeys(SIDES, "")},
            "units": {
                unit["id"]: {**unit, "formation": "", "hex": None, "arrives": 1}
                for unit in _units((GROUND, GROUND))
            },
        }

    def picture(
        self, view: Any = None, set_up: bool = False, scenario: str | None = None
    ) -> Picture:
        from hexfront.draw import Picture

        return Picture(GRID, sides=SIDES)


def _units(flown: Sequence[Plan]) -> list[Json]:
    return [
        {"id": f"{side} {plane}", "side": side, "hex": hex_, **PLANE, "name": plane}
        for side, plan in zip(SIDES, flown, strict=True)
        for plane, hex_ in _hexes(plan).items()
    ]


RAID = Raid()


def load(overlay: Path | None = None) -> Raid:
    """The game, as the registry wants it."""
    return RAID
