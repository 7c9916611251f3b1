"""When people are reminded of their turn: at half time, and near the end. Times are milliseconds."""

from __future__ import annotations

from typing import Final

from .pace import HOUR, MINUTE

NEAR: Final = 12 * HOUR
"""The last reminder is sent at most this long before the deadline."""
WORTH_HALF: Final = HOUR
"""Turns this long or longer also get a reminder at half time."""
WORTH_END: Final = MINUTE
"""Turns this long or longer get a reminder near the end; only a bank can hold less."""
SOONEST: Final = MINUTE // 2
"""The last reminder is sent at least this long before the deadline."""
SHARE: Final = 8
"""The last reminder is sent when an eighth of the turn is left, within these bounds."""


def due(deadline: int, had: int) -> tuple[tuple[str, int], ...]:
    """The reminders, ``half`` and ``end``, before ``deadline``, and when, for a turn of ``had``."""
    found = []
    if had >= WORTH_HALF:
        found.append(("half", deadline - had // 2))
    if had >= WORTH_END:
        found.append(("end", deadline - max(SOONEST, min(had // SHARE, NEAR))))
    return tuple(found)
