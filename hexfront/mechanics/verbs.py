"""The verbs that games share, what they take, and the choices that are a verb alone."""

from __future__ import annotations

from hexfront.kernel.decision import Choice

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "place": ("piece", "hex"),
    "take": ("piece",),
    "forfeit": ("unit",),
    "done": (),
    "order": ("order",),
    "pick": ("unit",),
    "drop": ("unit",),
    "go": ("hex",),
    "stop": (),
    "end": (),
    "target": ("hex",),
    "probe": ("hex",),
    "join": ("unit",),
    "leave": ("unit",),
    "declare": (),
    "cancel": (),
    "pass": (),
    "lose": ("unit",),
    "retreat": ("unit", "hex"),
    "advance": ("unit",),
    "remove": ("unit",),
}
"""The kinds of the arguments of each; games add verbs of their own."""

KNOWN_BY: dict[str, tuple[str, ...]] = {
    "order": ("order",),
    "pick": ("move",),
    "go": ("move",),
    "target": ("attack",),
    "probe": ("probe",),
    "declare": ("attack", "probe"),
    "lose": ("eliminated",),
    "retreat": ("retreat",),
    "advance": ("advance",),
    "remove": ("overstack",),
    "forfeit": ("forfeited",),
}
"""The events that make a choice of each verb known; games add events of their own."""

DONE: Choice = ("done",)
END: Choice = ("end",)
PASS: Choice = ("pass",)
STOP: Choice = ("stop",)
DECLARE: Choice = ("declare",)
CANCEL: Choice = ("cancel",)
