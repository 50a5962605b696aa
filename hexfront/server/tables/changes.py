"""What differs between two views, so that a push carries only that."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from operator import is_not
from typing import Any

from hexfront.kernel.fields import Json
from hexfront.kernel.views import AnyView
from hexfront.mechanics.last_seen import Shown

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
    if stacks := _restacked(before, after):
        changed["stacks"] = stacks
    if hexes := _differing(old["hexes"], new["hexes"], None):
        changed["hexes"] = hexes
    return changed


def _restacked(before: Stacks, after: Stacks) -> Json:
    """The stacks that differ; of those made from the earlier ones only what was made anew is looked at."""
    touched = after.touched_since(before) if isinstance(after, Shown) else None
    if touched is None:
        return _differing(before, after, [])
    return {n: after.get(n, []) for n in touched if before.get(n, []) != after.get(n, [])}


def _differing(before: Mapping[str, Any], after: Mapping[str, Any], nothing: Any) -> Json:
    """The entries of `after` that are not in `before`, and `nothing` for those that are no more.

    Most entries are the very same objects; those are told apart first, which is quick.
    """
    if before is after:
        return {}
    others = compress(after, map(is_not, after.values(), map(before.get, after)))
    found = {key: after[key] for key in others if before.get(key) != after[key]}
    return found | dict.fromkeys(before.keys() - after.keys(), nothing)


_NOTHING = object()


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
