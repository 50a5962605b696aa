"""Deploying the Korpsgruppe markers (5.3, 10.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexfront.games.breakout.sides import GERMAN
from hexfront.hexes import bits
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import Choices, Union, each
from hexfront.kernel.refusal import Refused
from hexfront.kernel.step import Step
from hexfront.mechanics.verbs import DONE

if TYPE_CHECKING:
    from hexfront.games.breakout.state import State


@dataclass(slots=True)
class Deployment(Step):
    """The German lays none to three markers on the map, anywhere, one a hex. 5.3.a to 5.3.c"""

    kind = "kg"

    def offer(self, s: State) -> Union:
        """Every free marker with every hex, markers to take back, the end."""
        taken = sum({1 << h for h in s.kg if h >= 0})  # in a made-up position two may share a hex
        free = tuple(s.world.grid.numbers[h] for h in bits(s.world.grid.all & ~taken))
        found: list[Choices] = []
        for name, h in zip(s.world.kg_names, s.kg, strict=True):
            found += each("place", [(name, free)]) if h < 0 else [[("take", name)]]
        return Union(*found, [DONE])

    def decider(self, s: State) -> int:
        """The German."""
        return GERMAN

    def take(self, s: State, choice: Choice) -> None:
        """Lay a marker, take it back, or be done."""
        if choice[0] == "done":
            s.stack.pop()
            return
        i = s.world.kg_names.index(str(choice[1]))
        s.kg[i] = s.world.grid.index(str(choice[2])) if choice[0] == "place" else -1
        s.tell("kg", "5.3.a", marker=choice[1], hex=s.kg[i])

    def prompt(self, s: State) -> str:
        """What is wanted."""
        return "German: deploy your Korpsgruppe markers, or be done."

    def why(self, s: State, choice: Choice) -> Refused:
        """Why not."""
        verb = choice[0]
        if verb not in ("place", "take") or choice[1] not in s.world.kg_names:
            return Refused("5.3", "Only Korpsgruppe markers are deployed in this phase.")
        i = s.world.kg_names.index(str(choice[1]))
        if verb == "take":
            return Refused("5.3.a", f"Korpsgruppe {choice[1]} is not on the map.")
        if s.kg[i] >= 0:
            return Refused("5.3.a", f"Korpsgruppe {choice[1]} is deployed; take it back first.")
        return Refused("5.3.c", f"There is a Korpsgruppe in {choice[2]} already.")
