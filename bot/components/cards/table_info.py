"""What one asks of tables: one's own in a list, and all about a single one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.components.interactions.card import Card
from bot.games.plurals import listed
from bot.tables.model.table import Table

from . import table_text, time_text

SHOWN: Final = 20
"""Tables that a list names; of the others it gives the number."""


def own_tables_card(tables: Sequence[Table], person: int) -> Card:
    """The tables at which ``person`` sits, in the given order."""
    lines = []
    for table in tables[:SHOWN]:
        others = listed([table_text.mention(each) for each in table.people if each.id != person])
        against = f" with {others}" if others else ""
        lines.append(f"{table_text.pointer(table)}{against}: {time_text.waits(table, person)}.")
    if len(tables) > SHOWN:
        lines.append(f"… and {len(tables) - SHOWN} more.")
    if not lines:
        lines.append("You play at no table now. Open one, for example with `/snorkels start`.")
    return Card("### Your tables", (), tuple(lines))


def about_card(table: Table) -> Card:
    """Game, options, people and state of one table."""
    lines = [
        f"*{table.game.tagline}*",
        f"Options: {table_text.options(table) or 'the usual ones'}.",
        time_text.table_pace(table) or "No clock.",
        table_text.seating(table),
        time_text.deadlines(table),
        {"lobby": "Not started.", "playing": table_text.awaiting(table)}.get(table.status)
        or table_text.ending(table),
        table_text.way_back(table),
    ]
    return Card(f"### {table_text.title(table)}", (), tuple(lines))
