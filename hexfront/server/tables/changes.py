"""What differs between two views, so that a push carries only that."""

from __future__ import annotations

from hexfront.kernel.fields import Json
from hexfront.kernel.views import AnyView

Stacks = dict[str, list[Json]]


def change(old: AnyView, new: AnyView, before: Stacks, after: Stacks) -> Json:
    """The fields of a view that differ, and of units and hexes only the stacks and hexes that do.

    The page applies it to the view it has: `web/lib/connection.js`; `apply` here does the same.
    """
    view = {
        key: value
        for key, value in new.items()
        if key not in ("units", "hexes") and old.get(key, _NOTHING) != value
    }
    changed: Json = {"view": view, "gone": [key for key in old if key not in new]}
    if before != after:
        changed["stacks"] = {
            hex_: after.get(hex_, [])
            for hex_ in before | after
            if before.get(hex_) != after.get(hex_)
        }
    if old["hexes"] is not new["hexes"] and old["hexes"] != new["hexes"]:
        both = old["hexes"] | new["hexes"]
        changed["hexes"] = {
            hex_: new["hexes"].get(hex_)
            for hex_ in both
            if old["hexes"].get(hex_) != new["hexes"].get(hex_)
        }
    return changed


_NOTHING = object()


def stacks_of(units: list[Json]) -> Stacks:
    """The units of a view by their hexes."""
    stacks: Stacks = {}
    for unit in units:
        stacks.setdefault(unit["hex"] or "", []).append(unit)
    return stacks


def apply(old: Json, changed: Json) -> Json:
    """The view after a change, for programs and tests in Python."""
    view = {key: value for key, value in old.items() if key not in changed["gone"]}
    view |= changed["view"]
    stacks = changed.get("stacks", {})
    moved = {unit["id"] for stack in stacks.values() for unit in stack}
    units = [u for u in old["units"] if (u["hex"] or "") not in stacks and u["id"] not in moved]
    units += [unit for stack in stacks.values() for unit in stack]
    view["units"] = sorted(units, key=lambda unit: unit["hex"] or "")
    hexes = {**old["hexes"], **changed.get("hexes", {})}
    view["hexes"] = {hex_: hexes[hex_] for hex_ in sorted(hexes) if hexes[hex_] is not None}
    return view
