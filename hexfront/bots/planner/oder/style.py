"""How each side plays Oder: what it thinks of danger, of ground and of attacks."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from hexfront.bots.planner.plan import Plan


@dataclass(frozen=True, slots=True)
class Style:
    """Weights on what a side looks at."""

    ground: float
    """Ground given up by the front: a hex away from the enemy, in points."""
    risked: float
    """How much the danger to attackers where they go counts."""
    closed: float = 0.0
    """How much a front without gaps counts."""
    danger: float = 1.0
    """How much danger counts for all."""
    attack: float = 1.0
    """How kindly attacks are looked at that units are brought up for."""
    pull: float = 1.0
    """How much the goal of a sector draws units."""


STYLES = (
    Style(ground=0.04, risked=1.2, closed=1.0, danger=1.4),
    Style(ground=0.6, risked=0.3, danger=0.625, attack=1.6),
)
"""The German and the Soviet one."""
NAMES = {field.name for field in fields(Style)}


def style_of(plan: Plan, side: int) -> Style:
    """The style of a side with what a plan changes about it."""
    traits = {name: value for name, value in plan.traits if name in NAMES}
    style = replace(STYLES[side], **traits)
    return replace(style, danger=style.danger / plan.boldness, attack=style.attack * plan.boldness)


Traits = tuple[tuple[str, float], ...]
STANCES: tuple[tuple[Traits, ...], tuple[Traits, ...]] = (
    ((), (("danger", 2.5), ("risked", 3.5)), (("danger", 0.7), ("risked", 0.5), ("ground", 0.2))),
    ((), (("ground", 0.1), ("danger", 1.0), ("attack", 1.0)), (("danger", 0.3), ("risked", 0.1))),
)
"""The stances that each side tries in a turn, as changes to its style."""
