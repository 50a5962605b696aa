"""The log of a game as entries a person reads: a move is one line however many hexes it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hexfront.kernel.fields import Json

SILENT = ("auto", "die", "stopped", "top")
"""Events that other entries tell already."""
KEPT = ("die", "result", "units", "sector", "sectors")
"""What an entry has of its event besides the line."""


class Chronicle:
    """Gathers viewed events into entries: line, rule case, hexes and the number of choices before."""

    def __init__(self, describe: Callable[[Json], str]) -> None:
        self._describe = describe
        self._move: Json | None = None
        self._taken: list[Json] = []
        """Places that fell to the move under way: logged after it."""

    def hear(self, event: Json, number: int = 0) -> list[Json]:
        """The entries an event completes."""
        what = event["what"]
        if what == "move":
            hidden, move = event.get("hidden", 0), self._move
            if move and (move["units"], move["hidden"]) == (event["units"], hidden):
                move["hexes"].append(event["to"])
                return []
            done = self.close()
            self._move = {
                "number": number,
                "what": "move",
                "case": event["case"],
                "side": event["side"],
                "units": event["units"],
                "hidden": hidden,
                "hexes": [event["hex"], event["to"]],
            }
            return done
        if what in SILENT:
            return []
        line = self._describe(event)
        hexes = [event[key] for key in ("hex", "to") if event.get(key)]
        entry = {"number": number, "what": what, "case": event["case"], "line": line}
        entry |= {"side": event.get("side"), "hexes": hexes}
        entry |= {key: event[key] for key in KEPT if key in event}
        if "unit" in event:
            entry.setdefault("units", [event["unit"]])
        if what == "turn-end":
            entry["vp"] = event["vp"]
        if "defenders" in event:
            entry["against"] = event["defenders"]
        if what in ("control", "crossing") and self._move is not None:
            self._taken.append(entry)
            return []
        return [*self.close(), entry] if line else self.close()

    def close(self) -> list[Json]:
        """The move under way, as an entry, if there is one."""
        if self._move is None:
            return []
        move, self._move = self._move, None
        ends = {"hex": move["hexes"][0], "to": move["hexes"][-1]}
        move["line"] = self._describe({**move, **ends, "what": "march"})
        del move["hidden"]
        taken, self._taken = self._taken, []
        return [move, *taken]


def tell(describe: Callable[[Json], str], events: Iterable[tuple[int, Json]]) -> list[Json]:
    """The entries of a whole run of (number of choices, viewed event)."""
    chronicle = Chronicle(describe)
    entries = []
    for number, event in events:
        entries += chronicle.hear(event, number)
    return entries + chronicle.close()
