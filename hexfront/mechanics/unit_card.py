"""What a player's card says of a unit besides what is printed: what it can do now."""

from __future__ import annotations

from hexfront.kernel.phase import Activity
from hexfront.kernel.views import CardLine
from hexfront.mechanics.field import Field
from hexfront.mechanics.telling import counted, in_words

MOST_TARGETS = 6
"""So many hexes that a unit can attack are looked at: there are not more around one."""


def line(title: str, words: str, rule: str | None = None) -> CardLine:
    return {"title": title, "words": words, "rule": rule}


def movement(left: str, whole: str, started: bool, rule: str) -> CardLine:
    """The points of a unit: what it has left of what it began with."""
    if started:
        return line("Movement", f"{counted(left)} left of {whole}", rule)
    return line("Movement", counted(left), rule)


def traced(words: str, path: list[str] | None, cut: list[str], rule: str, means: str) -> CardLine:
    """A line to a source and where it ends, or where it is blocked and what that means."""
    if path is not None:
        way = f"line of {in_words(len(path), 'hex', 'hexes')} to {path[-1]}"
        return line("Supply", f"{words}: {'on a source' if len(path) == 1 else way}", rule)
    where = f"the shortest line is blocked at {', '.join(cut)}" if cut else "no line is open"
    return line("Supply", f"{words}: {where}. {means}", rule)


def abilities(s: Field, u: int, asker: int | None) -> list[CardLine]:
    """What can be done now with a unit, or to it, by the side that asks, if it is to decide."""
    if asker is None or s.decider != asker:
        return []
    roster, activity = s.world.roster, s.phases[s.phase].activity
    name = roster.ids[u]
    if roster.side[u] != asker:
        return _attackers(s, u, asker)
    if activity is Activity.MOVE:
        if s.stack[-1].kind == "group" and not s.legal(("pick", name)):
            return [] if s.legal(("drop", name)) or s.legal(("stop",)) else [_refusal(s, "pick", u)]
        if s.legal(("pick", name)):
            return [line("Now", "can move")]
        return [_refusal(s, "pick", u)]
    if activity is Activity.COMBAT:
        return _targets(s, u)
    return []


def _refusal(s: Field, verb: str, u: int) -> CardLine:
    no = s.why((verb, s.world.roster.ids[u]))
    return line("Now", no.message, no.rule)


def _targets(s: Field, u: int) -> list[CardLine]:
    """The hexes an own unit can attack now, or why it cannot join the attack that is planned."""
    grid, join = s.world.grid, ("join", s.world.roster.ids[u])
    if s.legal(join):
        return [line("Now", "can join this attack")]
    if s.legal(("leave", join[1])):
        return [line("Now", "takes part in this attack")]
    around = grid.ring1[s.where[u]]
    targets = [c for c in s.choices if c[0] == "target" and around >> grid.index(str(c[1])) & 1]
    found, why = [], None
    for target in targets[:MOST_TARGETS]:
        after = s.copy()
        after.apply(target)
        if after.legal(join):
            found.append(str(target[1]))
        else:
            why = after.why(join)
    if found:
        return [line("Now", f"can attack {', '.join(found)}")]
    return [] if why is None else [line("Now", why.message, why.rule)]


def _attackers(s: Field, u: int, asker: int) -> list[CardLine]:
    """Who of the asking side can attack an enemy unit now."""
    target = ("target", s.world.grid.number(s.where[u]))
    if not s.legal(target):
        return []
    after = s.copy()
    after.apply(target)
    joins = [s.world.roster.index[str(c[1])] for c in after.choices if c[0] == "join"]
    return [line("Now", f"can be attacked by {s.world.roster.listed(joins)}")] if joins else []
