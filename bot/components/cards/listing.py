"""What one asks of tables: one's own in a list, and all about a single one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.components.boundary.card import Card
from bot.games.phrases import listed
from bot.sessions.snapshot import Snapshot

from . import time_words, words

SHOWN: Final = 20
"""Tables that a list names; of the others it gives the number."""


def own_tables_card(tables: Sequence[Snapshot], person: int) -> Card:
    """The tables at which ``person`` sits, in the given order."""
    lines = []
    for table in tables[:SHOWN]:
        others = listed([words.mention(each) for each in table.people if each.id != person])
        against = f" with {others}" if others else ""
        lines.append(f"{words.pointer(table)}{against}: {time_words.waits(table, person)}.")
    if len(tables) > SHOWN:
        lines.append(f"… and {len(tables) - SHOWN} more.")
    if not lines:
        lines.append("You play at no table now. Open one, for example with `/snorkels start`.")
    return Card("### Your tables", (), tuple(lines))


def about_card(table: Snapshot) -> Card:
    """Game, options, people and state of one table."""
    lines = [
        f"*{table.game.pitch}*",
        f"Options: {words.options(table) or 'the usual ones'}.",
        time_words.table_pace(table) or "No clock.",
        words.seating(table),
        time_words.deadlines(table),
        {"lobby": "Not started.", "playing": words.awaiting(table)}.get(table.status) or words.ending(table),
        words.way_back(table),
    ]
    return Card(f"### {words.title(table)}", (), tuple(lines))
