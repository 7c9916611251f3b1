"""Downtime: the time in which nobody could play, which is given back. Pure functions."""

from __future__ import annotations

from typing import Final

from bot.tables.model.pace import DAY, MINUTE
from bot.tables.model.table import LIVE, Table
from data.store.records import Event

MATTERS: Final = 20
"""Lost time under a minute is given back if it exceeds the remaining time divided by this."""
TOLERANCE: Final = 10_000
"""Milliseconds by which a clock reading may differ from what is expected."""


def give_back(table: Table, up_at: int, now: int) -> list[Event]:
    """Give back the time since ``up_at``, when the bot was last known to be up, because nobody could play.

    A running clock gets back a minute or more in full, and less only if it matters; a crowd's turn a minute
    or more, too; any other table gets back a day or more, so that it isn't closed as abandoned. If the
    machine's clock was set back, the table's times are in the future and the event's length is negative.
    """
    if table.status not in LIVE:
        return []
    since, deadlines = _since(table), table.timing.deadlines.values()
    missed = now - max(up_at, since)
    if missed < 0:
        worth = since - now > TOLERANCE
    else:
        # Under a minute, it has to be a large part of the time that somebody has left.
        large = missed > 0 and any(each <= now + missed * MATTERS for each in deadlines)
        runs = bool(deadlines) or table.crowd is not None
        worth = missed >= DAY or large or (missed >= MINUTE and runs)
    return [Event("downtime", text=str(missed), at=now)] if worth else []


def _since(table: Table) -> int:
    """The last activity at a table, or if its clock runs, when that last changed."""
    clock = table.timing.clock
    runs = table.status == "playing" and table.timing.deadlines
    return clock.since if clock is not None and runs else table.last_activity


def stood_still(table: Table, now: int) -> int:
    """Milliseconds since the last activity at a frozen table, or since its clock last changed."""
    return max(0, now - _since(table))
