"""Units that make way for a retreating force, in chains if need be. 13.2.4.A, 3.1.3.c

Nobody is displaced twice in one retreat, and nobody over a major river without a bridge, into an enemy zone
that no friend lifts, or off the road they are bound to. R-37, R-180
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from hexfront.games.kesselschlacht.rules.artillery import road_bound
from hexfront.games.kesselschlacht.rules.lines import no_way_back
from hexfront.games.kesselschlacht.rules.stacking import limit
from hexfront.kernel.refusal import Refused

if TYPE_CHECKING:
    from hexfront.games.kesselschlacht.state import State


class Displacing(NamedTuple):
    """A retreating force that is or will be in a hex, and the position around it."""

    s: State
    side: int
    force: int
    """The retreating units, who count nowhere but where they are going."""
    origin: int
    at: int
    """The hex that has to be made free for them."""
    displaced: int = 0
    """Those who have made way already."""

    def others(self, h: int) -> list[int]:
        """The units of a hex that are not of the force."""
        return [u for u in self.s.stacks.get(h, ()) if not self.force >> u & 1]

    def room(self, h: int) -> int:
        """How many more combat units a hex takes."""
        hq = self.s.world.roster.hq
        return limit(self.s, self.side) - sum([not hq[u] for u in self.others(h)])

    def movers(self, h: int) -> list[int]:
        """Those of a hex who can be displaced: HQs take no room and stay."""
        fixed, hq = self.displaced, self.s.world.roster.hq
        return [u for u in self.others(h) if not hq[u] and not fixed >> u & 1]

    def why_not(self, u: int, h: int) -> Refused | None:
        """Why a unit cannot be pushed to a hex, leaving aside whether it is full."""
        s, here = self.s, self.s.where[u]
        name, number = s.world.roster.titles[u], s.world.grid.number(h)
        if h == self.at != here:
            return Refused(
                "13.2.4.A.a", f"Room is being made in {number}: nobody is displaced to it."
            )
        if not s.world.grid.ring1[here] >> h & 1:
            return Refused(
                "13.2.4.A.a", f"{name} is displaced to a hex next to it, not to {number}."
            )
        if s.occupied[1 - self.side] >> h & 1:
            return Refused("13.2.4.A.b", f"There are enemy units in {number}.")
        if s.zoc(1 - self.side) >> h & 1 and not self.others(h):
            return Refused(
                "3.2.5", f"{number} is in an enemy zone of control and has no friend in it."
            )
        if s.ways.shut(here, h):
            return Refused(
                "13.2.4.A.b", f"A major river without a bridge is between {name} and {number}."
            )
        if road_bound(s, u) and (here, h) not in s.ways.roads:
            return Refused(
                "13.2.4.A.b", f"{name} cannot leave the road, and none leads to {number}."
            )
        if case := no_way_back(s, u, here, h):
            return Refused(case, f"{name} stays south of the Dnestr, and {number} is north of it.")
        if h == self.origin and not self._left_empty():
            return Refused(
                "13.2.4.A.b", f"Nobody is displaced to {number}, where the retreat began."
            )
        return None

    def _left_empty(self) -> bool:
        """Whether the hex the force came from can be used: nobody stayed there. R-180"""
        stayed = [u for u in self.others(self.origin) if not self.displaced >> u & 1]
        return bool(self.s.options["displace_into_vacated"]) and not stayed

    def targets(self, u: int) -> list[int]:
        near = self.s.world.grid.neighbours(self.s.where[u])
        return [h for h in near if self.why_not(u, h) is None]

    def most(self, needs: Mapping[int, int], coming: Mapping[int, int] | None = None) -> int:
        """How many units can make way out of some hexes together, each hex with the number it needs.

        `coming` is the room that is taken already. This is a flow: units go into hexes next to theirs, where
        they find room or push others on.
        """
        coming = coming or {}
        goes: dict[int, int] = {}
        free: dict[int, int] = {}
        found = 0
        for source, need in needs.items():
            for _ in range(need):
                if not self._push(source, goes, free, needs, coming):
                    break
                found += 1
        return found

    def _push(
        self,
        source: int,
        goes: dict[int, int],
        free: dict[int, int],
        needs: Mapping[int, int],
        coming: Mapping[int, int],
    ) -> bool:
        """Move one unit more out of a hex, changing the moves found before where that helps."""
        where = self.s.where
        before: dict[tuple[str, int], tuple[str, int]] = {}
        queue = [("hex", source)]
        for node in queue:
            kind, x = node
            if kind == "hex":
                if x not in needs:
                    left = free.setdefault(x, max(0, self.room(x) - coming.get(x, 0)))
                    if left:
                        free[x] = left - 1
                        self._walk_back(node, before, goes)
                        return True
                onward = [("unit", u) for u in self.movers(x) if u not in goes]
                onward += [("unit", u) for u, h in goes.items() if h == x]
            else:
                onward = [("hex", h) for h in self.targets(x) if h != goes.get(x)]
                if x in goes:
                    onward.append(("hex", where[x]))
            for each in onward:
                if each not in before and each != ("hex", source):
                    before[each] = node
                    queue.append(each)
        return False

    def _walk_back(
        self,
        node: tuple[str, int],
        before: Mapping[tuple[str, int], tuple[str, int]],
        goes: dict[int, int],
    ) -> None:
        while node in before:
            last = before[node]
            if last[0] == "unit":
                u = last[1]
                if node[1] == self.s.where[u]:
                    del goes[u]
                else:
                    goes[u] = node[1]
            node = last

    def choices(self, excess: int, full: int = -1) -> list[tuple[int, int]]:
        """Who may be displaced next and where to, so that as many as possible are saved in the end.

        `excess` is how many too many will be where the force is; `full` a hex that is overstacked by somebody
        who was displaced into it, and comes first.
        """
        first = {full: 1} if full >= 0 else {}
        saved = self.most({**first, self.at: excess}) - len(first)
        if full < 0:
            saved -= 1
            if saved < 0:
                return []
        source, found = self.at if full < 0 else full, []
        for u in self.movers(source):
            after = self._replace(displaced=self.displaced | 1 << u)
            for h in self.targets(u):
                needs = {self.at: saved}
                if self.room(h) <= 0:
                    needs[h] = 1
                if after.most(needs, {h: 1}) == sum(needs.values()):
                    found.append((u, h))
        return found
