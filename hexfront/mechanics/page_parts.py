"""What pages of different games show in the same way: charts, and the handlers of common decisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Unpack

from hexfront.kernel.page_data import About, Chart, ChartKeys, Handler

DECISIONS: dict[str, Handler] = {
    "order": {"by": "ordering"},
    "move": {"by": "moving", "end": "End the movement"},
    "group": {"by": "group"},
    "combat": {"by": "targeting", "end": "End the combat"},
    "attack": {"by": "attacking", "declare": "Attack!"},
    "probe": {"by": "attacking", "declare": "Probe", "no_odds": True},
    "lose": {"by": "choosing"},
    "advance": {"by": "choosing", "target": True, "enough": "No more advance"},
    "overstack": {"by": "choosing"},
    "retreat": {"by": "retreating"},
}
"""Which part of a page answers each kind of decision that games share, and the words on its buttons."""


def told(handlers: Mapping[str, Handler], abouts: Mapping[str, About]) -> dict[str, Handler]:
    """Handlers of decisions with what these are about, where there is a sentence for it."""
    return {
        kind: {**handler, "about": abouts[kind]} if kind in abouts else handler
        for kind, handler in handlers.items()
    }


def chart(
    title: str,
    rule: str,
    columns: list[str],
    rows: Iterable[list[Any]],
    note: str = "",
    **more: Unpack[ChartKeys],
) -> Chart:
    """A chart: a title, the case, column heads, rows of cells.

    `columns_by` and `rows_by` are fields of a view that say which of them counts; `heads` are column heads
    for each side.
    """
    cells = [[str(cell) for cell in row] for row in rows]
    return {"title": title, "rule": rule, "columns": columns, "rows": cells, "note": note, **more}
